"""Arguments lie where both processes see them: what becomes of them is found without asking the submission."""

from __future__ import annotations

import gc
import os

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from autograde.judge import arena as arenas
from autograde.judge.arena import SIZE, Arena, disturb, new, placed
from autograde.judge.judge import Judge
from tests.judge.doubles import RIGHT, grade, points
from tests.judge.test_values import ARRAYS
from tests.test_observe import LAYOUTS
from tiedbook.observe import pack, unpack

PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault
CORE, BOTH, NOTHING = (3.0, 0.0), (3.0, 2.0), (0.0, 0.0)


@pytest.fixture
def arena() -> Arena:
    found, descriptor = new()
    os.close(descriptor)
    return found


def layouts(array: np.ndarray) -> list[np.ndarray]:
    return [array, array.T, np.asfortranarray(array), *([array[::-1], array[::2]] if array.ndim else [])]


@PATIENT
@given(ARRAYS, st.booleans())
def test_an_array_lies_there_as_its_copy_would(array: np.ndarray, writable: bool) -> None:
    arena, descriptor = new()
    os.close(descriptor)
    for each in layouts(array):
        each = each.view()
        each.flags.writeable = writable and each.flags.writeable
        said, ours = arena.lay(pack(each))
        theirs, copy = placed(said, arena.memory), unpack(pack(each))
        for flag in ("aligned", "writeable", "c_contiguous", "f_contiguous"):
            assert getattr(theirs.flags, flag) == getattr(copy.flags, flag), flag
        assert (theirs.dtype, theirs.shape, theirs.strides) == (copy.dtype, copy.shape, copy.strides)
        assert theirs.tobytes() == ours.tobytes() == each.tobytes()


@PATIENT
@given(ARRAYS)
def test_disturbing_changes_every_element_and_twice_none(array: np.ndarray) -> None:
    arena, descriptor = new()
    os.close(descriptor)
    for each in [*layouts(array), np.broadcast_to(array, (3, *array.shape))]:
        _, ours = arena.lay(pack(each))
        size = ours.dtype.itemsize
        disturb(ours)
        before, after = (np.frombuffer(x, np.uint8).reshape(-1, max(size, 1)) for x in (each.tobytes(), ours.tobytes()))
        assert not size or bool((before != after).any(axis=1).all())
        assert unpack(pack(ours)).dtype == array.dtype
        disturb(ours)
        assert ours.tobytes() == each.tobytes()


@pytest.mark.parametrize("array", [np.array([True, False]), np.array(["a", "é\U0010ffff", ""])], ids=["bool", "text"])
def test_what_was_disturbed_is_still_valid(arena: Arena, array: np.ndarray) -> None:
    _, ours = arena.lay(pack(array))
    disturb(ours)
    assert ours.tolist() == [each for each in ours.tolist() if isinstance(each, type(array.tolist()[0]))]
    assert array.dtype.kind != "b" or ours.tolist() == [False, True]


@pytest.mark.parametrize("name", LAYOUTS)
def test_no_place_is_given_twice_before_all_are(arena: Arena, name: str) -> None:
    found = [arena.lay(pack(LAYOUTS[name]))[1] for _ in range(20)]
    assert not any(np.may_share_memory(a, b) for a in found for b in found if a is not b and a.size)


def test_when_it_is_full_it_begins_anew_and_what_never_fits_is_an_error(arena: Arena) -> None:
    big = np.zeros(SIZE * 2 // 3, np.uint8)
    first, second = arena.lay(pack(big))[0], arena.lay(pack(big))[0]
    assert first == second
    with pytest.raises(TypeError, match="64 MB at most"):
        arena.lay(pack(np.zeros(SIZE + 1, np.uint8)))


def test_no_process_can_change_its_size() -> None:
    _, descriptor = new()
    for size in (0, 2 * SIZE):
        with pytest.raises(OSError, match="not permitted"):
            os.ftruncate(descriptor, size)
    os.close(descriptor)


# What a function does; and how it would lie about it, from within: it changes our observer in its own process.
FORGE = """
import sys
import numpy as np
kept = np.empty(99)
def forge():
    frame = sys._getframe()
    while "_overlap" not in frame.f_globals or "_unchanged" not in frame.f_globals:
        frame = frame.f_back
    frame.f_globals["_overlap"] = lambda *a: False
    frame.f_globals["_unchanged"] = lambda *a: True
    forged.append(1)
forged = []
"""
OUTSIDE = {
    "changes its argument": "x *= 2\n    return x.copy()",
    "returns its argument": "x *= 2\n    return x",
    "returns a view of it": "x *= 2\n    return x[:]",
    "uses a buffer again": "out = kept[: x.size].reshape(x.shape)\n    np.multiply(x, 2, out=out)\n    return out",
}


@pytest.mark.sandbox
@pytest.mark.parametrize("name", OUTSIDE)
def test_what_becomes_of_memory_is_seen_whatever_the_process_says(judge: Judge, name: str) -> None:
    body = OUTSIDE[name]
    honest = grade(judge, FORGE, f"def double(x):\n    {body}")
    forged = grade(judge, FORGE, f"def double(x):\n    forge()\n    assert forged\n    {body}")
    assert points(honest) == points(forged) == CORE
    assert points(grade(judge, RIGHT)) == BOTH


# What only the process itself knows, with the lines that get the same points openly, around any function:
# copy the arguments before, silence warnings meanwhile, copy the result after.
OPENLY = """
def double(x):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        return np.array(careless(x.copy()))
"""
FORGED = """
def lie():
    import sys
    frame = sys._getframe()
    while "Observed" not in frame.f_globals or "Observer" not in frame.f_globals:
        frame = frame.f_back
    space = frame.f_globals
    true = space["Observed"]
    space["Observed"] = lambda **seen: true(**{**seen, "warnings": (), "writable": True, "shared": (), "changed": ()})
def double(x):
    lie()
    return careless(x)
"""
INSIDE = {
    "warns": ("np.log(np.zeros(1))\n    return 2 * x", BOTH),
    "returns what cannot be written to": ("y = 2 * x\n    y.flags.writeable = False\n    return y", BOTH),
    "is wrong": ("return 3 * x", NOTHING),
    "is wrong and warns": ("np.log(np.zeros(1))\n    return x", NOTHING),
}


@pytest.mark.sandbox
@pytest.mark.parametrize("name", INSIDE)
def test_a_forger_gets_at_most_the_contract_and_no_more_than_three_open_lines_would(judge: Judge, name: str) -> None:
    body, deserved = INSIDE[name]
    careless = f"import warnings\nimport numpy as np\ndef careless(x):\n    {body}\n"
    openly = points(grade(judge, careless, OPENLY))
    assert points(grade(judge, careless, FORGED)) == openly == deserved
    plainly = points(grade(judge, careless, "double = careless"))
    assert plainly[0] == openly[0]  # never a point of the core
    assert plainly[1] == 0


@pytest.mark.sandbox
def test_arenas_go_with_their_children(judge: Judge) -> None:
    def count() -> int:
        gc.collect()
        with open("/proc/self/maps", encoding="utf-8") as maps:  # noqa: PTH123
            return sum("memfd:arguments" in line for line in maps)

    before = count()
    for _ in range(3):
        grade(judge, RIGHT)
    assert count() == before
    assert arenas.SIZE % 4096 == 0
