/** The step in fractions against the slow projection. */
#include "paoli_random.h"

static void random_data(check_random *r, paoli_exact_data *d)
{
    random_mass(r, d->nv, d->M);
    for (int i = 0; i < d->nv; i++) {
        small_ratio(r, 9, d->g[i]);
        small_ratio(r, 9, d->v[i]);
    }
    for (int i = 0; i < d->p; i++)
        mpq_set_si(d->f[i], check_integer(r, -1, 3), 7);
    for (int i = 0; i < d->p; i++)
        mpq_canonicalize(d->f[i]);
    for (int i = 0; i < d->p * d->nv; i++)
        small_ratio(r, 3, d->n[i]);
}

/** $y$ from its definition: $(2q^n - (1-e) q^{n-1} + h^2 G)/(1+e)$ with $q^n =
0$, so $q^{n-1} = -h V^{n-1}$; divided by h. */
static void prediction(const paoli_exact_data *d, mpq_srcptr e, mpq_srcptr h,
                       mpq_t *y)
{
    mpq_t A[MOST * MOST], b[MOST], one, t;
    mpq_inits(one, t, NULL);
    mpq_set_ui(one, 1, 1);
    for (int i = 0; i < d->nv * d->nv; i++) {
        mpq_init(A[i]);
        mpq_set(A[i], d->M[i]);
    }
    for (int i = 0; i < d->nv; i++) {
        mpq_init(b[i]);
        mpq_set(b[i], d->g[i]);
    }
    CHECK(gauss(d->nv, A, b, y), "singular");
    for (int i = 0; i < d->nv; i++) {
        mpq_mul(y[i], y[i], h);
        mpq_mul(y[i], y[i], h); /* h^2 G */
        mpq_sub(t, one, e);
        mpq_mul(t, t, h);
        mpq_mul(t, t, d->v[i]);
        mpq_add(y[i], y[i], t); /* - (1-e) q^{n-1} */
        mpq_add(t, one, e);
        mpq_div(y[i], y[i], t);
        mpq_div(y[i], y[i], h);
    }
    for (int i = 0; i < d->nv * d->nv; i++)
        mpq_clear(A[i]);
    for (int i = 0; i < d->nv; i++)
        mpq_clear(b[i]);
    mpq_clears(one, t, NULL);
}

static int one_step(check_random *r, int k)
{
    arena a = {0};
    paoli_exact_data d;
    int nv = check_integer(r, 1, 4), p = check_integer(r, 0, 5);
    CHECK(paoli_exact_data_new(&a, nv, p, &d).code == PERP_OK, "memory");
    random_data(r, &d);
    mpq_t e, h, t, *w = ratios(nv), *V = ratios(nv), *l = ratios(p);
    mpq_t *y = ratios(nv), *z = ratios(nv);
    mpq_inits(e, h, t, NULL);
    mpq_set_si(e, check_integer(r, 0, 4), 4);
    mpq_set_si(h, 1, (unsigned long)check_integer(r, 1, 20));
    mpq_canonicalize(e);
    paoli_exact s = {e, e, h};
    int solved = fast_step(&a, &s, &d, w, V, l);
    prediction(&d, e, h, y);
    int slow = slow_projection(&d, h, (const mpq_t *)y, z);
    CHECK(solved == slow, "case %d: fast %d, slow %d", k, solved, slow);
    for (int i = 0; i < nv && solved && slow; i++) {
        CHECK(mpq_equal(w[i], z[i]), "case %d: w[%d]", k, i);
        mpq_set_ui(t, 1, 1); /* q^{n+1} = -e q^{n-1} + (1+e) Z, q^n = 0 */
        mpq_add(t, t, e);
        mpq_mul(t, t, z[i]);
        mpq_mul(y[i], e, d.v[i]);
        mpq_add(t, t, y[i]);
        CHECK(mpq_equal(V[i], t), "case %d: V[%d]", k, i);
    }
    mpq_clears(e, h, t, NULL);
    ratios_free(w, nv);
    ratios_free(V, nv);
    ratios_free(l, p);
    ratios_free(y, nv);
    ratios_free(z, nv);
    paoli_exact_data_clear(&d);
    arena_free(&a);
    return solved;
}

/** Verifies P10 (scheme), (schemee), (scheme0). */
static void projections(void)
{
    check_random r = {check_seed(20100120)};
    int solved = 0;
    for (int k = 0; k < 1200; k++)
        solved += one_step(&r, k);
    printf("%d of 1200 have a projection\n", solved);
    CHECK(solved > 700 && solved < 1200, "only %d", solved);
    VERIFIES("P10 (scheme), (schemee), (scheme0)");
}

/** A mass that is only semidefinite is refused, with the pivot that shows it.

Verifies P10 (H4). */
static void indefinite(void)
{
    arena a = {0};
    paoli_exact_metric m;
    mpq_t *M = ratios(4);
    mpq_set_si(M[0], 1, 1);
    mpq_set_si(M[1], 2, 1);
    mpq_set_si(M[2], 2, 1);
    mpq_set_si(M[3], 4, 1);
    CHECK(paoli_exact_metric_new(&a, 2, &m).code == PERP_OK, "memory");
    perp_status s = paoli_exact_factor((const mpq_t *)M, &m);
    CHECK(s.code == PERP_INPUT && strstr(s.message, "pivot 2"), "%d", s.code);
    paoli_exact_metric_clear(&m);
    ratios_free(M, 4);
    arena_free(&a);
    VERIFIES("P10 (H4)");
}

int main(void)
{
    RUN(projections);
    RUN(indefinite);
    DONE;
}
