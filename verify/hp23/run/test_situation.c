/**
# The scenes of HP23 against matrices of another program

and, with other lengths and masses, against Jacobians written by hand.
*/
#include "scene/bind/bind.h"
#include "check.h"
#include "hp23/run/situation.h"
#include "hp23.h"
#include "own_dir.h"

#include <math.h>

/* What a scene is compared with, and how far off it was. */
typedef struct {
    const char *model; /* or null: `by_hand` */
    void (*by_hand)(hp23 *m);
    double worst;
    int seen;
} wanted;

static void compare(const char *what, int n, const double *x, const double *y,
                    double *worst)
{
    for (int i = 0; i < n; i++) {
        double off = fabs(x[i] - y[i]);
        CHECK(off <= 1e-14, "%s[%d]: %.17g, wanted %.17g", what, i, x[i], y[i]);
        *worst = off > *worst ? off : *worst;
    }
}

static perp_status look(void *user, const experiment *e, const trace *t)
{
    wanted *w = user;
    hp23 m;
    situation x;
    (void)t;
    if (w->model != NULL)
        hp23_load(&m, w->model);
    else
        w->by_hand(&m);
    perp_status s = situation_new(e, &x);
    CHECK(s.code == PERP_OK, "%s", s.message);
    const step_data *d = &x.data;
    CHECK(d->nv == m.d.nv && d->p == m.d.p && d->r == m.d.r, "the sizes");
    compare("M", d->nv * d->nv, d->M, m.d.M, &w->worst);
    compare("Jn", d->p * d->nv, d->n, m.d.n, &w->worst);
    compare("Jt", d->r * d->nv, d->d, m.d.d, &w->worst);
    compare("mu", d->p, d->mu, m.d.mu, &w->worst);
    compare("v", d->nv, d->v, m.d.v, &w->worst);
    if (w->model != NULL) {
        CHECK(e->impact_h == m.h, "h = %g", e->impact_h);
        CHECK(e->impact_N == m.N, "N = %ld", e->impact_N);
    }
    CHECK(x.pointed, "the cone is not pointed");
    w->seen++;
    situation_clear(&x);
    hp23_clear(&m);
    return s;
}

static void run(const char *scene, int sets, const char *const *set, wanted *w)
{
    char path[1024];
    mpq_t until;
    mpq_init(until);
    snprintf(path, sizeof path, "%s/cases/HP23/%s.lua", getenv("PERP_SOURCE"),
             scene);
    bind_options o = {.script = path,
                      .sets = sets,
                      .set = set,
                      .quiet = 1,
                      .look = look,
                      .user = w,
                      .until = until};
    perp_status s = bind_run(&o);
    CHECK(s.code == PERP_OK, "%s: %s", scene, s.message);
    CHECK(w->seen == 1, "%s was looked at %d times", scene, w->seen);
    printf("%s: off by %.2g at most\n", scene, w->worst);
    mpq_clear(until);
}

/** The five examples of the paper, and the discs as coded.

Verifies HP23 (Table4), (Table5), (Table6), (Table7), (Table8). */
static void scenes_are_the_models(void)
{
    static const char *const coded[] = {"variant=coded"};
    for (int k = 0; k < HP23_MODELS; k++) {
        wanted w = {.model = hp23_models[k]};
        int discs = strncmp(w.model, "disk", 4) == 0;
        run(discs ? "disk_stack" : w.model,
            strcmp(w.model, "disk_stack_code") == 0, coded, &w);
    }
    VERIFIES("HP23 (Table4), (Table5), (Table6), (Table7), (Table8)");
}

/* M += m J'J for the point with the rows x, y; then its contact rows. */
static void add_point(hp23 *m, double mass, const double *x, const double *y)
{
    int nv = m->d.nv;
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++)
            m->d.M[i * nv + j] += mass * (x[i] * x[j] + y[i] * y[j]);
}

/* Legs of 1.3 m with 0.7 kg at 0.4 m, at -60 and 60 degrees, 0.5 rad/s. */
static void other_gait(hp23 *m)
{
    const double l = 1.3, d = 0.4, mass = 0.7, deg = acos(-1.0) / 180;
    const double phi[2] = {-60 * deg, 60 * deg}, w = 0.5;
    hp23_new(m, 4, 2);
    for (int k = 0; k < 2; k++) {
        double x[4] = {1, 0, 0, 0}, y[4] = {0, 1, 0, 0};
        x[2 + k] = d * cos(phi[k]);
        y[2 + k] = d * sin(phi[k]);
        add_point(m, mass, x, y);
        m->d.n[4 * k + 1] = m->d.d[4 * k] = 1;
        m->d.n[4 * k + 2 + k] = l * sin(phi[k]);
        m->d.d[4 * k + 2 + k] = l * cos(phi[k]);
        m->d.mu[k] = 0.75;
    }
    m->d.v[0] = -w * l * cos(phi[1]);
    m->d.v[1] = -w * l * sin(phi[1]);
    m->d.v[2] = m->d.v[3] = w;
    hp23_exact(m);
}

