"""Nothing that a call writes, warns of or displays gets through to the notebook."""

from __future__ import annotations

import io
import sys
import warnings
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, redirect_stderr, redirect_stdout


class _Nowhere(io.TextIOBase):
    """Takes everything, keeps nothing: a loop that prints must not fill the memory."""

    def writable(self) -> bool:
        return True

    def write(self, s: str, /) -> int:
        return len(s)


@contextmanager
def silence() -> Iterator[None]:
    """Drop what is written, warned of or displayed in the meantime."""
    with redirect_stdout(_Nowhere()), redirect_stderr(_Nowhere()), warnings.catch_warnings(), _undisplayed():
        warnings.simplefilter("ignore")
        yield


def _undisplayed() -> AbstractContextManager[object]:
    if "IPython" in sys.modules:  # as in every kernel
        from IPython import get_ipython
        from IPython.utils.capture import capture_output

        if get_ipython() is not None:
            return capture_output(stdout=False, stderr=False, display=True)
    return nullcontext()
