#include "pks05/step/theta_slip.h"

#include "pks05/cone/qvi_number.h"

#include <math.h>
#include <string.h>

/**
## In which order

Arithmetic with a radius; an inverse that is judged; a solution that is enclosed; the
slip made of two such solutions; and how far the $A$ of `theta_pose` is off. The two
systems are $(h\mathbf K + \mathbf C)\,x = \lambda - \mathbf K\delta$ and $\tilde M y =
f + \mathbf\Gamma^\top\lambda$. The inverses cost as much as the step itself did; a slip
costs some $R^2 + n_v^2$ products of double-doubles, each about twenty operations, a few
times.
*/

static perp_status system_new(arena *a, int n, theta_system *out)
{
    const size_t m = (size_t)n;
    out->n = n;
    out->B = arena_take_any(a, m * m + 1, sizeof *out->B);
    out->left = arena_take(a, m + 1, sizeof *out->left);
    out->size = arena_take(a, 2 * m + 1, sizeof *out->size);
    if (!out->B || !out->left || !out->size)
        return PERP_NO_MEMORY(m * m * sizeof *out->B);
    out->to = out->size + n;
    return PERP_SUCCESS;
}

/** **An inverse that is almost one.** With $E = I - VB$ and $|E| < 1$, $B$ is regular and
$B^{-1} = (I - E)^{-1} V$. The entries of $E$ are sums of $n + 1$ terms in doubles, and
$B$ is taken with one rounding; all that is less than $(n+6)\,2^{-52}$ of the terms'
sizes. The radius of an entry of $B$ is in `coarse`, which is so large that $2^{-52}$ of it
covers it. One row at a time is formed, and its absolute sum and its squares are kept:
$\|E\|_\infty$ and the Frobenius norm want no room for $E$. */
static double residue(theta_system *s, int i, double *row)
{
    const int n = s->n;
    double sum = 0;
    memset(s->to, 0, (size_t)n * sizeof *s->to);
    memset(s->size, 0, (size_t)n * sizeof *s->size);
    s->to[i] = -1;
    s->size[i] = 1;
    for (int k = 0; k < n; k++) {
        const double v = s->V[i * n + k];
        const number *B = s->B + k * n;
        for (int j = 0; j < n && v != 0; j++) {
            s->to[j] += v * B[j].v.hi;
            s->size[j] += fabs(v) * number_coarse(B[j]);
        }
    }
    for (int j = 0; j < n; j++) {
        double e = fabs(s->to[j]) + (n + 6) * 0x1p-52 * s->size[j];
        e = qvi_above(e, n + 4) + NUMBER_TINY;
        *row += e;
        sum += e * e;
    }
    *row = qvi_above(*row, n);
    return qvi_above(sum, n + 2);
}

/** One half is where the series $I + E + E^2 + \dots$ is still worth something, $1/(1 -
\|E\|) \le 2$. With a larger one both norms are infinite, and so is everything that is
made of them. */
static void judge_inverse(theta_system *s)
{
    double all = 0;
    s->most = 0;
    for (int i = 0; i < s->n; i++) {
        double row = 0;
        all += residue(s, i, &row);
        s->most = row > s->most ? row : s->most;
    }
    s->all = number_up(sqrt(qvi_above(all, s->n)));
    if (!(s->most <= 0.5) || !(s->all <= 0.5))
        s->most = s->all = INFINITY;
}

/** left = y - B z, every product and sum with its radius. An entry that is zero for
certain has neither: of contacts that are not coupled only those of the block are left,
and the radius is that of their sums. */
static void put_left(const theta_system *s, const number *y, const number *z)
{
    for (int i = 0; i < s->n; i++) {
        number r = y[i];
        for (int j = 0; j < s->n; j++)
            if (s->B[i * s->n + j].v.hi != 0 || s->B[i * s->n + j].error > 0)
                r = number_sub(r, s->B[i * s->n + j], z[j]);
        s->left[i] = r;
    }
}

/** **The solution of $Bz = y$, enclosed.** $z$ is mended with $V$ as long as double-doubles hold
it. Of what is then left, $r = y - Bz$,

(In the code $r$ is `left`, and $V$ of the compliance is the $S$ of `theta_pose`, as it is.) A
mending multiplies the error by about $\|E\|$, and as many are made as bring it from one
to $2^{-90}$: two for a condition number of $10^4$, six for $10^{10}$, and no more.

$$B^{-1}y - z = (I - E)^{-1} V r, \qquad
|B^{-1}y - z|_i \le (|V||r|)_i + \frac{\|E\|_\infty}{1 - \|E\|_\infty} \max_k (|V||r|)_k.$$ */
enum { MENDINGS = 6 };

