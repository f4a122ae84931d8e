/**
# One elimination

$G = J M^{-1} J^\top$ is symmetric and positive semidefinite, and so is what is left of it
behind each step of elimination with a pivot on the diagonal: where the diagonal is
zero, all of its row is. So the pivots are taken in order, and a speed without one
depends on those before. With $W = J M^{-1}$, $[G \mid W]$ becomes

$$[\,1 \;\; C \mid B\,], \qquad u_j = u_j^- + \sum_i C_{ij} (u_i - u_i^-), \qquad
v = v^- + B^\top (y - y^-)$$

on the picked rows. Of the block the slip of B has no pivot, and its column $C$ says that
it is the slip of A.

**The block, step by step.** In the order $n_A, n_B, d_A, d_B$

$$G = \frac15 \begin{pmatrix} 8 & 2 & -6 & -6 \\ 2 & 8 & 6 & 6 \\ -6 & 6 & 17 & 17 \\
-6 & 6 & 17 & 17 \end{pmatrix}.$$

The first two pivots and the third are not zero; behind the third the fourth row, which
was the same as the third in every column, is all zeros, and is left out. So $k = 3$ and the
coordinates are $y = (n_A, n_B, d_A)$. With three velocities and three coordinates, $v$ is
$y$ in other words; RAMone's $v$ has three components more than its $y$, and they follow
from these, since no impulse at the feet can move the legs otherwise.

**Why speeds, and not impulses.** Impulses would do as well, but they are not unique where
contacts are redundant, and a sign of a speed would be a plane of many numbers in them. In
$y$ the plane of a picked speed is an axis.

**What is across.** A velocity $V$ that somebody has measured need not lie in $v + M^{-1}
\operatorname{range} J^\top$. Its part across this space is the same for all ends, and
is added to every distance by itself: $B M (V - v)$ is what [the distance](ends_member.c)
uses of it, and the rest is a constant. Joints change nothing: then $M^{-1}$ is the
response with the joints held, and ends keep the joints because $v$ does.
*/
#include "hp23/inclusion/chart.h"

#include "number/rational.h"

typedef struct {
    const rates *r;
    int rows, cols; /* p + r; p + r + nv */
    mpq_t *x, t;
} elimination;

static mpq_t *row_of(const elimination *e, int i)
{
    return e->x + (size_t)i * (size_t)e->cols;
}

static const mpq_t *gradient(const step_exact *d, int i)
{
    return i < d->p ? (const mpq_t *)d->n + i * d->nv
                    : (const mpq_t *)d->d + (i - d->p) * d->nv;
}

/* [G | W] */
static void fill(elimination *e)
{
    const rates *r = e->r;
    for (int i = 0; i < e->rows; i++) {
        mpq_t *w =
            i < r->d->p ? r->wn + i * r->nv : r->wd + (i - r->d->p) * r->nv;
        for (int j = 0; j < e->rows; j++)
            impact_dot(r->nv, gradient(r->d, j), (const mpq_t *)w,
                       row_of(e, i)[j]);
        for (int l = 0; l < r->nv; l++)
            mpq_set(row_of(e, i)[e->rows + l], w[l]);
    }
}

/** **A pivot.** The row is divided by its diagonal entry, and every other row loses its
multiple of it, those above as well: at the end the picked rows are solved for the picked
columns. With ten rows at most it is no matter that it is done in fractions. */
/* Row i has 1 in column i, the others 0. */
static void pivot(elimination *e, int i)
{
    mpq_t *p = row_of(e, i), f;
    mpq_init(f);
    mpq_inv(f, p[i]);
    for (int c = 0; c < e->cols; c++)
        mpq_mul(p[c], p[c], f);
    for (int k = 0; k < e->rows; k++) {
        mpq_t *x = row_of(e, k);
        mpq_set(f, x[i]);
        for (int c = 0; c < e->cols && k != i && mpq_sgn(f) != 0; c++) {
            mpq_mul(e->t, f, p[c]);
            mpq_sub(x[c], x[c], e->t);
        }
    }
    mpq_clear(f);
}

/* What does not change with y: value - sum of coefficient times y-. */
static void put_lift(const elimination *e, chart *f, const mpq_t *y)
{
    for (int l = 0; l < f->nv; l++) {
        mpq_t *row = f->lift + l * (1 + f->k);
        mpq_set(row[0], f->d->v[l]);
        for (int i = 0; i < f->k; i++) {
            mpq_set(row[1 + i], row_of(e, f->pick[i])[e->rows + l]);
            mpq_mul(f->lift[f->numbers - 1], row[1 + i], y[i]);
            mpq_sub(row[0], row[0], f->lift[f->numbers - 1]);
        }
    }
}

