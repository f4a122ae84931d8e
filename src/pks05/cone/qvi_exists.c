#include "pks05/cone/qvi_exists.h"

#include "number/dense.h"
#include "pks05/cone/qvi_box.h"

#include <math.h>
#include <string.h>

/** A root of the equations of a piece (`qvi_box.h`), looked for in boxes around the
point. In this order: the derivative at the point and an inverse of it, in doubles, with no
claim; Newton's step; boxes, each of which is tried once and proves or does not; the distance
of the forces; and all of it again from another point when none proves. The other
tries are for problems whose rounded $A$ is bad; of a step with $A$ in order the first proves, or
the step is on a seam. Then all is done once more, with the equations of all pieces (`qvi_seam.h`).

Only what `bent`,
`maps_into_itself` and `distance` say has to be true; a wrong inverse, a wrong piece or a bad box
can lose a proof and make none. */
typedef struct {
    qvi_box box;
    int N;
    number *F;      /* N: the equations at the point */
    double *J;      /* N x 2N: the derivative there, elimination */
    double *Y, *E;  /* N x N: about its inverse; at least |I - Y J| */
    double *v;      /* N: Newton's step is -v */
    double *around; /* N: the rounding in v */
    double *rest;   /* N: how far from -v the image of the box reaches */
    int *row_of;
    unsigned char *used;
} root;

static perp_status root_new(arena *a, const qvi_problem *p, const double *lam,
                            root *x)
{
    const size_t N = (size_t)qvi_rows(p);
    *x = (root){.N = (int)N};
    double *d = arena_take(a, 4 * N * N + 3 * N + 1, sizeof *d);
    x->F = arena_take(a, N + 1, sizeof *x->F);
    x->row_of = arena_take(a, N + 1, sizeof *x->row_of);
    x->used = arena_take(a, N + 1, 1);
    if (!x->F || !d || !x->row_of || !x->used)
        return PERP_NO_MEMORY(N * N * sizeof *d);
    x->J = d;
    x->Y = x->J + 2 * N * N;
    x->E = x->Y + N * N;
    x->v = x->E + N * N;
    x->around = x->v + N;
    x->rest = x->around + N;
    return qvi_box_new(a, p, lam, &x->box);
}

/* Y, an inverse in doubles of the derivative at the point; false: none. */
static bool invert(root *x)
{
    const int N = x->N;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            number a = qvi_box_derivative(&x->box, i, j);
            x->J[i * 2 * N + j] = x->E[i * N + j] = a.v.hi;
            x->J[i * 2 * N + N + j] = i == j;
        }
    if (dense_jordan(N, N, x->J, x->row_of, x->used, x->around, 0) < N)
        return false;
    for (int i = 0; i < N; i++)
        memcpy(x->Y + i * N, x->J + x->row_of[i] * 2 * N + N,
               (size_t)N * sizeof *x->Y);
    for (int i = 0; i < N; i++)
        memcpy(x->J + i * N, x->E + i * N, (size_t)N * sizeof *x->J);
    return number_plain(N * N, x->Y) && number_plain(N * N, x->J);
}

