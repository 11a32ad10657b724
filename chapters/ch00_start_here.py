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
# # 0. Start here: ids are labels, rows are vectors
#
# This course follows one table of numbers through a language model. The model uses the table twice: at the bottom, to turn
# each token into a vector, and at the top, to give every token a score. Nine short chapters take you from the first use to
# the second, and to the question of what is won when both uses share one table.
#
# **After this chapter you can**
#
# - read the four shapes the whole course is written in: $(V, d)$, $(B, T)$, $(B, T, d)$ and $(B, T, V)$;
# - say why token 100 is not twice token 50;
# - run a cell, read a check, change the edition, and find your saved work.
#
# Plan for 30 to 40 minutes.

# %% [markdown] id="question"
# ## A question to begin with
#
# A language model does not read letters. It reads **tokens**: words or pieces of words, each with a number, its **token id**.
# Suppose one vocabulary gives two tokens the ids 50 and 100.
#
# **What does the model know about these two tokens from their ids alone?**
#
# - **A.** The second is twice as large as the first, in whatever the ids measure.
# - **B.** The second is rarer, since rare tokens come later in the list.
# - **C.** That they are two different tokens, and nothing else.

# %% [markdown] id="prediction"
# Choose one before you read on, and write it down: on paper, or in a new cell (click this cell, press `Esc`, then `B`).
# A guess that turns out wrong is worth more than no guess. You remember the reason you had, and you can see where it failed.

# %% [markdown] id="run-a-cell"
# ## First, run a cell
#
# A notebook is a list of **cells**. Text cells, like this one, are for reading. Code cells have square brackets at their
# left, empty at first. Click one and press `Shift` + `Enter`: it runs, and the brackets get a number.
#
# Run the next cell now. It reports what is installed on this computer, and changes nothing.

# %% id="environment" role="show"
from tiedbook import environment

environment()

# %% [markdown] id="environment-read"
# Python, NumPy, Matplotlib and JupyterLab are all you need. PyTorch and JAX are optional: where they are installed, later
# chapters compare your results with theirs, and where they are not, those cells say so and go on.

# %% [markdown] id="labels"
# ## Ids are labels
#
# The answer is **C**. An id is a label, like the number on a locker. It says which row of a table belongs to a token. It is
# not a quantity, so halves, doubles, distances and averages of ids mean nothing.
#
# **The reason.** The numbering is a choice that somebody made. Number the tokens in another order, move the rows of the table in
# the same way, and every token still finds its own row. Nothing the model computes from the rows has changed. Whatever depends
# on the numbering cannot be a property of the tokens.
#
# **A** treats a label as a measurement. **B** is tempting, because many vocabularies are in fact built so that frequent tokens come early.
# But that is knowledge about how the list was made. The model only uses the id to find a row, and the same vocabulary in another order
# would serve it equally well.
#
# **A number to check.** Throughout the course we use a vocabulary of four tokens: `cat` is 0, `dog` is 1, `the` is 2, `ran` is 3.
# The average of the ids of `cat` and `the` is $(0 + 2) / 2 = 1$, the id of `dog`. Nobody would say that a dog is halfway between
# a cat and a definite article.

# %% id="table" role="data"
import numpy as np

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

# %% [markdown] id="rows"
# ## Rows are vectors
#
# The table above is an **embedding matrix**, $E$. Row 0 belongs to `cat`, row 1 to `dog`, and so on. Each row is a **vector** of
# three numbers, and with vectors the operations that failed on ids do have a meaning: rows can be added, averaged and compared.
#
# In a trained model these numbers are learned. In this small table they were chosen by hand so that `cat` and `dog` point in
# similar directions, and so that you can follow every calculation with pencil and paper.
#
# The next cell renumbers the vocabulary and moves the rows along. Before you run it, predict whether the two results are equal.

# %% id="renumber" role="show"
new_id = np.array([3, 0, 1, 2])  # old id -> new id
moved = np.empty_like(E)
moved[new_id] = E

sentence = np.array([2, 1, 3])  # the dog ran
np.array_equal(E[sentence], moved[new_id[sentence]])

# %% [markdown] id="renumber-read"
# They are equal. In the old numbering `the dog ran` is `[2, 1, 3]`, in the new one it is `[1, 0, 2]`, and both fetch the same three
# vectors. The ids changed, the vectors did not.
#
# It also shows what an id depends on: the vocabulary. In the vocabulary of GPT-2 the token ` cat`, with its leading space, has
# the id 3797. Here `cat` has the id 0. Neither is wrong; an id has a meaning only together with its vocabulary.

