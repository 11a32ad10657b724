from __future__ import annotations

import pytest

import tiedbook
from autograde.judge import standin
from autograde.judge.judge import Judge
from tests.judge.doubles import RIGHT, grade, points

pytestmark = pytest.mark.sandbox

IMPORTS = [
    "from tiedbook import check\ncheck('embed', None, part='core')",
    "from tiedbook import check, environment, progress, set_edition\nset_edition('es')\nprogress()",
    "import tiedbook\ntiedbook.check('embed', None)",
    "from tiedbook import *\ncheck('embed', None)",
    "import tiedbook.figures\nfrom tiedbook.figures import bars\nfig, ax = bars([1], at=(2, 3))\nax.set_title('x')",
    "import tiedbook.widgets.dot as dot\ndot.show()\nwith dot.session() as s:\n    s['x'] = dot.table[3]",
    "import matplotlib.pyplot as plt\nfig, axes = plt.subplots(1, 2)\naxes[0].plot([1])\nplt.show()",
    "import matplotlib\nmatplotlib.use('agg')\nfrom matplotlib import cm",
    "from IPython.display import display, HTML\ndisplay(HTML('<b>x</b>'))",
    "display(3)\nget_ipython().run_line_magic('matplotlib', 'inline')",
    "import ipywidgets as widgets\n@widgets.interact(x=3)\ndef shown(x): return x\n",
    "import anywidget\nclass Mine(anywidget.AnyWidget):\n    _esm = ''\nMine(x=3)",
]


@pytest.mark.parametrize("code", IMPORTS)
def test_what_a_notebook_imports_to_show_something_does_nothing(judge: Judge, code: str) -> None:
    judged = grade(judge, code, RIGHT)
    assert [note for note in judged.notes if note.cell == "first"] == []
    assert points(judged) == (3.0, 2.0)


def test_a_function_that_is_decorated_by_what_does_nothing_is_itself(judge: Judge) -> None:
    assert points(grade(judge, "from ipywidgets import interact\n@interact\n" + RIGHT)) == (3.0, 2.0)


def test_the_standin_offers_what_the_package_offers() -> None:
    assert set(standin.__all__) == set(tiedbook.__all__) - {"__version__"}


@pytest.mark.parametrize("name", ["solutions.ch01_lookup_is_matmul", "autograde.grade", "no_such_library"])
def test_what_is_not_there_cannot_be_imported(judge: Judge, name: str) -> None:
    (note,) = grade(judge, f"import {name}", RIGHT).notes
    assert note.kind == "ModuleNotFoundError"


@pytest.mark.parametrize(
    "code", ["import scipy.special", "import math, time, typing, dataclasses, collections", "import numpy.fft"]
)
def test_libraries_that_compute_are_there(judge: Judge, code: str) -> None:
    assert grade(judge, code, RIGHT).notes == ()
