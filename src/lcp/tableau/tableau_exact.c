#include "lcp/tableau/tableau_exact.h"

#include "number/rational.h"

#include <assert.h>

static int width(const tableau *t)
{
    return t->cols + 1;
}

static mpz_ptr at(const tableau_exact *t, int row, int col)
{
    return t->T[row * width(&t->head) + col];
}

/** # Five questions without rounding

Where nothing is rounded there are no tolerances: a number is zero or it is not, and
a tie is a tie. What is left to choose is what keeps numbers short.

*With which equation does a free unknown come in?* Any number but zero is a pivot:
the smallest one keeps the rows short. */
static int free_row(tableau *head, int col)
{
    tableau_exact *t = (tableau_exact *)head;
    int best = TABLEAU_NONE;
    for (int r = 0; r < head->free; r++) {
        if (!tableau_residual(head, head->basic[r]) ||
            mpz_sgn(at(t, r, col)) == 0)
            continue;
        if (best < 0 || mpz_cmpabs(at(t, r, col), at(t, best, col)) < 0)
            best = r;
    }
    return best;
}

/** An equation that no free unknown could use reads $0 = \text{rhs}$ plus a
combination of the $z_j$. For the matrix of AP02 (19) the combination is zero
too: a dependent row of $(F^T\;0\;0)$ is a sum of others over its whole
length. Where it is not, as in $x = z$, $x = 1$ with a second unknown that occurs in
neither, the second equation reads $0 = z - 1$: a condition on $z$ and no
contradiction, and not a problem that Lemke's method is for. BROKEN says so. */
static int false_row(tableau *head)
{
    tableau_exact *t = (tableau_exact *)head;
    for (int r = 0; r < head->free; r++) {
        if (!tableau_residual(head, head->basic[r]))
            continue;
        for (int c = 0; c < head->cols; c++)
            if (tableau_signed(head, head->nonbasic[c]) &&
                mpz_sgn(at(t, r, c)) != 0)
                return TABLEAU_BROKEN;
        if (mpz_sgn(at(t, r, head->cols)) != 0)
            return r;
    }
    return TABLEAU_NONE;
}

/* Coefficient of epsilon^(i+1) in row r, times the row's denominator. */
static void perturbation(const tableau_exact *t, int i, int r, mpz_ptr out)
{
    int place = t->head.where[i];
    if (place >= t->head.rows)
        mpz_neg(out, at(t, r, place - t->head.rows));
    else if (place == r)
        mpz_set(out, t->level[r]);
    else
        mpz_set_ui(out, 0);
}

/** The sign of $(u_r, e_r)/|a_r| - (u_s, e_s)/|a_s|$, the first component that
differs. The denominators are positive and common, so that products decide. A
row is only ever compared in the ratio of its own entries: its scale cancels.
Two rows of a basis never agree in all components, so 0 is not returned for $r \ne
s$. In first_row all $a$ are positive and the largest $-(b, e)/d$ is asked for,
which is the smallest $(b, e)/d$; in leaving_row all are negative, and dividing by
$|a|$ turns the sign that the products have. */
static int compare(tableau_exact *t, int col, int r, int s)
{
    for (int i = -1; i < t->head.n; i++) {
        if (i < 0) {
            mpz_mul(t->left, at(t, r, t->head.cols), at(t, s, col));
            mpz_mul(t->right, at(t, s, t->head.cols), at(t, r, col));
        } else {
            perturbation(t, i, r, t->next);
            mpz_mul(t->left, t->next, at(t, s, col));
            perturbation(t, i, s, t->next);
            mpz_mul(t->right, t->next, at(t, r, col));
        }
        int sign = mpz_cmp(t->left, t->right); /* a_r and a_s agree in sign */
        if (sign != 0)
            return mpz_sgn(at(t, r, col)) < 0 ? -sign : sign;
    }
    return 0;
}

