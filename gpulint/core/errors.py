"""Errors that are the user's, with the exit codes of the command line.

GpulintError
├── UsageError     wrong arguments, unreadable path            exit 2
│   └── ConfigError    wrong configuration or facts file       exit 2
└── RuleError      a rule or check of the rulebook is wrong    exit 3
"""

EXIT_CLEAN = 0
EXIT_FINDINGS = 1
EXIT_USAGE = 2
EXIT_INTERNAL = 3


class GpulintError(Exception):
    """Base of all: one line that holds what is wrong and the cure."""

    exit_code = EXIT_INTERNAL


class UsageError(GpulintError):
    """The call cannot be carried out as given."""

    exit_code = EXIT_USAGE


class ConfigError(UsageError):
    """A configuration, facts or baseline file is wrong; names file and line."""


class RuleError(GpulintError):
    """A rule breaks the contract of the rulebook; names rule and file."""