/** **Rows.** $u_j = J_j v$ with $v = b + B^\top y$ is $J_j b + (B J_j^\top)^\top y$. For a speed
that is picked this is a coordinate, and the row a unit vector: the lift has been made so
that $u_i = y_i$ there. For the others the coefficients are the column $C$ of the
elimination, found here a second time and from the gradient itself. */
/* Speed j as a row, from its gradient and the lift. */
static perp_status put_speed(chart *f, int j)
{
    mpq_t *x = f->lift + (size_t)f->nv * (size_t)(1 + f->k);
    mpz_t *row = row_list_add(&f->speed), all;
    if (row == NULL)
        return PERP_NO_MEMORY(f->k);
    mpz_init_set_ui(all, 1);
    for (int c = 0; c <= f->k; c++) {
        mpq_set_ui(x[c], 0, 1);
        for (int l = 0; l < f->nv; l++) {
            mpq_ptr t = f->lift[f->numbers - 1];
            mpq_mul(t, gradient(f->d, j)[l], f->lift[l * (1 + f->k) + c]);
            mpq_add(x[c], x[c], t);
        }
        rational_cover(all, x[c]);
    }
    for (int c = 0; c <= f->k; c++)
        rational_scaled(row[c], all, x[c]);
    row_reduce(1 + f->k, row);
    mpz_clear(all);
    return PERP_SUCCESS;
}

/** A speed is a row because a pattern has signs only: of what positive multiple does not
matter. Its constant is zero but for joints that hold a contact.  */
perp_status chart_new(arena *a, const rates *r, chart *out)
{
    const int u = r->d->p + r->d->r;
    elimination e = {.r = r, .rows = u, .cols = u + r->nv};
    const size_t numbers = (size_t)u * (size_t)e.cols;
    *out = (chart){.d = r->d, .nv = r->nv, .speeds = u};
    out->pick = arena_take(a, (size_t)u + 1, sizeof *out->pick);
    out->numbers = (size_t)(r->nv + 1) * (size_t)(1 + u) + (size_t)u + 1;
    out->lift = rational_array(a, out->numbers);
    e.x = rational_array(a, numbers);
    if (out->pick == NULL || out->lift == NULL || e.x == NULL) {
        rational_clear(e.x, numbers);
        return PERP_NO_MEMORY(numbers * sizeof *e.x);
    }
    mpq_init(e.t);
    fill(&e);
    for (int i = 0; i < u; i++)
        if (mpq_sgn(row_of(&e, i)[i]) != 0) {
            pivot(&e, i);
            out->pick[out->k++] = i;
        }
    out->speed.n = 1 + out->k;
    mpq_t *y = out->lift + out->numbers - 1 - u;
    chart_lower(out, (const mpq_t *)r->d->v, y);
    put_lift(&e, out, (const mpq_t *)y);
    perp_status s = PERP_SUCCESS;
    for (int j = 0; j < u && s.code == PERP_OK; j++)
        s = put_speed(out, j);
    mpq_clear(e.t);
    rational_clear(e.x, numbers);
    return s;
}

void chart_clear(chart *f)
{
    rational_clear(f->lift, f->numbers);
    f->lift = NULL;
    row_list_clear(&f->speed);
}

void chart_lift(const chart *f, const mpq_t *y, mpq_t *v)
{
    mpq_t t;
    mpq_init(t);
    for (int l = 0; l < f->nv; l++) {
        const mpq_t *row = (const mpq_t *)f->lift + l * (1 + f->k);
        mpq_set(v[l], row[0]);
        for (int i = 0; i < f->k; i++) {
            mpq_mul(t, row[1 + i], y[i]);
            mpq_add(v[l], v[l], t);
        }
    }
    mpq_clear(t);
}

void chart_lower(const chart *f, const mpq_t *v, mpq_t *y)
{
    for (int i = 0; i < f->k; i++)
        impact_dot(f->nv, gradient(f->d, f->pick[i]), v, y[i]);
}

void chart_row(const chart *f, const mpq_t *y, int point, mpz_t *row)
{
    mpz_t all;
    mpz_init_set_ui(all, 1);
    for (int i = 0; i < f->k; i++)
        rational_cover(all, y[i]);
    for (int i = 0; i < f->k; i++)
        rational_scaled(row[i + 1], all, y[i]);
    mpz_set_ui(row[0], 0);
    if (point)
        mpz_set(row[0], all);
    row_reduce(1 + f->k, row);
    mpz_clear(all);
}
