# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown] id="title"
# # 4. Scores are dot products, not distances
#
# At the bottom of a model the table hands out rows. At the top the same table has a second job: it scores every token of the vocabulary as a candidate
# for the next one. This chapter is about that job, and about a word that is used for it everywhere and means three different things: *closest*.
#
# **After this chapter you can**
#
# - compute the scores of a tied head, for hidden states of any shape;
# - say why the head uses the transpose of the table, and why that undoes nothing;
# - tell when the dot product, the cosine and the distance disagree about the winner;
# - predict what a bias or a scale changes.
#
# Plan for 60 minutes. Before this: [Chapter 3 – Averages forget order, and padding lies](ch03_pooling_and_padding.ipynb).

# %% [markdown] id="question"
# ## The magic dictionary
#
# A story that is told to children: there is a magic dictionary. It has one page for each word, and on each page stands a code, a list of
# numbers. When the machine *reads* a word, it looks up its code. When the machine wants to *say* something, it has a thought, which is a list of numbers
# too. It then compares the thought with all the codes in the same dictionary.
#
# Today's thought is $[6, -1, 7]$. Two of the codes are:
#
# | word | code |
# |---|---|
# | `dog` | $[5, -2, 8]$ |
# | `fast` | $[6, -1.5, 7.2]$ |
#
# "And then", the story ends, "the machine says the word whose code is closest to the thought."
#
# **Which of the two words does a language model with a tied head find more likely?**
#
# - **A.** `fast`, since its code is closest.
# - **B.** `dog`, although its code is further away.
# - **C.** Both are equally likely.

# %% [markdown] id="prediction"
# Write down a letter. Then look at the codes once more, and write down which is closer to the thought, number by number. You need no
# calculator for that. The two answers need not be the same.

# %% [markdown] id="setup"
# Run this cell first. It loads NumPy, the checks, and the four-token table.

# %% id="table" role="data"
import numpy as np

from tiedbook import check

tokens = ["cat", "dog", "the", "ran"]
E = np.array(
    [
        [0.2, -0.5, 0.8],
        [0.3, -0.4, 0.7],
        [-0.9, 0.1, 0.2],
        [0.6, 0.3, -0.5],
    ],
    dtype=np.float32,
)

# %% [markdown] id="scores"
# ## One score for every token
#
# After all its layers a model has, at each position, a **hidden state** $h$: a vector of $d$ numbers, as long as a row of the table. It stands for
# what the model expects to come next. The part that turns it into scores for all tokens is called the **head**.
#
# A **tied head** uses the embedding table. The score of token $j$ is the **dot product** of $h$ with row $j$: multiply number by number, and add
# up:
#
# $$z_j = h \cdot E_j = \sum_{k=0}^{d-1} h_k \, E_{jk}$$
#
# The scores are called **logits**. There are $V$ of them, one for each token, and the highest one is the model's favourite.
#
# An example with $d = 2$ and three rows. Let $h = [2, -1]$, and let the rows be $[1, 0]$, $[0, 1]$ and $[1, 1]$. Then
#
# $$z = [2 \cdot 1 - 1 \cdot 0, \;\; 2 \cdot 0 - 1 \cdot 1, \;\; 2 \cdot 1 - 1 \cdot 1] = [2, -1, 1]$$
#
# Two numbers went in, and three came out: as many as there are rows.

# %% [markdown] id="score-worked"
# ## By hand, on the four-token table
#
# Let $h = [0.5, 0.2, -0.3]$. The score of `ran`, with the row $[0.6, 0.3, -0.5]$, is
#
# $$0.5 \cdot 0.6 + 0.2 \cdot 0.3 + (-0.3) \cdot (-0.5) = 0.30 + 0.06 + 0.15 = 0.51$$
#
# Compute one of the other three yourself before you run the cell.

# %% id="score-worked-four" role="show"
h = np.array([0.5, 0.2, -0.3], dtype=np.float32)

dict(zip(tokens, np.round((E @ h).astype(float), 2).tolist(), strict=True))

# %% [markdown] id="logits"
# ## Logits are raw
#
# Three of the four scores are negative, and all four add up to −0.36. That is nothing to worry about: logits are no probabilities. They may have any sign,
# and they add up to nothing in particular. The **softmax** turns them into probabilities; it is the subject of Chapter 5. Here we need only
# one thing about it: **it keeps the order**. Within one vector of logits, the larger score gets the larger probability.
#
# *Within one vector.* A score of 0.51 at one position and a score of 0.60 at another cannot be compared. Add 1,000 to all scores of a position, and its
# probabilities do not change at all. What counts is how far a score is ahead of the others at the same position.

