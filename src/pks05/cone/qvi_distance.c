#include "pks05/cone/qvi_distance.h"

#include "number/double_double.h"

#include <math.h>
#include <string.h>

/**
## Two conditions

With $w$ strongly monotone ($\sigma$) and Lipschitz ($\eta$), the map $g \mapsto \mu\lambda_n(g)$
contracts when $\mu\eta < \sigma$ (see `qvi_bounds.c`): there is one solution, and there is
one for every $b$. Whether that holds is decided by proven bounds on $\sigma$ and $\eta$
from both sides, so that it can be refuted as well.

The condition looks at $A$ as a whole, and so it cares for units that friction
does not: with a normal compliance that differs a hundredfold from the
tangential one it fails however weakly the two are coupled. The finer one keeps
the blocks apart. For two solutions with $x = |\lambda_n - \lambda_n'|$, $y = |\lambda_t -
\lambda_t'|$ the normal conditions give $\sigma_n x \le |A_{nt}|\, y$ and the tangential ones

$$\sigma_t y^2 \le |A_{tn}|\, x y + \mu x\,(|A_{tn}|\, x + \eta_t y),$$

so that with $\kappa = |A_{nt}|/\sigma_n$ there is one solution if

$$a = \sigma_t - \kappa |A_{tn}| - \mu\kappa\,(\kappa |A_{tn}| + \eta_t) > 0.$$

Without coupling it holds for every $\mu$; for one planar contact and weak coupling
it reads $\mu < A_{nn}/|A_{nt}|$, which is sharp. */
static perp_status block(arena *a, const qvi_problem *p, int rows, int cols,
                         double **out)
{
    const int N = qvi_rows(p), w = 1 + p->slips, m = p->contacts;
    const int r = rows == 0 ? 1 : p->slips, c = cols == 0 ? 1 : p->slips;
    double *to = arena_take(a, (size_t)(m * r * m * c) + 1, sizeof *to);
    *out = to;
    if (to == NULL)
        return PERP_NO_MEMORY((size_t)(m * r * m * c) * sizeof *to);
    for (int i = 0; i < m * r; i++)
        for (int j = 0; j < m * c; j++)
            *to++ =
                p->A[(i / r * w + rows + i % r) * N + j / c * w + cols + j % c];
    return PERP_SUCCESS;
}

static double finer(const qvi_constants *c)
{
    double k = qvi_above(c->nt / c->sigma_n, 2);
    double kt = qvi_above(k * c->tn, 2);
    double rest = qvi_above(c->mu * k * (kt + c->eta_t), 8);
    double less = qvi_above(kt + rest, 4);
    return less < c->sigma_t ? qvi_below(c->sigma_t - less, 4) : 0;
}

/** **A rounded matrix.** The conditions are about the matrix that is meant. When $A$ is
within `off` of it in the spectral norm, then so are the norms of all its blocks and
the least eigenvalues of their symmetric parts. */
static void widen(qvi_constants *c, double off)
{
    if (off == 0)
        return;
    c->sigma_n = qvi_below(c->sigma_n - off, 1);
    c->sigma_t = qvi_below(c->sigma_t - off, 1);
    c->eta_t = qvi_above(c->eta_t + off, 1);
    c->nt = qvi_above(c->nt + off, 1);
    c->tn = qvi_above(c->tn + off, 1);
}

static void widen_whole(qvi_constants *c, double off)
{
    if (off == 0)
        return;
    double least = c->sigma.below - qvi_above(off, 1);
    c->sigma.below = least > 0 ? qvi_below(least, 1) : least;
    c->sigma.above = qvi_above(fabs(c->sigma.above) + off, 2);
    c->eta.below = qvi_below(c->eta.below - off, 1);
    c->eta.above = qvi_above(c->eta.above + off, 1);
}