# %% [markdown] id="shapes"
# ## Four shapes to read
#
# An array's **shape**, in NumPy `E.shape`, lists the lengths of its axes. Four letters are enough for this course:
#
# | letter | what it counts | in the example below | in GPT-2 small |
# |---|---|---|---|
# | $V$ | tokens in the vocabulary | 4 | 50,257 |
# | $d$ | numbers in one row, the width | 3 | 768 |
# | $B$ | texts in a batch | 2 | you choose |
# | $T$ | positions in each text | 6 | up to 1,024 |
#
# And four arrays, in the order in which a model meets them:
#
# | array | shape | read it as |
# |---|---|---|
# | ids | $(B, T)$ | for each text, for each position: one id |
# | $E$ | $(V, d)$ | for each token of the vocabulary: one row of $d$ numbers |
# | looked-up rows | $(B, T, d)$ | for each text, for each position: one row of $d$ numbers |
# | scores | $(B, T, V)$ | for each text, for each position: one score for every token |
#
# Read a shape aloud from left to right with the words *for each*, and end with what a single entry is. It takes a second,
# and it finds most shape mistakes before the computer does.

# %% id="four-arrays" role="show"
ids = np.array(
    [
        [2, 1, 3, 2, 0, 3],  # the dog ran the cat ran
        [2, 0, 3, 2, 1, 3],  # the cat ran the dog ran
    ]
)
x = E[ids]
scores = x @ E.T

{"ids": ids.shape, "E": E.shape, "x": x.shape, "scores": scores.shape}

# %% [markdown] id="four-arrays-read"
# Here $B = 2$, $T = 6$, $V = 4$ and $d = 3$, four different numbers, so no axis can be taken for another. That is a habit worth
# keeping: when you try a piece of code, give every axis its own length.
#
# The expression `E[ids]` replaces each id by its row: that is the lookup, the subject of Chapter 1. The expression `x @ E.T`
# compares each vector with every row of the same table: that gives the scores, the subject of Chapter 4. In a real model many
# layers stand between the two; here there are none.

# %% [markdown] id="ladder"
# ## The shape ladder
#
# The next cell draws the four arrays to one scale. Every small square is one number. Which array is the largest? Then move one slider at a time. Before
# you do, say which of the four arrays will grow.

# %% id="ladder-small" role="show"
from tiedbook.widgets import shape_ladder

shape_ladder(B=2, T=6, V=4, d=3)

# %% [markdown] id="ladder-predict"
# Now the sizes of GPT-2 small, with a batch of 8 texts of 1,024 positions each. **Predict first:** the embedding matrix alone
# takes 154 million bytes. Is it the largest of the four arrays?

# %% id="ladder-large" role="show"
shape_ladder(B=8, T=1024, V=50_257, d=768)

# %% [markdown] id="ladder-read"
# The scores win by far: one score for every token at each of $8 \times 1024 = 8192$ positions makes $8192 \times 50257$ numbers, more than ten times
# the size of the table. True to scale, the ids would be a line too thin to see; a dashed edge says so. Now choose a single position: the table is 768
# times the scores. The scores outgrow the table as soon as $B \times T$ is more than $d$. Remember the picture when you meet the cost of the last layer
# in Chapter 5 and Chapter 7.

# %% [markdown] id="one-table"
# ## The whole course in one picture
#
# Run the cell below. Read the picture from the bottom up, the way a token travels.

# %% id="one-table-figure" role="show"
from tiedbook.figures import two_jobs

two_jobs()

# %% [markdown] id="one-table-read"
# 1. **Bottom, job 1: look up.** Each id picks one row of $E$. Ids of shape $(B, T)$ become vectors of shape $(B, T, d)$
#    (Chapters 1, 2 and 3).
# 2. **Middle: the model.** Layers mix the vectors of different positions. The result, the **hidden state** $h$, again has shape
#    $(B, T, d)$. We treat this part as a box.
# 3. **Top, job 2: score.** Each hidden state is compared with *all* rows of $E$ by dot products. Scores, also called **logits**,
#    have shape $(B, T, V)$ (Chapter 4). Softmax and cross-entropy turn them into probabilities and a loss (Chapter 5).
#
# A model may use two different tables for the two jobs, or one table for both. Using one is called **weight tying**. What it
# does to the gradient, to the number of parameters and to the results is the subject of Chapters 6, 7 and 8.

# %% [markdown] id="how-to-work"
# ## How to work with these notebooks
#
# **Predict, then run.** Most sections ask you to commit to an answer before a cell shows it. Take the ten seconds.
#
# **Run cells in order.** `Shift` + `Enter` runs a cell and moves on. If results stop making sense, choose *Kernel → Restart Kernel
# and Run All Cells*: notebooks remember variables from cells you have since changed.
#
# **Write your answers in the answer cells.** An exercise asks for one function. Its cell gives you the first line, a description, and
# `raise NotImplementedError`; replace that last line by your code. You may add cells of your own anywhere.

