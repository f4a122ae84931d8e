#include "lcp/solve/offered.h"

#include "number/dense.h"

#include <string.h>

/** ## Why the residual is enough

Of an answer three things are asked: that no $z_i$ and no $w_i$ is negative, that of each pair one
is zero, and that $w = Az + b$, with zeros in the equations of the free unknowns. Whoever wants to
know whether $z$ is a solution looks at $A$, $b$ and $z$. Where $z$ came from is in none of the
three.

Here $z_i = 0$ off the basis, as a number and not up to rounding. A $z_i$ of the basis that comes
out negative is put to zero, and then $w_i$ is the basic one of the pair. So $z \ge 0$ and one of
each pair is zero, by construction, and what may be missing is in the rows: an equation that is
not zero, a $w_i$ beside $z_i > 0$ that is not zero, another $w_i$ below zero. The residual is the
largest of these, each in units of what its own terms round to, computed from $A$, $b$ and $z$.

What a wrong offer looks like:

- It says that $w_i$ is basic, and the system answers $w_i = -s$. That stands in row $i$ itself.
- It says that $z_i$ is basic, and the system answers $z_i = -s$. With zero in its place the other
  rows of the basis miss by $s A_{\cdot i}$. Row $i$ is a $w_i$ again, which may be what it likes as
  long as it is not negative. If none of the others misses, the answer is right: a contact opens
  and all others stay as they are.
- It is no basis: two of its columns depend on each other. The second finds no pivot, its unknown
  is zero, one row is left over that nobody has solved, and the residual reads it with the others.

So a wrong sign is seen when it is more than $2^{-40}$ of the row in which it appears. An answer
of Lemke's, which is read in the same way and passes by the same number, is no better.

*The bar.* `mlcp_solve` has two. Up to $2^{-40}$ an answer is taken as it is; between that and
$10^{-9}$ it is taken because a second computation has come to no smaller one. An offer has to
pass the first: behind it somebody waits who may do better.

*By hand.* The sliding block of the wing's README, $b = (-1, 1, -1, 0)$, $z = (c_n, \beta_+,
\beta_-, \lambda) = (1, 0, \frac12, \frac12)$. Offered the basis of a block that sticks, $\{z_1,
w_2, z_3, w_4\}$, the system says $c_n = \beta_- = 1$; no $z_i$ is negative, and the last row is
$\mu c_n - \beta_- = -\frac12$, more friction than there is. Offered that of a block that slides
the other way, $\{z_1, z_2, w_3, z_4\}$, it says $\beta_+ = \frac12$, $\lambda = -\frac32$. With
$\lambda = 0$ the second row, beside a $\beta_+ > 0$, is $\frac32$. Both are refused.

## What may be different

Where the solution is one, so are the numbers, up to rounding. Where there are several (a box in
space on four corners bears its weight in many ways) the basis is a choice among them. Lemke's
path makes it anew in each problem, and an offer repeats the last one. Both answers pass; which of
them comes is no longer a function of the problem, but of the problem and the offer. That is why
nothing is offered unless the caller says so.

What is smaller than $2^{-40}$ of its row is nobody's sign. A block that rests by an offered basis
without friction may creep with $10^{-13}$ m/s where another basis would hold it: friction of
the size of a rounding is missed as long as the test does not see it, and no longer.

*Cost.* To copy the rows of the basis and to read the whole matrix once or twice, $(f + n)^2$; the
system itself is [as cheap as the matrix is empty](../../number/dense.c#dense_factorise), in the
place of a path of as many exchanges as there are pairs, each in $n(n + 2)$ numbers. */
typedef struct {
    const lcp_problem *p;
    dense_factor f;
    int *id;       /* f.n: equations and rows of the basis, in the problem */
    double *b, *x; /* f.n */
    double *work; /* 4 (free + n) + 1: rows of the answer, and what is theirs */
} offer;