static perp_status blocks_find(arena *a, const qvi_problem *p, qvi_constants *c)
{
    const int m = p->contacts, k = p->slips;
    double *nn, *nt, *tn, *tt;
    qvi_range least, norm;
    PERP_TRY(block(a, p, 0, 0, &nn));
    PERP_TRY(block(a, p, 0, 1, &nt));
    PERP_TRY(block(a, p, 1, 0, &tn));
    PERP_TRY(block(a, p, 1, 1, &tt));
    PERP_TRY(qvi_spectrum_least(a, m, nn, &least));
    c->sigma_n = least.below;
    PERP_TRY(qvi_spectrum_least(a, m * k, tt, &least));
    c->sigma_t = least.below;
    PERP_TRY(qvi_spectrum_norm(a, m * k, m * k, tt, &norm));
    c->eta_t = norm.above;
    PERP_TRY(qvi_spectrum_norm(a, m, m * k, nt, &norm));
    c->nt = norm.above;
    PERP_TRY(qvi_spectrum_norm(a, m * k, m, tn, &norm));
    c->tn = norm.above;
    widen(c, p->meant != NULL ? p->meant->off : 0);
    c->blocks = c->sigma_n > 0 && c->sigma_t > 0 && finer(c) > 0;
    return PERP_SUCCESS;
}

perp_status qvi_constants_find(arena *a, const qvi_problem *p, qvi_constants *c)
{
    const int N = qvi_rows(p);
    arena_mark mark = arena_here(a);
    *c = (qvi_constants){.mu = 0};
    for (int i = 0; i < p->contacts; i++)
        c->mu = p->mu[i] > c->mu ? p->mu[i] : c->mu;
    PERP_TRY(qvi_spectrum_least(a, N, p->A, &c->sigma));
    PERP_TRY(qvi_spectrum_norm(a, N, N, p->A, &c->eta));
    widen_whole(c, p->meant != NULL ? p->meant->off : 0);
    if (N == 0 || (c->sigma.below > 0 &&
                   qvi_above(c->mu * c->eta.above, 1) < c->sigma.below))
        c->contracts = QVI_HOLDS;
    else if (qvi_below(c->mu * c->eta.below, 1) >= c->sigma.above)
        c->contracts = QVI_FAILS;
    if (c->contracts != QVI_HOLDS)
        PERP_TRY(blocks_find(a, p, c));
    arena_release(a, mark);
    return PERP_SUCCESS;
}

/** **Lemma 4's constant.** The proof asks for $\sigma - \eta\,|I - D(\mu)| \ge \sigma/2$. $I -
D(\mu)$ has entries $\mu_i \varphi_i \cos\psi_i$ and $\mu_i\varphi_i\sin\psi_i$ in the columns of the
normal forces, orthogonal columns of length $\mu_i|\varphi_i|$; so $|I - D(\mu)| \le \mu_{\max}$,
and $\bar\mu = \sigma/(2\eta)$ will do. The contraction needs half as little. */
double qvi_lemma4(const qvi_constants *c)
{
    return 0.5 * qvi_contraction(c);
}

double qvi_contraction(const qvi_constants *c)
{
    return c->sigma.below > 0 ? qvi_below(c->sigma.below / c->eta.above, 1) : 0;
}

/**
## A point and its distance

Let $\lambda$ be any point with $\lambda_n \ge 0$. It solves *some* problem: the one with $w + \pi$
instead of $w$ and given radii $g'$, if $-(w + \pi)$ lies in the normal cone at $\lambda$ of
$\{\lambda_n \ge 0\} \times \prod \mathcal F(g'_i)$. Strong monotonicity, and the contraction's
inequality, give

$$|\lambda - \lambda(g')| \le \frac{|\pi|}{\sigma}, \qquad |\lambda(g') - \lambda^*| \le \frac\eta\sigma |g' -
\mu\lambda_n^*| \le \frac\eta\sigma\bigl(\epsilon + \mu|\lambda - \lambda^*|\bigr), \qquad
\epsilon = |g' - \mu\lambda_n|,$$

$$|\lambda - \lambda^*| \le \frac{|\pi| + \eta\epsilon}{\sigma - \mu\eta}.$$

$\pi$ and $g'$ are ours to choose. A closed contact has $\pi_n = -w_n$, an open one
$\pi_n = \max(0, -w_n)$. Tangentially there are two ways, and the cheaper is taken:
the force lies inside ($\pi_{to} = -w_{to}$, $g' = \max(\mu\lambda_n, |\lambda_{to}|)$), or it lies on its own
circle ($g' = |\lambda_{to}|$), and $\pi_{to}$ only has to turn $w_{to}$ against it:
$|\pi_{to}| = |w_t\lambda_o - w_o\lambda_t|/|\lambda_{to}|$. So doubles need not lie on a circle that
they cannot hit.

All of this is known only as well as $w = A\lambda + b$ is, and at a solution $w$ is what
cancellation leaves. Double-doubles leave $2^{-100}$ of the terms. When $A$ and $b$ are
rounded, $w$ is asked of the problem that is meant, and so the distance is one
from its solution; only where a force is moved to (below) is left to $A$ and $b$. */
typedef qvi_enclosed enclosed;

