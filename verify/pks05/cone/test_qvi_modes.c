/**
# Planar contacts by modes
*/
#include "lcp/enumerate/enumerate_text.h"
#include "faultless.h"
#include "pks05/cone/qvi_modes.h"
#include "qvi_random.h"

#include "number/rational.h"

static qvi_exact_problem exact(arena *a, const qvi_random *x)
{
    qvi_problem p = qvi_random_problem(x);
    qvi_exact_problem e;
    CHECK(qvi_exact_new(a, &p, &e).code == PERP_OK, "data");
    return e;
}

/* The tree, written and read by somebody who believes nothing. */
static void check_tree(const qvi_modes *m)
{
    char *text = NULL;
    size_t len = 0;
    FILE *f = open_memstream(&text, &len);
    CHECK(enumerate_write(&m->system, &m->all, f).code == PERP_OK, "write");
    fclose(f);
    perp_status s = enumerate_check(&m->system, text, len);
    CHECK(s.code == PERP_OK, "%s", s.message);
    free(text);
}

/* A = [[1,2],[2,5]], b = (1,4), mu = 1: open, stick and slip forward, and
   nothing else. (lam = 0, w = (1,4); lam = (3,-2), w = 0; lam_t = -lam_n: n =
   1, w = (0,1).) */
static void three(void)
{
    arena a = {0};
    qvi_random x = {1, 1, {1, 2, 2, 5}, {1, 4}, {1}};
    qvi_exact_problem e = exact(&a, &x);
    qvi_modes m;
    qvi_verdict unique;
    const int want[3][2] = {{0, 0}, {3, -2}, {1, -1}};
    CHECK(qvi_modes_find(&a, &e, &m).code == PERP_OK, "modes");
    CHECK(m.points == 3 && m.continua == 0, "%d points", m.points);
    check_tree(&m);
    for (int k = 0; k < 3; k++) {
        int found = 0;
        for (int i = 0; i < m.points; i++)
            found += mpq_cmp_si(m.point[2 * i], want[k][0], 1) == 0 &&
                     mpq_cmp_si(m.point[2 * i + 1], want[k][1], 1) == 0;
        CHECK(found == 1, "solution %d found %d times", k, found);
    }
    for (int i = 0; i < m.points; i++) {
        qvi_faults f;
        CHECK(qvi_check(&a, &e, (const mpq_t *)m.point + 2 * i, &f).code ==
                  PERP_OK,
              "check");
        CHECK(qvi_faultless(&f), "solution %d has faults", i);
    }
    CHECK(qvi_planar_unique(&a, &e, &unique).code == PERP_OK, "unique");
    CHECK(unique == QVI_FAILS, "mu = 1 is above 1/2");
    qvi_modes_free(&m);
    qvi_exact_clear(&e);
    arena_free(&a);
}

/* By hand: the four candidates of one contact in doubles that are exact
   enough, away from ties. Returns how many there are. */
static int by_hand(const qvi_random *x, double near)
{
    double p = x->A[0], c = x->A[1], r = x->A[2], d = x->A[3], mu = x->mu[0];
    double det = p * d - c * r, tie = 1;
    double n = (-d * x->b[0] + c * x->b[1]) / det;
    double t = (r * x->b[0] - p * x->b[1]) / det;
    int count = x->b[0] > 0;
    tie = fmin(fabs(x->b[0]), fabs(mu * n - fabs(t)));
    count += n > 0 && fabs(t) < mu * n;
    for (int s = -1; s <= 1; s += 2) { /* slip in direction s */
        double f = -s * mu, m = -x->b[0] / (p + c * f);
        double wt = (r + d * f) * m + x->b[1];
        count += m > 0 && s * wt > 0;
        tie = fmin(tie, fmin(fabs(p + c * f), m > 0 ? fabs(wt) : 1));
    }
    return tie < near ? -1 : count;
}

/* One contact, A symmetric or not: as many solutions as by hand; one for every
   b when mu < a / |c|, and several for some b when not. */