/* The rows of a point that hangs on a chain: link k at the absolute angle a[k]
   with the length s[k]; on[k * 7 + j]: does coordinate j turn link k? */
static void chain(int links, const double *a, const double *s, const int *on,
                  double *x, double *y)
{
    memset(x, 0, 7 * sizeof *x);
    memset(y, 0, 7 * sizeof *y);
    x[0] = y[1] = 1;
    for (int k = 0; k < links; k++)
        for (int j = 2; j < 7; j++) {
            x[j] += on[k * 7 + j] * s[k] * cos(a[k]);
            y[j] += on[k * 7 + j] * s[k] * sin(a[k]);
        }
}

static void add_turn(hp23 *m, double j, const int *on)
{
    for (int r = 0; r < 7; r++)
        for (int c = 0; c < 7; c++)
            m->d.M[r * 7 + c] += j * on[r] * on[c];
}

/* RAMone with longer thighs (0.25 m) and heavier shanks (0.6 kg), pitch 10. */
static void other_robot(hp23 *m)
{
    const double deg = acos(-1.0) / 180, s1 = 0.137675, l2 = 0.25, l3 = 0.2385;
    const double m1 = 7.9026, m2 = 0.7887, m3 = 0.6, s2 = 0.019399;
    const double s3 = 0.165235, r = 0.02815, phi = 10 * deg, hip = 70 * deg;
    double knee = -2 * deg, x[7], y[7];
    const double reach = l3 * cos(phi - hip + knee) + l2 * cos(phi - hip);
    const double a = asin((reach - l2 * cos(phi + hip)) / l3) - acos(-1.0) / 2;
    const double thigh[2] = {phi - hip, phi + hip};
    const double shank[2] = {phi - hip + knee, a};
    const int trunk[7] = {0, 0, 1, 0, 0, 0, 0};
    hp23_new(m, 7, 2);
    m->d.M[0] = m->d.M[8] = m1;
    m->d.M[16] = 0.08;
    for (int k = 0; k < 2; k++) {
        int on[21] = {0};
        memcpy(on, trunk, sizeof trunk);
        on[7 + 2] = on[14 + 2] = 1;
        on[7 + 3 + 2 * k] = on[14 + 3 + 2 * k] = on[14 + 4 + 2 * k] = 1;
        const double angle[3] = {phi, thigh[k], shank[k]};
        chain(2, angle, (double[]){s1, s2}, on, x, y);
        add_point(m, m2, x, y);
        chain(3, angle, (double[]){s1, l2, s3}, on, x, y);
        add_point(m, m3, x, y);
        add_turn(m, 0.00221, on + 7);
        add_turn(m, 0.00652, on + 14);
        chain(3, angle, (double[]){s1, l2, l3}, on, x, y);
        for (int j = 0; j < 7; j++) {
            m->d.n[7 * k + j] = y[j];
            m->d.d[7 * k + j] = x[j] + r * on[14 + j];
        }
        m->d.mu[k] = 1e5;
    }
    m->d.v[0] = -m->d.d[7 + 2];
    m->d.v[1] = -m->d.n[7 + 2];
    m->d.v[2] = 1;
    hp23_exact(m);
}

/* A box of 0.8 m and 3 kg, 25 degrees from the wall, at 2 m/s. */
static void other_box(hp23 *m)
{
    const double deg = acos(-1.0) / 180, half = 0.4, th = 65 * deg;
    const double c = cos(th), s = sin(th);
    hp23_new(m, 3, 2);
    m->d.M[0] = m->d.M[4] = 3;
    m->d.M[8] = 3 * 0.8 * 0.8 / 6;
    m->d.n[1] = m->d.d[0] = 1;
    m->d.n[2] = half * (s - c); /* A is half (s - c, -s - c) from the centre */
    m->d.d[2] = half * (s + c);
    m->d.n[3] = m->d.d[4] = -1; /* B: half (c + s, s - c) */
    m->d.n[5] = half * (s - c);
    m->d.d[5] = -half * (c + s);
    m->d.mu[0] = m->d.mu[1] = 0.5;
    m->d.v[0] = 2;
    hp23_exact(m);
}

/** Links of other lengths and masses: the scenes know how they depend on them,
and not only the numbers of the paper. */
static void other_lengths_by_hand(void)
{
    static const char *const gait[] = {"length=1.3",  "along=0.4",   "mass=0.7",
                                       "leading=-60", "trailing=60", "rate=0.5",
                                       "mu=0.75"};
    static const char *const robot[] = {"l2=0.25", "m3=0.6", "pitch=10"};
    static const char *const box[] = {"side=0.8", "mass=3", "tilt=25", "v0=2",
                                      "mu=0.5"};
    wanted w = {.by_hand = other_gait};
    run("compass_gait", 7, gait, &w);
    w = (wanted){.by_hand = other_robot};
    run("ramone", 3, robot, &w);
    w = (wanted){.by_hand = other_box};
    run("box_wall", 5, box, &w);
}