/** The first exchange of the path. While all $w_i$ are basic $e_r$ is a unit
vector, so a right-hand side of zero is positive with its power of
$\varepsilon$, and it is enough to look for negative numbers: with none, $z = 0$
is the answer. Otherwise all rows of pairs are compared, the positive ones too;
they lose. */
static int first_row(tableau *head, int col)
{
    tableau_exact *t = (tableau_exact *)head;
    int best = TABLEAU_NONE, negative = 0;
    for (int r = 0; r < head->rows; r++) {
        if (!tableau_signed(head, head->basic[r]))
            continue;
        negative |= mpz_sgn(at(t, r, head->cols)) < 0;
        if (best < 0 || compare(t, col, r, best) < 0)
            best = r;
    }
    return negative ? best : TABLEAU_NONE;
}

/** Does z0 tie with row `best` in the first component? Then it leaves, whatever the
powers of $\varepsilon$ say: with $z_0 = 0$ the problem is solved, while its rival
would leave $z_0$ in the basis at zero, and the path would go on from a solution,
perhaps to a ray. */
static int ties_with_z0(tableau_exact *t, int col, int best, int z0)
{
    if (z0 >= t->head.rows || mpz_sgn(at(t, z0, col)) >= 0)
        return 0;
    mpz_mul(t->left, at(t, z0, t->head.cols), at(t, best, col));
    mpz_mul(t->right, at(t, best, t->head.cols), at(t, z0, col));
    return mpz_cmp(t->left, t->right) == 0;
}

/** The row that blocks. Only variables with a sign can: an unknown $x_k$ may grow
either way, and the residual of an equation that is left over is zero whatever
comes in. Among the rows with a negative entry the smallest ratio, powers of
$\varepsilon$ included; each comparison stops at the first component that differs,
which without ties is the right-hand side. No such row: a ray. */
static int leaving_row(tableau *head, int col)
{
    tableau_exact *t = (tableau_exact *)head;
    int best = TABLEAU_NONE, z0 = head->where[tableau_z0(head)];
    for (int r = 0; r < head->rows; r++) {
        if (!tableau_signed(head, head->basic[r]) ||
            mpz_sgn(at(t, r, col)) >= 0)
            continue;
        if (best < 0 || compare(t, col, r, best) < 0)
            best = r;
    }
    return best >= 0 && ties_with_z0(t, col, best, z0) ? z0 : best;
}

/* Asserts that an entry keeps Hadamard's promise. */
static void within(const tableau_exact *t, int row, int col)
{
    size_t bits = col == t->head.cols ? t->rhs_bits : t->bits;
    assert(integer_bits(at(t, row, col)) <= bits);
    (void)bits;
}

/* Zero for ever: the column of an equation's residual, when a variable that
   has a sign comes in. */
static int is_idle(const tableau *head, int j, int col)
{
    return j < head->cols && tableau_residual(head, head->nonbasic[j]) &&
           tableau_signed(head, head->nonbasic[col]);
}

/* entry = s work / level of the row. */
static void put_divided(tableau_exact *t, int i, int j, int s)
{
    mpz_ptr entry = at(t, i, j);
    mpz_divexact(entry, t->left, t->level[i]);
    if (s < 0)
        mpz_neg(entry, entry);
    within(t, i, j);
}

/* Row i, before column col comes in, over the present denominator. */
static void raise_row(tableau_exact *t, int i, int col)
{
    if (mpz_cmp(t->level[i], t->den) == 0)
        return;
    for (int j = 0; j < width(&t->head); j++) {
        if (mpz_sgn(at(t, i, j)) == 0 || is_idle(&t->head, j, col))
            continue;
        mpz_mul(t->left, at(t, i, j), t->den);
        put_divided(t, i, j, 1);
    }
    mpz_set(t->level[i], t->den);
}

/* Row i after the exchange, i not the pivot row; s the pivot's sign. */
static void update_row(tableau_exact *t, int i, int row, int col, int s)
{
    mpz_srcptr p = at(t, row, col), factor = at(t, i, col);
    for (int j = 0; j < width(&t->head); j++) {
        mpz_ptr entry = at(t, i, j);
        int stays = mpz_sgn(at(t, row, j)) == 0;
        if (j == col || (mpz_sgn(entry) == 0 && stays) ||
            is_idle(&t->head, j, col))
            continue;
        mpz_mul(t->left, p, entry);
        if (!stays)
            mpz_submul(t->left, factor, at(t, row, j));
        put_divided(t, i, j, s);
    }
    mpz_mul(t->left, factor, t->den);
    put_divided(t, i, col, s);
    mpz_abs(t->level[i], p);
}

