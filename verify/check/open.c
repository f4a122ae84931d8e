/**
# Contacts that are not listed (E7)

doc/71-enclosures.md, E7. The easiest way to make a body fall through a floor
is not to list it. Levels L1 and R cannot see that; level L2 evaluates the gap
of every contact that a row does not list. The writer has no part in this, and
no byte.

A forger's run through the floor: the block of the chapter's example, with the
ground not listed, has $v_y = -5$ behind its first step, at $y = -\frac52$.
Level L1 accepts it, as it must: the problem without contacts has been solved.
Level L2 evaluates the gap before the row, 0, which is not above the
tolerance: "contact 0 is closed and not listed".

**Before the first row** the position is the statement's (E10): "contact N is
deep at the start", "joint N is apart at the start", where a gap is below minus
penetration and tolerance, or a joint off by more.

**At the two ends**, the position before a row and the one behind it: a gap
that is below the tolerance before, or negative behind, by more than the doubt
of (E3) and for sure, refuses the proof: "contact N is closed and not listed".
Where the gap has no value, nothing is refused.

**On the way** nothing is refused, but counted: in how many rows all such
contacts are shown to be open on the straight segment between the two
positions. Three ways to show it on a part of the segment:

1. the ball of the gap over the part is positive;
2. the gap at the left end, plus its slope over the part times $[0, 2^{-k}]$,
   is positive;
3. the gap at the right end, plus its slope times $[-2^{-k}, 0]$, is positive.

If none does, the part is halved, ten times at most. 2 and 3 are the mean
value theorem, and rest on a gap without jumps on the part: a `sel` that may
change its mind there has no slope (dual.c), and only 1 is left. Way 1 loses
where an input occurs more than once in a formula: each time the ball counts
as a number of its own. Ways 2 and 3 lose so in the slope only, which is
multiplied by the length of the part, so their error goes with its square.

Example: a ball falls from $y = 1$ to $y = 0$: slope $-1$ over all of it; at
the left end $1 + [-1, 0]$ holds 0, so this is not shown. For $y = 1$ to
$y = \frac18$ it is: $1 - \frac78 > 0$.

**A part as a ball**, with four places in the place of 160. From $q = \frac13$
(m = 5, r = 1) by $dq = 1$ (m = 16, r = 0), the part $i = 1$ of $2^k$ with
$k = 1$, the right half: its middle is $q + \frac34 dq$, $5 + 12 = 17$; its
radius a quarter of $dq$, 4, and 1 of q, and 1 for what the shift may cut: 6.
[11/16, 23/16] holds $[\frac56, \frac43]$ = [13.3/16, 21.3/16]. All roundings
go outward, so a point of the segment cannot fall between two parts.

**Sleep.** A pile has many pairs that are far apart. Over a box of positions,
the segment four times to each side and $2^{-10}$ more, a gap that is above
the tolerance for sure needs no question as long as the segments stay inside
the box. Whether they do is asked for every coordinate in every row; a new box
wakes all.

What is not said: that the motion between stored positions is straight. It is
the cubic of (C10), or what a reader thinks it is. Nor is anything said of a
contact the statement does not have.
*/
#include "level2.h"

#include <stdlib.h>
#include <string.h>

/* The gap of any contact, listed or not, its own or a pair's, at a ball of
   positions; and its derivative in the direction dq. Velocities and time are
   0, no gap depends on them (level2.c). */
int gap_at(checker *c, long id, const ball *q, const ball *dq, ball *gap,
                  ball *slope)
{
    level2 *e = c->two;
    const scene *s = &c->s;
    const tape *t = &s->gaps;
    const ball *in = e->in.x;
    const int32_t *at[2] = {NULL, NULL};
    long out = id;
    const kind *k = NULL;
    if (id >= s->own) {
        k = &s->kind[pair_inputs(c, id, q, at)->kind];
        t = &k->gap;
        out = 0;
        in = e->at.x;
    } else {
        balls_room(&c->r, &e->in, t->inputs);
        for (long i = 0; i < s->nq; i++)
            ball_set(&e->in.x[i], &q[i]);
        for (long i = s->nq; i < t->inputs; i++) /* a gap is one of positions */
            ball_zero(&e->in.x[i]);
        in = e->in.x;
    }
    sheet_value(&e->s, t, in);
    if (e->s.lost[t->out[out]])
        return 0;
    ball_set(gap, &e->s.x[t->out[out]]);
    if (dq == NULL)
        return 1;
    ball *seed = zero_seed(c, t->inputs);
    for (long i = 0; i < s->nq && k == NULL; i++)
        ball_set(&seed[i], &dq[i]);
    for (int w = 0; w < 2 && k != NULL; w++)
        for (long i = 0; i < k->size[w][0]; i++, seed++)
            if (at[w][i] >= 0)
                ball_set(seed, &dq[at[w][i]]);
    sheet_slope(&e->s, t, e->seed.x);
    if (e->s.moves[t->out[out]] > 1)
        return 1;
    ball_set(slope, &e->s.d[t->out[out]]);
    return 2;
}

