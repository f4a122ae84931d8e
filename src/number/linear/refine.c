#include "number/linear/refine.h"

#include "number/integers.h"

#include <math.h>
#include <string.h>

/* r as a double, for |r| < 2^127; the error is a few units of its last place.
   The compiler's own conversion is a call. */
static double of_word(int128 r)
{
    int64_t high = (int64_t)(r >> 64), low = (int64_t)r;
    if (high == (low < 0 ? -1 : 0))
        return (double)low;
    return (double)high * 0x1p64 + (double)(int64_t)((uint64_t)low >> 1) * 2;
}

/* The exponent e of the largest: all |y_j| < 2^e; INT_MAX when not finite. */
static int exponent_of(const double *y, int m)
{
    double largest = 0;
    int e;
    for (int j = 0; j < m; j++)
        largest = fabs(y[j]) > largest || isnan(y[j]) ? fabs(y[j]) : largest;
    if (!isfinite(largest))
        return 1 << 20;
    frexp(largest, &e);
    return largest == 0 ? -1000 : e;
}

static void scaled(const forecast *f, const int128 *r, double *out)
{
    for (int i = 0; i < f->even.m; i++)
        out[i] = of_word(r[i]) * f->row_scale[i];
}

/* The exponent of the largest entry of each row, and of each column of the
   rows equilibrated. */
static void measure(const word_system *s, int *row, long *column)
{
    for (int j = 0; j < s->m; j++)
        column[j] = WORDS_WIDTH;
    for (int i = 0; i < s->m; i++) {
        row[i] = 0;
        for (int k = s->start[i]; k < s->start[i + 1]; k++) {
            int own = (int)words_bits(s->value[k]);
            row[i] = own > row[i] ? own : row[i];
        }
        for (int k = s->start[i]; k < s->start[i + 1]; k++) {
            long rest = row[i] - (long)words_bits(s->value[k]);
            long *c = &column[s->col[k]];
            *c = rest < *c ? rest : *c;
        }
    }
    for (int j = 0; j < s->m; j++) /* an empty column */
        column[j] = column[j] == WORDS_WIDTH ? 0 : column[j];
}

/** Column equilibration. Taking powers of two out of columns keeps exact numbers
short, and leaves unknowns of very different size: a slip speed stands in its row
with a 1 where a velocity stands with 53 bits. Doubles would not see it beside
the velocity. So the matrix for doubles, and for the residuals they work on, has its columns
multiplied by $2^{\sigma_j}$ again, so far that some entry is as long as the
longest of its row. */
static perp_status make_even(arena *a, const word_system *s, forecast *out,
                             int *row)
{
    size_t entries = (size_t)s->count, m = (size_t)s->m;
    word_system *e = &out->even;
    *e = *s;
    e->value = arena_take(a, entries, sizeof *e->value);
    e->narrow = arena_take(a, entries, sizeof *e->narrow);
    e->shift = arena_take(a, m, sizeof *e->shift);
    if (!e->value || !e->narrow || !e->shift)
        return PERP_NO_MEMORY(entries * sizeof *e->value);
    measure(s, row, e->shift);
    int narrow = 1;
    for (int k = 0; k < s->count; k++) {
        uint128 v = (uint128)s->value[k] << e->shift[s->col[k]];
        e->value[k] = (int128)v;
        e->narrow[k] = (int64_t)v;
        narrow &= words_bits((int128)v) < 64;
    }
    e->narrow = narrow ? e->narrow : NULL;
    return PERP_SUCCESS;
}

/* Bits of the determinant and of the unknowns of the system itself. */
static void predict(const word_system *s, const int *row, forecast *out,
                    double *x)
{
    long bits = (long)out->f.log2_det + 4, most = -1000000;
    scaled(out, s->b, x + s->m);
    factor_solve(&out->f, x + s->m, x);
    for (int j = 0; j < s->m; j++) {
        long sigma = out->even.shift[j], top = exponent_of(x + j, 1);
        bits += row[j] - sigma;
        out->most_shift = sigma > out->most_shift ? sigma : out->most_shift;
        most = top + sigma > most ? top + sigma : most;
    }
    out->det_bits = bits > 4 ? (size_t)bits : 4;
    out->unknown_bits = most;
    out->f.regular = most < 1 << 20;
}

