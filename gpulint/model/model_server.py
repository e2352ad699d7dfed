"""Programs that serve language models, told by image and command line."""

import posixpath

from gpulint.model.container import Container
from gpulint.model.resource import text

# What the image's name or a word of the command line must hold: each answers only once it has loaded.
_SERVERS = (
    ("vLLM", ("vllm",)),
    ("SGLang", ("sglang",)),
    ("Text Generation Inference", ("text-generation-inference", "text-generation-launcher")),
)
_OTHER_PROGRAMS = ("router", "gateway", "proxy", "bench", "client", "lmcache", "controller")


def model_server(container: Container) -> str:
    """The server that a container runs, such as `vLLM`; empty for any other program.

    Routers and benchmarks that carry a server's name are not taken for one.
    """
    image = text(container.value.get("image")).partition("@")[0]
    name = posixpath.basename(image).partition(":")[0]
    command = " ".join(word for word, _ in container.words)
    if any(each in f"{name} {container.name}" for each in _OTHER_PROGRAMS):
        return ""
    for server, marks in _SERVERS:
        if any(mark in image.lower() or mark in command for mark in marks):
            return server
    return ""
