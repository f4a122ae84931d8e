/**
# What keeps the laws, and what does not

A block on the ground that slides, stops and is pulled on again is followed over the
rationals and keeps all laws. Then one number of it is changed, by little: a place, a
velocity, an impulse; nothing of that is accepted, and the law that is named is the one
that is broken. Last rows that break one law alone are refused by its name: each law
has one, so that a law that is not asked any more is a motion that is kept.
*/
#include "judge/kept.h"
#include "scene.h"

#include <stdlib.h>

enum { ROWS = 12 };

typedef struct {
    scene s;
    arena a;
    claimed_motion m;
    stretch d;
    stretch_exact x;
    follower f;
    double t[ROWS], q[2 * ROWS], v[2 * ROWS];
    int line[ROWS];
    mpq_t alpha, gamma;
} world;

/* A motion of the scene that is made, positions with this weight of the new
   velocity. */
static void follow_scene(world *w, double weight, const double *q,
                         const double *v)
{
    const perp_system *sys = &w->s.sys;
    w->m = (claimed_motion){.path = "test",
                            .rows = ROWS,
                            .nq = 2,
                            .nv = 2,
                            .contacts = sys->contacts,
                            .slips = sys->total_slips,
                            .t = w->t,
                            .q = w->q,
                            .v = w->v,
                            .line = w->line};
    for (int l = 0; l < ROWS; l++)
        w->t[l] = l / 16.0;
    mpq_inits(w->alpha, w->gamma, NULL);
    mpq_set_ui(w->alpha, 1, 1);
    mpq_set_ui(w->gamma, 1, 1);
    const stretch_rule rule = {.place = STRETCH_BEGIN,
                               .alpha = w->alpha,
                               .gamma = w->gamma,
                               .closed = 1e-4};
    CHECK(stretch_new(sys, &w->m, &rule, &w->a, &w->d).code == PERP_OK,
          "stretch");
    CHECK(stretch_exact_new(&w->d, &w->x).code == PERP_OK, "exact");
    w->x.rational = 0; /* the push has a cosine */
    CHECK(follower_new(&w->x, weight, &w->f).code == PERP_OK, "follower");
    follow_begin(&w->f, q, v);
    for (int l = 1; l < ROWS; l++) {
        perp_status s = follow_row(&w->f, l, 1);
        CHECK(s.code == PERP_OK && !w->f.clash, "row %d: %s", l, s.message);
    }
    for (int i = 0; i < 2 * ROWS; i++) { /* the table is the motion, nearly */
        w->q[i] = mpq_get_d(w->f.q[i]);
        w->v[i] = mpq_get_d(w->f.v[i]);
    }
}

static void start_rubbing(world *w, double mu, const double *q, const double *v)
{
    *w = (world){.line = {0}};
    CHECK(scene_block(&w->s, 2, mu, 9.75).code == PERP_OK, "scene");
    follow_scene(w, 1, q, v);
}

static void start(world *w, double speed)
{
    const double q[2] = {0, 0}, v[2] = {speed, 0};
    start_rubbing(w, 0.5, q, v);
}

/* The block on a rail: 2 kg that fall along b and are held at b = 0. */
static void start_on_rail(world *w)
{
    const double q[2] = {0, 0}, v[2] = {1, 0};
    *w = (world){.line = {0}};
    scene *s = &w->s;
    scene_start(s, 2);
    graph_id two = graph_const(&s->g, 2), zero = graph_const(&s->g, 0);
    graph_id M[4] = {two, zero, zero, two};
    graph_id k[2] = {zero, graph_const(&s->g, -19.5)};
    system_spec spec = {.g = &s->g,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = k,
                        .joints = 1,
                        .joint_name = s->name,
                        .theta = &s->q[1]};
    CHECK(system_make(&s->a, &spec, &s->sys).code == PERP_OK, "rail");
    follow_scene(w, 0, q, v);
}

static void end(world *w)
{
    follower_clear(&w->f);
    stretch_exact_clear(&w->x);
    mpq_clears(w->alpha, w->gamma, NULL);
    arena_free(&w->a);
    scene_end(&w->s);
}

static kept_answer asked(world *w, double X, double Y)
{
    const bars_width bars = {X, Y};
    kept_answer k;
    perp_status s = kept_check(&w->f, &bars, &k);
    CHECK(s.code == PERP_OK, "%s", s.message);
    return k;
}

/* The number changed by 2^-40, and back. */
static kept_answer spoilt(world *w, mpq_t number, int sign)
{
    mpq_t was, by;
    mpq_init(was);
    mpq_init(by);
    mpq_set(was, number);
    mpq_set_si(by, sign, 1);
    mpq_div_2exp(by, by, 40);
    mpq_add(number, number, by);
    kept_answer k = asked(w, 1e-3, 1e-3);
    mpq_set(number, was);
    mpq_clear(was);
    mpq_clear(by);
    return k;
}

