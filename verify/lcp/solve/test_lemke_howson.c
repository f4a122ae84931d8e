/**
# Equilibria of games
*/
#include "games.h"
#include "lcp/solve/lemke_howson.h"
#include "lcp/solve/mlcp.h"
#include "slow_lcp.h"

#include <math.h>

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

/* Costs from 2^-400 to 2^400 for one player and their reciprocals for the other: doubles
   may give up, and what they call solved is solved, in exact numbers: w >= 0 up to the
   row's own terms, and zero where z is not. */
static int holds(const lcp_problem *p, const lcp_answer *x)
{
    int good = 1;
    mpf_t sum, term, size;
    mpf_init2(sum, 4000);
    mpf_init2(term, 4000);
    mpf_init2(size, 4000);
    for (int i = 0; i < p->n; i++) {
        mpf_set_d(sum, p->b[i]);
        mpf_abs(size, sum);
        for (int j = 0; j < p->n; j++) {
            mpf_set_d(term, p->A[i * p->n + j]);
            mpf_t z;
            mpf_init2(z, 64);
            mpf_set_d(z, x->z[j]);
            mpf_mul(term, term, z);
            mpf_clear(z);
            mpf_add(sum, sum, term);
            mpf_abs(term, term);
            mpf_add(size, size, term);
        }
        mpf_div(sum, sum, size);
        const double w = mpf_get_d(sum);
        good &= x->z[i] >= 0 && w >= -1e-9 && (x->z[i] == 0 || w <= 1e-9);
    }
    mpf_clears(sum, term, size, NULL);
    return good;
}

static void doubles_may_give_up(void)
{
    check_random r = {check_seed(53)};
    int solved = 0, given_up = 0;
    for (int round = 0; round < 600; round++) {
        arena a = {0};
        const int m = check_integer(&r, 1, 3), n = m + check_integer(&r, 1, 3);
        const int wild = round % 3 == 0 ? 400 : round % 3 == 1 ? 60 : 1000;
        double A[36] = {0}, b[6];
        for (int i = 0; i < n; i++) {
            b[i] = -ldexp(1, check_integer(&r, -wild / 2, wild / 2));
            for (int j = 0; j < n; j++)
                if ((i < m) != (j < m))
                    A[i * n + j] = ldexp(check_uniform(&r, 1, 2),
                                         check_integer(&r, -wild, wild));
        }
        lcp_problem p = {0, n, A, b};
        lcp_exact_problem e;
        lcp_answer x;
        CHECK(lcp_exact_problem_new(&a, &p, &e).code == PERP_OK, "problem");
        CHECK(lcp_answer_new(&a, 0, n, &x).code == PERP_OK, "answer");
        CHECK(lemke_howson_solve(&p, &e, &a, &x).code == PERP_OK, "%d", round);
        CHECK(x.outcome == LCP_LIMIT || x.outcome == LCP_SOLVED, "round %d: %d",
              round, (int)x.outcome);
        CHECK(x.outcome == LCP_LIMIT || holds(&p, &x), "round %d", round);
        solved += x.outcome == LCP_SOLVED;
        given_up += x.outcome == LCP_LIMIT;
        lcp_exact_problem_clear(&e);
        arena_free(&a);
    }
    printf("%d games of wild costs solved in doubles, %d given up\n", solved,
           given_up);
    CHECK(solved > 20 && given_up > 20, "one sort alone");
}

/* A second that is over before the first exchange. */
static void no_time(void)
{
    static const int A[] = {0, 0, 1, 2, 0, 0, 2, 1, 2, 1, 0, 0, 1, 2, 0, 0};
    static const int b[] = {-1, -1, -1, -1};
    arena a = {0};
    lcp_exact_answer x;
    whole_problem w = whole_new(0, 4, A, b);
    const exact_limit over = {.until = limit_now() * 0.5};
    CHECK(lcp_exact_answer_new(&a, 0, 4, &x).code == PERP_OK, "answer");
    perp_status s = lemke_howson_prove(&w.p, 0, &over, &a, &x);
    CHECK(s.code == PERP_LIMIT && strstr(s.message, "pivots") == NULL, "%d: %s",
          (int)s.code, s.code == PERP_OK ? "" : s.message);
    lcp_exact_answer_clear(0, 4, &x);
    whole_free(&w);
    arena_free(&a);
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
    RUN(doubles_may_give_up);
    RUN(no_time);
    RUN(the_number_is_odd);
    RUN(what_is_no_game_is_refused);
    DONE;
}