static enclosed row_at(const qvi_problem *p, int i, const double *lam)
{
    const int N = qvi_rows(p);
    enclosed s = {.v = {p->b[i], 0}};
    double sizes = fabs(p->b[i]);
    for (int j = 0; j < N; j++) {
        s.v = dd_add(s.v, dd_product(p->A[i * N + j], lam[j]));
        sizes += fabs(p->A[i * N + j] * lam[j]);
    }
    s.error = qvi_above(sizes, N) * (N + 2) * 0x1p-102 + 0x1p-900;
    return s;
}

static bool rows_at(const qvi_problem *p, const double *lam, enclosed *w)
{
    if (p->meant != NULL)
        return p->meant->slip(p->meant->of, lam, w);
    for (int i = 0; i < qvi_rows(p); i++)
        w[i] = row_at(p, i, lam);
    return true;
}

static double size_above(const enclosed *x)
{
    return qvi_above(fabs(x->v.hi) + fabs(x->v.lo) + x->error, 4);
}

/* x a + y b for doubles a, b. */
static enclosed combined(const enclosed *x, double a, const enclosed *y,
                         double b)
{
    double_double p = dd_mul(x->v, (double_double){a, 0});
    double_double q = dd_mul(y->v, (double_double){b, 0});
    double sizes = qvi_above(fabs(p.hi) + fabs(q.hi), 4);
    double error = x->error * fabs(a) + y->error * fabs(b) + sizes * 0x1p-100;
    return (enclosed){dd_add(p, q), qvi_above(error, 8) + 0x1p-900};
}

/* At least | |lam_to| - mu lam_n |, which is |(|lam_to|^2 - mu^2 lam_n^2)| over
   the sum. */
static double mismatch_above(int k, const double *lam, double mu, bool inside)
{
    double_double mn = dd_product(mu, lam[0]), sum = dd_mul(mn, mn);
    double largest = sum.hi, length = 0;
    sum = (double_double){-sum.hi, -sum.lo};
    for (int j = 1; j <= k; j++) {
        double_double s = dd_product(lam[j], lam[j]);
        sum = dd_add(sum, s);
        largest += s.hi;
        length += lam[j] * lam[j];
    }
    double error = qvi_above(largest, 4) * 0x1p-98 + 0x1p-900;
    if (inside && sum.hi + error < 0)
        return 0;
    double below = qvi_below(sqrt(qvi_below(length, 4)) + mn.hi, 4);
    double top = qvi_above(fabs(sum.hi) + fabs(sum.lo) + error, 4);
    double least = qvi_above(sqrt(qvi_above(largest, 4)), 4);
    double q = below > 0 ? qvi_above(top / below, 2) : (double)INFINITY;
    return q < least ? q : least; /* | |x| - |y| | <= (x^2 + y^2)^(1/2) */
}

/* Squares, summed: of pi in the normal and in the slip rows, of epsilon. */
typedef struct {
    double normal, slip, radius;
} defect;

