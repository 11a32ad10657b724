"""Submissions that are unlucky, and must lose nothing by it."""

from __future__ import annotations

import copy

from tests.autograde.classroom import cell
from tests.autograde.hostile.case import LOOKUP, LOSS, Case, built, right, solved
from tests.autograde.hostile.changes import (
    ALL,
    answers,
    as_text,
    both,
    colab,
    each_cell,
    first,
    last,
    lean_on,
    markdown_answer,
    merged,
    older,
    split,
    strip,
    strip_ids,
    upset_names,
    vscode,
)


def luck() -> list[Case]:
    """Be unlucky. Nothing may be lost."""
    return [
        Case("warns on stderr", "luck", last("import sys; print('careful', file=sys.stderr)")),
        Case("has no ids or metadata", "luck", strip_ids),
        Case("has no metadata", "luck", each_cell(strip)),
        Case("is of format 4.4", "luck", upset_names),
        Case("begins with a BOM", "luck", as_text(lambda text: b"\xef\xbb\xbf" + text.encode())),
        Case("has Windows newlines", "luck", as_text(lambda text: text.replace("\n", "\r\n"))),
        Case("has Windows newlines in its sources", "luck",
             each_cell(lambda item: item.update(source=item["source"].replace("\n", "\r\n")))),
        Case("comes from Colab", "luck", colab),
        Case("comes from VS Code", "luck", vscode),
        Case("is of an older release", "luck", older),
        Case("is in Spanish", "luck", lambda _: solved(LOOKUP, "es")),
        Case("is in Hinglish", "luck", lambda _: solved(LOOKUP, "hi-Latn")),
        Case("has an unfinished cell", "luck", last("for x in")),
        Case("has a syntax error in the other answer", "luck", answers(one_hot="def one_hot(ids, vocab_size:\n"),
             ("one_hot",)),
        Case("is the starter", "luck", lambda _: copy.deepcopy(built(LOOKUP, "en")), ALL),
        Case("merged both answers", "luck", merged("one_hot", "embed")),
        Case("merged its answer into the other's check", "luck", merged("one_hot-core", "embed")),
        Case("merged its answer into its check", "luck", merged("embed-core", "embed")),
        Case("merged its check into its answer", "luck", merged("embed", "embed-core")),
        Case("merged and stripped", "luck", both(merged("embed-core", "embed"), each_cell(strip))),
        Case("split its answer", "luck", split),
        Case("moved its answer into a figure's cell", "luck", both(
            lambda work: cell(work, "batch").update(source=cell(work, "batch")["source"] + "\n\n" + right("embed")),
            lambda work: cell(work, "embed").update(source=cell(built(LOOKUP, "en"), "embed")["source"]))),
        Case("uses a name of a cell that shows", "luck", lean_on("batch", "", "assert lamp.shape == (4,)")),
        Case("uses a helper written into a figure's cell", "luck",
             lean_on("batch", "def helper():\n    return other\nother = 1", "assert helper() == 1")),
        Case("uses an import added to the data", "luck", lean_on("table", "import math", "math.sqrt(2)")),
        Case("uses a helper written into a check", "luck", lean_on("one_hot-core", "def helper(): pass", "helper()")),
        Case("awaits", "luck", both(last("await asyncio.sleep(0)"), first(
            "import asyncio\nasync def later(): return 1\nassert await later() == 1\n"
            "async with asyncio.Lock(): pass"))),
        Case("defines its answer in a cell that awaits", "luck", answers(
            embed="import asyncio\n{right}\nfound = await asyncio.gather(asyncio.sleep(0.01, 1), asyncio.sleep(0, 2))\n"
            "assert found == [1, 2]")),
        Case("uses magics", "luck", first("%matplotlib inline\n!ls\nfiles = !ls")),
        Case("draws", "luck", last(
            "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot([1]); plt.show()")),
        Case("asks for a temporary folder", "luck", first("import tempfile; assert tempfile.gettempdir()")),
        Case("has answers of type raw", "luck", markdown_answer),
        Case("is empty", "luck", lambda _: b"", aside="empty"),
        Case("is cut off", "luck", as_text(lambda text: text[: len(text) // 2]), aside="truncated"),
        Case("is no notebook", "luck", lambda _: b'{"a": 1}', aside="not_a_notebook"),
        Case("is another chapter", "luck", lambda _: solved(LOSS), aside="other_chapter"),
        Case("nests without end", "luck", lambda _: b"[" * 1_000_000, aside="truncated"),
        Case("is not text", "luck", lambda _: bytes(range(256)) * 50, aside="truncated"),
    ]  # fmt: skip
