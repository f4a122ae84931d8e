/** # Samples that choose: the rows of the exact walk, in any company */
#include "hp23.h"
#include "brute_step.h"
#include "hp23/impact/held.h"
#include "hp23/samples/choosing.h"
#include "hp23/samples/contact_modes.h"

#include <math.h>

typedef struct {
    hp23 t;
    halm_posa g;
    halm_posa_options o;
    modes m;
    arena a;
} fixture;

static void ready(fixture *f, double h, double tight)
{
    f->o = (halm_posa_options){.h = h * f->t.h, .N = f->t.N, .seed = 5};
    f->a = (arena){0};
    CHECK(halm_posa_new(&f->t.a, &f->t.d, &f->g).code == 0, "new");
    CHECK(
        contact_modes_new(&f->a, &f->t.x, &f->g, tight * f->o.h, &f->m).code ==
            0,
        "modes");
}

static void begin(fixture *f, const char *model, double h, double tight)
{
    hp23_load(&f->t, model);
    ready(f, h, tight);
}

static void end(fixture *f)
{
    arena_free(&f->a);
    hp23_clear(&f->t);
}

static double apart(const halm_posa *g, const choosing_row *x, const double *v)
{
    double most = 0;
    for (int i = 0; i < g->nv; i++)
        most = fmax(most, fabs(x->v[i] - v[i]));
    return most;
}

/* The ends of samples and their number of problems, as the exact walk has them. */
static void exact_rows(fixture *f, halm_posa_select select, int count)
{
    const halm_posa_proof p = {
        .d = &f->t.x, .g = &f->g, .o = &f->o, .select = select};
    choosing c;
    long several = 0;
    int at = 0;
    choosing_new(&f->m, &p, &c);
    CHECK(choosing_run(&c, 3, count).code == 0, "run");
    for (int i = 0; i < count; i++) {
        halm_posa_proof own = p;
        halm_posa_path path;
        CHECK(halm_posa_prove(&f->t.a, &own, (uint64_t)i + 3, &path).code == 0,
              "exactly");
        several += path.several;
        int rows = 0;
        while (at + rows < c.rows && c.row[at + rows].number == (uint64_t)i + 3)
            rows++;
        CHECK(rows == (path.ended.count > 0 ? path.ended.count : 1),
              "sample %d: %d rows, %d ends", i, rows, path.ended.count);
        for (const outcome *o = path.ended.first; o != NULL; o = o->next) {
            double v[64], near = HUGE_VAL;
            for (int j = 0; j < f->g.nv; j++)
                v[j] = mpq_get_d(o->v[j]);
            for (int k = at; k < at + rows; k++) {
                near = fmin(near, apart(&f->g, &c.row[k], v));
                CHECK(c.row[k].lcps == path.lcps, "problems: %d, %ld",
                      c.row[k].lcps, path.lcps);
            }
            CHECK(near < 1e-11, "sample %d: an end is %g away", i, near);
        }
        at += rows;
        outcomes_clear(&path.ended);
    }
    CHECK(at == c.rows && several == c.several, "%d of %d rows, %ld, %ld", at,
          c.rows, several, c.several);
    choosing_free(&c);
}

/** Verifies HP23 (Alg1), (80). */
static void rows_are_those_of_the_exact_walk(void)
{
    for (int k = 0; k < 3; k++) {
        fixture f;
        begin(&f, hp23_models[k], 1, 1);
        exact_rows(&f, HALM_POSA_RANDOM, 7);
        exact_rows(&f, HALM_POSA_ALL, k == 1 ? 4 : 7);
        f.o.shape = DRAW_MIXED;
        f.o.levels = 3;
        exact_rows(&f, HALM_POSA_RANDOM, 7);
        end(&f);
    }
    VERIFIES("HP23 (Alg1), (80)");
}

/* What brute force over bases makes of a sample. */
typedef struct {
    fixture *f;
    brute b;
    uint64_t sample;
    int random, ends, lcps, several;
    double end[BRUTE_FOUND][BRUTE_NV];
} forced;