/** With $\lambda_{to} \ne 0$ on its own circle, $-(w_{to} + \pi_{to})$ is a nonnegative
multiple of it when $\pi_{to}$ takes away what of $w_{to}$ is across, and what is along. */
static double on_circle(int k, const double *l, const enclosed w[2])
{
    double length = l[0] * l[0] + (k == 2 ? l[1] * l[1] : 0);
    if (l[0] == 0 && (k == 1 || l[1] == 0))
        return 0; /* a disk of radius zero: every w is normal to it */
    double least = qvi_below(sqrt(qvi_below(length, 4)), 4);
    double second = k == 2 ? l[1] : 0;
    enclosed along = combined(&w[0], l[0], &w[1], second);
    enclosed across = combined(&w[0], second, &w[1], -l[0]);
    double with = along.v.hi + along.error;
    double pi = with > 0 ? qvi_above(with, 4) : 0;
    if (k == 2)
        pi += size_above(&across);
    return least > 0 ? qvi_above(pi / least, 4) : (double)INFINITY;
}

static void slip_defect(const qvi_problem *p, const qvi_constants *c, int i,
                        const double *lam, const enclosed *rows, defect *d)
{
    const int k = p->slips, at = i * (1 + k);
    const double *l = lam + at;
    enclosed w[2] = {{.error = 0}, {.error = 0}};
    double inside = 0;
    for (int j = 0; j < k; j++) {
        w[j] = rows[at + 1 + j];
        inside += size_above(&w[j]) * size_above(&w[j]);
    }
    inside = qvi_above(sqrt(qvi_above(inside, 4)), 2);
    double on = on_circle(k, l + 1, w);
    double eps_inside = mismatch_above(k, l, p->mu[i], true);
    double eps_on = mismatch_above(k, l, p->mu[i], false);
    bool circle =
        on + c->eta.above * eps_on < inside + c->eta.above * eps_inside;
    double pi = circle ? on : inside, eps = circle ? eps_on : eps_inside;
    d->slip += pi * pi;
    d->radius += eps * eps;
}

static defect defect_of(const qvi_problem *p, const qvi_constants *c,
                        const double *lam, const enclosed *rows)
{
    defect d = {0, 0, 0};
    for (int i = 0; i < p->contacts; i++) {
        int at = i * (1 + p->slips);
        enclosed w = rows[at];
        double pi =
            lam[at] > 0 ? size_above(&w) : qvi_above(w.error - w.v.hi, 4);
        d.normal += pi > 0 ? pi * pi : 0;
        slip_defect(p, c, i, lam, rows, &d);
    }
    const int n = 4 * p->contacts;
    d.normal = qvi_above(sqrt(qvi_above(d.normal, n)), 2);
    d.slip = qvi_above(sqrt(qvi_above(d.slip, n)), 2);
    d.radius = qvi_above(sqrt(qvi_above(d.radius, n)), 2);
    return d;
}

/** **The finer condition** leads to a bound in the same way, with $x \le \kappa y + \xi$, $\xi
= |\pi_n|/\sigma_n$, and

$$\sigma_t y^2 \le y\,(|A_{tn}| x + |\pi_t|) + (\epsilon + \mu x)\,(|A_{tn}| x + \eta_t y + |\pi_t|),$$

where the slips of the two problems differ by what stands in the last bracket.
With $x$ replaced by its bound this is $a y^2 \le B y + C$. */
static double by_blocks(const qvi_constants *c, const defect *d)
{
    double a = finer(c), k = qvi_above(c->nt / c->sigma_n, 2);
    double xi = qvi_above(d->normal / c->sigma_n, 2);
    double e = d->radius + c->mu * xi, s = c->tn * xi + d->slip;
    double B = s + e * (k * c->tn + c->eta_t) + c->mu * k * s;
    B = qvi_above(B, 16);
    double C = qvi_above(e * s, 16);
    double y = (B + sqrt(qvi_above(B * B + 4 * a * C, 8))) / (2 * a);
    y = qvi_above(y, 8);
    double x = qvi_above(k * y + xi, 4);
    return qvi_above(sqrt(x * x + y * y), 8);
}

