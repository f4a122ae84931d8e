/* Without #pragma once: f64_small.h includes this for every width. */

/** # The path of a small dictionary

[Lemke's path](../solve/lemke.c) puts two questions for each exchange, and has some
twenty instructions of its own: the lists, who left, who is his partner. Of a
dictionary of a thousand rows nobody notices who asks. With eight rows an exchange was 380
instructions, and a fourth of them the asking: a call through a pointer,
registers put away and fetched, an answer written to memory that is read at once. So small
dictionaries have the loop in one piece, and what one exchange finds for the next
stays in registers. A test holds it against `lemke_run` on the same problem: the same
exchanges, lists and right-hand side, wherever they end.

**The first exchange writes the dictionary.** $z_0$'s column is ones. So its first
question is who has the smallest $b_i$, without a quotient; of those that tie the powers
of $\varepsilon$ take the last, for all $w_i$ are basic and one after the other drops
out. The pivot is 1. In column $j$ behind the exchange stands

$$T_{rj} = -a_{rj}, \qquad T_{ij} = a_{ij} - a_{rj},$$

which is written from the $a$ that were taken, and the dictionary of before, which nobody
else would read, is not written at all. An impact whose $b$ is nowhere negative ends
before its matrix is touched a second time.

**The last one writes the right-hand side.** Behind it nobody reads the columns.

**All columns before the ratios.** The ratios are what the next exchange waits for, and the columns
are not; so it was natural to ask for the ratios first and let the processor do the columns meanwhile. But
it looks ahead over some 256 instructions only. The columns of twelve rows are two hundred; behind ratios that
wait they stand in the window without an end, and the next exchange, which could begin as soon as its row is
known, is not in it. Put before the ratios they are done while the entering column is
computed, and nothing but the ratios stands between two exchanges.

An exchange happens in the numbers first and then in the lists: the rows that tie ask
who is where, and mean the dictionary as it was. */
typedef struct {
    REAL rules;
    NAME(found) found; /* of column `col` */
    int col, before;   /* the column that enters; that of the exchange before */
    int pivots;
    REAL minus[F64_SMALL_ROWS / VECTOR]; /* minus the reciprocals of `col` */
} NAME(way);

/* Where it begins, as the kernel is asked for it. */
typedef struct {
    double unit;
    const double *d;
    int limit;
} NAME(begin);

/* The row in which z0 comes in, covered with ones; NONE, BROKEN: as first_row
   has them. */
INSIDE int NAME(first_covered)(const tableau_f64 *t, int length)
{
    const double *cover = t->T + t->head.n * length, *b = cover + length;
    REAL zero = {0}, least = zero, poison = zero, size = zero;
    uint64_t tied = 0;
    for (int r = 0; r < length; r += VECTOR) {
        REAL u = *(const REAL *)(b + r);
        poison += 0 * u;
        size = LARGER(NAME(size)(u), size);
        least = SMALLER(u, least);
    }
    least = NAME(smallest)(least);
    REAL slack = t->rules.tie * NAME(largest)(size);
    if (NAME(together)(poison != 0) != 0) /* NaN differs, too */
        return TABLEAU_BROKEN;
    if (!(least[0] < 0))
        return TABLEAU_NONE;
    for (int r = 0; r < length; r += VECTOR) {
        REAL pair = *(const REAL *)(cover + r);
        MASK in =
            AT_MOST(*(const REAL *)(b + r) - least, slack) & LESS(zero, pair);
        tied |= EACH(in) << r;
    }
    return tied != 0 ? 63 - __builtin_clzll(tied) : TABLEAU_BROKEN;
}

/* A column of A that was taken, in units of `unit`, behind z0's exchange. */
INSIDE void NAME(renewed_first)(const NAME(exchanging) * x, const double *from,
                                double unit, int length, REAL *to)
{
    REAL factor = ALL(from[x->row] * unit + 0.0) * ALL(x->minus);
    for (int r = 0; r < length / VECTOR; r++) {
        REAL stays = ((const REAL *)from)[r] * unit + 0.0;
        stays = (REAL)(x->others[r] & (BITS)stays);
        to[r] = stays + x->kept[r] * factor;
    }
}

