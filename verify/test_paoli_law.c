/** Newton's law in the kinetic metric. */
#include "paoli_random.h"

typedef struct {
    arena a;
    paoli_exact_data d;
    paoli_impact out;
    mpq_t e;
} impact;

static void impact_begin(impact *k, int nv, int p)
{
    *k = (impact){0};
    CHECK(paoli_exact_data_new(&k->a, nv, p, &k->d).code == PERP_OK, "memory");
    k->out = (paoli_impact){ratios(nv), ratios(nv), ratios(nv), ratios(p)};
    mpq_init(k->e);
}

static void impact_end(impact *k)
{
    ratios_free(k->out.tangent, k->d.nv);
    ratios_free(k->out.normal, k->d.nv);
    ratios_free(k->out.after, k->d.nv);
    ratios_free(k->out.impulse, k->d.p);
    mpq_clear(k->e);
    paoli_exact_data_clear(&k->d);
    arena_free(&k->a);
}

static void impact_random(check_random *r, impact *k)
{
    mpq_set_si(k->e, check_integer(r, 0, 6), 6);
    mpq_canonicalize(k->e);
    random_mass(r, k->d.nv, k->d.M);
    for (int i = 0; i < k->d.nv; i++)
        small_ratio(r, 9, k->d.v[i]);
    for (int i = 0; i < k->d.nv * k->d.p; i++)
        small_ratio(r, 3, k->d.n[i]);
    for (int a = 0; a < k->d.p; a++)
        mpq_set_ui(k->d.n[a * k->d.nv], 1, 1);
}

/** The tangential part is the projection that the slow search finds, the normal
part the rest, the velocity after $-e$ times the one plus the other, and equally
$-e \dot q^- + (1+e)$ times the tangential one.

Verifies P10 (Newton), (standard), (1), (2), (jump), (comp), (energyplus). */
static void law(void)
{
    check_random r = {check_seed(41)};
    for (int c = 0; c < 400; c++) {
        impact k;
        impact_begin(&k, check_integer(&r, 1, 4), check_integer(&r, 0, 5));
        impact_random(&r, &k);
        mpq_t *slow = ratios(k.d.nv), one, t;
        mpq_inits(one, t, NULL);
        mpq_set_ui(one, 1, 1);
        perp_status s = paoli_newton(&k.a, k.e, &k.d, &k.out);
        CHECK(s.code == PERP_OK, "%s", s.message);
        CHECK(slow_projection(&k.d, one, (const mpq_t *)k.d.v, slow), "T_K");
        mpq_add(one, one, k.e);
        for (int i = 0; i < k.d.nv; i++) {
            CHECK(mpq_equal(slow[i], k.out.tangent[i]), "case %d", c);
            mpq_mul(slow[i], slow[i], one);
            mpq_mul(t, k.e, k.d.v[i]);
            mpq_sub(slow[i], slow[i], t);
            CHECK(mpq_equal(slow[i], k.out.after[i]), "case %d", c);
        }
        s = paoli_newton_check(k.e, &k.d, &k.out);
        CHECK(s.code == PERP_OK, "case %d: %s", c, s.message);
        mpq_clears(one, t, NULL);
        ratios_free(slow, k.d.nv);
        impact_end(&k);
    }
    VERIFIES("P10 (Newton), (standard), (1), (2), (jump), (comp), (energyplus)");
}

/** One constraint: the formula with the fraction, its denominator by Gauss.

Verifies P10 (single). */
static void single(void)
{
    check_random r = {check_seed(42)};
    for (int c = 0; c < 200; c++) {
        impact k;
        int n = check_integer(&r, 1, 4);
        impact_begin(&k, n, 1);
        impact_random(&r, &k);
        mpq_t *M = ratios(n * n), *b = ratios(n), *x = ratios(n), u, m, t;
        mpq_inits(u, m, t, NULL);
        for (int i = 0; i < n * n; i++)
            mpq_set(M[i], k.d.M[i]);
        for (int i = 0; i < n; i++)
            mpq_set(b[i], k.d.n[i]);
        CHECK(gauss(n, M, b, x), "M"); /* x = M^{-1} grad f */
        for (int i = 0; i < n; i++) {
            mpq_mul(t, k.d.n[i], k.d.v[i]);
            mpq_add(u, u, t);
            mpq_mul(t, k.d.n[i], x[i]);
            mpq_add(m, m, t);
        }
        CHECK(paoli_newton(&k.a, k.e, &k.d, &k.out).code == PERP_OK, "law");
        for (int i = 0; i < n; i++) {
            mpq_set_ui(t, 1, 1);
            mpq_add(t, t, k.e);
            mpq_mul(t, t, u);
            mpq_div(t, t, m);
            mpq_mul(t, t, x[i]);
            if (mpq_sgn(u) >= 0)
                mpq_set_ui(t, 0, 1);
            mpq_sub(t, k.d.v[i], t);
            CHECK(mpq_equal(t, k.out.after[i]), "case %d", c);
        }
        mpq_clears(u, m, t, NULL);
        ratios_free(M, n * n);
        ratios_free(b, n);
        ratios_free(x, n);
        impact_end(&k);
    }
    VERIFIES("P10 (single)");
}

/** A check that accepts everything would pass as well: each part of the answer
is spoilt in turn and has to be refused. */
static void refusals(void)
{
    check_random r = {check_seed(43)};
    int tried = 0;
    for (int c = 0; c < 200; c++) {
        impact k;
        impact_begin(&k, 3, 2);
        impact_random(&r, &k);
        CHECK(paoli_newton(&k.a, k.e, &k.d, &k.out).code == PERP_OK, "law");
        mpq_t *part[] = {k.out.tangent, k.out.normal, k.out.after,
                         k.out.impulse};
        mpq_t *x = &part[c % 4][c % 2], by;
        mpq_init(by);
        mpq_set_si(by, c % 3 == 0 ? -1 : 1, 5);
        mpq_add(*x, *x, by);
        CHECK(paoli_newton_check(k.e, &k.d, &k.out).code == PERP_REFUTED,
              "part %d was changed unnoticed", c % 4);
        tried++;
        mpq_clear(by);
        impact_end(&k);
    }
    CHECK(tried == 200, "%d", tried);
}

int main(void)
{
    RUN(law);
    RUN(single);
    RUN(refusals);
    DONE;
}
