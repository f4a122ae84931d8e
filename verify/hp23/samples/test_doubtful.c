/** # One step in fractions, against brute force over bases */
#include "brute_step.h"
#include "hp23.h"
#include "hp23/samples/contact_modes.h"
#include "hp23/samples/doubtful.h"

#include <math.h>

/* An impact, asked for steps of it. */
typedef struct {
    hp23 t;
    halm_posa g;
    halm_posa_options o;
    modes m;
    arena a;
    brute b;
    step_modes_list l;
} asked;

static void begin(asked *q)
{
    q->a = (arena){0};
    q->o = (halm_posa_options){.h = 1, .N = 5};
    CHECK(halm_posa_new(&q->t.a, &q->t.d, &q->g).code == 0, "new");
    CHECK(contact_modes_new(&q->a, &q->t.x, &q->g, 1, &q->m).code == 0,
          "modes");
    brute_new(&q->t.x, &q->b);
}

static void end(asked *q)
{
    brute_each(&q->b, mpq_clear);
    arena_free(&q->a);
    hp23_clear(&q->t);
}

/* How far the nearest of the list is from the v' number k of brute force, in
   velocities: the doubles v moved by the impulses of the list. A speed that is
   zero is zero to the last bit. */
static double nearest(asked *q, int k, const double *v)
{
    const int s = q->m.of.s, nv = q->t.d.nv;
    double least = HUGE_VAL;
    int which = -1;
    for (int i = 0; i < q->l.count; i++) {
        double most = 0;
        for (int j = 0; j < nv; j++) {
            double moved = v[j] - mpq_get_d(q->b.v[k * nv + j]);
            for (int c = 0; c < s; c++)
                moved += q->g.P[j * s + c] * q->l.of[i].L[c];
            most = fmax(most, fabs(moved));
        }
        which = most < least ? i : which;
        least = fmin(least, most);
    }
    for (int c = 0; c < s && which >= 0; c++) {
        mpq_set_si(q->b.f, 0, 1);
        for (int j = 0; j < nv; j++) {
            mpq_mul(q->b.t, brute_row(&q->t.x, c)[j], q->b.v[k * nv + j]);
            mpq_add(q->b.f, q->b.f, q->b.t);
        }
        CHECK((mpq_sgn(q->b.f) == 0) == (q->l.of[which].u[c] == 0),
              "%g is not %g", q->l.of[which].u[c], mpq_get_d(q->b.f));
    }
    return least;
}

/* The speeds of each outcome are those of v moved by its impulses, and ascend. */
static void read_right(const asked *q, const double *x)
{
    const mode_impact *m = &q->m.of;
    for (int i = 0; i < q->l.count; i++) {
        for (int k = 0; k < m->s; k++) {
            double u = x[k];
            for (int c = 0; c < m->s; c++)
                u += m->G[k * m->s + c] * q->l.of[i].L[c];
            CHECK(fabs(u - q->l.of[i].u[k]) < 1e-11, "a speed is %g off",
                  u - q->l.of[i].u[k]);
        }
        CHECK(i == 0 ||
                  mode_before(m->s, 1e-9, q->l.of[i - 1].u, q->l.of[i].u) > 0,
              "%d is not behind the one before", i);
    }
}

/* The list of a step from v (doubles, as they are) with these bounds. */
static void list(asked *q, const double *v, const double *most)
{
    halm_posa_proof p = {.d = &q->t.x, .g = &q->g, .o = &q->o};
    const size_t nv = (size_t)q->t.d.nv, bounds = (size_t)q->t.d.p;
    mpq_t *x = rational_array(&q->t.a, nv + bounds);
    double ask[MODE_NUMBERS];
    rational_of_doubles(nv, v, x);
    rational_of_doubles(bounds, most, x + nv);
    for (int k = 0; k < q->m.of.s; k++) {
        const mpq_t *row = brute_row(&q->t.x, k);
        ask[k] = 0;
        for (size_t i = 0; i < nv; i++)
            ask[k] += mpq_get_d(row[i]) * v[i];
    }
    memcpy(ask + q->m.of.s, most, bounds * sizeof *most);
    CHECK(doubtful_step(&q->a, &q->m.of, &p, v, ask, &q->l).code == 0 &&
              !q->l.doubtful,
          "a list");
    read_right(q, ask);
    brute_step(&q->b, &q->t.x, (const mpq_t *)x, (const mpq_t *)x + nv);
    rational_clear(x, nv + bounds);
}

