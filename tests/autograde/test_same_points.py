"""Stock nbgrader's autograde gives what ours gives in every chapter, for right answers and for a wrong one.

It runs each submission in a kernel, so there are few, and what only shows something has been deleted in them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from autograde.assign import assign
from autograde.course import CourseFolder
from autograde.grade import grade
from tests.autograde.classroom import cell, contents
from tests.autograde.hostile.case import LOOKUP, full
from tiedbook.course import course as built_course
from tiedbook.notebook import Notebook, answers, read_notebook, role, write_notebook

pytestmark = pytest.mark.sandbox

# A wrong answer for each chapter after the first, which has tests of its own.
WRONG = {
    "ch02_gradients_scatter": """
def embed_backward(ids, grad_output, vocab_size):
    table = np.zeros((vocab_size, grad_output.shape[-1]), grad_output.dtype)
    table[ids] += grad_output
    return table
""",
    "ch03_pooling_and_padding": """
def masked_mean(embeddings, mask):
    return embeddings.mean(axis=1)
""",
    "ch04_tied_logits": """
def nearest_token(hidden, embedding_matrix, metric):
    return np.argmax(hidden @ embedding_matrix.T, axis=-1)
""",
    "ch05_logits_to_loss": """
def softmax(logits):
    return np.exp(logits) / np.exp(logits).sum(axis=-1, keepdims=True)
""",
    "ch06_one_table_two_gradients": """
def tied_grad(ids, grad_embedded, hidden, grad_logits):
    table = np.zeros((grad_logits.shape[-1], hidden.shape[-1]), grad_logits.dtype)
    np.add.at(table, ids, grad_embedded)
    return table
""",
    "ch07_counting_gpt2": """
def embedding_and_head_params(vocab_size, d_model, tied, bias=False):
    return vocab_size * d_model * (1 if tied else 2)
""",
    "ch08_does_tying_help": """
def train_step(params, ids, targets, lr, tied):
    return params, 0.0
""",
}
AUTOGRADE = """
import sys
from nbgrader.apps.api import NbGraderAPI
api = NbGraderAPI()
for stem in sys.argv[1:]:
    for learner in ("right", "wrong"):
        done = api.autograde(stem, learner)
        assert done["success"], done.get("error")
"""
Scores = dict[tuple[str, str], dict[str, float]]  # by learner and chapter


def short(course: CourseFolder, stem: str) -> Notebook:
    """Return an honest submission without what only shows something."""
    solved = answers(read_notebook(course.source(stem)))
    work = read_notebook(course.release(stem))
    work["cells"] = [item for item in work["cells"] if role(item) != "show"]
    for name, source in solved.items():
        cell(work, name)["source"] = source
    return work


def answered(source: str) -> str:
    """Return the exercise that a wrong answer answers."""
    return source.split("(", maxsplit=1)[0].removeprefix("\ndef ")


def scores(course: CourseFolder) -> Scores:
    found: Scores = {}
    for learner, stem, name, auto, *_ in contents(course)["grades"]:
        found.setdefault((learner, stem), {})[name] = auto
    return found


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Scores, Scores]:
    """Our points and theirs."""
    course = CourseFolder(tmp_path_factory.mktemp("same") / "course")
    assign(course, "en", list(WRONG))
    for stem, source in WRONG.items():
        right, wrong = short(course, stem), short(course, stem)
        cell(wrong, answered(source))["source"] = source
        for learner, work in (("right", right), ("wrong", wrong)):
            path = course.submission(learner, stem).path
            path.parent.mkdir(parents=True)
            write_notebook(path, work)
    empty = course.gradebook.read_bytes()
    assert grade(course, workers=1).complete
    ours = scores(course)
    shutil.rmtree(course.root / "autograded")
    course.gradebook.write_bytes(empty)
    done = subprocess.run(
        [sys.executable, "-c", AUTOGRADE, *WRONG], cwd=course.root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return ours, scores(course)


@pytest.mark.parametrize("stem", WRONG)
def test_its_autograde_gives_the_same_points_in_every_chapter(both: tuple[Scores, Scores], stem: str) -> None:
    ours, theirs = both
    for learner in ("right", "wrong"):
        assert theirs[learner, stem] == ours[learner, stem]
    checks = full(stem)
    assert {name: ours["right", stem][name] for name in checks} == checks
    lost = {name.rpartition("-")[0] for name in checks if ours["wrong", stem][name] < checks[name]}
    assert answered(WRONG[stem]) in lost  # and so may be one that calls it


def test_no_chapter_is_left_out() -> None:
    assert {LOOKUP, *WRONG} == {path.stem for path in built_course().solutions.glob("ch*.py")}
