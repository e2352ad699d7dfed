"""The one door: plan, run, resolve, suppress, report."""
