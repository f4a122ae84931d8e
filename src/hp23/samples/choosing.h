/**
# Samples that choose among all solutions

`--select random` and `all`: in each step of a sample all $v'$ are
found, and one of them is drawn, or each is followed.
[Modes](../../lcp/enumerate/step_modes.h) find them in doubles, and
[fractions](doubtful.h) where a step is doubtful there, from the
doubles with which the step begins. So what is listed and what is
drawn is what the exact search lists and draws, of the same data.
*/
#pragma once

#include "hp23/impact/halm_posa_exact.h"
#include "lcp/enumerate/step_modes.h"

/** A row: where a sample, or a branch of one, ended. `v` is in m/s or
rad/s, `u` in m/s: the p normal speeds, then the r slips. `lcps` counts
the problems of the whole sample, all its branches, and is the same in
each of its rows. `ended` is 1 when no contact approaches any more, and 0
in the one row of a sample of which no branch came so far in its N steps;
`v` and `u` are then those before the impact. The numbers last until the
next choosing_run.

Rows are written when all samples of the block are over, sample by sample in the order of their
numbers; before that the ends of a sample are a list in its account. They have an arena of
their own, which the next call gives back as a whole. Of the first 20 samples of RAMone, each of
them followed into all branches, three have one end and one has 21; of the block each has one,
and one row. A velocity that does not collide at the beginning is an end without a problem, `lcps`
= 0. */
typedef struct {
    uint64_t number;
    int lcps, ended;
    const double *v, *u; /* nv; p + r */
} choosing_row;

/**
## Two promises

What a row says follows from its sample's number, the options and
the impact, and from nothing else: not from the thread, or the
block.

Each step's list is that of the doubles with which it begins: the speeds of the contacts where modes decide, $v$
where fractions do. Of a doubtful step that is proven; of the others it is tested,
since [the margins](../../lcp/enumerate/step_modes.c) are no bounds of
errors; `--exact-check` has the proof. The path is one of rounded states: behind each step impulses are
rounded, and speeds, and a speed that is less than $2^{-44}$ of what it is left over from is zero.
In the tests samples have as many ends, problems and steps with several $v'$ as brute force over
bases and the exact walk find, and velocities that differ by rounding.
*/

/**
## One choice a leg

Which $v'$ `random` takes is not drawn at each step but once a leg, for the steps that have the same
bounds ([held_choice](../impact/held.c#held_choice)). States of many samples are gone on with side by
side, so the choice is asked by sample and step, and depends on neither the other states nor the thread.
In the tree of `all` nothing is drawn but the bounds, and all branches of a sample have the
same ones. So an end of `random` is an end of the tree of the same sample, whatever was chosen on the way.

What is kept is a number in $(0, 1)$, which is a place in the list of each step and no mode of contact. Lists are in the order
of the velocities, and two steps that follow each other mostly have the same modes in the same places; where a
mode comes or goes the places behind it move, and the choice with them. With one $v'$ in the list
there is nothing to choose, and the leg's number waits for the next step that has several.

A sample takes no more problems for it: of the gait 16.2 instead of 17.8 at a tenth of the paper's
step, and 134 instead of 158 at a hundredth, where one more foot in the air is one contact less to
solve for. Where a step has one $v'$, as on the block, no bit of any row is another one; nor is it with
bounds that are drawn anew in each step (`--draw uniform`), whose legs are steps.

What `random` then means for a set: with $L$ lengths of a leg a sample has one choice for a whole impact with
probability $\frac1L$ at least, and one of $c$ in each of few legs with $\frac1L c^{-2}$ and the like; both fall
as a logarithm of $h$, where choices of single steps fall as $c^{-K}$ with $K \sim \frac1h$ steps.
*/

/**
## States under way

States that are over are kept and given out again: a walk makes as many as are under way at once,
and not one for each step. The numbers of such a state are those of the step before, or of another
sample, so whoever takes one writes all of them: sample, step, $u$ and $v$. The block has 4 speeds
and 3 velocities a state, the discs 10 and 9. The samples are put on the stack from the last to
the first, so that the first is taken first, and with `all` its tree is gone through to the depths
before the stack comes to the last one.
*/

/** One thread's work. `rows` are those of the last `choosing_run`, in
the order of the samples and, of one, in that of
[mode_before](../../lcp/enumerate/mode.h#mode_before), and the
counters are of them. */
typedef struct {
    const modes *m;
    halm_posa_proof proof; /* its own copy: the search counts in it */
    arena keep, work;      /* the rows; what is under way */
    choosing_row *row;
    int rows, room;
    long several, proven, doubtful; /* steps with more than one v'; steps
                                       proven; steps that were doubtful */
    long branched; /* samples with several v' in a step */
    long cut;      /* branches that ran out of steps, a sample's only one too */
} choosing;

/* m and what p points to are borrowed; with m null all
   samples are gone through in fractions, and p->select may be FIRST. */
void choosing_new(const modes *m, const halm_posa_proof *p, choosing *out);
void choosing_free(choosing *c);

/** Samples first .. first + count - 1. Which rows there are depends
on their numbers and the options alone. Errors: halm_posa_prove's. */
perp_status choosing_run(choosing *c, uint64_t first, int count);