perp_status forecast_new(arena *a, const word_system *s, forecast *out)
{
    size_t m = (size_t)s->m;
    double *A = arena_take(a, m * m + 3 * m, sizeof *A);
    int *row = arena_take(a, m, sizeof *row);
    if (A == NULL || row == NULL)
        return PERP_NO_MEMORY(m * m * sizeof *A);
    double *x = A + m * m;
    *out = (forecast){.row_scale = x + 2 * m};
    PERP_TRY(make_even(a, s, out, row));
    for (int i = 0; i < s->m; i++) {
        double unit = out->row_scale[i] = ldexp(1, -row[i]);
        for (int k = s->start[i]; k < s->start[i + 1]; k++)
            A[i * s->m + s->col[k]] = of_word(out->even.value[k]) * unit;
    }
    PERP_TRY(factor_new(a, s->m, A, &out->f));
    if (out->f.regular)
        predict(s, row, out, x);
    return PERP_SUCCESS;
}

/* The digits: X_j = 2^shift_j sum_i digit[i m + j] 2^-place[i], i < steps. */
typedef struct {
    numerators_source source; /* first: it is handed out as one */
    int m, steps, room;
    int64_t *digit;
    long *place;
    const long *shift;
    long target;     /* places that are wanted, but for the error's */
    long error_bits; /* of the last place, how much is wrong at most */
    long most_error; /* and of any step's last place */
    long tail;       /* places of X above those of the digits: of b's tail */
} expansion;

/** The digits have signs and overlap, and each is shorter than 63 bits. From
the last to the first they are added into a word of 128 bits that moves up the
number, and leaves a limb behind whenever it has moved by 64 bits. */
static void assemble(const expansion *e, int j, int steps, mpz_ptr out)
{
    long last = e->place[steps - 1];
    mp_size_t size = (mp_size_t)(last / 64 + 3), at = 0;
    mp_limb_t *limb = mpz_limbs_write(out, size);
    int128 sum = 0;
    for (int i = steps - 1; i >= 0; i--) {
        long up = last - e->place[i];
        for (; up >= 64 * (at + 1); sum >>= 64)
            limb[at++] = (mp_limb_t)sum;
        uint128 d = (uint128)(int128)e->digit[i * e->m + j];
        sum += (int128)(d << (up - 64 * at));
    }
    int negative = sum < 0;
    for (int k = 0; k < 2; k++, sum >>= 64)
        limb[at++] = (mp_limb_t)sum;
    if (negative)
        mpn_neg(limb, limb, at);
    mpz_limbs_finish(out, negative ? -at : at);
}

static void all_digits(const numerators_source *s, int j, mpz_ptr out)
{
    const expansion *e = (const expansion *)s;
    assemble(e, j, e->steps, out);
    mpz_mul_2exp(out, out, (mp_bitcnt_t)(e->shift[j] + e->tail));
}

/* X_j is zero: all digits together are no more than the error. */
static int vanishes(const numerators_source *s, int j)
{
    const expansion *e = (const expansion *)s;
    assemble(e, j, e->steps, s->work);
    return (long)integer_bits(s->work) <= e->error_bits + 1;
}

/** $X_j$ is known up to $2^{\epsilon - K_i}$ after digit $i$; times a
denominator of $\beta$ bits that error must stay far below one half. With 40
bits to spare a number that is not whole shows it: but for one that is smaller
than $2^{-32}$, as the velocity of a body that hardly moves among others is, and
looks like zero until all its digits are asked. */
static int whole_number(const numerators_source *s, int j, mpz_srcptr den,
                        mpz_ptr out)
{
    const expansion *e = (const expansion *)s;
    const long up = e->shift[j] + e->tail;
    long need = (long)integer_bits(den) + e->most_error + up + 40;
    int steps = 1;
    while (steps < e->steps && e->place[steps - 1] < need)
        steps++;
    mp_bitcnt_t place = (mp_bitcnt_t)e->place[steps - 1];
    if ((long)place < need)
        return 0;
    assemble(e, j, steps, out);
    mpz_mul(out, out, den);
    mpz_fdiv_q_2exp(out, out, place - (mp_bitcnt_t)up - 32);
    mpz_fdiv_r_2exp(s->work, out, 32);
    unsigned long part = mpz_get_ui(s->work); /* of 2^32 */
    mpz_add_ui(out, out, part != 0);
    mpz_fdiv_q_2exp(out, out, 32);
    if (mpz_sgn(out) == 0 && !vanishes(s, j))
        return 0;
    return part == 0 || part == 0xffffffff;
}