static double speed_of(forced *w, int k, const mpq_t *v)
{
    mpq_set_si(w->b.f, 0, 1);
    for (int i = 0; i < w->b.nv; i++) {
        mpq_mul(w->b.t, brute_row(&w->f->t.x, k)[i], v[i]);
        mpq_add(w->b.f, w->b.f, w->b.t);
    }
    return mpq_get_d(w->b.f);
}

/* How many v' of the list come before number i: the place that a draw means. */
static int place_of(forced *w, int i)
{
    int before = 0;
    for (int k = 0; k < w->b.count; k++) {
        int c = 0;
        double x = 0, y = 0;
        for (; c < w->b.s && fabs(x - y) < 1e-7; c++) {
            x = speed_of(w, c, (const mpq_t *)w->b.v + k * w->b.nv);
            y = speed_of(w, c, (const mpq_t *)w->b.v + i * w->b.nv);
        }
        before += x < y - 1e-7;
    }
    return before;
}

/* From v on, step by step, in exact velocities. */
static void forced_from(forced *w, const mpq_t *v, long step)
{
    const step_exact *d = &w->f->t.x;
    const size_t nv = (size_t)d->nv, p = (size_t)d->p;
    int colliding = 0;
    for (int j = 0; j < d->p; j++)
        colliding |= speed_of(w, j, v) < 0;
    if (!colliding) { /* each end once */
        double most = HUGE_VAL;
        for (int i = 0; i < d->nv; i++)
            w->end[w->ends][i] = mpq_get_d(v[i]);
        for (int k = 0; k < w->ends; k++) {
            double far = 0;
            for (int i = 0; i < d->nv; i++)
                far = fmax(far, fabs(w->end[k][i] - w->end[w->ends][i]));
            most = fmin(most, far);
        }
        w->ends += most > 1e-12;
    }
    if (!colliding || step > w->f->o.N)
        return;
    double most[MODE_CONTACTS];
    mpq_t *x = rational_array(&w->f->t.a, p + BRUTE_FOUND * nv);
    halm_posa_bounds(&w->f->g, &w->f->o, w->sample, step, most);
    rational_of_doubles(p, most, x);
    brute_step(&w->b, d, v, (const mpq_t *)x);
    const draw_place at = {
        w->f->o.seed, w->sample,
        (uint32_t)held_leg(held_of(&w->f->o, w->sample), step)};
    const int count = w->b.count, one = draw_choice(&at, count);
    int taken[BRUTE_FOUND];
    w->lcps++;
    w->several += count > 1;
    for (int k = 0; k < count; k++) {
        taken[k] = !w->random || place_of(w, k) == one;
        for (size_t i = 0; i < nv; i++)
            mpq_set(x[p + (size_t)k * nv + i], w->b.v[(size_t)k * nv + i]);
    }
    for (int k = 0; k < count; k++)
        if (taken[k])
            forced_from(w, (const mpq_t *)x + p + (size_t)k * nv, step + 1);
    rational_clear(x, p + BRUTE_FOUND * nv);
}

/* The rows of `count` samples against brute force. */
static void forced_rows(fixture *f, halm_posa_select select, int count)
{
    static forced w;
    const halm_posa_proof p = {
        .d = &f->t.x, .g = &f->g, .o = &f->o, .select = select};
    choosing c;
    long several = 0;
    int at = 0;
    choosing_new(&f->m, &p, &c);
    CHECK(choosing_run(&c, 7, count).code == 0, "run");
    brute_new(&f->t.x, &w.b);
    for (int i = 0; i < count; i++) {
        w.f = f;
        w.sample = (uint64_t)i + 7;
        w.random = select == HALM_POSA_RANDOM;
        w.ends = w.lcps = w.several = 0;
        forced_from(&w, (const mpq_t *)f->t.x.v, 0);
        several += w.several;
        int rows = 0;
        for (; at < c.rows && c.row[at].number == w.sample; at++, rows++) {
            double near = w.ends > 0 ? HUGE_VAL : 0;
            for (int k = 0; k < w.ends; k++)
                near = fmin(near, apart(&f->g, &c.row[at], w.end[k]));
            CHECK(near < 1e-11 && c.row[at].lcps == w.lcps &&
                      c.row[at].ended == (w.ends > 0),
                  "sample %d: %g away, %d problems, by bases %d", i, near,
                  c.row[at].lcps, w.lcps);
        }
        CHECK(rows == (w.ends > 0 ? w.ends : 1), "%d rows, by bases %d ends",
              rows, w.ends);
    }
    CHECK(several == c.several, "%ld with several, by bases %ld", c.several,
          several);
    brute_each(&w.b, mpq_clear);
    choosing_free(&c);
}

