"""One module for each software, with its `SOFTWARE`: how to install, fill, serve and label it."""
