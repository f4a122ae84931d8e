#include "pks05/cone/qvi_box.h"

#include "pks05/cone/qvi_newton.h"
#include "pks05/cone/qvi_seam.h"

#include <math.h>
#include <string.h>

/** Which piece is read off at the point, as the solver does: by the signs of $z_n =
\lambda_n - w_n/A_{nn}$ and of $|z| - \mu\lambda_n$. A wrong guess costs a proof and makes
none.

They are asked of $A$ and $b$ as they are rounded, which the solver had: what it found
sticking sticks with these, while the slip that is meant may be far from zero at its answer
and look like one of a slide.

$\varrho$ may be any positive number. At a root $|z| - \mu\lambda_n = \varrho|w_{to}|$, so
the margin of a slip is its speed times $\varrho$; with one over the trace of $A_{tt}$ that is
about the force that would stop it, a number to be compared with the forces' radii. Much
larger, it would make $z$ as uncertain as the slip; much smaller, leave no margin. */
static void choose(qvi_box *x)
{
    const qvi_problem *p = x->p;
    const int N = x->N, k = p->slips;
    double *w = x->e;
    qvi_rows_at(p, x->point, w);
    for (int i = 0; i < p->contacts; i++) {
        const int at = i * (1 + k);
        const double *lam = x->point + at;
        const double mn = p->mu[i] * lam[0];
        double trace = 0, zz = 0;
        for (int j = 1; j <= k; j++)
            trace += p->A[(at + j) * (N + 1)];
        x->rho[i] = 1 / trace;
        for (int j = 1; j <= k; j++) {
            double z = lam[j] - x->rho[i] * w[at + j];
            zz += z * z;
        }
        x->is[i] = zz > mn * mn ? QVI_SLIP : QVI_STICK;
        if (!(lam[0] > w[at] / p->A[at * (N + 1)]))
            x->is[i] = QVI_OPEN;
        else if (p->mu[i] == 0)
            x->is[i] = QVI_SMOOTH;
    }
    memset(w, 0, (size_t)N * sizeof *w);
}

perp_status qvi_box_new(arena *a, const qvi_problem *p, const double *lam,
                        qvi_box *x)
{
    const size_t N = (size_t)qvi_rows(p), m = (size_t)p->contacts;
    *x = (qvi_box){.p = p, .N = (int)N};
    number *s = arena_take(a, 2 * N * N + 3 * N + QVI_TURN * m + 1, sizeof *s);
    double *d = arena_take(a, 2 * N + m + 1, sizeof *d);
    x->is = arena_take(a, m + 1, sizeof *x->is);
    if (!s || !d || !x->is)
        return PERP_NO_MEMORY(N * N * sizeof *s);
    x->B = s;
    x->D = x->B + N * N;
    x->at = x->D + N * N;
    x->l = x->at + N;
    x->w = x->l + N;
    x->turn = x->w + N;
    x->e = d;
    x->point = x->e + N;
    x->rho = x->point + N;
    memcpy(x->point, lam, N * sizeof *lam);
    choose(x);
    return PERP_SUCCESS;
}

/** Without `meant` the data are $A$ and $b$ themselves, and $B = I$. */
bool qvi_box_known(qvi_box *x)
{
    const qvi_problem *p = x->p;
    const int N = x->N;
    if (!number_plain(N, x->point) || !number_plain(p->contacts, p->mu))
        return false;
    if (p->meant != NULL)
        return p->meant->factors != NULL &&
               p->meant->slip(p->meant->of, x->point, x->at) &&
               p->meant->factors(p->meant->of, x->B, x->D);
    if (!number_plain(N * N, p->A) || !number_plain(N, p->b))
        return false;
    for (int i = 0; i < N; i++) {
        x->at[i] = number_of(p->b[i]);
        for (int j = 0; j < N; j++) {
            number A = x->D[i * N + j] = number_of(p->A[i * N + j]);
            x->B[i * N + j] = number_of(i == j);
            x->at[i] = number_add(x->at[i], A, number_of(x->point[j]));
        }
    }
    return true;
}

/** **Over a box.** Every force and every slip becomes a number with the radius that the
box gives it, $\sum_j |B_{ij}| e_j$ and $\sum_j |D_{ij}| e_j$, and the conditions of the table are
asked of its worst end. The same lines with $e = 0$ are the point's.

That $\lambda$ and $w$ of a contact come from one $\eta$ is forgotten here: $z$ is widened by both. For
boxes of the size of rounding it is nothing. With ill conditioned $B$ the box of forces is larger than
what the box of rates really maps to, up to thousands of times, and a contact near a seam is lost by
it: one in 1800 steps with Hilbert's matrix of order 6. */
static void widen(qvi_box *x)
{
    const int N = x->N;
    for (int i = 0; i < N; i++) {
        double l = 0, w = 0;
        for (int j = 0; j < N; j++) {
            l += number_size(x->B[i * N + j]) * x->e[j];
            w += number_size(x->D[i * N + j]) * x->e[j];
        }
        x->l[i] = number_of(x->point[i]);
        x->l[i].error = qvi_above(l, N + 2);
        x->w[i] = x->at[i];
        x->w[i].error = qvi_above(x->at[i].error + qvi_above(w, N + 2), 2);
    }
}

