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

/** A claim about v with n = (1, 0), M = diag(4, 1), e = 1/2; in quarters but for
the two parts, which are in fifths. */
typedef struct {
    const char *what;
    int v[2], tangent[2], normal[2], after[2], impulse;
    const char *refused; /* in the words of the one condition that fails */
} forgery;

static void set_pair(mpq_t *x, const int *numerator, int denominator)
{
    for (int i = 0; i < 2; i++) {
        mpq_set_si(x[i], numerator[i], (unsigned)denominator);
        mpq_canonicalize(x[i]);
    }
}

/** Each forged claim violates one condition and keeps all others, so each is
refused by the check of that condition or by none. The right answer to
v = (-1, 2) is q'+ = (1/2, 2) with the impulse 4 (1/2 + 1) = 6 and the parts
(0, 2) and (-1, 0); the norms are |v|^2 = 8, |q'+|^2 = 5 = 4 + 4/4.

Verifies P10 (2), (jump), (comp), (energyplus). */
static void forged(void)
{
    static const forgery all[] = {
        {"right", {-1, 2}, {0, 10}, {-5, 0}, {2, 8}, 6, NULL},
        {"nothing happens", {-1, 2}, {-5, 10}, {0, 0}, {-4, 8}, 0, "opens"},
        {"as with e = 1", {-1, 2}, {-5, 10}, {0, 0}, {4, 8}, 8, "opens"},
        {"rubs", {-1, 2}, {0, 10}, {-5, 0}, {2, -8}, 6, "-N_K"},
        {"half the impulse", {-1, 2}, {0, 10}, {-5, 0}, {2, 8}, 3, "-N_K"},
        {"pulls", {1, 0}, {0, 0}, {5, 0}, {-2, 0}, -6, "-N_K"},
        {"parts at no right angle", {-1, 2}, {-2, 10}, {-3, 0}, {2, 8}, 6,
         "energy"},
        {"parts of another velocity", {-1, 2}, {0, 10}, {5, 0}, {2, 8}, 6,
         "energy"},
        {"parts as in a mirror", {-1, 2}, {-5, 0}, {0, 10}, {2, 8}, 6,
         "the law's"},
        {"no normal part", {-1, 2}, {-5, 10}, {0, 0}, {2, 8}, 6, "energy"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        impact k;
        impact_begin(&k, 2, 1);
        mpq_set_ui(k.e, 1, 2);
        mpq_set_ui(k.d.M[0], 4, 1);
        mpq_set_ui(k.d.M[3], 1, 1);
        mpq_set_ui(k.d.n[0], 1, 1);
        set_pair(k.d.v, all[i].v, 1);
        set_pair(k.out.tangent, all[i].tangent, 5);
        set_pair(k.out.normal, all[i].normal, 5);
        set_pair(k.out.after, all[i].after, 4);
        mpq_set_si(k.out.impulse[0], all[i].impulse, 1);
        perp_status s = paoli_newton_check(k.e, &k.d, &k.out);
        CHECK((s.code == PERP_OK) == (all[i].refused == NULL), "%s: %s",
              all[i].what, s.code == PERP_OK ? "accepted" : s.message);
        if (all[i].refused != NULL && s.code != PERP_OK)
            CHECK(strstr(s.message, all[i].refused) != NULL, "%s: %s",
                  all[i].what, s.message);
        impact_end(&k);
    }
    VERIFIES("P10 (2), (jump), (comp), (energyplus)");
}

int main(void)
{
    RUN(law);
    RUN(single);
    RUN(refusals);
    RUN(forged);
    DONE;
}
