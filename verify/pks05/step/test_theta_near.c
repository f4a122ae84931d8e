/* The step of the contacts in hand, and the whole. */
#include "pks05/cone/qvi_newton.h"
#include "pks05/cone/qvi_polygon.h"
#include "pks05/step/theta_near.h"
#include "pks05/step/theta_slip.h"
#include "theta_random.h"

#include <math.h>

enum { MANY = 14, MOST_R = 3 * MANY };

/* Some contacts within reach, in random places of the list, the others a metre
   or more away; K and C couple the rows of a contact, and some contacts. */
typedef struct {
    theta_data d;
    double M[16], J[16], f[4], v[4], rows[4 * MOST_R], gap[MANY], mu[MANY];
    double K[MOST_R * MOST_R], C[MOST_R * MOST_R], delta[MOST_R];
    int distant[MANY];
} many;

/* A + B B' on the rows of contacts a and b. */
static void couple(check_random *g, const theta_data *d, int a, int b,
                   double scale, double *A)
{
    const int w = 1 + d->slips, R = theta_rows(d), n = a == b ? w : 2 * w;
    double B[36];
    theta_definite_random(g, n, scale, B);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[((i < w ? a : b) * w + i % w) * R + (j < w ? a : b) * w +
              j % w] += B[i * n + j];
}

static void many_new(check_random *g, int slips, int near, many *x)
{
    const int nv = check_integer(g, 2, 4);
    memset(x, 0, sizeof *x);
    x->d = (theta_data){nv,   MANY,   slips, 1.0 / (1 << 8), 0,
                        x->M, x->J,   x->f,  x->rows,        x->K,
                        x->C, x->gap, x->mu, x->v,           x->delta,
                        NULL,
                        NULL};
    theta_data *d = &x->d;
    d->theta = check_integer(g, 0, 4) / 4.0;
    theta_definite_random(g, nv, 0.5, x->M);
    theta_definite_random(g, nv, -0.25, x->J);
    x->J[1] += 0.5; /* a skew part */
    x->J[nv] -= 0.5;
    for (int i = 0; i < nv; i++) {
        x->f[i] = theta_small(g, 160);
        x->v[i] = theta_small(g, 16);
    }
    const int R = theta_rows(d);
    for (int i = 0; i < R * nv; i++)
        x->rows[i] = theta_small(g, 16);
    for (int i = 0; i < R; i++)
        x->delta[i] = theta_small(g, 16) / 1024;
    for (int i = 0; i < MANY; i++) {
        x->distant[i] = 1;
        x->mu[i] = check_integer(g, 0, 4) / 64.0;
        couple(g, d, i, i, 64, x->K);
        couple(g, d, i, i, 2, x->C);
    }
    for (int i = 0; i < near; i++)
        x->distant[check_integer(g, 0, MANY - 1)] = 0;
    for (int i = 0; i < MANY; i++)
        x->gap[i] = -x->delta[i * (1 + slips)] +
                    (x->distant[i] ? 1000 + check_integer(g, 0, 9)
                                   : check_integer(g, 0, 4) / 1024.0);
}

/* The whole problem with all contacts in it. */
typedef struct {
    arena a;
    theta_posed posed;
    theta_slip meant;
    qvi_problem p;
    qvi_answer y;
    theta_end end;
} solved;

static void solve(const theta_data *d, const qvi_options *o, solved *s)
{
    const int R = theta_rows(d);
    memset(s, 0, sizeof *s);
    CHECK(theta_posed_new(&s->a, d->nv, R, &s->posed).code == PERP_OK &&
              theta_end_new(&s->a, d->nv, R, &s->end).code == PERP_OK &&
              theta_pose(d, &s->a, &s->posed).code == PERP_OK &&
              theta_slip_of(d, &s->posed, &s->a, &s->meant).code == PERP_OK,
          "pose");
    s->p = (qvi_problem){d->p,       d->slips, s->posed.A,
                         s->posed.b, d->mu,    &s->meant.meant};
    CHECK(qvi_answer_new(&s->a, &s->p, &s->y).code == PERP_OK, "answer");
    perp_status t = qvi_solve(&s->p, o, &s->a, &s->y);
    CHECK(t.code == PERP_OK, "%s", t.message);
}

static double apart(int n, const double *x, const double *y)
{
    double most = 0, size = 1e-3;
    for (int i = 0; i < n; i++) {
        most = fmax(most, fabs(x[i] - y[i]));
        size = fmax(size, fabs(x[i]));
    }
    return most / size;
}

