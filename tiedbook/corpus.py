"""The corpus of the capstone: simple sentences in three languages, made by a small grammar, always the same.

Real text in these languages is not small, and small real text has too many words that occur once. A grammar gives
sentences in which the next word can partly be known: by agreement, by word order, and by the language itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from tiedbook.session import say

CONTEXT = 3  # tokens that the next one is predicted from
SEED = 2024
TRAINING, VALIDATION = 12_000, 3_000  # tokens
STOP = "."

Draw = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Two texts as ids, and the words that the ids stand for.

    Parameters
    ----------
    words : tuple of str, length V
        The vocabulary, the most frequent word of the training text first.
    training, validation : ndarray of int
        Texts of `TRAINING` and `VALIDATION` tokens. They are made in the same way, one after the other.
    """

    words: tuple[str, ...]
    training: np.ndarray
    validation: np.ndarray

    def __repr__(self) -> str:
        return say(
            "corpus.shown",
            "V = {count:,} different words; {training:,} words to train on, {validation:,} to validate on",
            count=len(self.words),
            training=len(self.training),
            validation=len(self.validation),
        )

    def text(self, ids: Sequence[int] | np.ndarray) -> str:
        """Return the words of some ids, with blanks between them."""
        return " ".join(self.words[i] for i in ids)


def examples(ids: np.ndarray, context: int = CONTEXT) -> tuple[np.ndarray, np.ndarray]:
    """Cut a text into contexts and the token that follows each.

    Parameters
    ----------
    ids : ndarray of int, shape (n,)
        A text.
    context : int
        C, how many tokens are looked at.

    Returns
    -------
    tuple of ndarray
        Contexts of shape (n - C, C), and targets of shape (n - C,).
    """
    windows = np.lib.stride_tricks.sliding_window_view(ids, context + 1)
    return windows[:, :-1].copy(), windows[:, -1].copy()


@cache
def corpus() -> Corpus:
    """Return the corpus, the same in every run."""
    rng = np.random.default_rng(SEED)
    text: list[str] = []
    while len(text) < TRAINING + VALIDATION:
        text += sentence(rng)
    text = text[: TRAINING + VALIDATION]
    counts = Counter(text[:TRAINING])
    words = sorted(set(text), key=lambda word: (-counts[word], word))
    number = {word: i for i, word in enumerate(words)}
    ids = np.array([number[word] for word in text])
    ids.flags.writeable = False
    return Corpus(tuple(words), ids[:TRAINING], ids[TRAINING:])


def sentence(rng: np.random.Generator) -> list[str]:
    """Make one sentence, in one of the three languages.

    Parameters
    ----------
    rng : numpy.random.Generator
        Decides on everything.
    """

    def draw(listed: str) -> str:
        """Choose one of several, listed with commas; the later it stands, the rarer it is."""
        choices = listed.split(", ")
        chances = 1 / np.arange(1, len(choices) + 1)
        return choices[int(rng.choice(len(choices), p=chances / chances.sum()))]

    languages = (_english, _hinglish, _spanish)
    return [*languages[int(rng.integers(3))](draw, many=bool(rng.random() < 0.4), plain=bool(rng.random() < 0.5)), STOP]


def _english(draw: Draw, *, many: bool, plain: bool) -> list[str]:
    noun = draw("dog, cat, girl, boy, teacher, bird, friend, doctor")
    verb = draw("run, sleep, walk, play, sing, eat, wait, dance")
    which = draw("the, some" if many else "the, a")
    adjective = [] if plain else [draw("small, old, happy, young, tired, quiet")]
    where = [draw("in, near, behind"), "the", draw("house, garden, park, school, market, river, kitchen")]
    subject = [which, *adjective, f"{noun}s" if many else noun]
    return [*subject, verb if many else f"{verb}s", *where]


_HINGLISH = {  # masculine and feminine nouns, singular and plural
    "kutta": "kutte", "ladka": "ladke", "bachcha": "bachche", "ghoda": "ghode",
    "billi": "billiyan", "ladki": "ladkiyan", "chidiya": "chidiyan", "daadi": "daadiyan",
}  # fmt: skip


def _hinglish(draw: Draw, *, many: bool, plain: bool) -> list[str]:
    noun = draw("kutta, billi, ladki, ladka, bachcha, chidiya, ghoda, daadi")
    ending = "i" if noun in ("billi", "ladki", "chidiya", "daadi") else "e" if many else "a"
    adjective = [] if plain else [draw("chhot, bad, bhookh, akel, pyaas") + ending]
    verb = draw("daudt, sot, chalt, khelt, gaat, khaat, rukt, naacht") + ending
    place = draw("ghar, baag, maidan, vidyalay, bazaar, talaab")
    where = draw("mein, ke paas, ke peechhe").split()
    return [*adjective, _HINGLISH[noun] if many else noun, place, *where, verb, "hain" if many else "hai"]


def _spanish(draw: Draw, *, many: bool, plain: bool) -> list[str]:
    noun = draw("perro, gata, niña, niño, maestra, pájaro, amiga, médico")
    feminine = noun.endswith("a")
    end = ("a" if feminine else "o") + ("s" if many else "")
    articles = {"o": "el, un", "a": "la, una", "os": "los, unos", "as": "las, unas"}
    adjective = [] if plain else [draw("pequeñ, viej, content, cansad, tranquil") + end]
    verb = draw("corre, duerme, camina, juega, canta, come, espera, baila") + ("n" if many else "")
    near = draw("en, cerca de, detrás de").split()
    if draw("la, el") == "la":
        where = [*near, "la", draw("casa, escuela, cocina, plaza")]
    else:
        place = draw("jardín, parque, mercado, río")
        where = ["en", "el", place] if near == ["en"] else [near[0], "del", place]
    return [draw(articles[end]), f"{noun}s" if many else noun, *adjective, verb, *where]
