/* Without #pragma once: place.c includes this once for every width, as
   march.c does march_kernel.h. */

#include "lcp/kernel/f64_registers.h"

#define PART(base, c) (*(REAL *)((base) + (c)*VECTOR))
#define PART_OF(base, c) (*(const REAL *)((base) + (c)*VECTOR))

/** **A column behind an exchange.** `kept` is the column that came in, with a one in the
pivot's row, so that the row's old number is all that is in the way there: the sum is made
for all rows alike, and the one row is put right behind it. `inverse` is $-1/a_r$, rounded
once for all columns, and the factor a product with it. A quotient for each column would be a
rounding less, and another number.

Rows where a $w_j$ has yet to go are looked through on the way, for their largest size.
Where a column stands when its last $w_j$ has gone is not asked, nor is it of the column that
is wanted: whatever comes out there is not read.

What is behind the $n$ rows are zeros at first, in `kept` too, and stay zeros: a register that
is not full computes with them and has no other result.

The factor becomes an entry, in the pivot's row. A $-0$ there would be the only one: no sum that begins with $+0$ ends as
$-0$, and columns begin with none. The tableau has none either, so $+0$ is added to the factor.

With registers of four and the 25 rows of the discs that is seven products and sums, and
a hundred instructions; a place of nine $z_i$ has 55 of these. */
INSIDE double NAME(catch_up)(int parts, const double *kept, int row,
                             double inverse, const double *from,
                             const int64_t *rows, double *to)
{
    const REAL zero = {0}, all = zero + from[row] * inverse; /* never -0 */
    REAL most = zero;
    for (int c = 0; c < parts; c++)
        PART(to, c) = PART_OF(from, c) + PART_OF(kept, c) * all;
    to[row] = all[0];
    for (int c = 0; c < parts; c++) {
        const BITS among = *(const BITS *)(rows + c * VECTOR);
        most = LARGER((REAL)((BITS)NAME(size)(PART(to, c)) & among), most);
    }
    return NAME(largest)(most)[0];
}

/** **All exchanges of a place.** The first brings $z_0$ into the gap's row. Its column is ones, so $a_r = 1$ and $f = -v_r$,
for each $z_i$ that the basis has and for the column $e$ that is asked for: what enters is $w_r$ or $z_r$ of the gap, and the column of a $w$
is, before it, nothing but a one in its own row, which the exchange makes ones of; so $e$ begins as `ones`, and with $z_r$'s own column otherwise.

Then as long as the basis has a $z_i$ that is not in a row yet, the one with the largest entry goes there. With $k$ of them left
$k - 1$ columns and $e$ follow. A pivot that is none, or whose reciprocal is none, ends it. */
ISA static int NAME(column)(const place_ask *x, place_state *s)
{
    const int parts = (x->n + VECTOR - 1) / VECTOR, length = x->length;
    double *const e = x->work + x->n * length; /* the one that is asked for */
    uint32_t in = x->basis;
    int col;
    for (uint32_t i = in; i != 0; i &= i - 1) {
        col = __builtin_ctz(i);
        s->top[col] = NAME(catch_up)(parts, s->ones, x->gap, -1,
                                     x->columns + col * length, s->rows,
                                     x->work + col * length);
    }
    if (x->enters)
        NAME(catch_up)
    (parts, s->ones, x->gap, -1, x->columns + x->gap * length, s->rows, e);
    else
        memcpy(e, s->ones, (size_t)length * sizeof *e);
    while (in != 0) {
        const int row = place_largest(x, s, in, &col);
        double *kept = x->work + col * length;
        const double inverse = row < 0 ? 0 : 1 / kept[row];
        if (!isfinite(inverse) || inverse == 0)
            return 0;
        kept[row] = 1;
        s->rows[row] = 0;
        s->of[col] = row;
        in &= ~((uint32_t)1 << col);
        for (uint32_t i = in; i != 0; i &= i - 1) {
            const int c = __builtin_ctz(i);
            double *v = x->work + c * length;
            s->top[c] = NAME(catch_up)(parts, kept, row, -inverse, v, s->rows,
                                       v);
        }
        NAME(catch_up)(parts, kept, row, -inverse, e, s->rows, e);
    }
    return 1;
}

#undef PART
#undef PART_OF
#undef REAL
#undef BITS
#undef INSIDE
#undef LARGER
#undef SMALLER
#undef VECTOR
#undef ISA
#undef NAME