static void refused(kept_answer k, int row, const law_id *may, const char *what)
{
    int named = 0;
    for (; *may != LAWS; may++)
        named |= k.law == *may;
    CHECK(!k.kept && !k.outside && named && (k.row == row || k.row == row + 1),
          "%s of row %d: kept %d, law %s in row %d", what, row, k.kept,
          laws[k.law].name, k.row);
}

static void one_number(world *w)
{
    static const law_id of_q[] = {LAW_KINEMATICS, LAW_GAPS, LAWS};
    static const law_id of_v[] = {LAW_KINEMATICS, LAW_MOMENTUM,
                                  LAW_APPROACH,   LAW_COMPLEMENTARITY,
                                  LAW_COULOMB,    LAWS};
    static const law_id of_push[] = {LAW_MOMENTUM, LAW_COULOMB, LAWS};
    CHECK(asked(w, 1e-9, 1e-9).kept, "the motion itself");
    CHECK(asked(w, 1e-9, 1e-9).share < 1e-6, "share");
    for (int l = 1; l < ROWS; l++)
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int i = 0; i < 2; i++) {
                refused(spoilt(w, w->f.q[2 * l + i], sign), l, of_q, "q");
                refused(spoilt(w, w->f.v[2 * l + i], sign), l, of_v, "v");
            }
            refused(spoilt(w, w->f.cn[l], sign), l, of_push, "cn");
            refused(spoilt(w, w->f.f[l], sign), l, of_push, "ft");
        }
}

/* A row of the table beyond a bar is no law, and is refused. */
static void outside(world *w)
{
    w->v[2 * 5] += 1e-3;
    kept_answer k = asked(w, 1e-9, 1e-3 - 1e-9);
    CHECK(!k.kept && k.outside && k.row == 5, "row %d", k.row);
    CHECK(asked(w, 1e-9, 1e-3 + 1e-9).kept, "within");
    w->v[2 * 5] -= 1e-3;
}

/* An impulse against the slip, with the velocity that it makes, is momentum kept
   and friction wrong; one of an open contact is no impulse at all. */
static void balanced(void)
{
    world w;
    mpq_t part;
    start(&w, 4);
    mpq_init(part);
    const int l = ROWS - 1;
    mpq_set_si(part, 1, 32); /* 2 kg: ft + 1/16 N s is v + 1/32 m/s */
    mpq_add(w.f.v[2 * l], w.f.v[2 * l], part);
    mpq_div_2exp(part, part, 4);
    mpq_add(w.f.q[2 * l], w.f.q[2 * l], part);
    mpq_set_si(part, 1, 16);
    mpq_add(w.f.f[l], w.f.f[l], part);
    kept_answer k = asked(&w, 1, 1);
    CHECK(!k.kept && k.law == LAW_COULOMB && k.row == l, "%s in row %d",
          laws[k.law].name, k.row);
    end(&w);
    start(&w, 4);
    mpq_set_ui(part, 1, 1);
    for (int i = 0; i < ROWS; i++)
        mpq_add(w.f.q[2 * i + 1], w.f.q[2 * i + 1], part);
    k = asked(&w, 2, 2);
    CHECK(!k.kept && k.law == LAW_MOMENTUM && k.row == 1, "%s in row %d",
          laws[k.law].name, k.row);
    end(&w);
    mpq_clear(part);
}

static void add(mpq_t number, long n, unsigned long of)
{
    mpq_t part;
    mpq_init(part);
    mpq_set_si(part, n, of);
    mpq_canonicalize(part);
    mpq_add(number, number, part);
    mpq_clear(part);
}

/* The motion of another height, judged within bars that say nothing. */
static void start_at(world *w, double height)
{
    const double q[2] = {0, height}, v[2] = {4, 0};
    start(w, 4);
    follow_begin(&w->f, q, v);
    for (int l = 1; l < ROWS; l++)
        CHECK(follow_row(&w->f, l, 1).code == PERP_OK && !w->f.clash, "row %d",
              l);
    CHECK(asked(w, 100, 100).kept, "at %g", height);
}

static void only(world *w, law_id law, const char *what)
{
    const kept_answer k = asked(w, 100, 100);
    CHECK(!k.kept && !k.outside && k.law == law && k.row == ROWS - 1,
          "%s: kept %d, law %s in row %d", what, k.kept, laws[k.law].name,
          k.row);
    end(w);
}

/* The last row with its normal velocity changed by n / 4096 m/s, and all that
   follows of it: 2 kg, the push, the friction 1/2 of it, the place after
   1/16 s. */
static void lifted(world *w, long n)
{
    const int l = ROWS - 1;
    add(w->f.v[2 * l + 1], n, 4096);
    add(w->f.q[2 * l + 1], n, 16 * 4096);
    add(w->f.cn[l], 2 * n, 4096);
    add(w->f.f[l], -n, 4096);
    add(w->f.v[2 * l], -n, 2 * 4096);
    add(w->f.q[2 * l], -n, 2 * 16 * 4096);
}

