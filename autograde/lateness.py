"""What lateness costs, by the rule that the course's nbgrader configuration names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from autograde.gradebook import light_imports
from tiedbook.errors import TiedbookError

_SECTIONS = ("AssignLatePenalties", "LateSubmissionPlugin")


class LatePenalties:
    """Nbgrader's late penalties: those of its ``LateSubmissionPlugin``, or of an instructor's own.

    Where the configuration says nothing of lateness, no penalty is set and none that stands is touched: an instructor
    may have set it by hand. Where it names a rule, the rule decides anew each time, as in nbgrader.

    Parameters
    ----------
    config : Path
        The course's ``nbgrader_config.py``.

    Raises
    ------
    TiedbookError
        If it cannot be run, or names a rule that cannot be loaded.
    """

    def __init__(self, config: Path) -> None:
        self._config = config
        self._rule = _rule(config)

    @property
    def known(self) -> bool:
        """Whether there is a rule."""
        return self._rule is not None

    def penalty(self, learner: str, score: float, late: float) -> float | None:
        """Return what comes off, never more than there is; None where nothing does.

        Parameters
        ----------
        learner : str
            Whose submission.
        score : float
            Its points.
        late : float
            By how many seconds it missed its date.

        Raises
        ------
        TiedbookError
            If the rule fails.
        """
        try:
            penalty = self._rule.late_submission_penalty(learner, score, late) if late > 0 else None
            return None if penalty is None else min(max(float(penalty), 0.0), score)
        except Exception as fault:  # an instructor's own program
            raise TiedbookError(
                f"{self._config}: the rule for late submissions, {type(self._rule).__name__}, failed on {learner} "
                f"({type(fault).__name__}: {fault}). Mend it, or remove it. What was recorded is safe."
            ) from fault


def _rule(path: Path) -> Any:
    if not path.is_file() or "Late" not in path.read_text(encoding="utf-8", errors="replace"):
        return None  # running it, and importing nbgrader's plugins, takes as long as grading several submissions
    from traitlets.config.loader import PyFileConfigLoader

    try:
        config = PyFileConfigLoader(path.name, path=str(path.parent)).load_config()
        if not any(section in config for section in _SECTIONS):
            return None
        with light_imports():
            from nbgrader.plugins import LateSubmissionPlugin
            from traitlets.utils.importstring import import_item
        named = config.get("AssignLatePenalties", {}).get("plugin_class", LateSubmissionPlugin)
        kind: Any = import_item(named) if isinstance(named, str) else named
        return kind(config=config)
    except Exception as fault:  # an instructor's own program
        raise TiedbookError(
            f"{path}: what it says of late submissions cannot be used ({type(fault).__name__}: {fault}). Mend it, or "
            "remove its lines on AssignLatePenalties and LateSubmissionPlugin."
        ) from fault
