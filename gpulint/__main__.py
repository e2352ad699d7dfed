"""`python -m gpulint` is the command line."""

from gpulint.cli.main import main

main()