static int64_t nearest(double v)
{
    return (int64_t)(v < 0 ? v - 0.5 : v + 0.5);
}

/* Bits of a digit; a step must gain some; of a tail it takes so many. */
enum { DIGIT = 51, LEAST = 5, SIP = 16 };

/** With $r = -(A X + b)\,2^K$ exactly, for the digits so far, solve $A y = r$ in
doubles, take $k$ more places of $y$, and subtract them exactly: $r \leftarrow
2^k r - A d$, $d = [2^k y]$. Where $b$ has a tail, $r$ begins as $-b$ without it, the
digits are those of $X$ over $2^{64}$ for each word of it, and with each step $r$
takes over the tail's next $k$ bits. These are as large as $2^k$, also in a row of
ones, and with what the matrix makes of them they are what the next digits have to
hold: sixteen at a time leave it thirty bits. What $y$ had wrong stays in $r$ and is seen in the
next step. So $k$ needs no estimate of the condition: it is chosen so that the
digits have 51 bits, and when the last ones were wrong by $2^w$ the next ones
begin $w$ bits higher and gain as much less. When hardly anything is gained the
matrix is too near a singular one. */
static perp_status expand(const forecast *f, expansion *e, int128 *r,
                          double *work, const exact_limit *limit, int *solved)
{
    const word_system *s = &f->even;
    double *y = work + s->m;
    long K = 0;
    for (e->steps = 0; *solved; e->steps++) {
        scaled(f, r, work);
        factor_solve(&f->f, work, y);
        int top = exponent_of(y, s->m), k = DIGIT - top;
        const int most = K < e->tail ? SIP : 60;
        k = k > most ? most : e->steps == 0 && k < 0 && top < 62 ? 0 : k;
        e->error_bits = top > 1 ? top : 1;
        if (e->steps > 0 && e->error_bits > e->most_error)
            e->most_error = e->error_bits;
        if (e->steps > 0 && K >= e->target + e->error_bits)
            return PERP_SUCCESS;
        *solved = e->steps < e->room && k >= (e->steps == 0 ? 0 : LEAST);
        if (!*solved)
            return PERP_SUCCESS;
        if (e->steps % 64 == 63)
            PERP_TRY(limit_time(limit));
        int64_t *d = e->digit + (size_t)e->steps * (size_t)s->m;
        double unit = ldexp(1, k);
        for (int j = 0; j < s->m; j++) {
            d[j] = nearest(y[j] * unit);
            r[j] = (int128)(((uint128)r[j] << k) - words_tail(s, j, K, k));
        }
        words_residual(s, r, d, r);
        e->place[e->steps] = K += k;
    }
    return PERP_SUCCESS;
}

/* Lowest word of a number with its sign. */
static uint64_t low_word(mpz_srcptr z)
{
    uint64_t v = mpz_get_ui(z);
    return mpz_sgn(z) < 0 ? -v : v;
}

perp_status words_confirm(arena *a, const word_system *s, const numerators *x,
                          int *holds)
{
    uint64_t *low = arena_take(a, (size_t)s->m, sizeof *low);
    if (low == NULL)
        return PERP_NO_MEMORY((size_t)s->m * sizeof *low);
    for (int j = 0; j < s->m; j++)
        low[j] = low_word(x->X[j]);
    *holds = words_congruent(s, low, low_word(x->den));
    return PERP_SUCCESS;
}

