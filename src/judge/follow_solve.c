#include "judge/follow.h"
#include "lcp/solve/mlcp.h"
#include "number/rational.h"

#include <math.h>

/**
# The problem of an interval

Unknowns without a sign are $v'$ and $y$; the pairs are $c$, then $\beta_+$, $\beta_-$ of
each slip, then $\lambda$ of each contact. With $x = v + \alpha(v' - v)$ the laws of
`judge/law_list.h` are

$$\begin{aligned}
J(v') - \nu y - nc - d(\beta_+ - \beta_-) &= 0, & \nu^Tx &= 0, \\
0 \le n^T(x + ev) &\perp c \ge 0, & 0 \le \mu c - \textstyle\sum\beta &\perp \lambda \ge 0, \\
0 \le d^Tx + \lambda &\perp \beta_+ \ge 0, & 0 \le -d^Tx + \lambda &\perp \beta_- \ge 0:
\end{aligned}$$

velocities in m/s, impulses in N s, $\lambda$ the speed of slip, m/s. A solution keeps
Coulomb's law as one number: multiply the last two rows by $\beta_\pm$ and add, $f^Ts +
\lambda\sum\beta = 0$, and $\lambda\sum\beta = \lambda\mu c$, with $\lambda \ge |s|_\infty$ from the
rows themselves; so $f^Ts \le -\mu c|s|_\infty$, and less is not possible.

A contact that is open at the beginning and may be closed at the end (*late*) has another
first row: its gap there, to first order $\Phi + hn^T((1 - w)v + wv') \ge 0$, over $h$. With
$n^Tx \ge 0$ in its place a falling body would be stopped in the air.

$J$ is linear in $v'$ also where the force is taken linear-implicitly, so its matrix is
read off $nv + 1$ values and no derivative of it is written down a second time. */
typedef struct {
    follower *f;
    const step_exact *d;
    int nv, m, p, r, size;
    mpq_t *A, *b, *e, *J0;
    mpq_t sum, part;
    mpq_t *all;
    size_t count;
} posing;

static mpq_ptr at(const posing *w, int row, int col)
{
    return w->A[row * w->size + col];
}

/* J(v') = J0 + sum_k (J(v0 + e_k) - J0) (v'_k - v0_k), J0 = J(v0): exact, since
   it is linear. */
static perp_status put_momentum(posing *w)
{
    stretch_exact *x = &w->f->x;
    const int nv = w->nv;
    for (int i = 0; i < nv; i++)
        mpq_set(w->e[i], x->v0[i]);
    PERP_TRY(stretch_asked_exact(x, (const mpq_t *)w->e));
    for (int i = 0; i < nv; i++) {
        mpq_set(w->J0[i], x->J[i]);
        mpq_set(w->b[i], x->J[i]);
    }
    mpq_set_ui(w->sum, 1, 1);
    for (int k = 0; k < nv; k++) {
        mpq_add(w->e[k], x->v0[k], w->sum);
        PERP_TRY(stretch_asked_exact(x, (const mpq_t *)w->e));
        mpq_set(w->e[k], x->v0[k]);
        for (int i = 0; i < nv; i++) {
            mpq_sub(at(w, i, k), x->J[i], w->J0[i]);
            mpq_mul(w->part, at(w, i, k), x->v0[k]);
            mpq_sub(w->b[i], w->b[i], w->part);
        }
    }
    return PERP_SUCCESS;
}

/* Row `row` asks u'((1 - a + e) v0 + a v') of the gradient u; the impulse of
   column `col` is along sign u. */
typedef struct {
    const mpq_t *u;
    int row, sign;
    mpq_srcptr a, e; /* e: null is 0 */
} asked_row;

