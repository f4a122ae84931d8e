/**
# All solutions in space

Steps whose solutions are known, turned in the plane of their slips by a rational
rotation; and random ones, of which Newton's method from many starts finds no
solution that the tree does not have. PERP_LONG: 100 problems, 100,000 starts each.
*/
#include "pks05/cone/qvi_angles.h"
#include "pks05/cone/qvi_modes.h"
#include "qvi_random.h"

static qvi_angles found;

static perp_status find(const qvi_random *x, const qvi_angle_options *o)
{
    const qvi_problem p = qvi_random_problem(x);
    arena a = {0};
    qvi_exact_problem e;
    CHECK(qvi_exact_new(&a, &p, &e).code == PERP_OK, "data");
    perp_status s = qvi_angles_find(&e, o, &found);
    qvi_exact_clear(&e);
    arena_free(&a);
    return s;
}

/* Q A Q' for Q that turns t, o of contact i by (c, s). */
static void turn(qvi_random *x, int i, double c, double s)
{
    const int N = 3 * x->contacts, t = 3 * i + 1, o = t + 1;
    for (int j = 0; j < N; j++) {
        double *a = &x->A[t * N + j], *b = &x->A[o * N + j], y = *a;
        *a = c * y - s * *b;
        *b = s * y + c * *b;
    }
    for (int j = 0; j < N; j++) {
        double *a = &x->A[j * N + t], *b = &x->A[j * N + o], y = *a;
        *a = c * y - s * *b;
        *b = s * y + c * *b;
    }
    const double y = x->b[t];
    x->b[t] = c * y - s * x->b[o];
    x->b[o] = s * y + c * x->b[o];
}

static int holds(const qvi_part *k, int rows, const double *lam)
{
    double size = 1;
    int all = 1;
    for (int i = 0; i < rows; i++)
        size = fmax(size, fabs(lam[i]));
    for (int i = 0; i < rows; i++)
        all = all && fabs(qvi_middle(k->lam[i]) - lam[i]) < 1e-8 * size &&
              k->lam[i].hi - k->lam[i].lo < 1e-9 * size;
    return all;
}

/* The three of qvi.h, in every direction; two such contacts have nine. */
static void known(void)
{
    static const double want[3][2] = {{0, 0}, {3, -2}, {1, -1}};
    const qvi_angle_options o = {0};
    for (int k = 0; k < 12; k++) {
        const double c = cos(k * 0.53), s = sin(k * 0.53);
        const int two = k % 4 == 3, n = two ? 2 : 1;
        qvi_random x = {n, 2, {0}, {0}, {1, 1}};
        const double A[3][3] = {{1, 2, 0}, {2, 5, 0}, {0, 0, 1}};
        for (int i = 0; i < n; i++) {
            for (int r = 0; r < 9; r++)
                x.A[(3 * i + r / 3) * 3 * n + 3 * i + r % 3] = A[r / 3][r % 3];
            x.b[3 * i] = 1;
            x.b[3 * i + 1] = 4;
            turn(&x, i, c, s);
        }
        perp_status st = find(&x, &o);
        CHECK(st.code == PERP_OK, "%s", st.message);
        CHECK(found.solutions == (two ? 9 : 3) && found.undecided == 0,
              "turn %d: %d, %d undecided", k, found.solutions, found.undecided);
        for (int i = 0; i < (two ? 9 : 3); i++) {
            double lam[6] = {0};
            int hits = 0;
            for (int j = 0; j < n; j++) {
                const double *w = want[j == 0 ? i % 3 : i / 3];
                lam[3 * j] = w[0];
                lam[3 * j + 1] = c * w[1];
                lam[3 * j + 2] = s * w[1];
            }
            for (int j = 0; j < found.solutions; j++)
                hits += holds(&found.solution[j], 3 * n, lam);
            CHECK(hits == 1, "solution %d of turn %d: %d", i, k, hits);
        }
    }
}

