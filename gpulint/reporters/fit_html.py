"""A fit as one HTML page with a picture: no script, no font, nothing fetched."""

from collections.abc import Iterator
from typing import TextIO

from gpulint.placement.answer import FitAnswer, Verdict
from gpulint.reporters.fit_picture import legend, picture
from gpulint.reporters.fit_words import deadlocks, explanation, lost, name, totals
from gpulint.reporters.markup import escape
from gpulint.reporters.plain import printable

_LOOK = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
.picture { overflow-x: auto; } svg text { font: 13px system-ui, sans-serif; fill: currentColor; }
svg rect { stroke: #8888; } svg rect.free { fill: none; stroke-dasharray: 3; }
svg rect.running { fill: #999; } ul.legend { columns: 3 14rem; list-style: none; padding: 0; }
ul.legend span { display: inline-block; width: 1em; height: 1em; margin-right: .5em; }
ul.legend span.free { border: 1px dashed #888; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem; text-align: left; vertical-align: top; }
tr { border-top: 1px solid #8884; } .fits { color: #2e7d32; } .never { color: #c62828; }
.deadlock { border-left: .3rem solid #c62828; padding-left: 1rem; }
"""


def write(answer: FitAnswer, stream: TextIO) -> None:
    """Write one page; declare UTF-8, so write the stream as such."""
    stream.write(
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>gpulint fit</title>\n<style>{_LOOK}</style>\n</head>\n<body>\n<h1>Does it fit</h1>\n"
    )
    stream.writelines(f"{line}\n" for line in _body(answer))
    stream.write("</body>\n</html>\n")


def _body(answer: FitAnswer) -> Iterator[str]:
    for line in totals(answer):
        yield f"<p>{_text(line)}</p>"
    for line in deadlocks(answer):
        yield f'<p class="deadlock">{_text(line)}</p>'
    yield '<div class="picture">'
    yield from picture(answer)
    yield "</div>"
    yield '<ul class="legend">'
    yield from legend(answer)
    yield "</ul>"
    yield "<table><tr><th>verdict</th><th>workload</th><th>pods</th><th>why</th></tr>"
    for each in answer.verdicts:
        yield from _workload(each)
    yield "</table>"
    if answer.totals.stranded:
        yield "<h2>Stranded</h2><ul>"
        for lost_one in answer.totals.stranded:
            yield f"<li>{_text(lost(lost_one))}</li>"
        yield "</ul>"


def _workload(each: Verdict) -> Iterator[str]:
    pods = "?" if each.pods is None else str(each.pods)
    yield f'<tr><td class="{each.word}">{_text(each.words)}</td><td>{_text(name(each))}</td>'
    yield f"<td>{pods}</td><td>{_text(explanation(each))}"
    if each.reasons:
        yield "<ul>"
        for reason in each.reasons:
            told = f"{reason.where}: {reason.because}, {reason.detail}"
            yield f"<li>{_text(told)}</li>"
        yield "</ul>"
    yield "</td></tr>"


def _text(text: str) -> str:
    return escape(printable(text))
