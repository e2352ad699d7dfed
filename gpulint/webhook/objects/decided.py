"""Rules over one object of the core kinds whose fault CEL can tell, each as one expression.

The lists are those of the catalogue, as the rules read them. tests/controlplane holds every
expression against the webhook over the examples of all rules. Expressions read `variables.specs`,
the pod spec of the object or nothing, `variables.containers`, its init and app containers, and
`variables.known`, the form of an accelerator's name.
"""

from collections.abc import Iterable
from typing import NamedTuple

from gpulint.catalog import labels, mig
from gpulint.catalog.resources import known_names, known_patterns
from gpulint.core.rule import Rule
from gpulint.model.visibility import CUDA_VISIBLE, DRIVER_CAPABILITIES, HIDING, VISIBLE
from gpulint.model.volume import SHM_NAME
from gpulint.rulebook.load import rule as rule_of
from gpulint.webhook.objects.matching import literal, portable

_SIDES = ("limits", "requests")
_REQUIRED = "s.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "s.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution"
_ATTRIBUTE = "([.](me|me[.]all|gfx)|-me)?"
_SLICE = f"[1-8]g[.][0-9]{{1,9}}gb{_ATTRIBUTE}"
_IS_KNOWN = "k.matches(variables.known)"
_OF_MEMORY = "has(v.emptyDir) && has(v.emptyDir.medium) && v.emptyDir.medium == 'Memory'"


class Decided(NamedTuple):
    """A rule and the CEL that is true for an object with its fault."""

    rule: Rule
    fault: str


def decided() -> tuple[Decided, ...]:
    """The exported rules, by id."""
    faults = _of_devices() | _of_selection() | _of_shared_memory() | _of_environment()
    return tuple(Decided(rule_of(id), fault) for id, fault in sorted(faults.items()))


def known() -> str:
    """CEL: the form of the resource names that are accelerators'."""
    forms = [portable(each) for each in known_patterns()]
    return f"'^({'|'.join((*map(literal, known_names()), *forms))})$'"


def _of_devices() -> dict[str, str]:
    like = "k.lowerAscii().matches('^[^/]+/mig(-|[._]?[0-9])')"
    foreign = "k.startsWith('requests.') || k.startsWith('limits.')"
    legal = _is_slice(f"([1-8]c[.])?{_SLICE}")
    offered = _is_slice(_any_of(_memory(each) for each in mig.known_profiles()))
    shown = _is_slice(_any_of(_memory(each) for each in mig.superseded_profiles()))
    unheard = f"{_is_slice(_SLICE)} && !{_is_slice(f'[1-8]g[.]0+gb{_ATTRIBUTE}')} && !{offered}"
    whole = "k in ['nvidia.com/gpu', 'nvidia.com/gpu.shared']"
    other = f"({_names()}).exists(o, o != k && {legal.replace('k.', 'o.')})"
    return {
        "GPU110": _of_names("k == 'alpha.kubernetes.io/nvidia-gpu'"),
        "GPU201": _of_names(f"{like} && !({foreign}) && !{legal}"),
        "GPU204": _of_names(f"{unheard} && !{shown}"),
        "GPU205": _of_names(f"{unheard} && {shown}"),
        "GPU206": _of_names(_is_slice(f"[1-8]c[.]{_SLICE}")),
        "GPU210": _any_container(
            f"({_names()}).exists(k, {legal})", f"({_names()}).exists(k, {whole})"
        ),
        "GPU211": _any_container(f"({_names()}).exists(k, {legal} && {other})"),
    }


def _of_selection() -> dict[str, str]:
    unwritten = [each for each in labels.known_labels() if _fact(each).never_written]
    texts = [literal(each) for each in labels.known_labels() if _fact(each).never_number]
    texts += [portable(each) for each in labels.forms_without_number()]
    compared = f"e.operator in ['Gt', 'Lt'] && e.key.matches('^({'|'.join(texts)})$')"
    demanded = f"!(e.operator in ['NotIn', 'DoesNotExist']) && e.key in {unwritten}"
    empty = " && ".join(
        f"(!has(t.{each}) || size(t.{each}) == 0)" for each in ("matchExpressions", "matchFields")
    )
    no_integer = "has(e.values) && e.values.exists(v, !v.matches('^[+-]?[0-9]+$'))"
    return {
        "GPU304": _any_spec(_any_required(f"e.operator in ['Gt', 'Lt'] && {no_integer}")),
        "GPU306": _any_spec(
            f"has(s.nodeSelector) && s.nodeSelector.exists(k, k in {unwritten}) || "
            f"{_any_required(demanded)}"
        ),
        "GPU311": _any_spec(
            f"{_present(_REQUIRED)} && size({_REQUIRED}.nodeSelectorTerms) > 0 && "
            f"{_REQUIRED}.nodeSelectorTerms.all(t, {empty})"
        ),
        "GPU322": _any_spec(
            f"{_any_required(compared)} || {_present(_PREFERRED)} && {_PREFERRED}.exists(p, "
            f"has(p.preference.matchExpressions) && "
            f"p.preference.matchExpressions.exists(e, {compared}))"
        ),
    }