/* A segment of solutions is never a list of points. */
static void ties(void)
{
    const qvi_angle_options o = {0}, few = {.most = 2};
    qvi_random x = {1, 2, {1, 2, 0, 2, 5, 0, 0, 0, 1}, {0, 1, 0}, {0.5}};
    CHECK(find(&x, &o).code == PERP_OK, "segment");
    CHECK(found.undecided > 0, "a segment, %d solutions", found.solutions);
    x.b[0] = 1;
    CHECK(find(&x, &few).code == PERP_LIMIT, "parts");
    x.A[0] = -1;
    CHECK(find(&x, &o).code == PERP_INPUT, "not definite");
    x.slips = 1;
    CHECK(find(&x, &o).code == PERP_INPUT, "planar");
}

/* The law, in doubles: how far the middle of a solution is from it. */
static double misses(const qvi_random *x, const qvi_part *k)
{
    const int N = 3 * x->contacts;
    double lam[9], most = 0;
    for (int i = 0; i < N; i++)
        lam[i] = qvi_middle(k->lam[i]);
    for (int i = 0; i < x->contacts; i++) {
        double w[3];
        for (int r = 0; r < 3; r++) {
            w[r] = x->b[3 * i + r];
            for (int j = 0; j < N; j++)
                w[r] += x->A[(3 * i + r) * N + j] * lam[j];
        }
        const double *l = lam + 3 * i, g = x->mu[i] * l[0];
        most = fmax(most, fabs(fmin(l[0], w[0])));
        most = fmax(most, hypot(l[1], l[2]) - g);
        most =
            fmax(most, fabs(l[1] * w[1] + l[2] * w[2] + g * hypot(w[1], w[2])));
    }
    return most;
}

static void none_missed(void)
{
    const int whole = getenv("PERP_LONG") != NULL;
    const int problems = whole ? 100 : 10, starts = whole ? 100000 : 40;
    check_random r = {check_seed(64)};
    arena a = {0};
    int several = 0, open = 0, parts = 0;
    for (int k = 0; k < problems; k++) {
        const qvi_angle_options o = {0};
        const qvi_random_kind kind = {1 + k % 2, 2, k % 4 < 2 ? 6 : 1, 0.03,
                                      0.1 * (k % 3)};
        qvi_random x = qvi_random_new(&r, kind);
        for (int i = 0; i < x.contacts && k % 4 < 2; i++)
            x.b[3 * i] = 0.3 * fabs(x.b[3 * i]);
        const qvi_problem p = qvi_random_problem(&x);
        qvi_search q;
        perp_status s = find(&x, &o);
        CHECK(s.code == PERP_OK, "%s", s.message);
        CHECK(qvi_search_all(&a, &p, starts, 20, &q).code == PERP_OK, "search");
        CHECK(q.found > 0 && found.solutions + found.undecided > 0, "none");
        for (int f = 0; f < q.found; f++) {
            int in = 0;
            for (int i = 0; i < found.solutions; i++)
                in |= holds(&found.solution[i], 3 * x.contacts,
                            q.lam + f * 3 * x.contacts);
            CHECK(in || found.undecided > 0,
                  "problem %d: answer %d of %d missed: %.17g, %.17g", k, f,
                  q.found, q.lam[f * 3 * x.contacts],
                  found.solution[0].lam[0].lo);
        }
        for (int i = 0; i < found.solutions; i++)
            CHECK(misses(&x, &found.solution[i]) < 1e-9, "problem %d: %g", k,
                  misses(&x, &found.solution[i]));
        several += found.solutions > 1;
        open += found.undecided > 0;
        parts += (int)found.parts;
        arena_free(&a);
    }
    printf("%d problems, %d with several solutions, %d with undecided parts, "
           "%d parts each\n",
           problems, several, open, parts / problems);
    CHECK(open <= problems / 20, "%d undecided", open);
    CHECK(several > 0 || !whole, "none with several");
}

int main(void)
{
    RUN(known);
    RUN(ties);
    RUN(none_missed);
    DONE;
}
