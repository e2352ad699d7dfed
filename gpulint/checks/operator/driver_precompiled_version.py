"""Driver versions that do not fit the way the driver is packed."""

from collections.abc import Iterator

from gpulint.authoring import Charts, ChartValues, Context, Problem, check, drivers, problem, text


@check(each=ChartValues)
def driver_precompiled_version(
    values: ChartValues, context: Context, *, precompiled: bool
) -> Iterator[Problem]:
    """Compare usePrecompiled with driver.version: precompiled images carry the branch alone.

    precompiled: look at values that switch precompiled drivers on, else at those that do not.
    """
    if values.chart != "gpu-operator" or values.enabled("driver", "enabled") is False:
        return
    switched = values.enabled("driver", "usePrecompiled") is True
    parsed = drivers.parse_driver(values.get("driver", "version"))
    if switched != precompiled or parsed is None or parsed.is_branch != (not precompiled):
        return
    if precompiled and "nvcr.io" not in text(values.get("driver", "repository") or "nvcr.io"):
        return  # images of one's own have the tags that their owner gives them
    if (
        not precompiled
        and context.manifests.index(Charts).is_partial(values)
        and not values.has("driver", "usePrecompiled")
    ):
        return
    switch = values.at("driver", "usePrecompiled")
    yield problem(
        values.at("driver", "version"),
        related=[(switch, "precompiled drivers are switched on here")] if precompiled else (),
        version=values.get("driver", "version"),
        branch=parsed.branch,
    )
