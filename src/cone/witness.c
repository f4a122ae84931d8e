/** # Claims, and the data

A verdict of this wing goes into a proof of a run, and is worth what its check
is worth. So the check is written a second time, from (2.5), (2.7), (3.1), (3.2)
as they stand, in products and comparisons of fractions: no system is solved
here and nothing is searched for.

**An edge without an edge.** The deciders have edges $g = n + \mu \bar D b$ as
vectors. A direction is checked here by its rates at the contact, $n \cdot d$
and $\bar D^\top d$, and $g \cdot d = n \cdot d + \mu b \cdot \bar D^\top d$
from them: another way to the same number, so a wrong $g$ is found out. For the
step's cone with $b = \pm e_s$ it says $n \cdot d \ge \mu |d_s \cdot d|$ for
each slip.

**The round cone without a root.** $n \cdot d \ge \mu \|\bar D^\top d\|$ is
asked as $n \cdot d \ge 0$ and $(n \cdot d)^2 \ge \mu^2 \|\bar D^\top d\|^2$,
both exact. For an impulse it is $c_n \ge 0$ and $\|f\|^2 \le \mu^2 c_n^2$. The
sign has to be asked for itself: squares alone would take $n \cdot d = -3$ for
$3$.

**The groove**, $d = (0, 2)$: rates 2 and $-2$ on the left wall, 2 and $-2$ on
the right one, margins $2 \mp \frac12 \cdot 2 = 1$ and 3, as was claimed. With
$\mu = 1$ the same vector has a margin of 0 and is refused. */

#include "cone/witness.h"

#include "base/memory.h"
#include "number/rational.h"

static perp_status refute(const char *what, int i)
{
    return PERP_FAIL(PERP_REFUTED, "%s, number %d", what, i + 1);
}

/** Independence is proven by an inverse: if $X\,\nu_{pick}^\top = 1$ for some m
coordinates, no $y \ne 0$ has $\nu y = 0$, since that would be zero in these
coordinates. Dependence by the $y$ itself. No determinant, no elimination. */
/* Column k of nu times the coordinate that is picked in row l. */
static int is_inverse(const cone *c, const range_rank *x, int k, int l)
{
    mpq_t sum, part;
    mpq_inits(sum, part, NULL);
    for (int i = 0; i < c->m; i++) {
        mpq_mul(part, x->inverse[k * c->m + i], c->nu[i * c->nv + x->pick[l]]);
        mpq_add(sum, sum, part);
    }
    int right = mpq_cmp_ui(sum, k == l, 1) == 0;
    mpq_clears(sum, part, NULL);
    return right;
}

perp_status witness_rank(const cone *c, const range_rank *x)
{
    if (x->full) {
        for (int k = 0; k < c->m; k++)
            for (int l = 0; l < c->m; l++)
                if (x->pick[l] < 0 || x->pick[l] >= c->nv ||
                    !is_inverse(c, x, k, l))
                    return refute("the minor is not inverted, row", k);
        return PERP_SUCCESS;
    }
    int some = 0;
    perp_status verdict = PERP_SUCCESS;
    mpq_t sum, part;
    mpq_inits(sum, part, NULL);
    for (int k = 0; k < c->m; k++)
        some |= mpq_sgn(x->y[k]) != 0;
    for (int i = 0; i < c->nv && verdict.code == PERP_OK; i++) {
        mpq_set_ui(sum, 0, 1);
        for (int k = 0; k < c->m; k++) {
            mpq_mul(part, x->y[k], c->nu[k * c->nv + i]);
            mpq_add(sum, sum, part);
        }
        if (mpq_sgn(sum) != 0)
            verdict = refute("nu y is not zero, coordinate", i);
    }
    mpq_clears(sum, part, NULL);
    return some ? verdict : refute("y is zero, all of", c->m - 1);
}

