/**
# The problem of one interval, by hand

A block of 2 kg on the ground, at rest, sliding, stopping within the interval, thrown up,
and falling to the ground from a little above it: velocity and impulses are known.
*/
#include "judge/follow.h"
#include "scene.h"

#include <stdlib.h>

typedef struct {
    const char *what;
    double y, vx, vy;         /* before */
    mpq_t wx, wy, cn, ft, qy; /* after, 1/16 s later */
} hand;

static void set(mpq_t to, const char *text)
{
    mpq_init(to);
    mpq_set_str(to, text, 10);
    mpq_canonicalize(to);
}

/* g h = 39/64 m/s and the weight gives 39/32 N s; the push at t = 0 is 16 N. */
static void by_hand(const hand *h)
{
    scene s;
    arena a = {0};
    double t[2] = {0, 1 / 16.0}, q[4] = {0, h->y, 0, h->y}, v[4];
    int line[2] = {0, 0};
    v[0] = v[2] = h->vx;
    v[1] = v[3] = h->vy;
    claimed_motion m = {.path = "test",
                        .rows = 2,
                        .nq = 2,
                        .nv = 2,
                        .contacts = 1,
                        .slips = 1,
                        .t = t,
                        .q = q,
                        .v = v,
                        .line = line};
    CHECK(scene_block(&s, 2, 0.5, 9.75).code == PERP_OK, "scene");
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    const stretch_rule rule = {.alpha = one, .gamma = one, .closed = 1e-4};
    stretch d;
    stretch_exact x;
    follower f;
    CHECK(stretch_new(&s.sys, &m, &rule, &a, &d).code == PERP_OK, "stretch");
    CHECK(stretch_exact_new(&d, &x).code == PERP_OK, "exact");
    CHECK(follower_new(&x, 1, &f).code == PERP_OK, "follower");
    follow_begin(&f, q, v);
    CHECK(follow_row(&f, 1, 1).code == PERP_OK && !f.clash, "%s", h->what);
    CHECK(mpq_equal(f.v[2], h->wx), "%s: vx %g", h->what, mpq_get_d(f.v[2]));
    CHECK(mpq_equal(f.v[3], h->wy), "%s: vy %g", h->what, mpq_get_d(f.v[3]));
    CHECK(mpq_equal(f.cn[1], h->cn), "%s: cn %g", h->what, mpq_get_d(f.cn[1]));
    CHECK(mpq_equal(f.f[1], h->ft), "%s: ft %g", h->what, mpq_get_d(f.f[1]));
    CHECK(mpq_equal(f.q[3], h->qy), "%s: y %g", h->what, mpq_get_d(f.q[3]));
    follower_clear(&f);
    stretch_exact_clear(&x);
    mpq_clear(one);
    arena_free(&a);
    scene_end(&s);
}

static void known(hand *h, const char *const *after)
{
    set(h->wx, after[0]);
    set(h->wy, after[1]);
    set(h->cn, after[2]);
    set(h->ft, after[3]);
    set(h->qy, after[4]);
}

/* The force changes the velocity by (1/2, -39/64) m/s. A slide is braked by
   39/128 m/s; from y = 1/64 a fall may go on with 1/4 m/s, no more. */
int main(void)
{
    hand h[] = {{.what = "from rest"},
                {.what = "sliding", .vx = 2},
                {.what = "stopping", .vx = -0.25},
                {.what = "stopped", .vx = -0.75},
                {.what = "thrown up", .vy = 2},
                {.what = "falling", .y = 1 / 64.0},
                {.what = "high up", .y = 1}};
    static const char *const after[][5] = {
        {"25/128", "0", "39/32", "-39/64", "0"},
        {"281/128", "0", "39/32", "-39/64", "0"},
        {"0", "0", "39/32", "-1/2", "0"},
        {"0", "0", "39/32", "1/2", "0"},
        {"1/2", "89/64", "0", "0", "89/1024"},
        {"41/128", "-1/4", "23/32", "-23/64", "0"},
        {"1/2", "-39/64", "0", "0", "985/1024"},
    };
    for (size_t k = 0; k < sizeof h / sizeof *h; k++) {
        known(&h[k], after[k]);
        by_hand(&h[k]);
        mpq_clears(h[k].wx, h[k].wy, h[k].cn, h[k].ft, h[k].qy, NULL);
    }
    DONE;
}