/** Names in an order, with what is wrong about them. */
static perp_status orders(void *user, const experiment *e, const trace *t)
{
    situation x;
    int order[8], count, *good = user;
    (void)t;
    perp_status s = situation_new(e, &x);
    CHECK(s.code == PERP_OK, "%s", s.message);
    s = situation_order(&x, "B,A", order, &count);
    *good = s.code == PERP_OK && count == 2 && order[0] == 1 && order[1] == 0;
    static const char *const wrong[] = {"", "A,", "A,C", "A,A", ",A", "a"};
    for (int k = 0; k < 6; k++)
        CHECK(situation_order(&x, wrong[k], order, &count).code == PERP_USAGE,
              "the order '%s'", wrong[k]);
    situation_clear(&x);
    return PERP_SUCCESS;
}

static void orders_are_read(void)
{
    char path[1024];
    mpq_t until;
    int good = 0;
    mpq_init(until);
    snprintf(path, sizeof path, "%s/cases/HP23/rocking_block.lua",
             getenv("PERP_SOURCE"));
    bind_options o = {.script = path,
                      .quiet = 1,
                      .look = orders,
                      .user = &good,
                      .until = until};
    CHECK(bind_run(&o).code == PERP_OK, "the scene");
    CHECK(good, "the order B,A");
    mpq_clear(until);
}

/* Two discs of radius 1 above a floor at the heights given; what is active, or
   why it is refused. */
static perp_status touching(void *user, const experiment *e, const trace *t)
{
    situation x;
    int *active = user;
    (void)t;
    perp_status s = situation_new(e, &x);
    *active = s.code == PERP_OK ? x.set.n * 10 + x.set.id[0] : -(int)s.code;
    situation_clear(&x);
    experiment strict = *e; /* what the run let begin, with less allowed */
    strict.penetration = 1e-9;
    int deep = mpq_get_d(e->q[0]) < 1 - 1e-9 || mpq_get_d(e->q[1]) < 1 - 1e-9;
    perp_code code = situation_new(&strict, &x).code;
    CHECK((code == PERP_INPUT) == (deep || *active < 0), "code %d", (int)code);
    situation_clear(&x);
    return PERP_SUCCESS;
}

/** Contacts at a gap of at most the tolerance are active, a deeper one than the
scene allows is refused, and so is a state that touches nothing.

Verifies HP23 (13)-(14). */
static void active_and_penetrating(void)
{
    static const struct {
        const char *low, *high;
        int active; /* ten times how many, and the first; or minus the code */
    } known[] = {{"1", "1", 20},
                 {"1", "2", 10},
                 {"2", "1", 11},
                 {"1", "1.00000000005", 20},
                 {"1", "1.001", 10},
                 {"0.99999", "1", -PERP_INPUT},
                 {"0.9999999", "1", 20},
                 {"0.99999904632568359375", "1", 20}, /* 1 - 2^-20: allowed */
                 {"0.9999990463256833", "1", -PERP_INPUT},
                 {"1", "0.9999999", 20},
                 {"1.5", "1.5", -PERP_INPUT},
                 {"1", "0.999", -PERP_INPUT}};
    char low[40], high[40];
    own_dir();
    const char *name = in_dir("scene.lua");
    FILE *f = fopen(name, "w");
    CHECK(f != NULL, "no temporary file");
    if (f == NULL)
        return;
    fputs(
        "local perp = require 'perp'\n"
        "local low = perp.param('low', 1) local high = perp.param('high', 1)\n"
        "return { system = perp.system { coordinates = { 'x', 'y' },\n"
        "  mass = function() return { { 1, 0 }, { 0, 1 } } end,\n"
        "  contacts = function(q) return { { name = 'A', gap = q.x - 1 },\n"
        "    { name = 'B', gap = q.y - 1 } } end },\n"
        "  h = 1, T = 1, q = { low, high }, v = { -1, -1 },\n"
        "  penetration = 2^-20 }\n",
        f);
    fclose(f);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        mpq_t until;
        int active = 0;
        mpq_init(until);
        snprintf(low, sizeof low, "low=%s", known[k].low);
        snprintf(high, sizeof high, "high=%s", known[k].high);
        const char *const set[] = {low, high};
        bind_options o = {.script = name,
                          .sets = 2,
                          .set = set,
                          .quiet = 1,
                          .look = touching,
                          .user = &active,
                          .until = until};
        perp_status s = bind_run(&o);
        if (s.code != PERP_OK) /* the run itself may refuse the start */
            active = -(int)s.code;
        CHECK(active == known[k].active, "%s, %s: %d", known[k].low,
              known[k].high, active);
        mpq_clear(until);
    }
    own_dir_end();
    VERIFIES("HP23 (13)-(14)");
}

int main(void)
{
    RUN(active_and_penetrating);
    RUN(scenes_are_the_models);
    RUN(other_lengths_by_hand);
    RUN(orders_are_read);
    DONE;
}
