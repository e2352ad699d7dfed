"""The first text of a new rule and of a new check."""


def rule_text(id: str, name: str, check: str) -> str:
    """YAML of a new rule, every key with its meaning; it loads, and its bad example fails."""
    return _RULE.replace("<id>", id).replace("<name>", name).replace("<check>", check)


def check_text(check: str) -> str:
    """Python of a new check that runs and finds nothing."""
    return _CHECK.replace("<check>", check)


_RULE = """\
# The number stays with its meaning for good: it is never changed and never used again.
id: <id>
# What is wrong, in kebab-case, equal to the name of the file. It must read well after "ignore".
name: <name>
# The function under gpulint/checks that looks. Rules may share one; then delete the new check.
check: <check>
# error: it is refused, never starts, or does not do what is written.
# warning: it is likely to fail or to waste GPUs. info: advice.
severity: error
# How sure static text alone can make you: high (no false alarm), medium or low.
confidence: medium
# What the run must offer: siblings (other objects of the input), facts (of the cluster), text.
needs: []
# One JSON Schema per keyword-only argument of the check, with a description and a default;
# with const instead of default, users cannot change it.
params: {}
# One line without a full stop. Each {field} is a fact that the check yields; {hint} becomes
# "; did you mean …?" when it yields `near`.
message: "TODO {value} cannot work, because …"
# What happens on the cluster, and whom it costs what.
why: TODO
# What to write instead, in one or two sentences.
fix: TODO
# A key `mend` lets `gpulint check --fix` write it where only one thing can be meant:
# mend: [{replace: "{value}", write: "{near}", alike: true}]; more keys: style, when.
# Where the vendor or Kubernetes says so, documentation or source; https only.
references:
  - title: TODO
    url: https://kubernetes.io/docs/
since: "0.1"
# preview: off, until a release has passed without a false alarm. stable: on. deprecated: on, and
# the key `successor` holds the id of the rule that follows.
status: preview
# Literals of which a document must hold one, where the words of the catalogue do not lead here.
tokens: []
# What showed that the rule tells the truth, and what it did with the bad example.
# by: kube-apiserver, kube-scheduler, kueue, volcano, documentation, source.
# outcome: rejected, pruned, pending, accepted, documented. More keys: text, detail, note, nodes,
# probe, stored, pods.
proof: {by: documentation, outcome: documented}
# They are tests and documentation at once; each kind at least once. A bad line ends in its mark.
# Where no comment can stand: `expect: [{line: 9}]`. More keys: name, file, files, facts, settings.
examples:
  - bad: |
      apiVersion: v1
      kind: Pod
      metadata:
        name: trainer
      spec:
        containers:
          - name: trainer
            image: registry.example/trainer:1.0
            resources:
              limits:
                nvidia.com/gpu: 1  # <- <id>
  - good: |
      apiVersion: v1
      kind: Pod
      metadata:
        name: trainer
      spec:
        containers:
          - name: trainer
            image: registry.example/trainer:1.0
            resources:
              limits:
                nvidia.com/gpu: 1
  # Good input that looks bad: the false alarm that you fear most.
  - near_miss: |
      apiVersion: v1
      kind: Pod
      metadata:
        name: trainer
      spec:
        containers:
          - name: trainer
            image: registry.example/trainer:1.0
            resources:
              limits:
                nvidia.com/gpu: 1
"""

_CHECK = '''\
"""TODO what is compared with what, in one line."""

from collections.abc import Iterator

from gpulint.authoring import Context, PodTemplate, Problem, check


@check(each=PodTemplate)
def <check>(pod: PodTemplate, context: Context) -> Iterator[Problem]:
    """TODO what is compared with what; name the source of each fact.

    Silent where a value is unknown: the unknown is never wrong.
    """
    # for example: yield problem(container.at("resources", "limits", name), part="key", value=name)
    # @check(each=…, words=("nvidia.com/mig-",)) when nothing can be found without such a text
    yield from ()
'''