static double by_contraction(const qvi_constants *c, const defect *d)
{
    double pi = sqrt(d->normal * d->normal + d->slip * d->slip);
    double top = qvi_above(pi + c->eta.above * d->radius, 8);
    double less = qvi_above(c->mu * c->eta.above, 1);
    return qvi_above(top / qvi_below(c->sigma.below - less, 2), 2);
}

/** The point may first be moved, and the way is counted (as a sum of sizes,
which is more than its length): contacts that are meant to be open are opened,
and, for the second of two bounds, slipping forces go where the projection puts
them. Where $\mu\lambda_n$ is small and the slip is fast, a force of the wrong direction
is a small error and a large defect. The smaller bound counts. */
static void open_contact(int k, double *l, double *way)
{
    for (int j = 0; j <= k; j++) {
        *way += fabs(l[j]);
        l[j] = 0;
    }
}

static double to_circle(const qvi_problem *p, int i, double *lam)
{
    const int k = p->slips, at = i * (1 + k), N = qvi_rows(p);
    double *l = lam + at, z[2] = {0, 0}, size, way = 0, trace = 0;
    for (int j = 1; j <= k; j++)
        trace += p->A[(at + j) * (N + 1)];
    for (int j = 0; j < k; j++)
        z[j] = l[1 + j] - row_at(p, at + 1 + j, lam).v.hi / trace;
    size = k == 1 ? fabs(z[0]) : sqrt(z[0] * z[0] + z[1] * z[1]);
    double g = p->mu[i] * l[0];
    for (int j = 0; j < k && size > g; j++) {
        double to = g * (z[j] / size);
        way += qvi_above(fabs(to - l[1 + j]), 1);
        l[1 + j] = to;
    }
    return way;
}

static double moved(const qvi_problem *p, bool slips, double *lam)
{
    const int k = p->slips, N = qvi_rows(p);
    double way = 0;
    for (int i = 0; i < p->contacts; i++) {
        int at = i * (1 + k);
        double rho = 1 / p->A[at * (N + 1)];
        double w = row_at(p, at, lam).v.hi;
        if (!(lam[at] >= 0 && lam[at] > rho * w))
            open_contact(k, lam + at, &way);
    }
    for (int i = 0; i < p->contacts && slips; i++)
        way += to_circle(p, i, lam);
    return way > 0 ? qvi_above(way, 6 * p->contacts) : 0;
}

static double bound_from(const qvi_problem *p, const qvi_constants *c,
                         bool slips, double *lam, enclosed *rows)
{
    double way = moved(p, slips, lam);
    if (!rows_at(p, lam, rows))
        return INFINITY;
    defect d = defect_of(p, c, lam, rows);
    double r =
        c->contracts == QVI_HOLDS ? by_contraction(c, &d) : by_blocks(c, &d);
    r = qvi_above(r + way, 2);
    return r < (double)INFINITY ? r : (double)INFINITY;
}

perp_status qvi_distance(arena *a, const qvi_problem *p, const qvi_constants *c,
                         const double *lam, double *bound)
{
    const size_t N = (size_t)qvi_rows(p);
    arena_mark mark = arena_here(a);
    double *own = arena_take(a, N + 1, sizeof *own), most = 0;
    enclosed *rows = arena_take(a, N + 1, sizeof *rows);
    *bound = N == 0 ? 0 : (double)INFINITY;
    if (own == NULL || rows == NULL)
        return PERP_NO_MEMORY(N * sizeof *rows);
    for (size_t i = 0; i < N; i++)
        most = fabs(lam[i]) <= most ? most : fabs(lam[i]);
    bool known = N > 0 && (c->contracts == QVI_HOLDS || c->blocks);
    for (int slips = 0; slips < 2 && known && most < 0x1p300; slips++) {
        memcpy(own, lam, N * sizeof *own);
        double r = bound_from(p, c, slips, own, rows);
        *bound = r < *bound ? r : *bound;
    }
    arena_release(a, mark);
    return PERP_SUCCESS;
}