/* The equations of the basis, factorised. */
static perp_status offer_new(offer *o, const uint8_t *basis, double tolerance,
                             arena *a)
{
    const int free = o->p->free, all = free + o->p->n;
    const size_t m = (size_t)all;
    dense_factor *f = &o->f;
    o->id = arena_take_any(a, 4 * m + 1, sizeof *o->id);
    o->work = arena_take_any(a, 7 * m + 1, sizeof *o->work);
    if (o->id == NULL || o->work == NULL)
        return PERP_NO_MEMORY(7 * m * sizeof *o->work);
    for (int i = 0; i < all; i++)
        if (i < free || basis[i - free])
            o->id[f->n++] = i;
    const size_t n = (size_t)f->n;
    f->a = arena_take_any(a, n * n + 1, sizeof *f->a);
    if (f->a == NULL)
        return PERP_NO_MEMORY(n * n * sizeof *f->a);
    f->lead = o->id + m;
    f->row_of = f->lead + m;
    f->some = f->row_of + m;
    o->b = o->work + 4 * m + 1;
    o->x = o->b + m;
    f->scale = o->x + m;
    for (size_t r = 0; r < n; r++)
        for (size_t c = 0; c < n; c++)
            f->a[r * n + c] = o->p->A[(size_t)o->id[r] * m + (size_t)o->id[c]];
    dense_factorise(f, tolerance);
    return PERP_SUCCESS;
}

/* Adds to z what takes `row` to zero on the basis. A z_i that is then negative,
   or that no equation is for, is zero, and off the basis that the answer has.
   */
static void towards(offer *o, const double *row, double *z, uint8_t *basis)
{
    const int free = o->p->free;
    for (int r = 0; r < o->f.n; r++)
        o->b[r] = -row[o->id[r]];
    dense_solve(&o->f, o->b, o->x);
    for (int c = 0; c < o->f.n; c++) {
        const int i = o->id[c];
        z[i] += o->x[c] + 0.0;
        if (i < free)
            continue;
        basis[i - free] = o->f.row_of[c] >= 0 && z[i] >= 0;
        z[i] = lcp_larger(z[i], 0);
    }
}

/* w of the rows behind the equations: zero on the basis, else not negative. */
static void write_slacks(const lcp_problem *p, const double *row,
                         lcp_answer *out)
{
    for (int i = 0; i < p->free + p->n; i++)
        out->w[i] =
            i < p->free || out->basis[i - p->free] ? 0 : lcp_larger(row[i], 0);
}

/** Gauss leaves an error that is small beside the largest row, and the test measures each row by
itself. So where the first numbers fail, what is left in the rows is solved for once more, with
the same factor; then rows of all sizes are as good as each other. The three bars of
[four_bar](../../../cases/GAP08/four_bar.lua), at rest against their stop, are never answered
without it, and in each of 107 steps with it. */
perp_status offered_solve(const lcp_problem *p, const uint8_t *basis,
                          const mlcp_options *options, arena *a,
                          lcp_answer *out, int *taken)
{
    const size_t all = (size_t)p->free + (size_t)p->n;
    const arena_mark mark = arena_here(a);
    offer o = {.p = p};
    *taken = 0;
    PERP_TRY(offer_new(&o, basis, options->pivot_threshold, a));
    memset(out->z, 0, all * sizeof *out->z);
    memcpy(out->basis, basis, (size_t)p->n);
    for (int k = 0; k < 2 && !*taken; k++) {
        towards(&o, k == 0 ? p->b : o.work, out->z, out->basis);
        out->residual = lcp_residual(p, out->z, o.work);
        *taken = out->residual <= LCP_EXCUSED;
    }
    if (*taken) {
        write_slacks(p, o.work, out);
        out->outcome = LCP_SOLVED;
        out->pivots = 0;
        out->z0 = out->dz0 = 0;
    }
    arena_release(a, mark);
    return PERP_SUCCESS;
}