/** Steps of 14 contacts, in the plane, on the disc and with polygons: the forces of the
contacts in hand, with zeros, have a small residual in the whole problem; where that is
proven to have one solution they are within both proven distances of what the solver
finds with all contacts, and so is the end of the step, of those that were left out, too.
Contacts that are open at the beginning and come in late in the step are among them.

Verifies PKS05 (16), (17). */
static void as_the_whole(void)
{
    check_random g = {check_seed(73)};
    int left = 0, unique = 0, late = 0;
    for (int n = 0; n < 90; n++) {
        static many x;
        theta_near near;
        solved all, some;
        arena a = {0};
        qvi_options o = qvi_defaults;
        theta_end end;
        const int slips = n % 3 == 0 ? 1 : 2;
        o.method = n % 3 == 2 ? QVI_POLYHEDRAL : QVI_NEWTON;
        o.directions = 8;
        o.residual = n % 3 == 2 ? 1e-10 : o.residual;
        many_new(&g, slips, 1 + n % 4, &x);
        CHECK(theta_near_find(&x.d, &a, &near).code == PERP_OK, "near");
        const int R = theta_rows(&x.d), w = 1 + slips, nv = x.d.nv;
        double lam[MOST_R], back[MOST_R];
        solve(&x.d, &o, &all);
        solve(&near.d, &o, &some);
        theta_near_give(&near, some.y.lam, lam);
        theta_near_take(&near, lam, back);
        CHECK(memcmp(back, some.y.lam,
                     sizeof(double) * (size_t)theta_rows(&near.d)) == 0,
              "take, give");
        CHECK(theta_end_new(&a, nv, R, &end).code == PERP_OK &&
                  theta_near_recover(&near, &some.posed, some.y.lam, &a, &end)
                          .code == PERP_OK,
              "recover");
        left += near.left;
        qvi_newton at;
        const qvi_map map = {.p = &all.p};
        CHECK(qvi_newton_new(&a, &map, &at).code == PERP_OK, "room");
        memcpy(at.lam, lam, (size_t)R * sizeof *lam);
        CHECK(o.method == QVI_POLYHEDRAL || qvi_newton_residual(&at) < 1e-12,
              "step %d: residual %g", n, qvi_newton_residual(&at));
        for (int i = 0; i < MANY; i++)
            late += lam[i * w] > 0 && x.gap[i] + x.delta[i * w] > 0;
        if (all.y.unique) {
            unique++;
            CHECK(some.y.unique, "step %d: not unique in hand", n);
            double far = 0;
            for (int i = 0; i < R; i++)
                far += (lam[i] - all.y.lam[i]) * (lam[i] - all.y.lam[i]);
            CHECK(sqrt(far) <= all.y.bound + some.y.bound, "step %d: %g, %g", n,
                  sqrt(far), all.y.bound);
            theta_recover(&x.d, &all.posed, all.y.lam, &all.end);
            const double e[] = {apart(R, all.y.lam, lam),
                                apart(nv, all.end.v, end.v),
                                apart(nv, all.end.mean, end.mean),
                                apart(R, all.end.delta, end.delta),
                                apart(R, all.end.s, end.s)};
            for (int i = 0; i < 5; i++)
                CHECK(e[i] < 1e-11, "step %d: %g in %d", n, e[i], i);
        }
        CHECK(near.known.sigma <= all.y.sigma * (1 + 1e-9) &&
                  near.known.eta >= all.y.eta * (1 - 1e-9),
              "step %d: constants", n);
        arena_free(&all.a);
        arena_free(&some.a);
        arena_free(&a);
    }
    CHECK(left > 800 && unique > 40 && late > 20, "%d, %d, %d", left, unique,
          late);
    VERIFIES("PKS05 (16), (17)");
}

/* How many are in hand; in[i]: contact i is. */
static int in_hand(const theta_data *d, int *in)
{
    arena a = {0};
    theta_near x;
    memset(in, 0, MANY * sizeof *in);
    CHECK(theta_near_find(d, &a, &x).code == PERP_OK, "near");
    for (int i = 0; i < x.d.p; i++)
        in[x.contact[i]] = 1;
    CHECK(x.d.p + x.left == d->p, "count");
    int count = x.d.p;
    arena_free(&a);
    return count;
}

/** A distant contact comes along with one in hand that K alone, or C alone, couples it
with, and by a chain of two; seven or fewer are not worth leaving out. */
static void coupled(void)
{
    check_random g = {check_seed(74)};
    for (int n = 0; n < 20; n++) {
        static many x;
        int in[MANY];
        many_new(&g, 1 + n % 2, 0, &x);
        memset(x.delta, 0, sizeof x.delta);
        memset(x.v, 0, sizeof x.v);
        memset(x.f, 0, sizeof x.f);
        x.gap[5] = 0; /* at rest without a force: nobody else is in reach */
        CHECK(in_hand(&x.d, in) == 1 && in[5], "alone");
        couple(&g, &x.d, 5, 2, 64, x.K);
        CHECK(in_hand(&x.d, in) == 2 && in[2] && in[5], "K");
        couple(&g, &x.d, 11, 2, 2, x.C);
        CHECK(in_hand(&x.d, in) == 3 && in[11], "chain");
        couple(&g, &x.d, 7, 9, 2, x.C);
        CHECK(in_hand(&x.d, in) == 3, "others");
        x.gap[0] = x.gap[1] = x.gap[3] = 0;
        CHECK(in_hand(&x.d, in) == 6, "six of fourteen");
        x.gap[6] = 0;
        CHECK(in_hand(&x.d, in) == MANY, "seven are left");
    }
}