/* Lists in doubles and, where bars are so wide that each step is doubtful, in
   fractions, against brute force over bases: impacts at random, one with two v' in
   a step and the gait, which has three; with bounds at random and at corners. */
static void rows_are_those_of_brute_force(void)
{
    check_random r = {check_seed(63)};
    for (int round = 0; round < 8; round++) {
        const double tight = round % 2 ? 1e18 : 1;
        fixture f = {.a = {0}};
        if (round < 4) {
            hp23_random(&r, check_integer(&r, 2, 3), 1, &f.t);
            f.t.h = 0.3;
            f.t.N = 4;
        } else if (round < 6) {
            brute_two_ways(&f.t);
        } else {
            hp23_load(&f.t, "compass_gait");
            f.t.N = 1;
        }
        ready(&f, 1, tight);
        f.o.shape = round < 2 || round == 4 ? DRAW_UNIFORM : DRAW_CORNERS;
        forced_rows(&f, HALM_POSA_RANDOM, round < 4 ? 5 : 2);
        forced_rows(&f, HALM_POSA_ALL, round < 4 ? 5 : 1);
        end(&f);
    }
}

/* Where bars are so wide that all is doubtful, each step is one in fractions; rows
   are those of the exact walk all the same. */
static void doubtful(void)
{
    fixture f;
    begin(&f, "compass_gait", 1, 1e18);
    const halm_posa_proof p = {
        .d = &f.t.x, .g = &f.g, .o = &f.o, .select = HALM_POSA_RANDOM};
    choosing c;
    long lcps = 0;
    choosing_new(&f.m, &p, &c);
    CHECK(choosing_run(&c, 3, 5).code == 0, "run");
    for (int i = 0; i < c.rows; i++)
        lcps += c.row[i].lcps;
    CHECK(c.rows == 5 && c.doubtful == lcps && c.proven == lcps,
          "%ld doubtful of %ld", c.doubtful, lcps);
    choosing_free(&c);
    exact_rows(&f, HALM_POSA_RANDOM, 5);
    exact_rows(&f, HALM_POSA_ALL, 3);
    end(&f);
}

/* A sample alone has the bytes that it has among others. */
static void company(void)
{
    for (int k = 1; k < 5; k += 2)
        for (int select = HALM_POSA_RANDOM; select <= HALM_POSA_ALL; select++) {
            fixture f;
            choosing all, one;
            int at = 0;
            begin(&f, hp23_models[k], 1, 1);
            f.o.N = 4;
            const halm_posa_proof p = {.d = &f.t.x,
                                       .g = &f.g,
                                       .o = &f.o,
                                       .select = (halm_posa_select)select};
            choosing_new(&f.m, &p, &all);
            choosing_new(&f.m, &p, &one);
            CHECK(choosing_run(&all, 0, 30).code == 0, "all");
            for (int i = 0; i < 30; i++) {
                CHECK(choosing_run(&one, (uint64_t)i, 1).code == 0, "one");
                for (int r = 0; r < one.rows; r++, at++)
                    CHECK(at < all.rows && all.row[at].number == (uint64_t)i &&
                              memcmp(all.row[at].v, one.row[r].v,
                                     (size_t)f.g.nv * sizeof(double)) == 0,
                          "%s: sample %d", hp23_models[k], i);
            }
            CHECK(at == all.rows, "%d of %d rows", at, all.rows);
            choosing_free(&all);
            choosing_free(&one);
            end(&f);
        }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(rows_are_those_of_the_exact_walk);
    RUN(rows_are_those_of_brute_force);
    RUN(doubtful);
    RUN(company);
    DONE;
}
