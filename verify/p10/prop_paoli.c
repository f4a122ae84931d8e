/** Random runs on polyhedra, in fractions: what the lemmas say of them, computed
here from the nodes $q^n$ alone, and what the per-step check says. */
#include "paoli_random.h"

#include <math.h>

enum { STEPS = 24 };

typedef struct {
    int nv, p, steep; /* steep: K is a cone with its tip at 0 */
    mpq_t e, h;
    mpq_t *q; /* (STEPS + 1) x nv */
    mpq_t *Z; /* STEPS x nv */
    mpq_t *G; /* STEPS x nv: M G = g */
    paoli_exact_data d;
    arena a;
} motion;

static const mpq_t *row(mpq_t *x, int n, int i)
{
    return (const mpq_t *)(x + n * i);
}

/** A run by the scheme; every step also passes the check, with V^{n-2}. */
static int make(motion *m)
{
    const int n = m->nv;
    mpq_t *w = ratios(n), *V = ratios(n), *l = ratios(m->p), *old = ratios(n);
    mpq_t t, zero;
    int fine = 1;
    mpq_inits(t, zero, NULL);
    for (int k = 0; k < STEPS && fine; k++) {
        mpq_srcptr e = k == 0 ? zero : m->e;
        paoli_exact s = {e, e, m->h};
        for (int a = 0; a < m->p; a++) /* f_a(q^n) = offset + n_a.q */
            for (int i = 0; i < n; i++) {
                mpq_mul(t, m->d.n[a * n + i], m->q[k * n + i]);
                mpq_add(m->d.f[a], m->d.f[a], t);
            }
        for (int i = 0; i < n && k == 0; i++)
            mpq_div_2exp(m->d.g[i], m->d.g[i], 1);
        fine = fast_step(&m->a, &s, &m->d, w, V, l);
        paoli_claim c = {(const mpq_t *)w, (const mpq_t *)V, (const mpq_t *)l,
                         k > 1 ? (const mpq_t *)old : NULL, NULL};
        perp_status x = paoli_check(&s, &m->d, &c);
        CHECK(!fine || x.code == PERP_OK, "step %d: %s", k, x.message);
        x = paoli_check_convex(&s, &m->d, &c);
        CHECK(!fine || x.code == PERP_OK, "step %d: %s", k, x.message);
        for (int a = 0; a < m->p; a++)
            for (int i = 0; i < n; i++) {
                mpq_mul(t, m->d.n[a * n + i], m->q[k * n + i]);
                mpq_sub(m->d.f[a], m->d.f[a], t);
            }
        for (int i = 0; i < n && k == 0; i++)
            mpq_mul_2exp(m->d.g[i], m->d.g[i], 1);
        for (int i = 0; i < n; i++) {
            mpq_mul(t, m->h, w[i]);
            mpq_add(m->Z[k * n + i], m->q[k * n + i], t);
            mpq_mul(t, m->h, V[i]);
            mpq_add(m->q[(k + 1) * n + i], m->q[k * n + i], t);
            mpq_set(old[i], m->d.v[i]);
            mpq_set(m->d.v[i], V[i]);
        }
    }
    mpq_clears(t, zero, NULL);
    ratios_free(w, n);
    ratios_free(V, n);
    ratios_free(l, m->p);
    ratios_free(old, n);
    return fine;
}

