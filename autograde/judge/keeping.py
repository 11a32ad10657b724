"""The child of one submission, kept from one part to the next while nothing is found."""

from __future__ import annotations

from dataclasses import dataclass, field

from autograde.judge.limits import Limits
from autograde.judge.loading import Submission
from autograde.judge.sandbox import Child, Ending, Sandbox


@dataclass(slots=True)
class Kept:
    """A child in which the cells of a submission have run.

    To fork one and run the cells costs as much as many calls. But what a function does may depend on the calls before,
    and those of other parts are no business of this one: so nothing that is found after them counts, and the part is
    judged once more in a child that has made no calls. Nor does a part pass after calls in which something was found:
    a function that is wrong at first and right later would gain by them.

    Parameters
    ----------
    submission : Submission
        Whose.
    sandbox : Sandbox
        What forks it.
    limits : Limits
        How long the cells may take.

    Attributes
    ----------
    called : bool
        Whether a function has been called in it.
    single : bool
        Whether to keep it for one part only. It is so once anything was found: where one part is wrong others are, too,
        and each would need a second try.
    """

    submission: Submission
    sandbox: Sandbox
    limits: Limits
    called: bool = field(default=False, init=False)
    single: bool = field(default=False, init=False)
    _child: Child | None = field(default=None, init=False)

    def child(self) -> Child:
        """Return it, made anew where there is none.

        Raises
        ------
        NotLoaded
            If the cells take too long.
        ZygoteGone
            If the sandbox is no more.
        """
        if self._child is None:
            self._child = self.submission.load(self.sandbox, self.limits)
        return self._child

    def end(self) -> Ending | None:
        """End it, and say how it ended; None if there was none.

        Raises
        ------
        ZygoteGone
            If it ended because the sandbox did.
        """
        child, self._child = self._child, None
        self.called = False
        return child.end() if child else None