static bool below(number a, number b)
{
    return number_least(number_plus(b, number_minus(a))) > 0;
}

/* u and P of a contact that slips; false unless |z| > mu lam_n > 0, with a
   positive rho: else the slip would go along its force. */
static bool turn_at(qvi_box *x, int i)
{
    const int k = x->p->slips, at = i * (1 + k);
    const number g = number_times(number_of(x->p->mu[i]), x->l[at]);
    number z[2] = {{.error = 0}, {.error = 0}}, *to = x->turn + i * QVI_TURN;
    for (int j = 0; j < k; j++)
        z[j] = number_sub(x->l[at + 1 + j], number_of(x->rho[i]),
                          x->w[at + 1 + j]);
    number zz = number_add(number_times(z[0], z[0]), z[1], z[1]);
    const bool along = !(x->rho[i] > 0);
    bool fine = !along && below(number_times(g, g), zz) && number_least(g) > 0;
    memset(to, 0, QVI_TURN * sizeof *to);
    to[0] = number_of(z[0].v.hi > 0 ? 1 : -1);
    if (k == 1 || !(number_least(zz) > 0))
        return fine;
    const number one = number_inverse(number_root(zz)); /* 1 / |z| */
    const number q = number_times(g, one);
    const number u = number_times(z[0], one), v = number_times(z[1], one);
    to[0] = u;
    to[1] = v;
    to[2] = number_times(q, number_times(v, v));
    to[3] = number_minus(number_times(q, number_times(u, v)));
    to[4] = number_times(q, number_times(u, u));
    return fine;
}

static bool sticks(const qvi_box *x, int i)
{
    const int at = i * (1 + x->p->slips);
    number g = number_times(number_of(x->p->mu[i]), x->l[at]);
    number sum = number_of(0);
    for (int j = 1; j <= x->p->slips; j++)
        sum = number_add(sum, x->l[at + j], x->l[at + j]);
    return below(sum, number_times(g, g));
}

/* The table's right column in the box e; fills l, w and turn. */
bool qvi_box_holds(qvi_box *x)
{
    bool fine = true;
    widen(x);
    if (x->seams)
        return qvi_seam_slopes(x);
    for (int i = 0; i < x->p->contacts; i++) {
        const int at = i * (1 + x->p->slips);
        const number must = x->is[i] == QVI_OPEN ? x->w[at] : x->l[at];
        fine = number_least(must) > 0 && fine;
        if (x->is[i] == QVI_SLIP)
            fine = turn_at(x, i) && fine;
        else if (x->is[i] == QVI_STICK)
            fine = sticks(x, i) && fine;
    }
    return fine;
}

/* Is the equation of this row lambda_row = 0? */
static bool is_force(const qvi_box *x, int row)
{
    const int w = 1 + x->p->slips;
    const qvi_piece is = x->is[row / w];
    return is == QVI_OPEN || (is == QVI_SMOOTH && row % w > 0);
}

/** **The derivative** by $\eta$. A row of forces gives a row of $B$, a row of slips one of $D$.
Where it slips $dz = (B_{to} - \varrho D_{to})\,d\eta$ turns $u$ across itself,

$$dF_{to} = B_{to}\,d\eta - \mu u\,B_n\,d\eta - P\,dz, \qquad P = q\,(I - uu^\top).$$

In the plane $u$ is a sign and $P = 0$: all pieces are linear, and Newton's step from
the point is the root. In space $P$ is what makes the box small: it changes by
about $|dz|/|z|$. */
number qvi_box_derivative(const qvi_box *x, int row, int j)
{
    const int N = x->N, k = x->p->slips, i = row / (1 + k), at = i * (1 + k);
    const int r = row - at;
    const number *B = x->B + at * N + j, *D = x->D + at * N + j;
    const number *t = x->turn + i * QVI_TURN;
    if (x->seams)
        return qvi_seam_derivative(x, row, j);
    if (is_force(x, row))
        return B[r * N];
    if (x->is[i] != QVI_SLIP || r == 0)
        return D[r * N];
    const number by = number_times(number_of(x->p->mu[i]), t[r - 1]);
    number sum = number_sub(B[r * N], by, B[0]);
    for (int c = 1; c <= k; c++) {
        number dz = number_sub(B[c * N], number_of(x->rho[i]), D[c * N]);
        sum = number_sub(sum, t[r + c], dz);
    }
    return sum;
}

number qvi_box_equation(const qvi_box *x, int row)
{
    const int w = 1 + x->p->slips, i = row / w, at = i * w;
    if (x->seams)
        return qvi_seam_equation(x, row);
    if (is_force(x, row))
        return number_of(x->point[row]);
    if (x->is[i] != QVI_SLIP || row == at)
        return x->at[row];
    number g = number_times(number_of(x->p->mu[i]), number_of(x->point[at]));
    return number_sub(number_of(x->point[row]), g,
                      x->turn[i * QVI_TURN + row - at - 1]);
}
