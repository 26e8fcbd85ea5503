"""What the project is measured with and what is not part of the program."""
