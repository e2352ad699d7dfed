"""A baseline silences what it holds and nothing else, and says which entries are worth nothing."""

from collections.abc import Callable
from pathlib import Path

import pytest

from gpulint.config.settings import Settings
from gpulint.core.report import Input, Report
from gpulint.engine import ObjectLinter, lint
from gpulint.engine.baseline import file_of_entry, known, needless
from gpulint.engine.baseline_file import Baseline, Entry, baseline_text, read_baseline
from gpulint.engine.baseline_record import marked, recorded
from gpulint.engine.unused import Hearing
from gpulint.model.manifests import Manifests
from gpulint.source.reader import ReadOptions, read

TODAY = "2026-05-05"
Look = Callable[..., Report]
Write = Callable[..., Baseline]


@pytest.fixture
def look(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Look:
    """Lint paths in an empty folder: `look("a.yaml", baseline="known.yaml")`."""
    monkeypatch.chdir(tmp_path)
    return lambda *paths, **settings: lint(paths or (".",), Settings(today=TODAY, **settings))


@pytest.fixture
def write(look: Look) -> Write:
    """Record what is found below paths into known.yaml, or another file."""

    def record(*paths: str, file: str = "known.yaml", **settings: object) -> Baseline:
        old = read_baseline(file) if Path(file).exists() else Baseline(file)
        new = recorded(look(*paths, **settings), old, Settings(today=TODAY)).baseline
        Path(file).write_text(baseline_text(new))
        return read_baseline(file)

    return record


def _spots(report: Report) -> list[tuple[str, str, int]]:
    return [(f.file, f.id, f.span.line) for f in report.active]


def test_what_was_recorded_is_silenced_and_says_by_which_line(
    look: Look, write: Write, pod: str
) -> None:
    """Who wonders why a fault passes must be led to the entry."""
    Path("a.yaml").write_text(pod)
    write("a.yaml")
    expected = [("baseline", "", "known.yaml", 4), ("baseline", "", "known.yaml", 5)]
    actual = [f.suppressed for f in look("a.yaml", baseline="known.yaml").findings]
    assert expected == actual


def test_a_new_finding_is_told_beside_the_known_ones(look: Look, write: Write, pod: str) -> None:
    """That is the whole use of a baseline."""
    Path("a.yaml").write_text(pod.replace("0.5", "1"))
    write("a.yaml")
    Path("a.yaml").write_text(pod)
    expected = [("a.yaml", "GPU103", 13)]
    actual = _spots(look("a.yaml", baseline="known.yaml"))
    assert expected == actual


def test_moved_lines_and_other_words_change_nothing(look: Look, write: Write, pod: str) -> None:
    """A baseline that breaks with an edit above a finding is deleted within a week."""
    Path("a.yaml").write_text(pod)
    write("a.yaml")
    Path("a.yaml").write_text("# a heading\n\n" + pod.replace("gpu: 2", "gpu: 4"))
    expected: list[tuple[str, str, int]] = []
    actual = _spots(look("a.yaml", baseline="known.yaml"))
    assert expected == actual


def test_a_renamed_file_takes_its_entries_along(look: Look, write: Write, pod: str) -> None:
    """Else a tidy-up would bring every old finding back."""
    Path("a.yaml").write_text(pod)
    write("a.yaml")
    Path("a.yaml").rename("b.yaml")
    report = look(baseline="known.yaml")
    expected: tuple[list[tuple[str, str, int]], tuple[str, ...]] = ([], ())
    actual = (_spots(report), report.notices)
    assert expected == actual


def test_a_copy_of_a_known_fault_is_new(look: Look, write: Write, pod: str) -> None:
    """The same object in a second overlay has the same fingerprint, and is one fault more."""
    Path("a.yaml").write_text(pod)
    write("a.yaml")
    Path("b.yaml").write_text(pod)
    expected = [("b.yaml", "GPU101", 11), ("b.yaml", "GPU103", 13)]
    actual = _spots(look(baseline="known.yaml"))
    assert expected == actual


def test_an_entry_silences_one_finding(look: Look, write: Write, pod: str) -> None:
    """Two objects of one name in one file have one fingerprint too."""
    Path("a.yaml").write_text(pod)
    write("a.yaml", select=("GPU103",))
    Path("a.yaml").write_text(f"{pod}---\n{pod}")
    expected = [("a.yaml", "GPU103", 27)]
    actual = _spots(look("a.yaml", baseline="known.yaml", select=("GPU103",)))
    assert expected == actual


def test_files_are_named_from_the_folder_of_the_baseline(
    look: Look, write: Write, pod: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hook starts in the root of a repository, a person often below it."""
    Path("jobs").mkdir()
    Path("jobs/a.yaml").write_text(pod)
    written = [entry.file for entry in write("jobs/a.yaml").entries]
    monkeypatch.chdir("jobs")
    expected: list[object] = ["jobs/a.yaml", "jobs/a.yaml"]
    actual = written + _spots(look("./a.yaml", baseline="../known.yaml"))
    assert expected == actual


def test_a_baseline_inside_the_linted_folder_is_no_input_that_is_wrong(
    look: Look, write: Write, pod: str
) -> None:
    """It names GPUs all over and lies where people keep such files."""
    Path("a.yaml").write_text(pod)
    write()
    expected = write()
    actual = write()
    assert expected == actual


def test_an_expired_entry_silences_nothing_and_is_told(look: Look, write: Write, pod: str) -> None:
    """A promise that has passed must come up again."""
    Path("a.yaml").write_text(pod)
    text = baseline_text(write("a.yaml", select=("GPU103",)))
    Path("known.yaml").write_text(text.replace('"}', '", until: 2026-05-04}'))
    report = look("a.yaml", baseline="known.yaml", select=("GPU103",))
    told = (
        "known.yaml:4: the entry for GPU103 in a.yaml expired on 2026-05-04; "
        "mend the finding or renew the date"
    )
    expected = ([("a.yaml", "GPU103", 13)], (told,))
    actual = (_spots(report), report.notices)
    assert expected == actual


def test_an_entry_holds_until_its_last_day_with_its_reason(
    look: Look, write: Write, pod: str
) -> None:
    """The day that is written is one on which it may be there."""
    Path("a.yaml").write_text(pod)
    text = baseline_text(write("a.yaml", select=("GPU103",)))
    Path("known.yaml").write_text(text.replace('"}', f'", reason: moving, until: {TODAY}}}'))
    report = look("a.yaml", baseline="known.yaml", select=("GPU103",))
    expected = [("baseline", "moving", "known.yaml", 4)]
    actual = [f.suppressed for f in report.findings]
    assert expected == actual


UNUSED = "{}: GPU103 in a.yaml is found no more; remove the entry, or write the baseline again"


def test_an_entry_whose_finding_was_mended_is_told(look: Look, write: Write, pod: str) -> None:
    """It would silence the fault when somebody makes it again."""
    Path("a.yaml").write_text(pod)
    write("a.yaml")
    Path("a.yaml").write_text(pod.replace("0.5", "1"))
    expected = (UNUSED.format("known.yaml:5"),)
    actual = look("a.yaml", baseline="known.yaml").notices
    assert expected == actual


def test_entries_of_a_file_that_is_gone_or_free_of_gpus_are_told(
    look: Look, write: Write, pod: str
) -> None:
    """Nothing of either passes the prefilter, so nothing would speak of them."""
    Path("a.yaml").write_text(pod)
    write("a.yaml", select=("GPU103",))
    Path("b.yaml").write_text("kind: ConfigMap\n")
    settings = {"baseline": "known.yaml", "select": ("GPU103",)}
    Path("a.yaml").write_text("kind: ConfigMap\n")
    without_gpus = look("a.yaml", **settings).notices
    Path("a.yaml").unlink()
    expected = [(UNUSED.format("known.yaml:4"),)] * 2
    actual = [without_gpus, look("b.yaml", **settings).notices]
    assert expected == actual


def test_entries_that_a_run_cannot_judge_are_left_alone(look: Look, write: Write, pod: str) -> None:
    """A hook sees some files, `--select` some rules: silence of the others means nothing."""
    Path("a.yaml").write_text(pod)
    Path("b.yaml").write_text(pod.replace("0.5", "1").replace("gpu: 2", "gpu: 1"))
    write()
    Path("a.yaml").write_text(pod.replace("0.5", "1"))
    expected: list[tuple[str, ...]] = [(), ()]
    actual = [
        look("b.yaml", baseline="known.yaml").notices,
        look("a.yaml", baseline="known.yaml", select=("GPU101",)).notices,
    ]
    assert expected == actual


def test_many_unused_entries_take_few_lines(look: Look, write: Write, pod: str) -> None:
    """Hundreds of lines would hide the findings."""
    Path("a.yaml").write_text("---\n".join(pod.replace("r\n", f"r{n}\n", 1) for n in range(12)))
    write("a.yaml", select=("GPU103",))
    Path("a.yaml").write_text(pod.replace("0.5", "1"))
    expected = [
        *(UNUSED.format(f"known.yaml:{line}") for line in range(4, 14)),
        "known.yaml: 2 more entries are found no more; write the baseline again",
    ]
    actual = list(look("a.yaml", baseline="known.yaml", select=("GPU103",)).notices)
    assert expected == actual


def test_a_comment_makes_an_entry_needless(look: Look, write: Write, pod: str) -> None:
    """Two silencers for one fault hide that one of them may go."""
    Path("a.yaml").write_text(pod)
    write("a.yaml", select=("GPU103",))
    Path("a.yaml").write_text(pod.replace("0.5", "0.5  # gpulint: ignore[GPU103]"))
    report = look("a.yaml", baseline="known.yaml", select=("GPU103",))
    expected = (["comment"], (UNUSED.format("known.yaml:4"),))
    actual = ([f.suppressed.by for f in report.findings if f.suppressed], report.notices)
    assert expected == actual


def test_writing_again_keeps_promises_and_what_it_cannot_judge(
    look: Look, write: Write, pod: str
) -> None:
    """A reason is written by hand once; a date that passed is not renewed in silence."""
    Path("a.yaml").write_text(pod)
    Path("b.yaml").write_text(pod)
    text = baseline_text(write())
    Path("known.yaml").write_text(text.replace('"}', '", reason: moving, until: 2026-05-04}', 1))
    Path("a.yaml").write_text(pod.replace("0.5", "1"))
    Path("b.yaml").write_text(pod.replace("0.5", "1"))
    expected = [
        ("GPU101", "a.yaml", "moving", "2026-05-04"),
        ("GPU101", "b.yaml", "", None),
        ("GPU103", "b.yaml", "", None),
    ]
    actual = [(e.rule, e.file, e.reason, e.until) for e in write("a.yaml").entries]
    assert expected == actual


def test_what_is_recorded_counts_as_suppressed(look: Look, write: Write, pod: str) -> None:
    """The run that writes the baseline ends as the next one will."""
    Path("a.yaml").write_text(pod)
    report = marked(look("a.yaml"), write("a.yaml"), Settings())
    expected = (0, 2)
    actual = (report.counts["error"], report.counts["suppressed"])
    assert expected == actual


def test_a_server_that_judges_objects_has_no_baseline(look: Look, write: Write, pod: str) -> None:
    """What the files of one repository owe says nothing about who else writes to the cluster."""
    Path("a.yaml").write_text(pod)
    write("a.yaml")
    documents = read(["a.yaml"], ReadOptions(prefilter=False)).documents
    expected = ["GPU101", "GPU103"]
    actual = [f.id for f in ObjectLinter(Settings(baseline="known.yaml")).lint(documents).active]
    assert expected == actual


def test_a_text_that_cannot_be_read_is_known_by_its_line(look: Look, write: Write) -> None:
    """A template among the manifests is as old a sin as any other."""
    Path("a.yaml").write_text("kind: Pod\nnvidia.com/gpu: [1\n")
    entries = [(e.rule, e.resource) for e in write("a.yaml").entries]
    expected = ([("GPU001", "")], [])
    actual = (entries, _spots(look("a.yaml", baseline="known.yaml")))
    assert expected == actual


CHART = Baseline("known.yaml", (Entry("f", "GPU103", "charts/t/templates/a.yaml"),))


@pytest.mark.parametrize(
    ("folder", "status", "expected"),
    [
        ("charts/t", "linted", CHART.entries),
        ("charts/t", "unreadable", ()),
        ("charts/other", "linted", ()),
    ],
)
def test_a_chart_that_was_rendered_tells_of_its_templates(
    folder: str, status: str, expected: tuple[Entry, ...], look: Look
) -> None:
    """The chart is the input; one that could not be rendered says nothing about its templates."""
    Path("charts/t/templates").mkdir(parents=True)
    Path("charts/t/templates/a.yaml").touch()
    run = Hearing((), frozenset(), Manifests(()))
    actual = tuple(needless(known((), CHART), [Input(folder, status)], run))
    assert expected == actual


def test_a_file_on_another_drive_keeps_its_whole_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no way from one drive to the other."""

    def refuse(path: str, start: str | None = None) -> str:
        raise ValueError(path, start)

    monkeypatch.setattr("os.path.relpath", refuse)
    expected = str(Path("a.yaml").absolute())
    actual = file_of_entry("a.yaml", CHART)
    assert expected == actual


def test_a_file_whose_name_is_no_utf8_is_known_again(look: Look, write: Write, pod: str) -> None:
    """Old disks have such names; a baseline that cannot be read would fail every run."""
    name = "w\udcff.yaml"
    Path(name).write_text(pod)
    write()
    assert _spots(look(baseline="known.yaml")) == []
