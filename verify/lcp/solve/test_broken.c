/**
# A tableau that breaks down at any question

Lemke's method and its start for games are logic; what they do when arithmetic says
that it has broken down, is asked here at each question of a run in turn. The tableau is
the exact one, with its k-th answer replaced.
*/
#include "check.h"
#include "lcp/solve/lemke_howson.h"
#include "lcp/tableau/tableau_exact.h"

static const tableau_operations *own; /* the exact tableau's */
static int asked, breaks, says;       /* answer number `breaks` is `says` */

static int answered(int answer)
{
    return ++asked == breaks ? says : answer;
}

static int free_row(tableau *t, int col)
{
    return answered(own->free_row(t, col));
}

static int false_row(tableau *t)
{
    return answered(own->false_row(t));
}

static int first_row(tableau *t, int col)
{
    return answered(own->first_row(t, col));
}

static int leaving_row(tableau *t, int col)
{
    return answered(own->leaving_row(t, col));
}

/* Broken, an exchange has not happened. */
static int pivot(tableau *t, int row, int col)
{
    return ++asked == breaks ? says : own->pivot(t, row, col);
}

static const tableau_operations through = {free_row, false_row, first_row,
                                           leaving_row, pivot};

static void counted(void *context, int row, int col)
{
    (void)row;
    (void)col;
    ++*(int *)context;
}

/* One run with the k-th answer replaced (0: none); how many there were. */
static int run(const lcp_exact_problem *p, const lemke_howson *start, int k,
               int limit, lcp_outcome *outcome)
{
    arena a = {0};
    tableau_exact t;
    lemke_end end;
    perp_status s = tableau_exact_new(&a, p, NULL, NULL, &t);
    CHECK(s.code == PERP_OK, "%s", s.code == PERP_OK ? "" : s.message);
    own = t.head.ask;
    t.head.ask = &through;
    asked = 0;
    breaks = k;
    int seen = 0;
    const lemke_witness witness = {counted, &seen};
    *outcome = start != NULL ? lemke_howson_run(&t.head, start, limit, &end)
                             : lemke_run(&t.head, limit, &witness, &end);
    CHECK(start != NULL || seen == end.pivots, "%d pivots, %d seen", end.pivots,
          seen);
    tableau_exact_clear(&t);
    arena_free(&a);
    return asked;
}

static void problem(int free, int n, const double *A, const double *b,
                    const lemke_howson *start)
{
    arena a = {0};
    lcp_exact_problem e;
    lcp_outcome outcome;
    lcp_problem p = {free, n, A, b};
    CHECK(lcp_exact_problem_new(&a, &p, &e).code == PERP_OK, "problem");
    const int all = run(&e, start, 0, 100, &outcome);
    CHECK(outcome == LCP_SOLVED && all > 4, "%d answers", all);
    says = TABLEAU_BROKEN;
    for (int k = 1; k <= all; k++) {
        CHECK(run(&e, start, k, 100, &outcome) == k && outcome == LCP_LIMIT,
              "answer %d of %d: %d", k, all, (int)outcome);
    }
    printf("%d answers, each broken once\n", all);
    run(&e, start, 0, 1, &outcome);
    CHECK(outcome == LCP_LIMIT, "a limit of one: %d", (int)outcome);
    lcp_exact_problem_clear(&e);
    arena_free(&a);
}

/* A point of mass 1 in the plane that falls on a floor and slides: its velocity is
   free, and so is a multiplier that depends on it. */
static void lemke(void)
{
    const double A[36] = {1,  0, 0,  -1, 1, 0, /* v_x */
                          0,  1, -1, 0,  0, 0, /* v_y */
                          0,  1, 0,  0,  0, 0, 1, 0, 0,  0,  0,  1,
                          -1, 0, 0,  0,  0, 1, 0, 0, .5, -1, -1, 0};
    const double b[6] = {-1, 1, 0, 0, 0, 0};
    problem(2, 4, A, b, NULL);
}

/* 0 x = 1: no z can help. */
static void contradiction(void)
{
    const double A[4] = {0, 0, 0, 1}, b[2] = {1, -1};
    arena a = {0};
    lcp_exact_problem e;
    lcp_outcome outcome;
    lcp_problem p = {1, 1, A, b};
    CHECK(lcp_exact_problem_new(&a, &p, &e).code == PERP_OK, "problem");
    run(&e, NULL, 0, 100, &outcome);
    CHECK(outcome == LCP_INFEASIBLE, "%d", (int)outcome);
    lcp_exact_problem_clear(&e);
    arena_free(&a);
}

/* Matching pennies with costs 1 and 2: each plays both ways. */
static void game(void)
{
    const double A[16] = {0, 0, 1, 2, 0, 0, 2, 1, 2, 1, 0, 0, 1, 2, 0, 0};
    const double b[4] = {-1, -1, -1, -1};
    arena a = {0};
    lcp_exact_problem e;
    lemke_howson start;
    lcp_problem p = {0, 4, A, b};
    CHECK(lcp_exact_problem_new(&a, &p, &e).code == PERP_OK, "problem");
    CHECK(lemke_howson_start(&e, 0, &start).code == PERP_OK, "start");
    lcp_exact_problem_clear(&e);
    arena_free(&a);
    problem(0, 4, A, b, &start);
}

/* A column that nothing blocks, which no game has in exact numbers and doubles may. */
static void game_on_a_ray(void)
{
    const double A[4] = {0, 1, 1, 0}, b[2] = {-1, -1};
    arena a = {0};
    lcp_exact_problem e;
    lemke_howson start;
    lcp_outcome outcome;
    lcp_problem p = {0, 2, A, b};
    CHECK(lcp_exact_problem_new(&a, &p, &e).code == PERP_OK, "problem");
    CHECK(lemke_howson_start(&e, 0, &start).code == PERP_OK, "start");
    start.label = 3; /* none of the pairs': it never leaves */
    says = TABLEAU_NONE;
    run(&e, &start, 3, 100, &outcome);
    CHECK(outcome == LCP_RAY, "%d", (int)outcome);
    lcp_exact_problem_clear(&e);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(lemke);
    RUN(contradiction);
    RUN(game);
    RUN(game_on_a_ray);
    DONE;
}
