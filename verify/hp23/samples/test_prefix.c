/** # The beginning that all first steps share: bit by bit that of a sample that goes alone */
#include "hp23.h"
#include "hp23/samples/prefix.h"

#include <math.h>

enum { ALONE = MARCH_EIGHT, PROBE, ROOM };

/* An impact, its tree, and what its first steps have in common. */
typedef struct {
    hp23 m;
    halm_posa g;
    halm_posa_options o;
    roads r;
    march x;
    prefix all;
    const march_kernel *kernel;
    double b[3 * ROADS_ROWS];
    int over; /* samples whose impact is over with the first step */
} way;

static void begin(way *t, f64_width width)
{
    t->kernel = march_choose(width);
    CHECK(halm_posa_new(&t->m.a, &t->m.d, &t->g).code == PERP_OK, "new");
    CHECK(roads_new(&t->m.a, t->g.n, t->g.W, &t->r).code == PERP_OK, "roads");
    CHECK(march_new(&t->m.a, &t->g, &t->o, &t->r, ROOM, &t->x).code == PERP_OK,
          "made");
    CHECK(prefix_new(&t->m.a, &t->x, &t->all).code == PERP_OK, "made");
    memset(t->b, 0, sizeof t->b);
    halm_posa_pose(&t->g, t->g.u0, t->b);
    memcpy(t->b + t->x.length, t->g.v0, (size_t)t->g.nv * sizeof *t->b);
    CHECK(prefix_find(&t->x, t->kernel, t->b, t->o.h, PROBE, &t->all).code ==
              PERP_OK,
          "found");
}

static void end(way *t)
{
    roads_free(&t->r);
    hp23_clear(&t->m);
}

/* A bound of some shape, or one on the edge of a level, or just below it. */
static double bound(check_random *r, const way *t, int j)
{
    const int l = check_integer(r, 0, t->all.levels - 1);
    const double h = t->o.h, over = t->all.ends ? t->all.over[j] : h,
                 edge = check_integer(r, 0, 1) && over <= h
                            ? over
                            : t->all.from[l * t->g.p + j];
    switch (check_integer(r, 0, 5)) {
    case 0:
        return 0;
    case 1:
        return h;
    case 2:
        return h * pow(2, -check_uniform(r, 0, 16));
    case 3:
        return edge;
    case 4:
        return edge > 0 ? nextafter(edge, 0) : 0;
    default:
        return check_uniform(r, 0, h);
    }
}

/* One with which the impact may be over, as good as always. */
static double large_bound(check_random *r, const way *t, int j)
{
    const double h = t->o.h, over = t->all.over[j];
    const int how = check_integer(r, 0, 9);
    return over > h || how == 0 ? bound(r, t, j)
           : how < 5            ? over
                                : check_uniform(r, over, h);
}

/* Begin, and `steps` exchanges, one sample by itself. */
static void go_alone(way *t, const double *b, int steps)
{
    int of = ALONE, row = 0;
    march_group one = {1, &of, &row};
    memcpy(march_problem(&t->x, ALONE), b,
           (size_t)(t->x.length + t->x.each) * sizeof *b);
    CHECK(t->kernel->begin(&t->x, &one).code == PERP_OK, "begin");
    for (int i = 0; i < steps; i++) {
        one.count = 1;
        CHECK(t->kernel->go(&t->x, &one).code == PERP_OK, "go");
    }
}

static int level_of(const way *t, int who)
{
    int l = t->all.levels - 1;
    while (l > 0 && t->all.at[l] != t->x.at[who])
        l--;
    return l;
}

/* Whose impact is said to be over goes the first step by himself, to its end:
   the same problem and v behind it, bit by bit. 1: it is. */
static int compare_end(way *t, const double *b)
{
    int of = ALONE, row = 9;
    march_group one = {1, &of, &row};
    if (!prefix_over(&t->all, t->g.p, b, 1))
        return 0;
    go_alone(t, b, 0);
    for (int i = 0; i < 100 && one.count > 0 && t->x.at[ALONE]->gap >= 0; i++)
        CHECK(t->kernel->go(&t->x, &one).code == PERP_OK, "go");
    one.count = 1;
    t->kernel->arrive(&t->x, &one);
    CHECK(row == 0, "it goes on: %d", row);
    CHECK(memcmp(march_problem(&t->x, ALONE), t->all.next,
                 (size_t)(t->x.length + t->x.each) * sizeof(double)) == 0,
          "another state behind the step");
    return 1;
}