# %% [markdown] id="score-shapes"
# ## All scores at once: the transpose
#
# For a whole batch we need every hidden state times every row. Both have $d$ numbers, and it is these that must meet and disappear. In a matrix product
# the *last* axis of the left matrix meets the *first* axis of the right one. The table has its $d$ in the second place. So it has to be turned:
#
# $$Z = H E^\top \qquad (\dots, d) \times (d, V) \to (\dots, V)$$
#
# The **transpose** $E^\top$ is the table with rows and columns exchanged: what was row $j$ is now column $j$. The dots stand for any axes, or none:
#
# | shape of `hidden` | shape of the scores | read it as |
# |---|---|---|
# | `(d,)` | `(V,)` | one state: one score for each token |
# | `(B, d)` | `(B, V)` | for each text: one score for each token |
# | `(B, T, d)` | `(B, T, V)` | for each text, for each position: one score for each token |
#
# (The last cell said `E @ h`. For a single state that gives the same scores. With a batch on the right, the two lengths $d$ no longer meet.)
#
# A single state gives the shape `(3,)` in the example above, not `(1, 3)`. The head changes the last axis, and leaves everything before it alone.
#
# Two things look like a transpose and are none. `E.reshape(d, V)` deals the numbers out anew, and tears the rows apart. And `H @ E` without any transpose is
# an error as long as $V \ne d$. With a square table it runs, and gives other numbers.

# %% id="score-shapes-reshape" role="show"
E.T, E.reshape(3, 4)

# %% [markdown] id="tied-lm-head-exercise"
# ## Exercise: `tied_lm_head`
#
# Write `tied_lm_head(hidden, embedding_matrix)`. It scores every token for every hidden state.
#
# - `hidden` has the shape `(..., d)`: any number of axes before the last one, also none. `embedding_matrix` has the shape `(V, d)`. Both are float arrays of
#   the same type.
# - The result has the shape `(..., V)` and that type. There is no softmax in it, and nothing is added or multiplied besides: no bias and no scale.
# - `TypeError` if one of the two is not a float array. `ValueError` if their widths differ.
#
# For example, the state `[2, -1]` and the rows `[1, 0]`, `[0, 1]`, `[1, 1]`, all as floats, give `[2, -1, 1]`, of shape `(3,)`.

# %% id="tied_lm_head" exercise="tied_lm_head"
from solutions.ch04_tied_logits import tied_lm_head

# %% [markdown] id="tied-lm-head-hints" kind="hints" exercise="tied_lm_head"
# <details><summary>Hint 1: a nudge</summary>
#
# Write the two shapes one below the other, and the shape of the result below that. Which lengths have to disappear, and which have to stay?
#
# </details>
#
# <details><summary>Hint 2: the idea</summary>
#
# NumPy's `@` already treats all axes before the last as a batch. So one product is enough for every shape of `hidden`, if the table is turned the right
# way.
#
# The refusals come first. `np.issubdtype(array.dtype, np.floating)` tells whether an array holds floats. Integers would go through the product without a
# word, and that is why you have to ask.
#
# </details>
#
# <details><summary>Hint 3: almost the code</summary>
#
# ```python
# for array in (hidden, embedding_matrix):
#     if not np.issubdtype(array.dtype, ...):
#         raise TypeError("...")
# if hidden.shape[-1] != embedding_matrix.shape[...]:
#     raise ValueError("...")
# return hidden @ ...
# ```
#
# </details>

# %% id="tied_lm_head-core" exercise="tied_lm_head" part="core"
check("tied_lm_head", tied_lm_head, part="core")

# %% id="tied_lm_head-contract" exercise="tied_lm_head" part="contract"
check("tied_lm_head", tied_lm_head, part="contract")

# %% [markdown] id="tied-lm-head-solution" kind="reveal" exercise="tied_lm_head"
# <details><summary>The solution of <code>tied_lm_head</code>, for when you have tried</summary>
#
# {solution}
#
# `np.einsum("...d,vd->...v", hidden, embedding_matrix)` says the same and needs no transpose: its letters name the axes. `np.inner` also works on the last
# axes of both.
#
# </details>

# %% [markdown] id="story"
# ## What the story leaves out
#
# Back to the dictionary. From here on some cells use your functions; they work once their checks pass. Your `tied_lm_head` scores the two words, and the next
# cell adds two other measures: the cosine of the angle between the thought and the code, and the distance between the two.