static void put_row(posing *w, const asked_row *g)
{
    const stretch_exact *x = &w->f->x;
    for (int i = 0; i < w->nv; i++) {
        mpq_ptr to = at(w, g->row, i);
        mpq_mul(to, g->u[i], g->a);
        mpq_set_si(w->sum, g->sign, 1);
        mpq_mul(to, to, w->sum);
        mpq_mul(at(w, i, g->row), g->u[i], w->sum);
        mpq_neg(at(w, i, g->row), at(w, i, g->row));
        mpq_set_ui(w->part, 1, 1);
        mpq_sub(w->part, w->part, g->a);
        if (g->e != NULL)
            mpq_add(w->part, w->part, g->e);
        mpq_mul(w->part, w->part, g->u[i]);
        mpq_mul(w->part, w->part, w->sum);
        mpq_mul(w->part, w->part, x->v0[i]);
        mpq_add(w->b[g->row], w->b[g->row], w->part);
    }
}

static void put_contact(posing *w, int j, mpq_srcptr e)
{
    const step_exact *d = w->d;
    const follower *f = w->f;
    const int row = w->nv + w->m + j, nv = w->nv;
    const int lambda = w->nv + w->m + w->p + 2 * w->r + j;
    const int early = f->d.early[j];
    asked_row g = {(const mpq_t *)d->n + j * nv, row, 1,
                   early ? f->x.alpha : f->weight, early ? e : NULL};
    put_row(w, &g);
    if (!early) {
        mpq_div(w->part, f->gap[f->d.set.id[j]], f->x.h);
        mpq_add(w->b[row], w->b[row], w->part);
    }
    mpq_set(at(w, lambda, row), d->mu[j]);
    for (int k = d->slip_at[j]; k < d->slip_at[j + 1]; k++)
        for (int back = 0; back < 2; back++) {
            const int beta = w->nv + w->m + w->p + 2 * k + back;
            g = (asked_row){(const mpq_t *)d->d + k * nv, beta, 1 - 2 * back,
                            f->x.alpha, NULL};
            put_row(w, &g);
            mpq_set_si(at(w, beta, lambda), 1, 1);
            mpq_set_si(at(w, lambda, beta), -1, 1);
        }
}

static perp_status pose(posing *w)
{
    const step_exact *d = w->d;
    mpq_t e;
    PERP_TRY(put_momentum(w));
    mpq_init(e);
    mpq_set_d(e, w->f->d.rule.e);
    for (int k = 0; k < w->m; k++) {
        const asked_row g = {(const mpq_t *)d->nu + k * w->nv, w->nv + k, 1,
                             w->f->x.alpha, NULL};
        put_row(w, &g);
    }
    for (int j = 0; j < w->p; j++)
        put_contact(w, j, e);
    mpq_clear(e);
    return PERP_SUCCESS;
}

/** ## Its solution

Doubles propose. Exactly, their basis is proven; with rounding their numbers are
taken. */
enum { LONGEST = 4096 }; /* bits, where doubles find no basis */

static perp_status in_doubles(const posing *w, arena *a, lcp_answer *out)
{
    const size_t n = (size_t)w->size;
    mlcp_options options = mlcp_defaults;
    int climbed;
    double *A = rational_doubles(a, n * n + n, (const mpq_t *)w->A);
    if (A == NULL)
        return PERP_NO_MEMORY(n * n * sizeof *A);
    const lcp_problem p = {w->nv + w->m, w->size - w->nv - w->m, A, A + n * n};
    options.limits.bits = LONGEST;
    PERP_TRY(lcp_answer_new(a, p.free, p.n, out));
    perp_status s = mlcp_solve(&p, &options, a, out, &climbed);
    if (s.code != PERP_LIMIT)
        return s;
    out->outcome = LCP_LIMIT;
    return PERP_SUCCESS;
}

