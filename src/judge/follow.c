#include "judge/follow.h"
#include "lcp/solve/mlcp.h"
#include "number/rational.h"

#include <math.h>
#include <string.h>

static perp_status take(follower *f, const stretch_exact *like)
{
    const perp_system *s = like->of->s;
    const size_t rows = (size_t)f->of->rows, p = (size_t)s->contacts;
    const size_t nq = (size_t)s->nq, nv = (size_t)s->nv;
    const size_t r = (size_t)s->total_slips, m = (size_t)s->joints;
    const size_t count = rows * (nq + nv + p + r + m) + 2 * p + 1;
    arena *a = like->of->a;
    f->near.q = arena_take(a, rows * nq + 1, sizeof(double));
    f->near.v = arena_take(a, rows * nv + 1, sizeof(double));
    f->wider = arena_take(a, p + 1, sizeof(double));
    f->late = arena_take(a, p + 1, 1);
    f->all = rational_array(a, count);
    if (!f->near.q || !f->near.v || !f->wider || !f->late || !f->all)
        return PERP_NO_MEMORY(count * sizeof(mpq_t));
    f->count = count;
    f->q = f->all;
    f->v = f->q + rows * nq;
    f->cn = f->v + rows * nv;
    f->f = f->cn + rows * p;
    f->y = f->f + rows * r;
    f->gap = f->y + rows * m;
    return PERP_SUCCESS;
}

perp_status follower_new(const stretch_exact *like, double weight,
                         follower *out)
{
    const stretch *d = like->of;
    *out = (follower){.of = d->of, .near = *d->of};
    mpq_init(out->weight);
    mpq_set_d(out->weight, weight);
    PERP_TRY(take(out, like));
    PERP_TRY(stretch_new(d->s, &out->near, &d->rule, d->a, &out->d));
    out->d.wider = out->wider;
    memcpy(out->near.q, out->of->q, (size_t)d->s->nq * sizeof(double));
    memcpy(out->near.v, out->of->v, (size_t)d->s->nv * sizeof(double));
    PERP_TRY(stretch_exact_new(&out->d, &out->x));
    out->x.rational &= like->rational;
    out->x.Q = (const mpq_t *)out->q;
    out->x.V = (const mpq_t *)out->v;
    return PERP_SUCCESS;
}

void follower_clear(follower *f)
{
    if (f->of == NULL)
        return;
    stretch_exact_clear(&f->x);
    rational_clear(f->all, f->count);
    mpq_clear(f->weight);
    f->of = NULL;
}

/** ## Rows */
static mpq_t *row_q(const follower *f, int l)
{
    return f->q + (size_t)l * (size_t)f->of->nq;
}

static mpq_t *row_v(const follower *f, int l)
{
    return f->v + (size_t)l * (size_t)f->of->nv;
}

void follow_settle(follower *f, int l, int rounded)
{
    const int nq = f->of->nq, nv = f->of->nv;
    mpq_t *q = row_q(f, l), *v = row_v(f, l);
    for (int i = 0; i < nq; i++) {
        f->near.q[l * nq + i] = mpq_get_d(q[i]);
        if (rounded)
            mpq_set_d(q[i], f->near.q[l * nq + i]);
    }
    for (int i = 0; i < nv; i++) {
        f->near.v[l * nv + i] = mpq_get_d(v[i]);
        if (rounded)
            mpq_set_d(v[i], f->near.v[l * nv + i]);
    }
}

void follow_begin(follower *f, const double *q, const double *v)
{
    rational_of_doubles((size_t)f->of->nq, q, row_q(f, 0));
    rational_of_doubles((size_t)f->of->nv, v, row_v(f, 0));
    follow_settle(f, 0, 0);
}

/** ## Which contacts are closed

Who is, is said before the data are made of them: `wider` lets all others out. */
static perp_status look_at(follower *f, int l)
{
    const perp_system *s = f->d.s;
    mpq_t closed;
    mpq_init(closed);
    mpq_set_d(closed, f->d.rule.closed);
    for (int j = 0; j < s->contacts; j++)
        f->wider[j] = f->late[j] || mpq_cmp(f->gap[j], closed) <= 0 ? HUGE_VAL
                                                                    : -HUGE_VAL;
    perp_status st = stretch_look(&f->d, l);
    for (int i = 0; i < f->d.set.n; i++)
        f->d.early[i] = mpq_cmp(f->gap[f->d.set.id[i]], closed) <= 0;
    mpq_clear(closed);
    PERP_TRY(st);
    return stretch_look_exact(&f->x);
}

perp_status follow_look(follower *f, int l)
{
    const int p = f->d.s->contacts;
    mpq_t closed;
    PERP_TRY(stretch_gaps_exact(&f->x, l - 1, f->gap));
    PERP_TRY(stretch_gaps_exact(&f->x, l, f->gap + p));
    mpq_init(closed);
    mpq_set_d(closed, f->d.rule.closed);
    for (int j = 0; j < p; j++)
        f->late[j] = mpq_cmp(f->gap[p + j], closed) <= 0;
    mpq_clear(closed);
    return look_at(f, l);
}

/** ## A row from the one before */
static void move(follower *f, int l)
{
    const stretch_exact *x = &f->x;
    const int nq = f->of->nq, nv = f->of->nv;
    const mpq_t *v0 = (const mpq_t *)row_v(f, l - 1);
    const mpq_t *v1 = (const mpq_t *)row_v(f, l);
    mpq_t mean;
    mpq_init(mean);
    for (int i = 0; i < nq; i++) {
        mpq_ptr q = row_q(f, l)[i];
        mpq_set(q, row_q(f, l - 1)[i]);
        for (int k = 0; k < nv; k++) {
            if (!f->d.s->has_G && k != i)
                continue;
            mpq_sub(mean, v1[k], v0[k]);
            mpq_mul(mean, mean, f->weight);
            mpq_add(mean, mean, v0[k]);
            mpq_mul(mean, mean, x->h);
            if (f->d.s->has_G)
                mpq_mul(mean, mean, x->data.G[i * nv + k]);
            mpq_add(q, q, mean);
        }
    }
    mpq_clear(mean);
}

