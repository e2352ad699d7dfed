"""The entry point: commands are loaded when they are called, as the hook starts at every commit."""

import errno
import importlib
import os
import sys

import click

from gpulint.core.errors import EXIT_INTERNAL, EXIT_USAGE, GpulintError
from gpulint.version import __version__

# command -> (module, attribute, one line for --help)
_COMMANDS = {
    "catalog": (
        "gpulint.cli.catalog",
        "catalog",
        "Look up cards, MIG profiles, labels, resources.",
    ),
    "check": ("gpulint.cli.check", "check", "Lint files, folders, charts or stdin."),
    "explain": ("gpulint.cli.rules", "explain", "Tell all about one rule."),
    "facts": ("gpulint.cli.facts", "facts", "Record what a cluster has, for check and fit."),
    "fit": ("gpulint.cli.fit", "fit", "Tell what fits on the cluster, and why the rest does not."),
    "helm": ("gpulint.cli.helm", "helm", "Judge the words of a helm install or upgrade."),
    "rules": ("gpulint.cli.rules", "rules", "List, test, scaffold and build rules."),
    "webhook": ("gpulint.cli.webhook", "webhook", "Judge objects as the API server gets them."),
}
_FULL = (errno.ENOSPC, errno.EDQUOT)
_ISSUES = "https://github.com/gpulint/gpulint/issues"


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names for the help page."""
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command itself; None for a name that is none."""
        if cmd_name not in _COMMANDS:
            return None
        module, attribute, _ = _COMMANDS[cmd_name]
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help page's list, without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, _COMMANDS[name][2]) for name in sorted(_COMMANDS)])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Offer the near name for a mistyped command."""
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            import difflib  # only a mistake

            near = difflib.get_close_matches(args[0], _COMMANDS, 1)
            hint = f" Did you mean {near[0]!r}?" if near else f" Commands: {', '.join(_COMMANDS)}."
            ctx.fail(f"there is no command {args[0]!r}.{hint}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 clean, 1 findings, 2 wrong call or configuration, 3 a fault of gpulint's own.",
)
@click.version_option(__version__, message="gpulint %(version)s")
def gpulint() -> None:
    """Find GPU workload faults in Kubernetes manifests before they cost a day."""


def main() -> None:
    """Run the command line; no traceback ever reaches the user."""
    _open_streams()
    try:
        gpulint(prog_name="gpulint")
    except GpulintError as error:
        click.echo(f"gpulint: {error}", err=True)
        sys.exit(error.exit_code)
    except Exception as error:  # the last net: whatever it is, it is our fault and told in one line
        if isinstance(error, OSError) and error.errno in _FULL:
            click.echo(f"gpulint: cannot write the output: {error.strerror}", err=True)
            sys.exit(EXIT_USAGE)
        if os.environ.get("GPULINT_DEBUG"):
            raise
        text = " ".join(f"{type(error).__name__}: {error}".split())
        click.echo(f"gpulint: a fault of gpulint's own, {text}; please tell {_ISSUES}", err=True)
        sys.exit(EXIT_INTERNAL)


def _open_streams() -> None:
    """Nothing in place of streams that were closed by the caller, as services and cron jobs do."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115 - for the whole run
            setattr(sys, name, nothing)


if __name__ == "__main__":
    main()