/** A number known with an error below $2^{-2\beta-1}$ has at most one fraction
near it whose denominator has $\beta$ bits. The determinant of the double LU
says what $\beta$ is. */
static int read_fractions(expansion *e, const forecast *f, numerators *out)
{
    mpz_t modulus, work;
    mpz_init_set_ui(modulus, 1);
    mpz_init(work);
    mpz_mul_2exp(modulus, modulus, (mp_bitcnt_t)e->place[e->steps - 1]);
    e->source = (numerators_source){
        all_digits,
        whole_number,
        modulus,
        f->det_bits + (size_t)(e->error_bits + f->most_shift + e->tail) + 1,
        f->det_bits,
        work};
    int found = numerators_find(&e->source, out);
    mpz_clears(modulus, work, NULL);
    return found;
}

/* The digits of all unknowns, from the first on, to `target` places. */
static perp_status digits(arena *a, const forecast *f, long target,
                          const exact_limit *limit, expansion *e, int *solved)
{
    const word_system *s = &f->even;
    const size_t m = (size_t)s->m, room = (size_t)target / 32 + 16;
    *e = (expansion){.m = s->m,
                     .room = (int)room,
                     .shift = s->shift,
                     .target = target,
                     .tail = 64L * s->tail};
    int128 *r = arena_take(a, m, sizeof *r);
    double *work = arena_take(a, 2 * m, sizeof *work);
    e->digit = arena_take_any(a, room * m, sizeof *e->digit);
    e->place = arena_take(a, room, sizeof *e->place);
    if (!r || !work || !e->digit || !e->place)
        return PERP_NO_MEMORY(room * m * sizeof *e->digit);
    for (int i = 0; i < s->m; i++)
        r[i] = -s->b[i];
    return expand(f, e, r, work, limit, solved);
}

perp_status refine_solve(arena *a, const word_system *s, const forecast *f,
                         const exact_limit *limit, numerators *out, int *solved)
{
    const long target =
        2 * (long)f->det_bits + f->most_shift + 64L * s->tail + 48;
    expansion e;
    *solved = f->f.regular;
    if (!*solved)
        return PERP_SUCCESS;
    PERP_TRY(digits(a, f, target, limit, &e, solved));
    if (*solved)
        *solved = read_fractions(&e, f, out);
    return *solved ? words_confirm(a, s, out, solved) : PERP_SUCCESS;
}

/* Is every pivot more than rounding has left of zero? */
static int is_clear(const factor *f)
{
    int clear = f->regular;
    for (int c = 0; c < f->m && clear; c++)
        clear = fabs(f->pivot[c]) >= 0x1p-40;
    return clear;
}

/** **The first places only.** Behind digit $i$ the rest of $X$ is $A^{-1} r\,2^{-K_i}$, $r$
exactly known, and the step that would come next has computed it in doubles: $y$, smaller
than $2^{\epsilon}$. That doubles have solved right to a factor of four is believed here and
not shown; they have done so at every step before, or $r$ would have grown. So what comes
out is good for a decision that nobody has to prove.

One thing no step would show. A singular matrix mostly has a last pivot of $2^{-50}$ and not of zero; doubles
then solve for a number that is all rounding, and along a direction that $A$ does not
see, so that $r$ says nothing of it. What they find solves the equations, and is another solution
than the one with a zero there. So a matrix whose rows and columns are of the size of one, and of
which a pivot is below $2^{-40}$, is left to who solves it. */
perp_status refine_near(arena *a, const forecast *f, long places,
                        numerators_near *out, int *known)
{
    static const exact_limit none = {0, 0};
    const long target = places + f->most_shift + 64L * f->even.tail;
    expansion e;
    *known = is_clear(&f->f);
    if (!*known)
        return PERP_SUCCESS;
    PERP_TRY(digits(a, f, target, &none, &e, known));
    if (!*known)
        return PERP_SUCCESS;
    const long spare = e.place[e.steps - 1] - places;
    for (int j = 0; j < e.m; j++) {
        const long up = e.shift[j] + e.tail, off = e.error_bits + up - spare;
        assemble(&e, j, e.steps, out->x.X[j]);
        mpz_mul_2exp(out->x.X[j], out->x.X[j], (mp_bitcnt_t)up);
        mpz_fdiv_q_2exp(out->x.X[j], out->x.X[j], (mp_bitcnt_t)spare);
        out->wrong[j] = (off > 0 ? off : 0) + 2;
    }
    return PERP_SUCCESS;
}
