"""How a container starts its ranks: launchers and their options, read from command and args."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpulint.catalog.resources import accelerator
from gpulint.core.location import Place
from gpulint.model.container import Container
from gpulint.model.pod import PodTemplate

# Launchers by the word that names them, without path and ending.
LAUNCHERS = {
    "torchrun": "torchrun",
    "torch.distributed.run": "torchrun",
    "torch.distributed.launch": "torchrun",
    "deepspeed": "deepspeed",
    "accelerate": "accelerate",
    "mpirun": "mpirun",
    "mpiexec": "mpirun",
    "horovodrun": "horovodrun",
}
_PART = re.compile(r"\S+")
_WORLD_VARIABLES = ("MASTER_ADDR", "WORLD_SIZE", "RANK", "JAX_COORDINATOR_ADDRESS")


class Word(NamedTuple):
    """One word of a command line and where it stands."""

    text: str
    place: Place


class Option(NamedTuple):
    """An option of a command line. number: None when its value is no plain whole number."""

    name: str
    value: str
    number: int | None
    place: Place


class Launch(NamedTuple):
    """A launcher with the words that follow it."""

    program: str
    place: Place
    words: tuple[Word, ...]

    def option(self, *names: str) -> Option | None:
        """The launcher's own option of one of these names: the first, for those of the script follow."""
        return next(_options(self.words, names), None)


def words(container: Container) -> tuple[Word, ...]:
    """The words of command and args; a text for a shell is taken apart at white space."""
    found: list[Word] = []
    for text, place in container.words:
        if " " not in text.strip() and "\n" not in text:
            found.append(Word(text.strip("\"'"), place))
            continue
        for part in _PART.finditer(text):
            if part[0] != "\\":
                within = (part[0], text.count(part[0], 0, part.start()))
                found.append(Word(part[0].strip("\"'"), place._replace(within=within)))
    return tuple(found)


def launch(container: Container) -> Launch | None:
    """The first launcher on a container's command line; its words end where the next command starts."""
    line = words(container)
    for index, word in enumerate(line):
        program = LAUNCHERS.get(word.text.rpartition("/")[2])
        if program is not None:
            return Launch(program, word.place, tuple(_until_next(line[index + 1 :])))
    return None


def _until_next(line: Sequence[Word]) -> Iterator[Word]:
    for word in line:
        if word.text in ("&&", "||", ";", "|"):
            return
        yield word
        if word.text.endswith(";"):
            return


def option(line: Sequence[Word], *names: str) -> Option | None:
    """The option of one of `names` (as written, with dashes), `--name=value` or `--name value`.

    `-` and `_` inside a name are the same. The last one wins, as parsers of arguments have it.
    """
    found = list(_options(line, names))
    return found[-1] if found else None


def _options(line: Sequence[Word], names: Sequence[str]) -> Iterator[Option]:
    wanted = {_same(name) for name in names}
    for index, word in enumerate(line):
        name, equals, value = word.text.partition("=")
        if not name.startswith("-") or _same(name) not in wanted:
            continue
        place = word.place
        if not equals:
            if index + 1 >= len(line):
                continue
            value, place = line[index + 1]
        value = value.strip("\"',;")
        number = int(value) if value.isascii() and value.isdigit() and len(value) < 7 else None
        yield Option(name, value, number, place)


def _same(name: str) -> str:
    dashes = len(name) - len(name.lstrip("-"))
    return name[:dashes] + name[dashes:].replace("_", "-")


def world_signal(pod: PodTemplate) -> tuple[str, Place] | None:
    """What shows that a pod is one rank of a distributed world: words for it, and the place."""
    for container in pod.containers:
        found = launch(container)
        if found is not None and _is_multi_node(found):
            return found.program, found.place
        for variable in container.env:
            if variable.name in _WORLD_VARIABLES or variable.name.startswith("PET_"):
                return variable.name, variable.place
    return None


def _is_multi_node(found: Launch) -> bool:
    if found.program in ("mpirun", "horovodrun"):
        return True
    nodes = found.option("--nnodes", "--num_machines", "--num_nodes")
    return nodes is not None and nodes.value not in ("1", "1:1")


def elastic_signal(pod: PodTemplate) -> bool:
    """Whether the launcher may run with fewer nodes than at most, such as `--nnodes=2:8`."""
    for container in pod.containers:
        found = launch(container)
        nodes = None if found is None else found.option("--nnodes")
        if nodes is not None and ":" in nodes.value:
            least, _, most = nodes.value.partition(":")
            return least != most
        if any(
            variable.name in ("PET_NNODES",) and ":" in str(variable.value)
            for variable in container.env
        ):
            return True
    return False


def gpus_of(container: Container) -> int | None:
    """GPUs that processes can be dealt out to, one each: whole cards or MIG instances.

    None when the container asks for none, for several kinds at once, or for devices that count in
    another way: shares, TPU chips, Neuron devices of several cores, Intel cards of several tiles.
    """
    found = container.resources.accelerators()
    if len(found) != 1:
        return None
    amount = next(iter(found.values()))
    fact = accelerator(amount.name)
    dealt = fact is not None and fact.kind in ("gpu", "mig") and fact.vendor in ("NVIDIA", "AMD")
    return amount.devices if dealt else None
