from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from autograde.judge import judge as judging
from autograde.judge.judge import Judge, Judged, Limits, Source, WallError
from autograde.judge.keeping import Kept
from autograde.judge.limits import PATIENCE
from autograde.judge.remote import Remote
from autograde.judge.sandbox import Sandbox
from tests.judge.doubles import DOUBLE, RIGHT, SEED, codes_of, grade, points
from tiedbook.diagnosis import Diagnosis
from tiedbook.errors import TiedbookError
from tiedbook.exercise import Check, exercise
from tiedbook.outcome import Foreign, Outcome, Subject
from tiedbook.probes import Probes

pytestmark = pytest.mark.sandbox


def outcomes(judge: Judge, code: str, *args: object, **kwargs: object) -> Outcome:
    """What one call of ``double`` does inside."""
    seen: list[Outcome] = []

    def ask(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
        seen.append(subject(*args, **kwargs))
        yield from ()

    judge.grade([Source("double", code)], [exercise("double", core=(1, ask), contract=(1, ask))], SEED)
    return seen[0]


LOOPS = """
import numpy as np
def double(x):
    out = np.empty_like(x)
    for i in np.ndindex(x.shape):
        out[i] = 2 * x[i]
    return out
"""
SCIPY = """
from scipy import linalg
def double(x):
    return linalg.block_diag(x, x)[: len(x), : x.shape[1]] * 2
"""
CALLABLE = """
class Doubler:
    def __call__(self, x):
        return 2 * x
double = Doubler()
"""
CARELESS = """
import warnings
import numpy as np
def double(x, *, y):
    y[0] = 9
    warnings.warn("careful")
    print("hello")
    np.log(np.zeros(1))
    return x.T
"""


@pytest.mark.parametrize(
    "answer",
    [RIGHT, "def double(x):\n    return x + x", "double = lambda x: x * 2", LOOPS, SCIPY, CALLABLE],
    ids=["product", "sum", "lambda", "loops", "SciPy", "object"],
)
def test_an_honest_answer_gets_all_points_whatever_its_technique(judge: Judge, answer: str) -> None:
    judged = grade(judge, answer)
    assert points(judged) == (3.0, 2.0)
    assert judged.notes == ()


def test_a_wrong_answer_gets_the_diagnosis_of_the_check(judge: Judge) -> None:
    judged = grade(judge, "def double(x):\n    return 3 * x")
    assert points(judged) == (0.0, 0.0)
    assert codes_of(judged) == [["double.wrong"], ["double.careless"]]


def test_a_half_right_answer_gets_half(judge: Judge) -> None:
    judged = grade(judge, "def double(x):\n    x *= 2\n    return x")
    assert points(judged) == (3.0, 0.0)


def test_verdicts_come_in_the_order_of_exercises_and_parts(judge: Judge) -> None:
    other = exercise("other", core=(5, DOUBLE.checks["core"]), contract=(7, DOUBLE.checks["contract"]))
    judged = judge.grade([Source("a", RIGHT), Source("b", "other = double")], [other, DOUBLE], SEED)
    assert [(each.exercise, each.part, each.points) for each in judged.verdicts] == [
        ("other", "core", 5), ("other", "contract", 7), ("double", "core", 3), ("double", "contract", 2),
    ]  # fmt: skip
    assert all(type(each.earned) is float and each.passed for each in judged.verdicts)


def test_the_same_seed_makes_the_same_probes_and_another_one_others(judge: Judge) -> None:
    drawn: list[float] = []

    def draw(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
        drawn.append(probes.rng.random())
        yield from ()

    drawing = exercise("double", core=(1, draw), contract=(1, draw))
    for seed in (b"one", b"one", b"two"):
        judge.grade([Source("double", RIGHT)], [drawing], seed)
    assert drawn[:2] == drawn[2:4]
    assert len(set(drawn)) == 4


def test_more_cases_are_tried_than_in_the_notebook(judge: Judge) -> None:
    assert Probes(np.random.default_rng(0)).rounds < judging.ROUNDS


def test_a_cell_that_fails_costs_no_other_cell_anything(judge: Judge) -> None:
    judged = grade(judge, "1 / 0", "def broken(:", "y = no_such_name", RIGHT)
    assert points(judged) == (3.0, 2.0)
    assert [(note.cell, note.fate, note.kind, note.line) for note in judged.notes] == [
        ("first", "raised", "ZeroDivisionError", 1),
        ("second", "raised", "SyntaxError", 1),
        ("third", "raised", "NameError", 1),
    ]
    assert judged.notes[1].text == "invalid syntax"  # and not the file and the line once more
    assert judged.notes[2].text == "name 'no_such_name' is not defined"


def test_a_note_says_where_a_cell_stopped(judge: Judge) -> None:
    (note,) = grade(judge, "def f():\n    raise ValueError('no')\n\nf()", RIGHT).notes
    diagnosis = note.diagnosis()
    assert diagnosis is not None
    assert diagnosis.code == "cell.raised_at"
    assert diagnosis.message.format(**diagnosis.values) == "This cell stopped in line 2 with ValueError: no"


def test_what_a_cell_defined_before_it_failed_is_kept(judge: Judge) -> None:
    assert points(grade(judge, RIGHT + "\ninput('press a key')")) == (3.0, 2.0)


def test_what_a_cell_prints_is_kept_and_cut(judge: Judge) -> None:
    judged = grade(
        judge, "import sys\nprint('hello ½')\nprint('oh', file=sys.stderr)", "print('x' * 10_000_000)", RIGHT
    )
    assert judged.notes[0].output == "hello ½\noh\n"
    assert 60_000 < sum(len(note.output) for note in judged.notes) <= Limits().output_bytes


def test_a_missing_function_is_named_and_its_cell_s_fault_told(judge: Judge) -> None:
    judged = grade(judge, "import no_such_library\n" + RIGHT)
    assert points(judged) == (0.0, 0.0)
    assert codes_of(judged) == [["answer.stopped", "cell.raised_at"]] * 2
    assert codes_of(grade(judge, "def dubble(x):\n    return 2 * x")) == [["answer.missing"]] * 2
    assert codes_of(grade(judge, "double = 2")) == [["answer.not_callable"]] * 2


def test_an_answer_that_hangs_is_late(hasty: Judge) -> None:
    judged = grade(hasty, "def double(x):\n    while True:\n        pass")
    assert codes_of(judged) == [["judge.time"]] * 2
    lines = str(judged.verdicts[0].diagnoses[0].values["call"]).split("\n")
    assert lines[0].startswith("a0 = np.array([[")
    assert (max(map(len, lines)) < 120, lines[-1]) == (True, "double(a0)")


def test_a_cell_that_hangs_is_interrupted_and_keeps_what_it_defined(brisk: Judge) -> None:
    judged = grade(brisk, "while True:\n    pass", RIGHT + "import time\ntime.sleep(1000)")
    assert points(judged) == (3.0, 2.0)
    assert [(note.cell, note.fate) for note in judged.notes] == [("first", "late"), ("double", "late")]


def test_a_cell_that_swallows_the_interrupt_is_left_out(brisk: Judge) -> None:
    stubborn = "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass"
    judged = grade(brisk, stubborn, RIGHT)
    assert points(judged) == (3.0, 2.0)
    assert [(note.cell, note.fate) for note in judged.notes] == [("first", "late")]


def test_a_cell_that_ends_the_process_is_left_out(judge: Judge) -> None:
    judged = grade(judge, "import os\nos._exit(0)", RIGHT, "raise SystemExit", RIGHT)
    assert points(judged) == (3.0, 2.0)
    assert [(note.cell, note.fate) for note in judged.notes] == [("first", "ended"), ("third", "raised")]


def test_cells_that_take_all_the_time_there_is_are_not_tried_again() -> None:
    stubborn = "import time\nwhile True:\n    try:\n        time.sleep(1000)\n    except BaseException:\n        pass"
    with Judge(limits=Limits(seconds=0.5, cell_seconds=5, call_seconds=5, memory_mb=512)) as judge:
        judged = grade(judge, stubborn, stubborn, RIGHT)
    assert codes_of(judged) == [["judge.cells"]] * 2


def test_cells_that_are_slow_altogether_are_hurried_and_keep_what_they_define() -> None:
    slow = "import time\ntime.sleep(2)"
    with Judge(limits=Limits(seconds=1, cell_seconds=1, call_seconds=3, memory_mb=512)) as judge:
        judged = grade(judge, RIGHT + slow, slow, "")
    assert points(judged) == (3.0, 2.0)
    assert [(note.cell, note.fate) for note in judged.notes] == [("first", "late"), ("second", "late")]


def test_a_right_answer_is_not_late_where_the_machine_has_other_things_to_do() -> None:
    waits = "import time\nseen = []\ndef double(x):\n    seen or time.sleep(1)\n    seen.append(1)\n    return 2 * x"
    with Judge(limits=Limits(seconds=20, cell_seconds=20, call_seconds=0.6, memory_mb=512)) as judge:
        # A call that sleeps costs as little of the processor as one that waits for it.
        assert points(grade(judge, waits)) == (3.0, 2.0)


def test_a_call_that_takes_the_processor_for_too_long_is_stopped(hasty: Judge) -> None:
    began = time.monotonic()
    stubborn = "import signal\nsignal.signal(signal.SIGPROF, signal.SIG_IGN)\n"
    for first in ("", stubborn):
        assert codes_of(grade(hasty, f"{first}def double(x):\n    while True: pass")) == [["judge.time"]] * 2
    assert time.monotonic() - began < 60


def test_calls_that_are_slow_altogether_are_told_so() -> None:
    slow = "import time\ndef double(x):\n    time.sleep(0.4)\n    return 2 * x"
    with Judge(limits=Limits(seconds=0.5, cell_seconds=20, call_seconds=20, memory_mb=512)) as judge:
        judged = grade(judge, slow)
    assert codes_of(judged) == [["judge.slow"]] * 2


def test_a_check_that_fails_itself_is_an_error_and_no_verdict(judge: Judge) -> None:
    def broken(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
        subject(np.zeros(2))
        raise ZeroDivisionError("oh")
        yield

    broken_core: Check = broken
    ill = exercise("double", core=(1, broken_core), contract=(1, DOUBLE.checks["contract"]))
    with pytest.raises(TiedbookError, match=r"double, core: the check itself failed \(ZeroDivisionError: oh\)"):
        judge.grade([Source("double", RIGHT)], [ill], SEED)
    assert points(grade(judge, RIGHT)) == (3.0, 2.0)


def test_a_check_that_passes_what_it_may_not_is_an_error(judge: Judge) -> None:
    def broken(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
        subject({"a": object()})
        yield from ()

    with pytest.raises(TiedbookError, match="TypeError: checks pass arrays"):
        judge.grade([Source("double", RIGHT)], [exercise("double", core=(1, broken), contract=(1, broken))], SEED)


def test_a_check_that_trips_over_a_dead_process_is_no_error(judge: Judge) -> None:
    def unwary(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
        got = subject(np.zeros(2)).value
        yield Diagnosis("double.sum", "Its sum is {sum}.", {"sum": got.sum()})  # type: ignore[attr-defined]

    ill = exercise("double", core=(1, unwary), contract=(1, unwary))
    judged = judge.grade([Source("double", "import os\ndef double(x):\n    os._exit(3)")], [ill], SEED)
    assert codes_of(judged) == [["judge.ended"]] * 2


def test_a_call_goes_in_and_comes_out_as_it_would_in_the_notebook(judge: Judge) -> None:
    code = "def double(*args, **kwargs):\n    return tuple(type(x).__name__ for x in [*args, *kwargs.values()])"
    seen = outcomes(judge, code, 1, 1.5, True, None, "é", [1, (2, [3])], np.arange(3), axis=(1, 2))
    assert seen.value == ("int", "float", "bool", "NoneType", "str", "list", "ndarray", "tuple")


def test_a_call_tells_everything_a_contract_asks_about(judge: Judge) -> None:
    seen = outcomes(judge, CARELESS, np.zeros((2, 3)), y=np.arange(3))
    assert seen.changed == ("y",)
    assert seen.shared == ("0",)
    assert seen.printed == "hello\n"
    assert seen.warnings == ("UserWarning: careful", "RuntimeWarning: divide by zero encountered in log")


def test_an_exception_is_told_with_its_kinds(judge: Judge) -> None:
    seen = outcomes(judge, "def double(x):\n    return [][x]", 3)
    assert seen.raised is not None
    assert seen.raised.kinds[:3] == ("IndexError", "LookupError", "Exception")
    assert seen.raised.message == "list index out of range"


def test_a_list_comes_back_as_foreign_with_its_numbers(judge: Judge) -> None:
    seen = outcomes(judge, "def double(x):\n    return [1, 2]", 3)
    assert isinstance(seen.value, Foreign)
    assert seen.value.kind == "list"
    assert seen.value.array is not None
    assert seen.value.array.tolist() == [1, 2]


def first(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    if subject(1).value != 1:
        yield Diagnosis("double.state", "It has been called before.")


def test_what_calls_of_another_exercise_leave_behind_costs_nothing(judge: Judge) -> None:
    code = "seen = []\ndef double(x):\n    seen.append(1)\n    return len(seen)\nother = double"
    both = [exercise(name, core=(1, first), contract=(1, calm)) for name in ("double", "other")]
    judged = judge.grade([Source("double", code)], both, SEED)
    assert judged == judge.grade([Source("double", code)], both, SEED)
    assert all(verdict.passed for verdict in judged.verdicts)


def calm(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
    yield from ()


def test_a_process_that_is_lost_after_other_calls_gets_a_second_try(judge: Judge) -> None:
    code = "import os\nseen = []\ndef double(x):\n    seen.append(1)\n    return os._exit(3) if len(seen) > 1 else 1"
    twice = exercise("double", core=(1, first), contract=(1, first))
    assert all(verdict.passed for verdict in judge.grade([Source("double", code)], [twice], SEED).verdicts)


def test_a_function_that_is_wrong_at_first_gains_nothing_by_being_right_later(judge: Judge) -> None:
    later = "seen = []\ndef double(x):\n    seen.append(1)\n    return (2 if len(seen) > {} else 3) * x"
    for calls in (1, 5):
        assert points(grade(judge, later.format(calls))) == (0.0, 0.0)


def test_all_tries_of_a_part_get_the_time_of_two(monkeypatch: pytest.MonkeyPatch, judge: Judge) -> None:
    """The worst: wrong after calls of another part, then in doubt in a new process, then looked at with care."""
    allowed: list[float] = []
    now = 0.0

    def take_all(_judge: Judge, kept: Kept, subject: Remote, *_: object) -> tuple[Diagnosis, ...]:
        nonlocal now
        allowed.append(subject._deadline - time.monotonic())
        now += PATIENCE * judge._limits.seconds
        kept.called, subject.doubt = True, len(allowed) == 3
        return (Diagnosis("double.wrong", "Wrong."),) if len(allowed) > 1 else ()

    monkeypatch.setattr(judging, "monotonic", lambda: now)
    monkeypatch.setattr(Judge, "_found", take_all)
    assert points(grade(judge, RIGHT)) == (3.0, 0.0)
    whole = PATIENCE * judge._limits.seconds
    assert allowed == [pytest.approx(time_, abs=whole / 2) for time_ in (whole, whole, whole, 0)]


def test_one_process_serves_all_parts_while_nothing_is_found(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    forks: list[int] = []
    fork = Sandbox.fork
    monkeypatch.setattr(Sandbox, "fork", lambda *given: forks.append(1) or fork(*given))  # type: ignore[func-returns-value]
    assert points(grade(judge, RIGHT)) == (3.0, 2.0)
    assert len(forks) == 1


def test_random_numbers_of_an_answer_are_the_same_in_a_regrade(judge: Judge) -> None:
    code = "import random\nimport numpy as np\ndef double(x):\n    return (random.random(), float(np.random.rand()))"
    assert outcomes(judge, code, 1).value == outcomes(judge, code, 1).value


def test_a_sandbox_that_dies_is_built_again_without_a_word() -> None:
    with Judge(limits=Limits(memory_mb=512)) as judge:
        before = grade(judge, RIGHT)
        kill(judge)
        assert grade(judge, RIGHT) == before
        kill(judge)
        assert grade(judge, RIGHT) == before


def test_a_sandbox_that_dies_within_a_call_costs_the_answer_nothing() -> None:
    deaths: list[int] = []

    def core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
        if not deaths:
            deaths.append(1)
            kill(judge)
        yield from DOUBLE.checks["core"](subject, probes)

    fragile = exercise("double", core=(1, core), contract=(1, core))
    with Judge(limits=Limits(memory_mb=512)) as judge:
        assert all(verdict.passed for verdict in judge.grade([Source("double", RIGHT)], [fragile], SEED).verdicts)


def test_a_sandbox_that_dies_again_and_again_is_an_error() -> None:
    def core(subject: Subject, probes: Probes) -> Iterator[Diagnosis]:
        kill(judge)
        yield from DOUBLE.checks["core"](subject, probes)

    fatal = exercise("double", core=(1, core), contract=(1, core))
    with Judge(limits=Limits(memory_mb=512)) as judge, pytest.raises(WallError, match="ended twice"):
        judge.grade([Source("double", RIGHT)], [fatal], SEED)


def kill(judge: Judge) -> None:
    process = judge._sandbox._process
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


def test_an_open_judge_has_no_files_and_leaving_it_ends_its_processes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with Judge(limits=Limits(memory_mb=512)) as judge:
        process = judge._sandbox._process
        assert list(tmp_path.iterdir()) == []
    assert process is not None
    assert process.returncode is not None


@pytest.mark.parametrize("sandbox", [True, False])
def test_nothing_outlives_a_grader_that_is_killed(sandbox: bool) -> None:
    script = (
        "import sys\nfrom autograde.judge.judge import Judge\nfrom tests.judge.doubles import grade\n"
        f"with Judge(sandbox={sandbox}) as judge:\n"
        "    print(judge._sandbox._process.pid, flush=True)\n"
        "    grade(judge, 'def double(x):\\n    while True: pass')\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as grader:
        assert grader.stdout is not None
        zygote = int(grader.stdout.readline())
        family = until(lambda: descendants(zygote), lambda found: len(found) > (2 if sandbox else 1))
        grader.kill()
    until(lambda: list(filter(alive, family)), lambda left: not left)


def descendants(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    except OSError:
        return []
    return [pid, *(each for child in children for each in descendants(int(child)))]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def until(look: Callable[[], list[int]], enough: Callable[[list[int]], bool]) -> list[int]:
    deadline = time.monotonic() + 60
    while not enough(found := look()):
        assert time.monotonic() < deadline, found
        time.sleep(0.02)
    return found


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_a_judge_holds_no_more_after_many_submissions_than_after_one(judge: Judge) -> None:
    grade(judge, RIGHT)
    gc.collect()
    descriptors, objects = open_descriptors(), len(gc.get_objects())
    for _ in range(25):
        grade(judge, RIGHT)
    gc.collect()
    assert open_descriptors() == descriptors
    assert len(gc.get_objects()) < objects + 500


def test_without_walls_the_same_worker_gives_the_same_verdicts(judge: Judge) -> None:
    codes = ("print('hello')", "1 / 0", "def double(x):\n    x *= 2\n    return x")
    with Judge(sandbox=False, limits=Limits(memory_mb=1024)) as open_judge:
        assert grade(open_judge, *codes) == grade(judge, *codes)
        assert isinstance(grade(open_judge, RIGHT), Judged)
        assert codes_of(grade(open_judge, "def double(x):\n    return bytearray(2 << 30)")) == [["judge.memory"]] * 2


TORCH = """
import tempfile
import torch
import torch.nn as nn

embedding = nn.Embedding(4, 3)
optimiser = torch.optim.Adam(embedding.parameters())
nn.functional.cross_entropy(embedding(torch.tensor([1, 2])), torch.tensor([0, 1])).backward()
optimiser.step()
assert tempfile.gettempdir()
def double(x):
    return (2 * torch.tensor(x.copy())).numpy()
"""


def test_an_answer_in_torch_has_a_quick_start_and_all_points(judge: Judge) -> None:
    pytest.importorskip("torch")
    judged = grade(judge, TORCH)
    assert judged.notes == ()
    assert points(judged) == (3.0, 2.0)
    assert points(grade(judge, RIGHT)) == (3.0, 2.0)


def test_a_library_that_is_not_installed_is_named(judge: Judge) -> None:
    (verdict, _) = grade(judge, "import torch_of_another_machine\n" + RIGHT).verdicts
    assert verdict.diagnoses[1].values["text"] == "No module named 'torch_of_another_machine'"
