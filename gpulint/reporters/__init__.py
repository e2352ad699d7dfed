"""Ways to write a report, one module a format, each with `write(report, stream)`."""
