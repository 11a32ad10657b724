"""Who ties? The table of models, to be sorted and filtered."""

from __future__ import annotations

from traitlets import Bool, Dict, List, Unicode

from tiedbook import who_ties as models
from tiedbook.widgets.widget import Widget, text


class WhoTies(Widget):
    """Models that people use, and whether they tie.

    Attributes
    ----------
    models : list of dict
        One for each model, by the names of the columns; ``source`` is the kind of source, ``at`` its class or address.
    column : str
        Which column they are sorted by.
    descending : bool
        Whether the largest comes first.
    kind : str
        ``"all"``, ``"tied"`` or ``"untied"``: which models are shown.
    search : str
        What their names contain.
    """

    module = "who_ties"

    models = List(Dict()).tag(sync=True)
    column = Unicode("parameters").tag(sync=True)
    descending = Bool(default_value=False).tag(sync=True)
    kind = Unicode("all").tag(sync=True)
    search = Unicode().tag(sync=True)

    def words(self) -> dict[str, str]:
        """Return every text of this widget in the current edition."""
        return {
            "title": text("widget.who.title", "Who ties?"),
            "kind": text("widget.who.kind", "Show"),
            "all": text("widget.who.all", "all models"),
            "tied": text("widget.who.tied", "those that tie"),
            "untied": text("widget.who.untied", "those that do not"),
            "search": text("widget.who.search", "Name contains"),
            "caption": text("widget.who.caption", "Who ties? The button above a column sorts by it"),
            "head.model": text("who_ties.model", "model"),
            "head.tied": text("who_ties.tied", "tied"),
            "head.bias": text("who_ties.bias", "bias of the scores"),
            "head.V": text("widget.ledger.vocab_size", "tokens V"),
            "head.d": text("widget.ledger.d_model", "width d"),
            "head.parameters": text("who_ties.parameters", "parameters"),
            "head.share": text("who_ties.share", "share of the table or tables"),
            "head.change": text("who_ties.change", "if it were the other way"),
            "head.source": text("who_ties.source", "read in"),
            "yes": text("who_ties.yes", "yes"),
            "no": text("who_ties.no", "no"),
            **{f"source.{kind}": words for kind, words in models.source_words().items()},
            "none": text("widget.who.none", "No model fits."),
            "some": text("widget.who.some", "{shown} of {all} models, sorted by: {column}."),
            "halves": text(
                "widget.who.halves",
                "Sorted by: {column}. Of the first {first} models {upper} tie, of the last {last} models {lower}.",
            ),
        }

    def stand_in(self) -> str:
        """Return the same as a table."""
        return models.who_ties()._repr_html_()


def who_ties() -> WhoTies:
    """Show models that people use, whether they tie, and what that amounts to; to be sorted and filtered."""
    return WhoTies(
        models=[
            {
                "model": model.name,
                "tied": model.tied,
                "bias": model.bias,
                "V": model.vocab_size,
                "d": model.width,
                "parameters": model.parameters,
                "share": model.share,
                "change": model.change,
                "source": model.source,
                "at": model.at,
            }
            for model in models.MODELS
        ]
    )