/* The contacts that K and C couple, by trying all pairs until nothing is new. */
static void closure(const theta_data *d, int with[MANY][MANY])
{
    const int w = 1 + d->slips, R = theta_rows(d);
    memset(with, 0, MANY * sizeof *with);
    for (int i = 0; i < R; i++)
        for (int j = 0; j < R; j++)
            with[i / w][j / w] |= d->K[i * R + j] != 0 || d->C[i * R + j] != 0;
    for (int turn = 0; turn < MANY; turn++)
        for (int i = 0; i < MANY; i++)
            for (int j = 0; j < MANY; j++)
                for (int k = 0; k < MANY; k++)
                    with[i][k] |= with[i][j] && with[j][k];
}

/* All that a step says: forces, end, distance, residuals; into out. */
enum { SAID = 3 * MOST_R + 20 };

static int said(const theta_data *d, double *out)
{
    arena a = {0};
    theta_near near;
    theta_end end;
    theta_residual left;
    solved s;
    const int R = theta_rows(d), nv = d->nv;
    memset(out, 0, SAID * sizeof *out);
    CHECK(theta_definite(d, &a).code == PERP_OK, "definite");
    CHECK(theta_near_find(d, &a, &near).code == PERP_OK, "near");
    solve(&near.d, &qvi_defaults, &s);
    theta_near_give(&near, s.y.lam, out);
    CHECK(theta_end_new(&a, nv, R, &end).code == PERP_OK &&
              theta_near_recover(&near, &s.posed, s.y.lam, &a, &end).code ==
                  PERP_OK,
          "recover");
    theta_look(d, out, &end, d->f, &left);
    memcpy(out + R, end.delta, (size_t)R * sizeof *out);
    memcpy(out + 2 * R, end.s, (size_t)R * sizeof *out);
    memcpy(out + 3 * R, end.v, (size_t)nv * sizeof *out);
    const double rest[] = {s.y.bound,     s.y.sigma,     s.y.eta,
                           left.contact,  left.friction, left.identity,
                           left.gained,   left.work,     near.known.sigma,
                           near.known.eta};
    memcpy(out + 3 * R + nv, rest, sizeof rest);
    const int left_out = near.left;
    arena_free(&s.a);
    arena_free(&a);
    return left_out;
}

/** With the pattern of who is coupled a step says the same to the last bit as without; and
nobody looks at another entry of K or C: where they are no numbers, nothing changes. Of
steps in which contacts are left out, and of such in which all are in hand. So what a step
does with the matrices grows with the coupled entries, and not with the square of the
contacts. */
static void by_pattern(void)
{
    check_random g = {check_seed(75)};
    int some = 0, all = 0;
    for (int n = 0; n < 40; n++) {
        static many x;
        static double before[SAID], behind[SAID], far[SAID];
        int with[MANY][MANY], at[MANY + 1], row[3 * MANY * MANY], count = 0;
        many_new(&g, 1 + n % 2, n % 4 < 2 ? 3 : MANY * 4, &x);
        theta_data *d = &x.d;
        const int w = 1 + d->slips, R = theta_rows(d);
        for (int k = 0; k < n % 5; k++) {
            const int c = check_integer(&g, 0, MANY - 2);
            couple(&g, d, c, check_integer(&g, c + 1, MANY - 1), 2,
                   k % 2 ? x.K : x.C);
        }
        closure(d, with);
        const theta_pattern pattern = {at, row};
        for (int c = 0; c < MANY; c++) {
            at[c] = count;
            for (int i = 0; i < R; i++)
                if (with[c][i / w])
                    row[count++] = i;
        }
        at[MANY] = count;
        int left = said(d, before);
        d->pattern = &pattern;
        CHECK(said(d, behind) == left, "in hand");
        CHECK(memcmp(before, behind, sizeof before) == 0, "step %d: pattern",
              n);
        for (int i = 0; i < R; i++)
            for (int j = 0; j < R; j++)
                if (!with[i / w][j / w])
                    x.K[i * R + j] = x.C[i * R + j] = NAN;
        CHECK(said(d, far) == left && memcmp(before, far, sizeof before) == 0,
              "step %d: entries beside the pattern are read", n);
        some += left > 0;
        all += left == 0;
    }
    CHECK(some > 10 && all > 10, "%d, %d", some, all);
}

int main(void)
{
    RUN(as_the_whole);
    RUN(by_pattern);
    RUN(coupled);
    DONE;
}
