/**
# Every way to solve a small problem

Bytes are a problem of at most four pairs and two free unknowns: small integers, dyadic
numbers far apart, or any doubles. It is solved in doubles, exactly from the basis of the
doubles, exactly from nothing, and by a search for all solutions; and every basis is
tried by elimination that shares nothing with these (small_lcp.h). What each of them
claims has to hold, and no two may contradict each other:

* solved: the fractions solve the problem; the doubles have the residual they say, and of
  a P-matrix of small integers are near the one solution;
* a contradiction: the equations have no solution, whatever z is;
* a search that has found all: every solution lies in one of its faces, and its proof is
  one that is accepted;
* a P-matrix: there is one solution, and all have it.
*/
#include "small_lcp.h"

#include "lcp/enumerate/enumerate_text.h"
#include "lcp/solve/mlcp.h"

#include <math.h>

static double number(fuzz_bytes *b, int kind)
{
    if (kind == 0)
        return fuzz_below(b, 7) - 3;
    if (kind == 1) {
        const int m = fuzz_below(b, 31) - 15;
        return ldexp(m, 2 * (fuzz_below(b, 41) - 20));
    }
    uint64_t bits = 0;
    double x;
    for (int k = 0; k < 8; k++)
        bits = bits << 8 | fuzz_byte(b);
    memcpy(&x, &bits, 8);
    return isfinite(x) ? x : 1;
}

/* Of every outcome in fractions what it says. */
static void holds_exactly(const lcp_exact_problem *p, const lcp_exact_answer *x,
                          const small_solutions *all)
{
    MUST(x->outcome == LCP_LIMIT ||
             lcp_exact_check_outcome(p, x).code == PERP_OK,
         "outcome %d", x->outcome);
    if (x->outcome == LCP_SOLVED)
        MUST(small_solves(p, (const mpq_t *)x->z), "this is no solution");
    if (x->outcome == LCP_INFEASIBLE)
        MUST(!small_equations(p) && all->found == 0, "they have a solution");
    if (!all->positive)
        return;
    MUST(x->outcome == LCP_SOLVED, "a P-matrix has a solution");
    for (int i = 0; i < p->n; i++)
        MUST(mpq_equal(x->z[i], all->z[0][i]), "another solution, z%d", i);
}

static void exactly(const lcp_exact_problem *p, const uint8_t *basis,
                    const small_solutions *all, lcp_outcome *out)
{
    arena a = {0};
    lcp_exact_answer x;
    int fallback = 0;
    perp_status s = lcp_exact_answer_new(&a, p->free, p->n, &x);
    if (s.code == PERP_OK)
        s = mlcp_prove(p, basis, &a, &x, &fallback);
    FUZZ_ONE_LINE(s);
    MUST(s.code == PERP_OK || s.code == PERP_LIMIT, "%s", s.message);
    if (s.code == PERP_OK)
        holds_exactly(p, &x, all);
    *out = s.code == PERP_OK ? x.outcome : LCP_LIMIT;
    lcp_exact_answer_clear(p->free, p->n, &x);
    arena_free(&a);
}

/* Small integers have determinants of at least 1 and of at most 4! 3^4, so an
   inverse of a principal submatrix has entries of at most 3! 3^3 = 162, and the
   solution moves by at most 4 x 162 times what b does. Rows hold up to the
   residual times their scale, at most 3 + 12 |z| here; z below 0 is moved to 0,
   which moves b by no more. */
static void near(const lcp_problem *p, const lcp_answer *x,
                 const small_solutions *all)
{
    double largest = 0;
    for (int i = 0; i < p->n; i++)
        largest = fmax(largest, fabs(x->z[i]));
    const double most = 648 * 2 * 1e-9 * (3 + 12 * largest);
    for (int i = 0; i < p->n; i++)
        MUST(fabs(x->z[i] - mpq_get_d(all->z[0][i])) <= most,
             "z%d = %.17g is far off", i, x->z[i]);
}

