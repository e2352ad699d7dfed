"""The one report that has all, over which every reporter has its golden file."""

import pytest

from gpulint.core.finding import Finding, RelatedPlace, ResourceName, Suppressed
from gpulint.core.fix import Edit, Fix
from gpulint.core.location import Origin, Span
from gpulint.core.pointer import Pointer
from gpulint.core.report import Failure, Input, Report, RuleText, Skipped
from gpulint.core.severity import Confidence, Severity

PROFILE_LINE = "              nvidia.com/mig-1g.10gb: 1"
EMOJI_LINE = '    note: "🚀🚀 größer", gpus: "２ | 4"'
LIMITS = Pointer(("spec", "containers", 0, "resources", "limits"))


def _profile() -> Finding:
    """An error with a related place and a fix."""
    return Finding(
        id="GPU203",
        name="mig-profile-not-on-product",
        severity=Severity.ERROR,
        confidence=Confidence.HIGH,
        message="nvidia.com/mig-1g.10gb does not exist on A100-SXM4-40GB, which has 1g.5gb",
        file="jobs/with space/train.yaml",
        span=Span(12, 15, 12, 37),
        pointer=LIMITS.child("nvidia.com/mig-1g.10gb"),
        resource=ResourceName("v1", "Pod", "ml", "trainer"),
        facts={"resource": "nvidia.com/mig-1g.10gb", "offers": ("1g.5gb", "2g.10gb")},
        related=(
            RelatedPlace(
                "jobs/with space/train.yaml", Span(7, 7, 7, 29), "the product is chosen here"
            ),
        ),
        fix=Fix("write 2g.10gb", (Edit(Span(12, 15, 12, 37), "nvidia.com/mig-2g.10gb"),)),
        fingerprint="4e0c9d6f",
        excerpt=PROFILE_LINE,
    )


def _emoji() -> Finding:
    """A warning behind wide characters, rendered from a template."""
    return Finding(
        id="GPU104",
        name="gpu-count-not-whole",
        severity=Severity.WARNING,
        confidence=Confidence.MEDIUM,
        message="“２ | 4” is no whole number of GPUs\n::error::not a command, <b>nor markup</b>",
        file="chärt/rendered: 100%.yaml",
        span=Span(4, 30, 4, 37),
        pointer=Pointer(("metadata", "annotations", "gpus")),
        resource=ResourceName("batch/v1", "Job", "", "größer"),
        facts={"value": "２ | 4"},
        fingerprint="77aa01bc",
        origin=Origin("templates/job.yaml", 9, "chärt"),
        excerpt=EMOJI_LINE,
    )


def _unplaced() -> Finding:
    """An error of the input, from stdin, whose place is not known."""
    return Finding(
        id="GPU001",
        name="yaml-syntax",
        severity=Severity.ERROR,
        confidence=Confidence.HIGH,
        message="this is no YAML: \x1b[31mcontrol\x07 \u202ecodes",
        file="<stdin>",
        span=Span(1, 1, 1, 1),
        pointer=Pointer(),
        resource=None,
        fingerprint="00000001",
    )


def _suppressed() -> Finding:
    """A warning that a comment silences, over several lines."""
    return Finding(
        id="GPU301",
        name="gpu-pod-without-toleration",
        severity=Severity.WARNING,
        confidence=Confidence.MEDIUM,
        message="no toleration for nvidia.com/gpu",
        file="jobs/quiet.yaml",
        span=Span(3, 3, 9, 20),
        pointer=Pointer(("spec",)),
        resource=ResourceName("v1", "Pod", "ml", "quiet"),
        fingerprint="5ca1ab1e",
        suppressed=Suppressed("comment", "nodes carry no taint here", "jobs/quiet.yaml", 2),
        excerpt="  containers:",
    )


def _rules() -> dict[str, RuleText]:
    """Words of three rules; the fourth has none on purpose."""
    return {
        "GPU001": RuleText(
            "GPU001",
            "yaml-syntax",
            "input",
            "error",
            "Nothing in it can be judged.",
            "Mend the YAML.",
        ),
        "GPU104": RuleText(
            "GPU104",
            "gpu-count-not-whole",
            "resources",
            "warning",
            "GPUs are counted whole:\nthe API server refuses\nfractions.",
            "Write a whole number.",
            "https://kubernetes.io/docs/tasks/manage-gpus/scheduling-gpus/",
        ),
        "GPU203": RuleText(
            "GPU203",
            "mig-profile-not-on-product",
            "sharing",
            "error",
            "No node will ever offer the resource, so the pod stays pending.",
            "Ask for a profile that the product has.",
            "https://docs.nvidia.com/datacenter/tesla/mig-user-guide/",
        ),
    }


@pytest.fixture
def full_report() -> Report:
    """No span, suppressed, failure, skipped rule, related, origin, emoji, stdin, fix: all of it."""
    return Report(
        version="0.1.0",
        findings=(_unplaced(), _emoji(), _suppressed(), _profile()),
        failures=(Failure("GPU402", "Job ml/gang", "jobs/gang.yaml", "KeyError: 'minAvailable'"),),
        skipped=(
            Skipped("GPU305", "no facts about nodes"),
            Skipped("GPU601", "no facts about priority classes"),
        ),
        inputs=(
            Input("<stdin>", "linted", 1),
            Input("chärt/rendered: 100%.yaml", "linted", 2),
            Input("jobs/gang.yaml", "linted", 1),
            Input("jobs/quiet.yaml", "linted", 1),
            Input("jobs/with space/train.yaml", "linted", 1),
            Input("notes.yaml", "skipped"),
            Input("secret.yaml", "unreadable", 0, "permission denied"),
        ),
        counts={
            "error": 2,
            "warning": 1,
            "info": 0,
            "suppressed": 1,
            "unchecked": 3,
            "documents": 6,
        },
        rules=_rules(),
    )


@pytest.fixture
def empty_report() -> Report:
    """A clean run over one file."""
    return Report("0.1.0", (), inputs=(Input("a.yaml", "linted", 1),), counts={"documents": 1})