# %% id="story-measures" role="show"
thought = np.array([6.0, -1.0, 7.0])
codes = {"dog": [5.0, -2.0, 8.0], "fast": [6.0, -1.5, 7.2]}


def measures(code):
    score = float(tied_lm_head(thought, np.array([code]))[0])
    cosine = score / np.linalg.norm(code) / np.linalg.norm(thought)
    return round(score, 1), round(float(cosine), 3), round(float(np.linalg.norm(thought - code)), 2)


{word: measures(code) for word, code in codes.items()}

# %% [markdown] id="story-read"
# | word | dot product | cosine | distance |
# |---|---|---|---|
# | `dog` | **88.0** | 0.984 | 1.73 |
# | `fast` | 87.9 | **0.999** | **0.54** |
#
# `fast` is closest, by far: its distance is less than a third, and its angle is smaller too. And the head says `dog`. The answer is **B**. Between these
# two words, the softmax would give `dog` 52.5% and `fast` 47.5%.
#
# It was a close race. With 7.3 in place of 7.2, `fast` would score 88.6 and win by all three measures. Change the number in the story below and see.
# Then add a page, and try to find a third code that is further away from the thought than both, and still wins.

# %% id="story-widget" role="show"
from tiedbook.widgets import story

story(thought, codes, variants=[7.2, 7.3])

# %% [markdown] id="anatomy"
# ## Anatomy of a score: length times length times alignment
#
# Where does the score of `dog` come from, if not from closeness? Every dot product can be taken apart into three factors. With $\lVert v \rVert$ for the length of
# a vector, the square root of the sum of its squares, and $\theta_j$ for the angle between $h$ and row $j$:
#
# $$z_j = \lVert h \rVert \cdot \lVert E_j \rVert \cdot \cos \theta_j$$
#
# - $\lVert h \rVert$ is the same for all tokens. It decides how *far apart* the scores lie, and never who wins.
# - $\cos \theta_j$ is the alignment: 1 if both point the same way, 0 at a right angle, −1 if they point in opposite ways.
# - $\lVert E_j \rVert$ is the length of the row. **A long row gets a bonus.** If it points away from $h$, the bonus becomes a penalty.
#
# `dog` has the length 9.64, `fast` 9.49. That is 1.6% more. The cosine of `fast` is only 1.5% better. So length beats alignment, by a hair.
#
# One often reads that a dot product measures *similarity*. Say "alignment times length" instead. Then you will not be surprised.

# %% [markdown] id="three-meanings"
# ## Three meanings of "closest"
#
# **Largest dot product.** That is what a head computes. Seen from $h$: project every row onto the line of $h$, and take the one that reaches
# furthest along.
#
# **Largest cosine.** Only directions count. It is the dot product after all rows have been brought to length 1.
#
# **Smallest distance.** Where the tip of $h$ is, look for the nearest tip of a row. The square of the distance is
#
# $$\lVert h - E_j \rVert^2 = \lVert h \rVert^2 - 2 \, h \cdot E_j + \lVert E_j \rVert^2$$
#
# The first term is the same for all tokens. So the nearest row is the one with the largest $h \cdot E_j - \frac{1}{2} \lVert E_j \rVert^2$. There is the dot
# product again, and this time a long row pays a *penalty*.
# (A row can also be too short: in a given direction, the nearest point has the length $\lVert h \rVert \cos \theta_j$.)
#
# Three measures, three opinions about length: a bonus, nothing, a penalty. In the picture all three disagree. Find the three winners with your eyes before
# you read the table. Then move `h`, or a row, and predict what changes.

# %% id="three-meanings-figure" role="show"
from tiedbook.widgets import dot_explorer

dot_explorer([3, 2], [[6, 1], [1.8, 1], [2.4, 2.9]], ["a", "b", "c"])

# %% [markdown] id="three-meanings-read"
# **When do they agree?** If all rows have the same length, bonus and penalty are the same for everybody, and all three measures name the same winner. How little
# it takes to make them disagree, an experiment will show.

# %% [markdown] id="ties"
# ## Two edges: ties, and a row of zeros
#
# A function that names a winner has to say what happens when there are two. `argmax` and `argmin` return the *first* of equal values, so the lowest id wins.
# That is a convention, and a good one, because it is the same every time.
#
# A row of zeros has no direction. Its cosine would be $0/0$. NumPy makes that `nan`, with a warning, and `argmax` takes `nan` for the largest value of all. A
# common remedy divides by `max(length, 1e-12)`. It avoids the `nan`, and gives the row the cosine 0. Is that harmless? Not if all other cosines are negative:
# then a row without any direction wins. For a row without direction the honest score is "last": $-\infty$.