/* `count` samples side by side; levels that they came to, in sum. */
static int compare(check_random *r, way *t, int count)
{
    int of[MARCH_EIGHT], row[MARCH_EIGHT], left = 0, levels = 0;
    for (int i = 0; i < count; i++) {
        double *b = march_problem(&t->x, of[i] = i);
        memcpy(b, t->b, (size_t)(t->x.length + t->x.each) * sizeof *b);
        const int large = t->all.ends && check_integer(r, 0, 3) == 0;
        for (int j = 0; j < t->g.p; j++)
            b[j] = large ? large_bound(r, t, j) : bound(r, t, j);
    }
    march_group g = {count, of, row};
    for (int i = 0; i < count; i++)
        t->over += compare_end(t, march_problem(&t->x, i));
    t->kernel->ahead(&t->x, &t->all, &g);
    for (int i = 0; i < count; i++) {
        const int l = level_of(t, i);
        go_alone(t, march_problem(&t->x, i), l);
        CHECK(t->x.at[i] == t->x.at[ALONE], "level %d: another place", l);
        CHECK(memcmp(march_side(&t->x, i), march_side(&t->x, ALONE),
                     (size_t)t->x.length * sizeof(double)) == 0,
              "level %d: another right-hand side", l);
        if (t->x.at[i]->gap >= 0)
            CHECK(left < g.count && of[left++] == i, "%d goes on", i);
        levels += l;
    }
    CHECK(left == g.count, "%d go on, not %d", g.count, left);
    return levels;
}

/* The examples, in registers of every width, with bounds of every size. */
static void examples(void)
{
    check_random r = {check_seed(23)};
    static const int least[HP23_MODELS] = {2, 4, 4, 2, 2, 6};
    int over[HP23_MODELS] = {0};
    for (int k = 0; k < HP23_MODELS; k++)
        for (int width = 0; width <= (int)f64_widest(); width++)
            for (int size = 0; size < 3; size++) {
                way t = {.o = {.tolerance = 1e-8}};
                int levels = 0;
                hp23_load(&t.m, hp23_models[k]);
                t.o.h = t.m.h * (size == 0 ? 1 : size == 1 ? 0.1 : 30);
                begin(&t, (f64_width)width);
                for (int i = 0; i < 12; i++)
                    levels += compare(&r, &t, 1 + i % MARCH_EIGHT);
                if (size == 0)
                    CHECK(t.all.levels >= least[k] && levels > 0,
                          "%s: %d levels", hp23_models[k], t.all.levels);
                over[k] += t.over;
                end(&t);
            }
    for (int k = 0; k < HP23_MODELS; k++)
        CHECK(over[k] > 5, "%s: %d have the impact behind them",
              hp23_models[k], over[k]);
}

/* Random impacts in short numbers: with ties, and numbers that are zero. */
static void random_impacts(void)
{
    check_random r = {check_seed(24)};
    int levels = 0, none = 0, ends = 0, over = 0;
    for (int round = 0; round < 300; round++) {
        way t = {.o = {.h = check_integer(&r, 0, 3) == 0 ? 8 : 0.5,
                       .tolerance = round % 2 ? 1e-8 : 0}};
        hp23_random(&r, check_integer(&r, 2, 6), check_integer(&r, 1, 6), &t.m);
        begin(&t, (f64_width)(round % ((int)f64_widest() + 1)));
        none += t.all.levels == 0;
        for (int i = 0; i < 3 && t.all.levels > 0; i++)
            levels += compare(&r, &t, check_integer(&r, 1, MARCH_EIGHT));
        ends += t.all.levels > 0 && t.all.at[t.all.levels - 1]->gap < 0;
        over += t.over;
        end(&t);
    }
    printf("%d levels, %d without, %d to the end; %d over\n", levels, none,
           ends, over);
    CHECK(levels > 1000 && ends > 10 && over > 50, "too easy: %d, %d, %d",
          levels, ends, over);
}

/* Places that were forgotten are found again, and a velocity that does not
   collide has nothing in common. */
static void again_and_never(void)
{
    check_random r = {check_seed(25)};
    way t = {.o = {.tolerance = 1e-8}};
    hp23_load(&t.m, "box_wall");
    t.o.h = t.m.h;
    begin(&t, f64_widest());
    const int levels = t.all.levels;
    const long times = t.all.times;
    CHECK(roads_forget(&t.r).code == PERP_OK && t.r.times != times, "forgot");
    CHECK(prefix_find(&t.x, t.kernel, t.b, t.o.h, PROBE, &t.all).code ==
                  PERP_OK &&
              t.all.levels == levels && t.all.times == t.r.times,
          "again");
    compare(&r, &t, MARCH_EIGHT);
    for (int i = t.g.p; i < t.g.n; i++)
        t.b[i] = 1;
    CHECK(prefix_find(&t.x, t.kernel, t.b, t.o.h, PROBE, &t.all).code ==
                  PERP_OK &&
              t.all.levels == 0,
          "%d levels", t.all.levels);
    end(&t);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(examples);
    RUN(random_impacts);
    RUN(again_and_never);
    DONE;
}
