"""What comes with an extra only."""

from gpulint.core.errors import UsageError

_WEBHOOK = "pip install 'gpulint[webhook]'"


def need(*modules: str) -> None:
    """Raises UsageError with the cure when modules of the extra `webhook` are not installed."""
    import importlib.util  # one command only

    missing = [each for each in modules if importlib.util.find_spec(each) is None]
    if missing:
        raise UsageError(f"{', '.join(missing)} not installed; run: {_WEBHOOK}")