# %% [markdown] id="nearest-token-exercise"
# ## Exercise: `nearest_token`
#
# Write `nearest_token(hidden, embedding_matrix, metric)`. It names the closest token, in the meaning that is asked for.
#
# - `hidden` has the shape `(..., d)`, `embedding_matrix` the shape `(V, d)`; both are float arrays of the same type.
# - `metric` is `"dot"`, `"cosine"` or `"euclidean"`, which is another word for the distance.
# - The result is an integer array of shape `hidden.shape[:-1]`: for each state the id of the winner. Of equally close rows the lowest id wins. A row of
#   zeros never wins by cosine, unless all rows are zero.
# - `ValueError` for any other metric, and if the widths differ. Names are case-sensitive.
#
# For example, with the codes of the story as rows, in the order `dog`, `fast`, the thought gives 0 for `"dot"`, and 1 for the other two.

# %% id="nearest_token" exercise="nearest_token"
from solutions.ch04_tied_logits import nearest_token

# %% [markdown] id="nearest-token-hints" kind="hints" exercise="nearest_token"
# <details><summary>Hint 1: a nudge</summary>
#
# For each metric, one number for each row and each state: which function of NumPy turns these numbers into an id, and along which axis? For one of the metrics it
# is not the same function as for the other two.
#
# </details>
#
# <details><summary>Hint 2: the idea</summary>
#
# Dot products you have already. For the cosine divide them by the lengths of the rows, `np.linalg.norm(embedding_matrix, axis=1)`. The length of the
# hidden state may stay out of it: all rows share it. See to the rows of length 0 before you divide.
#
# For the distance, either subtract every row from every state, `hidden[..., None, :] - embedding_matrix`, square and add up along the last axis. Or take the
# dot product, and subtract half of the squared length of each row.
#
# </details>
#
# <details><summary>Hint 3: almost the code</summary>
#
# ```python
# if metric not in (...):
#     raise ValueError("...")
# if hidden.shape[-1] != embedding_matrix.shape[...]:
#     raise ValueError("...")
# if metric == "euclidean":
#     steps = hidden[..., None, :] - embedding_matrix
#     return np.argmin((steps**2).sum(axis=...), axis=-1)
# scores = hidden @ ...
# if metric == "cosine":
#     lengths = np.linalg.norm(embedding_matrix, axis=...)
#     scores = np.where(lengths > 0, scores / np.where(lengths > 0, lengths, 1), ...)
# return np.argmax(scores, axis=...)
# ```
#
# </details>

# %% id="nearest_token-core" exercise="nearest_token" part="core"
check("nearest_token", nearest_token, part="core")

# %% id="nearest_token-contract" exercise="nearest_token" part="contract"
check("nearest_token", nearest_token, part="contract")

# %% [markdown] id="nearest-token-solution" kind="reveal" exercise="nearest_token"
# <details><summary>The solution of <code>nearest_token</code>, for when you have tried</summary>
#
# {solution}
#
# The array `steps` has the shape `(..., V, d)`. For large tables the other way to the distance is better, the dot product minus half of the squared
# lengths: it needs no such array.
#
# </details>

# %% [markdown] id="how-often"
# ## How often do they disagree?
#
# The story has two words, made up so that they disagree. Is that a rare accident? Take 500 random rows of width 64, and 200 random hidden states. Let the
# numbers be drawn from a normal distribution. How often has the largest dot product also the largest cosine? How often is it the nearest row?
#
# And what if all rows are shrunk to the scale at which GPT-2 *begins* its training, 0.02? Write down four percentages before you run the cell.

# %% id="how-often-random" role="show"
rng = np.random.default_rng(0)
states = rng.standard_normal((200, 64), dtype=np.float32)
rows = rng.standard_normal((500, 64), dtype=np.float32)


def agreement(scale):
    table = np.float32(scale) * rows
    dot, cosine, nearest = [nearest_token(states, table, metric) for metric in ("dot", "cosine", "euclidean")]
    return [f"{np.mean(dot == other):.0%}" for other in (cosine, nearest)]


{scale: agreement(scale) for scale in (1.0, 0.1, 0.02)}

