/** # Lists of a step by modes in doubles, against the exact search */
#include "hp23.h"
#include "hp23/samples/contact_modes.h"

#include "hp23/impact/outcomes.h"
#include "number/rational.h"

#include <math.h>

typedef struct {
    hp23 t;
    halm_posa g;
    modes m;
    arena a;
    long steps, doubtful, several;
} asked;

/* Speeds of a list of the exact search. */
static int exact_speeds(asked *q, const outcome *k, double *u)
{
    const step_data *d = &q->t.d;
    for (int i = 0; i < d->p + d->r; i++) {
        const double *row =
            i < d->p ? d->n + i * d->nv : d->d + (i - d->p) * d->nv;
        u[i] = 0;
        for (int j = 0; j < d->nv; j++)
            u[i] += row[j] * mpq_get_d(k->v[j]);
    }
    return d->p + d->r;
}

static double nearest(const step_modes_list *l, int s, const double *u)
{
    double least = HUGE_VAL;
    for (int k = 0; k < l->count; k++) {
        double most = 0;
        for (int i = 0; i < s; i++)
            most = fmax(most, fabs(l->of[k].u[i] - u[i]));
        least = fmin(least, most);
    }
    return least;
}

/* A step from the impact's v with these bounds: the same v', no more, no fewer. */
static void one_step(asked *q, const double *most)
{
    static step_modes_step ask;
    static step_modes_list l;
    const size_t p = (size_t)q->t.d.p;
    const arena_mark mark = arena_here(&q->t.a);
    outcomes_search search = {0};
    outcomes all = {.nv = q->t.d.nv};
    mpq_t *bound = rational_array(&q->t.a, p);
    rational_of_doubles(p, most, bound);
    memcpy(ask.x, q->g.u0, (size_t)q->m.of.s * sizeof *ask.x);
    memcpy(ask.x + q->m.of.s, most, p * sizeof *most);
    step_modes_ask(&q->m, 1, &ask);
    step_modes_outcomes(&q->m, &ask, &l);
    q->steps++;
    q->doubtful += l.doubtful;
    CHECK(
        outcomes_of_step(&q->t.a, &q->t.x, (const mpq_t *)bound, &search, &all)
                .code == 0,
        "exact");
    outcomes_merge(&q->t.x, &all);
    if (!l.doubtful) {
        CHECK(l.count == all.count, "%d v', exactly %d", l.count, all.count);
        q->several += l.count > 1;
        for (const outcome *k = all.first; k != NULL; k = k->next) {
            double u[MODE_SPEEDS];
            int s = exact_speeds(q, k, u);
            CHECK(nearest(&l, s, u) < 1e-9 * (1 + q->m.of.most_u),
                  "a v' is %g away", nearest(&l, s, u));
        }
    }
    outcomes_clear(&all);
    rational_clear(bound, p);
    arena_release(&q->t.a, mark);
}

static void begin(asked *q, double h)
{
    q->a = (arena){0};
    CHECK(halm_posa_new(&q->t.a, &q->t.d, &q->g).code == 0, "new");
    CHECK(contact_modes_new(&q->a, &q->g, h, &q->m).code == 0, "modes");
}

static void end(asked *q)
{
    arena_free(&q->a);
    hp23_clear(&q->t);
}

/** Steps of the examples with two contacts, at bounds of many sizes. */
static void examples(void)
{
    check_random r = {check_seed(41)};
    for (int k = 0; k < 4; k++) {
        asked q = {0};
        hp23_load(&q.t, hp23_models[k]);
        begin(&q, q.t.h);
        for (int i = 0; i < 25; i++) {
            double most[2] = {q.t.h * check_uniform(&r, 0, 1),
                              q.t.h * check_uniform(&r, 0, i % 2 ? 1 : 0.05)};
            one_step(&q, most);
        }
        printf("%s: %ld steps, %ld with several, %ld doubtful\n",
               hp23_models[k], q.steps, q.several, q.doubtful);
        CHECK(q.doubtful == 0, "%ld doubtful", q.doubtful);
        CHECK((q.several > 0) == (k == 1 || k == 3), "%ld", q.several);
        end(&q);
    }
}

/** Impacts at random in short numbers, so with ties, zeros, and impulses that are
open, and with bounds that are zero or equal: what the doubles do not call doubtful is
the exact list. */
static void random_impacts(void)
{
    check_random r = {check_seed(42)};
    long steps = 0, doubtful = 0, several = 0;
    for (int round = 0; round < 160; round++) {
        asked q = {0};
        const int p = check_integer(&r, 1, 2);
        double most[3];
        hp23_random(&r, check_integer(&r, 2, 4), p, &q.t);
        begin(&q, 1);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < p; j++)
                most[j] = i == 0 ? check_integer(&r, 0, 4) / 4.0
                                 : check_uniform(&r, 0, 1);
            one_step(&q, most);
        }
        steps += q.steps;
        doubtful += q.doubtful;
        several += q.several;
        end(&q);
    }
    printf("%ld steps, %ld with several v', %ld doubtful\n", steps, several,
           doubtful);
    CHECK(several > 0 && doubtful * 50 <= steps, "%ld, %ld of %ld", several,
          doubtful, steps);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(examples);
    RUN(random_impacts);
    DONE;
}
