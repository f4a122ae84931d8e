#include "lcp/enumerate/choices.h"

#include "number/rational.h"

perp_status choices_new(arena *a, choices_system *s)
{
    size_t rows = (size_t)s->rows, cols = (size_t)s->cols;
    size_t count = rows * (cols + 1);
    size_t options = (size_t)(s->choices * s->alternatives);
    s->B = NULL;
    s->sign = arena_take(a, rows + cols + 1, 1);
    s->of = arena_take(a, options + 1, sizeof *s->of);
    if (s->sign == NULL || s->of == NULL)
        return PERP_NO_MEMORY(rows + cols + options * sizeof *s->of);
    s->B = rational_array(a, count + 1);
    if (s->B == NULL)
        return PERP_NO_MEMORY(count * sizeof *s->B);
    s->g = s->B + rows * cols;
    return PERP_SUCCESS;
}

void choices_clear(choices_system *s)
{
    if (s->B != NULL)
        rational_clear(s->B, (size_t)s->rows * ((size_t)s->cols + 1) + 1);
    s->B = NULL;
}

/** Implements AP02 (19), (20). */
perp_status choices_pairs(arena *a, const lcp_exact_problem *p,
                          choices_system *out)
{
    int f = p->free, n = p->n, all = f + n;
    *out = (choices_system){
        .cols = all, .rows = all, .choices = n, .alternatives = 2};
    PERP_TRY(choices_new(a, out));
    for (int i = 0; i < all * all; i++)
        mpq_set(out->B[i], p->A[i]);
    for (int i = 0; i < all; i++) {
        mpq_set(out->g[i], p->b[i]);
        out->sign[i] = i < f ? CHOICES_FREE : CHOICES_NONNEGATIVE;
        out->sign[all + i] = i < f ? CHOICES_ZERO : CHOICES_NONNEGATIVE;
    }
    for (int i = 0; i < n; i++) {
        out->of[2 * i] = (choices_alternative){1, {{f + i, CHOICES_ZERO}}};
        out->of[2 * i + 1] =
            (choices_alternative){1, {{all + f + i, CHOICES_ZERO}}};
    }
    return PERP_SUCCESS;
}

static int holds(const choices_alternative *o, const uint8_t *sign)
{
    int all = 1;
    for (int k = 0; k < o->count; k++)
        all &= sign[o->list[k].variable] >= o->list[k].sign;
    return all;
}

int choices_open(const choices_system *s, const uint8_t *sign)
{
    for (int c = 0; c < s->choices; c++) {
        int any = 0;
        for (int k = 0; k < s->alternatives; k++)
            any |= holds(choices_of(s, c, k), sign);
        if (!any)
            return c;
    }
    return -1;
}

/* The places of contact j in the posed problem. */
typedef struct {
    int cn, forward, back, lambda;
} places;

static places places_of(const lcp_exact_problem *p, int j)
{
    int f = p->free, m = p->n / 4;
    return (places){f + j, f + m + 2 * j, f + m + 2 * j + 1, f + 3 * m + j};
}

static mpq_srcptr entry(const lcp_exact_problem *p, int i, int j)
{
    return p->A[i * (p->free + p->n) + j];
}

static int is(mpq_srcptr q, long value)
{
    return mpq_cmp_si(q, value, 1) == 0;
}

static int opposite(mpq_srcptr a, mpq_srcptr b)
{
    return mpq_sgn(a) == -mpq_sgn(b) &&
           mpz_cmpabs(mpq_numref(a), mpq_numref(b)) == 0 &&
           mpz_cmpabs(mpq_denref(a), mpq_denref(b)) == 0;
}

/* The row of the cone, mu c_n - beta_+ - beta_-, and nothing else. */
static int cone_row(const lcp_exact_problem *p, places at)
{
    int fine = mpq_sgn(p->b[at.lambda]) == 0;
    for (int j = 0; j < p->free + p->n; j++) {
        mpq_srcptr q = entry(p, at.lambda, j);
        fine &= j == at.cn ? mpq_sgn(q) >= 0
                           : is(q, -(j == at.forward || j == at.back));
    }
    return fine;
}

/* Two slip rows that differ in sign but for lambda, and two columns. */
static int slip_rows(const lcp_exact_problem *p, places at)
{
    int all = p->free + p->n, fine = opposite(p->b[at.forward], p->b[at.back]);
    for (int j = 0; j < all; j++) {
        int own = j == at.forward || j == at.back;
        if (j < all - p->n / 4)
            fine &= opposite(entry(p, at.forward, j), entry(p, at.back, j));
        if (j != at.lambda)
            fine &= opposite(entry(p, j, at.forward), entry(p, j, at.back));
        fine &= is(entry(p, j, at.lambda), own);
    }
    return fine;
}

