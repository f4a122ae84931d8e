#include "pks05/step/theta_near.h"

#include <math.h>
#include <string.h>

static perp_status take_all(const theta_data *d, arena *a, theta_near *x)
{
    const size_t p = (size_t)d->p;
    *x = (theta_near){.d = *d, .whole = d};
    x->contact = arena_take(a, p + 1, sizeof *x->contact);
    if (x->contact == NULL)
        return PERP_NO_MEMORY(p * sizeof *x->contact);
    for (int i = 0; i < d->p; i++)
        x->contact[i] = i;
    return PERP_SUCCESS;
}

/** **A step of a few.** Matrices of the contacts in hand are copied out of the whole, by its pattern:
an entry of their rows in another contact's column belongs to one that is left out, and is zero
in this step, or both would be one block. The rows keep their order. Of 103 contacts of three rows
with three in hand and $n_v = 6$ the copy has 231 numbers, where $\mathbf K$ and $\mathbf C$ have 190962.
It is full for whoever reads it, with no pattern of its own: nine columns are not worth one. */
/* The step of the contacts in x->contact, n of them. */
static perp_status restrict_to(int n, arena *a, theta_near *x)
{
    const theta_data *d = x->whole;
    const int w = 1 + d->slips, R = theta_rows(d), r = n * w, nv = d->nv;
    double *to =
        arena_take(a, (size_t)(2 * r * r + r * nv + r + 2 * n) + 1, sizeof *to);
    int *place = arena_take(a, (size_t)d->p, sizeof *place); /* plus 1 */
    if (to == NULL || place == NULL)
        return PERP_NO_MEMORY((size_t)(r * r) * sizeof *to);
    double *K = to, *C = K + r * r, *rows = C + r * r, *delta = rows + r * nv;
    double *gap = delta + r, *mu = gap + n;
    for (int i = 0; i < n; i++)
        place[x->contact[i]] = i + 1;
    for (int i = 0; i < r; i++) {
        const int at = x->contact[i / w] * w + i % w;
        for (int k = 0, m = theta_columns(d, at); k < m; k++) {
            const int by = theta_coupled(d, x->contact[i / w], k);
            const int j = (place[by / w] - 1) * w + by % w;
            if (place[by / w] == 0)
                continue;
            K[i * r + j] = d->K[at * R + by];
            C[i * r + j] = d->C[at * R + by];
        }
        memcpy(rows + i * nv, d->rows + at * nv, (size_t)nv * sizeof *rows);
        delta[i] = d->delta[at];
        gap[i / w] = d->gap[at / w];
        mu[i / w] = d->mu[at / w];
    }
    x->left = d->p - n;
    x->d.p = n;
    x->d.K = K;
    x->d.C = C;
    x->d.rows = rows;
    x->d.delta = delta;
    x->d.gap = gap;
    x->d.mu = mu;
    x->d.pattern = NULL;
    x->d.blocks = NULL;
    return PERP_SUCCESS;
}

/** A block goes as a whole: it is left out when all of its contacts are proven
open.

What is in hand is decided in every tangent of a step anew, since $f$ and
$J$ are in the bounds; and nothing is kept from one step to the next but the
forces, from which Newton's method begins. So a step does not depend on what
was left out before it, and a run that is begun again from a state of its
table takes the same way. */
perp_status theta_near_find(const theta_data *d, arena *a, theta_near *x)
{
    int count = 0;
    PERP_TRY(take_all(d, a, x));
    if (d->p <= THETA_NEAR_WORTH)
        return PERP_SUCCESS;
    theta_open *o = &x->known;
    PERP_TRY(theta_open_find(d, a, o));
    for (int i = 0; i < d->p; i++)
        o->open[o->block.first[i]] &= o->open[i];
    for (int i = 0; i < d->p; i++)
        if (!o->open[o->block.first[i]])
            x->contact[count++] = i;
    if (d->p - count >= THETA_NEAR_WORTH)
        return restrict_to(count, a, x);
    for (int i = 0; i < d->p; i++)
        x->contact[i] = i;
    return PERP_SUCCESS;
}

/** Forces, $\delta$ and slips of the step in hand have $w$ numbers a contact, one behind the other, those
of the whole have them at the contact's own place. Back and forth is the identity for who is in
hand; who is not has zeros, which is a force that is proven, and for $\delta'$ and $s$ only the
beginning of what `theta_near_recover` says of them. */
void theta_near_take(const theta_near *x, const double *from, double *to)
{
    const int w = 1 + x->d.slips;
    for (int i = 0; i < x->d.p; i++)
        for (int k = 0; k < w; k++)
            to[i * w + k] = from[x->contact[i] * w + k];
}

void theta_near_give(const theta_near *x, const double *from, double *to)
{
    const int w = 1 + x->d.slips;
    memset(to, 0, (size_t)theta_rows(x->whole) * sizeof *to);
    for (int i = 0; i < x->d.p; i++)
        for (int k = 0; k < w; k++)
            to[x->contact[i] * w + k] = from[i * w + k];
}

