from gpulint.core.report import Report
from gpulint.reporters.statistics import table


def test_most_frequent_rule_comes_first(full_report: Report) -> None:
    """It is the one whose cure saves most."""
    syntax, count, _, profile = full_report.findings
    findings = (syntax, count, *[profile] * 10)
    expected = [
        "10  GPU203  error    mig-profile-not-on-product",
        " 1  GPU001  error    yaml-syntax",
        " 1  GPU104  warning  gpu-count-not-whole",
    ]
    actual = list(table(full_report._replace(findings=findings, skipped=())))
    assert expected == actual