# %% [markdown] id="how-to-check"
# ### Checks
#
# Under each exercise are two cells that check it. They look like this:
#
# ```python
# check("embed", embed, part="core")
# check("embed", embed, part="contract")
# ```
#
# The **core** part asks whether you have the idea: right values and shapes on ordinary input. The **contract** part asks for
# the rest: unusual shapes, the number type kept, clear errors for bad input. Each earns its own points, so you can have the one
# without the other.
#
# A check that fails names the likely misunderstanding, shows the smallest call that goes wrong, what came back and what was wanted,
# and tells you where to read. Run checks as often as you like; only your final code counts.

# %% [markdown] id="how-to-hints"
# ### Hints and solutions
#
# Each exercise has three hints, folded away: a nudge, the idea, and almost the code. A last fold holds the full solution.
# Open them one at a time, and try again after each. Looking costs no points.
#
# <details><summary>This is what a folded hint looks like. Click to open it.</summary>
#
# Now click the line again to close it. From the keyboard, `Tab` reaches the line and `Enter` opens it.
#
# </details>

# %% [markdown] id="how-to-edition"
# ### Change the edition whenever you like
#
# The course exists in several languages, and each language's whole course is called an **edition**. The first line of this
# notebook names them all.
#
# - In JupyterLab and Notebook 7, use the menu *Edition* in the toolbar above this notebook. The text changes in place. Your
#   code, your results and the running program stay as they are.
# - In other programs, close the notebook and type, for example, `tiedbook switch es` in a terminal, in the folder of your notebooks.
#   `tiedbook switch --help` lists the tags of all editions.
# - On GitHub, follow the links in the first line of the notebook.
#
# The code is the same in every edition, so you can begin an exercise in one language, and finish it in another.
#
# Numbers are also written the same way everywhere, as programs print them: a point before decimals and commas between
# thousands, as in 0.02 and 124,439,808. So you can compare the text with the output of a cell, character by character.

# %% [markdown] id="how-to-save"
# ### Where your work is kept
#
# You work on your own copy of the notebooks in a folder called the **workspace**, `workspace` unless you chose another name. JupyterLab
# saves as you go, and `Ctrl` + `S` (`Cmd` + `S` on a Mac) saves at once. Before a command changes a notebook in that folder, it keeps
# a copy in the hidden folder `.tiedbook/history`.
#
# Nothing is sent anywhere. Which checks you passed, which hints you opened and which cards you knew is kept in files of your workspace. The next cell
# shows it as a map of the course, and the map follows you by itself. In a terminal, `tiedbook progress` shows the checks.

# %% id="progress" role="show"
from tiedbook import progress

progress()

# %% [markdown] id="prerequisites"
# ## What you should bring
#
# - **Python:** functions, lists, `raise`, and reading an error message from its last line.
# - **NumPy:** arrays, `shape`, `dtype`, indexing. If `E[1]` and `E.T` are familiar, you know enough.
# - **Linear algebra:** vectors, the dot product, the matrix product, the transpose.
# - **Calculus, from Chapter 2 on:** partial derivatives and the chain rule.
# - **Probability, from Chapter 5 on:** probabilities add up to 1; what a logarithm does.
#
# You do not need a deep-learning library, a graphics card, or an account anywhere.

# %% [markdown] id="neighbours"
# ## The map around this course
#
# The course keeps to one table. These are its neighbours, so that you know where its edges are:
#
# - **Before the table**
#   - *Tokenisation* cuts text into tokens. We begin where it ends, with ids.
#   - *Subwords* let a fixed vocabulary cover any text: a rare word becomes several tokens, and each of them has its own row.
# - **The table: this course**
#   - Lookup and its gradient: Chapters 1 and 2.
#   - Averages of rows, and padding: Chapter 3.
#   - Scores from the same rows: Chapter 4.
#   - One table for both jobs: Chapters 6, 7 and 8.
# - **Between the two jobs**
#   - *Positions:* a row does not say where its token stands. The model adds that separately, in one of several ways.
#   - *Attention* lets each position gather information from others. Here it stays inside the box.
# - **After the scores**
#   - *Softmax and cross-entropy* turn scores into probabilities and a loss: Chapter 5.
# - **After training**
#   - *Parameter-efficient fine-tuning* adapts a trained model by training a few added numbers and leaving most others, often this table
#     included, as they are.

