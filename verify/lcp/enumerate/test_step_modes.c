/** # Lists of a step by modes in doubles, against the exact search */
#include "hp23.h"
#include "hp23/samples/contact_modes.h"

#include "hp23/impact/outcomes.h"
#include "number/rational.h"

#include <math.h>

/* PERP_TIMES: how many times as many. */
static int times(void)
{
    const char *text = getenv("PERP_TIMES");
    return text != NULL ? atoi(text) : 1;
}

typedef struct {
    hp23 t;
    halm_posa g;
    modes m;
    arena a;
    long steps, doubtful, several;
} asked;

/* The speed i of v, in fractions and then rounded. */
static double exact_speed(asked *q, int i, const mpq_t *v)
{
    mpq_t t;
    mpq_init(t);
    if (i < q->t.d.p)
        impact_normal(&q->t.x, i, v, t);
    else
        impact_slip(&q->t.x, i - q->t.d.p, v, t);
    const double u = mpq_get_d(t);
    mpq_clear(t);
    return u;
}

static double nearest(const step_modes_list *l, int s, const double *u)
{
    double least = HUGE_VAL;
    const double *at = NULL;
    for (int k = 0; k < l->count; k++) {
        double most = 0;
        for (int i = 0; i < s; i++)
            most = fmax(most, fabs(l->of[k].u[i] - u[i]));
        at = most < least ? l->of[k].u : at;
        least = fmin(least, most);
    }
    for (int i = 0; i < s; i++)
        CHECK(u[i] != 0 || at == NULL || at[i] == 0, "%g is zero", at[i]);
    return least;
}

/* A step from the impact's v with these bounds: the same v', no more, no fewer.
   One of them, if there is a `next`. */
static void one_step(asked *q, const double *most, check_random *r,
                     double *next)
{
    static step_modes_step ask;
    static step_modes_list l;
    const size_t p = (size_t)q->t.d.p;
    const arena_mark mark = arena_here(&q->t.a);
    outcomes_search search = {0};
    outcomes all = {.nv = q->t.d.nv};
    mpq_t *bound = rational_array(&q->t.a, p);
    rational_of_doubles(p, most, bound);
    for (int i = 0; i < q->m.of.s; i++)
        ask.x[i] = exact_speed(q, i, (const mpq_t *)q->t.x.v);
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
            for (int i = 0; i < q->m.of.s; i++)
                u[i] = exact_speed(q, i, (const mpq_t *)k->v);
            CHECK(nearest(&l, q->m.of.s, u) < 1e-9 * (1 + q->m.of.most_u),
                  "a v' is %g away", nearest(&l, q->m.of.s, u));
        }
    }
    const outcome *k = all.first;
    for (int n = check_integer(r, 0, all.count - 1); n > 0; n--)
        k = k->next;
    for (int i = 0; i < all.nv && next != NULL; i++)
        next[i] = mpq_get_d(k->v[i]);
    outcomes_clear(&all);
    rational_clear(bound, p);
    arena_release(&q->t.a, mark);
}