/** Impacts at random, gradients independent, velocities and bounds of all digits, some bounds
zero: as many v' as bases find, and the same. Where gradients depend on each other
bases find some of them, and these are there. */
static void lists_of_steps(void)
{
    check_random r = {check_seed(61)};
    static asked q;
    long steps = 0, several = 0, redundant = 0;
    for (int round = 0; round < 14; round++) {
        const int p = round % 7 == 0 ? 2 : 1, few = round % 2;
        double v[BRUTE_NV], most[2];
        hp23_random(&r, few ? p : 2 * p + check_integer(&r, 0, 2), p, &q.t);
        begin(&q);
        for (int i = 0; i < (p == 1 ? 6 : 2); i++) {
            for (int j = 0; j < q.t.d.nv; j++)
                v[j] = check_uniform(&r, -1, 0.3);
            for (int j = 0; j < p; j++)
                most[j] =
                    check_integer(&r, 0, 3) > 0 ? check_uniform(&r, 0, 1) : 0;
            list(&q, v, most);
            for (int k = 0; k < q.b.count; k++)
                CHECK(nearest(&q, k, v) < 1e-12, "a v' is %g away",
                      nearest(&q, k, v));
            CHECK(q.b.count == q.l.count || (few && q.b.count < q.l.count),
                  "%d v', by bases %d", q.l.count, q.b.count);
            steps++;
            several += q.l.count > 1;
            redundant += few;
        }
        end(&q);
    }
    printf("%ld steps, %ld redundant, %ld with several v'\n", steps, redundant,
           several);
}

/* The gait has three v' from where it begins if B may press, whatever its bound. */
static void the_gait(void)
{
    check_random r = {check_seed(62)};
    static asked q;
    double v[BRUTE_NV];
    hp23_load(&q.t, "compass_gait");
    begin(&q);
    memcpy(v, q.t.d.v, (size_t)q.t.d.nv * sizeof *v);
    for (int i = 0; i < 4; i++) {
        double most[2] = {check_uniform(&r, 0.05, 0.25),
                          i > 0 ? check_uniform(&r, 0.01, 0.25) : 0};
        list(&q, v, most);
        CHECK(q.l.count == q.b.count && (i == 0 || q.l.count == 3),
              "%d, by bases %d", q.l.count, q.b.count);
        for (int k = 0; k < q.b.count; k++)
            CHECK(nearest(&q, k, v) < 1e-12, "a v' is %g away",
                  nearest(&q, k, v));
    }
    end(&q);
}

/* Both corners of the block at rest but for the rounding of v, and nobody may press:
   what was zero stays so. */
static void zeros(void)
{
    static asked q;
    const double v[3] = {0.3, -1e-17, 0}, x[6] = {0, 0, 0.3, 0.3, 0, 0};
    hp23_load(&q.t, "rocking_block");
    begin(&q);
    halm_posa_proof p = {.d = &q.t.x, .g = &q.g, .o = &q.o};
    CHECK(doubtful_step(&q.a, &q.m.of, &p, v, x, &q.l).code == 0 &&
              q.l.count == 1 && memcmp(q.l.of[0].u, x, 4 * sizeof *x) == 0,
          "%d, %g", q.l.count, q.l.of[0].u[0]);
    end(&q);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(lists_of_steps);
    RUN(the_gait);
    RUN(zeros);
    DONE;
}