# %% [markdown] id="how-often-read"
# - **Cosine.** In about six cases out of ten the winners agree. The scale changes nothing: it makes all rows longer or shorter alike.
# - **Distance.** At scale 1 the two agree in about one case out of five. At scale 0.02 they agree nearly always.
#
# The formula of the distance explains the second line. When the rows are short, the penalty $\frac{1}{2} \lVert E_j \rVert^2$ is tiny compared to the dot products, and the nearest
# row is the one with the largest dot product. If training lets the rows grow, the penalty grows with them. So **"closest wins" looks right in a model that starts at
# a small scale, and need not stay right.** Whoever tests the rule on such a model before it is trained will believe it.

# %% [markdown] id="closest"
# ## In your own words: why closest is not most likely
#
# A classmate says: *"A language model picks the token whose vector is closest to the hidden state."* Explain to them, in five to eight sentences, what is wrong with
# that. Say
#
# - what the head computes, and how that decides which token is most likely;
# - what the dot product has that the distance has not, or the other way round;
# - one example with numbers, from this chapter or your own;
# - under which condition your classmate would be right.
#
# A person will read your answer, not a program. Write as you would speak.

# %% [markdown] id="closest-written" written="closest" points="4"
# *Double-click this text, and write your answer in place of the dots.*
#
# …

# %% [markdown] id="closest-rubric" kind="rubric" written="closest"
# <details><summary>What a full answer says, for when you have written yours</summary>
#
# One point for each of these, in any words and in any order:
#
# - **What decides.** The score of a token is the dot product of the hidden state with its row (plus a bias, where there is one), and the softmax keeps the order: the highest score is the most likely token.
# - **What is different.** The length of the row. In a dot product a long row gets a bonus, $\lVert h \rVert \, \lVert E_j \rVert \cos \theta_j$; in a distance it pays a penalty, $-\frac{1}{2} \lVert E_j \rVert^2$. Either formula, or the same in words, is enough.
# - **An example.** Right numbers that show a disagreement, such as 88.0 against 87.9 with the distances 1.73 and 0.54. An example of one's own has to be calculated correctly.
# - **When it is right.** If all rows have the same length; or, nearly, if the rows are so short that their squares do not matter, as at the beginning of training.
#
# Language, style and formulas are not graded. An answer that calls the dot product "the similarity" and says no more about it does not get the second point. "The cosine decides" is as wrong as "the distance decides".
#
# </details>

# %% [markdown] id="not-inverse"
# ## A transpose is not an inverse
#
# The lookup takes an id and gives a row. The head takes a vector and scores ids. That sounds like there and back again, and one reads that the head is the
# "inverse" of the embedding. Let us try it. Look up a token, and score its row with the same table, without any layer in between. If the head were the inverse,
# every token would come back.
#
# Predict for each of the four tokens who wins, then run the cell. The frame marks the token that was looked up, the filled cell the winner.

# %% id="not-inverse-grid" role="show"
from tiedbook.figures import score_grid

score_grid(E, tokens)

# %% [markdown] id="not-inverse-read"
# Three tokens win against themselves. **`dog` does not: its own row scores `cat` higher**, 0.82 against 0.74. The two rows point almost the same way, and
# the row of `cat` is longer.
#
# The grid is the matrix $E E^\top$. An inverse would make it the identity, with ones on the diagonal and zeros beside it. It cannot be the identity, and not because the
# numbers were chosen badly. The **rank** of a matrix is the number of independent directions in its rows. Every row of $E E^\top$ is a mixture of the $d = 3$
# rows of $E^\top$. So its rank is at most 3, and the identity of size 4 has the rank 4.

# %% id="not-inverse-rank" role="show"
int(np.linalg.matrix_rank(E @ E.T)), int(np.linalg.matrix_rank(np.eye(4)))

# %% [markdown] id="not-inverse-transposes"
# **Claim.** If $d < V$, no matrix $W$ undoes the lookup: there is no $W$ that turns every row back into the one-hot vector of its id.
#
# **Reason.** All rows together are the matrix $E$, and all one-hot vectors together are the identity $I$ of size $V$. So undoing would mean $E W = I$. The rank of $E W$ is at most $d$, and
# that of $I$ is $V$.
#
# GPT-2 has $d = 768$ and $V = 50257$. There is no inverse to be had, and none is needed. Lookup and head are **transposes** of each other: the same matrix, used
# from both sides. Chapter 2 had the same pair, gather and scatter-add, and the same lesson.

# %% [markdown] id="not-inverse-wide"
# ### And yet most tokens come back
#
# In a real table, almost every row may win against itself. We measured it in that of MiniLM, a part of which you will meet in Chapter 8: of its 30,522 rows of width 384, it is
# 99.95%. Does that not make the head an inverse after all? Try it with 1,000 random rows of growing width. Nothing has been trained here.


