"""`python -m periplus`: the command line."""

from periplus.cli import main

main()
