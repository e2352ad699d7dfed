"""YuniKorn's scheduling policy parameters, a text of words with values."""

import difflib
from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, is_placeholder, problem, text

_KEY = "yunikorn.apache.org/schedulingPolicyParameters"
_STYLES = ("Soft", "Hard")
_KNOWN = ("placeholderTimeoutInSeconds", "gangSchedulingStyle")


@check(each=PodTemplate, words=("yunikorn",))
def yunikorn_policy_parameter(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find words that YuniKorn passes over: unknown keys, other styles, times that are no number."""
    value = text(pod.annotations.get(_KEY))
    if is_placeholder(value):
        return
    for word in value.split():
        key, _, setting = word.partition("=")
        near: tuple[str, ...] = ()
        if key not in _KNOWN:
            near, wrong = tuple(difflib.get_close_matches(key, _KNOWN, 1)), "is no parameter"
        elif key == "gangSchedulingStyle" and setting not in _STYLES:
            near = tuple(s for s in _STYLES if s.lower() == setting.lower())
            wrong = "is no style, so Soft is taken"
        elif key == "placeholderTimeoutInSeconds" and not setting.isdigit():
            wrong = "is no number of seconds, so 15 minutes are taken"
        else:
            continue
        yield problem(pod.at_metadata("annotations", _KEY), word=word, wrong=wrong, near=near)
