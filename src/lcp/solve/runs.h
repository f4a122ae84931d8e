/**
# The runs in doubles

Each comes behind those that failed. **Units of the pairs' own**
([why](condense_even.c#find_even)) are the cure where masses or the units of gaps are far
apart. Of contact problems with own entries from $2^{-20}$ to $2^{20}$ and contacts found
twice, $10^{-12}$ apart, the two covering vectors alone answer 86 % with $n = 12$, half
with $n = 48$, none with $n = 120$; in even units all, to $n = 3000$. Of stacks with masses
to $10^8$ apart (`ratio2-1e8` of the peers' bench) 49 of 60, and 59; of piles 11 of 30, and
29. Where own entries are more than $2^{24}$ apart these runs come first. Not so up to 16
rows without free unknowns, where a run takes half a microsecond, nine in ten end with the first, and to
ask would cost all others. There the first run that fails is the reason to ask: when own entries are more
than $2^6$ apart, even units come next and the other covering vector behind them. Of
300 problems with $n = 12$ as above thirty need more than one run. *Why not always first?* Of several solutions another path may find another:
the four-bar that rests against its stop gets other loads, and the same velocities.

**A higher threshold.** A box on four corners that is turned and moves has four normals
which depend on each other up to rounding, and in a stack so have all that stand on it. A dictionary then has
entries of $10^{-10}$ which should be zero, noise that has grown along the path.
They pass the threshold of $10^{-11}$, and divided by one of them a row has no
digit left. With a threshold of $10^{-7}$ they are zeros. It costs problems with
masses $10^3$ apart, whose true entries are as small ([the table](mlcp.c)); so it
comes last. Of 159 problems of a stack of ten that is turned and slides, 46 had
no answer with the first threshold and either covering vector; 45 of them have one
with the other.

*Why not at once?* A run that is accepted stays what it was, and the residual test is
the same for all: the order decides only who is asked first. The first threshold is
right for whatever has entries of its own down to $10^{-10}$, masses and lever arms
that differ; the other is right where such entries can only be noise. Doubles do not
tell which, and the residual does. A run that ends on a ray costs as much as one that
ends, a tenth of a millisecond with ten contacts.

**When more places are what is missing.** In a pile that one box strikes the others rest with
$10^{-16}$ m/s. What both covering vectors end with holds in units of the largest row, up to
$2^{-40}$, and is refused for rows whose terms are all small. The path that doubles
could see is the right one then; a threshold for pivots says nothing of numbers that the
right-hand side has lost, and units of the pairs' own are what they were where own entries are
within $2^6$ of each other. So these runs are left out, and [pairs of doubles](sharp.c) are asked at
once. Of a pile of 16 boxes 34 of the 41 problems that come there are spared four runs,
a fifth of all the runs there are, and each had failed: no bit of the table is another.

Who only wants proposals (`climb.c`, whose bases are proven or thrown away) has
the first two: a basis found with the higher threshold ignores what decides which
of four corners carries, and is rarely the exact one.
*/
#pragma once

#include <stdint.h>

/* The runs by number; own entries 2^APART apart are more than
   doubles compare, and within 2^ALIKE their units are all the same. */
enum { RUNS = 6, EVEN = 2, APART = 24, ALIKE = 6 };
static const struct {
    int cover;     /* the second covering vector? */
    int even;      /* in units of the pairs' own? */
    double raised; /* the threshold, in units of the caller's */
} runs[RUNS] = {{0, 0, 1}, {1, 0, 1},   {0, 1, 1},
                {1, 1, 1}, {0, 0, 1e4}, {1, 0, 1e4}};

/* Their orders: for units that are alike, that were found apart beforehand, or
   behind the first run. */
enum { AS_POSED, EVEN_FIRST, EVEN_NEXT };
static const uint8_t orders[][RUNS] = {
    {0, 1, 2, 3, 4, 5}, {2, 3, 4, 5, 0, 1}, {0, 2, 3, 1, 4, 5}};
