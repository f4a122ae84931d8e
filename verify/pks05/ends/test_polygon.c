/* Convex polygons by half planes, against all crossings of pairs of lines. */
#include "check.h"
#include "pks05/ends/polygon.h"

enum { MOST = 12 };

/* Half planes g0 + g1 s + g2 t >= 0 in whole numbers. */
typedef struct {
    int n;
    long g[MOST][3];
} planes;

typedef struct {
    long s, t, d; /* (s, t) / d, d > 0 */
} place;

static int holds(const planes *h, place x)
{
    int i = 0;
    while (i < h->n &&
           h->g[i][0] * x.d + h->g[i][1] * x.s + h->g[i][2] * x.t >= 0)
        i++;
    return i == h->n;
}

/* Where lines i and j cross; d = 0: they do not. */
static place crossing(const planes *h, int i, int j)
{
    const long *a = h->g[i], *b = h->g[j];
    place x = {a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0],
               a[1] * b[2] - a[2] * b[1]};
    return x.d < 0 ? (place){-x.s, -x.t, -x.d} : x;
}

static int is_there(const polygon *p, place x)
{
    mpq_t at[3];
    mpq_inits(at[0], at[1], at[2], NULL);
    mpq_set_ui(at[0], 1, 1);
    mpq_set_si(at[1], x.s, (unsigned long)x.d);
    mpq_set_si(at[2], x.t, (unsigned long)x.d);
    mpq_canonicalize(at[1]);
    mpq_canonicalize(at[2]);
    int corner = 0;
    for (int i = 0; i < p->n; i++) {
        const mpq_t *y = (const mpq_t *)polygon_corner(p, i);
        corner |= mpq_equal(y[0], at[0]) && mpq_equal(y[1], at[1]) &&
                  mpq_equal(y[2], at[2]);
    }
    const int inside = polygon_holds(p, (const mpq_t *)at);
    mpq_clears(at[0], at[1], at[2], NULL);
    return 2 * corner + inside;
}

static void cut(polygon *p, arena *a, planes *h, const long *g)
{
    mpq_t x[3];
    for (int k = 0; k < 3; k++) {
        mpq_init(x[k]);
        mpq_set_si(x[k], g[k], 1);
        h->g[h->n][k] = g[k];
    }
    h->n++;
    CHECK(polygon_room(p, 1, a).code == PERP_OK, "room");
    if (!polygon_cut(p, (const mpq_t *)x))
        p->n = 0;
    mpq_clears(x[0], x[1], x[2], NULL);
}

static void quadrant(polygon *p, arena *a, planes *h, int which)
{
    static const long way[4][2][3] = {{{0, 1, 0}, {0, 0, 1}},
                                      {{0, -1, 0}, {0, 0, 1}},
                                      {{0, -1, 0}, {0, 0, -1}},
                                      {{0, 1, 0}, {0, 0, -1}}};
    CHECK(polygon_room(p, 3, a).code == PERP_OK, "room");
    polygon_quadrant(p, which);
    *h = (planes){.n = 0};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            h->g[h->n + i][k] = way[which][i][k];
    h->n = 2;
}

/* Corners: the crossings of two lines in all half planes, each once. */
static int corners(const polygon *p, const planes *h)
{
    int n = 0, own = 0;
    for (int i = 0; i < h->n; i++)
        for (int j = 0; j < i; j++) {
            place x = crossing(h, i, j);
            int again = x.d == 0 || !holds(h, x);
            for (int k = 0; k < i && !again; k++)
                for (int l = 0; l < k; l++) {
                    place y = crossing(h, k, l);
                    again |= y.d != 0 && y.s * x.d == x.s * y.d &&
                             y.t * x.d == x.t * y.d;
                }
            for (int l = 0; l < j && !again; l++) {
                place y = crossing(h, i, l);
                again |= y.d != 0 && y.s * x.d == x.s * y.d &&
                         y.t * x.d == x.t * y.d;
            }
            if (again)
                continue;
            n++;
            CHECK(is_there(p, x) == 3, "a corner is missing");
        }
    for (int i = 0; i < p->n; i++)
        own += mpq_sgn(polygon_corner(p, i)[0]) > 0;
    CHECK(n == own, "%d corners, %d are wanted", own, n);
    return n;
}

