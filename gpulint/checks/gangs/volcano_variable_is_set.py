"""Variables and files that Volcano gives to pods by plugins of the Job."""

import re
from collections.abc import Iterator

from gpulint.authoring import (
    Container,
    Context,
    Place,
    PodTemplate,
    Problem,
    VolcanoJob,
    check,
    problem,
    text,
    words,
)

_READ = re.compile(
    rf"\$\(?\{{?({VolcanoJob.INDEX_VARIABLE}|{VolcanoJob.HOSTS_VARIABLE})\b(?!:?[-=+?])", re.ASCII
)
_FILE = re.compile(r"/etc/volcano/([\w-]+)\.host\b", re.ASCII)
_BRING_SVC = ("svc", "tensorflow", "mpi", "pytorch", "ray")


@check(each=PodTemplate, words=("VC_", "VK_TASK_INDEX", "/etc/volcano/"))
def volcano_variable_is_set(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find reads of an index without the plugin env, and of hosts without svc or of no task.

    Silent where a pod sets the variable by
    itself, has a default for it, or mounts something at /etc/volcano.
    """
    job = next(VolcanoJob.from_resource(pod.resource), None)
    if job is None or pod.resource.fragment:
        return
    for container in pod.all_containers:
        if "envFrom" in container.value:
            continue
        known = {variable.name for variable in container.env}
        for name, task, place in _reads(container):
            fault = "" if name in known or _sets(container, name) else _fault(job, name, task)
            if fault:
                yield problem(place, name=name, fault=fault)
            known.add(name)


def _reads(container: Container) -> Iterator[tuple[str, str, Place]]:
    """Each name that is read, its task (empty for an index), and where."""
    mounted = any(text(each.get("mountPath")) == "/etc/volcano" for each in container.mounts)
    for word in words(container):
        for match in _READ.finditer(word.text):
            yield match[1], match[2] or "", word.place
        for match in _FILE.finditer(word.text) if not mounted else ():
            yield match[0], match[1], word.place


def _sets(container: Container, name: str) -> bool:
    return any(
        re.search(rf"\b{re.escape(name)}=|> *{re.escape(name)}", word)
        for word, _ in container.words
    )


def _fault(job: VolcanoJob, name: str, task: str) -> str:
    if not task:
        return "" if "env" in job.plugins else "the Job has no plugin env; add env: [] to plugins"
    if not any(each in job.plugins for each in _BRING_SVC):
        return "the Job has no plugin svc; add svc: [] to plugins"
    if any("inject-hosts-env" in text(each) for each in _arguments(job)):
        return ""
    is_file = name.startswith("/")
    names = [each.name.replace("-", "_") for each in job.tasks]
    names = names if is_file else [each.upper() for each in names]
    if task in names or not all(names):
        return ""
    pattern = "/etc/volcano/{}.host" if is_file else name.replace(f"_{task}_", "_{}_", 1)
    known = ", ".join(pattern.format(each) for each in names)
    return f"there is no task of that name; the Job's tasks give {known}"


def _arguments(job: VolcanoJob) -> list[object]:
    value = job.plugins.get("svc")
    return value if isinstance(value, list) else []
