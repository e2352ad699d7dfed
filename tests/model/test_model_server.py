"""Programs that serve language models."""

from collections.abc import Callable

import pytest

from gpulint.model.manifests import Manifests
from gpulint.model.model_server import model_server
from gpulint.model.pod import PodTemplate


@pytest.mark.parametrize(
    ("container", "expected"),
    [
        ("name: a, image: x/vllm-openai:v1", "vLLM"),
        ("name: a, image: x/base, command: [python3, -m, sglang.launch_server]", "SGLang"),
        ("name: a, image: x/text-generation-inference:3", "Text Generation Inference"),
        ("name: a, image: x/vllm-router:v1", ""),
        ("name: bench, image: x/vllm-openai:v1", ""),
        ("name: a, image: x/web:1", ""),
        ("name: a", ""),
    ],
)
def test_servers_are_told_by_image_and_command(
    manifests: Callable[..., Manifests], container: str, expected: str
) -> None:
    """Only what loads a model before it answers may be judged by that."""
    text = f"{{apiVersion: v1, kind: Pod, spec: {{containers: [{{{container}}}]}}}}"
    actual = model_server(manifests(text).of(PodTemplate)[0].containers[0])
    assert expected == actual