/* The nearest point: in p, and no corner and no direction leads nearer. */
static void nearest(const polygon *p, const planes *h, check_random *r)
{
    mpq_t to[2], x[3], t, sum;
    mpq_inits(to[0], to[1], x[0], x[1], x[2], t, sum, NULL);
    for (int k = 0; k < 2; k++)
        mpq_set_si(to[k], check_integer(r, -9, 9), 1);
    polygon_nearest(p, (const mpq_t *)to, x + 1);
    mpq_set_ui(x[0], 1, 1);
    CHECK(polygon_holds(p, (const mpq_t *)x), "nearest is not in it");
    for (int i = 0; i < h->n; i++) {
        mpq_set_si(sum, h->g[i][0], 1);
        for (int k = 0; k < 2; k++) {
            mpq_set_si(t, h->g[i][k + 1], 1);
            mpq_mul(t, t, x[k + 1]);
            mpq_add(sum, sum, t);
        }
        CHECK(mpq_sgn(sum) >= 0, "nearest is outside");
    }
    for (int i = 0; i < p->n; i++) {
        const mpq_t *c = (const mpq_t *)polygon_corner(p, i);
        mpq_set_ui(sum, 0, 1);
        for (int k = 0; k < 2; k++) {
            mpq_set(t, c[k + 1]);
            if (mpq_sgn(c[0]) > 0)
                mpq_sub(t, t, x[k + 1]);
            mpq_sub(x[0], to[k], x[k + 1]);
            mpq_mul(t, t, x[0]);
            mpq_add(sum, sum, t);
        }
        CHECK(mpq_sgn(sum) <= 0, "there is a nearer point");
    }
    mpq_clears(to[0], to[1], x[0], x[1], x[2], t, sum, NULL);
}

/** Random half planes, whole numbers to 4: lines that meet in one point, that
are parallel, opposite ones. The corners are those of all pairs of lines,
points belong to it as to the half planes, and with no corner nothing is left:
a part of a quadrant that is not empty has one. */
static void random_cuts(void)
{
    check_random r = {check_seed(1224)};
    int empty = 0, flat = 0, most = 0;
    for (int run = 0; run < 600; run++) {
        arena a = {0};
        polygon p = {0}, q = {0};
        planes h;
        quadrant(&p, &a, &h, run % 4);
        for (int k = check_integer(&r, 1, 7); k > 0 && p.n > 0; k--) {
            long g[3] = {check_integer(&r, -4, 4), check_integer(&r, -4, 4),
                         check_integer(&r, -4, 4)};
            CHECK(polygon_room(&q, p.n, &a).code == PERP_OK, "room");
            polygon_copy(&q, &p);
            cut(&p, &a, &h, g);
            if (p.n > 0)
                CHECK(polygon_takes(&q, &p), "a part is not in the whole");
            q.n = 0;
        }
        empty += p.n == 0;
        flat += p.n == 1 || p.n == 2;
        const int n = corners(&p, &h);
        most = n > most ? n : most;
        CHECK((n > 0) == (p.n > 0), "%d corners", n);
        for (int k = 0; k < 20 && p.n > 0; k++) {
            place x = {check_integer(&r, -8, 8), check_integer(&r, -8, 8),
                       check_integer(&r, 1, 3)};
            CHECK((is_there(&p, x) & 1) == holds(&h, x), "point");
        }
        if (p.n > 0)
            nearest(&p, &h, &r);
        polygon_clear(&p);
        polygon_clear(&q);
        arena_free(&a);
    }
    CHECK(empty > 50 && flat > 20 && most >= 5, "%d, %d, %d", empty, flat,
          most);
}

/* The part of the line t = 2 s in the half plane s >= 0 with low <= s <= high;
   high < 0: for ever. */
static void segment(polygon *p, arena *a, int low, int high)
{
    planes h;
    quadrant(p, a, &h, 0);
    const long g[4][3] = {
        {0, 2, -1}, {0, -2, 1}, {-low, 1, 0}, {high, -1, 0}};
    for (int k = 0; k < (high < 0 ? 3 : 4); k++)
        cut(p, a, &h, g[k]);
}

/** Segments of one line: those that meet become one. */
static void segments(void)
{
    static const struct {
        int a, b, c, d, joined;
    } of[] = {{0, 2, 1, 3, 1}, {0, 1, 1, 3, 1},  {0, 1, 2, 3, 0},
              {1, 2, 0, 5, 0}, {0, 5, 1, 2, 1},  {0, 2, 1, -1, 1},
              {1, -1, 0, 2, 1}, {2, -1, 0, 1, 0}, {2, 2, 0, 2, 0}};
    for (int i = 0; i < (int)(sizeof of / sizeof *of); i++) {
        arena a = {0};
        polygon p = {0}, q = {0};
        segment(&p, &a, of[i].a, of[i].b);
        segment(&q, &a, of[i].c, of[i].d);
        CHECK(polygon_takes(&p, &q) == of[i].joined, "segments %d", i);
        for (int s = 0; s < 6 && of[i].joined; s++) {
            const int in = (s >= of[i].a && (of[i].b < 0 || s <= of[i].b)) ||
                           (s >= of[i].c && (of[i].d < 0 || s <= of[i].d));
            CHECK((is_there(&p, (place){s, 2 * s, 1}) & 1) == in, "%d", i);
        }
        polygon_clear(&p);
        polygon_clear(&q);
        arena_free(&a);
    }
}

int main(void)
{
    RUN(random_cuts);
    RUN(segments);
    DONE;
}