static void begin(check_random *r, motion *m, int restitution)
{
    *m = (motion){.nv = check_integer(r, 1, 4), .p = check_integer(r, 1, 4)};
    const int n = m->nv;
    mpq_t *copy = ratios(n * n), *right = ratios(n);
    mpq_inits(m->e, m->h, NULL);
    CHECK(paoli_exact_data_new(&m->a, n, m->p, &m->d).code == PERP_OK, "memory");
    m->q = ratios((STEPS + 1) * n);
    m->Z = ratios(STEPS * n);
    m->G = ratios(n);
    mpq_set_si(m->e, restitution ? check_integer(r, 1, 4) : 0, 4);
    mpq_canonicalize(m->e);
    mpq_set_si(m->h, 1, (unsigned long)check_integer(r, 2, 9));
    random_mass(r, n, m->d.M);
    for (int i = 0; i < n; i++) {
        small_ratio(r, 4, m->d.g[i]);
        small_ratio(r, 4, m->d.v[i]);
    }
    for (int a = 0; a < m->p; a++) {
        mpq_set_si(m->d.f[a], check_integer(r, 0, 4), 3);
        mpq_canonicalize(m->d.f[a]);
        for (int i = 0; i < n; i++)
            small_ratio(r, 2, m->d.n[a * n + i]);
        int at = check_integer(r, 0, n - 1);
        if (mpq_sgn(m->d.n[a * n + at]) == 0)
            mpq_set_ui(m->d.n[a * n + at], 1, 1);
    }
    for (int i = 0; i < n * n; i++)
        mpq_set(copy[i], m->d.M[i]);
    for (int i = 0; i < n; i++)
        mpq_set(right[i], m->d.g[i]);
    CHECK(gauss(n, copy, right, m->G), "M is singular");
    ratios_free(copy, n * n);
    ratios_free(right, n);
}

static void end(motion *m)
{
    ratios_free(m->q, (STEPS + 1) * m->nv);
    ratios_free(m->Z, STEPS * m->nv);
    ratios_free(m->G, m->nv);
    mpq_clears(m->e, m->h, NULL);
    paoli_exact_data_clear(&m->d);
    arena_free(&m->a);
}

/* out = (q^{k+1} - q^k)/h by components */
static void velocity(const motion *m, int k, int i, mpq_ptr out)
{
    mpq_sub(out, m->q[(k + 1) * m->nv + i], m->q[k * m->nv + i]);
    mpq_div(out, out, m->h);
}

static double norm(const motion *m, const mpq_t *x)
{
    double sum = 0;
    for (int i = 0; i < m->nv; i++)
        for (int j = 0; j < m->nv; j++)
            sum += mpq_get_d(x[i]) * mpq_get_d(m->d.M[i * m->nv + j]) *
                   mpq_get_d(x[j]);
    return sqrt(sum);
}

static void gap_at(const motion *m, int a, const mpq_t *at, mpq_ptr out)
{
    mpq_t t;
    mpq_init(t);
    mpq_set(out, m->d.f[a]);
    for (int i = 0; i < m->nv; i++) {
        mpq_mul(t, m->d.n[a * m->nv + i], at[i]);
        mpq_add(out, out, t);
    }
    mpq_clear(t);
}

/** e = 0: $\|V^n\| \le \|V^{n-1}\| + h\|G^n\|$ in the metric, in doubles; $V^n \in
-T_K(q^{n+1})$ for $n \ge 1$, exactly. */
static void lemma_1(motion *m)
{
    const int n = m->nv;
    mpq_t *V = ratios(n), *U = ratios(n), x, t;
    mpq_inits(x, t, NULL);
    for (int k = 1; k < STEPS; k++) {
        for (int i = 0; i < n; i++) {
            velocity(m, k, i, V[i]);
            velocity(m, k - 1, i, U[i]);
        }
        double left = norm(m, (const mpq_t *)V);
        double right = norm(m, (const mpq_t *)U) +
                       mpq_get_d(m->h) * norm(m, (const mpq_t *)m->G);
        CHECK(left <= right * (1 + 1e-13) + 1e-300, "%g > %g", left, right);
        for (int a = 0; a < m->p; a++) {
            gap_at(m, a, row(m->q, n, k + 1), x);
            if (mpq_sgn(x) > 0)
                continue;
            CHECK(mpq_sgn(x) == 0, "q is outside K");
            mpq_set_ui(x, 0, 1);
            for (int i = 0; i < n; i++) {
                mpq_mul(t, m->d.n[a * n + i], V[i]);
                mpq_add(x, x, t);
            }
            CHECK(mpq_sgn(x) <= 0, "V leaves a constraint it just met");
        }
    }
    mpq_clears(x, t, NULL);
    ratios_free(V, n);
    ratios_free(U, n);
}