/**
## The exchange step

Over the denominator $\delta$ the pivot row reads
$\delta\,y_r = \beta_r + \sum_j T_{rj} x_j$; solved for $x_c$ and put into row
$i$, multiplied through by the pivot $p = T_{rc}$:

$$p\,y_i = \frac{p \beta_i - T_{ic} \beta_r}{\delta} + \sum_{j \ne c}
\frac{p T_{ij} - T_{ic} T_{rj}}{\delta}\,x_j + T_{ic}\,y_r .$$

The divisions leave no remainder: every entry of the dictionary over $\delta$
is, up to sign, a minor of the integer matrix it came from, and $\delta$ is the
minor of the basis; that is Cramer's rule. So no entry is ever longer than
Hadamard's bound for the minors, whatever the path, and the numbers are given
that much room before the first step. With a negative pivot all signs are
turned, so that $\delta > 0$. In the sliding block (tableau_exact.h) the last
exchange has $p = -2$ and $\delta = 3$; the entry of $w_2$ in the column of
$z_2$ was 8, the two factors are $T_{ic} = 2$ and $T_{rj} = 4$, and $(-2\cdot 8
- 2\cdot 4)/3 = -8$, with the sign turned 8 again. The rows of its matrix have
the lengths 1, $\sqrt 3$, $\sqrt 3$, 3, so that no minor is above 9 or, with the
covering column, whose sum is 5, above 45.

A row with $T_{ic} = 0$ is left as it is, over the denominator $\delta_i$ it was
written with: bodies that do not touch have nothing to do with each other. No
ratio test notices, because a row is only compared in the ratio of its own
entries. When such a row changes at last, the missing factor $\delta/\delta_i$
turns the division by $\delta$ into one by $\delta_i$, and in column $c$ it is
written out; when it becomes the pivot row it is brought over $\delta$ first.
Over its own $\delta_i$ the row is still one of minors, of an earlier basis, so
Hadamard's bound holds for it as for the others. Two blocks far from each other
are two problems in one dictionary: half of the rows are left alone in each
exchange.

Columns of equation residuals are needed as long as free unknowns come in, for
the multipliers of a contradiction; after that those variables are zero for
ever and their columns are left alone.
*/
static int pivot(tableau *head, int row, int col)
{
    tableau_exact *t = (tableau_exact *)head;
    int s = mpz_sgn(at(t, row, col));
    assert(s != 0);
    t->late = limit_time(&t->limit).code != PERP_OK;
    if (t->late)
        return TABLEAU_BROKEN;
    raise_row(t, row, col);
    for (int i = 0; i < head->rows; i++)
        if (i != row && mpz_sgn(at(t, i, col)) != 0)
            update_row(t, i, row, col, s);
    mpz_abs(t->next, at(t, row, col));
    for (int j = 0; s > 0 && j < width(head); j++)
        mpz_neg(at(t, row, j), at(t, row, j));
    mpz_set(at(t, row, col), t->den);
    if (s < 0)
        mpz_neg(at(t, row, col), t->den);
    mpz_swap(t->den, t->next);
    mpz_set(t->level[row], t->den);
    return TABLEAU_NONE;
}

static const tableau_operations operations = {free_row, false_row, first_row,
                                              leaving_row, pivot};

