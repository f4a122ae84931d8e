#include "linear_random.h"

#include "number/integers.h"
#include "number/linear/linear.h"

static const exact_limit none = {0, 0};

/* Who looks, notes what he sees, and answers what he is told to. */
typedef struct {
    linear_glance glance;
    int refuse;
    int *asked;
    mpz_t *X, *den;
    long *wrong;
} witness;

static perp_status note(const linear_glance *g, arena *a, numerators_near *x,
                        int *refused)
{
    const witness *w = (const witness *)g;
    (void)a;
    ++*w->asked;
    for (int j = 0; j < x->x.m; j++) {
        mpz_swap(w->X[j], x->x.X[j]);
        w->wrong[j] = x->wrong[j];
    }
    mpz_swap(*w->den, x->x.den);
    *refused = w->refuse;
    return PERP_SUCCESS;
}

/* How many bits X_j / den is from N_j / D, and may be, both over the largest of
   all unknowns. */
typedef struct {
    int solved, asked, tails;
    long nearest, farthest; /* what a bound says, in bits below the largest */
} tally;

/* Is |X_j / den - x_j| < 2^wrong_j / den, in whole numbers? */
static int holds(const witness *w, const numerators *x, int j)
{
    mpz_t off, bar;
    mpz_inits(off, bar, NULL);
    mpz_mul(off, w->X[j], x->den);
    mpz_submul(off, x->X[j], *w->den);
    mpz_abs(off, off);
    mpz_set(bar, x->den);
    if (w->wrong[j] > 0)
        mpz_mul_2exp(bar, bar, (mp_bitcnt_t)w->wrong[j]);
    else
        mpz_mul_2exp(
            off, off,
            w->wrong[j] <= NUMERATORS_EXACT ? 0 : (mp_bitcnt_t)-w->wrong[j]);
    const int fine = w->wrong[j] > NUMERATORS_EXACT / 2 ? mpz_cmp(off, bar) < 0
                                                        : mpz_sgn(off) == 0;
    mpz_clears(off, bar, NULL);
    return fine;
}

static void judged(const witness *w, const numerators *x, tally *t)
{
    long most = -1000000;
    for (int j = 0; j < x->m; j++) {
        const long size = (long)integer_bits(x->X[j]);
        most = size > most ? size : most;
    }
    most -= (long)integer_bits(x->den);
    for (int j = 0; j < x->m; j++) {
        const long seen = most + (long)integer_bits(*w->den) - w->wrong[j];
        CHECK(holds(w, x, j), "unknown %d of %d", j, x->m);
        t->nearest = seen < t->nearest ? seen : t->nearest;
        t->farthest = seen < 1000 && seen > t->farthest ? seen : t->farthest;
    }
}

/* One system, looked at and solved, looked at and refused, and eliminated. */
static void one(arena *a, const rational_system *p, int refuse, tally *t)
{
    numerators x, y;
    linear_method used, other;
    int pick[16], asked = 0;
    const size_t m = (size_t)p->size;
    mpz_t den;
    mpz_init_set_ui(den, 1);
    witness w = {{note}, refuse,
                 &asked, integer_array(a, m, 0),
                 &den,   arena_take(a, m, sizeof *w.wrong)};
    const linear_question q = {p, p->size, pick, &w.glance};
    for (int i = 0; i < p->size; i++)
        pick[i] = i;
    CHECK(
        linear_solve(a, p, p->size, pick, LINEAR_ELIMINATION, &none, &x, &other)
                .code == 0,
        "elimination");
    const arena_mark before = arena_here(a);
    CHECK(linear_answer(a, &q, &none, &y, &used).code == 0, "answer");
    (void)before;
    CHECK(asked <= 1, "asked %d times", asked);
    CHECK((used == LINEAR_REFUSED) == (asked && refuse), "refused: %d", used);
    t->solved += other == LINEAR_ELIMINATION;
    t->asked += asked;
    if (asked && other == LINEAR_ELIMINATION)
        judged(&w, &x, t);
    for (int j = 0; used != LINEAR_REFUSED && used != LINEAR_ANY && j < x.m;
         j++) {
        mpz_mul(den, y.X[j], x.den);
        mpz_submul(den, x.X[j], y.den);
        CHECK(mpz_sgn(den) == 0, "another solution");
    }
    integer_clear(w.X, m);
    mpz_clear(den);
    numerators_clear(&x);
    numerators_clear(&y);
}

/** The first places are those of the solution that elimination finds in fractions, as near as
they say, whatever the system; and who is asked is asked once, and ends it when he refuses. */
static void places_and_bounds(void)
{
    check_random r = {check_seed(2043)};
    for (int k = 0; k < SYSTEM_KINDS; k++) {
        tally t = {.nearest = 100000};
        for (int round = 0; round < check_times(120); round++) {
            arena a = {0};
            const int n = 5 + round % 8, far = round % 3 * 70;
            mpq_t *A = rational_array(&a, (size_t)(n * n + n)), *b = A + n * n;
            system_fill(&r, (system_kind)k, n, A, b);
            for (int i = 0; i < n; i++)
                mpq_div_2exp(b[i], b[i],
                             (mp_bitcnt_t)check_integer(&r, 0, far));
            const rational_system p = {n, (const mpq_t *)A, (const mpq_t *)b};
            one(&a, &p, round % 4 == 3, &t);
            rational_clear(A, (size_t)(n * n + n));
            arena_free(&a);
        }
        printf("kind %d: %d solved, %d looked at, seen to %ld to %ld bits\n", k,
               t.solved, t.asked, t.asked ? t.nearest : 0, t.farthest);
        CHECK(k != SYSTEM_DOUBLES || t.asked == t.solved, "not looked at");
        CHECK(k != SYSTEM_DOUBLES || t.nearest > 90, "few places");
        CHECK((k != SYSTEM_LONG && k != SYSTEM_FALSE) || t.asked == 0,
              "looked at what is not in words, or has no solution");
    }
}

/** A chain: unknowns that follow from others, one from the next, and are zero, and parts of
one unknown, are known as near as they say. $x_1 = 3/7$, a part; $x_2 = 0$; $x_3 = -(1 + x_1)/11$
follows; $x_4$ and $x_5$ are a part of two; $x_6 = -(x_3 + 2^{100} x_2 + x_5) / 5$ follows from all. */
static void what_follows(void)
{
    static const int entries[][3] = {
        {0, 0, -7}, {1, 1, 1}, {2, 0, 1}, {2, 2, 11}, {3, 3, 2}, {3, 4, 1},
        {4, 3, 1},  {4, 4, 3}, {5, 2, 1}, {5, 1, 1},  {5, 4, 1}, {5, 5, 5}};
    static const int right[] = {3, 0, 1, -1, 1, 0};
    arena a = {0};
    tally t = {.nearest = 100000};
    mpq_t *A = rational_array(&a, 42);
    for (size_t k = 0; k < sizeof entries / sizeof *entries; k++)
        mpq_set_si(A[entries[k][0] * 6 + entries[k][1]], entries[k][2], 1);
    mpq_mul_2exp(A[5 * 6 + 1], A[5 * 6 + 1], 100);
    for (int i = 0; i < 6; i++)
        mpq_set_si(A[36 + i], right[i], 1);
    const rational_system p = {6, (const mpq_t *)A, (const mpq_t *)(A + 36)};
    one(&a, &p, 0, &t);
    CHECK(t.asked == 1 && t.nearest > 100, "%d asked, %ld bits", t.asked,
          t.nearest);
    rational_clear(A, 42);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(places_and_bounds);
    RUN(what_follows);
    DONE;
}