/* What data that stand later than the beginning are made of, before the row is
   known: the velocity as it was. */
static void guess(follower *f, int l)
{
    const int nq = f->of->nq, nv = f->of->nv;
    const double h = claimed_h(f->of, l);
    for (int i = 0; i < nv; i++)
        mpq_set(row_v(f, l)[i], row_v(f, l - 1)[i]);
    for (int i = 0; i < nq; i++) {
        double q = f->near.q[(l - 1) * nq + i];
        if (!f->d.s->has_G)
            q += h * f->near.v[(l - 1) * nv + i];
        mpq_set_d(row_q(f, l)[i], q);
    }
    follow_settle(f, l, 0);
}

static int too_long(const follower *f, int l)
{
    size_t most = 0;
    for (int i = 0; i < f->of->nv; i++) {
        const size_t bits = mpz_sizeinbase(mpq_denref(row_v(f, l)[i]), 2) +
                            mpz_sizeinbase(mpq_numref(row_v(f, l)[i]), 2);
        most = bits > most ? bits : most;
    }
    return most > FOLLOW_BITS;
}

/* Row l with the contacts that may push as they are; *more: an open contact is
   pierced, and may push now. */
static perp_status try_row(follower *f, int l, int exact, int *more)
{
    const int p = f->d.s->contacts;
    guess(f, l);
    PERP_TRY(look_at(f, l));
    PERP_TRY(follow_solve(f, l, exact));
    *more = 0;
    if (f->clash)
        return PERP_SUCCESS;
    move(f, l);
    follow_settle(f, l, !exact);
    if (exact && too_long(f, l))
        return PERP_FAIL(PERP_LIMIT,
                         "the fractions of row %d have more than "
                         "%d bits",
                         l, FOLLOW_BITS);
    PERP_TRY(stretch_gaps_exact(&f->x, l, f->gap + p));
    for (int j = 0; j < p && f->d.h > 0; j++) {
        int pushes = 0;
        for (int i = 0; i < f->d.set.n; i++)
            pushes |= f->d.set.id[i] == j;
        if (pushes || mpq_sgn(f->gap[p + j]) >= 0)
            continue;
        f->late[j] = 1;
        *more = 1;
    }
    return PERP_SUCCESS;
}

perp_status follow_row(follower *f, int l, int exact)
{
    const size_t p = (size_t)f->d.s->contacts;
    arena_mark mark = arena_here(f->d.a);
    int more = 1;
    f->clash = 0;
    memset(f->late, 0, p);
    perp_status s = stretch_gaps_exact(&f->x, l - 1, f->gap);
    while (s.code == PERP_OK && more && !f->clash) {
        s = try_row(f, l, exact, &more);
        arena_release(f->d.a, mark);
    }
    return s;
}

/** ## Joints at the start

The least change $d$ of $q$ with $\nu d = -\Theta$, and of $v$ with $\nu d = -\nu v$:
$d = \nu^Ty$ and these rows, as equations. */
static perp_status nearest(follower *f, int velocity)
{
    const step_exact *d = &f->x.data;
    const int nv = d->nv, m = d->m, n = nv + m;
    const size_t count = (size_t)(n * n + n);
    mpq_t *A = rational_array(f->d.a, count), *to;
    if (A == NULL)
        return PERP_NO_MEMORY(count * sizeof *A);
    mpq_t *b = A + n * n;
    to = velocity ? row_v(f, 0) : row_q(f, 0);
    for (int k = 0; k < m; k++) {
        for (int i = 0; i < nv; i++) {
            mpq_set(A[(nv + k) * n + i], d->nu[k * nv + i]);
            mpq_neg(A[i * n + nv + k], d->nu[k * nv + i]);
            if (velocity)
                stretch_add(b[nv + k], d->nu[k * nv + i], to[i], f->x.part);
        }
        if (!velocity)
            mpq_set(b[nv + k], d->theta[k]);
    }
    for (int i = 0; i < nv; i++)
        mpq_set_ui(A[i * n + i], 1, 1);
    lcp_exact_answer z;
    int fallback;
    const lcp_exact_problem p = {n, 0, (const mpq_t *)A, (const mpq_t *)b};
    perp_status s = lcp_exact_answer_new(f->d.a, n, 0, &z);
    if (s.code == PERP_OK) {
        s = mlcp_prove(&p, NULL, f->d.a, &z, &fallback);
        for (int i = 0; s.code == PERP_OK && z.outcome == LCP_SOLVED && i < nv;
             i++)
            mpq_add(to[i], to[i], z.z[i]);
        lcp_exact_answer_clear(n, 0, &z);
    }
    rational_clear(A, count);
    return s;
}

perp_status follow_join(follower *f)
{
    const perp_system *s = f->d.s;
    arena_mark mark = arena_here(f->d.a);
    if (s->joints == 0 || s->has_G || !f->x.rational)
        return PERP_SUCCESS;
    PERP_TRY(assemble_mass_exact(s, &f->x.work, (const mpq_t *)f->q,
                                 (const mpq_t *)f->v, &f->x.data));
    PERP_TRY(assemble_joints_exact(s, &f->x.work, &f->x.data));
    PERP_TRY(nearest(f, 0));
    PERP_TRY(nearest(f, 1));
    arena_release(f->d.a, mark);
    follow_settle(f, 0, 0);
    return PERP_SUCCESS;
}
