from gpulint.source.chart.changed import Rendering
from gpulint.source.chart.marked_chart import ChartDocument, MarkedChart

HEAD = "---\n# Source: app/templates/{}.yaml\nkind: Pod\nmetadata: {{name: {}}}\ngpu: {}\n"
ODD = "---\n# Source: app/templates/a.yaml\n- 1\n"


def chart(*texts: str) -> MarkedChart:
    """A chart that renders these documents."""
    found = MarkedChart("app", ())
    for text in texts:
        found.add(text.split("app/")[1].split("\n")[0].join(("app/", "")), text.encode())
    return found


def values(plain: MarkedChart, *texts: str) -> list[object]:
    """The `gpu` of each document of the plain rendering in another one."""
    rendering = Rendering("".join(texts).encode(), plain)
    whole = [rendering.value(ChartDocument(plain, n)) for n, _ in enumerate(plain.documents)]
    return [each.get("gpu") if isinstance(each, dict) else each for each in whole]


def test_documents_of_a_template_are_matched_in_their_order() -> None:
    """A changed value may change a name."""
    plain = chart(HEAD.format("a", "x", 1), HEAD.format("b", "x", 2), HEAD.format("a", "y", 3))
    changed = (HEAD.format("b", "x", 20), HEAD.format("a", "q", 10), HEAD.format("a", "r", 30))
    assert values(plain, *changed) == [10, 20, 30]


def test_documents_are_matched_by_name_when_there_are_more_or_fewer() -> None:
    """A changed value may be how often a loop runs."""
    plain = chart(HEAD.format("a", "x", 1), HEAD.format("a", "y", 2))
    more = (HEAD.format("a", "y", 20), ODD, HEAD.format("a", "x", 10))
    assert [values(plain, *more), values(plain, more[0])] == [[10, 20], [None, 20]]