# %% id="not-inverse-widths" role="show"
def come_back(width):
    random_rows = rng.standard_normal((1000, width))
    return f"{np.mean(np.argmax(random_rows @ random_rows.T, axis=1) == np.arange(1000)):.1%}"


{width: come_back(width) for width in (3, 8, 16, 64)}

# %% [markdown] id="not-inverse-wide-read"
# With three columns hardly any row comes back, with 64 all of them do. The reason is plain: a row scores the sum of its own squares, about $d$. With another random row its
# products have both signs and mostly cancel, to about $\sqrt{d}$. The wider the rows, the clearer the gap.
#
# So the *winner* comes back. The one-hot vector does not: the other 999 scores are not zero. And a hidden state is not a row of the table. Its purpose is to point
# at the *next* token, not at the one that was read.

# %% [markdown] id="shoes"
# ## Pictures that help, and where they mislead
#
# **The dictionary.** One book for both directions: that is right. But a dictionary that is read backwards, from the code to the word, finds exactly the word whose code
# it was. That is an inverse again. The head does not look a code up. It compares.
#
# **Shared shoes.** A mnemonic: *the same shoes; one walks in in them, the other walks out.* It helps to remember that there is only one pair, so that what wears them out in one job is
# felt in the other (Chapter 6). It misleads if one thinks that walking out retraces the steps of walking in.
#
# **Pigeonholes.** A better picture. A wall of pigeonholes, one for each word, stands in a post room. Whoever *delivers* goes to one hole, by its number. Whoever *searches* holds a letter
# against every hole, one after the other, and notes how well it fits. It is the same wall, and the work is not the same: **one row is picked, all rows are
# compared.** For GPT-2 small, picking copies 768 numbers; comparing takes $2 \cdot 50257 \cdot 768$, or 77.2 million, multiplications and additions for every single
# position.

# %% [markdown] id="bias-and-scale"
# ## What a bias or a scale would change
#
# The head of this chapter is bare, like that of GPT-2. Others add something:
#
# $$z_j = s \, (h \cdot E_j) + b_j$$
#
# **A scale** $s > 0$ multiplies all scores alike. The winner stays. The distances between scores change, and with them the probabilities: a small scale makes them more even, a
# large one makes the winner more certain. [T5](https://github.com/huggingface/transformers/blob/main/src/transformers/models/t5/modeling_t5.py), in its first version, multiplies its logits by $1/\sqrt{d}$. [Gemma](https://github.com/huggingface/transformers/blob/main/src/transformers/models/gemma/modeling_gemma.py) has a scale at the other end: it multiplies the looked-up rows
# by $\sqrt{d}$. So the same table is read at one size and scored at another: the logits do not get that factor.
#
# **A bias** $b_j$ belongs to the token, and does not ask about $h$. It *can* change the winner: a token with a large bias is likely everywhere, as frequent words are. The head of [BERT](https://github.com/huggingface/transformers/blob/main/src/transformers/models/bert/modeling_bert.py) has
# one, that of GPT-2 has none.
#
# A riddle on the side. Which bias turns the head into one that picks the *nearest* row? You have seen it: $b_j = -\frac{1}{2} \lVert E_j \rVert^2$.


# %% id="bias-and-scale-shares" role="show"
def softmax(z):
    return np.round(np.exp(z) / np.exp(z).sum(), 3).tolist()


z = tied_lm_head(h, E).astype(float)

{
    "bare": softmax(z),
    "scale": softmax(z / np.sqrt(3)),
    "bias": softmax(z + np.array([0, 0, 1.2, 0])),
}

# %% [markdown] id="bias-and-scale-read"
# The numbers stand for `cat`, `dog`, `the` and `ran`. Divided by $\sqrt{3}$, the scores still prefer `ran`, less decidedly. With a bias of 1.2 for `the`, the winner is
# `the`, although its row points away from $h$.

# %% [markdown] id="interop"
# ## In PyTorch there is nothing to transpose
#
# If PyTorch is installed, the next cell compares your function with `torch.nn.functional.linear`, the heart of `nn.Linear`. It gets the table *as it is*, of shape $(V, d)$.

# %% id="interop-linear" role="show"
from importlib.util import find_spec

batch = rng.standard_normal((2, 5, 3), dtype=np.float32)
own = tied_lm_head(batch, E)
shapes = {"tied_lm_head": own.shape}

