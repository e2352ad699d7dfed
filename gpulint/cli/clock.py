"""The one place where the clock is read; everything else is told what day it is."""


def today() -> str:
    """The day, ISO 8601."""
    import time  # only commands ask

    return time.strftime("%Y-%m-%d")