/* e->point: from + dq i 2^-k, or (whole) all of the part from there to i + 1,
   as a ball around its middle, i + 1/2. The radii of both are added, and the
   cut. */
static ball *stretch(checker *c, long i, int k, int whole)
{
    level2 *e = c->two;
    const ball *q = e->from.x, *dq = e->step.x;
    ball *at = balls_room(&c->r, &e->point, c->s.nq);
    for (long j = 0; j < c->s.nq; j++) {
        mpz_mul_ui(e->t.m, dq[j].m, (unsigned long)(2 * i + whole));
        mpz_fdiv_q_2exp(e->t.m, e->t.m, (mp_bitcnt_t)(k + 1));
        mpz_add(at[j].m, q[j].m, e->t.m);
        mpz_abs(e->t.r, dq[j].m);
        mpz_mul_ui(e->t.r, e->t.r, (unsigned long)whole);
        mpz_cdiv_q_2exp(e->t.r, e->t.r, (mp_bitcnt_t)(k + 1));
        mpz_add(e->t.r, e->t.r, q[j].r);
        mpz_add(e->t.r, e->t.r, dq[j].r);
        mpz_add_ui(at[j].r, e->t.r, 1); /* the cut above */
    }
    return at;
}

/* Ways 2 and 3: part[1] holds the derivative over the part. The interval [0,
   2^-k] is the ball around 2^-k / 2 with that radius. */
static int from_end(checker *c, long id, const long part[2], int end)
{
    level2 *e = c->two;
    const int k = (int)part[1];
    ball *way = &e->part[2], *gap = &e->part[3];
    ball_one(way);
    mpz_tdiv_q_2exp(way->m, way->m, (mp_bitcnt_t)(k + 1));
    mpz_set(way->r, way->m);
    if (end)
        ball_neg(way, way);
    if (!gap_at(c, id, stretch(c, part[0] + end, k, 0), NULL, gap, NULL))
        return 0;
    ball_mul(&e->s.w, way, way, &e->part[1]);
    ball_add(gap, gap, way);
    return ball_positive(gap);
}

enum { DEPTH = 10 };

/* Is the gap positive on the part i of 2^k? Where it may jump there is a
   value, and no slope. */
static int stays_open(checker *c, long id, long i, int k)
{
    level2 *e = c->two;
    const long part[2] = {i, k};
    const int known = gap_at(c, id, stretch(c, i, k, 1), e->step.x, &e->part[0],
                             &e->part[1]);
    if (known >= 1 && ball_positive(&e->part[0]))
        return 1;
    if (known == 2 && (from_end(c, id, part, 0) || from_end(c, id, part, 1)))
        return 1;
    return k < DEPTH && stays_open(c, id, 2 * i, k + 1) &&
           stays_open(c, id, 2 * i + 1, k + 1);
}

/* At the two ends. Of a row with a collision, a contact that only the step
   lists is asked behind, one that only the collision lists is asked before. */
static void outside(checker *c, long id, int listed)
{
    level2 *e = c->two;
    ball *gap = &e->part[0];
    for (int end = 0; end < 2; end++) {
        if ((listed & (1 + end)) ||
            !gap_at(c, id, stretch(c, end, 0, 0), NULL, gap, NULL))
            continue;
        if (end == 0 && !c->s.sharp) {
            ball_ratio(&e->t, mpq_numref(c->s.tolerance),
                       mpq_denref(c->s.tolerance));
            ball_sub(gap, gap, &e->t);
        }
        doubt(c, e->from.x, &e->t);
        ball_add(gap, gap, &e->t);
        if (ball_negative(gap))
            refuse(&c->r, "contact %ld is closed and not listed", id);
    }
}

/* Is the ball inside the other one? */
static int inside(level2 *e, const ball *a, const ball *b)
{
    mpz_sub(e->t.m, a->m, b->m);
    mpz_abs(e->t.m, e->t.m);
    mpz_add(e->t.m, e->t.m, a->r);
    return mpz_cmp(e->t.m, b->r) <= 0;
}