/** Lemma 2 by its meaning: with r = M(V^{n-1} - V^n + hG) in N_K(Z^n), (r, z -
Z^n) <= 0 for z in K. Tried with all other Z^k, which lie in K. */
static void lemma_2(motion *m)
{
    const int n = m->nv;
    mpq_t *r = ratios(n), x, y, t;
    mpq_inits(x, y, t, NULL);
    for (int k = 1; k < STEPS; k++) {
        for (int i = 0; i < n; i++) {
            mpq_mul(r[i], m->h, m->d.g[i]);
            for (int j = 0; j < n; j++) {
                velocity(m, k - 1, j, x);
                velocity(m, k, j, y);
                mpq_sub(x, x, y);
                mpq_mul(x, x, m->d.M[i * n + j]);
                mpq_add(r[i], r[i], x);
            }
        }
        for (int z = 0; z < STEPS; z++) {
            mpq_set_ui(x, 0, 1);
            for (int i = 0; i < n; i++) {
                mpq_sub(t, m->Z[z * n + i], m->Z[k * n + i]);
                mpq_mul(t, t, r[i]);
                mpq_add(x, x, t);
            }
            /* r = -sum lambda grad f pushes outwards: (r, z - Z) <= 0 */
            CHECK(mpq_sgn(x) <= 0, "step %d: not in the normal cone", k);
        }
    }
    mpq_clears(x, y, t, NULL);
    ratios_free(r, n);
}

/** Lemma 3: where $f_a(Z^n) = 0$, $(\nabla f_a, V^n + eV^{n-2}) \le 0$; and the
estimate with $V^n, V^{n-1}, V^{n-2}$, all from the nodes. */
static int lemma_3(motion *m)
{
    const int n = m->nv;
    int touched = 0;
    mpq_t x, y, t;
    mpq_inits(x, y, t, NULL);
    for (int k = 2; k < STEPS; k++)
        for (int a = 0; a < m->p; a++) {
            gap_at(m, a, row(m->Z, n, k), x);
            CHECK(mpq_sgn(x) >= 0, "Z is outside K");
            if (mpq_sgn(x) > 0)
                continue;
            mpq_set_ui(x, 0, 1);
            for (int i = 0; i < n; i++) {
                velocity(m, k, i, y);
                velocity(m, k - 2, i, t);
                mpq_mul(t, t, m->e);
                mpq_add(y, y, t);
                mpq_mul(y, y, m->d.n[a * n + i]);
                mpq_add(x, x, y);
            }
            CHECK(mpq_sgn(x) <= 0, "step %d, constraint %d", k, a);
            touched++;
        }
    mpq_clears(x, y, t, NULL);
    return touched;
}

/** With e = 0 every node lies in K.

Verifies P10 (L1), (P2). */
static void inelastic(void)
{
    check_random r = {check_seed(31)};
    for (int k = 0; k < 60; k++) {
        motion m;
        begin(&r, &m, 0);
        if (make(&m))
            lemma_1(&m);
        end(&m);
    }
    VERIFIES("P10 (L1), (P2)");
}

/** Verifies P10 (L2), (L3), (estimate). */
static void all(void)
{
    check_random r = {check_seed(32)};
    int touched = 0, made = 0;
    for (int k = 0; k < 120; k++) {
        motion m;
        begin(&r, &m, k % 2);
        if (make(&m)) {
            made++;
            lemma_2(&m);
            touched += lemma_3(&m);
        }
        end(&m);
    }
    printf("%d runs, %d contacts\n", made, touched);
    CHECK(made > 100 && touched > 300, "the runs hardly touch");
    VERIFIES("P10 (L2), (L3), (estimate)");
}

int main(void)
{
    RUN(inelastic);
    RUN(all);
    DONE;
}
