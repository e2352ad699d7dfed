"""A fit for a terminal: a table of workloads, then the whole."""

from collections.abc import Iterator
from typing import TextIO

from gpulint.placement.answer import FitAnswer
from gpulint.reporters.fit_words import deadlocks, explanation, lost, name, totals
from gpulint.reporters.plain import printable


def write(answer: FitAnswer, stream: TextIO) -> None:
    """Write the table, the reasons and the totals."""
    stream.writelines(f"{line}\n" for line in _lines(answer))


def _lines(answer: FitAnswer) -> Iterator[str]:
    rows = [
        (each.words, name(each), "?" if each.pods is None else str(each.pods), each)
        for each in answer.verdicts
    ]
    widths = [max((len(row[n]) for row in rows), default=0) for n in range(3)]
    for word, who, pods, each in rows:
        noun = "pod" if pods == "1" else "pods"
        yield f"{word:{widths[0]}}  {who:{widths[1]}}  {pods:>{widths[2]}} {noun}"
        if explanation(each):
            yield f"    {explanation(each)}"
        for reason in each.reasons:
            yield f"    - {printable(f'{reason.where}: {reason.because}, {reason.detail}')}"
    yield ""
    yield from map(printable, deadlocks(answer))
    yield from totals(answer)
    if answer.totals.stranded:
        yield "stranded:"
        yield from (f"  {lost(each)}" for each in answer.totals.stranded)
