#include "base/memory.h"
#include "check.h"
#include "cone/pointed.h"
#include "gap08/step/jam.h"

enum { NV = 4, CONTACTS = 4, JOINTS = 2 };

/* Data of a step by hand, in the plane: one slip per contact. */
typedef struct {
    step_data d;
    double nu[JOINTS * NV], n[CONTACTS * NV], slip[CONTACTS * NV], mu[CONTACTS];
    int slip_at[CONTACTS + 1], id[CONTACTS];
    perp_system s;
} world;

static const char *contact_names[] = {"left", "right", "floor", "ceiling"};
static const char *joint_names[] = {"pin", "rail"};

static void world_start(world *w, int nv, int m, int p)
{
    memset(w, 0, sizeof *w);
    w->d = (step_data){.nv = nv,
                       .m = m,
                       .p = p,
                       .r = p,
                       .nu = w->nu,
                       .n = w->n,
                       .d = w->slip,
                       .mu = w->mu,
                       .slip_at = w->slip_at};
    for (int j = 0; j <= p; j++)
        w->slip_at[j] = j;
    for (int j = 0; j < p; j++)
        w->id[j] = j;
    w->s.contact_name = contact_names;
    w->s.joint_name = joint_names;
}

/* Walls (1, tau), (-1, tau) with slips along them. */
static void groove(world *w, double tau, double mu)
{
    world_start(w, 2, 0, 2);
    for (int j = 0; j < 2; j++) {
        double sign = j == 0 ? 1 : -1;
        w->n[2 * j] = sign;
        w->n[2 * j + 1] = tau;
        w->slip[2 * j] = -sign * tau;
        w->slip[2 * j + 1] = 1;
        w->mu[j] = mu;
    }
}

static char *asked(world *w)
{
    arena a = {0};
    jam j = {0};
    char *note = NULL;
    perp_status s = jam_look(&j, &a, &w->s, &w->d, w->id, 0.5, &note);
    CHECK(s.code == PERP_OK, "%s", s.message);
    CHECK((note != NULL) == j.done, "done");
    arena_free(&a);
    return note;
}

/** The groove jams exactly from $\mu = \tau$ on, and 2^-40 below it does not:
what doubles cannot tell is decided exactly. The warning has the names. */
static void edge_of_jam(void)
{
    world w;
    const double tau = 0.75;
    const double mu[] = {0, 0.5, tau - 0x1p-40, tau, tau + 0x1p-40, 2};
    for (int i = 0; i < 6; i++) {
        groove(&w, tau, mu[i]);
        char *note = asked(&w);
        CHECK((note != NULL) == (mu[i] >= tau), "mu = tau + %g", mu[i] - tau);
        if (note != NULL) {
            CHECK(strstr(note, "left") && strstr(note, "right") &&
                      strstr(note, "t = 0.5 s") && !strchr(note, '\n'),
                  "%s", note);
            CHECK(mu[i] != tau || strstr(note, "contact left (normal 0.5, "
                                               "tangential -0.375)"),
                  "%s", note);
        }
        memory_free(note);
    }
}

/** Joints that depend on each other need no contact for it. */
static void joints(void)
{
    world w;
    world_start(&w, 3, 2, 0);
    w.nu[0] = 1;
    w.nu[1] = w.nu[3 + 1] = 2;
    w.nu[3] = 1;
    char *note = asked(&w);
    CHECK(note != NULL && strstr(note, "joint pin") &&
              strstr(note, "joint rail"),
          "%s", note ? note : "nothing");
    memory_free(note);
    w.nu[3] = 3;
    note = asked(&w);
    CHECK(note == NULL, "%s", note ? note : "");
    memory_free(note);
}

/** A set is looked at once, a warning is given once, and the looking takes no
memory but the arena's. */
static void once(void)
{
    world w;
    arena a = {0};
    jam j = {0};
    char *note = NULL;
    CHECK(arena_reserve(&a, 1 << 20) == 0, "arena");
    groove(&w, 0.75, 0.25);
    size_t before = memory_count();
    for (int i = 0; i < 5; i++)
        CHECK(jam_look(&j, &a, &w.s, &w.d, w.id, 0, &note).code == PERP_OK &&
                  note == NULL,
              "no warning");
    CHECK(memory_count() == before, "%zu allocations", memory_count() - before);
    CHECK(j.sets == 1, "%d sets", j.sets);
    groove(&w, 0.75, 1); /* the same set: not looked at again */
    CHECK(jam_look(&j, &a, &w.s, &w.d, w.id, 0, &note).code == PERP_OK &&
              note == NULL,
          "looked again");
    w.id[1] = 3;
    CHECK(jam_look(&j, &a, &w.s, &w.d, w.id, 0, &note).code == PERP_OK &&
              note != NULL && strstr(note, "ceiling"),
          "%s", note ? note : "nothing");
    memory_free(note);
    note = NULL;
    w.id[0] = 2;
    CHECK(jam_look(&j, &a, &w.s, &w.d, w.id, 0, &note).code == PERP_OK &&
              note == NULL,
          "warned twice");
    jam many = {0};
    groove(&w, 0.75, 0.25);
    for (int i = 0; i < JAM_SETS + 5; i++) {
        w.id[1] = i + 2;
        CHECK(jam_look(&many, &a, &w.s, &w.d, w.id, 0, &note).code == PERP_OK,
              "many");
    }
    CHECK(many.done && many.sets == JAM_SETS && note == NULL, "%d", many.sets);
    arena_free(&a);
}

static int truly_pointed(const world *w)
{
    arena a = {0};
    cone c;
    cone_rays rays;
    pointed v;
    const step_data *d = &w->d;
    cone_data data = {d->nv, d->m, d->p,  d->r,      d->nu,
                      d->n,  d->d, d->mu, d->slip_at};
    CHECK(cone_of_data(&a, &data, &c).code == PERP_OK, "cone");
    CHECK(rays_step(&a, &c, 0, &rays).code == PERP_OK, "rays");
    CHECK(pointed_decide(&a, &rays, &v).code == PERP_OK, "decide");
    int yes = v.answer == CONE_YES;
    pointed_clear(&v);
    rays_clear(&rays);
    cone_clear(&c);
    arena_free(&a);
    return yes;
}

/** Random data with small whole numbers, where the edge is often hit: the
warning comes exactly when the cone is not pointed. Verifies GAP08 (3.2). */
static void random_data(void)
{
    check_random r = {check_seed(11)};
    int blunt = 0;
    for (int i = 0; i < 400; i++) {
        world w;
        int nv = check_integer(&r, 2, NV), m = check_integer(&r, 0, 2);
        world_start(&w, nv, m, check_integer(&r, m == 0, CONTACTS));
        for (int k = 0; k < m * nv; k++)
            w.nu[k] = check_integer(&r, -1, 1);
        for (int k = 0; k < w.d.p * nv; k++) {
            w.n[k] = check_integer(&r, -2, 2) + (k % nv == 0 ? 2 : 0);
            w.slip[k] = check_integer(&r, -1, 1);
        }
        for (int j = 0; j < w.d.p; j++)
            w.mu[j] = 0.25 * check_integer(&r, 0, 4);
        char *note = asked(&w);
        int yes = truly_pointed(&w);
        CHECK((note == NULL) == yes, "instance %d: %s", i,
              note ? note : "nothing");
        blunt += !yes;
        memory_free(note);
    }
    CHECK(blunt > 50 && blunt < 350, "%d blunt", blunt);
    VERIFIES("GAP08 (3.2)");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(edge_of_jam);
    RUN(joints);
    RUN(once);
    RUN(random_data);
    DONE;
}