/* Candidates that are open, and above the tolerance, in a whole box sleep
   until a coordinate leaves it: four steps around the position, and 2^-10
   more. */
static void settle(checker *c)
{
    level2 *e = c->two;
    const ball *at = stretch(c, 0, 0, 1);
    int stay = e->boxed;
    ball *box = balls_room(&c->r, &e->box, c->s.nq);
    for (long j = 0; j < c->s.nq && stay; j++)
        stay = inside(e, &at[j], &box[j]);
    if (stay)
        return;
    for (long j = 0; j < c->s.nq; j++) {
        mpz_set(box[j].m, at[j].m);
        mpz_mul_2exp(box[j].r, at[j].r, 3);
        ball_one(&e->t);
        mpz_tdiv_q_2exp(e->t.m, e->t.m, 10);
        mpz_add(box[j].r, box[j].r, e->t.m);
    }
    e->boxed = 1;
    for (long id = 0; id < c->s.contacts; id++) {
        ball *gap = &e->part[0];
        e->asleep[id] = 0;
        if (!gap_at(c, id, box, NULL, gap, NULL))
            continue;
        ball_ratio(&e->t, mpq_numref(c->s.tolerance),
                       mpq_denref(c->s.tolerance));
        ball_sub(gap, gap, &e->t);
        e->asleep[id] = ball_positive(gap) != 0;
    }
}

/* Is x + the penetration that the statement allows at the start + the tolerance
   + the doubt negative for sure? x is lost. */
static int too_deep(checker *c, ball *x)
{
    level2 *e = c->two;
    ball_ratio(&e->t, mpq_numref(c->s.penetration), mpq_denref(c->s.penetration));
    ball_add(x, x, &e->t);
    ball_ratio(&e->t, mpq_numref(c->s.tolerance), mpq_denref(c->s.tolerance));
    ball_add(x, x, &e->t);
    doubt(c, e->from.x, &e->t);
    ball_add(x, x, &e->t);
    return ball_negative(x);
}

/* The start is part of the statement: no contact may be deep, no joint far from
   0. */
static void start(checker *c)
{
    level2 *e = c->two;
    const scene *s = &c->s;
    ball *x = &e->part[0], *in = balls_room(&c->r, &e->in, s->nq + s->nv + 1);
    for (long i = 0; i < s->nq; i++)
        ball_set(&in[i], &e->from.x[i]);
    for (long i = s->nq; i <= s->nq + s->nv; i++)
        ball_zero(&in[i]);
    for (long id = 0; id < s->contacts; id++)
        if (gap_at(c, id, e->from.x, NULL, x, NULL) && too_deep(c, x))
            refuse(&c->r, "contact %ld is deep at the start", id);
    sheet_value(&e->s, &s->theta, e->in.x);
    for (long i = 0; i < 2 * s->joints; i++) {
        (i % 2 ? ball_neg : ball_set)(x, value_at(c, &s->theta, i / 2));
        if (too_deep(c, x))
            refuse(&c->r, "joint %ld is apart at the start", i / 2);
    }
}

void open_begin(checker *c)
{
    level2 *e = c->two;
    ball *from = balls_room(&c->r, &e->from, c->s.nq);
    for (long j = 0; j < c->s.nq; j++)
        ball_ratio(&from[j], c->c.q.x[j], c->c.q.den);
    memset(e->listed, 0, (size_t)c->s.contacts);
    if (e->sum.rows == 0)
        start(c);
}

void open_list(checker *c)
{
    for (long j = 0; j < c->p.size[CONTACTS]; j++)
        c->two->listed[c->p.id[j]] |= c->p.jump ? 2 : 1;
}

void open_end(checker *c)
{
    level2 *e = c->two;
    ball *step = balls_room(&c->r, &e->step, c->s.nq);
    int all = !c->s.how->middle || e->sided;
    for (long j = 0; j < c->s.nq; j++) {
        ball_ratio(&step[j], c->c.q.x[j], c->c.q.den);
        ball_sub(&step[j], &step[j], &e->from.x[j]);
    }
    balls_room(&c->r, &e->in, c->s.nq + c->s.nv + 1);
    settle(c);
    for (long id = 0; id < c->s.contacts; id++) {
        const int listed = e->listed[id];
        if ((listed && !e->hit) || listed == 3 || e->asleep[id])
            continue;
        if (!c->s.how->middle)
            outside(c, id, listed);
        all &= listed || stays_open(c, id, 0, 0);
    }
    hit_end(c);
    e->sum.rows++;
    e->sum.open += all;
}