# %% [markdown] id="diagnostic"
# ## A quiz of six items to find your starting point
#
# Nothing is graded here. Answer each, then look. If you were sure and right, you may read the named chapter quickly and go
# straight to its exercises. If not, it was written for you.

# %% id="diagnostic-widget" role="show"
from tiedbook.widgets import quiz

quiz("ch00_start_here")

# %% [markdown] id="diagnostic-items" kind="folded"
# ### The same items, to read

# %% [markdown] id="diagnostic-lookup" kind="quiz"
# **1.** `E` has shape `(5000, 512)` and `ids` has shape `(2, 7)`. What is the shape of `E[ids]`?
#
# - **A.** `(2, 512)`
# - **B.** `(14, 512)`
# - **C.** `(2, 7, 512)`
# - **D.** `(2, 7, 5000)`
#
# <details><summary>Answer, and the chapter it leads to</summary>
#
# **C.** Every id is replaced by a row of 512 numbers, so the shape of the ids stays and 512 is added at the end.
#
# - **A** would be one vector for each text. That takes an average over positions, and a lookup does not average.
# - **B** has the right numbers in it, 14 rows of 512, but a lookup does not merge the axes of its ids.
# - **D** has one number for each token of the vocabulary. That is the shape of scores, or of one-hot vectors, not of rows.
#
# Not sure? Chapter 1 is about exactly this.
#
# </details>

# %% [markdown] id="diagnostic-gradient" kind="quiz"
# **2.** The ids `[2, 2, 5]` are looked up in a table of width 1, and the gradients that come back for the three positions are 1, 3 and 5. What is
# the gradient of row 2 of the table?
#
# - **A.** 1
# - **B.** 2
# - **C.** 3
# - **D.** 4
#
# <details><summary>Answer, and the chapter it leads to</summary>
#
# **D.** Row 2 was used twice, so both gradients reach it, and they add: $1 + 3 = 4$.
#
# - **A** keeps only the first use. The second position used the row as well.
# - **B** is the average of 1 and 3. Derivatives of a sum add; nothing divides them.
# - **C** keeps only the last use. This is what the line `grad[ids] += g` leaves behind in NumPy, without any warning.
#
# Not sure, or surprised by C? Chapter 2.
#
# </details>

# %% [markdown] id="diagnostic-padding" kind="quiz"
# **3.** A text has two real tokens with vectors $[1, -2]$ and $[3, -4]$, and one padding position with $[0, 0]$. What is the mean over its real
# tokens?
#
# - **A.** $[2, -3]$
# - **B.** $[1.33, -2]$
# - **C.** $[4, -6]$
#
# <details><summary>Answer, and the chapter it leads to</summary>
#
# **A.** The sum of the two real vectors is $[4, -6]$, and there are two of them.
#
# - **B** divides by 3. The padding adds nothing to the sum, but it was counted, and that pulls the mean towards zero: 2 falls to 1.33,
#   while $-3$ *rises* to $-2$.
# - **C** is the sum, before any division.
#
# Not sure? Chapter 3.
#
# </details>

# %% [markdown] id="diagnostic-scores" kind="quiz"
# **4.** A model's hidden state is $[6, -1, 7]$. Its table has the rows $[5, -2, 8]$ for `dog` and $[6, -1.5, 7.2]$ for `fast`. Scores are dot
# products. Which token gets the higher score?
#
# - **A.** `fast`, since its row is closer to the hidden state
# - **B.** `dog`
# - **C.** They get the same score
#
# <details><summary>Answer, and the chapter it leads to</summary>
#
# **B.** For `dog`: $6 \cdot 5 + (-1)(-2) + 7 \cdot 8 = 30 + 2 + 56 = 88$. For `fast`: $36 + 1.5 + 50.4 = 87.9$.
#
# - **A** is right about the distance and wrong about the score. A dot product rewards long rows as well as close ones, and the row of
#   `dog` is a little longer.
# - **C** is close, but 88 and 87.9 differ, and the higher score is the model's first choice.
#
# If you chose A, you are in good company. Chapter 4 is for you.
#
# </details>

# %% [markdown] id="diagnostic-softmax" kind="quiz"
# **5.** Somebody writes: "the softmax of $[-0.24, -0.14, -0.49, 0.51]$ is about $[0.19, 0.21, 0.15, 0.40]$". Without a calculator, what
# is wrong?
#
# - **A.** Negative inputs are not allowed in a softmax.
# - **B.** The four results do not add up to 1.
# - **C.** The largest input should give a probability above one half.
# - **D.** Nothing; it is rounded.
#
# <details><summary>Answer, and the chapter it leads to</summary>
#
# **B.** They add up to 0.95. A softmax adds up to 1 by construction, and rounding four numbers to two decimals cannot lose 0.05. The right
# values are $[0.200, 0.221, 0.156, 0.423]$.
#
# - **A:** scores may have any sign. The exponential makes them positive.
# - **C:** with four tokens the largest probability can be anything from one quarter upwards.
# - **D:** each rounding loses at most 0.005, so four of them lose at most 0.02.
#
# Not sure? Chapter 5.
#
# </details>

