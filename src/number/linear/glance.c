#include "number/linear/glance.h"

#include "number/integers.h"

/** **What it saves.** A basis that is wrong shows it by a sign, and most signs are
known from a few digits: of the stack of twenty boxes that slides, bases that
doubles propose have a velocity of $-10^{-17}$ m/s where the largest is one, and those of
double-doubles one of $-10^{-29}$. That takes four to eight digits. The fractions take as
many as two determinants are long, a hundred and more, and then one has to be
reconstructed and all others multiplied.

**What it does not say.** Nothing that leaves here is proven: not the numbers, whose bounds are
doubles' own, and so not a sign. It is for those who throw something away when in doubt,
and pay for it themselves where they are wrong. */
static perp_status part_near(arena *a, const system_parts *p, int k,
                             long places, numerators_near *out, int *known)
{
    const word_system *s = &p->part[k];
    const int *col = p->sieve.col + p->sieve.start[k];
    numerators_near own;
    PERP_TRY(numerators_new(a, s->m, &own.x));
    own.wrong = arena_take(a, (size_t)s->m, sizeof *own.wrong);
    perp_status status =
        own.wrong == NULL
            ? PERP_NO_MEMORY((size_t)s->m * sizeof *own.wrong)
            : refine_near(a, &p->expected[k], places, &own, known);
    for (int j = 0; j < s->m && status.code == PERP_OK && *known; j++) {
        mpz_swap(out->x.X[col[j]], own.x.X[j]);
        out->wrong[col[j]] = own.wrong[j];
    }
    numerators_clear(&own.x);
    return status;
}

/** Unknown j from row i, whose other unknowns are known: $X_j = -S/a$, $S = b_i +
\sum_{k \ne j} A_{ik} X_k$, and the errors of the others come through the same sum. An unknown
that is alone in its row is a part of its own, with an empty sum. */
static void follow_near(const word_system *s, int i, int at, long places,
                        numerators_near *out, mpz_t work[2])
{
    const int j = s->col[at];
    mpz_ptr sum = work[0];
    long off = 0;
    words_rhs(s, i, sum);
    mpz_mul_2exp(sum, sum, (mp_bitcnt_t)places);
    for (int k = s->start[i]; k < s->start[i + 1]; k++) {
        const int other = s->col[k];
        if (k == at)
            continue;
        const long by = (long)words_bits(s->value[k]) + out->wrong[other];
        off = by > off ? by : off;
        words_add(sum, s->value[k], out->x.X[other], work[1]);
    }
    words_integer(work[1], s->value[at]);
    mpz_fdiv_q(out->x.X[j], sum, work[1]);
    mpz_neg(out->x.X[j], out->x.X[j]);
    off += (long)words_bits(s->start[i + 1] - s->start[i]);
    off -= (long)words_bits(s->value[at]) - 1;
    out->wrong[j] = (off > 0 ? off : 0) + 1;
}

/* Places behind the point, so that the largest unknown has GLANCE_BITS. */
static long places_for(const system_parts *p)
{
    long most = 0;
    for (int k = 0; k < p->sieve.parts; k++)
        if (p->part[k].m > 1 && p->expected[k].unknown_bits > most)
            most = p->expected[k].unknown_bits;
    return most < GLANCE_BITS ? GLANCE_BITS - most : 0;
}

static perp_status take(arena *a, const system_parts *p, numerators_near *out,
                        int *known)
{
    const long places = places_for(p);
    mpz_t work[2];
    *known = 1;
    mpz_set_ui(out->x.den, 1);
    mpz_mul_2exp(out->x.den, out->x.den, (mp_bitcnt_t)places);
    for (int k = 0; k < p->sieve.parts && *known; k++)
        if (p->part[k].m > 1)
            PERP_TRY(part_near(a, p, k, places, out, known));
    if (!*known)
        return PERP_SUCCESS;
    mpz_inits(work[0], work[1], NULL);
    for (int k = 0; k < p->sieve.parts; k++)
        if (p->part[k].m == 1) {
            const int i = p->sieve.row[p->sieve.start[k]];
            int at = p->s->start[i];
            while (p->s->col[at] != p->sieve.col[p->sieve.start[k]])
                at++;
            follow_near(p->s, i, at, places, out, work);
        }
    for (int t = p->sieve.tails - 1; t >= 0; t--)
        follow_near(p->s, p->sieve.tail_row[t], p->sieve.tail_at[t], places,
                    out, work);
    mpz_clears(work[0], work[1], NULL);
    return PERP_SUCCESS;
}

perp_status glance_take(arena *a, const system_parts *p, numerators_near *out,
                        int *known)
{
    const arena_mark mark = arena_here(a);
    for (int j = 0; j < out->x.m; j++) {
        mpz_set_ui(out->x.X[j], 0);
        out->wrong[j] = NUMERATORS_EXACT;
    }
    perp_status status = take(a, p, out, known);
    arena_release(a, mark);
    return status;
}