static int mendings(const theta_system *s)
{
    int count = 1;
    for (double left = s->most; left > 0x1p-90 && count < MENDINGS; count++)
        left *= s->most;
    return count;
}

static void enclose_solution(const theta_system *s, const number *y, number *z)
{
    const int n = s->n;
    const int times = mendings(s);
    double most = 0;
    for (int i = 0; i < n; i++)
        z[i] = number_of(0);
    for (int k = 0; k <= times; k++) {
        put_left(s, y, z);
        for (int i = 0; i < n && k < times; i++) {
            double by = 0;
            for (int j = 0; j < n; j++)
                by += s->V[i * n + j] * s->left[j].v.hi;
            z[i].v = dd_add(z[i].v, (double_double){by, 0});
        }
    }
    for (int i = 0; i < n; i++) {
        double e = 0;
        for (int j = 0; j < n; j++)
            e += fabs(s->V[i * n + j]) * number_size(s->left[j]);
        z[i].error = qvi_above(e, n) + NUMBER_TINY;
        most = z[i].error > most ? z[i].error : most;
    }
    for (int i = 0; i < n; i++)
        z[i].error = number_up(z[i].error + s->most / (1 - s->most) * most);
}

/** **The slip.** As in `theta_pose`, but nothing is eliminated beforehand:

$$s^*(\lambda) = x + \mathbf\Gamma (v + (1-\theta) h\, y), \qquad
(h\mathbf K + \mathbf C)\, x = \lambda - \mathbf K\delta, \quad
\tilde M y = f + \mathbf\Gamma^\top \lambda,$$

and $(\Phi + \delta_n)/h$ in the rows n. Nothing of $A$, $b$ or their rounding is in it,
and the right-hand sides are enclosed, too: $\mathbf K\delta$ cancels against $\lambda$
where a contact is at rest.

Implements PKS05 (8), (17). */
static void enclose_slip(const theta_slip *s, const double *lambda, number *w)
{
    const theta_data *d = s->d;
    const int R = theta_rows(d), nv = d->nv;
    for (int i = 0; i < R; i++) {
        s->x[i] = number_of(lambda[i]);
        for (int k = 0, n = theta_columns(d, i); k < n; k++) {
            const int j = theta_column(d, i, k);
            if (d->K[i * R + j] != 0)
                s->x[i] = number_sub(s->x[i], number_of(d->K[i * R + j]),
                                     number_of(d->delta[j]));
        }
    }
    for (int k = 0; k < nv; k++) {
        s->y[k] = number_of(d->f[k]);
        for (int i = 0; i < R; i++)
            s->y[k] = number_add(s->y[k], number_of(d->rows[i * nv + k]),
                                 number_of(lambda[i]));
    }
    enclose_solution(&s->HC, s->x, w);
    enclose_solution(&s->Mt, s->y, s->y + nv);
    for (int k = 0; k < nv; k++)
        s->y[k] = number_add(number_of(d->v[k]), s->share, s->y[nv + k]);
    for (int i = 0; i < R; i++) {
        const int c = i / (1 + d->slips);
        for (int k = 0; k < nv; k++)
            w[i] = number_add(w[i], number_of(d->rows[i * nv + k]), s->y[k]);
        if (i % (1 + d->slips) == 0)
            w[i] = number_plus(w[i],
                               number_over(number_plus(number_of(d->gap[c]),
                                                       number_of(d->delta[i])),
                                           d->h));
    }
}

/* qvi_meant.slip: false where an inverse is not certain, a force is beyond
   2^200, or a result is not finite; then nothing is claimed. */
static bool slip(const void *source, const double *lambda, number *w)
{
    const theta_slip *s = source;
    bool fine = isfinite(s->meant.off);
    for (int i = 0; i < theta_rows(s->d) && fine; i++)
        fine = fabs(lambda[i]) < 0x1p200;
    if (fine)
        enclose_slip(s, lambda, w);
    for (int i = 0; i < theta_rows(s->d) && fine; i++)
        fine =
            isfinite(w[i].v.hi) && isfinite(w[i].v.lo) && isfinite(w[i].error);
    return fine;
}

