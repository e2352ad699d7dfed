"""Job plugins that Volcano has."""

import difflib
from collections.abc import Iterator

from gpulint.authoring import Context, Problem, VolcanoJob, check, problem

# Source: pkg/controllers/job/plugins/factory.go
_PLUGINS = ("ssh", "env", "svc", "tensorflow", "mpi", "pytorch", "hcclrank", "ray")


@check(each=VolcanoJob)
def volcano_plugin_unknown(job: VolcanoJob, context: Context) -> Iterator[Problem]:
    """Compare the names under plugins with those that the controller knows."""
    for name in job.plugins:
        if name not in _PLUGINS:
            near = tuple(difflib.get_close_matches(name.lower(), _PLUGINS, 1))
            yield problem(
                job.at("plugins", name),
                part="key",
                plugin=name,
                known=", ".join(_PLUGINS),
                near=near,
            )
