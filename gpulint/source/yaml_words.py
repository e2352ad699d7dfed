"""What is wrong with a YAML text, in words for people who write manifests."""

from typing import NamedTuple

from yaml import MarkedYAMLError, YAMLError
from yaml.reader import ReaderError

from gpulint.source.text import Text

# A part of the parser's message -> our words. The first that fits is used.
_TAB = "a tab; YAML is indented with spaces only"
_WORDS = (
    ("tab character", _TAB),
    ("maximum nesting depth", "nested too deeply"),
    ("mapping values are not allowed", "a `:` cannot stand here: the line is indented wrongly, "
     "or a value that holds `: ` needs quotes"),
    ("expected ':'", "a key without `:`, or a line that is indented wrongly"),
    ("unexpected end of stream", "the quote that opens here is never closed"),
    ("unexpected document separator", "the quote that opens here is not closed before `---`"),
    ("undefined alias", "this alias names an anchor that does not exist"),
    ("unknown escape", "an escape that double quotes do not know; use single quotes"),
    ("hexdec", "an escape in double quotes lacks its hexadecimal digits"),
    ("<document start>", "text after the end of a document; only a line `---` starts a new one"),
    ("'-' indicator", "this line is indented unlike the items of the list around it"),
    ("block end>, but found '-'", "this list item is indented unlike its neighbours"),
    ("block collection", "this line is indented unlike the items of the list around it"),
    ("block sequence", "this line is indented unlike the items of the list around it"),
    ("block mapping", "this line is indented unlike the keys around it, or text follows a "
     "quoted or bracketed value"),
    ("sequence entries are not allowed", "a list item `- ` cannot start here; put it on a line "
     "of its own"),
    ("block sequence entries", "a list item `- ` cannot start here"),
    ("tag", "a tag (`!`) that is not written correctly; quote a value that starts with `!`"),
    ("alias", "`*` starts an alias without a name; quote a value that starts with `*`"),
    ("anchor", "`&` starts an anchor without a name; quote a value that starts with `&`"),
    ("directive", "a line that starts with `%` and is no YAML directive"),
    ("block scalar", "the first lines of this block of text are indented more than the others, or "
     "its header is wrong"),
    ("leading break", "the first lines of this block of text are indented more than the others"),
)  # fmt: skip


class Words(NamedTuple):
    """Why a text is no YAML and the characters to point at."""

    detail: str
    start: int
    end: int
    encoding: bool = False


def words_for(error: YAMLError, text: Text) -> Words:
    """Explain a parser's error."""
    if isinstance(error, ReaderError):
        return _reader_words(error, text)
    if not isinstance(error, MarkedYAMLError) or error.problem_mark is None:
        return Words("the text is not YAML", 0, 0)
    problem, context = str(error.problem), str(error.context or "")
    # At the end of the text the last character that can be seen is the better place.
    end = len(text.text.rstrip())
    at = min(error.problem_mark.index, max(0, end - 1))
    opened = min(error.context_mark.index, at) if error.context_mark else at
    message = f"{context}: {problem}"
    if "cannot start any token" in message:
        return _start_words(text, at)
    if "flow" in context and "expected" in problem and "node content" not in problem:
        kind = "[" if "sequence" in context else "{"
        return Words(f"the `{kind}` that opens here is not closed correctly", opened, opened + 1)
    if "flow node" in context and error.problem_mark.index >= end:
        return Words("the text ends inside brackets or before a value", at, at + 1)
    if "flow node" in context:
        return Words("a value is missing or starts with a character that needs quotes", at, at + 1)
    detail = next((words for part, words in _WORDS if part in message), "the text is not YAML")
    if "opens here" in detail or "without `:`" in detail:
        return Words(detail, opened, opened + 1)
    return Words(detail, at, at + 1)


def _start_words(text: Text, at: int) -> Words:
    """A character that no value may begin with."""
    character = text.text[at : at + 1]
    if character == "\t":
        return Words(_TAB, at, at + 1)
    return Words(f"a value cannot start with `{character}`; put it in quotes", at, at + 1)


def _reader_words(error: ReaderError, text: Text) -> Words:
    """Bytes that are no text."""
    # The C parser counts bytes, the other one characters; manifests rarely show the difference.
    at = text.index_of_byte(int(error.position))
    code = error.character
    if isinstance(code, int) and 0 < code < 0x110000:
        return Words(f"the character U+{code:04X} is not allowed", at, at + 1)
    if isinstance(code, str) and len(code) == 1:
        return Words(f"the character U+{ord(code):04X} is not allowed", at, at + 1)
    return Words("the bytes are not UTF-8 text", at, at + 1, encoding=True)