def _of_shared_memory() -> dict[str, str]:
    asks = _any_container(f"({_names()}).exists(k, {_IS_KNOWN})")
    size = "quantity(string(v.emptyDir.sizeLimit))"
    limited = "has(c.resources) && has(c.resources.limits) && 'memory' in c.resources.limits"
    too_small = f"quantity(string(c.resources.limits['memory'])).isLessThan({size})"
    unmounted = f"!({_several()}) || !({_mounts('m.name == v.name')})"
    at_shm = "m.mountPath in ['/dev/shm', '/dev/shm/']"
    return {
        "GPU902": f"{asks} && "
        + _any_volume(
            f"!has(s.resources) && {_OF_MEMORY} && has(v.emptyDir.sizeLimit) && "
            f"variables.containers.exists(c, {_mounts('m.name == v.name')}) && "
            f"variables.containers.all(c, !({_mounts('m.name == v.name')}) || "
            f"{limited} && {too_small})"
        ),
        "GPU903": f"{asks} && "
        + _any_volume(
            "has(v.emptyDir) && has(v.emptyDir.medium) && "
            "!v.emptyDir.medium.matches('^(|Memory|HugePages.*)$')"
        ),
        "GPU923": _any_volume(
            "has(v.emptyDir) && (!has(v.emptyDir.medium) || v.emptyDir.medium == '') && "
            f"variables.containers.exists(c, ({_names()}).exists(k, {_IS_KNOWN}) && "
            f"{_mounts(f'm.name == v.name && {at_shm}')})"
        ),
        "GPU924": _any_volume(
            f"!(has(s.hostIPC) && s.hostIPC) && {_OF_MEMORY} && "
            f"v.name.matches('{SHM_NAME}') && s.containers.exists(c, {_several()}) && "
            f"s.containers.all(c, {unmounted}) && !s.containers.exists(c, {_mounts(at_shm)})"
        ),
    }


def _of_environment() -> dict[str, str]:
    nvidia = f"({_names()}).exists(k, k.startsWith('nvidia.com/') && {_IS_KNOWN})"
    hidden = " || ".join(
        f"{_last_value(name)}.exists(t, t in {[*HIDING[name]]})" for name in (VISIBLE, CUDA_VISIBLE)
    )
    # a word with other signs may be text that a later step replaces
    wrong = f"w.matches('^[A-Za-z][a-z0-9]*$') && !(w in {[*DRIVER_CAPABILITIES]})"
    capabilities = _last_value("NVIDIA_DRIVER_CAPABILITIES")
    return {
        "GPU910": _any_container(nvidia, hidden),
        "GPU920": _any_container(
            f"{capabilities}.exists(t, !t.contains('$') && t.split(',').exists(w, {wrong}))"
        ),
    }


def _fact(key: str) -> labels.LabelFact:
    fact = labels.label(key)
    assert fact is not None  # the key is one of the catalogue's
    return fact


def _names() -> str:
    """CEL: the resource names that a container `c` states with an amount."""
    return " + ".join(
        f"(has(c.resources) && has(c.resources.{side}) ? "
        f"c.resources.{side}.map(k, string(c.resources.{side}[k]) != '0', k) : [])"
        for side in _SIDES
    )


def _several() -> str:
    """CEL: whether a container `c` asks for more than one accelerator of a name."""
    return " || ".join(
        f"has(c.resources) && has(c.resources.{side}) && c.resources.{side}.exists(k, {_IS_KNOWN} "
        f"&& quantity(string(c.resources.{side}[k])).isGreaterThan(quantity('1')))"
        for side in _SIDES
    )


def _is_slice(form: str) -> str:
    """CEL: whether a resource name `k` is a MIG slice, maybe shared, of a profile of this form."""
    return f"k.matches('^nvidia[.]com/mig-({form})([.]shared)?$')"


def _memory(profile: str) -> str:
    """The form of a profile in a resource name; its memory may be written with zeros before it."""
    slices, _, rest = mig.resource_name(profile).removeprefix(mig.PREFIX).partition(".")
    return f"{slices}[.]0*{literal(rest)}"


def _any_of(forms: Iterable[str]) -> str:
    return "|".join(forms)


def _of_names(condition: str) -> str:
    """CEL: whether a container states a resource name `k` for which the condition holds."""
    return _any_container(f"({_names()}).exists(k, {condition})")


def _any_container(*conditions: str) -> str:
    """CEL: whether all the conditions hold for one container `c`."""
    return f"variables.containers.exists(c, {' && '.join(f'({each})' for each in conditions)})"


def _any_spec(condition: str) -> str:
    return f"variables.specs.exists(s, {condition})"


def _any_volume(condition: str) -> str:
    """CEL: whether the condition holds for a volume `v` of the pod spec `s`."""
    return _any_spec(f"has(s.volumes) && s.volumes.exists(v, {condition})")


def _any_required(condition: str) -> str:
    """CEL: whether the condition holds for an expression `e` of the required node affinity of `s`."""
    return (
        f"{_present(_REQUIRED)} && {_REQUIRED}.nodeSelectorTerms.exists(t, "
        f"has(t.matchExpressions) && t.matchExpressions.exists(e, {condition}))"
    )


def _present(path: str) -> str:
    """CEL: whether each step of a path below `s` is there."""
    steps = path.split(".")
    return " && ".join(f"has({'.'.join(steps[:end])})" for end in range(2, len(steps) + 1))


def _mounts(condition: str) -> str:
    """CEL: whether the condition holds for a volumeMount `m` of a container `c`."""
    return f"has(c.volumeMounts) && c.volumeMounts.exists(m, {condition})"


def _last_value(name: str) -> str:
    """CEL: a list with the text of a variable of a container `c`; empty where it is not written out.

    The last entry of a name counts. The API server leaves out a value that is empty.
    """
    entries = f"(has(c.env) ? c.env.filter(e, e.name == '{name}') : [])"
    return (
        f"{entries}.filter(e, !has(e.valueFrom) && e == {entries}[size({entries}) - 1])"
        ".map(e, has(e.value) ? e.value : '')"
    )
