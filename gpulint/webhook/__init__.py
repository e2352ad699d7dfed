"""The admission webhook: reviews in, verdicts out, over the same engine."""