static void one_contact(void)
{
    check_random r = {check_seed(301)};
    arena a = {0};
    int compared = 0, several = 0;
    for (int k = 0; k < 300; k++) {
        qvi_random_kind kind = {1, 1, 3, 0.125, k % 2};
        qvi_random x = qvi_random_new(&r, kind);
        arena_mark mark = arena_here(&a);
        qvi_exact_problem e = exact(&a, &x);
        qvi_modes m;
        qvi_verdict unique;
        CHECK(qvi_planar_unique(&a, &e, &unique).code == PERP_OK, "unique");
        bool below = x.mu[0] * fabs(x.A[1]) < x.A[0];
        double half = 0.5 * (x.A[1] + x.A[2]);
        if (half * half >= x.A[0] * x.A[3])
            CHECK(unique == QVI_UNDECIDED, "not definite");
        else
            CHECK(unique == (below ? QVI_HOLDS : QVI_FAILS), "mu %g, %g / %g",
                  x.mu[0], x.A[0], x.A[1]);
        CHECK(qvi_modes_find(&a, &e, &m).code == PERP_OK, "modes");
        int count = by_hand(&x, 1e-9);
        if (count >= 0)
            CHECK(m.points == count, "%d points, by hand %d", m.points, count);
        if (unique == QVI_HOLDS)
            CHECK(m.points == 1 && m.continua == 0, "%d points", m.points);
        compared += count >= 0;
        several += m.points > 1;
        qvi_modes_free(&m);
        qvi_exact_clear(&e);
        arena_release(&a, mark);
    }
    CHECK(compared > 270 && several > 2, "%d, %d", compared, several);
    arena_free(&a);
}

/* b for which the contact in the worst mode, mu = 1.01 a / |c|, has more than
   one solution: the failing piece itself is hit. */
static void sharp(void)
{
    check_random r = {check_seed(302)};
    arena a = {0};
    for (int k = 0; k < 300; k++) {
        qvi_random_kind kind = {1, 1, 1, 0.125, 0};
        qvi_random x = qvi_random_new(&r, kind);
        if (fabs(x.A[1]) < 1e-3)
            continue;
        bool above = k % 2;
        x.mu[0] = (above ? 1.01 : 0.99) * x.A[0] / fabs(x.A[1]);
        double s = x.A[1] > 0 ? 1 : -1, f = -s * x.mu[0];
        x.b[0] = -(x.A[0] + x.A[1] * f); /* n = 1 slips with speed 1 */
        x.b[1] = s - (x.A[2] + x.A[3] * f);
        arena_mark mark = arena_here(&a);
        qvi_exact_problem e = exact(&a, &x);
        qvi_modes m;
        CHECK(qvi_modes_find(&a, &e, &m).code == PERP_OK, "modes");
        CHECK(above ? m.points > 1 : m.points == 1, "%d points at %g", m.points,
              x.mu[0]);
        qvi_modes_free(&m);
        qvi_exact_clear(&e);
        arena_release(&a, mark);
    }
    arena_free(&a);
}

/* Brute force over 4^m modes, each solved by its own elimination in doubles:
   the number of solutions; -1 when some sign is a matter of rounding. */
static int brute(const qvi_random *x, double near)
{
    int count = 0, modes = 1, N = 2 * x->contacts;
    for (int i = 0; i < x->contacts; i++)
        modes *= 4;
    for (int k = 0; k < modes; k++) {
        double E[6][7] = {{0}}, lam[6], w[6];
        for (int i = 0; i < x->contacts; i++) {
            int mode = k >> (2 * i) & 3, n = 2 * i, t = n + 1;
            for (int j = 0; j < N && mode != 0; j++) {
                E[n][j] = x->A[n * N + j];
                E[t][j] = mode == 1 ? x->A[t * N + j] : 0;
            }
            E[n][N] = mode != 0 ? -x->b[n] : 0;
            E[t][N] = mode == 1 ? -x->b[t] : 0;
            if (mode == 0)
                E[n][n] = 1;
            if (mode != 1)
                E[t][t] = 1;
            if (mode >= 2)
                E[t][n] = mode == 2 ? x->mu[i] : -x->mu[i];
        }
        for (int c = 0; c < N; c++) {
            int p = c;
            for (int i = c; i < N; i++)
                p = fabs(E[i][c]) > fabs(E[p][c]) ? i : p;
            if (fabs(E[p][c]) < near)
                return -1;
            for (int j = 0; j <= N; j++) {
                double swap = E[p][j];
                E[p][j] = E[c][j];
                E[c][j] = swap;
            }
            for (int i = 0; i < N; i++)
                for (int j = N; j >= c && i != c; j--)
                    E[i][j] -= E[i][c] / E[c][c] * E[c][j];
        }
        for (int c = 0; c < N; c++)
            lam[c] = E[c][N] / E[c][c];
        for (int i = 0; i < N; i++) {
            w[i] = x->b[i];
            for (int j = 0; j < N; j++)
                w[i] += x->A[i * N + j] * lam[j];
        }
        double least = 1;
        for (int i = 0; i < x->contacts; i++) {
            int mode = k >> (2 * i) & 3, n = 2 * i, t = n + 1;
            double sign = mode == 2 ? w[t] : -w[t];
            if (mode == 0)
                sign = w[n];
            else if (mode == 1)
                sign = fmin(lam[n], x->mu[i] * lam[n] - fabs(lam[t]));
            else
                sign = fmin(sign, lam[n]);
            least = fmin(least, sign);
        }
        if (fabs(least) < near)
            return -1;
        count += least > 0;
    }
    return count;
}

