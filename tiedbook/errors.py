"""Errors that reach a person: what is wrong, where, and what to do next."""

from __future__ import annotations

from tiedbook.phrases import filled


class TiedbookError(Exception):
    """A fault that the command line reports in one message, without a traceback.

    Authors and instructors read it in English as it stands. What a learner may meet is a `LearnerError`.

    Parameters
    ----------
    message : str
        What is wrong, where, and what to do next, in whole English sentences.
    status : int
        Exit status of the command: 1 for a fault in what was found, 2 for a fault in what was asked.
    """

    def __init__(self, message: str, *, status: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


class LearnerError(TiedbookError):
    """A fault that a learner meets: on a terminal or in a traceback, it speaks the current edition.

    Parameters
    ----------
    code : str
        Context of the sentence in the runtime catalog, such as ``"workspace.none"``.
    message : str
        English sentence with named ``{holes}``.
    status : int
        Exit status of the command.
    **values : object
        What fills the holes; a `Phrase` is put into the words of the same edition.
    """

    def __init__(self, code: str, message: str, *, status: int = 1, **values: object) -> None:
        super().__init__(filled(message, values), status=status)
        self.code = code
        self.english = message
        self.values = values

    def __str__(self) -> str:
        from tiedbook.catalog import runtime
        from tiedbook.session import current_edition  # both raise errors of this module

        try:
            return runtime(current_edition().tag).text(self.code, self.english, **self.values)
        except (TiedbookError, OSError):  # a damaged catalog, or the working folder is gone
            return self.message
