"""The words that gpulint lists for a field are those that the API server takes."""

import json
from collections.abc import Mapping

import pytest
from plane.answer import Answer
from plane.manifest import read_manifests
from plane.stage import Stage, Theatre

from gpulint.validation.choices import CHOICES

WORD = "WORD"
LABELS = {"app": "a"}
CONTAINER = {"name": "c", "image": "registry.example.com/demo/c:1"}


def _container(**more: object) -> dict:
    return _pod(containers=[{**CONTAINER, **more}])


def _pod(**more: object) -> dict:
    return {"kind": "Pod", "spec": {"containers": [CONTAINER], **more}}


def _job(**more: object) -> dict:
    pod = {"spec": {"restartPolicy": "Never", "containers": [CONTAINER]}}
    spec = {"template": pod, "completions": 2, **more}
    return {"apiVersion": "batch/v1", "kind": "Job", "spec": spec}


def _failure(**rule: object) -> dict:
    return _job(
        podFailurePolicy={"rules": [rule]}, backoffLimitPerIndex=1, completionMode="Indexed"
    )


def _cron(word: str) -> dict:
    spec = {"schedule": "0 1 * * *", "concurrencyPolicy": word}
    spec["jobTemplate"] = {"spec": _job()["spec"]}
    return {"apiVersion": "batch/v1", "kind": "CronJob", "spec": spec}


def _set(**more: object) -> dict:
    pod = {"metadata": {"labels": LABELS}, "spec": {"containers": [CONTAINER]}}
    spec = {"selector": {"matchLabels": LABELS}, "serviceName": "a", "template": pod, **more}
    return {"apiVersion": "apps/v1", "kind": "StatefulSet", "spec": spec}


def _claim(**more: object) -> dict:
    spec = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}, **more}
    return {"kind": "PersistentVolumeClaim", "spec": spec}


def _scaler(**more: object) -> dict:
    target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "a"}
    spec = {"scaleTargetRef": target, "maxReplicas": 2, **more}
    return {"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "spec": spec}


def _metric(word: str) -> dict:
    target = {"type": "Utilization", "averageUtilization": 50}
    metric = {"type": "Resource", "resource": {"name": "cpu", "target": target}}
    if word in CHOICES["MetricTarget"]["type"] or word == f"target{WORD}":
        target["type"] = word.removeprefix("target")
    else:
        metric["type"] = word
    return _scaler(metrics=[metric])


def _behaviour(**rules: object) -> dict:
    policies = [{"type": "Pods", "value": 1, "periodSeconds": 60}]
    return _scaler(behavior={"scaleUp": {"policies": policies, **rules}})


def _service(port: Mapping[str, object] = {}, **more: object) -> dict:
    return {
        "kind": "Service",
        "spec": {"selector": LABELS, "ports": [{"port": 80, **port}], **more},
    }


def _spread(**more: object) -> dict:
    spread = {"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule"}
    selector = {"matchLabels": LABELS}
    return _pod(topologySpreadConstraints=[{**spread, "labelSelector": selector, **more}])


def _selected(word: str) -> dict:
    row = {"key": "a", "operator": word}
    return _spread(labelSelector={"matchExpressions": [row]})


def _with(word: str, kind: str, field: str) -> dict:
    """An object whose only fault may be the word in that field."""
    made = {
        "AppArmorProfile": lambda: _container(securityContext={"appArmorProfile": {field: word}}),
        "Container": lambda: _container(**{field: word}),
        "ContainerPort": lambda: _container(ports=[{"containerPort": 80, field: word}]),
        "CronJobSpec": lambda: _cron(word),
        "HPAScalingPolicy": lambda: _behaviour(
            policies=[{field: word, "value": 1, "periodSeconds": 60}]
        ),
        "HPAScalingRules": lambda: _behaviour(**{field: word}),
        "HTTPGetAction": lambda: _container(livenessProbe={"httpGet": {"port": 80, field: word}}),
        "HostPathVolumeSource": lambda: _pod(
            volumes=[{"name": "v", "hostPath": {"path": "/v", field: word}}]
        ),
        "JobSpec": lambda: _job(**{field: word}),
        "LabelSelectorRequirement": lambda: _selected(word),
        "MetricSpec": lambda: _metric(word),
        "MetricTarget": lambda: _metric(f"target{WORD}" if word == WORD else word),
        "PersistentVolumeClaimSpec": lambda: _claim(
            **{field: [word] if field == "accessModes" else word}
        ),
        "PodFailurePolicyOnExitCodesRequirement": lambda: _failure(
            action="FailJob", onExitCodes={field: word, "values": [3]}
        ),
        "PodFailurePolicyRule": lambda: _failure(
            action=word, onExitCodes={"operator": "In", "values": [3]}
        ),
        "PodSecurityContext": lambda: _pod(securityContext={field: word}),
        "PodSpec": lambda: _pod(**{field: word}),
        "SeccompProfile": lambda: _container(securityContext={"seccompProfile": {field: word}}),
        "ServicePort": lambda: _service({field: word}),
        "ServiceSpec": lambda: _service(**{field: word}),
        "StatefulSetPersistentVolumeClaimRetentionPolicy": lambda: _set(
            persistentVolumeClaimRetentionPolicy={field: word}
        ),
        "StatefulSetSpec": lambda: _set(**{field: word}),
        "TopologySpreadConstraint": lambda: _spread(**{field: word}),
        "VolumeMount": lambda: {
            "kind": "Pod",
            "spec": {
                "volumes": [{"name": "v", "emptyDir": {}}],
                "containers": [
                    {**CONTAINER, "volumeMounts": [{"name": "v", "mountPath": "/v", field: word}]}
                ],
            },
        },
    }
    return made[kind]()


def _sent(value: dict, stage: Stage) -> Answer:
    whole = {"apiVersion": "v1", "metadata": {"name": "a"}, **value}
    (manifest,) = read_manifests({"a.json": json.dumps(whole).encode()})
    return stage.send(manifest)


@pytest.mark.controlplane
@pytest.mark.parametrize(
    ("kind", "field"), [(kind, field) for kind, fields in CHOICES.items() for field in fields]
)
def test_only_listed_words_are_taken(kind: str, field: str, theatre: Theatre) -> None:
    """A word too few in the list would be a false alarm."""
    with theatre.stage() as stage:
        refused = _sent(_with(WORD, kind, field), stage)
        answers = {word: _sent(_with(word, kind, field), stage) for word in CHOICES[kind][field]}
    unlisted = [word for word, each in answers.items() if f'value: "{word}"' in each.message]
    assert (refused.accepted, unlisted) == (False, []), refused.message
    assert [field, WORD] == [word for word in (field, WORD) if word in refused.message]