if find_spec("torch"):
    import torch

    linear = torch.nn.functional.linear(torch.tensor(batch), torch.tensor(E)).numpy()
    shapes["torch"] = (linear.shape, bool(np.allclose(linear, own, atol=1e-6)))

shapes

# %% [markdown] id="interop-read"
# `nn.Linear(d, V)` keeps its weight in the shape $(V, d)$, and does the transposing itself. So the table fits without a change, and tying takes one line in
# PyTorch (Chapter 6). In Keras, and in Flax for JAX, the weight of such a layer has the shape $(d, V)$, and there the transpose has to be written. "Transpose or not" is a matter of
# storage. The mathematics is the same: compare with every *row* of the table.

# %% [markdown] id="quiz"
# ## Quiz
#
# Decide before you look.

# %% id="quiz-widget" role="show"
from tiedbook.widgets import quiz

quiz("ch04_tied_logits")

# %% [markdown] id="quiz-items" kind="folded"
# ### The same items, to read

# %% [markdown] id="quiz-shape" kind="quiz"
# **1.** Hidden states have the shape $(8, 100, 768)$, the table $(50257, 768)$. What is the shape of the scores?
#
# - **A.** $(8, 100, 50257)$
# - **B.** $(8, 50257)$
# - **C.** $(50257, 8, 100)$
#
# <details><summary>Answer</summary>
#
# **A.** The last axis changes from $d$ to $V$, and everything before it stays.
#
# - **B** would be one prediction for each text. There is one for each position.
# - **C** has the right numbers, if somebody multiplied from the other side. The vocabulary belongs at the end.
#
# </details>

# %% [markdown] id="quiz-double" kind="quiz"
# **2.** Training makes the row of one token twice as long, in the same direction. $h$ and all other rows stay. What happens to its rank among the scores?
#
# - **A.** It rises, or stays the same.
# - **B.** It stays the same, since the direction is the same.
# - **C.** It rises if its score was positive, and falls if it was negative; it may also stay.
#
# <details><summary>Answer</summary>
#
# **C.** The score doubles. A positive score goes up, a negative one goes down, and others may or may not be overtaken.
#
# - **A** forgets negative scores. For a row that points away, length is a penalty.
# - **B** is true of the cosine.
#
# </details>

# %% [markdown] id="quiz-agree" kind="quiz"
# **3.** All rows of a table are brought to length 1. Which measures agree about the winner, for every hidden state?
#
# - **A.** dot product and cosine, but not the distance
# - **B.** all three agree
# - **C.** cosine and distance, but not the dot product
#
# <details><summary>Answer</summary>
#
# **B.** With equal lengths, bonus and penalty are the same for all rows, so each measure is decided by the dot product alone.
#
# - **A:** in the square of the distance, $\lVert E_j \rVert^2 = 1$ is the same for all rows and changes no order.
# - **C:** the dot product is the cosine times $\lVert h \rVert$, which all rows share.
#
# </details>

# %% [markdown] id="quiz-inverse" kind="quiz"
# **4.** Why does scoring the row of `dog` with the table not have to return `dog`?
#
# - **A.** Because of rounding.
# - **B.** Because the table has not been trained yet.
# - **C.** Because $E E^\top$ is not the identity.
#
# <details><summary>Answer</summary>
#
# **C.** A transpose is not an inverse. Another row that points a similar way and is longer can score higher.
#
# - **A:** 0.82 and 0.74 are far apart.
# - **B:** training does not make it an inverse. With $d < V$ there is none.
#
# </details>

# %% [markdown] id="quiz-scale" kind="quiz"
# **5.** Somebody divides all logits of a model by 10. What changes?
#
# - **A.** Nothing: the order is the same.
# - **B.** The probabilities, and not the most likely token.
# - **C.** The most likely token.
#
# <details><summary>Answer</summary>
#
# **B.** The order stays, and the gaps shrink, so the probabilities become more even.
#
# - **A** is true of the order only. The softmax looks at gaps.
# - **C** would need something that treats tokens differently, such as a bias.
#
# </details>

# %% [markdown] id="quiz-positions" kind="quiz"
# **6.** At position 3 the token `the` has the logit 4, at position 7 it has the logit 2. At which position is `the` more likely?
#
# - **A.** at position 3
# - **B.** at position 7
# - **C.** That cannot be said.
#
# <details><summary>Answer</summary>
#
# **C.** A probability depends on all scores of its position. If another token has 10 at position 3 and nobody else more than 0 at position 7, then it is position 7.
#
# - **A** compares scores of two different vectors.
# - **B** may be true, and nothing here shows it.
#
# </details>