/** **Without a force.** The surface of a contact that is left out creeps back,
$(h\mathbf K + \mathbf C)(\delta' - \delta)/h = -\mathbf K\delta$ by (17)
with $\lambda = 0$, a block at a time; one that is at rest stays so, and its
slip is that of the bodies.

On a floor with $h\mathbf K = 1$, $\mathbf C = 10$ a surface that was left
behind 1 mm deep has $\frac{10}{11}$ mm behind one step, $\frac{100}{121}$
behind two, and is below the smallest double in eight thousand: a contact
that once was closed creeps for as long as a run lasts, and is left out
while it does. Were it kept in hand until $\delta = 0$, a body that has
rolled over a floor of a hundred elements would have all of them in its
steps. */
/** The slip of a row is $s_i = y_i + \mathbf\Gamma_iv^\theta$ with the rate $y_i$ of its surface, and
$\delta_i' = \delta_i + hy_i$. Of a block that is diagonal $y_i = -K_{ii}\delta_i/(hK_{ii} + C_{ii})$,
the quotient that a factorisation of one row ends with, and no matrix is made: most contacts of a
scene have numbers or lists for their matrices and have never been touched. */
/* What the bodies and the rate y of its surface do to row i. */
static void creep_row(const theta_data *d, int i, double y, theta_end *out)
{
    out->s[i] = y;
    for (int k = 0; k < d->nv; k++)
        out->s[i] += d->rows[i * d->nv + k] * out->mean[k];
    out->delta[i] = d->delta[i] + d->h * y;
}

/* A block that is diagonal, a row at a time: 0 when a pivot is not positive. */
static int creep_plain(const theta_data *d, int n, const int *list,
                       theta_end *out)
{
    for (int a = 0; a < n; a++) {
        const int i = list[a], at = i * (theta_rows(d) + 1);
        const double B = d->h * d->K[at] + d->C[at];
        if (!(B > 0) || !isfinite(B))
            return 0;
        creep_row(d, i, (0 - d->K[at] * d->delta[i]) / B, out);
    }
    return 1;
}

static perp_status creep(const theta_near *x, int first, arena *a, int *list,
                         theta_end *out)
{
    const theta_data *d = x->whole;
    const int R = theta_rows(d);
    const int n = theta_block_rows(d, &x->known.block, first, list);
    if (!x->known.block.full[first] && creep_plain(d, n, list, out))
        return PERP_SUCCESS;
    double *B = arena_take(a, (size_t)(n * n + n), sizeof *B);
    if (B == NULL)
        return PERP_NO_MEMORY((size_t)(n * n) * sizeof *B);
    double *y = B + n * n;
    double most = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            const int at = list[i] * R + list[j];
            B[i * n + j] = d->h * d->K[at] + d->C[at];
            y[i] -= d->K[at] * d->delta[list[j]];
        }
        most = fmax(most, fabs(d->delta[list[i]]));
    }
    if (most > 0 && theta_factor(n, B) != 0)
        return PERP_FAIL(PERP_INPUT, "hK + C of the contacts is not positive "
                                     "definite");
    if (most > 0)
        theta_solve(n, B, y);
    for (int i = 0; i < n; i++)
        creep_row(d, list[i], y[i], out);
    return PERP_SUCCESS;
}

/** $v'$ and $v^\theta$ are those of the step in hand, since the forces of the others are zero in the
equation of motion. $\delta'$ and $s$ of who is in hand are copied to their places, and then each block
that was left out creeps by itself: a block is open as a whole, so its first contact says it of all. */
perp_status theta_near_recover(const theta_near *x, const theta_posed *posed,
                               const double *lambda, arena *a, theta_end *out)
{
    if (x->left == 0) {
        theta_recover(x->whole, posed, lambda, out);
        return PERP_SUCCESS;
    }
    arena_mark here = arena_here(a);
    const size_t r = (size_t)theta_rows(&x->d);
    const size_t R = (size_t)theta_rows(x->whole);
    double *own = arena_take_any(a, 2 * r + 1, sizeof *own);
    int *list = arena_take_any(a, R, sizeof *list);
    const theta_open *o = &x->known;
    if (own == NULL || list == NULL)
        return PERP_NO_MEMORY((2 * r + R) * sizeof *own);
    theta_end end = {out->v, own, out->mean, own + r};
    theta_recover(&x->d, posed, lambda, &end);
    theta_near_give(x, end.delta, out->delta);
    theta_near_give(x, end.s, out->s);
    for (int i = 0; i < x->whole->p; i++)
        if (o->block.first[i] == i && o->open[i])
            PERP_TRY(creep(x, i, a, list, out));
    arena_release(a, here);
    return PERP_SUCCESS;
}
