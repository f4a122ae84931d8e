#include "number/rational.h"
#include "lcp/tableau/tableau_exact.h"

/**
## Back to the problem's units

Inside, rows and columns are whole numbers with factors of their own. Outside
stands the problem as it was posed. With $r_i$, $2^{c_j}$ and $g$ the factors of
row, column and right-hand side (number/integers.h) and $k$ that of the covering
column,

$$A'_{ij} = r_i A_{ij} 2^{-c_j}, \qquad b'_i = r_i\,g\,b_i, \qquad d'_i = r_i\,k\,d_i,$$

and the row $w_i = A_i z + b_i + d_i z_0$ times $r_i g$ is the same row of the
primed ones when

$$w'_i = r_i\,g\,w_i, \qquad z'_j = 2^{c_j} g\,z_j, \qquad z'_0 = \frac{g}{k}\,z_0;$$

equations and free unknowns are as $w$ and $z$. All factors are positive: signs,
ratio tests and the order of the powers of $\varepsilon$ are those of the
problem, but for their sizes. $g$ is common to all and is divided out last, from
values; a rate has no right-hand side in it and keeps no $g$.

Nothing here is believed either. A wrong factor would make a claim that is refuted.
*/
static mpz_ptr at(const tableau_exact *t, int row, int col)
{
    return t->T[row * (t->head.cols + 1) + col];
}

/* 2^shift divided out of q; shift may be of either sign. */
static void unshift(mpq_ptr q, long shift)
{
    if (shift >= 0)
        mpq_div_2exp(q, q, (mp_bitcnt_t)shift);
    else
        mpq_mul_2exp(q, q, (mp_bitcnt_t)-shift);
}

/** Back to the problem's units, up to the one factor g of the right-hand side:
a row's residual is divided by the row's factor, an unknown by its column's,
and $z_0$ is multiplied by the factor of its column. */
static void unscale(const tableau_exact *t, int variable, mpq_ptr q)
{
    const tableau *head = &t->head;
    int f = head->free, n = head->n;
    if (variable < n)
        mpq_div(q, q, t->scale.row_scale[f + variable]);
    else if (variable < 2 * n)
        unshift(q, t->scale.column_shift[f + variable - n]);
    else if (variable == 2 * n)
        mpq_mul(q, q, t->cover_scale);
    else if (variable <= 2 * n + f)
        unshift(q, t->scale.column_shift[variable - 2 * n - 1]);
    else
        mpq_div(q, q, t->scale.row_scale[variable - 2 * n - 1 - f]);
}

/** Zero for a nonbasic variable: its $\varepsilon$, if it is a $w_i$, is not a
number. For the basic one the fraction of its row, shortened, back in its unit.
*/
void tableau_exact_value(const tableau_exact *t, int variable, mpq_ptr out)
{
    int place = t->head.where[variable];
    mpq_set_ui(out, 0, 1);
    if (place >= t->head.rows || mpz_sgn(at(t, place, t->head.cols)) == 0)
        return;
    mpz_set(mpq_numref(out), at(t, place, t->head.cols));
    mpz_set(mpq_denref(out), t->level[place]);
    mpq_canonicalize(out);
    unscale(t, variable, out);
    mpq_div(out, out, t->scale.rhs_scale);
}

/** A nonbasic variable other than the entering one stays where it is; the entering
one grows with rate 1 in its own primed unit, the basic ones with the entries of
its column. Each is brought to its own unit, so what is common to all is the unit
of the entering variable: the direction of a ray has no length. */
void tableau_exact_rate(const tableau_exact *t, int col, int variable,
                        mpq_ptr out)
{
    int place = t->head.where[variable];
    mpq_set_ui(out, 0, 1);
    if (place >= t->head.rows && place != t->head.rows + col)
        return;
    if (place < t->head.rows) {
        mpz_set(mpq_numref(out), at(t, place, col));
        mpz_set(mpq_denref(out), t->level[place]);
        mpq_canonicalize(out);
    } else {
        mpq_set_ui(out, 1, 1);
    }
    unscale(t, variable, out);
}

/** The rows may stand over different denominators, each a former $\delta$. Cramer's
rule gives the whole solution over the present one, so $T\,\delta/\delta_i$ is whole
again; the units' factors then go into numbers and denominator together. For the
sliding block $Z = (2, 0, 1, 1)$ over 2. */
void tableau_exact_claim(const tableau_exact *t, lcp_claim *out)
{
    const tableau *head = &t->head;
    int f = head->free, n = head->n;
    for (int j = 0; j < f + n; j++) {
        int place = head->where[j < f ? 2 * n + 1 + j : n + j - f];
        mpz_set_ui(out->Z[j], 0);
        if (j >= f)
            out->basis[j - f] = place < head->rows;
        if (place >= head->rows)
            continue;
        mpz_mul(out->Z[j], at(t, place, head->cols), t->den);
        mpz_divexact(out->Z[j], out->Z[j], t->level[place]);
    }
    mpz_set(out->den, t->den);
    integer_system_unscale(&t->scale, out->Z, out->den);
    out->outcome = LCP_SOLVED;
}

/** Row $r$ of the dictionary says $e_r - \sum_k T_{rk} e_k = \beta$ for *all*
values of the unknowns: the left side is a combination of the equations in which
every unknown has cancelled. Divided by $\beta$ it reads $0 = 1$ when all $e_k$
are zero. Two equations $x - 1 = 0$, $x - 3 = 0$: the first takes $x$, $x = 1 +
e_1$, the second is $e_2 = -2 + e_1$, so $e_2 - e_1 = -2$ for all $x$, and $y =
(\frac12, -\frac12)$. This is why the columns of residuals are carried along
while free unknowns come in. */
void tableau_exact_multipliers(const tableau_exact *t, int row, mpq_t *y)
{
    const tableau *head = &t->head;
    mpq_t beta;
    mpq_init(beta);
    tableau_exact_value(t, head->basic[row], beta);
    for (int k = 0; k < head->free; k++) {
        int e = 2 * head->n + 1 + head->free + k, place = head->where[e];
        mpq_set_ui(y[k], place == row, 1);
        if (place < head->rows)
            continue;
        mpz_neg(mpq_numref(y[k]), at(t, row, place - head->rows));
        mpz_set(mpq_denref(y[k]), t->level[row]);
        mpq_canonicalize(y[k]);
        mpq_mul(y[k], y[k], t->scale.row_scale[k]);
        unscale(t, head->basic[row], y[k]);
    }
    for (int k = 0; k < head->free; k++)
        mpq_div(y[k], y[k], beta);
    mpq_clear(beta);
}
