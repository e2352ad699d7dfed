"""A device plugin that gets its configuration as environment variables."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check, plugin_configs, problem, sharing


@check(each=PodTemplate, words=("configMapRef",))
def plugin_config_as_environment(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """Find plugins whose `envFrom` names a ConfigMap that holds configuration files.

    The ConfigMap must be known: one that holds plain variables, such as MIG_STRATEGY, is right.
    """
    for container in sharing.plugins(pod):
        for name, place in sharing.config_from_environment(container):
            namespace = pod.resource.namespace
            found = context.cluster.named("", "ConfigMap", name, namespace)
            files = () if found is None else tuple(plugin_configs.PluginConfig.from_resource(found))
            if files and not sharing.reads_a_file(container):
                entry = files[0].text.entry
                yield problem(
                    place,
                    related=[(files[0].text.base._replace(part="key"), "the file stands here")],
                    name=name,
                    entry=entry,
                )