static perp_status check_form(const lcp_exact_problem *p)
{
    if (p->n % 4 != 0)
        return PERP_FAIL(PERP_INPUT,
                         "a planar contact has 4 pairs, but the "
                         "problem has %d in all",
                         p->n);
    for (int j = 0; j < p->n / 4; j++)
        if (!cone_row(p, places_of(p, j)) || !slip_rows(p, places_of(p, j)))
            return PERP_FAIL(PERP_INPUT,
                             "contact %d is not posed in the order c_n, "
                             "beta+, beta-, lambda with the rows of a planar "
                             "contact",
                             j + 1);
    return PERP_SUCCESS;
}

/* Row i of the problem over (x, c_n, f_t): the columns of beta_+ are those of
   f_t, and lambda's are left out. Times sign. */
static void take_row(const lcp_exact_problem *p, int i, int sign,
                     choices_system *s, int row)
{
    int f = p->free, m = p->n / 4;
    for (int j = 0; j < s->cols; j++) {
        int from = j < f + m ? j : f + m + 2 * (j - f - m);
        mpq_ptr q = s->B[row * s->cols + j];
        mpq_set(q, entry(p, i, from));
        if (sign < 0)
            mpq_neg(q, q);
    }
    mpq_set(s->g[row], p->b[i]);
    if (sign < 0)
        mpq_neg(s->g[row], s->g[row]);
}

/**
## Four modes

A separated contact has no impulse. One that touches sticks, or slides forward
or backward with the friction impulse at its bound:

| mode | normal velocity $\rho$ | slip $v_t$ | $c_n$ | $f_t$ |
|---|---|---|---|---|
| separate | $\ge 0$ | free | $0$ | $0$ |
| stick | $0$ | $0$ | $\ge 0$ | $\lvert f_t\rvert \le \mu c_n$ |
| forward | $0$ | $\ge 0$ | $\ge 0$ | $-\mu c_n$ |
| backward | $0$ | $\le 0$ | $\ge 0$ | $\mu c_n$ |

That is what $\beta_\pm$ and $\lambda$ say together; but $\lambda$ may be
anything above $\lvert v_t\rvert$ once $c_n = 0$, and $\beta_+$ and $\beta_-$ may
grow together while $\lambda = 0$ leaves room in the cone. Enumerating pairs
lists all that. In $(x, c_n, f_t)$ only what can be seen remains. The rows are
the equations, $\rho$, the two sides of the cone $\mu c_n - f_t$ and
$\mu c_n + f_t$, and the slip twice, as $v_t$ and as $-v_t$, both without a sign
until a mode gives them one.

Implements AP02 (19).
*/
static void contact(const lcp_exact_problem *p, int j, choices_system *s)
{
    places at = places_of(p, j);
    int f = p->free, m = p->n / 4, cn = f + j, ft = f + m + j;
    int rho = f + 5 * j, below = rho + 1, above = rho + 2, slip = rho + 3;
    int C = s->cols;
    take_row(p, at.cn, 1, s, rho);
    mpq_set(s->B[below * C + cn], entry(p, at.lambda, at.cn));
    mpq_set(s->B[above * C + cn], entry(p, at.lambda, at.cn));
    mpq_set_si(s->B[below * C + ft], -1, 1);
    mpq_set_si(s->B[above * C + ft], 1, 1);
    take_row(p, at.forward, 1, s, slip);
    take_row(p, at.forward, -1, s, slip + 1);
    s->sign[cn] = CHOICES_NONNEGATIVE;
    for (int k = rho; k <= above; k++)
        s->sign[C + k] = CHOICES_NONNEGATIVE;
    choices_restriction touch = {C + rho, CHOICES_ZERO};
    choices_alternative mode[] = {
        {3,
         {{cn, CHOICES_ZERO},
          {C + below, CHOICES_ZERO},
          {C + above, CHOICES_ZERO}}},
        {3, {touch, {C + slip, CHOICES_ZERO}, {C + slip + 1, CHOICES_ZERO}}},
        {3,
         {touch, {C + above, CHOICES_ZERO}, {C + slip, CHOICES_NONNEGATIVE}}},
        {3,
         {touch,
          {C + below, CHOICES_ZERO},
          {C + slip + 1, CHOICES_NONNEGATIVE}}}};
    for (int k = 0; k < 4; k++)
        s->of[4 * j + k] = mode[k];
}

perp_status choices_contacts(arena *a, const lcp_exact_problem *p,
                             choices_system *out)
{
    int f = p->free, m = p->n / 4;
    *out = (choices_system){
        .cols = f + 2 * m, .rows = f + 5 * m, .choices = m, .alternatives = 4};
    PERP_TRY(check_form(p));
    PERP_TRY(choices_new(a, out));
    for (int i = 0; i < f; i++) {
        take_row(p, i, 1, out, i);
        out->sign[out->cols + i] = CHOICES_ZERO;
    }
    for (int j = 0; j < m; j++)
        contact(p, j, out);
    return PERP_SUCCESS;
}
