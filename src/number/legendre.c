#include "number/legendre.h"

#include "number/sincos.h"

#include <math.h>

enum { MOST = 4000 };

/** The error of $n$ nodes is of the size $\rho^{-2n}$. Counted in powers of two,
because no logarithm is at hand. */
int legendre_nodes(double rho, int bits)
{
    double p = 1;
    int n = 0, e = 0, k;
    while (e < bits + 16 && n < MOST) {
        p = frexp(p * rho * rho, &k);
        e += k;
        n++;
    }
    return n < 2 ? 2 : n;
}

/** $k P_k = (2k-1) x P_{k-1} - (k-1) P_{k-2}$ up to $n$; and $P_n' = n (x P_n -
P_{n-1})/(x^2 - 1)$. t: three numbers of work space. */
static void polynomial(int n, const mpfr_t x, mpfr_t *t, mpfr_t p, mpfr_t dp)
{
    mpfr_ptr before = t[0], now = t[1], next = t[2];
    mpfr_set_ui(before, 1, MPFR_RNDN);
    mpfr_set(now, x, MPFR_RNDN);
    for (unsigned long k = 2; k <= (unsigned long)n; k++) {
        mpfr_mul(next, x, now, MPFR_RNDN);
        mpfr_mul_ui(next, next, 2 * k - 1, MPFR_RNDN);
        mpfr_mul_ui(before, before, k - 1, MPFR_RNDN);
        mpfr_sub(next, next, before, MPFR_RNDN);
        mpfr_div_ui(next, next, k, MPFR_RNDN);
        mpfr_swap(before, now);
        mpfr_swap(now, next);
    }
    mpfr_set(p, now, MPFR_RNDN);
    mpfr_mul(dp, x, now, MPFR_RNDN);
    mpfr_sub(dp, dp, before, MPFR_RNDN);
    mpfr_mul_ui(dp, dp, (unsigned long)n, MPFR_RNDN);
    mpfr_sqr(next, x, MPFR_RNDN);
    mpfr_sub_ui(next, next, 1, MPFR_RNDN);
    mpfr_div(dp, dp, next, MPFR_RNDN);
}

/** Newton's method from $\cos(\pi (i + 3/4)/(n + 1/2))$, which is near enough for
every root; the number of right bits doubles, from ten or so. The weight is $2/((1 -
x^2) P_n'(x)^2)$. */
static void node(int n, int i, mpfr_t *t, mpfr_t x, mpfr_t w)
{
    double s, c;
    mpfr_ptr p = t[3], dp = t[4];
    sincos_cr(3.141592653589793 * (n - 1 - i + 0.75) / (n + 0.5), &s, &c);
    mpfr_set_d(x, c, MPFR_RNDN);
    for (mpfr_prec_t right = 4; right < 2 * mpfr_get_prec(x); right *= 2) {
        polynomial(n, x, t, p, dp);
        mpfr_div(p, p, dp, MPFR_RNDN);
        mpfr_sub(x, x, p, MPFR_RNDN);
    }
    polynomial(n, x, t, p, dp);
    mpfr_sqr(w, x, MPFR_RNDN);
    mpfr_ui_sub(w, 1, w, MPFR_RNDN);
    mpfr_mul(w, w, dp, MPFR_RNDN);
    mpfr_mul(w, w, dp, MPFR_RNDN);
    mpfr_ui_div(w, 2, w, MPFR_RNDN);
}

perp_status legendre_new(arena *a, int nodes, int bits, legendre *out)
{
    mpfr_t t[5];
    *out = (legendre){.bits = bits};
    if (nodes < 2 || nodes >= MOST)
        return PERP_FAIL(PERP_LIMIT,
                         "%d nodes of an integral; 2 to %d are counted", nodes,
                         MOST - 1);
    out->x = arena_take(a, 2 * (size_t)nodes, sizeof *out->x);
    if (out->x == NULL)
        return PERP_NO_MEMORY(2 * (size_t)nodes * sizeof *out->x);
    out->w = out->x + nodes;
    for (int i = 0; i < 5; i++)
        mpfr_init2(t[i], bits + 32);
    for (int i = 0; i < nodes; i++) {
        mpfr_init2(out->x[i], bits + 32);
        mpfr_init2(out->w[i], bits + 32);
        node(nodes, i, t, out->x[i], out->w[i]);
    }
    out->nodes = nodes;
    for (int i = 0; i < 5; i++)
        mpfr_clear(t[i]);
    return PERP_SUCCESS;
}

void legendre_clear(legendre *g)
{
    for (int i = 0; i < g->nodes; i++) {
        mpfr_clear(g->x[i]);
        mpfr_clear(g->w[i]);
    }
    g->nodes = 0;
}