/** **Newton's map on the box.** $J$ is the derivative at the point rounded to doubles, $Y$
about its inverse, and $T(\eta) = \eta - YF(\eta)$. By the mean value theorem $F(\eta) = F(0) + \bar J\eta$ with
an average $\bar J$ of derivatives in the box, so

$$T(\eta) = -YF(0) + (I - YJ)\eta + Y(J - \bar J)\eta .$$

$F(0)$ is known with twice the digits, $v = YF(0)$ is computed in doubles; all else is sizes:
$|I - YJ|$ of a product in doubles with its rounding, as in `residue` of `step/theta_slip.c`, and
$|J - \bar J|$ from the derivative over the box. If

$$k = |v| + \text{rounding} + |I - YJ|\,e + |Y|\,|J - \bar J|\,e < e$$

in every row, $T$ maps the box into itself, and by Brouwer's theorem it has a fixed point
there. No smoothness is needed for that, only that $F(\eta) - F(0) = \bar J\eta$ with a $\bar J$ among
the enclosed (`qvi_seam.h`). $Y$ is regular, because $|I - Y\bar J|\,e < e$ bounds the spectral radius of $I - Y\bar J$
below one; so the fixed point is a root of $F$.

One box for each row, and not one ball as in Kantorovich's theorem: rows of a step are normal
and tangential, of stiff contacts and soft ones, and the constant of a ball would be that of
the worst of them, with the radius of the largest.

**By hand**, the contact of `qvi_box.h` from $\lambda = (1, -0.31, -0.40)$, one hundredth from its
solution. Nothing is rounded, so $|I - YJ|$ is nothing. The equations have $F = (0, -0.00788,
-0.00160)$, Newton's step goes by $(0, 0.00998, 0.000004)$: it does not land, because the direction
of $z$ turns on the way. A box of $e = (0, 0.0117, 0.00045)$ lets it turn by so much that its
image reaches $(0, 0.00042, 0.00040)$ around Newton's point: it is inside, $0.00998 + 0.00042 <
0.0117$ and $0.000004 + 0.00040 < 0.00045$. The distance is proven to be at most 0.0104.
From $(1, -0.40, -0.30)$, the same length turned by 16 degrees, the box would
reach a slip that is over, and the point is moved first: 0.1445 is proven there, and 0.1414 is
the error. */
static void residual_product(root *x)
{
    const int N = x->N;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = -(i == j), sizes = i == j;
            for (int k = 0; k < N; k++) {
                double y = x->Y[i * N + k] * x->J[k * N + j];
                sum += y;
                sizes += fabs(y);
            }
            double e = fabs(sum) + (N + 6) * 0x1p-52 * sizes;
            x->E[i * N + j] = qvi_above(e, N + 4) + NUMBER_TINY;
        }
}

/* v, and in `around` how far it can be from Y F(0). */
static void newton_step(root *x)
{
    const int N = x->N;
    for (int i = 0; i < N; i++) {
        double sum = 0, sizes = 0, error = 0;
        for (int j = 0; j < N; j++) {
            double y = x->Y[i * N + j] * x->F[j].v.hi;
            sum += y;
            sizes += fabs(y);
            error += fabs(x->Y[i * N + j]) * x->F[j].error;
        }
        x->v[i] = sum;
        x->around[i] =
            qvi_above(error + (N + 6) * 0x1p-52 * sizes, N + 8) + NUMBER_TINY;
    }
}

/* |J - J over the box| e, a number a row. */
static double bent(const root *x, int row)
{
    const int N = x->N;
    double sum = 0;
    for (int j = 0; j < N; j++) {
        number d = qvi_box_derivative(&x->box, row, j);
        d = number_plus(d, number_of(-x->J[row * N + j]));
        sum += number_size(d) * x->box.e[j];
    }
    return qvi_above(sum, N + 2);
}

/** How far from $-v$ the image of the box can reach: `rest`. The derivative is that of the
box that `qvi_box_holds` was asked about. */
static bool maps_into_itself(root *x)
{
    const int N = x->N;
    bool inside = true;
    for (int i = 0; i < N; i++)
        x->rest[i] = x->around[i];
    for (int j = 0; j < N; j++) {
        const double d = bent(x, j), e = x->box.e[j];
        for (int i = 0; i < N; i++)
            x->rest[i] += fabs(x->Y[i * N + j]) * d + x->E[i * N + j] * e;
    }
    for (int i = 0; i < N; i++) {
        x->rest[i] = qvi_above(x->rest[i], 3 * N + 4);
        inside =
            inside && qvi_above(fabs(x->v[i]) + x->rest[i], 2) < x->box.e[i];
    }
    return inside;
}

/** **Which box.** Newton's step itself, an eighth larger, is nearly always enough: the point is
a solver's answer, its step is rounding, and $J - \bar J$ is that times a curvature. Where it
is not, the image is the next box, an eighth larger again. In the example by hand the first
box was $(0, 0.0112, 0.000005)$, much too thin for its second row. A box that has grown eight
times is given up. */
enum { BOXES = 8 };

