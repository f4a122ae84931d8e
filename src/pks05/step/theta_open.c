#include "pks05/step/theta_open.h"

#include "pks05/cone/qvi_spectrum.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/**
## The bounds, one after the other

Sums of $n$ terms in doubles are off by less than $(n + 2)\,2^{-52}$ of the
terms' sizes, and `qvi_above` and `qvi_below` push a number of one sign
outward by so many units of its last place; what underflows is below the
$2^{-1000}$ that they add. A number that overflows is infinite or no number,
no comparison with it comes out true, and its contact stays in hand. */
typedef struct {
    const theta_data *d;
    theta_open *x;
    double *row;  /* R: |Gamma_i| */
    double *held; /* R: bound on |(K delta)_i|; then, in n, of its block */
    double *beta; /* p: of the block: least eigenvalue of hK + C, below */
    double *low;  /* p: b_n, below */
    double *c;    /* p: above */
    int *list;    /* R: work */
    double *room; /* (R + nv) nv + p: work */
    double g;     /* (1 - theta) h, above */
    double alpha; /* |hK + C|, above */
    double tau;   /* below; 0: none */
    double gamma; /* |Gamma|, above */
    double rho;   /* |lambda|, above */
} bounds;

static double above(double x)
{
    return qvi_above(x, 8);
}

/** **The compliance.** Each row of a block has its sum in $h\mathbf K + \mathbf
C$, the largest of which is a bound on the norm, the radius of its disc of
Gershgorin, and its part of $\mathbf K\delta$. False when $\mathbf K$ or
$\mathbf C$ is not symmetric: then $x^\top Sx$ is not what the norm says. */
static bool pass(bounds *s, int first)
{
    const theta_data *d = s->d;
    const int R = theta_rows(d), *list = s->list;
    const int n = theta_block_rows(d, &s->x->block, first, s->list);
    const bool full = s->x->block.full[first];
    s->beta[first] = INFINITY;
    for (int a = 0; a < n; a++) {
        const int i = list[a];
        const double *K = d->K + (size_t)i * (size_t)R;
        const double *C = d->C + (size_t)i * (size_t)R;
        double off = 0, held = 0;
        for (int b = full ? 0 : a; b < (full ? n : a + 1); b++) {
            const int j = list[b];
            if (K[j] != d->K[j * R + i] || C[j] != d->C[j * R + i])
                return false;
            off += i == j ? 0 : d->h * fabs(K[j]) + fabs(C[j]);
            held += fabs(K[j] * d->delta[j]);
        }
        double own = d->h * K[i] + C[i];
        off = qvi_above(off, n + 2);
        s->held[i] = qvi_above(held, n + 2);
        s->alpha = fmax(s->alpha, above(own + off));
        double disc = qvi_below(qvi_below(own, 4) - off, 2);
        s->beta[first] = fmin(s->beta[first], K[i] > 0 && C[i] > 0 ? disc : 0);
    }
    return true;
}

/** Where Gershgorin's discs reach zero, as in a patch whose rows are strongly
coupled, the block is factored (`qvi_spectrum_least`), with its entries
divided by a power of two that makes them less than one. Each is $hK_{ij} +
C_{ij}$ with two roundings, which together are less than $2^{-51}$ of the
sum of all sizes.

For $\begin{pmatrix} 5 & -2 \\ -2 & 1 \end{pmatrix}$ the discs are $[3, 7]$
and $[-1, 3]$ and say nothing; the factorisation says $\beta \ge 0.1715$,
which is $3 - \sqrt8$. Contacts with a number or a list for their stiffness
have discs of radius zero, and $\beta$ is the least number of the diagonal. */
static perp_status factored(const bounds *s, arena *a, int first, double *least)
{
    const theta_data *d = s->d;
    const int R = theta_rows(d);
    arena_mark here = arena_here(a);
    const int *list = s->list;
    const int n = theta_block_rows(d, &s->x->block, first, s->list);
    int e;
    double *B = arena_take(a, (size_t)(n * n), sizeof *B), sizes = 0;
    qvi_range range;
    if (B == NULL)
        return PERP_NO_MEMORY((size_t)(n * n) * sizeof *B);
    frexp(s->alpha, &e);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const int at = list[i] * R + list[j];
            B[i * n + j] = ldexp(d->h * d->K[at] + d->C[at], -e);
            sizes += ldexp(d->h * fabs(d->K[at]) + fabs(d->C[at]), -e);
        }
    PERP_TRY(qvi_spectrum_least(a, n, B, &range));
    sizes = qvi_above(sizes, n * n) * 0x1p-51 + 0x1p-900;
    *least = ldexp(qvi_below(range.below - sizes, 2), e);
    arena_release(a, here);
    return PERP_SUCCESS;
}

