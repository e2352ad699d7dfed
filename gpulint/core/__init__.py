"""The words that all floors speak: places, problems, findings, rules. No I/O, nothing of third parties."""