static void begin(asked *q, double h)
{
    q->a = (arena){0};
    CHECK(halm_posa_new(&q->t.a, &q->t.d, &q->g).code == 0, "new");
    CHECK(contact_modes_new(&q->a, &q->t.x, &q->g, h, &q->m).code == 0,
          "modes");
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
            one_step(&q, most, &r, NULL);
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
    for (int round = 0; round < 160 * times(); round++) {
        asked q = {0};
        const int p = check_integer(&r, 1, 2);
        double most[3];
        hp23_random(&r, check_integer(&r, 2, 4), p, &q.t);
        begin(&q, 1);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < p; j++)
                most[j] = i == 0 ? check_integer(&r, 0, 4) / 4.0
                                 : check_uniform(&r, 0, 1);
            one_step(&q, most, &r, NULL);
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

/** Three contacts, so that most impacts are redundant and many modes have more than one
impulse open: what is not doubtful is the exact list. */
static void three_contacts(void)
{
    check_random r = {check_seed(46)};
    long steps = 0, doubtful = 0;
    for (int round = 0; round < 10 * times(); round++) {
        asked q = {0};
        hp23_random(&r, check_integer(&r, 2, 4), 3, &q.t);
        begin(&q, 1);
        for (int i = 0; i < 3; i++) {
            double most[3];
            for (int j = 0; j < 3; j++)
                most[j] = i == 0 ? check_integer(&r, 0, 4) / 4.0
                                 : check_uniform(&r, 0, 1);
            one_step(&q, most, &r, NULL);
        }
        steps += q.steps;
        doubtful += q.doubtful;
        end(&q);
    }
    printf("%ld steps, %ld doubtful\n", steps, doubtful);
    CHECK(doubtful < steps, "all are doubtful");
}

/** The same impacts with gradients that are sums of others, rounded: redundant but for a last
digit, which decides whether a mode is singular. */
static void nearly_redundant(void)
{
    check_random r = {check_seed(43)};
    long steps = 0, doubtful = 0;
    for (int round = 0; round < 40 * times(); round++) {
        asked q = {0};
        hp23_random(&r, check_integer(&r, 2, 4), 2, &q.t);
        const double a = check_uniform(&r, 0, 1), b = check_uniform(&r, -1, 1);
        const int nv = q.t.d.nv, which = check_integer(&r, 0, 2);
        for (int i = 0; i < nv; i++) {
            const double n = q.t.d.n[i], d = q.t.d.d[i];
            if (which < 2)
                q.t.d.d[nv + i] = which ? b * d : a * n + b * d;
            else
                q.t.d.n[nv + i] = a * n;
        }
        rational_of_doubles((size_t)(2 * nv), q.t.d.n, q.t.x.n);
        rational_of_doubles((size_t)(2 * nv), q.t.d.d, q.t.x.d);
        begin(&q, 1);
        for (int i = 0; i < 3; i++) {
            double most[2] = {check_uniform(&r, 0, 1),
                              i == 0 ? 0 : check_uniform(&r, 0, 1)};
            one_step(&q, most, &r, NULL);
        }
        steps += q.steps;
        doubtful += q.doubtful;
        end(&q);
    }
    printf("%ld steps, %ld doubtful\n", steps, doubtful);
    CHECK(doubtful < steps, "all are doubtful");
}

/** Steps one behind the other, from rounded velocities, so that a contact at rest has some
10^-17 m/s; bounds at random and at corners. */
static void walk(const char *model, int count, int steps, uint64_t seed)
{
    check_random r = {check_seed(seed)};
    asked q = {0};
    double v[64], v0[64], most[MODE_CONTACTS], u;
    hp23_load(&q.t, model);
    begin(&q, q.t.h);
    const size_t nv = (size_t)q.t.d.nv;
    memcpy(v0, q.t.d.v, nv * sizeof *v0);
    for (int k = 0; k < count; k++) {
        memcpy(v, v0, sizeof v);
        for (int i = 0, on = 1; i < steps && on; i++) {
            on = 0;
            for (int j = 0; j < q.t.d.p; j++)
                most[j] = check_integer(&r, 0, 2) > 0
                              ? q.t.h * check_uniform(&r, 0, 1)
                              : q.t.h * check_integer(&r, 0, 1);
            one_step(&q, most, &r, v);
            rational_of_doubles(nv, v, q.t.x.v);
            for (int j = 0; j < q.t.d.p; j++) {
                u = exact_speed(&q, j, (const mpq_t *)q.t.x.v);
                on |= u < 0;
            }
        }
        rational_of_doubles(nv, v0, q.t.x.v);
    }
    printf("%s: %ld steps, %ld with several, %ld doubtful\n", model, q.steps,
           q.several, q.doubtful);
    CHECK(q.doubtful < q.steps, "all are doubtful");
    end(&q);
}

static void walks(void)
{
    for (int k = 0; k < 4; k++)
        walk(hp23_models[k], (k == 3 ? 2 : 6) * times(), 5, 44);
    for (int k = 4; k < 6 && times() > 1; k++)
        walk(hp23_models[k], 2 * times(), 5, 45);
}

/* Four contacts that know nothing of each other, three of them at rest with the bound
zero: whatever these are said to do, there is one v', and no doubt. */
static void idle(void)
{
    static step_modes_step ask;
    static step_modes_list l;
    asked q = {0};
    hp23_new(&q.t, 8, 4);
    for (int i = 0; i < 8; i++) {
        q.t.d.M[9 * i] = 1;
        (i % 2 ? q.t.d.d : q.t.d.n)[i / 2 * 8 + i] = 1;
    }
    for (int j = 0; j < 4; j++)
        q.t.d.mu[j] = 0.5;
    q.t.d.v[4] = -1; /* the third contact approaches, and slips */
    q.t.d.v[5] = 2;
    hp23_exact(&q.t);
    begin(&q, 1);
    memcpy(ask.x, q.g.u0, sizeof(double[8]));
    ask.x[8 + 2] = 0.25;
    step_modes_ask(&q.m, 1, &ask);
    step_modes_outcomes(&q.m, &ask, &l);
    CHECK(!l.doubtful && l.count == 1, "%d v', doubtful %d", l.count,
          l.doubtful);
    for (int i = 0; i < 8; i++) {
        const double u = i == 2 ? -0.75 : i == 6 ? 2 - 0.125 : 0;
        CHECK(fabs(l.of[0].u[i] - u) < 1e-15, "speed %d is %g", i,
              l.of[0].u[i]);
    }
    end(&q);
}

/* From the discs' velocity, at each corner of the box: a list, without a doubt. */
static void corners(void)
{
    static step_modes_step ask;
    static step_modes_list l;
    asked q = {0};
    hp23_load(&q.t, "disk_stack_paper");
    begin(&q, q.t.h);
    for (int set = 0; set < 32; set++) {
        memcpy(ask.x, q.g.u0, sizeof(double[10]));
        for (int j = 0; j < 5; j++)
            ask.x[10 + j] = set >> j & 1 ? q.t.h : 0;
        step_modes_ask(&q.m, 1, &ask);
        step_modes_outcomes(&q.m, &ask, &l);
        CHECK(!l.doubtful && l.count > 0, "corner %d", set);
    }
    end(&q);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(examples);
    RUN(random_impacts);
    RUN(three_contacts);
    RUN(nearly_redundant);
    RUN(walks);
    RUN(idle);
    if (times() > 1)
        RUN(corners);
    DONE;
}
