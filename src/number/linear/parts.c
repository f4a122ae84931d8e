#include "number/linear/parts.h"

#include "number/linear/glance.h"
#include "number/rational.h"

/* A system in parts, its unknowns still each over its part's denominator. */
typedef struct {
    system_parts of;
    mpz_t *den;
    numerators *out;
} pieces;

/** **Why parts.** Refinement costs the digits times the entries of the matrix and of
its LU, and the denominator of $N$ unknowns has some $53 N$ bits: the cost grows with
$N^2$ and with the length of the products on top. Of $N$ unknowns in $k$ equal parts
each part costs $k^2$ times less, all of them $k$ times. Nothing is lost, because
the determinant of the system is the product of the parts': a fraction
whose denominator has the factors of bodies elsewhere only looked that long.

A pile of twenty bodies and twenty contacts, of which half carry something, has 107
unknowns; its largest part has 13 to 45. A stack that slides as one has one part, and
saves its tails. What the zeros were taken to say is believed by nobody: the equations
of the whole are asked modulo $2^{64}$ before numbers leave here, and the claim's check
asks them in full. */
static perp_status foresee(arena *a, system_parts *p, size_t *bits,
                           int *regular)
{
    *bits = 0;
    *regular = 1;
    for (int k = 0; k < p->sieve.parts && *regular; k++) {
        PERP_TRY(sieve_part(a, p->s, &p->sieve, k, &p->part[k]));
        if (p->part[k].m == 1) {
            *bits += words_bits(p->part[k].value[0]);
            continue;
        }
        PERP_TRY(forecast_new(a, &p->part[k], &p->expected[k]));
        *regular = p->expected[k].f.regular;
        *bits += p->expected[k].det_bits;
    }
    for (int i = 0; i < p->sieve.tails; i++)
        *bits += words_bits(p->s->value[p->sieve.tail_at[i]]);
    return PERP_SUCCESS;
}

/* x = -b / a, shortened. */
static void divide(const word_system *s, mpz_ptr X, mpz_ptr den)
{
    mpz_t common;
    mpz_init(common);
    words_rhs(s, 0, X);
    if (s->value[0] > 0)
        mpz_neg(X, X);
    words_integer(den, s->value[0]);
    mpz_abs(den, den);
    mpz_gcd(common, X, den);
    mpz_divexact(X, X, common);
    mpz_divexact(den, den, common);
    mpz_clear(common);
}

static perp_status solve_part(arena *a, pieces *p, int k,
                              const exact_limit *limit, int *solved)
{
    const word_system *s = &p->of.part[k];
    const int *col = p->of.sieve.col + p->of.sieve.start[k];
    numerators own;
    if (s->m == 1) {
        divide(s, p->out->X[col[0]], p->den[k]);
        return PERP_SUCCESS;
    }
    PERP_TRY(numerators_new(a, s->m, &own));
    perp_status status =
        refine_solve(a, s, &p->of.expected[k], limit, &own, solved);
    for (int j = 0; j < s->m && status.code == PERP_OK; j++)
        mpz_swap(p->out->X[col[j]], own.X[j]);
    mpz_swap(p->den[k], own.den);
    numerators_clear(&own);
    return status;
}

/** The least common multiple of the parts' denominators, each the least of its part. A
product would do, but equal masses would be in it once for each body. */
static void join(pieces *p)
{
    mpz_ptr den = p->out->den;
    mpz_set_ui(den, 1);
    for (int k = 0; k < p->of.sieve.parts; k++)
        mpz_lcm(den, den, p->den[k]);
    for (int k = 0; k < p->of.sieve.parts; k++) {
        mpz_divexact(p->den[k], den, p->den[k]);
        for (int i = p->of.sieve.start[k]; i < p->of.sieve.start[k + 1]; i++) {
            mpz_ptr X = p->out->X[p->of.sieve.col[i]];
            if (mpz_sgn(X) != 0)
                mpz_mul(X, X, p->den[k]);
        }
    }
}