static void in_doubles(const lcp_problem *p, const lcp_exact_problem *exact,
                       const small_solutions *all, int integers, uint8_t *basis)
{
    arena a = {0};
    lcp_answer x;
    double work[4 * SMALL_ALL];
    int climbed = 0;
    perp_status s = lcp_answer_new(&a, p->free, p->n, &x);
    if (s.code == PERP_OK)
        s = mlcp_solve(p, &mlcp_defaults, &a, &x, &climbed);
    FUZZ_ONE_LINE(s);
    MUST(s.code == PERP_OK || s.code == PERP_LIMIT, "%s", s.message);
    if (s.code == PERP_OK)
        memcpy(basis, x.basis, (size_t)p->n);
    if (s.code == PERP_OK && x.outcome == LCP_SOLVED && !climbed) {
        MUST(x.residual <= mlcp_defaults.residual, "residual %g", x.residual);
        MUST(lcp_residual(p, x.z, work) <= mlcp_defaults.residual ||
                 !isfinite(lcp_residual(p, x.z, work)),
             "residual %g", lcp_residual(p, x.z, work));
    }
    if (s.code == PERP_OK && x.outcome == LCP_INFEASIBLE)
        MUST(!small_equations(exact), "the equations have a solution");
    if (s.code == PERP_OK && all->positive) {
        MUST(x.outcome == LCP_SOLVED, "a P-matrix has a solution");
        if (integers)
            near(p, &x, all);
    }
    arena_free(&a);
}

static int in_face(const choices_system *c, const enumerate_face *f,
                   const mpq_t *z, const mpq_t *w)
{
    for (int i = 0; i < c->cols + c->rows; i++) {
        const int sign = i < c->cols ? mpq_sgn(z[i]) : mpq_sgn(w[i - c->cols]);
        if ((f->sign[i] == CHOICES_ZERO && sign != 0) ||
            (f->sign[i] == CHOICES_NONNEGATIVE && sign < 0))
            return 0;
    }
    return 1;
}

static void proof_accepted(const choices_system *c, const enumeration *e)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        exit(6);
    perp_status s = enumerate_write(c, e, out);
    fclose(out);
    MUST(s.code == PERP_OK, "%s", s.message);
    s = enumerate_check(c, text, size);
    MUST(s.code == PERP_OK, "%s\n%s", s.message, text);
    free(text);
}

static void all_of_them(const lcp_exact_problem *p, const small_solutions *all,
                        const lcp_outcome *told)
{
    arena a = {0};
    choices_system c;
    enumeration e;
    if (choices_pairs(&a, p, &c).code != PERP_OK)
        exit(5);
    perp_status s = enumerate_all(
        &c, &(enumerate_options){.nodes = 500, .work = 1000000}, &a, &e);
    FUZZ_ONE_LINE(s);
    MUST(s.code == PERP_OK || s.code == PERP_LIMIT, "%s", s.message);
    for (int k = 0; s.code == PERP_OK && k < all->found; k++) {
        int in = 0;
        for (int f = 0; f < e.faces; f++)
            in |= in_face(&c, &e.face[f], (const mpq_t *)all->z[k],
                          (const mpq_t *)all->w[k]);
        MUST(in, "a solution that is in none of %d faces", e.faces);
    }
    if (s.code == PERP_OK) {
        proof_accepted(&c, &e);
        for (int k = 0; k < 2; k++)
            MUST(e.faces > 0 || told[k] != LCP_SOLVED, "found, and none");
    }
    enumerate_free(&e);
    choices_clear(&c);
    arena_free(&a);
}

static void any_bytes(const uint8_t *data, size_t size)
{
    fuzz_bytes b = {data, size};
    double A[SMALL_ALL * SMALL_ALL], v[SMALL_ALL];
    uint8_t basis[SMALL_ALL] = {0};
    const int n = 1 + fuzz_below(&b, SMALL_PAIRS);
    const int how = fuzz_below(&b, 64), kind = how % 4 % 3;
    const int free = how / 4 % 4 % (SMALL_FREE + 1), m = free + n;
    small_solutions all;
    lcp_exact_problem p;
    lcp_outcome told[2];
    arena a = {0};
    for (int i = 0; i < m; i++)
        v[i] = number(&b, kind);
    for (int i = 0; i < m * m; i++)
        A[i] = number(&b, kind);
    const lcp_problem q = {free, n, A, v};
    if (lcp_exact_problem_new(&a, &q, &p).code != PERP_OK)
        exit(5);
    small_solve(&p, &all);
    in_doubles(&q, &p, &all, kind == 0, basis);
    exactly(&p, basis, &all, &told[0]);
    exactly(&p, NULL, &all, &told[1]);
    MUST(told[0] != LCP_SOLVED || told[1] != LCP_INFEASIBLE, "both");
    MUST(told[1] != LCP_SOLVED || told[0] != LCP_INFEASIBLE, "both");
    all_of_them(&p, &all, told);
    small_clear(&all);
    lcp_exact_problem_clear(&p);
    arena_free(&a);
}

FUZZ_TARGET(any_bytes)