/* z: v', y, c, beta, lambda. */
static void read(const posing *w, int l, const mpq_t *z)
{
    follower *f = w->f;
    const step_exact *d = w->d;
    const perp_system *s = f->d.s;
    mpq_t *v = f->v + (size_t)l * (size_t)f->of->nv;
    mpq_t *cn = f->cn + (size_t)l * (size_t)s->contacts;
    mpq_t *y = f->y + (size_t)l * (size_t)s->joints;
    mpq_t *ft = f->f + (size_t)l * (size_t)s->total_slips;
    for (int i = 0; i < w->nv; i++)
        mpq_set(v[i], z[i]);
    for (int k = 0; k < w->m; k++)
        mpq_set(y[k], z[w->nv + k]);
    z += w->nv + w->m;
    for (int j = 0; j < s->contacts; j++)
        mpq_set_ui(cn[j], 0, 1);
    for (int k = 0; k < s->total_slips; k++)
        mpq_set_ui(ft[k], 0, 1);
    for (int i = 0, j = 0, k0 = 0; i < w->p; i++) {
        for (; j < f->d.set.id[i]; j++)
            k0 += s->slips[j];
        mpq_set(cn[j], z[i]);
        for (int k = d->slip_at[i]; k < d->slip_at[i + 1]; k++)
            mpq_sub(ft[k0 + k - d->slip_at[i]], z[w->p + 2 * k],
                    z[w->p + 2 * k + 1]);
    }
}

static perp_status prove(const posing *w, arena *a, const lcp_answer *near,
                         int l)
{
    lcp_exact_answer z;
    int fallback;
    const lcp_exact_problem p = {w->nv + w->m, w->size - w->nv - w->m,
                                 (const mpq_t *)w->A, (const mpq_t *)w->b};
    PERP_TRY(lcp_exact_answer_new(a, p.free, p.n, &z));
    const ladder_question q = {
        .p = &p,
        .basis = near->outcome == LCP_SOLVED ? near->basis : NULL,
        .limits = {.bits = 8 * FOLLOW_BITS},
        .most = RUNG_512};
    perp_status s = ladder_prove(&q, a, &z, &fallback);
    if (s.code == PERP_OK && z.outcome == LCP_SOLVED)
        read(w, l, (const mpq_t *)z.z);
    else
        w->f->clash = 1;
    lcp_exact_answer_clear(p.free, p.n, &z);
    return s;
}

static void take_doubles(const posing *w, const lcp_answer *near, int l)
{
    for (int i = 0; i < w->size; i++)
        if (near->outcome == LCP_SOLVED && isfinite(near->z[i]))
            mpq_set_d(w->b[i], near->z[i]);
        else
            w->f->clash = 1;
    if (!w->f->clash)
        read(w, l, (const mpq_t *)w->b);
}

static perp_status posing_new(follower *f, posing *w)
{
    const step_exact *d = &f->x.data;
    const int nv = d->nv, m = d->m, p = f->d.data.p, r = f->d.data.r;
    *w = (posing){.f = f, .d = d, .nv = nv, .m = m, .p = p, .r = r};
    w->size = nv + m + 2 * p + 2 * r;
    const size_t n = (size_t)w->size;
    w->count = n * n + n + 2 * (size_t)nv;
    if ((w->all = rational_array(f->d.a, w->count)) == NULL)
        return PERP_NO_MEMORY(w->count * sizeof *w->all);
    w->A = w->all;
    w->b = w->A + n * n;
    w->e = w->b + n;
    w->J0 = w->e + nv;
    mpq_init(w->sum);
    mpq_init(w->part);
    return PERP_SUCCESS;
}

/* Of the velocity at the beginning, in units of 256 bits. */
static double length_of(const follower *f)
{
    size_t most = 0;
    for (int i = 0; i < f->of->nv; i++) {
        const size_t bits = mpz_sizeinbase(mpq_denref(f->x.v0[i]), 2);
        most = bits > most ? bits : most;
    }
    return 1 + (double)most / 256;
}

perp_status follow_solve(follower *f, int l, int exact)
{
    posing w;
    lcp_answer near;
    PERP_TRY(posing_new(f, &w));
    f->work += 512 + (double)w.size * w.size * (exact ? length_of(f) : 1);
    perp_status s = pose(&w);
    if (s.code == PERP_OK)
        s = in_doubles(&w, f->d.a, &near);
    if (s.code == PERP_OK && exact)
        s = prove(&w, f->d.a, &near, l);
    else if (s.code == PERP_OK)
        take_doubles(&w, &near, l);
    mpq_clear(w.sum);
    mpq_clear(w.part);
    rational_clear(w.all, w.count);
    return s;
}