static bool found(root *x)
{
    for (int i = 0; i < x->N; i++)
        x->rest[i] = x->around[i];
    for (int k = 0; k < BOXES; k++) {
        for (int i = 0; i < x->N; i++) {
            double e = 1.125 * (fabs(x->v[i]) + x->rest[i]) + NUMBER_TINY;
            x->box.e[i] = e > x->box.e[i] ? e : x->box.e[i];
        }
        if (!qvi_box_holds(&x->box))
            return false;
        if (maps_into_itself(x))
            return true;
    }
    return false;
}

/** **The distance** of the forces is $|B\eta|$ of the root $\eta$, which is within `rest` of $-v$. $Bv$ is
formed before sizes are taken: where $B$ is ill conditioned, $|B||v|$ would be many times
it. */
static double distance(const root *x)
{
    const int N = x->N;
    double all = 0;
    for (int i = 0; i < N; i++) {
        double sum = 0, sizes = 0, around = 0;
        for (int j = 0; j < N; j++) {
            const number B = x->box.B[i * N + j];
            sum += B.v.hi * x->v[j];
            sizes += number_coarse(B) * fabs(x->v[j]);
            around += number_size(B) * x->rest[j];
        }
        double r = fabs(sum) + (N + 6) * 0x1p-52 * sizes + around;
        r = qvi_above(r, N + 8) + NUMBER_TINY;
        all += r * r;
    }
    return number_up(sqrt(qvi_above(all, N + 2)));
}

/** **Moved.** Where the solver's $A$ is off by a share of its digits, its answer is as far off,
and the box around it may reach beyond its piece. Then the point goes where Newton's step
with the meant numbers leads, and the way is counted. The piece stays: it is that of the solver.

With Hilbert's matrix of order 8 the solver's $A$ is off by more than its least
eigenvalue, and the slip at its answer, computed from the meant numbers, is wrong by a
hundredth of a metre per second where it should be zero. One move ends that: of 600
such steps, with friction up to 2, all but 10 are proven. The forces of the run stay
those of the solver, and $r$ says how far off they are. */
enum { MOVES = 3 };

static double way(const root *x, const double *lam)
{
    double all = 0;
    for (int i = 0; i < x->N; i++) {
        double d = qvi_above(fabs(x->box.point[i] - lam[i]), 1);
        all += d * d;
    }
    return all > 0 ? number_up(sqrt(qvi_above(all, x->N))) : 0;
}

static void move(root *x)
{
    for (int i = 0; i < x->N; i++)
        for (int j = 0; j < x->N; j++)
            x->box.point[i] -= x->box.B[i * x->N + j].v.hi * x->v[j];
    memset(x->box.e, 0, (size_t)x->N * sizeof *x->box.e);
}

/* A root of the piece near the point, proven. */
static bool proven(root *x)
{
    if (!invert(x))
        return false;
    for (int i = 0; i < x->N; i++)
        x->F[i] = qvi_box_equation(&x->box, i);
    residual_product(x);
    newton_step(x);
    return found(x);
}

/* From lam, with its pieces or with all. */
static double from(root *x, const double *lam, bool seams)
{
    const size_t N = (size_t)x->N;
    x->box.seams = seams;
    memcpy(x->box.point, lam, N * sizeof *lam);
    memset(x->box.e, 0, N * sizeof *x->box.e);
    for (int k = 0; k <= MOVES && qvi_box_known(&x->box); k++) {
        qvi_box_holds(&x->box);
        if (proven(x)) {
            double most = number_up(distance(x) + way(x, lam));
            return most < (double)INFINITY ? most : (double)INFINITY;
        }
        move(x);
    }
    return INFINITY;
}

perp_status qvi_exists(arena *a, const qvi_problem *p, const double *lam,
                       double *r)
{
    arena_mark mark = arena_here(a);
    root x;
    *r = qvi_rows(p) == 0 ? 0 : (double)INFINITY;
    PERP_TRY(root_new(a, p, lam, &x));
    for (int seams = 0; seams < 2 && isinf(*r); seams++)
        *r = from(&x, lam, seams);
    arena_release(a, mark);
    return PERP_SUCCESS;
}
