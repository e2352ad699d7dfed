"""Sizes and words of a Koordinator gang that stand on its pods."""

import re
from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, is_placeholder, problem, text

_PREFIX = "gang.scheduling.koordinator.sh/"
_DURATION = re.compile(r"([0-9]+(\.[0-9]+)?(ns|us|ms|s|m|h))+\Z")
_WORDS = {
    "mode": ("Strict", "NonStrict"),
    "match-policy": ("once-satisfied", "only-waiting", "waiting-and-running"),
}


@check(each=PodTemplate, words=("koordinator",))
def koordinator_gang_numbers(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find a total below the minimum, sizes and times that cannot be read, and unknown modes."""
    values = {
        key.removeprefix(_PREFIX): text(value).strip()
        for key, value in pod.annotations.items()
        if key.startswith(_PREFIX) and not is_placeholder(value)
    }
    wrongs: dict[str, str] = {}
    for key in ("min-available", "total-number"):
        if key in values and not values[key].isdecimal():
            wrongs[key] = f"{values[key] or 'an empty text'} is no number of pods"
    if "waiting-time" in values and not _DURATION.match(values["waiting-time"]):
        wrongs["waiting-time"] = f"{values['waiting-time']} is no time such as 10m"
    for key, words in _WORDS.items():
        if key in values and values[key] not in words:
            wrongs[key] = f"{values[key]} is none of {', '.join(words)}"
    least, total = values.get("min-available", ""), values.get("total-number", "")
    if least.isdecimal() and total.isdecimal() and int(total[:9]) < int(least[:9]):
        wrongs["total-number"] = f"{total} is below min-available {least}"
    for key, wrong in wrongs.items():
        place = pod.at_metadata("annotations", _PREFIX + key)
        yield problem(place, key=_PREFIX + key, wrong=wrong)
