#include "lcp/formats/directions.h"

#include "number/literal.h"
#include "number/rational.h"
#include "number/sincos.h"

#include <math.h>

/* What is posed: sizes, and D, (d - 1) x k. */
typedef struct {
    const contact_problem *c;
    int k, n;
    mpq_t *D, *A, *b;
    mpq_t term, sum;
} posing;

/** With a fraction $t$ near $\tan(\theta / 2) = \sin\theta / (1 + \cos\theta)$ the
point $((1 - t^2)/(1 + t^2),\ 2t/(1 + t^2))$ has length one. Three quarter turns
give the others of four. */
static void quarter(posing *x, int i)
{
    const int k = x->k, turn = k / 4;
    double s, c;
    mpq_t t, square, one;
    mpq_inits(t, square, one, NULL);
    sincos_cr(2 * 3.14159265358979323846 * i / k, &s, &c);
    mpq_set_d(t, rint(ldexp(s / (1 + c), 20)));
    mpq_div_2exp(t, t, 20);
    mpq_mul(square, t, t);
    mpq_set_ui(one, 1, 1);
    mpq_add(x->sum, one, square);
    mpq_sub(one, one, square);
    mpq_mul_2exp(t, t, 1);
    mpq_div(one, one, x->sum); /* cosine */
    mpq_div(t, t, x->sum);     /* sine */
    for (int r = 0; r < 4; r++) {
        mpq_set(x->D[i + r * turn], one);
        mpq_set(x->D[k + i + r * turn], t);
        mpq_neg(t, t);
        mpq_swap(one, t);
    }
    mpq_clears(t, square, one, NULL);
}

static void directions(posing *x)
{
    if (x->c->d == 2) {
        mpq_set_si(x->D[0], 1, 1);
        mpq_set_si(x->D[1], -1, 1);
        return;
    }
    for (int i = 0; i < x->k / 4; i++)
        quarter(x, i);
}

/* Unknown u of the problem: the component of its contact that it pushes along,
   with which factor; -1 behind the last. */
static int pushes(const posing *x, int u, int part, mpq_srcptr *factor)
{
    const int p = x->c->p, d = x->c->d;
    *factor = NULL; /* 1 */
    if (u < p)
        return part == 0 ? u * d : -1;
    if (u >= p + x->k * p || part >= d - 1)
        return -1;
    u -= p;
    *factor = x->D[part * x->k + u % x->k];
    return u / x->k * d + 1 + part;
}

/* sum += f g value, a null factor being 1. */
static void add(posing *x, mpq_srcptr f, mpq_srcptr g, mpq_srcptr value)
{
    mpq_set(x->term, value);
    if (f != NULL)
        mpq_mul(x->term, x->term, f);
    if (g != NULL)
        mpq_mul(x->term, x->term, g);
    mpq_add(x->sum, x->sum, x->term);
}

/* Entry (u, v) of what r and u of the contacts say, D'W D; column n: q. */
static void entry(posing *x, int u, int v, mpq_ptr out)
{
    const int m = x->c->d * x->c->p;
    mpq_srcptr f, g;
    mpq_set_ui(x->sum, 0, 1);
    for (int a = 0, i; (i = pushes(x, u, a, &f)) >= 0; a++) {
        if (v == x->n)
            add(x, f, NULL, x->c->q[i]);
        for (int b = 0, j; v < x->n && (j = pushes(x, v, b, &g)) >= 0; b++)
            add(x, f, g, x->c->W[(size_t)i * (size_t)m + (size_t)j]);
    }
    mpq_set(out, x->sum);
}

/* The rows of lambda, mu c_n - sum beta, and its columns. */
static void slack(posing *x, int i)
{
    const int p = x->c->p, n = x->n, row = p + x->k * p + i;
    mpq_set(x->A[row * n + i], x->c->mu[i]);
    for (int s = 0; s < x->k; s++) {
        int beta = p + i * x->k + s;
        mpq_set_si(x->A[row * n + beta], -1, 1);
        mpq_set_si(x->A[beta * n + row], 1, 1);
    }
}

static perp_status allowed(const contact_problem *c, int k)
{
    if (c->d == 2 ? k != 2 : k < 4 || k % 4 != 0 || k > DIRECTIONS_MOST)
        return PERP_FAIL(PERP_USAGE,
                         "--directions %d: contacts of two components have 2, "
                         "those of three 4, 8, 12 and so on to 64",
                         k);
    if ((2 + k) * c->p > 1024)
        return PERP_FAIL(PERP_INPUT,
                         "%d contacts with %d directions are %d unknowns; "
                         "1024 is the most",
                         c->p, k, (2 + k) * c->p);
    return PERP_SUCCESS;
}

static perp_status fill(posing *x, double *v)
{
    const int n = x->n;
    directions(x);
    for (int u = 0; u < n; u++) {
        for (int w = 0; w < n; w++)
            entry(x, u, w, x->A[u * n + w]);
        entry(x, u, n, x->b[u]);
    }
    for (int i = 0; i < x->c->p; i++)
        slack(x, i);
    for (int e = 0; e < n * n + n; e++)
        PERP_TRY(literal_double(x->A[e], &v[e])); /* b stands behind A */
    return PERP_SUCCESS;
}

perp_status directions_pose(arena *a, const contact_problem *c, int k,
                            lcp_text_problem *out)
{
    PERP_TRY(allowed(c, k));
    posing x = {.c = c, .k = k, .n = (2 + k) * c->p};
    const size_t n = (size_t)x.n, all = n * n + n, dirs = 2 * (size_t)k;
    double *v = arena_take(a, all, sizeof *v);
    x.A = v == NULL ? NULL : rational_array(a, all);
    x.D = x.A == NULL ? NULL : rational_array(a, dirs);
    if (x.D == NULL) {
        rational_clear(x.A, all);
        return PERP_NO_MEMORY(all * (sizeof *v + sizeof *x.A));
    }
    x.b = x.A + n * n;
    *out = (lcp_text_problem){.line = c->line};
    out->exact =
        (lcp_exact_problem){0, x.n, (const mpq_t *)x.A, (const mpq_t *)x.b};
    out->nearest = (lcp_problem){0, x.n, v, v + n * n};
    mpq_inits(x.term, x.sum, NULL);
    perp_status s = fill(&x, v);
    mpq_clears(x.term, x.sum, NULL);
    rational_clear(x.D, dirs);
    if (s.code != PERP_OK)
        lcp_exact_problem_clear(&out->exact);
    return s;
}