/** **Without an inverse of the compliance.** $A^*B$ with $B = h\mathbf K + \mathbf C$,

$$A^*B = I + (1-\theta) h\,\mathbf\Gamma\tilde M^{-1} \mathbf\Gamma^\top B,$$

is known to the last of its digits however ill conditioned $B$ is: of the two inverses
in $A^*$ only that of $\tilde M$ is left, and it is applied to a column of $\mathbf\Gamma^\top B$ at a
time. For Hilbert's matrix of order 8 in the place of $B$ the distance of $A$ from $A^*$
is some hundreds (`off`, below), and that of $A^*B$ from its own digits $10^{-30}$; who can
ask for forces in the form $B\eta$ loses nothing (`cone/qvi_exists.h`). */
static bool factors(const void *source, number *B, number *D)
{
    const theta_slip *s = source;
    const theta_data *d = s->d;
    const int R = theta_rows(d), nv = d->nv;
    bool fine = isfinite(s->meant.off);
    memcpy(B, s->HC.B, (size_t)(R * R) * sizeof *B);
    for (int j = 0; j < R && fine; j++) {
        memset(s->y, 0, (size_t)nv * sizeof *s->y);
        for (int k = 0; k < nv; k++)
            for (int i = 0; i < R; i++)
                s->y[k] = number_add(s->y[k], number_of(d->rows[i * nv + k]),
                                     B[i * R + j]);
        enclose_solution(&s->Mt, s->y, s->y + nv);
        for (int i = 0; i < R; i++) {
            number sum = number_of(0);
            for (int k = 0; k < nv; k++)
                sum = number_add(sum, number_of(d->rows[i * nv + k]),
                                 s->y[nv + k]);
            D[i * R + j] = number_add(number_of(i == j), s->share, sum);
        }
    }
    return fine;
}

static double length(int n, const double *x)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return qvi_above(sqrt(qvi_above(sum, n)), 2) + NUMBER_TINY;
}

/** **How far $A$ is off.** $S = (I - E)(h\mathbf K + \mathbf C)^{-1}$, so that $(h\mathbf K +
\mathbf C)^{-1} - S = E\,(I-E)^{-1} S$. The columns of $W$ leave $Q = \mathbf\Gamma^\top - \tilde M W$, and
$\tilde M^{-1}\mathbf\Gamma^\top - W = \tilde M^{-1} Q$. The sums that make $A$ of $S$ and $W$ are of $n_v
+ 1$ terms. Norms are Frobenius'.

Together, with $g = (1-\theta)h$ and $\tilde M^{-1} = (I - E)^{-1}V$ for the second $E$,

$$|A^* - A| \le \frac{|E|}{1 - |E|}\,|S| + g\,|\mathbf\Gamma|\,\frac{|V|}{1 - |E|}\,|Q| + \text{rounding of the sums.}$$

It is a number like $10^{-15}|A|$ for a well built scene, and grows with the condition
of $h\mathbf K + \mathbf C$: what the rounding of $S$ is worth there is what proofs have
to give away. It is taken from $\sigma$ and added to $\eta$, and it is $\sigma$, the
smallest eigenvalue of $A$, that can be used up. With Hilbert's matrix of order 6 for
$h\mathbf K + \mathbf C$ and $\theta = 1$, the first term is 0.17 beside $\sigma = 0.618$:
a good part of it is left. At order 7 it is 170, $\sigma = 0.602$, and nothing is. */
static double off(const theta_slip *s, const theta_posed *x)
{
    const theta_data *d = s->d;
    const int R = theta_rows(d), nv = d->nv, m = R + 1;
    const double g = number_size(s->share);
    double W = 0, Q = 0, S = length(R * R, x->S), G = length(R * nv, d->rows);
    double V = length(nv * nv, s->V) / (1 - s->Mt.all);
    for (int k = 0; k < nv; k++)
        for (int j = 0; j < R; j++) {
            double sum = -d->rows[j * nv + k], sizes = fabs(sum);
            for (int l = 0; l < nv; l++) {
                number B = s->Mt.B[k * nv + l];
                sum += B.v.hi * x->W[l * m + j];
                sizes += number_coarse(B) * fabs(x->W[l * m + j]);
            }
            sum = fabs(sum) + (nv + 6) * 0x1p-52 * sizes;
            sum = qvi_above(sum, nv + 4) + NUMBER_TINY;
            Q += sum * sum;
            W += x->W[k * m + j] * x->W[k * m + j];
        }
    Q = number_up(sqrt(qvi_above(Q, nv * R)));
    W = number_up(sqrt(qvi_above(W, nv * R))) + NUMBER_TINY;
    double inverse = s->HC.all / (1 - s->HC.all) * S;
    double sums = (nv + 8) * 0x1p-52 * (S + g * G * W);
    return qvi_above(inverse + g * G * V * Q + sums, 16) + NUMBER_TINY;
}