/* nu'd = sign e_joint; joint = -1: zero. */
static perp_status along_joints(const cone *c, const mpq_t *d, int joint,
                                int sign)
{
    perp_status s = PERP_SUCCESS;
    mpq_t dot;
    mpq_init(dot);
    for (int k = 0; k < c->m && s.code == PERP_OK; k++) {
        cone_dot(c->nv, (const mpq_t *)c->nu + k * c->nv, d, dot);
        if (mpq_cmp_si(dot, k == joint ? sign : 0, 1) != 0)
            s = refute("the direction moves a joint", k);
    }
    mpq_clear(dot);
    return s;
}

/* n.d and (D-bar'd)_s of contact j into rate[0], rate[1..]. */
static void rates(const cone *c, int j, const mpq_t *d, mpq_t *rate)
{
    cone_dot(c->nv, (const mpq_t *)c->n + j * c->nv, d, rate[0]);
    for (int s = c->slip_at[j]; s < c->slip_at[j + 1]; s++)
        cone_dot(c->nv, (const mpq_t *)c->d + s * c->nv, d,
                 rate[1 + s - c->slip_at[j]]);
}

/* From the heap, and given back before a witness returns: it asks its caller
   for the data and the claim and for nothing else. */
static mpq_t *work_new(const cone *c)
{
    size_t count = (size_t)(c->nv + c->r) + 2;
    mpq_t *q = memory_new(count, sizeof *q);
    for (size_t i = 0; q != NULL && i < count; i++)
        mpq_init(q[i]);
    return q;
}

static void work_free(const cone *c, mpq_t *q)
{
    rational_clear(q, q == NULL ? 0 : (size_t)(c->nv + c->r) + 2);
    memory_free(q);
}

static perp_status no_work(const cone *c)
{
    return PERP_NO_MEMORY(((size_t)(c->nv + c->r) + 2) * sizeof(mpq_t));
}

/** Of the groove's left wall with $\mu = \frac12$ and $d = (\frac13, 1)$ the rates
are $n \cdot d = \frac43$ and $d \cdot d = -\frac23$, the edges have $\frac43 \mp
\frac13$: 1 and $\frac53$.

An edge's rate of opening from the contact's: $g \cdot d = n \cdot d + \mu\,b
\cdot \bar D^T d$. */
static int edge_opens(const cone_rays *r, int i, mpq_t *rate, int least)
{
    int j = r->contact[i];
    mpq_t dot;
    mpq_init(dot);
    cone_dot(cone_slips(r->of, j), (const mpq_t *)r->b + i * r->width,
             (const mpq_t *)rate + 1, dot);
    mpq_mul(dot, dot, r->of->mu[j]);
    mpq_add(dot, dot, rate[0]);
    int yes = mpq_cmp_si(dot, least, 1) >= 0;
    mpq_clear(dot);
    return yes;
}

/** $\min_{|b| \le 1} (n + \mu\bar D b) \cdot d = n \cdot d - \mu|\bar D^T d|$:
at least $m$ when $n \cdot d - m \ge 0$ and its square is not less than that of
the other.

A floor in space, $\mu = \frac7{10}$, with $d = (-1, -1, \frac{199}{200})$: $n \cdot
d = \frac{199}{200}$ and $|\bar D^\top d| = \sqrt2$. Squares: $\frac{39601}{40000} =
0.990$ against $\frac{49}{100} \cdot 2 = 0.98$, so it opens, strictly. With the roof
of [full.h](full.h), which has $2 - \frac{199}{100} = \frac1{100}$, this $d$ proves
that the full cone is pointed. */
static int round_opens(const cone *c, int j, mpq_t *rate, int least, int strict)
{
    mpq_t drag, want;
    mpq_inits(drag, want, NULL);
    cone_dot(cone_slips(c, j), (const mpq_t *)rate + 1, (const mpq_t *)rate + 1,
             drag);
    mpq_mul(drag, drag, c->mu[j]);
    mpq_mul(drag, drag, c->mu[j]);
    mpq_set_si(want, least, 1);
    mpq_sub(want, rate[0], want);
    int sign = mpq_sgn(want);
    mpq_mul(want, want, want);
    int order = mpq_cmp(want, drag);
    mpq_clears(drag, want, NULL);
    return sign >= 0 && order >= 0 && !(strict && (sign == 0 || order == 0));
}

