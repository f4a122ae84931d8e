/** # Samples that choose: the rows of the exact walk, in any company */
#include "hp23.h"
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

static void begin(fixture *f, const char *model, double h, double tight)
{
    hp23_load(&f->t, model);
    f->o = (halm_posa_options){.h = h * f->t.h, .N = f->t.N, .seed = 5};
    f->a = (arena){0};
    CHECK(halm_posa_new(&f->t.a, &f->t.d, &f->g).code == 0, "new");
    CHECK(
        contact_modes_new(&f->a, &f->t.x, &f->g, tight * f->o.h, &f->m).code ==
            0,
        "modes");
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
        exact_rows(&f, HALM_POSA_RANDOM, 12);
        exact_rows(&f, HALM_POSA_ALL, k == 1 ? 5 : 12);
        f.o.shape = DRAW_MIXED;
        f.o.levels = 3;
        exact_rows(&f, HALM_POSA_RANDOM, 12);
        end(&f);
    }
    VERIFIES("HP23 (Alg1), (80)");
}

/* Where bars are so wide that all is doubtful, the rows are exact ones; and they
   are the same. */
static void doubtful(void)
{
    fixture f;
    begin(&f, "compass_gait", 1, 1e18);
    const halm_posa_proof p = {
        .d = &f.t.x, .g = &f.g, .o = &f.o, .select = HALM_POSA_RANDOM};
    choosing c;
    choosing_new(&f.m, &p, &c);
    CHECK(choosing_run(&c, 3, 5).code == 0 && c.doubtful == 5 && c.proven > 0,
          "%ld doubtful", c.doubtful);
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
    RUN(doubtful);
    RUN(company);
    DONE;
}
