#include "pks05/cone/qvi_check.h"

#include "number/rational.h"

#include <float.h>
#include <math.h>

/** **Maximal dissipation without roots.** The least of $w_{to} \cdot x$ over $|x| \le \mu\lambda_n$
is $-\mu\lambda_n|w_{to}|$, by Cauchy and Schwarz, and so a force of the cone is the
paper's (7) exactly when (9) holds:

$$w_{to} \cdot \lambda_{to} = -\mu\lambda_n \sqrt{w_t^2 + w_o^2} \iff
w_{to} \cdot \lambda_{to} \le 0, \quad (w_{to} \cdot \lambda_{to})^2 = \mu^2\lambda_n^2 (w_t^2 + w_o^2).$$

The degenerate cases are in it. A slip of zero makes both sides zero for every force of
the disc: sticking. A radius of zero leaves the force zero, and any slip will do: open, or
without friction. The paper's quotients $\lambda_{it}/|\lambda_{i,to}|$ need a convention
there ($0/0 = 1$) and an angle that is free (erratum 3.31); squares need neither.

All of it is polynomial in the data: with rational data it is decided, and what
is missing is a number, not an opinion. Whether it is small enough is for the
caller to say.

A force in doubles misses a little nearly always. In the example of `qvi.h` with
$\lambda = (1, -1 + \epsilon)$ the slips are $w = (2\epsilon, 1 + 5\epsilon)$: the gap
is right, `product` is $2\epsilon$ W, the cone is kept, and `least` is $|(1 +
5\epsilon)^2(1 - \epsilon)^2 - (1 + 5\epsilon)^2| \approx 2\epsilon$ W². A force at rest
that is off by as much, $(3, -2 + \epsilon)$, has $w = (2\epsilon, 5\epsilon)$ and
`least` of order $\epsilon^2$: near a sticking solution squares see half the digits. So
a share is formed from the root (`run/compliant_law.c`).

Each condition is a maximum over the contacts, taken in fractions; only the six results
are rounded, upward. So a 0 in the answer is a proof, and a force in fractions that an
exact step found has six of them.

The products of $N$ doubles have at most about 106 bits each and a range of exponents;
as fractions with powers of two below they stay short, and a check costs $N^2$ of them. */
enum { FORCE, GAP, PRODUCT, CONE, POWER, LEAST, FAULTS };

typedef struct {
    const qvi_exact_problem *p;
    const mpq_t *lam;
    mpq_t *fault; /* FAULTS */
    mpq_t *w;     /* 3 */
    mpq_t t, s;
} checking;

/* The worst contact, condition by condition. */
static void worse(mpq_ptr fault, mpq_srcptr x)
{
    if (mpq_cmp(x, fault) > 0)
        mpq_set(fault, x);
}

static void rows_of(checking *c, int i)
{
    const int k = c->p->slips, N = c->p->contacts * (1 + k);
    for (int r = 0; r <= k; r++) {
        int row = i * (1 + k) + r;
        mpq_set(c->w[r], c->p->b[row]);
        for (int j = 0; j < N; j++) {
            mpq_mul(c->t, c->p->A[row * N + j], c->lam[j]);
            mpq_add(c->w[r], c->w[r], c->t);
        }
    }
}

/** $0 \le \lambda_n \perp w_n \ge 0$, the gap behind the step over $h$: a fault of
$10^{-15}$ m/s is one of $10^{-18}$ m for $h = 10^{-3}$ s. The two signs and the product
are three numbers, because each can be missed alone. */
static void normal_faults(checking *c, int i)
{
    mpq_srcptr n = c->lam[i * (1 + c->p->slips)];
    mpq_neg(c->t, n);
    worse(c->fault[FORCE], c->t);
    mpq_neg(c->t, c->w[0]);
    worse(c->fault[GAP], c->t);
    mpq_mul(c->t, n, c->w[0]);
    mpq_abs(c->t, c->t);
    worse(c->fault[PRODUCT], c->t);
}

/** How the force was found does not matter.

Implements PKS05 (7), (9). */
static void slip_faults(checking *c, int i)
{
    const int k = c->p->slips;
    const mpq_t *l = c->lam + i * (1 + k);
    mpq_t bound, size, slip, power;
    mpq_inits(bound, size, slip, power, NULL);
    mpq_mul(bound, c->p->mu[i], l[0]);
    mpq_mul(bound, bound, bound); /* mu^2 lam_n^2 */
    for (int r = 1; r <= k; r++) {
        mpq_mul(c->t, l[r], l[r]);
        mpq_add(size, size, c->t);
        mpq_mul(c->t, c->w[r], c->w[r]);
        mpq_add(slip, slip, c->t);
        mpq_mul(c->t, c->w[r], l[r]);
        mpq_add(power, power, c->t);
    }
    mpq_sub(c->t, size, bound);
    worse(c->fault[CONE], c->t);
    worse(c->fault[POWER], power);
    mpq_mul(c->t, power, power);
    mpq_mul(c->s, bound, slip);
    mpq_sub(c->t, c->t, c->s);
    mpq_abs(c->t, c->t);
    worse(c->fault[LEAST], c->t);
    mpq_clears(bound, size, slip, power, NULL);
}

/* A double that is not smaller: the fraction is truncated toward zero, so the
   next double up is above it. Zero stays zero, and says "exactly". */
static double up(mpq_srcptr q)
{
    double x = rational_truncated(q);
    if (mpq_sgn(q) == 0)
        return 0;
    return x < DBL_MAX ? nextafter(x, (double)INFINITY) : (double)INFINITY;
}

perp_status qvi_check(arena *a, const qvi_exact_problem *p, const mpq_t *lam,
                      qvi_faults *out)
{
    arena_mark mark = arena_here(a);
    checking c = {.p = p, .lam = lam};
    c.fault = rational_array(a, FAULTS + 3);
    if (c.fault == NULL)
        return PERP_NO_MEMORY((FAULTS + 3) * sizeof *c.fault);
    c.w = c.fault + FAULTS;
    mpq_inits(c.t, c.s, NULL);
    for (int i = 0; i < p->contacts; i++) {
        rows_of(&c, i);
        normal_faults(&c, i);
        slip_faults(&c, i);
    }
    *out = (qvi_faults){up(c.fault[FORCE]),   up(c.fault[GAP]),
                        up(c.fault[PRODUCT]), up(c.fault[CONE]),
                        up(c.fault[POWER]),   up(c.fault[LEAST])};
    mpq_clears(c.t, c.s, NULL);
    rational_clear(c.fault, FAULTS + 3);
    arena_release(a, mark);
    return PERP_SUCCESS;
}

perp_status qvi_check_doubles(arena *a, const qvi_problem *p, const double *lam,
                              qvi_faults *out)
{
    const size_t N = (size_t)qvi_rows(p);
    arena_mark mark = arena_here(a);
    qvi_exact_problem e;
    mpq_t *x = rational_array(a, N + 1);
    if (x == NULL)
        return PERP_NO_MEMORY(N * sizeof *x);
    perp_status s = PERP_SUCCESS;
    if (rational_of_doubles(N, lam, x) != N)
        s = PERP_FAIL(PERP_INPUT, "a force is not finite");
    else
        s = qvi_exact_new(a, p, &e);
    if (s.code == PERP_OK) {
        s = qvi_check(a, &e, (const mpq_t *)x, out);
        qvi_exact_clear(&e);
    }
    rational_clear(x, N + 1);
    arena_release(a, mark);
    return s;
}
