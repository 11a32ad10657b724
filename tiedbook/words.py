"""Words and their rows of a real, trained embedding table, for looking around in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from tiedbook.course import course
from tiedbook.errors import LearnerError
from tiedbook.phrases import reason
from tiedbook.session import say, workspace
from tiedbook.tables import Table

FILE = Path("data") / "minilm_words_f16.npz"


@dataclass(frozen=True, slots=True)
class Words:
    """Words with a vector each.

    Parameters
    ----------
    words : tuple of str, length n
        The words, each once.
    vectors : ndarray of float32, shape (n, d)
        Their rows of the table.
    """

    words: tuple[str, ...]
    vectors: np.ndarray

    def __repr__(self) -> str:
        return say(
            "words.shown",
            "{count:,} words, each with a vector of {width} numbers",
            count=len(self.words),
            width=self.vectors.shape[1],
        )

    def __getitem__(self, word: str) -> np.ndarray:
        """Return the vector of a word, shape (d,).

        Raises
        ------
        LearnerError
            If there is no such word.
        """
        try:
            return np.array(self.vectors[self.words.index(word)])
        except ValueError:
            raise LearnerError(
                "words.unknown",
                "There is no word '{word}' among these {count:,}. They are frequent English words in lower case; "
                "`words.words` lists them.",
                word=word,
                count=len(self.words),
            ) from None

    def cosine(self, one: str, other: str) -> float:
        """Return the cosine of the angle between the vectors of two words."""
        return float(_unit(self[one]) @ _unit(self[other]))

    def nearest(
        self, vector: np.ndarray, *, count: int = 5, without: Iterable[str] = ()
    ) -> tuple[tuple[str, float], ...]:
        """Return the words whose vectors have the smallest angle to a vector, with the cosine of each.

        Parameters
        ----------
        vector : ndarray of float, shape (d,)
            Where to look.
        count : int
            How many words.
        without : iterable of str
            Words that do not count.
        """
        cosines = _unit(self.vectors) @ _unit(vector)
        left_out = set(without)
        ranked = ((self.words[i], float(cosines[i])) for i in np.argsort(-cosines, kind="stable"))
        kept = [(word, cosine) for word, cosine in ranked if word not in left_out]
        return tuple(kept[:count])

    def random_pairs(self, *, count: int = 20_000, seed: int = 0) -> tuple[float, float]:
        """Return mean and standard deviation of the cosine of pairs of different words, drawn by chance."""
        rng = np.random.default_rng(seed)
        one = rng.integers(len(self.words), size=count)
        other = (one + rng.integers(1, len(self.words), size=count)) % len(self.words)
        units = _unit(self.vectors)
        cosines = np.sum(units[one] * units[other], axis=1)
        return float(cosines.mean()), float(cosines.std())


def word_vectors() -> Words:
    """Return the words of chapter 8: those in the workspace's folder ``data``, or else the course's own.

    Raises
    ------
    LearnerError
        If the file cannot be read.
    """
    folder = workspace()
    own = folder / FILE if folder else None
    path = own if own and own.is_file() else course().chapters / FILE
    try:
        with np.load(path, allow_pickle=False) as stored:
            return Words(tuple(map(str, stored["words"])), stored["E"].astype(np.float32))
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as fault:
        raise LearnerError(
            "words.unreadable",
            "{path}: the word vectors cannot be read ({reason}). Delete the file if it is in your workspace; "
            "`tiedbook start` puts it back.",
            path=path,
            reason=reason(fault),
        ) from fault


def analogy(words: Words, plus: Sequence[str], minus: Sequence[str], *, count: int = 4) -> Table:
    """Return the words nearest to a sum of unit vectors, with all words counting and without those of the sum itself.

    Parameters
    ----------
    words : Words
        Where to look.
    plus, minus : sequence of str
        Words whose vectors are added, and subtracted.
    count : int
        Places of the ranking.
    """
    added, taken = (np.sum([_unit(words[word]) for word in group], axis=0) for group in (plus, minus))
    vector = added - taken
    rankings = (
        words.nearest(vector, count=count),
        words.nearest(vector, count=count, without=(*plus, *minus)),
    )
    return Table(
        " + ".join(plus) + "".join(f" − {word}" for word in minus),
        (
            say("words.place", "place"),
            say("words.all", "among all words"),
            say("words.without", "without the words of the sum"),
        ),
        [
            (str(place), *(f"{word} ({cosine:.3f})" for word, cosine in pair))
            for place, pair in enumerate(zip(*rankings, strict=False), start=1)
        ],
    )


def _unit(vectors: np.ndarray) -> np.ndarray:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True))
