/* One piece of the step over a box. */
#include "pks05/cone/qvi_box.h"
#include "qvi_random.h"

static qvi_random_kind kind_of(check_random *r, int k)
{
    return (qvi_random_kind){1 + k % 3, 1 + k / 3 % 2, 2, 0.5,
                             check_integer(r, 0, 1) * 0.25};
}

/* The right column of the table, in doubles: the least of what must be
   positive. */
static double margin(const qvi_problem *p, const qvi_box *x, const double *lam)
{
    const int N = qvi_rows(p), k = p->slips;
    double least = INFINITY, w[QVI_RANDOM_N];
    for (int i = 0; i < N; i++) {
        w[i] = p->b[i];
        for (int j = 0; j < N; j++)
            w[i] += p->A[i * N + j] * lam[j];
    }
    for (int i = 0; i < p->contacts; i++) {
        const int at = i * (1 + k);
        double force = 0, z = 0;
        for (int j = at + 1; j <= at + k; j++) {
            double d = lam[j] - x->rho[i] * w[j];
            force += lam[j] * lam[j];
            z += d * d;
        }
        const double g = p->mu[i] * lam[at];
        least = fmin(least, x->is[i] == QVI_OPEN ? w[at] : lam[at]);
        if (x->is[i] == QVI_STICK)
            least = fmin(least, g - sqrt(force));
        if (x->is[i] == QVI_SLIP)
            least = fmin(least, sqrt(z) - g);
    }
    return least;
}

/* F at another point of the box, less F at its middle, and J eta with J
   anywhere in what the box says of the derivative. */
static void check_mean(const qvi_box *x, qvi_box *there, const double *eta)
{
    CHECK(qvi_box_known(there), "known");
    qvi_box_holds(there);
    qvi_box middle = *x;
    for (int i = 0; i < x->N; i++) {
        double sum = 0, radius = 1e-13;
        for (int j = 0; j < x->N; j++) {
            number d = qvi_box_derivative(x, i, j);
            sum += d.v.hi * eta[j];
            radius += d.error * fabs(eta[j]);
        }
        middle.turn = there->turn + (x->p->contacts + 1) * QVI_TURN;
        double change =
            qvi_box_equation(there, i).v.hi - qvi_box_equation(&middle, i).v.hi;
        CHECK(fabs(change - sum) <= radius, "row %d: %g, not %g within %g", i,
              change, sum, radius);
    }
}

/** A thousand boxes around points near known solutions, all pieces: by the mean value
theorem the equations change from the middle to any point of a box by $\bar J\eta$ with
$\bar J$ in the enclosed derivative, which holds for no other derivative; and where a
sample of a box is off its pieces, the box is refused. */
static void boxes(void)
{
    check_random r = {check_seed(411)};
    arena a = {0};
    int kept = 0, refused = 0, off = 0, pieces[4] = {0};
    for (int k = 0; k < 1000; k++) {
        qvi_built y = qvi_built_new(&r, kind_of(&r, k));
        if (k % 5 == 0)
            y.x.mu[0] = 0;
        const qvi_problem p = qvi_random_problem(&y.x);
        const int N = qvi_rows(&p);
        const double size = ldexp(1, -check_integer(&r, 3, 12));
        arena_mark mark = arena_here(&a);
        qvi_box x, there;
        CHECK(qvi_box_new(&a, &p, y.lam, &x).code == PERP_OK, "room");
        CHECK(qvi_box_known(&x), "known");
        qvi_box_holds(&x);
        number *turn = arena_take(&a, 4 * QVI_TURN, sizeof *turn);
        memcpy(turn, x.turn, (size_t)(p.contacts * QVI_TURN) * sizeof *turn);
        for (int i = 0; i < N; i++)
            x.e[i] = size;
        const bool holds = qvi_box_holds(&x);
        bool outside = false;
        for (int s = 0; s < 8; s++) {
            double eta[QVI_RANDOM_N], lam[QVI_RANDOM_N];
            for (int i = 0; i < N; i++) {
                eta[i] = size * check_integer(&r, -4, 4) / 4;
                lam[i] = y.lam[i] + eta[i];
            }
            outside = outside || margin(&p, &x, lam) < -1e-12;
            if (!holds)
                continue;
            CHECK(margin(&p, &x, lam) > -1e-12, "off the piece");
            CHECK(qvi_box_new(&a, &p, lam, &there).code == PERP_OK, "room");
            memcpy(there.is, x.is, (size_t)p.contacts * sizeof *x.is);
            number *own = arena_take(&a, 16 * QVI_TURN, sizeof *own);
            there.turn = own;
            memcpy(own + (p.contacts + 1) * QVI_TURN, turn,
                   (size_t)(p.contacts * QVI_TURN) * sizeof *turn);
            check_mean(&x, &there, eta);
        }
        kept += holds;
        refused += !holds;
        off += outside;
        for (int i = 0; i < p.contacts && holds; i++)
            pieces[x.is[i]]++;
        arena_release(&a, mark);
    }
    printf("of 1000 boxes %d keep to their pieces, %d not (%d with a sample "
           "outside); open %d, stick %d, slip %d, smooth %d\n",
           kept, refused, off, pieces[0], pieces[1], pieces[2], pieces[3]);
    CHECK(kept > 200 && off > 50 && off <= refused, "%d, %d", kept, off);
    for (int i = 0; i < 4; i++)
        CHECK(pieces[i] > 20, "piece %d", i);
    arena_free(&a);
}

/** The contact of the header, by hand: across the slip the derivative is two thirds, along
it one. */
static void by_hand(void)
{
    static const double A[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const double b[3] = {-1, 0.6, 0.8}, mu = 0.5;
    static const double lam[3] = {1, -0.3, -0.4}, u[2] = {-0.6, -0.8};
    const qvi_problem p = {1, 2, A, b, &mu, NULL};
    arena a = {0};
    qvi_box x;
    CHECK(qvi_box_new(&a, &p, lam, &x).code == PERP_OK, "room");
    CHECK(x.is[0] == QVI_SLIP && x.rho[0] == 0.5, "%d", (int)x.is[0]);
    CHECK(qvi_box_known(&x) && qvi_box_holds(&x), "holds");
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            double want = 2 / 3.0 * ((i == j) - u[i] * u[j]) + u[i] * u[j];
            number d = qvi_box_derivative(&x, 1 + i, 1 + j);
            CHECK(fabs(d.v.hi - want) < 1e-15, "%g, not %g", d.v.hi, want);
        }
    for (int i = 0; i < 3; i++)
        CHECK(fabs(qvi_box_equation(&x, i).v.hi) < 1e-15, "row %d", i);
    arena_free(&a);
}

int main(void)
{
    RUN(boxes);
    RUN(by_hand);
    DONE;
}
