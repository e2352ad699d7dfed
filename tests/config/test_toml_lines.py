from gpulint.config.toml_lines import toml_lines

TEXT = """\
[project]
name = "x"

[tool.gpulint]
fail-on = "error"
externals = {PriorityClass = ["high"]}

[tool.gpulint.rules."GPU203"]
severity = "info"
params.'a b' = 1

[[tool.gpulint.suppress]]
rules = ["GPU1"]

[[tool.gpulint.suppress]]
path = "a"
"""


def test_every_key_has_its_line() -> None:
    """A mistake in pyproject.toml must be found without counting tables."""
    rule = ("tool", "gpulint", "rules", "GPU203")
    waivers = ("tool", "gpulint", "suppress")
    expected = {
        ("project",): 1,
        ("project", "name"): 2,
        ("tool", "gpulint"): 4,
        ("tool", "gpulint", "fail-on"): 5,
        ("tool", "gpulint", "externals"): 6,
        rule: 8,
        (*rule, "severity"): 9,
        (*rule, "params", "a b"): 10,
        waivers: 12,
        (*waivers, 0): 12,
        (*waivers, 0, "rules"): 13,
        (*waivers, 1): 15,
        (*waivers, 1, "path"): 16,
    }
    actual = toml_lines(TEXT)
    assert expected == actual
