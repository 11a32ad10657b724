"""Inside the walls `yours` gives the course's functions of earlier chapters, and of no other."""

from __future__ import annotations

import pytest

from autograde.judge.judge import Judge, Judged
from tests.judge.doubles import DOUBLE, SEED, points, sources
from tiedbook.exercise import Exercise, find_exercise

pytestmark = pytest.mark.sandbox

MADE_OF_EARLIER = """
from tiedbook import yours
one_hot = yours("one_hot")
def embed_backward(ids, grad_output, vocab_size):
    ids = np.asarray(ids)
    if ids.dtype.kind not in "iu":
        raise TypeError("no ids")
    if ids.shape != grad_output.shape[:-1]:
        raise ValueError("shapes differ")
    lamps = one_hot(ids, vocab_size).astype(grad_output.dtype).reshape(ids.size, vocab_size)
    return lamps.T @ grad_output.reshape(ids.size, grad_output.shape[-1])
"""


def judged(judge: Judge, code: str, exercise: Exercise) -> Judged:
    cells = sources(["data", exercise.name], ["import numpy as np\nfrom tiedbook import yours", code])
    return judge.grade(cells, [exercise], SEED)


def test_an_answer_may_be_made_of_functions_of_earlier_chapters(judge: Judge) -> None:
    found = judged(judge, MADE_OF_EARLIER, find_exercise("embed_backward"))
    assert found.notes == ()
    assert points(found) == (10.0, 4.0)


@pytest.mark.parametrize(
    ("graded", "asked"),
    [
        ("embed", "embed"),
        ("embed", "one_hot"),
        ("embed", "embed_backward"),
        ("embed_backward", "embed_backward"),
        ("gather", "embed_backward"),
        ("embed_backward", "gather"),
        ("embed", "no_exercise"),
    ],
)
def test_no_exercise_of_this_chapter_or_a_later_one_is_to_be_had(judge: Judge, graded: str, asked: str) -> None:
    found = judged(judge, f"{graded} = yours({asked!r})", find_exercise(graded))
    assert points(found) == (0.0, 0.0)
    (note,) = found.notes
    assert (note.kind, note.text) == ("LookupError", f"no chapter before this one has an exercise {asked!r}")


def test_what_one_submission_was_offered_the_next_does_not_find(judge: Judge) -> None:
    test_an_answer_may_be_made_of_functions_of_earlier_chapters(judge)
    assert points(judged(judge, "embed = yours('embed')", find_exercise("embed"))) == (0.0, 0.0)
    test_an_answer_may_be_made_of_functions_of_earlier_chapters(judge)


SEARCH = """
import gc, sys
spaces = [vars(module) for module in list(sys.modules.values())] + [x for x in gc.get_objects() if type(x) is dict]
inside = [x for space in spaces for x in list(space.values()) if type(x) is dict]
texts = [x for space in spaces + inside for x in list(space.values()) if type(x) is str]
assert not any("def " + "embed_backward(" in text for text in texts)
assert any("def " + "one_hot(" in text for text in texts), "the search does not work"
def embed_backward(ids, grad_output, vocab_size):
    raise NotImplementedError
"""


def test_the_text_of_a_graded_exercise_is_nowhere_in_the_process(judge: Judge) -> None:
    assert judged(judge, SEARCH, find_exercise("embed_backward")).notes == ()


def test_without_an_exercise_of_the_course_nothing_is_offered(judge: Judge) -> None:
    (note,) = judged(judge, "embed = yours('embed')\ndef double(x):\n    return 2 * x", DOUBLE).notes
    assert note.kind == "LookupError"


def test_a_cell_that_puts_something_else_in_its_place_changes_its_own_world_only(judge: Judge) -> None:
    code = "import tiedbook\ntiedbook.yours = None\ntiedbook.offer = None\ntiedbook._offered.clear()\n"
    found = judged(
        judge,
        code + MADE_OF_EARLIER.replace("from tiedbook import yours", "def yours(name): pass"),
        find_exercise("embed_backward"),
    )
    assert points(found) == (0.0, 0.0)
    test_an_answer_may_be_made_of_functions_of_earlier_chapters(judge)