/* Last rows that break one law and keep all others: nothing but the line that
   asks this law refuses them. */
static void one_law(void)
{
    const int l = ROWS - 1;
    world w;
    start_at(&w, 0); /* it is stopped by more friction than there is */
    mpq_t *v = &w.f.v[2 * l], *f = &w.f.f[l];
    mpq_sub(*f, *f, *v);
    mpq_sub(*f, *f, *v);
    mpq_set_ui(*v, 0, 1);
    mpq_set(w.f.q[2 * l], w.f.q[2 * (l - 1)]);
    only(&w, LAW_MOMENTUM, "beyond the cone");
    start_at(&w, 0x1p-14); /* closed, with room below */
    lifted(&w, -1);
    only(&w, LAW_APPROACH, "closes on");
    start_at(&w, 0x1p-14);
    lifted(&w, 1);
    only(&w, LAW_COMPLEMENTARITY, "pushes and opens");
    start_at(&w, 10); /* it falls, and something is written down as its push */
    add(w.f.cn[l], 1, 8);
    only(&w, LAW_MOMENTUM, "an open contact's push");
    start_at(&w, 10);
    add(w.f.f[l], 1, 8);
    only(&w, LAW_MOMENTUM, "an open contact's friction");
    start_at(&w, 10); /* the same fall, begun lower: through the ground */
    mpq_t last;
    mpq_init(last);
    mpq_set(last, w.f.q[2 * l + 1]);
    for (int k = 0; k <= l; k++) {
        mpq_sub(w.f.q[2 * k + 1], w.f.q[2 * k + 1], last);
        add(w.f.q[2 * k + 1], -1, 1 << 20);
    }
    mpq_clear(last);
    only(&w, LAW_GAPS, "through the ground");
}

/* Laws that no change above breaks alone. */
static void other_laws(void)
{
    const int l = ROWS - 1;
    world w;
    /* Frictionless, and falling until it is a little above the ground at the
       end, so that the contact is a closed one that nothing approaches yet:
       there something pulls it down. */
    start_rubbing(&w, 0, (const double[]){0, 10}, (const double[]){0, 0});
    mpq_t last;
    mpq_init(last);
    mpq_set(last, w.f.q[2 * l + 1]);
    for (int k = 0; k <= l; k++) {
        mpq_sub(w.f.q[2 * k + 1], w.f.q[2 * k + 1], last);
        add(w.f.q[2 * k + 1], 1, 1 << 16);
    }
    CHECK(asked(&w, 100, 100).kept, "falls to the ground");
    add(w.f.cn[l], -1, 1 << 18);
    add(w.f.v[2 * l + 1], -1, 1 << 19);
    add(w.f.q[2 * l + 1], -1, 1 << 23);
    only(&w, LAW_MOMENTUM, "is pulled down");
    /* It leaves the ground with d = 2^-10 m/s, and gravity stops it in the first
       interval: c = m (h g - d) > 0 and v' = 0 keep every law at the end, but
       on the way the mean velocity is d / 2, and the ground has worked
       c d / 2. */
    start_rubbing(&w, 0, (const double[]){0, 0}, (const double[]){0, 0x1p-10});
    const kept_answer k = asked(&w, 100, 100);
    CHECK(mpq_sgn(w.f.cn[1]) > 0 && mpq_sgn(w.f.v[2 + 1]) == 0, "stopped");
    CHECK(!k.kept && k.law == LAW_GAINED && k.row == 1, "%s in row %d",
          laws[k.law].name, k.row);
    end(&w);
    for (int sign = -1; sign <= 1; sign += 2) {
        /* On the rail: it gives way in the last velocity, of which no place
           knows yet; the rail's impulse of 39/32 N s is 1/2 less or more. */
        start_on_rail(&w);
        CHECK(asked(&w, 100, 100).kept, "on the rail");
        add(w.f.v[2 * l + 1], sign, 4);
        add(w.f.y[l], sign, 2);
        only(&w, LAW_HOLD, "gives way");
        /* Beside the rail from the first row on. */
        start_on_rail(&w);
        for (int i = 0; i < ROWS; i++)
            add(w.f.q[2 * i + 1], sign, 1 << 20);
        const kept_answer beside = asked(&w, 100, 100);
        CHECK(!beside.kept && beside.law == LAW_JOINTS && beside.row == 0,
              "%s in row %d", laws[beside.law].name, beside.row);
        end(&w);
    }
    start_on_rail(&w); /* and an impulse that nothing answers */
    add(w.f.y[l], 1, 1 << 20);
    only(&w, LAW_MOMENTUM, "the rail's impulse");
    mpq_clear(last);
}

int main(void)
{
    const double speed[3] = {4, 0.25, 0};
    for (int k = 0; k < 3; k++) {
        world w;
        start(&w, speed[k]);
        one_number(&w);
        outside(&w);
        end(&w);
    }
    balanced();
    one_law();
    other_laws();
    DONE;
}