# %% [markdown] id="diagnostic-counting" kind="quiz"
# **6.** GPT-2 small uses one table of 38,597,376 numbers for both jobs, and has 124,439,808 parameters in all. How many would it have with
# two separate tables?
#
# - **A.** 163,037,184
# - **B.** 248,879,616
# - **C.** 85,842,432
# - **D.** 124,439,808
#
# <details><summary>Answer, and the chapter it leads to</summary>
#
# **A.** Exactly one more table: $124439808 + 38597376 = 163037184$.
#
# - **B** doubles the whole model. Only the table is duplicated; the layers between the two jobs are not.
# - **C** takes a table away. That is the model with no token table at all.
# - **D** would mean that a second table costs nothing. A shared table is counted once; of two separate tables, each is counted.
#
# Not sure? Chapter 6 shows what sharing means, Chapter 7 counts everything by hand, and Chapter 8 asks whether it helps.
#
# </details>

# %% [markdown] id="misconceptions"
# ## What people get wrong, and why it feels right
#
# **"Token ids carry size or order."** It feels right because they are numbers, and numbers in a data set usually measure something. *How to
# catch it:* renumber the vocabulary. Whatever changes was never about the tokens.
#
# **"A word has one id."** Study notes sometimes give `cat` the id 42 on one page and 0 on the next. It feels harmless, since the ids are
# arbitrary. But within one vocabulary an id is fixed, and a reader who mixes two vocabularies looks up a wrong row. *How to catch it:* whenever you
# see an id, ask "in which vocabulary?".
#
# **"One word, one token."** It feels right because examples are chosen that way, ours included. Real vocabularies split rare words into
# several tokens, and often count the space before a word as part of the token. *How to catch it:* compare the number of ids with the number of
# words.
#
# **"Shape (3,) and shape (1, 3) are the same vector."** They hold the same numbers, so they print alike. But one has a single axis and
# the other has two, and a matrix product treats them differently. *How to catch it:* read the shape aloud with *for each*: `(1, 3)` begins
# with "for each text", and there is one text.

# %% [markdown] id="formulas"
# ## Key formulas
#
# | what | formula | shape |
# |---|---|---|
# | embedding matrix | $E$ | $(V, d)$ |
# | lookup | $x_{bt} = E_{i}$ with $i = \mathrm{ids}_{bt}$ | $(B, T) \to (B, T, d)$ |
# | scores | $z_{btj} = h_{bt} \cdot E_{j}$ | $(B, T, d) \to (B, T, V)$ |
# | size of an array | product of its shape × bytes per number (4 for `float32`) | |

# %% [markdown] id="flashcards" kind="flashcards"
# ## Flashcards
#
# Say your answer aloud before you open a card.
#
# <details id="token-id"><summary>What does a token id tell you?</summary>
#
# Which row of the table belongs to the token, in one given vocabulary. Nothing about size, order or meaning.
#
# </details>
#
# <details id="shape-aloud"><summary>Read the shape (B, T, V) aloud.</summary>
#
# For each of $B$ texts, for each of $T$ positions, one number for each of $V$ tokens. The scores have this shape.
#
# </details>
#
# <details id="two-jobs"><summary>Which two jobs can one table do?</summary>
#
# At the bottom it turns ids into vectors, by lookup. At the top it gives every token a score, by dot products with all rows.
#
# </details>
#
# <details id="label-not-quantity"><summary>How do you show that token 100 is not twice token 50?</summary>
#
# Renumber the vocabulary and move the rows along. The ids change, every looked-up vector stays the same, so the ratio of two ids cannot matter.
#
# </details>
#
# <details id="different-lengths"><summary>Why give every axis a different length when you try out code?</summary>
#
# If two axes have the same length, code that confuses them still runs, and the mistake stays hidden.
#
# </details>

# %% id="flashcards-widget" role="show"
from tiedbook.widgets import flashcards

flashcards("ch00_start_here")

# %% [markdown] id="next"
# ## Where next
#
# [Chapter 1 – A lookup is a matrix product you never compute](ch01_lookup_is_matmul.ipynb) takes the first job apart: what exactly `E[ids]` computes,
# what it costs, and when it is not quite what the textbooks say.