/* z0's exchange, but for its own column. Its partner's column, which enters
   next, has the row's number. */
INSIDE void NAME(enter_first)(tableau_f64 *t, double unit,
                              const NAME(exchanging) * x, int length,
                              NAME(way) * w)
{
    const int n = t->head.n, row = x->row;
    double *cover = t->T + n * length, *u = cover + length, *to = t->T;
    const double *from = t->start;
    REAL first[F64_SMALL_ROWS / VECTOR], rhs[F64_SMALL_ROWS / VECTOR];
    NAME(renewed)(x, u, length, rhs);
    NAME(renewed_first)(x, from + row * length, unit, length, first);
    for (; to < cover; to += length, from += length)
        NAME(renewed_first)(x, from, unit, length, (REAL *)to);
    NAME(ratios_short)(w->rules, first, rhs, length, w->minus, &w->found);
    for (int r = 0; r < length / VECTOR; r++)
        ((REAL *)u)[r] = rhs[r];
    t->mate[row] = -1;
    w->col = row;
    w->before = n;
    w->pivots = 1;
    tableau_exchange(&t->head, row, n);
}

/* The same with another cover, of any length; w->rules are known. */
APART int NAME(enter_covered)(tableau_f64 *t, double unit, const double *d,
                              int limit, NAME(way) * w)
{
    const int n = t->head.n, length = t->stride;
    double *cover = t->T + n * length;
    NAME(exchanging) x;
    NAME(spread_rest)(t, d, length);
    const int row = NAME(first_with)(t, cover, length);
    if (row >= 0 && limit < 1)
        return TABLEAU_BROKEN;
    if (row < 0)
        return row;
    NAME(exchange_at)(row, -(1 / cover[row]), cover, length, &x);
    NAME(enter_first)(t, unit, &x, length, w);
    for (int r = 0; r < length / VECTOR; r++)
        ((REAL *)cover)[r] = x.kept[r] * -x.minus + 0.0;
    return row;
}

/* The same for a dictionary that has been filled, and covered with anything, as
   one asks for it: the row, or NONE or BROKEN. */
APART int NAME(ask_first)(tableau_f64 *t, int limit)
{
    tableau *head = &t->head;
    const int n = head->n, row = head->ask->first_row(head, n);
    if (row < 0 || limit < 1)
        return row == TABLEAU_NONE ? TABLEAU_NONE : TABLEAU_BROKEN;
    if (head->ask->pivot(head, row, n) == TABLEAU_BROKEN)
        return TABLEAU_BROKEN;
    tableau_exchange(head, row, n);
    return row;
}

INSIDE int NAME(enter_filled)(tableau_f64 *t, int limit, int length,
                              NAME(way) * w)
{
    const int row = NAME(ask_first)(t, limit);
    if (row < 0)
        return row;
    w->found = (NAME(found)){t->early, t->least, t->among[0]};
    for (int r = 0; r < length / VECTOR; r++)
        w->minus[r] = -((const REAL *)t->inverse)[r];
    w->col = t->fresh;
    w->before = t->before;
    w->pivots = 1;
    return row;
}

/* The beginning: the row of z0's exchange, done; or NONE or BROKEN. A column of
   ones stays what it is. */
INSIDE int NAME(enter_path)(tableau_f64 *t, NAME(begin) at, int length,
                            NAME(way) * w)
{
    NAME(exchanging) x;
    if (__builtin_expect(!(at.unit > 0), 0))
        return NAME(enter_filled)(t, at.limit, length, w);
    if (__builtin_expect(at.d != NULL, 0)) {
        NAME(way) other = *w;
        int row = NAME(enter_covered)(t, at.unit, at.d, at.limit, &other);
        *w = other;
        return row;
    }
    NAME(spread_rest)(t, NULL, length);
    int row = NAME(first_covered)(t, length);
    if (row >= 0 && at.limit < 1)
        return TABLEAU_BROKEN;
    if (row < 0)
        return row;
    NAME(exchange_at)(row, -1, t->T + t->head.n * length, length, &x);
    NAME(enter_first)(t, at.unit, &x, length, w);
    return row;
}

