#include "pks05/cone/qvi_angles.h"

#include "proof/enclose/boxed.h"

/** ## The problem in ranges

A fraction lies between the doubles on both sides of it, $\mu$, $A$ and $b$ alike. */
static qvi_range of_fraction(mpq_srcptr q)
{
    return (qvi_range){boxed_outward(q, 0), boxed_outward(q, 1)};
}

/** **A bound below.** $x^\top Ax$ is that of the symmetric part of $A$, and $x^\top Ax \ge \sigma|x|^2$
for all $x$ when the symmetric part less $\sigma I$ has positive pivots in Gauss's elimination without
exchanges. In ranges a pivot whose lower end is positive is positive for every matrix of the range, so what
is proven holds for the fractions. Where rounding makes a pivot's range touch zero, the answer is no,
and a smaller $\sigma$ is tried.

How sharp that is matters little: $\sigma$ is found within a factor of two, the bound on forces with it,
and the bound is only needed near angles where the equations are singular. For the example of
`qvi_angles.h`, with the least eigenvalue $3 - 2\sqrt 2 = 0.1716$, it is $\frac18$, and no force is larger than
$8\sqrt{17} = 33$ N where the largest of a solution is $\sqrt{13}$.

The quotient of a row is the entry times the range of the inverse pivot, which is there because the pivot is
positive. Sixty halvings are more than doubles have digits: a matrix that has not been seen to be
definite then is refused, whatever it is. */
/* Are all pivots of the symmetric part of A - sigma I, in ranges, positive? */
static int definite(const qvi_ranged *x, double sigma)
{
    qvi_range S[QVI_ANGLE_ROWS][QVI_ANGLE_ROWS];
    const int N = x->N;
    int yes = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            S[i][j] =
                qvi_times(qvi_point(0.5), qvi_add(x->A[i][j], x->A[j][i]));
            if (i == j)
                S[i][j] = qvi_minus(S[i][j], qvi_point(sigma));
        }
    for (int c = 0; c < N && yes; c++) {
        yes = S[c][c].lo > 0;
        for (int i = c + 1; i < N && yes; i++) {
            /* a quotient of ranges, the divisor above zero */
            const qvi_range f =
                qvi_times(S[i][c], qvi_between(1 / S[c][c].hi, 1 / S[c][c].lo));
            for (int j = c + 1; j < N; j++)
                S[i][j] = qvi_minus(S[i][j], qvi_times(f, S[c][j]));
        }
    }
    return yes;
}

/** **How large forces can be.** A solution has $\lambda^\top w = -\sum_i\mu_i\lambda_{in}|w_{i,to}|
\le 0$, so $\sigma|\lambda|^2 \le \lambda^\top A\lambda \le -\lambda^\top b$, and $|\lambda|
\le |b|/\sigma$. $\sigma$ is the largest of a diagonal's numbers, halved until Gauss's
pivots of $A - \sigma I$, in ranges, are positive: that proves it. */
static perp_status bound_forces(qvi_ranged *x)
{
    double sigma = (double)INFINITY, b = 0;
    int tries = 60;
    for (int i = 0; i < x->N; i++) {
        sigma = fmin(sigma, x->A[i][i].hi);
        b += qvi_size(x->b[i]) * qvi_size(x->b[i]);
    }
    while (tries > 0 && !definite(x, sigma)) {
        sigma /= 2;
        tries--;
    }
    x->force = sqrt(b) / sigma * (1 + 1e-14) + DBL_MIN;
    return tries > 0 && x->force < (double)INFINITY
               ? PERP_SUCCESS
               : PERP_FAIL(PERP_INPUT, "the step's matrix is not seen to be "
                                       "positive definite");
}

perp_status qvi_ranged_of(const qvi_exact_problem *from, qvi_ranged *out)
{
    if (from->slips != 2 || from->contacts > QVI_ANGLE_CONTACTS)
        return PERP_FAIL(PERP_INPUT,
                         "%d contacts with %d slips each; slip angles are for "
                         "at most %d with two",
                         from->contacts, from->slips, QVI_ANGLE_CONTACTS);
    *out = (qvi_ranged){.p = from->contacts, .N = 3 * from->contacts};
    for (int i = 0; i < out->N; i++) {
        out->b[i] = of_fraction(from->b[i]);
        for (int j = 0; j < out->N; j++)
            out->A[i][j] = of_fraction(from->A[i * out->N + j]);
    }
    for (int i = 0; i < out->p; i++) {
        out->mu[i] = of_fraction(from->mu[i]);
        out->smooth[i] = mpq_sgn(from->mu[i]) == 0;
    }
    return bound_forces(out);
}

/** ## Down the tree

A node is a choice for each contact and a range of angles for each that slips. The $3^p$ choices
come one after the other, open first; within one the tree is walked in depth, so that what is kept is a part for
each level, some fifty at most: the width is halved on the way down, from $2\pi$ to the stated
width, once for each contact that slips.

What is found on one branch helps no other. A part beside a solution is proven to have that solution, too, since
the box of Krawczyk's operator is wider than the part; it is then recognised and counted once
(`same`). Nothing depends on the order but the order of the list, which is always the
same.

A tie is not cut: its zero is known to the last digits, and halves of the part would have the same zero
with the same doubt. A part of which nothing is known is cut until its widest angle is below the
width, and then left as undecided, with the forces that a solution in it would have.

A part that is too wide is cut in halves across its widest angle. The circle is cut open at
$\pi$, with a little more on both ends than $2\pi$, so that nothing falls between; a solution
there is found from both sides, with angles that differ by $2\pi$. */
typedef struct {
    const qvi_ranged *p;
    double width;
    long most;
    qvi_angles *out;
} tree;