/* Up to three contacts: the enumeration finds what brute force finds; where all
   determinants are positive there is one solution; where one is not, several
   are found for some b. */
static void determinants(void)
{
    check_random r = {check_seed(303)};
    arena a = {0};
    int holds = 0, fails = 0, seen = 0;
    for (int k = 0; k < 40; k++) {
        qvi_random_kind kind = {2 + k % 2, 1, 5, 0.125, 0.05 * (k % 3)};
        qvi_random x = qvi_random_new(&r, kind);
        qvi_verdict unique = QVI_UNDECIDED;
        int most = 0;
        for (int turn = 0; turn < 12; turn++) {
            arena_mark mark = arena_here(&a);
            for (int i = 0; i < 2 * x.contacts; i++)
                x.b[i] = qvi_random_short(&r, -1, 1);
            qvi_exact_problem e = exact(&a, &x);
            qvi_modes m;
            CHECK(qvi_modes_find(&a, &e, &m).code == PERP_OK, "modes");
            int count = brute(&x, 1e-9);
            if (count >= 0)
                CHECK(m.points == count, "%d points, brute force %d", m.points,
                      count);
            if (turn == 0)
                check_tree(&m);
            if (turn == 0)
                CHECK(qvi_planar_unique(&a, &e, &unique).code == PERP_OK,
                      "sign");
            if (unique == QVI_HOLDS)
                CHECK(m.points == 1, "%d points", m.points);
            most = m.points > most ? m.points : most;
            qvi_modes_free(&m);
            qvi_exact_clear(&e);
            arena_release(&a, mark);
        }
        holds += unique == QVI_HOLDS;
        fails += unique == QVI_FAILS;
        seen += unique == QVI_FAILS && most > 1;
    }
    printf("one solution for every b: %d, not: %d, of these seen: %d\n", holds,
           fails, seen);
    CHECK(holds > 10 && fails > 10 && seen > 0, "%d %d %d", holds, fails, seen);
    arena_free(&a);
}

/* A contact that lies with w = 0 at lam = 0 has one solution; a gap of zero
   with A singular in a mode has a whole line. Space is refused. */
static void edges(void)
{
    arena a = {0};
    qvi_random x = {1, 1, {1, 2, 2, 5}, {0, 0}, {0.25}};
    qvi_exact_problem e = exact(&a, &x);
    qvi_modes m;
    CHECK(qvi_modes_find(&a, &e, &m).code == PERP_OK, "modes");
    CHECK(m.points == 1 && mpq_sgn(m.point[0]) == 0, "zero");
    qvi_modes_free(&m);
    qvi_exact_clear(&e);
    x.mu[0] = 0.5; /* slip forward: w_n = n - 2 n / 2 = 0 for every n */
    x.b[1] = 1;
    e = exact(&a, &x);
    CHECK(qvi_modes_find(&a, &e, &m).code == PERP_OK, "modes");
    CHECK(m.continua == 1, "%d continua", m.continua);
    check_tree(&m);
    qvi_modes_free(&m);
    e.slips = 2;
    CHECK(qvi_modes_find(&a, &e, &m).code == PERP_INPUT, "space");
    qvi_modes_free(&m);
    e.slips = 1;
    qvi_exact_clear(&e);
    arena_free(&a);
}

/* In space, many starts: the planar non-unique step with another slip beside it
   that nothing couples has the same three solutions. */
static void search(void)
{
    arena a = {0};
    qvi_random x = {1, 2, {1, 2, 0, 2, 5, 0, 0, 0, 1}, {1, 4, 0}, {1}};
    qvi_problem p = qvi_random_problem(&x);
    qvi_search s;
    CHECK(qvi_search_all(&a, &p, 60, 10, &s).code == PERP_OK, "search");
    CHECK(s.found == 3, "%d found", s.found);
    for (int k = 0; k < s.found; k++) {
        const double *l = s.lam + 3 * k;
        double off = fmin(fabs(l[0]) + fabs(l[1]),
                          fmin(fabs(l[0] - 3) + fabs(l[1] + 2),
                               fabs(l[0] - 1) + fabs(l[1] + 1)));
        CHECK(off + fabs(l[2]) < 1e-10, "(%g, %g, %g)", l[0], l[1], l[2]);
    }
    arena_free(&a);
}

int main(void)
{
    RUN(three);
    RUN(one_contact);
    RUN(sharp);
    RUN(determinants);
    RUN(edges);
    RUN(search);
    DONE;
}
