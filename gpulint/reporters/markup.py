"""Text inside XML, HTML and Markdown, where it must stay text."""

_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_NOT_XML = {0xFFFE: "\\ufffe", 0xFFFF: "\\uffff"}


def escape(text: str) -> str:
    """For XML and HTML, in an element or an attribute; the text must be printable."""
    return text.translate(_MARKUP).translate(_NOT_XML)


# all that starts emphasis, code, links, tables or mentions in GitHub's and GitLab's Markdown
_MARKDOWN = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]()#+!|~$"})
# a name after @ would notify a stranger, a number after # would link an issue
_MENTIONS = str.maketrans({"@": "&#64;"})


def markdown(text: str) -> str:
    """For one cell or line of Markdown; the text must be printable."""
    plain = text.translate(_MARKDOWN)
    for mark, entity in (("<", "&lt;"), (">", "&gt;")):
        plain = plain.replace(mark, entity)
    return plain.translate(_MENTIONS)


def code(text: str) -> str:
    """An inline code span of Markdown that stays one inside a table."""
    # a pipe ends the cell even inside code
    inner = text.replace("|", "\\|")
    longest = max((len(run) for run in _backticks(inner)), default=0)
    fence = "`" * (longest + 1)
    padding = " " if longest else ""
    return f"{fence}{padding}{inner}{padding}{fence}"


def _backticks(text: str) -> list[str]:
    """The runs of backticks in a text."""
    return [run for run in "".join(c if c == "`" else " " for c in text).split() if run]