static const double half_turn = 3.1415926535897936; /* above pi */

/* Is x, turned by the whole turns `turn`, in y? */
static int inside(qvi_range x, qvi_range y, int turn)
{
    const qvi_range by = {turn * 6.2831853071795862, turn * 6.2831853071795871};
    if (turn < 0)
        return qvi_within(
            qvi_add(x, (qvi_range){-6.2831853071795871, -6.2831853071795862}),
            y);
    return qvi_within(turn == 0 ? x : qvi_add(x, by), y);
}

/** Two boxes hold the same solution when one lies where the other's is alone: the first holds a
solution, and the second says that there is only one in its wider box. Boxes that only
overlap are no proof of either, and are listed both; no such pair was met. A solution with the slip
angle $\pi$ has the angle $-\pi$ on the other side of the cut, hence the whole turns. Of a contact that
is open there is nothing to compare, of one that slips $\lambda_n$ and the angle, which are its
unknowns. */
static int same(const qvi_ranged *p, const qvi_part *x, const qvi_part *y)
{
    int all = 1;
    for (int i = 0; i < p->p && all; i++) {
        int turned = 0;
        all = x->does[i] == y->does[i];
        for (int r = 3 * i; r < 3 * i + 3 && all && x->does[i] != QVI_OPEN; r++)
            if (r == 3 * i || (x->does[i] == QVI_STICKS && !p->smooth[i]))
                all = qvi_within(x->lam[r], y->alone_lam[r]);
        for (int turn = -1; turn <= 1; turn++)
            turned |= inside(x->angle[i], y->alone_angle[i], turn);
        all = all && (x->does[i] != QVI_SLIPS || turned);
    }
    return all;
}

static perp_status keep(tree *t, const qvi_part *k)
{
    qvi_angles *out = t->out;
    for (int i = 0; i < out->solutions; i++)
        if (same(t->p, k, &out->solution[i]) ||
            same(t->p, &out->solution[i], k))
            return PERP_SUCCESS;
    if (out->solutions == QVI_ANGLE_LIST)
        return PERP_FAIL(PERP_LIMIT, "a step has more than %d solutions",
                         QVI_ANGLE_LIST);
    out->solution[out->solutions++] = *k;
    return PERP_SUCCESS;
}

static void leave(tree *t, const qvi_part *k)
{
    if (t->out->undecided < QVI_ANGLE_LIST)
        t->out->open[t->out->undecided] = *k;
    t->out->undecided++;
}

/* The contact with the widest angle, or -1. */
static int widest(const tree *t, const qvi_part *k)
{
    int at = -1;
    double most = t->width;
    for (int i = 0; i < t->p->p; i++)
        if (k->does[i] == QVI_SLIPS && k->angle[i].hi - k->angle[i].lo > most) {
            at = i;
            most = k->angle[i].hi - k->angle[i].lo;
        }
    return at;
}

static perp_status down(tree *t, const qvi_part *part)
{
    qvi_part k = *part;
    if (++t->out->parts > t->most)
        return PERP_FAIL(PERP_LIMIT,
                         "the solutions of a step in space are not known "
                         "after %ld parts of its slip angles",
                         t->most);
    const qvi_part_is is = qvi_part_look(t->p, &k);
    if (is == QVI_PART_EXCLUDED)
        return PERP_SUCCESS;
    if (is == QVI_PART_SOLUTION)
        return keep(t, &k);
    const int at = is == QVI_PART_TIE ? -1 : widest(t, part);
    if (at < 0) {
        leave(t, &k);
        return PERP_SUCCESS;
    }
    for (int h = 0; h < 2; h++) {
        const double m = qvi_middle(part->angle[at]);
        k = *part;
        k.angle[at] = h == 0 ? (qvi_range){part->angle[at].lo, m}
                             : (qvi_range){m, part->angle[at].hi};
        PERP_TRY(down(t, &k));
    }
    return PERP_SUCCESS;
}

perp_status qvi_angles_find(const qvi_exact_problem *p,
                            const qvi_angle_options *o, qvi_angles *out)
{
    qvi_ranged x;
    tree t = {&x, o->width > 0 ? o->width : 1e-4,
              o->most > 0 ? o->most : 200000, out};
    int choices = 1;
    out->solutions = out->undecided = 0;
    out->parts = 0;
    PERP_TRY(qvi_ranged_of(p, &x));
    for (int i = 0; i < x.p; i++)
        choices *= 3;
    for (int c = 0; c < choices; c++) {
        qvi_part k = {.does = {QVI_OPEN}};
        int fine = 1;
        for (int i = 0, left = c; i < x.p; i++, left /= 3) {
            k.does[i] = (qvi_does)(left % 3);
            k.angle[i] = (qvi_range){-half_turn, half_turn};
            fine = fine && !(k.does[i] == QVI_SLIPS && x.smooth[i]);
        }
        if (fine)
            PERP_TRY(down(&t, &k));
    }
    return PERP_SUCCESS;
}
