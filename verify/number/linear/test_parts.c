#include "linear_random.h"
#include "planar_random.h"

#include "number/linear/bareiss.h"
#include "number/linear/linear.h"
#include "number/linear/parts.h"
#include "number/linear/refine.h"

static const exact_limit none = {0, 0};

typedef enum { PLAIN, SMALL, WIDE, RATIOS, TAILS, KINDS } kind;

static void number(check_random *r, kind k, mpq_ptr q)
{
    double v = check_uniform(r, -1, 1);
    if (k == SMALL || k == RATIOS)
        mpq_set_si(q, check_integer(r, -5, 5),
                   k == SMALL ? 1 : (unsigned long)check_integer(r, 1, 9));
    else
        mpq_set_d(q, k == WIDE ? ldexp(v, check_integer(r, -20, 20)) : v);
    mpq_canonicalize(q);
}

/* m rows with about two or three entries in each, b behind A. */
static mpq_t *draw(arena *a, check_random *r, kind k, int m)
{
    mpq_t *A = rational_array(a, (size_t)(m * m + m));
    for (int i = 0; i < m * m + m; i++)
        if (i < m * m ? check_integer(r, 0, m) <= 2 : check_integer(r, 0, 2))
            number(r, k, A[i]);
    for (int i = m * m; k == TAILS && i < m * m + m; i++)
        mpq_div_2exp(A[i], A[i], (mp_bitcnt_t)check_integer(r, 0, 280));
    return A;
}

/* Bareiss; 0: the rows contradict each other. */
static int eliminated(arena *a, const rational_system *p, int m,
                      const int *pick, numerators *out)
{
    integer_system s;
    int consistent = 0;
    CHECK(integer_system_new(a, p, m, pick, &s).code == 0, "integers");
    CHECK(numerators_new(a, m, out).code == 0, "numbers");
    CHECK(bareiss_numerators(a, &s, out->X, out->den, &consistent).code == 0,
          "Bareiss");
    integer_system_unscale(&s, out->X, out->den);
    integer_system_clear(&s);
    return consistent;
}

/* Rows that contradict no right-hand side are independent: one is drawn. */
static int is_regular(arena *a, check_random *r, const rational_system *p,
                      int m, const int *pick)
{
    numerators x;
    mpq_t *b = rational_array(a, (size_t)p->size);
    for (int i = 0; i < p->size; i++)
        mpq_set_d(b[i], check_uniform(r, -1, 1));
    rational_system other = {p->size, p->A, (const mpq_t *)b};
    int regular = eliminated(a, &other, m, pick, &x);
    numerators_clear(&x);
    rational_clear(b, (size_t)p->size);
    return regular;
}

static int same_fractions(const numerators *x, const numerators *y)
{
    int same = 1;
    mpz_t s, t;
    mpz_inits(s, t, NULL);
    for (int j = 0; j < x->m; j++) {
        mpz_mul(s, x->X[j], y->den);
        mpz_mul(t, y->X[j], x->den);
        same &= mpz_cmp(s, t) == 0;
    }
    mpz_clears(s, t, NULL);
    return same;
}

static int same_numbers(const numerators *x, const numerators *y)
{
    int same = mpz_cmp(x->den, y->den) == 0;
    for (int j = 0; j < x->m; j++)
        same &= mpz_cmp(x->X[j], y->X[j]) == 0;
    return same;
}

/* Nothing divides them all. */
static int least(const numerators *x)
{
    mpz_t common;
    mpz_init_set(common, x->den);
    for (int j = 0; j < x->m; j++)
        mpz_gcd(common, common, x->X[j]);
    int one = mpz_cmp_ui(common, 1) == 0;
    mpz_clear(common);
    return one && mpz_sgn(x->den) > 0;
}

/* What came of systems; those whose right-hand side has a tail. */
typedef struct {
    int solved, whole, regular, systems, tails;
} tally;

/* Whoever is free to choose gives what elimination does, singular systems too:
   the same fractions, or a contradiction. */
static void chosen(arena *a, const rational_system *p, int m, const int *pick,
                   const numerators *z, int consistent)
{
    numerators x;
    linear_method used;
    CHECK(linear_solve(a, p, m, pick, LINEAR_ANY, &none, &x, &used).code == 0,
          "any");
    CHECK((used != LINEAR_ANY) == consistent, "contradiction, m = %d", m);
    CHECK(!consistent || same_fractions(&x, z), "another solution, m = %d", m);
    numerators_clear(&x);
}