/** With $S = \delta b_i + \sum_{k \ne j} A_{ik} X_k$ the tail $j$ of row $i$ is $X_j = -S / a$,
$a = A_{ij}$. Where $a$ does not divide $S$, the denominator lacks the factor $a / \gcd(a, S)$, and
everything that has been found is given it. For a slip speed $a$ is 1, for a velocity that
nothing else needs it is the mass. */
static void follow(pieces *p, int tail, mpz_t work[3])
{
    const int i = p->of.sieve.tail_row[tail], at = p->of.sieve.tail_at[tail];
    const int128 a = p->of.s->value[at];
    numerators *x = p->out;
    mpz_ptr S = work[0], lacks = work[1];
    mpz_set_ui(S, 0);
    words_rhs(p->of.s, i, work[2]);
    mpz_addmul(S, work[2], x->den);
    for (int k = p->of.s->start[i]; k < p->of.s->start[i + 1]; k++)
        if (k != at)
            words_add(S, p->of.s->value[k], x->X[p->of.s->col[k]], work[2]);
    words_integer(lacks, a);
    mpz_gcd(work[2], S, lacks);
    mpz_divexact(lacks, lacks, work[2]);
    mpz_divexact(S, S, work[2]);
    if (mpz_sgn(lacks) > 0)
        mpz_neg(S, S);
    mpz_abs(lacks, lacks);
    if (mpz_cmp_ui(lacks, 1) != 0) {
        mpz_mul(x->den, x->den, lacks);
        for (int j = 0; j < x->m; j++)
            mpz_mul(x->X[j], x->X[j], lacks);
    }
    mpz_swap(x->X[p->of.sieve.tail_col[tail]], S);
}

static perp_status solve_all(arena *a, pieces *p, const exact_limit *limit,
                             int *solved)
{
    mpz_t work[3];
    for (int k = 0; k < p->of.sieve.parts && *solved; k++) {
        arena_mark mark = arena_here(a);
        perp_status status = solve_part(a, p, k, limit, solved);
        arena_release(a, mark);
        PERP_TRY(status);
    }
    if (!*solved)
        return PERP_SUCCESS;
    join(p);
    mpz_inits(work[0], work[1], work[2], NULL);
    for (int i = p->of.sieve.tails - 1; i >= 0; i--)
        follow(p, i, work);
    mpz_clears(work[0], work[1], work[2], NULL);
    return words_confirm(a, p->of.s, p->out, solved);
}

/* Has somebody seen enough by the first places? Where they are not known he is
   not asked. */
static perp_status glance_at(arena *a, const system_parts *p,
                             const linear_glance *g, int *refused)
{
    const arena_mark mark = arena_here(a);
    numerators_near x;
    int known = 0;
    *refused = 0;
    if (g == NULL)
        return PERP_SUCCESS;
    PERP_TRY(numerators_new(a, p->s->m, &x.x));
    x.wrong = arena_take(a, (size_t)p->s->m, sizeof *x.wrong);
    perp_status status = x.wrong == NULL
                             ? PERP_NO_MEMORY((size_t)p->s->m * sizeof *x.wrong)
                             : glance_take(a, p, &x, &known);
    if (status.code == PERP_OK && known) {
        numerators_near_shift(&x, p->s->shift);
        status = g->refuses(g, a, &x, refused);
    }
    numerators_clear(&x.x);
    arena_release(a, mark);
    return status;
}

static perp_status solve_pieces(arena *a, pieces *p, const exact_limit *limit,
                                parts_end *end)
{
    const size_t count = (size_t)p->of.sieve.parts;
    int solved = 1;
    p->den = integer_array(a, count, 0);
    if (p->den == NULL)
        return PERP_NO_MEMORY(count * sizeof *p->den);
    perp_status status = solve_all(a, p, limit, &solved);
    integer_clear(p->den, count);
    *end = solved ? PARTS_SOLVED : PARTS_UNCLEAR;
    return status;
}

perp_status parts_solve(arena *a, const word_system *s, const linear_glance *g,
                        const exact_limit *limit, numerators *out,
                        parts_end *end)
{
    pieces p = {.of.s = s, .out = out};
    size_t bits;
    int square, regular, refused;
    *end = PARTS_SINGULAR;
    PERP_TRY(sieve_new(a, s, &p.of.sieve, &square));
    if (!square)
        return PERP_SUCCESS;
    const size_t count = (size_t)p.of.sieve.parts;
    p.of.part = arena_take(a, count, sizeof *p.of.part);
    p.of.expected = arena_take(a, count, sizeof *p.of.expected);
    if (p.of.part == NULL || p.of.expected == NULL)
        return PERP_NO_MEMORY(count * sizeof *p.of.expected);
    PERP_TRY(foresee(a, &p.of, &bits, &regular));
    if (!regular)
        return PERP_SUCCESS;
    PERP_TRY(limit_bits(limit, bits));
    PERP_TRY(glance_at(a, &p.of, g, &refused));
    *end = PARTS_REFUSED;
    return refused ? PERP_SUCCESS : solve_pieces(a, &p, limit, end);
}