/* The row that leaves. */
INSIDE int NAME(leave_along)(tableau_f64 *t, const NAME(way) * w, int length)
{
    const NAME(found) *f = &w->found;
    int alone = f->tied == (uint64_t)1 << f->early;
    if (__builtin_expect(alone && f->least < (double)INFINITY, 1))
        return f->early;
    t->among[0] = f->tied;
    t->least = f->least;
    return NAME(leave_now)(t, t->T + w->col * length, length);
}

/* The exchange at `row` of w's column, and what is found for the next. */
INSIDE void NAME(exchange_along)(tableau_f64 *t, const NAME(exchanging) * x,
                                 int length, NAME(way) * w)
{
    const int col = w->col, next = t->mate[x->row];
    double *a = t->T + col * length, *u = t->T + (t->head.n + 1) * length;
    REAL first[F64_SMALL_ROWS / VECTOR], rhs[F64_SMALL_ROWS / VECTOR];
    NAME(renewed)(x, u, length, rhs);
    NAME(renewed)(x, t->T + next * length, length, first);
    for (double *column = t->T; column < u; column += length)
        NAME(renewed)(x, column, length, (REAL *)column);
    NAME(ratios_short)(w->rules, first, rhs, length, w->minus, &w->found);
    NAME(turned)(x, rhs, length, u, a);
    t->mate[x->row] = w->before;
    w->before = col;
    w->col = next;
    tableau_exchange(&t->head, x->row, col);
}

/* The last one. */
INSIDE lcp_outcome NAME(exchange_last)(tableau_f64 *t,
                                       const NAME(exchanging) * x, int length,
                                       NAME(way) * w)
{
    double *u = t->T + (t->head.n + 1) * length;
    REAL rhs[F64_SMALL_ROWS / VECTOR];
    NAME(renewed)(x, u, length, rhs);
    for (int r = 0; r < length / VECTOR; r++)
        ((REAL *)u)[r] = rhs[r];
    if (!NAME(finite)(rhs, length))
        return LCP_LIMIT;
    tableau_exchange(&t->head, x->row, w->col);
    w->pivots++;
    return LCP_SOLVED;
}

/* From the first question to the last exchange, w->pivots of them; w->col is a
   ray's column. */
INSIDE lcp_outcome NAME(follow)(tableau_f64 *t, NAME(begin) at, int length,
                                NAME(way) * w)
{
    const tableau *head = &t->head;
    circle round = {0};
    int row = NAME(enter_path)(t, at, length, w);
    if (row < 0) /* SOLVED: z = 0, w = b */
        return row == TABLEAU_NONE ? LCP_SOLVED : LCP_LIMIT;
    for (; w->pivots < at.limit; w->pivots++) {
        row = NAME(leave_along)(t, w, length);
        if (row < 0)
            return row == TABLEAU_NONE ? LCP_RAY : LCP_LIMIT;
        const double minus = ((const double *)w->minus)[row];
        const int left = head->basic[row];
        NAME(exchanging) x;
        if (!isfinite(minus) || minus == 0)
            return LCP_LIMIT;
        NAME(exchange_at)(row, minus, t->T + w->col * length, length, &x);
        if (left == tableau_z0(head))
            return NAME(exchange_last)(t, &x, length, w);
        NAME(exchange_along)(t, &x, length, w);
        if (w->pivots > head->n &&
            comes_again(&round, w->pivots, head->basic[row], left))
            return LCP_LIMIT;
    }
    return LCP_LIMIT;
}

INSIDE lcp_outcome NAME(path)(tableau_f64 *t, NAME(begin) at, int length,
                              lemke_end *end)
{
    NAME(way) w;
    w.pivots = 0;
    w.rules = NAME(rules_of)(t);
    lcp_outcome said = NAME(follow)(t, at, length, &w);
    *end = (lemke_end){w.pivots, said == LCP_RAY ? w.col : -1, TABLEAU_NONE};
    return said;
}