/** **The bodies.** $\tau$ is a lower bound on $z^\top\tilde Mz/|z|^2$, so that
$|\tilde M^{-1}| \le 1/\tau$ and $y^\top\tilde M^{-1}y \ge 0$, whatever part
of $J$ is skew. An entry of $\tilde M = M - (1-\theta)hJ$ takes four
roundings, less than $2^{-50}$ of its terms.

A spring of $k$ N/m on a kilogram has $J = -(1-\theta)hk$ and $\tau = 1 +
(1-\theta)^2h^2k$; a damper $J = -c$, $\tau = 1 + (1-\theta)hc$; a magnetic
force, $J$ skew, leaves $\tau = 1$ though it makes $\tilde M$ unsymmetric. A
force that drives, $J = +c$, has $\tau = 1 - (1-\theta)hc$, which is zero at
the same $h$ at which the step loses its solution. With $\theta = 1$ only
$M$ is left. $|\mathbf\Gamma|$ is a spectral norm, of $n_v$ columns, and costs
$R\,n_v^2$: Frobenius' would be $\sqrt{n_v}$ times as large where contacts
surround a body on all sides. */
static perp_status bodies(bounds *s, arena *a)
{
    const theta_data *d = s->d;
    const int n = d->nv, R = theta_rows(d);
    double most = 0, sizes = 0;
    qvi_range range;
    int e;
    for (int i = 0; i < n * n; i++) {
        s->room[i] = d->M[i] - (1 - d->theta) * d->h * d->J[i];
        double size = fabs(d->M[i]) + s->g * fabs(d->J[i]);
        most = fmax(most, size);
        sizes += size;
    }
    frexp(most, &e);
    for (int i = 0; i < n * n; i++)
        s->room[i] = ldexp(s->room[i], -e);
    PERP_TRY(qvi_spectrum_least(a, n, s->room, &range));
    sizes = ldexp(qvi_above(sizes, n * n), -e) * 0x1p-50 + 0x1p-900;
    s->tau = ldexp(qvi_below(range.below - sizes, 2), e);
    double all = 0;
    for (int i = 0; i < R; i++) {
        double sum = 0;
        for (int k = 0; k < n; k++)
            sum += d->rows[i * n + k] * d->rows[i * n + k];
        s->row[i] = above(sqrt(qvi_above(sum, n)));
        all = fmax(all, s->row[i]);
    }
    frexp(all, &e);
    e = e < -1000 ? -1000 : e;
    const double unit = ldexp(1, -e);
    for (int i = 0; i < R * n; i++)
        s->room[i] = d->rows[i] * unit;
    PERP_TRY(qvi_spectrum_norm_above(a, R, n, s->room, &most));
    s->gamma = ldexp(above(most), e);
    return PERP_SUCCESS;
}

/** **Row $i$ of $b^*$**, between `low` and `high`:

$$b^* = \mathbf\Gamma v - S\mathbf K\delta + g\,\mathbf\Gamma\tilde M^{-1} f, \quad
|S\mathbf K\delta|_i \le |\mathbf K\delta|_{\text{block}}/\beta, \quad
|g\,\mathbf\Gamma_i\tilde M^{-1}f| \le g\,|\mathbf\Gamma_i||f|/\tau,$$

and $(\Phi + \delta_n)/h$ in the rows n. What a gap far away is made of is
known best. */
/* Row k of contact c. */
static void row_between(const bounds *s, int c, int k, double f, double *low,
                        double *high)
{
    const theta_data *d = s->d;
    const int w = 1 + d->slips, i = c * w + k, n = d->nv;
    const double *row = d->rows + i * n;
    double sum = 0, sizes = 0;
    for (int j = 0; j < n; j++) {
        const double x = row[j] * d->v[j];
        sum += x;
        sizes += fabs(x);
    }
    if (k == 0) {
        sum += (d->gap[c] + d->delta[i]) / d->h;
        sizes += (fabs(d->gap[c]) + fabs(d->delta[i])) / d->h;
    }
    const int first = s->x->block.first[c];
    double r = s->held[first * w] / s->beta[first];
    r = above(r + s->g * s->row[i] * f / s->tau);
    r = above(r + qvi_above(sizes, n + 4) * (n + 8) * 0x1p-52);
    *low = sum - r;
    *high = sum + r;
}

/* |x| of n numbers, above. */
static double length(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return above(sqrt(qvi_above(sum, n)));
}

/** A deformation is felt in its own block alone: $S\mathbf K\delta$ is a product of block diagonal matrices.
So the length of $\mathbf K\delta$ is taken block by block, from bounds on its rows, and a surface that is
pressed in somewhere says nothing about contacts of other blocks. Of $3$ and $4$ N in the two rows of a
contact it is 5 N, and with $\beta = 11$ its slip is moved by $\frac5{11}$ m/s at most. */
/* held[first row of a block]: the length of K delta there. */
static void hold_blocks(bounds *s)
{
    const int R = theta_rows(s->d), w = 1 + s->d->slips;
    memset(s->room, 0, (size_t)s->d->p * sizeof *s->room);
    for (int i = 0; i < R; i++)
        s->room[s->x->block.first[i / w]] += s->held[i] * s->held[i];
    for (int c = 0; c < s->d->p; c++)
        if (s->x->block.first[c] == c)
            s->held[c * w] = above(sqrt(qvi_above(s->room[c], R)));
}

