"""The corpus is always the same, and its sentences keep to their grammar."""

from __future__ import annotations

import numpy as np

from tiedbook.corpus import CONTEXT, STOP, TRAINING, VALIDATION, corpus, examples, sentence

MASCULINE = {"kutta", "kutte", "ladka", "ladke", "bachcha", "bachche", "ghoda", "ghode"}
ARTICLES = {"el": "o", "un": "o", "la": "a", "una": "a", "los": "os", "unos": "os", "las": "as", "unas": "as"}


def sentences(count: int) -> list[list[str]]:
    rng = np.random.default_rng(7)
    return [sentence(rng) for _ in range(count)]


def test_the_corpus_has_the_sizes_that_the_chapter_states() -> None:
    found = corpus()
    assert (len(found.training), len(found.validation)) == (TRAINING, VALIDATION) == (12_000, 3_000)
    assert 180 <= len(found.words) <= 200
    assert set(found.training) == set(range(len(found.words)))


def test_the_corpus_is_the_same_every_time_and_cannot_be_changed() -> None:
    first = corpus()
    corpus.cache_clear()
    again = corpus()
    assert first.words == again.words
    np.testing.assert_array_equal(first.training, again.training)
    assert not again.training.flags.writeable


def test_frequent_words_come_first() -> None:
    found = corpus()
    assert found.words[0] == STOP
    counts = np.bincount(found.training)
    assert np.all(counts[:-1] >= counts[1:])


def test_training_and_validation_are_two_parts_of_one_text() -> None:
    found = corpus()
    assert found.text(found.training[:20]).count(STOP) > 0
    assert not np.array_equal(found.training[:VALIDATION], found.validation)


def test_english_verbs_agree_with_their_nouns() -> None:
    for words in sentences(600):
        if words[0] in ("a", "some"):
            places = {"in", "near", "behind"} & set(words)
            verb = words[words.index(places.pop()) - 1]
            assert verb.endswith("s") == (words[0] == "a"), words


def test_hinglish_verbs_and_auxiliaries_agree_with_their_nouns() -> None:
    found = [words for words in sentences(600) if words[-2] in ("hai", "hain")]
    assert found
    for words in found:
        masculine = bool(MASCULINE & set(words))
        many = words[-2] == "hain"
        assert words[-3].endswith(("e" if many else "a") if masculine else "i"), words


def test_spanish_articles_nouns_and_adjectives_agree() -> None:
    found = [words for words in sentences(600) if words[0] in ARTICLES]
    assert found
    for words in found:
        many = ARTICLES[words[0]].endswith("s")
        verb = next(i for i, word in enumerate(words) if word in ("en", "cerca", "detrás")) - 1
        assert words[verb].endswith("n") == many, words
        assert all(word.endswith(ARTICLES[words[0]]) for word in words[2:verb]), words


def test_no_preposition_is_left_uncontracted() -> None:
    assert all("de el" not in " ".join(words) for words in sentences(600))


def test_examples_are_contexts_and_what_follows() -> None:
    contexts, targets = examples(np.arange(6))
    assert contexts.tolist() == [[0, 1, 2], [1, 2, 3], [2, 3, 4]]
    assert targets.tolist() == [3, 4, 5]
    assert contexts.shape[1] == CONTEXT