/** One system three ways: in parts, whole by refinement, and by elimination. The first
two give the same numerators and denominator, the least there are. */
static void three_ways(arena *a, check_random *r, const rational_system *p,
                       int m, const int *pick, tally *seen)
{
    numerators x, y, z;
    word_system s;
    forecast f;
    parts_end end;
    int fits, parts, whole = 0, regular = is_regular(a, r, p, m, pick);
    CHECK(words_new(a, p, m, pick, &s, &fits).code == 0, "words");
    if (!fits)
        return;
    CHECK(numerators_new(a, m, &x).code == 0, "numbers");
    CHECK(numerators_new(a, m, &y).code == 0, "numbers");
    CHECK(parts_solve(a, &s, NULL, &none, &x, &end).code == 0, "parts");
    CHECK(!regular || end != PARTS_SINGULAR, "called singular");
    parts = end == PARTS_SOLVED;
    CHECK(forecast_new(a, &s, &f).code == 0, "forecast");
    CHECK(refine_solve(a, &s, &f, &none, &y, &whole).code == 0, "whole");
    if (parts && whole && regular)
        CHECK(same_numbers(&x, &y), "another denominator, m = %d", m);
    if (parts)
        CHECK(least(&x), "not the least");
    numerators_shift(&x, s.shift);
    int consistent = eliminated(a, p, m, pick, &z);
    CHECK(!parts || (consistent && same_fractions(&x, &z)), "wrong, m = %d", m);
    chosen(a, p, m, pick, &z, consistent);
    seen->systems++;
    seen->tails += s.tail > 0;
    seen->regular += regular;
    seen->solved += parts;
    seen->whole += whole;
    CHECK(!regular || parts || !whole || s.tail > 0,
          "the whole is solved, its parts not");
    numerators_clear(&x);
    numerators_clear(&y);
    numerators_clear(&z);
}

/** Sparse systems of every kind. All regular ones are solved, but for some whose numbers
have exponents 40 apart: a first digit holds unknowns up to $2^{62}$. Right-hand sides
that are longer than a word are no reason to give one up, but for a matrix that is nearly
singular, of which 500 systems have one or two. */
static void sparse_systems(void)
{
    static const char *name[KINDS] = {"doubles", "small", "2^-20 to 2^20",
                                      "ratios", "right-hand sides to 2^-280"};
    check_random r = {check_seed(321)};
    for (int k = 0; k < KINDS; k++) {
        tally seen = {0};
        for (int round = 0; round < 500; round++) {
            arena a = {0};
            int pick[16], m = 2 + round % 15;
            for (int i = 0; i < m; i++)
                pick[i] = i;
            mpq_t *A = draw(&a, &r, (kind)k, m);
            rational_system p = {m, (const mpq_t *)A,
                                 (const mpq_t *)(A + m * m)};
            three_ways(&a, &r, &p, m, pick, &seen);
            rational_clear(A, (size_t)(m * m + m));
            arena_free(&a);
        }
        printf("%s: of %d, %d regular, %d solved in parts, %d whole\n", name[k],
               seen.systems, seen.regular, seen.solved, seen.whole);
        CHECK(seen.regular > 60, "%s", name[k]);
        CHECK(k != TAILS || seen.tails > 200, "%d tails", seen.tails);
        CHECK(k == WIDE || seen.solved >= seen.regular - (k == TAILS) * 5,
              "%s: %d", name[k], seen.solved);
    }
}

/* Any basis: mostly wrong, often singular. A contact is open, sticks or slips,
   or has any of its unknowns. */
static int any_basis(check_random *r, const planar *f, int contacts, int *pick)
{
    int m = 0, nv = f->p.free, in[4];
    unsigned char is[256] = {0};
    for (int c = 0; c < contacts; c++) {
        int wild = check_integer(r, 0, 7) == 0, mode = check_integer(r, 0, 4);
        in[0] = mode >= 2;              /* c_n */
        in[1] = mode == 1 || mode >= 3; /* one slip */
        in[2] = 0;                      /* the other */
        in[3] = mode == 1 || mode == 4; /* lambda */
        for (int l = 0; wild && l < 4; l++)
            in[l] = check_integer(r, 0, 1);
        is[c] = (unsigned char)in[0];
        is[contacts + 2 * c] = (unsigned char)in[1];
        is[contacts + 2 * c + 1] = (unsigned char)in[2];
        is[3 * contacts + c] = (unsigned char)in[3];
    }
    for (int i = 0; i < nv + f->p.n; i++)
        if (i < nv || is[i - nv])
            pick[m++] = i;
    return m;
}