/** The covering column $r_i d_i$, made whole by one factor: first pass the
factor, a common multiple of the denominators, second pass the column. It keeps
$d$ what the caller meant in the problem's own units. Covering the integer rows
with ones would be another path, and where there are several solutions another
one of them. The bits of the sum of its entries are returned. */
static size_t cover(tableau_exact *t, mpq_t *d, mpz_t *column)
{
    mpz_ptr factor = mpq_numref(t->cover_scale);
    mpz_set_ui(factor, 1);
    mpz_set_ui(t->left, 0);
    mpq_t v;
    mpq_init(v);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < t->head.n; i++) {
            mpq_set(v, t->scale.row_scale[t->head.free + i]);
            if (d != NULL)
                mpq_mul(v, v, d[i]);
            if (pass == 0) {
                rational_cover(factor, v);
            } else {
                rational_scaled(column[i], factor, v);
                mpz_add(t->left, t->left, column[i]);
            }
        }
    mpq_clear(v);
    return integer_bits(t->left);
}

/** All room is taken before the path begins, 64 bits more than promised for an
entry: no exchange allocates, unless a product in work space outgrows its own
promise. A minor that holds the covering column or the right-hand side is
expanded along it: at most the sum of the column's sizes times a minor of the
rest. This is sharper than counting both into the lengths of the rows, where
they would be paid for in every row. */
static void fill(tableau_exact *t, mpz_t *column)
{
    int rows = t->head.rows, f = t->head.free, w = width(&t->head);
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < w; j++)
            mpz_init2(at(t, i, j), (j + 1 < w ? t->bits : t->rhs_bits) + 64);
        mpz_init2(t->level[i], t->bits + 64);
        mpz_set_ui(t->level[i], 1);
        for (int j = 0; j < rows; j++)
            mpz_set(at(t, i, j), t->scale.A[i * rows + j]);
        if (i >= f)
            mpz_set(at(t, i, rows), column[i - f]);
        mpz_set(at(t, i, w - 1), t->scale.b[i]);
    }
    mpz_realloc2(t->den, t->bits + 64);
    mpz_realloc2(t->next, t->bits + 64);
    mpz_realloc2(t->left, 2 * t->rhs_bits + 128);
    mpz_realloc2(t->right, 2 * t->rhs_bits + 128);
    mpz_set_ui(t->den, 1);
}

perp_status tableau_exact_new(arena *a, const lcp_exact_problem *p, mpq_t *d,
                              const exact_limit *limit, tableau_exact *out)
{
    int m = p->free + p->n;
    size_t entries = (size_t)m * (size_t)(m + 2);
    *out = (tableau_exact){.T = NULL};
    if (limit != NULL)
        out->limit = *limit;
    PERP_TRY(tableau_begin(a, &operations, p->free, p->n, &out->head));
    int *all = arena_take(a, (size_t)m, sizeof *all);
    out->T = arena_take(a, entries, sizeof *out->T);
    out->level = arena_take(a, (size_t)m, sizeof *out->level);
    if (all == NULL || out->T == NULL || out->level == NULL)
        return PERP_NO_MEMORY(entries * sizeof *out->T);
    for (int i = 0; i < m; i++)
        all[i] = i;
    rational_system system = {m, p->A, p->b};
    PERP_TRY(integer_system_new(a, &system, m, all, &out->scale));
    mpz_t *column = integer_array(a, (size_t)p->n, 128);
    if (column == NULL) {
        integer_system_clear(&out->scale);
        return PERP_NO_MEMORY((size_t)p->n * sizeof *column);
    }
    mpz_inits(out->den, out->left, out->right, out->next, NULL);
    mpq_init(out->cover_scale);
    out->bits = integer_minor_bits(&out->scale) + cover(out, d, column);
    out->rhs_bits = out->bits + integer_rhs_bits(&out->scale);
    perp_status status = limit_bits(&out->limit, out->rhs_bits);
    if (status.code == PERP_OK)
        status = integer_room(entries, out->rhs_bits);
    if (status.code == PERP_OK)
        fill(out, column);
    integer_clear(column, (size_t)p->n);
    if (status.code != PERP_OK)
        tableau_exact_clear(out);
    return status;
}

void tableau_exact_clear(tableau_exact *t)
{
    integer_clear(t->T, (size_t)t->head.rows * (size_t)width(&t->head));
    integer_clear(t->level, (size_t)t->head.rows);
    mpz_clears(t->den, t->left, t->right, t->next, NULL);
    mpq_clear(t->cover_scale);
    integer_system_clear(&t->scale);
}