# %% [markdown] id="misconceptions"
# ## What people get wrong, and why it feels right
#
# **"The token with the closest vector wins."** It feels right because one imagines points on a map, and because in a model that starts at a small scale it is nearly true. *How to catch
# it:* calculate 88.0, 87.9 and two distances. *Better:* the largest dot product wins, and long rows get a bonus.
#
# **"A dot product measures similarity."** It feels right because for rows of length 1 it does. *How to catch it:* double a row, and see its score double while
# its direction stays. *Better:* alignment times length.
#
# **"Embedding and head are inverse operations, and therefore they share a matrix."** It feels right because one goes from ids to vectors, and the other from vectors to ids. *How to
# catch it:* send `dog` there and back. *Better:* they are transposes: one picks a row, the other compares with all rows.
#
# **"It is a dictionary, used backwards."** It feels right because it is one book. But backwards, a dictionary finds the one entry that matches exactly. *How to catch it:* ask what
# happens to a thought that is on no page. *Better:* a wall of pigeonholes; delivering uses one, searching compares all.
#
# **"A larger score means a larger probability."** It feels right, and at one position it is. *How to catch it:* add 1,000 to all scores of a position. *Better:* true
# within one vector of logits, and between two it says nothing.
#
# **"Logits should add up to 1."** It feels right because they are one step away from probabilities. *How to catch it:* add up the four scores of this chapter: −0.36. *Better:* the
# softmax makes them add up, and only then.

# %% [markdown] id="formulas"
# ## Key formulas
#
# | what | formula |
# |---|---|
# | score of token $j$ | $z_j = h \cdot E_j = \sum_k h_k E_{jk}$ |
# | all scores | $Z = H E^\top$, $(\dots, d) \times (d, V) \to (\dots, V)$ |
# | taken apart | $z_j = \lVert h \rVert \, \lVert E_j \rVert \cos \theta_j$ |
# | distance | $\lVert h - E_j \rVert^2 = \lVert h \rVert^2 - 2 \, h \cdot E_j + \lVert E_j \rVert^2$ |
# | there and back | $E E^\top$, of rank at most $d$, is not the identity |
# | with scale and bias | $z_j = s \, (h \cdot E_j) + b_j$ |

# %% [markdown] id="flashcards" kind="flashcards"
# ## Flashcards
#
# <details id="tied-score"><summary>What is the score of token j in a tied head?</summary>
#
# The dot product of the hidden state with row $j$ of the embedding table.
#
# </details>
#
# <details id="three-factors"><summary>Which three factors does a dot product have?</summary>
#
# The two lengths, and the cosine of the angle between the vectors.
#
# </details>
#
# <details id="row-length"><summary>What does the length of a row do in a dot product, a cosine and a distance?</summary>
#
# In a dot product it is a bonus (or a penalty, if the row points away), in a cosine it does not count, and in a distance half of its square is taken off the dot product.
#
# </details>
#
# <details id="agreeing-winners"><summary>When do dot product, cosine and distance agree about the winner?</summary>
#
# Always, if all rows have the same length. Otherwise nobody promises it.
#
# </details>
#
# <details id="head-not-inverse"><summary>Why is the head not the inverse of the lookup?</summary>
#
# It is the transpose. $E E^\top$ has at most the rank $d$, and the identity of size $V$ has the rank $V$, which is larger.
#
# </details>
#
# <details id="scale-and-bias"><summary>What does a scale change, and what does a bias change?</summary>
#
# A positive scale changes the probabilities, and never the winner. A bias can change the winner.
#
# </details>
#
# <details id="logits-of-positions"><summary>May logits of two positions be compared?</summary>
#
# No. A number may be added to all logits of a position without changing any probability.
#
# </details>
#
# <details id="work-of-two-jobs"><summary>What is the difference in work between the table's two jobs?</summary>
#
# The lookup picks one row. The head compares with all $V$ rows.
#
# </details>

# %% id="flashcards-widget" role="show"
from tiedbook.widgets import flashcards

flashcards("ch04_tied_logits")

# %% [markdown] id="next"
# ## Where next
#
# **[Chapter 5 – From scores to a loss you can trust](ch05_logits_to_loss.ipynb).** Scores become probabilities, and probabilities become one number that training can make smaller. On the way there are an
# overflow, a wrong example that anybody can refute by adding up four numbers, and a gradient of surprising simplicity.
#
# Back to [Chapter 3 – Averages forget order, and padding lies](ch03_pooling_and_padding.ipynb).