/* Every edge of contact j opens; rays null: of the round cone. */
static perp_status contact_opens(const cone *c, const cone_rays *r, int j,
                                 mpq_t *rate, int least)
{
    if (r == NULL)
        return round_opens(c, j, rate, least, 0)
                   ? PERP_SUCCESS
                   : refute("the vector lacks margin at contact", j);
    for (int i = 0; i < r->count; i++)
        if (r->contact[i] == j && !edge_opens(r, i, rate, least))
            return refute("the vector lacks margin on edge", i);
    return PERP_SUCCESS;
}

/** One function for all vectors: `own` says which contact wants a margin of 1 (all
of them, one, or none), `joint` which joint is to move at what rate. The tests of a
direction are its special cases, so that there is one place where margins are
formed. */
perp_status witness_margins(const cone *c, const witness_margin *w,
                            const mpq_t *d)
{
    PERP_TRY(along_joints(c, d, w->joint, w->sign));
    mpq_t *rate = work_new(c);
    if (rate == NULL)
        return no_work(c);
    perp_status verdict = PERP_SUCCESS;
    for (int j = 0; j < c->p && verdict.code == PERP_OK; j++) {
        rates(c, j, d, rate);
        verdict = contact_opens(c, w->rays, j, rate, w->own < 0 || w->own == j);
    }
    work_free(c, rate);
    return verdict;
}

perp_status witness_direction(const cone_rays *r, const mpq_t *d, int least)
{
    witness_margin w = {.rays = r, .own = least ? -1 : r->of->p, .joint = -1};
    return witness_margins(r->of, &w, d);
}

perp_status witness_round_direction(const cone *c, const mpq_t *d, int strict)
{
    PERP_TRY(along_joints(c, d, -1, 0));
    mpq_t *rate = work_new(c);
    if (rate == NULL)
        return no_work(c);
    perp_status verdict = PERP_SUCCESS;
    for (int j = 0; j < c->p && verdict.code == PERP_OK; j++) {
        rates(c, j, d, rate);
        if (!round_opens(c, j, rate, 0, strict))
            verdict = refute("the direction does not open contact", j);
    }
    work_free(c, rate);
    return verdict;
}

perp_status witness_round_impulse(const cone *c, const cone_impulse *x)
{
    perp_status verdict = PERP_SUCCESS;
    mpq_t sum, bound;
    mpq_inits(sum, bound, NULL);
    for (int j = 0; j < c->p && verdict.code == PERP_OK; j++) {
        const mpq_t *f = (const mpq_t *)x->f + c->slip_at[j];
        cone_dot(cone_slips(c, j), f, f, sum);
        mpq_mul(bound, c->mu[j], x->cn[j]);
        mpq_mul(bound, bound, bound);
        if (mpq_sgn(x->cn[j]) < 0 || mpq_cmp(sum, bound) > 0)
            verdict = refute("an impulse leaves the friction cone", j);
    }
    mpq_clears(sum, bound, NULL);
    return verdict;
}

/** For the balanced $D = [d, -d]$ the smallest $\|\beta\|_1$ that makes the
tangential impulse $f$ is $\|f\|_1$: of $\beta_s$ and $\beta_s'$ the smaller can be
taken from both. So the claim needs no $\beta$, and nobody can hide in one. */
perp_status witness_step_impulse(const cone *c, const cone_impulse *x)
{
    perp_status verdict = PERP_SUCCESS;
    mpq_t sum, bound;
    mpq_inits(sum, bound, NULL);
    for (int j = 0; j < c->p && verdict.code == PERP_OK; j++) {
        mpq_set_ui(sum, 0, 1);
        for (int s = c->slip_at[j]; s < c->slip_at[j + 1]; s++) {
            mpq_abs(bound, x->f[s]);
            mpq_add(sum, sum, bound);
        }
        mpq_mul(bound, c->mu[j], x->cn[j]);
        if (mpq_sgn(x->cn[j]) < 0 || mpq_cmp(sum, bound) > 0)
            verdict = refute("an impulse leaves the polyhedral cone", j);
    }
    mpq_clears(sum, bound, NULL);
    return verdict;
}