/** **$\varrho$**, from the rows between which $b$ lies. The slip of a contact far away is not asked
for by its rows: it is less than $|\mathbf\Gamma_{i,to}|\,(|v| + g|f|/\tau)$ and the deformation's
share, and where $\mu$ times a hundredth more than that is below the normal row, $c_i = 0$ anyway. */
static void reach(bounds *s)
{
    const theta_data *d = s->d;
    const int w = 1 + d->slips;
    const double f = length(d->nv, d->f);
    const double speed = length(d->nv, d->v) + s->g * f / s->tau;
    for (int i = 0; i < d->p; i++) {
        const int first = s->x->block.first[i];
        double slip = 0, low, high, top, most = 0;
        row_between(s, i, 0, f, &s->low[i], &high);
        for (int k = 1; k < w; k++)
            most += s->row[i * w + k] * speed +
                    s->held[first * w] / s->beta[first] + 0x1p-400;
        s->c[i] = 0;
        if (s->low[i] > 1.01 * d->mu[i] * most)
            continue;
        for (int k = 1; k < w; k++) {
            row_between(s, i, k, f, &low, &high);
            top = fmax(fabs(low), fabs(high));
            slip += top * top;
        }
        slip = above(d->mu[i] * above(sqrt(above(slip))));
        s->c[i] = s->low[i] > slip ? 0 : above(slip - s->low[i]);
    }
    s->rho = above(length(d->p, s->c) * s->alpha);
}

/** **Open.** The row of $A^*$ is bounded in its two parts, $|S_{kn}| \le
1/\beta$ of its own block and $g\,|\mathbf\Gamma_{kn}||\mathbf\Gamma|/\tau$
of all that the bodies hand on, and the product with $\varrho$ must be less
than what the gap leaves. A tie is not open: with $b_{kn} = 0$ and $\varrho =
0$ a contact touches without a force, and stays in hand. What is infinite, or
no number, is not open either. In the example of the header the first part
is 97 in a hundred of the whole; for stiff contacts under light bodies, where
$1/\beta$ is small, it is the second that counts, and with it the number of
contacts, like its root. */
static bool stays_open(const bounds *s, int i)
{
    const int w = 1 + s->d->slips;
    const double beta = s->beta[s->x->block.first[i]];
    double r = above(s->g * s->row[i * w] * s->gamma / s->tau) + 1 / beta;
    return isfinite(s->low[i]) && s->low[i] > above(above(r) * s->rho);
}

static perp_status bounds_find(bounds *s, arena *a, bool *known)
{
    const theta_data *d = s->d;
    s->g = above((1 - d->theta) * d->h);
    for (int i = 0; i < d->p; i++)
        if (s->x->block.first[i] == i && !pass(s, i))
            return PERP_SUCCESS;
    if (!isfinite(s->alpha))
        return PERP_SUCCESS;
    double least = INFINITY;
    for (int i = 0; i < d->p; i++) {
        if (s->x->block.first[i] == i && !(s->beta[i] > 0))
            PERP_TRY(factored(s, a, i, &s->beta[i]));
        least = s->x->block.first[i] == i ? fmin(least, s->beta[i]) : least;
    }
    PERP_TRY(bodies(s, a));
    if (!(least > 0) || !(s->tau > 0))
        return PERP_SUCCESS;
    hold_blocks(s);
    reach(s);
    s->x->sigma = qvi_below(1 / s->alpha, 2);
    s->x->eta = above(1 / least + above(s->g * s->gamma * s->gamma / s->tau));
    *known = isfinite(s->rho);
    return PERP_SUCCESS;
}

perp_status theta_open_find(const theta_data *d, arena *a, theta_open *out)
{
    const size_t p = (size_t)d->p, R = (size_t)theta_rows(d);
    const size_t n = (size_t)d->nv, room = (R + n) * n + p + 1;
    bounds s = {.d = d, .x = out};
    bool known = false;
    *out = (theta_open){.eta = INFINITY};
    PERP_TRY(theta_blocks_find(d, a, &out->block));
    out->open = arena_take(a, p + 1, 1);
    arena_mark here = arena_here(a);
    s.row = arena_take_any(a, 2 * R + 3 * p + room, sizeof *s.row);
    s.list = arena_take_any(a, R + 1, sizeof *s.list);
    if (out->open == NULL || s.row == NULL || s.list == NULL)
        return PERP_NO_MEMORY((2 * R + 3 * p + room) * sizeof *s.row);
    s.held = s.row + R;
    s.beta = s.held + R;
    s.low = s.beta + p;
    s.c = s.low + p;
    s.room = s.c + p;
    PERP_TRY(bounds_find(&s, a, &known));
    for (int i = 0; i < d->p && known; i++)
        out->open[i] = stays_open(&s, i);
    arena_release(a, here);
    return PERP_SUCCESS;
}