static bool plain_compliance(const theta_data *d)
{
    const int R = theta_rows(d);
    bool fine = true;
    for (int i = 0; i < R; i++)
        for (int k = 0, n = theta_columns(d, i); k < n; k++) {
            const int at = i * R + theta_column(d, i, k);
            fine = fine && number_plain(1, d->K + at) &&
                   number_plain(1, d->C + at);
        }
    return fine;
}

static bool plain_data(const theta_data *d, const theta_posed *x)
{
    const int n = d->nv, R = theta_rows(d);
    const double scalar[] = {d->h, d->theta};
    return number_plain(2, scalar) && d->h > 0 && number_plain(n * n, d->M) &&
           number_plain(n * n, d->J) && number_plain(n, d->f) &&
           number_plain(R * n, d->rows) && plain_compliance(d) &&
           number_plain(d->p, d->gap) && number_plain(n, d->v) &&
           number_plain(R, d->delta) &&
           number_plain(R * R, x->S) && number_plain(n * (R + 1), x->W);
}

/** What the step's problem was made of in doubles is made once more with a radius: $hK_{ij} + C_{ij}$ of
the floor of the ball, $h = 10^{-3}$, $K = 1000$, $C = 10$, is the double of $h$ times 1000 plus 10, which
is not 11 but $11 + 2 \cdot 10^{-17}$, and the double 11 is not it. Places that the pattern leaves out, and
those in it where both numbers are zero, are zeros without a radius, and cost nothing later. An $\tilde
M$ that elimination finds singular, or an inverse beyond the range, leaves `off` infinite. */
/* Mt, hK + C, and an approximate inverse of Mt; work: nv x nv. */
static bool fill(theta_slip *s, double *work)
{
    const theta_data *d = s->d;
    const int R = theta_rows(d), n = d->nv;
    s->share = number_times((number){dd_sum(1, -d->theta), 0}, number_of(d->h));
    memset(s->HC.B, 0, (size_t)(R * R) * sizeof *s->HC.B);
    for (int i = 0; i < R; i++)
        for (int k = 0, m = theta_columns(d, i); k < m; k++) {
            const int at = i * R + theta_column(d, i, k);
            if (d->K[at] != 0 || d->C[at] != 0)
                s->HC.B[at] = number_plus(
                    number_of(d->C[at]),
                    number_times(number_of(d->h), number_of(d->K[at])));
        }
    for (int i = 0; i < n * n; i++) {
        s->Mt.B[i] = number_plus(
            number_of(d->M[i]),
            number_minus(number_times(s->share, number_of(d->J[i]))));
        work[i] = s->Mt.B[i].v.hi;
        s->V[i] = i % (n + 1) == 0;
    }
    return theta_eliminate(n, n, work, s->V) && number_plain(n * n, s->V);
}

perp_status theta_slip_of(const theta_data *d, const theta_posed *posed,
                          arena *a, theta_slip *out)
{
    const size_t R = (size_t)theta_rows(d), n = (size_t)d->nv;
    *out = (theta_slip){.d = d, .meant = {out, INFINITY, slip, factors}};
    if (!plain_data(d, posed))
        return PERP_SUCCESS;
    double *work = arena_take_any(a, 2 * n * n + 1, sizeof *work);
    PERP_TRY(system_new(a, (int)R, &out->HC));
    PERP_TRY(system_new(a, (int)n, &out->Mt));
    out->x = arena_take(a, R + 1, sizeof *out->x);
    out->y = arena_take(a, 2 * n + 1, sizeof *out->y);
    if (work == NULL || out->x == NULL || out->y == NULL)
        return PERP_NO_MEMORY((R + n * n) * sizeof *out->x);
    out->V = work + n * n;
    if (!fill(out, work))
        return PERP_SUCCESS;
    out->HC.V = posed->S;
    out->Mt.V = out->V;
    judge_inverse(&out->HC);
    judge_inverse(&out->Mt);
    if (isfinite(out->HC.most) && isfinite(out->Mt.most))
        out->meant.off = off(out, posed);
    return PERP_SUCCESS;
}
