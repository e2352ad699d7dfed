"""Arguments in, exit code out. The only home of click."""