/** Piles with 53-bit data, whatever basis is asked: contacts are open, carry
nothing, stick or slip. */
static void piles(void)
{
    check_random r = {check_seed(322)};
    tally seen = {0};
    for (int round = 0; round < 60; round++) {
        arena a = {0};
        planar_kind k = {.bodies = 1 + round % 6,
                         .contacts = 1 + round % 5,
                         .mass_ratio = round % 3 ? 1 : 1e6};
        planar f = planar_new(&r, &k);
        lcp_exact_problem e;
        int pick[256], m = any_basis(&r, &f, k.contacts, pick);
        CHECK(lcp_exact_problem_new(&a, &f.p, &e).code == 0, "problem");
        rational_system p = {e.free + e.n, e.A, e.b};
        three_ways(&a, &r, &p, m, pick, &seen);
        lcp_exact_problem_clear(&e);
        planar_free(&f);
        arena_free(&a);
    }
    printf("piles: of %d, %d regular, %d solved in parts, %d whole\n",
           seen.systems, seen.regular, seen.solved, seen.whole);
    CHECK(seen.regular > 30 && seen.regular < seen.systems, "bases");
    CHECK(seen.solved == seen.regular, "%d", seen.solved);
}

/** The limit is of all denominators together, whose product the answer has: three parts of
four unknowns, four of one. */
static void limit_of_all(void)
{
    check_random r = {check_seed(323)};
    enum { N = 16 };
    arena a = {0};
    int pick[N], ends[2] = {0};
    mpq_t *A = rational_array(&a, N * N + N), *b = A + N * N;
    for (int i = 0; i < N; i++) {
        pick[i] = i;
        mpq_set_d(b[i], check_uniform(&r, 1, 2));
        for (int j = i / 4 * 4; j < i / 4 * 4 + 4; j++)
            if (i >= 4 || i == j)
                mpq_set_d(A[i * N + j], check_uniform(&r, -1, 1));
    }
    rational_system p = {N, (const mpq_t *)A, (const mpq_t *)b};
    word_system s;
    parts_end end;
    int fits;
    CHECK(words_new(&a, &p, N, pick, &s, &fits).code == 0 && fits, "words");
    for (size_t bits = 300; bits < 1200; bits += 25) {
        numerators x;
        exact_limit l = {bits, 0};
        CHECK(numerators_new(&a, N, &x).code == 0, "numbers");
        perp_status st = parts_solve(&a, &s, NULL, &l, &x, &end);
        CHECK(st.code == PERP_LIMIT ||
                  (st.code == PERP_OK && end == PARTS_SOLVED),
              "end");
        CHECK(st.code != PERP_OK || integer_bits(x.den) <= bits, "longer");
        CHECK(st.code == PERP_OK || bits < N * 56, "%zu bits refused", bits);
        ends[st.code == PERP_OK]++;
        numerators_clear(&x);
    }
    CHECK(ends[0] > 5 && ends[1] > 5, "%d, %d", ends[0], ends[1]);
    rational_clear(A, N * N + N);
    arena_free(&a);
}

/** A refused request for memory is a clean LIMIT, whichever it is. */
static void refused_memory(void)
{
    check_random r = {check_seed(324)};
    enum { N = 120 }; /* more than one block of the arena */
    arena data = {0};
    int pick[N], fits;
    parts_end end = PARTS_SINGULAR;
    mpq_t *A = rational_array(&data, N * N + N);
    word_system s;
    for (int i = 0; i < N * N + N; i++)
        if (i / N == i % N || i >= N * N || check_integer(&r, 0, 80) == 0)
            number(&r, PLAIN, A[i]);
    for (int i = 0; i < N; i++)
        pick[i] = i;
    rational_system p = {N, (const mpq_t *)A, (const mpq_t *)(A + N * N)};
    CHECK(words_new(&data, &p, N, pick, &s, &fits).code == 0 && fits, "words");
    perp_status status = {PERP_LIMIT, NULL, NULL};
    size_t k;
    for (k = 1; status.code != PERP_OK && k < 100; k++) {
        arena a = {0};
        numerators x;
        CHECK(numerators_new(&a, N, &x).code == 0, "numbers");
        memory_refuse(k);
        status = parts_solve(&a, &s, NULL, &none, &x, &end);
        memory_refuse(0);
        CHECK(status.code == PERP_OK || status.code == PERP_LIMIT, "%d",
              status.code);
        numerators_clear(&x);
        arena_free(&a);
    }
    CHECK(status.code == PERP_OK && k > 2 && end == PARTS_SOLVED, "%zu", k);
    rational_clear(A, N * N + N);
    arena_free(&data);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(sparse_systems);
    RUN(piles);
    RUN(limit_of_all);
    RUN(refused_memory);
    DONE;
}
