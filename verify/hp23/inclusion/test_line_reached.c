/**
# Straight lines that solve are reached

A line that line_check lets pass begins as a leg may, with a rate in one of the
polytopes; and of the solutions that are drawn one ends where it does.
*/
#include "hp23/inclusion/hull.h"
#include "hp23/inclusion/line.h"
#include "hp23/inclusion/solution.h"
#include "law31_lines.h"

enum { SPEEDS = 10, NV = LAW31_NV };

typedef struct {
    int lines, solve, reached;
} tally;

/* The direction is one that a leg may have: a rate in a polytope. */
static void is_a_leg(law31 *of, const mpq_t *to, const line *l)
{
    const step_exact *d = &of->m->x;
    const way_set *set;
    const exact_limit none = {0};
    mpq_t rate[NV], u[SPEEDS], distance, weight[400];
    mpq_init(distance);
    for (int i = 0; i < NV; i++)
        mpq_init(rate[i]);
    for (int i = 0; i < SPEEDS; i++)
        mpq_init(u[i]);
    for (int i = 0; i < 400; i++)
        mpq_init(weight[i]);
    for (int i = 0; i < d->nv; i++) {
        mpq_sub(rate[i], to[i], d->v[i]);
        mpq_mul(rate[i], rate[i], l->at[1]);
        mpq_div(rate[i], rate[i], l->ds[0]);
    }
    for (int j = 0; j < d->p; j++) {
        impact_normal(d, j, (const mpq_t *)d->v, u[j]);
        impact_slip(d, j, (const mpq_t *)d->v, u[d->p + j]);
    }
    perp_status s = ways_at(&of->all, (const mpq_t *)u, -1, &none, &set);
    CHECK(s.code == PERP_OK, "%s", s.message);
    int found = 0;
    for (int i = 0; i < set->count && !found; i++) {
        hull_exact h = {d->nv, set->first[i + 1] - set->first[i],
                        (const mpq_t *)set->point + set->first[i] * d->nv,
                        (const mpq_t *)rate};
        CHECK(h.count <= 400, "%d vertices", h.count);
        s = hull_distance(&of->m->a, &h, distance, weight);
        CHECK(s.code == PERP_OK, "%s", s.message);
        found = mpq_sgn(distance) == 0;
    }
    CHECK(found, "no polytope of %d has the direction of a line that solves",
          set->count);
    mpq_clear(distance);
    for (int i = 0; i < NV; i++)
        mpq_clear(rate[i]);
    for (int i = 0; i < SPEEDS; i++)
        mpq_clear(u[i]);
    for (int i = 0; i < 400; i++)
        mpq_clear(weight[i]);
}

/* Solutions are drawn until one ends there: of that, the verdict. */
static void is_reached(law31 *of, const mpq_t *to, tally *t)
{
    const int nv = of->m->d.nv;
    int found = 0;
    for (uint64_t i = 0; i < 400 && !found; i++) {
        const arena_mark mark = arena_here(&of->m->a);
        solution x;
        solution_options o = {.seed = 5, .ends = &of->ends, .most = 40};
        perp_status s = solution_find(&of->m->a, &of->all, &o, i, &x);
        CHECK(s.code == PERP_OK || strstr(s.message, "not pointed") != NULL,
              "%s", s.message);
        found = s.code == PERP_OK && x.ended;
        for (int k = 0; k < nv && found; k++)
            found = mpq_equal(x.v[(x.knots - 1) * nv + k], to[k]) != 0;
        if (found) {
            path_verdict v;
            velocity_path path = solution_path(&x);
            s = path_check(&of->m->a, &of->r, &path, &v);
            CHECK(s.code == PERP_OK && mpq_sgn(v.worst) == 0,
                  "the path to it is %g beside (39)", mpq_get_d(v.worst));
            path_verdict_clear(&v);
        }
        solution_clear(&x);
        arena_release(&of->m->a, mark);
    }
    CHECK(found, "a line solves and none of 400 solutions ends there");
    t->reached += found;
}

static void judge(law31 *of, const mpq_t *to, int vertex, void *tally_of)
{
    tally *t = tally_of;
    const exact_limit none = {0};
    const arena_mark mark = arena_here(&of->m->a);
    line l;
    perp_status s =
        line_check(&of->m->a, &of->r, (const mpq_t *)of->m->x.v, to, &none, &l);
    CHECK(s.code == PERP_OK, "%s", s.message);
    t->lines++;
    t->solve += l.solves;
    if (l.solves)
        is_a_leg(of, to, &l);
    if (l.solves && vertex)
        is_reached(of, to, t);
    line_clear(&l);
    arena_release(&of->m->a, mark);
}

/** The examples: all lines that solve, the three of gait and RAMone among them, begin
as a leg and are reached, nine in all. */
static void of_the_examples(void)
{
    check_random c = {check_seed(3940)};
    int reached = 0;
    for (int k = 0; k < HP23_MODELS; k++) {
        hp23 m;
        tally t = {0};
        hp23_load(&m, hp23_models[k]);
        law31_lines(&m, &c, judge, &t);
        printf("%s: %d of %d lines solve, %d are reached\n", hp23_models[k],
               t.solve, t.lines, t.reached);
        reached += t.reached;
        hp23_clear(&m);
    }
    CHECK(reached == 9, "%d are reached", reached);
}

/** Two hundred random impacts: lines to a v+ of law (31) that solve begin with a rate
that legs may have, those to points of a continuum too; and to each v+ that is
listed some path leads, of which it is asked whether it obeys (39).

Verifies HP23 (39). */
static void of_random_impacts(void)
{
    tally t = {0};
    const int continua = law31_random(judge, &t);
    printf("%d lines, %d continua; %d solve, %d reached\n", t.lines, continua,
           t.solve, t.reached);
    CHECK(t.solve > 40 && continua > 0, "too tame");
    VERIFIES("HP23 (39)");
}

int main(void)
{
    RUN(of_the_examples);
    RUN(of_random_impacts);
    DONE;
}
