"""Validators: whether a page is one of those looked for, yes or no, as plug-ins."""
