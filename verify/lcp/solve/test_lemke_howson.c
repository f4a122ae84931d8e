/**
# Equilibria of games
*/
#include "games.h"
#include "slow_lcp.h"
#include "lcp/solve/lemke_howson.h"
#include "lcp/solve/mlcp.h"

/* Costs of an m x (n - m) game; few distinct ones make ties. */
static void game(check_random *r, int m, int n, int most, int *A, int *b)
{
    for (int i = 0; i < n; i++) {
        b[i] = -1;
        for (int j = 0; j < n; j++)
            A[i * n + j] = (i < m) != (j < m) ? check_integer(r, 1, most) : 0;
    }
}

/* Every label of the game in exact arithmetic, label 0 in doubles. */
static void all_labels(const whole_problem *w, int round, int *rays)
{
    arena a = {0};
    int n = w->p.n, fallback;
    const exact_limit none = {0};
    double v[20 * 21];
    lcp_exact_answer x;
    lcp_answer d;
    CHECK(lcp_exact_answer_new(&a, 0, n, &x).code == PERP_OK, "answer");
    CHECK(lcp_answer_new(&a, 0, n, &d).code == PERP_OK, "answer");
    for (int label = 0; label < n; label++) {
        perp_status s = lemke_howson_prove(&w->p, label, &none, &a, &x);
        CHECK(s.code == PERP_OK && x.outcome == LCP_SOLVED,
              "round %d, label %d: %s", round, label, s.message);
        CHECK(slow_solves(&w->p, x.z), "round %d, label %d", round, label);
    }
    for (int k = 0; k < n * n + n; k++)
        v[k] = mpq_get_d(w->q[k]);
    lcp_problem p = {0, n, v, v + n * n};
    CHECK(lemke_howson_solve(&p, &w->p, &a, &d).code == PERP_OK &&
              d.outcome == LCP_SOLVED && d.residual <= 1e-9,
          "round %d in doubles", round);
    CHECK(mlcp_prove(&w->p, d.basis, &a, &x, &fallback).code == PERP_OK &&
              !fallback,
          "round %d: the basis of the doubles", round);
    CHECK(mlcp_prove(&w->p, NULL, &a, &x, &fallback).code == PERP_OK, "Lemke");
    *rays += x.outcome == LCP_RAY;
    lcp_exact_answer_clear(0, n, &x);
    arena_free(&a);
}

static void every_label_finds_an_equilibrium(void)
{
    check_random r = {check_seed(51)};
    int A[400], b[20], rays = 0, games = 0;
    for (int round = 0; round < 150; round++, games++) {
        int m = check_integer(&r, 1, 5), n = m + check_integer(&r, 1, 5);
        game(&r, m, n, round % 3 == 0 ? 2 : round % 3 == 1 ? 5 : 1000, A, b);
        whole_problem w = whole_new(0, n, A, b);
        all_labels(&w, round, &rays);
        whole_free(&w);
    }
    printf("Lemke with ones ends on a ray in %d of %d games\n", rays, games);
    CHECK(rays == games, "%d rays", rays);
}

/** Enumerated equilibria contain what the paths find; of a nondegenerate game
there is an odd number. */
static void the_number_is_odd(void)
{
    check_random r = {check_seed(52)};
    int A[64], b[8], several = 0;
    for (int round = 0; round < 40; round++) {
        game(&r, 4, 8, 100000, A, b);
        whole_problem w = whole_new(0, 8, A, b);
        arena a = {0};
        choices_system s;
        enumeration e;
        CHECK(choices_pairs(&a, &w.p, &s).code == PERP_OK, "pairs");
        CHECK(enumerate_all(&s, &(enumerate_options){0}, &a, &e).code ==
                  PERP_OK,
              "enumerate");
        check_proof(&s, &e);
        CHECK(e.faces % 2 == 1, "round %d: %d equilibria", round, e.faces);
        several += e.faces > 1;
        enumerate_free(&e);
        choices_clear(&s);
        arena_free(&a);
        whole_free(&w);
    }
    CHECK(several > 5, "%d games have several", several);
}

static void what_is_no_game_is_refused(void)
{
    static const struct {
        int A[9], b[3];
        const char *says;
    } wrong[] = {
        {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {-1, -1, -1}, "not a game"},
        {{0, 0, 0, 0, 0, 0, 0, 0, 0}, {-1, -1, -1}, "not a game"},
        {{0, 1, 1, 1, 0, 0, 1, 0, 0}, {-1, 0, -1}, "b(2)"},
        {{0, 1, 1, 1, 0, 2, 1, 0, 0}, {-1, -1, -1}, "A(2,3)"},
        {{0, 1, 1, 1, 0, 0, -1, 0, 0}, {-1, -1, -1}, "A(3,1)"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        whole_problem w = whole_new(0, 3, wrong[k].A, wrong[k].b);
        lemke_howson start;
        perp_status s = lemke_howson_start(&w.p, 0, &start);
        CHECK(s.code == PERP_INPUT && strstr(s.message, wrong[k].says) != NULL,
              "%zu: %s", k, s.message);
        whole_free(&w);
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(every_label_finds_an_equilibrium);
    RUN(the_number_is_odd);
    RUN(what_is_no_game_is_refused);
    DONE;
}