/* sum = z, or zero when z is null. */
static perp_status same(int nv, const mpq_t *sum, const mpq_t *z)
{
    for (int i = 0; i < nv; i++)
        if (z == NULL ? mpq_sgn(sum[i]) != 0 : !mpq_equal(sum[i], z[i]))
            return refute("the impulses do not sum up, coordinate", i);
    return PERP_SUCCESS;
}

/* sum += w (n + mu D-bar b), edge i. */
static void add_edge(const cone_rays *r, int i, mpq_srcptr w, mpq_t *sum)
{
    const cone *c = r->of;
    int j = r->contact[i], first = c->slip_at[j];
    mpq_t part, f;
    mpq_inits(part, f, NULL);
    for (int s = -1; s < cone_slips(c, j); s++) {
        const mpq_t *v = s < 0 ? (const mpq_t *)c->n + j * c->nv
                               : (const mpq_t *)c->d + (first + s) * c->nv;
        mpq_set(f, w);
        if (s >= 0) {
            mpq_mul(f, f, c->mu[j]);
            mpq_mul(f, f, r->b[i * r->width + s]);
        }
        for (int k = 0; k < c->nv; k++) {
            mpq_mul(part, f, v[k]);
            mpq_add(sum[k], sum[k], part);
        }
    }
    mpq_clears(part, f, NULL);
}

/** "Not all zero" is half of a refutation: zero weights sum up to zero in any cone. For
a point that is claimed to be inside it is not asked, since $z = 0$ is inside with no
impulse at all. */
perp_status witness_weights(const cone_rays *r, const mpq_t *w, const mpq_t *y,
                            const mpq_t *z, int nontrivial)
{
    const cone *c = r->of;
    int some = 0;
    mpq_t *sum = work_new(c);
    if (sum == NULL)
        return no_work(c);
    perp_status verdict = PERP_SUCCESS;
    cone_sum(c, &(cone_impulse){.y = (mpq_t *)y, .cn = NULL, .f = NULL}, sum);
    for (int k = 0; k < c->m; k++)
        some |= mpq_sgn(y[k]) != 0;
    for (int i = 0; i < r->count && verdict.code == PERP_OK; i++) {
        some |= mpq_sgn(w[i]) != 0;
        if (mpq_sgn(w[i]) < 0)
            verdict = refute("a weight is negative", i);
        add_edge(r, i, w[i], sum);
    }
    if (verdict.code == PERP_OK)
        verdict = same(c->nv, (const mpq_t *)sum, z);
    work_free(c, sum);
    if (verdict.code == PERP_OK && nontrivial && !some)
        return refute("all weights are zero", 0);
    return verdict;
}

/** The impulse as it is told to people, by joints, normals and slips. It may lie on
no edge that anybody has listed, since between a list of edges and what they make
there are many ways back. */
perp_status witness_sum(const cone *c, const cone_impulse *x, const mpq_t *z)
{
    int some = 0;
    for (int i = 0; i < c->m + c->p + c->r; i++)
        some |= mpq_sgn(x->all[i]) != 0;
    if (!some && z == NULL)
        return refute("all impulses are zero", 0);
    mpq_t *sum = work_new(c);
    if (sum == NULL)
        return no_work(c);
    cone_sum(c, x, sum);
    perp_status verdict = same(c->nv, (const mpq_t *)sum, z);
    work_free(c, sum);
    return verdict;
}
