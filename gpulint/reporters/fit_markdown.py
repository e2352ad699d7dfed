"""A fit for a pull request."""

from typing import TextIO

from gpulint.placement.answer import FitAnswer
from gpulint.reporters.fit_words import deadlocks, explanation, lost, name, totals
from gpulint.reporters.markup import markdown
from gpulint.reporters.plain import printable


def write(answer: FitAnswer, stream: TextIO) -> None:
    """Write a heading, the table of workloads, then what is stranded."""
    head, *devices = totals(answer)
    stream.write(f"## Does it fit\n\n{markdown(head)}.\n\n")
    stream.writelines(f"- {markdown(line)}\n" for line in devices)
    stream.writelines(f"\n**{markdown(printable(line))}**\n" for line in deadlocks(answer))
    stream.write("\n| verdict | workload | pods | why |\n|---|---|---|---|\n")
    for each in answer.verdicts:
        pods = "?" if each.pods is None else str(each.pods)
        cells = (each.words, name(each), pods, explanation(each))
        stream.write(f"| {' | '.join(map(markdown, cells))} |\n")
    if answer.totals.stranded:
        stream.write("\n### Stranded\n\n")
        stream.writelines(f"- {markdown(lost(each))}\n" for each in answer.totals.stranded)
