"""The parser of the command line: in the words of the learner's edition, with options wherever they are written."""

from __future__ import annotations

import argparse
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tiedbook.session import say


class Parser(ArgumentParser):
    """A parser that takes options between and before its arguments.

    Python's own takes ``switch es --beside en DIR`` for one word too many, since ``DIR`` may be left out.
    """

    _is_inside = False

    def parse_known_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> tuple[Namespace, list[str]]:  # type: ignore[override]
        """Parse the arguments; see `argparse.ArgumentParser`."""
        if self._subparsers is not None or self._is_inside:
            return super().parse_known_args(args, namespace)
        self.usage = self.usage or self._plain_usage()  # else Python cuts seven letters, those of "usage: ", off it
        self._is_inside = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._is_inside = False

    def _plain_usage(self) -> str:
        formatter = self._get_formatter()
        formatter.add_usage(None, self._actions, self._mutually_exclusive_groups, prefix="")
        return formatter.format_help().strip().replace("%", "%%")


@contextmanager
def translated() -> Iterator[None]:
    """Let argparse speak the current edition: its module looks its sentences up as gettext does."""
    module: dict[str, Any] = vars(argparse)
    found: dict[str, Any] = {name: module[name] for name in ("_", "ngettext")}
    words = _words()
    module["_"] = lambda english: words.get(english, english)
    module["ngettext"] = lambda one, many, number: words.get(one if number == 1 else many, one if number == 1 else many)
    try:
        yield
    finally:
        module.update(found)


def _words() -> dict[str, str]:
    """Return what argparse says, in all versions of Python, by what it looks up."""
    invalid = say(
        "argparse.choice", "invalid choice: {value} (choose from {choices})", value="%(value)r", choices="%(choices)s"
    )
    return {
        "usage: ": say("argparse.usage", "usage:") + " ",
        "positional arguments": say("argparse.positional", "arguments"),
        "options": say("argparse.options", "options"),
        "show this help message and exit": say("argparse.help", "show this help and exit"),
        "%(prog)s: error: %(message)s\n": say(
            "argparse.error", "{program}: {message}", program="%(prog)s", message="%(message)s"
        )
        + "\n",
        "argument %(argument_name)s: %(message)s": say(
            "argparse.argument", "argument {name}: {message}", name="%(argument_name)s", message="%(message)s"
        ),
        "the following arguments are required: %s": say(
            "argparse.required", "these arguments are required: {names}", names="%s"
        ),
        "unrecognized arguments: %s": say("argparse.unknown", "unknown arguments: {words}", words="%s"),
        "invalid choice: %(value)r (choose from %(choices)s)": invalid,
        "invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)": invalid,
        "unknown parser %(parser_name)r (choices: %(choices)s)": say(
            "argparse.command",
            "unknown command {value} (choose from {choices})",
            value="%(parser_name)r",
            choices="%(choices)s",
        ),
        "expected one argument": say("argparse.one", "a value is missing"),
        "expected at most one argument": say("argparse.at_most_one", "one value at most"),
        "expected at least one argument": say("argparse.at_least_one", "a value is missing"),
        "ignored explicit argument %r": say("argparse.no_value", "it takes no value such as {value}", value="%r"),
        "ambiguous option: %(option)s could match %(matches)s": say(
            "argparse.ambiguous",
            "{option} is short for several: {matches}",
            option="%(option)s",
            matches="%(matches)s",
        ),
        "not allowed with argument %s": say("argparse.not_with", "not together with {name}", name="%s"),
        "one of the arguments %s is required": say("argparse.one_of", "one of these is required: {names}", names="%s"),
        "invalid %(type)s value: %(value)r": say("argparse.value", "not a valid value: {value}", value="%(value)r"),
    }
