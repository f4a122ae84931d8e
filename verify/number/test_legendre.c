/**
# Nodes, weights, integrals
*/
#include "base/memory.h"
#include "check.h"
#include "number/legendre.h"

#include <math.h>

/* |x| < 2^-bits. */
static int below(mpfr_srcptr x, int bits)
{
    return mpfr_zero_p(x) || mpfr_get_exp(x) <= -bits;
}

/** n nodes integrate x^k over [-1, 1] for all k < 2 n, and not x^(2n). */
static void polynomials(void)
{
    for (int n = 2; n <= 21; n += 19)
        for (int k = 0; k <= 2 * n; k++) {
            arena a = {0};
            legendre g;
            mpfr_t sum, p;
            CHECK(legendre_new(&a, n, 200, &g).code == PERP_OK, "new");
            mpfr_inits2(232, sum, p, (mpfr_ptr)0);
            mpfr_set_d(sum, k % 2 == 0 ? -2 : 0, MPFR_RNDN);
            if (k % 2 == 0)
                mpfr_div_ui(sum, sum, (unsigned long)k + 1, MPFR_RNDN);
            for (int i = 0; i < n; i++) {
                mpfr_pow_ui(p, g.x[i], (unsigned long)k, MPFR_RNDN);
                mpfr_fma(sum, p, g.w[i], sum, MPFR_RNDN);
                CHECK(i == 0 || mpfr_less_p(g.x[i - 1], g.x[i]), "order");
            }
            CHECK(below(sum, 195) == (k < 2 * n), "n = %d, x^%d: %g", n, k,
                  mpfr_get_d(sum, MPFR_RNDN));
            mpfr_clears(sum, p, (mpfr_ptr)0);
            legendre_clear(&g);
            arena_free(&a);
        }
}

/** 1/(1 + x^2) has its poles at i and -i, so rho = 1 + sqrt 2: as many nodes as
that asks for give pi/2 to 300 bits, and half as many do not. */
static void analytic(void)
{
    arena a = {0};
    mpfr_t sum, x;
    int need = legendre_nodes(1 + sqrt(2), 300);
    mpfr_inits2(332, sum, x, (mpfr_ptr)0);
    for (int half = 0; half < 2; half++) {
        legendre g;
        CHECK(legendre_new(&a, half ? need / 2 : need, 300, &g).code == PERP_OK,
              "new");
        mpfr_const_pi(sum, MPFR_RNDN);
        mpfr_div_si(sum, sum, -2, MPFR_RNDN);
        for (int i = 0; i < g.nodes; i++) {
            mpfr_sqr(x, g.x[i], MPFR_RNDN);
            mpfr_add_ui(x, x, 1, MPFR_RNDN);
            mpfr_div(x, g.w[i], x, MPFR_RNDN);
            mpfr_add(sum, sum, x, MPFR_RNDN);
        }
        CHECK(below(sum, 295) == !half, "%d nodes: off by %g", g.nodes,
              mpfr_get_d(sum, MPFR_RNDN));
        legendre_clear(&g);
    }
    mpfr_clears(sum, x, (mpfr_ptr)0);
    arena_free(&a);
}

static void refused(void)
{
    arena a = {0};
    legendre g;
    CHECK(legendre_new(&a, 1, 100, &g).code == PERP_LIMIT, "one node");
    CHECK(legendre_new(&a, 4000, 100, &g).code == PERP_LIMIT, "too many");
    CHECK(legendre_nodes(1.0001, 300) == 4000, "a singularity nearby");
    arena_free(&a);
}

int main(void)
{
    RUN(polynomials);
    RUN(analytic);
    RUN(refused);
    mpfr_free_cache();
    DONE;
}
