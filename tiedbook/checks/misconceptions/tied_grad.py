"""How `tied_grad` is misunderstood."""

from __future__ import annotations

from tiedbook.checks.mistaken_paths import (
    batch_rows_only,
    both,
    divided,
    fractions_lost,
    from_ones,
    gradient_scored,
    head_transposed,
    hidden_scattered,
    last_in_each_text,
    last_survives,
    one_position,
    ones_scattered,
    overwritten,
    own_column,
    paths,
    positions_kept,
    product_of_sums,
    swapped,
    texts_kept,
    two_tables,
    zero_is_padding,
)
from tiedbook.checks.oracle import Misconception
from tiedbook.diagnosis import Diagnosis

LAYOUTS_DIFFER = Diagnosis(
    "tied_grad.layouts_differ",
    "One of the two gradients lies as (V, d), the other as (d, V). They cannot be added; where V = d they can, and the "
    "sum is wrong. The head's part is (V, n) times (n, d): the transposed `grad_logits` stands on the left.",
    {"see": "layouts"},
)

MISCONCEPTIONS = (
    Misconception(
        Diagnosis(
            "tied_grad.lookup_only",
            "Only the lookup's gradient is there. The same table makes the scores too, and through them every row "
            "gets a second gradient: for each position the outer product of `grad_logits` and `hidden`.",
            {"see": "head-gradient"},
        ),
        lambda *args: (paths(*args)[0],),
    ),
    Misconception(
        Diagnosis(
            "tied_grad.head_only",
            "Only the head's gradient is there. The same table is looked up too, and each position sends its row of "
            "`grad_embedded` to the row of its id.",
            {"see": "constraint"},
        ),
        lambda *args: (paths(*args)[1],),
    ),
    Misconception(
        Diagnosis(
            "tied_grad.last_survives",
            "The head's part is right. Of the gradients that the lookup sends to one row, only the last has survived: "
            "`+=` with repeated ids reads first and then writes once for each position. Use a scatter-add.",
            {"see": "tied-grad-hints"},
        ),
        last_survives,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.last_in_each_text",
            "The head's part is right. Of the gradients that the lookup sends to one row, only the last of each text "
            "has survived: a loop over the first axis takes several ids at once, and `+=` keeps the last of those that "
            "repeat.",
            {"see": "tied-grad-hints"},
        ),
        last_in_each_text,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.overwritten",
            "In the rows that were looked up, the lookup's gradient has replaced that of the head. The two meet in one "
            "row and are added: `=` keeps only what was stored last.",
            {"see": "constraint"},
        ),
        overwritten,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.averaged",
            "The two gradients were averaged. The loss feels both uses of a number at once, so its slope is their sum. "
            "Nothing divides by two.",
            {"see": "constraint-nudge"},
        ),
        lambda *args: (both(*args) / 2,),
    ),
    Misconception(
        Diagnosis(
            "tied_grad.divided",
            "Something was divided by the number of positions. If the loss is a mean, that division is in the incoming "
            "gradients already; here everything is only added.",
            {"see": "head-gradient"},
        ),
        divided,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.transposed",
            "The numbers are right, but rows and columns are exchanged. The gradient has the shape of the table, "
            "{wanted_shape} here: one row for each token.",
            {"see": "layouts"},
        ),
        lambda *args: (both(*args).T,),
    ),
    Misconception(LAYOUTS_DIFFER, head_transposed),
    Misconception(
        Diagnosis(
            "tied_grad.swapped",
            "`grad_embedded` and `hidden` have changed places. They have the same shape, so nothing complains. The "
            "gradient of the rows is what is scattered; the hidden states are what the scores were made of.",
            {"see": "untied-shapes"},
        ),
        swapped,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.hidden_scattered",
            "The head's part is right. In the lookup's part the hidden states were scattered. What goes back to the "
            "row of each id is a gradient, `grad_embedded`.",
            {"see": "untied-shapes"},
        ),
        hidden_scattered,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.gradient_scored",
            "The lookup's part is right. In the head's part `grad_logits` was multiplied by `grad_embedded`. A score "
            "is a product of a row and a hidden state, so the factor that remains for the row is `hidden`.",
            {"see": "head-gradient"},
        ),
        gradient_scored,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.batch_rows_only",
            "The head's part has reached only the rows whose ids were looked up. Every row was compared with the "
            "hidden states, so every row gets a gradient from the scores.",
            {"see": "rows-reached"},
        ),
        batch_rows_only,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.own_column",
            "In the head's part each position has reached only the row of its own id. A position makes a score for "
            "every row of the table, so it sends a gradient to every row.",
            {"see": "rows-reached"},
        ),
        own_column,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.subtracted",
            "One of the two gradients was subtracted. Both say how the loss changes when a row grows, and they are "
            "added with the signs that they have.",
            {"see": "constraint"},
        ),
        lambda *args: (paths(*args)[0] - paths(*args)[1], paths(*args)[1] - paths(*args)[0]),
    ),
    Misconception(
        Diagnosis(
            "tied_grad.negative",
            "The sign is turned round. This is the gradient itself; the minus belongs to the training step that uses "
            "it.",
            {"see": "tied-grad-exercise"},
        ),
        lambda *args: (-both(*args),),
    ),
    Misconception(
        Diagnosis(
            "tied_grad.positions_kept",
            "The positions have not been added up. Every position sends a whole table of gradients through its scores; "
            "their sum is one table, {wanted_shape} here.",
            {"see": "head-gradient"},
        ),
        positions_kept,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.texts_kept",
            "There is a table of gradients for each text. `@` treats the first axis as separate problems; here the "
            "texts are positions like all others, and everything is added into one table of shape {wanted_shape}.",
            {"see": "tied-grad-hints"},
        ),
        texts_kept,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.one_position",
            "The lookup's part is right. In the head's part a single position counts. The outer products of all "
            "positions are added; a loop that stores each under one name keeps just one of them.",
            {"see": "head-gradient"},
        ),
        one_position,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.product_of_sums",
            "The lookup's part is right. In the head's part the positions were added up before they were multiplied. "
            "First comes the outer product of each position, then the sum: a sum of products is not the product of the "
            "sums.",
            {"see": "head-gradient"},
        ),
        product_of_sums,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.two_tables",
            "Both gradients came back, side by side. There is one table, so there is one gradient: their sum.",
            {"see": "constraint"},
        ),
        two_tables,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.counted_twice",
            "One of the two gradients was counted twice. Each use of the table adds its gradient once.",
            {"see": "constraint"},
        ),
        lambda *args: (both(*args) + paths(*args)[0], both(*args) + paths(*args)[1]),
    ),
    Misconception(
        Diagnosis(
            "tied_grad.ones_scattered",
            "The head's part is right. In the lookup's part ones were added, so it counts how often each id occurs. "
            "Each position should add its row of `grad_embedded`.",
            {"see": "constraint"},
        ),
        ones_scattered,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.from_ones",
            "Every number is too large by 1: the sums were begun with ones. Where nothing arrives, the gradient is "
            "zero.",
            {"see": "tied-grad-hints"},
        ),
        from_ones,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.zero_is_padding",
            "Row 0 is missing something. Here id 0 is an ordinary token; nothing in this exercise is padding.",
            {"see": "tied-grad-exercise"},
        ),
        zero_is_padding,
    ),
    Misconception(
        Diagnosis(
            "tied_grad.fractions_lost",
            "Some numbers have lost their fractions. An array made of integers cuts what is stored in it; the result "
            "needs the dtype of `grad_logits`.",
            {"see": "tied-grad-exercise"},
        ),
        fractions_lost,
    ),
)
