/* Without #pragma once: f64_kernel.h includes this for every width.
   Dictionaries whose columns are updated when they are asked for. */

/** **Lazy column updates.** Of the columns a path enters about two thirds, most of
them once. So an exchange does nothing to the others: it is noted, with the
column that entered, the row, and the reciprocal of the pivot; and a column that
is asked for catches up with the exchanges that it has not seen, one after the
other, every entry with the operations of the text book in their order. That is
a third of the work, and a short column stays in registers while it is done.

What one exchange needs of the one before is a single number, the entry in
its pivot's row. It is computed on its own, beside the column, so that from
factor to factor there are two products and a sum. */
INSIDE void NAME(catch_up)(tableau_f64 *t, int c, int length, REAL *v)
{
    int from = t->since[c], now = t->waiting;
    double *buffer = t->T + c * length;
    const double *source = from < 0 ? t->start + c * length : buffer;
    double unit = from < 0 ? t->measure : 1;
    from = from < 0 ? 0 : from;
    for (int r = 0; r < length / VECTOR; r++) {
        v[r] = ((const REAL *)source)[r] * unit + 0.0;
        ((REAL *)buffer)[r] = v[r];
    }
    t->since[c] = now;
    const f64_exchange *x = t->exchange + from;
    const double *kept = t->kept + from * length;
    double y = source[x->row] * unit;
    for (int q = from; q < now; q++, kept += length) {
        double factor = y * x->inverse;
        int64_t row = x->row;
        x++;
        PAIR before = {buffer[x->row], 0};
        before = (PAIR)((PAIR_BITS)before & *(const PAIR_BITS *)x->other);
        y = before[0] + kept[x->row] * factor;
        REAL all = (REAL){0} + factor; /* never -0 */
        for (int r = 0; r < length / VECTOR; r++) {
            REAL more = ((const REAL *)kept)[r] * all;
            v[r] = ADD_BUT(row, r * VECTOR, v[r], more);
            ((REAL *)buffer)[r] = v[r];
        }
    }
}

/* What `many` exchanges from `x` on, four at most, do to column v; the columns
   that entered are `kept`. The factor of each, and what is in its row behind
   the last. */
INSIDE void NAME(few_factors)(const f64_exchange *x, const double *kept,
                              const double *v, int length, int many, double *f,
                              double *own)
{
    for (int j = 0; j < many; j++) {
        double y = v[x[j].row];
        for (int i = 0; i < j; i++)
            y = (x[i].row == x[j].row ? 0 : y) +
                kept[i * length + x[j].row] * f[i];
        f[j] = y * x[j].inverse;
    }
    for (int j = 0; j < many; j++) {
        own[j] = f[j];
        for (int i = j + 1; i < many; i++)
            own[j] += kept[i * length + x[j].row] * f[i];
    }
}

/** Beyond 64 rows a column has no place in registers, and is read and written
for every exchange. So up to four are done at a pass: their factors first, each with
what those before them do to its row, then the column. Their rows are
exceptions, and as many single numbers; the loop over the column does not know of
them, and they are put right afterwards. Where two are the same row the later one
is what the row holds. Factors of zero, which is what bodies have that do not touch
(in a pile of 16 boxes a quarter of all fours), change nothing. */
INSIDE void NAME(few_far)(tableau_f64 *t, int c, int length, int many)
{
    const f64_exchange *x = t->exchange + t->since[c];
    const double *kept = t->kept + t->since[c] * length;
    double *v = t->T + c * length, f[4], own[4];
    int any = 0;
    NAME(few_factors)(x, kept, v, length, many, f, own);
    for (int i = 0; i < many; i++)
        any |= f[i] != 0;
    for (int r = 0; r < length && any; r += VECTOR) {
        REAL z = *(const REAL *)(v + r);
        for (int i = 0; i < many; i++)
            z += *(const REAL *)(kept + i * length + r) * ALL(f[i]);
        *(REAL *)(v + r) = z;
    }
    for (int i = 0; i < many; i++)
        v[x[i].row] = own[i] + 0.0; /* never -0 */
    t->since[c] += many;
}

/* A $-0$ may stand in a column that nobody has asked for, and nowhere else: it
   is taken away there, and of two numbers of which one is not a $-0$ the sum is
   none. */
INSIDE void NAME(catch_up_far)(tableau_f64 *t, int c, int length)
{
    int q = t->since[c], now = t->waiting;
    double *v = t->T + c * length, unit = q < 0 ? t->measure : 1;
    const double *source = q < 0 ? t->start + c * length : v;
    for (int r = 0; r < length && q <= 0; r += VECTOR)
        *(REAL *)(v + r) = *(const REAL *)(source + r) * unit + 0.0;
    t->since[c] = q < 0 ? 0 : q;
    while (now - t->since[c] >= 4)
        NAME(few_far)(t, c, length, 4);
    switch (now - t->since[c]) {
    case 3:
        NAME(few_far)(t, c, length, 3);
        break;
    case 2:
        NAME(few_far)(t, c, length, 2);
        break;
    case 1:
        NAME(few_far)(t, c, length, 1);
    }
}

/* Column c, worked on in registers as long as `near`. */
INSIDE void NAME(catch_up_as)(tableau_f64 *t, int c, int length, int near,
                              REAL *v)
{
    if (near)
        NAME(catch_up)(t, c, length, v);
    else
        NAME(catch_up_far)(t, c, length);
}

/* Column c, in memory only. */
INSIDE void NAME(catch_up_alone)(tableau_f64 *t, int c, int length, int near)
{
    REAL v[F64_NEAR_ROWS / VECTOR];
    REAL *place = near ? v : (REAL *)(t->T + c * length);
    if (t->since[c] != t->waiting)
        NAME(catch_up_as)(t, c, length, near, place);
}

/* Notes an exchange; `kept` receives the column that enters, with a one in the
   pivot's row. */
INSIDE void NAME(note)(tableau_f64 *t, int row, double inverse, const double *a,
                       int length, REAL *kept)
{
    f64_exchange *x = t->exchange + t->waiting;
    double *to = t->kept + t->waiting * length;
    int64_t other = t->waiting > 0 && x[-1].row == row ? 0 : -1;
    for (int r = 0; r < length / VECTOR; r++) {
        REAL one = (REAL){0} + 1;
        BITS others = NAME(rows_of)(r * VECTOR) != (int64_t)row;
        kept[r] = NAME(choose)(others, ((const REAL *)a)[r], one);
        ((REAL *)to)[r] = kept[r];
    }
    x[0] = (f64_exchange){{other, other}, row, -1, -inverse};
    x[1] = (f64_exchange){{0, 0}, 0, -1, 0};
}

/* The column of the leaving variable's partner: what Lemke asks about next.
   NONE behind the last exchange. Whether a w or a z leaves is as good as
   random, and nobody asks. */
INSIDE int NAME(partner_column)(const tableau *head, int row)
{
    int n = head->n, left = head->basic[row], slack = -(left < n);
    if (left == tableau_z0(head))
        return TABLEAU_NONE;
    return head->where[left - n + (2 * n & slack)] - n;
}

/** The column that Lemke asks about next is known before the exchange is done,
because the leaving variable has a partner. It catches up here, and its ratios
are asked for while it is in registers. */
INSIDE int NAME(pivot_lazily)(tableau_f64 *t, int row, int col, int length,
                              int near)
{
    double *a = t->T + col * length, *u = t->T + t->head.cols * length;
    REAL first[F64_NEAR_ROWS / VECTOR], second[F64_NEAR_ROWS / VECTOR];
    REAL third[F64_NEAR_ROWS / VECTOR];
    if (t->since[col] != t->waiting)
        t->kernel->bring(t, col);
    double inverse = t->fresh == col ? t->inverse[row] : 1 / a[row];
    int next = NAME(partner_column)(&t->head, row);
    if (!isfinite(inverse) || inverse == 0)
        return TABLEAU_BROKEN;
    if (t->waiting == t->room)
        t->kernel->settle(t);
    REAL *kept = near ? first : (REAL *)(t->kept + t->waiting * length);
    REAL *rhs = near ? second : (REAL *)u;
    NAME(note)(t, row, inverse, a, length, kept);
    t->fresh = -1;
    t->since[col] = ++t->waiting;
    REAL all = (REAL){0} + u[row] * -inverse;
    for (int r = 0; r < length / VECTOR; r++) {
        REAL more = kept[r] * all;
        rhs[r] = ADD_BUT(row, r * VECTOR, ((const REAL *)u)[r], more);
        ((REAL *)u)[r] = rhs[r];
        ((REAL *)a)[r] = kept[r] * inverse + 0.0;
    }
    if (next < 0 || next == col)
        return NAME(finite)(rhs, length) ? TABLEAU_NONE : TABLEAU_BROKEN;
    REAL *next_column = near ? third : (REAL *)(t->T + next * length);
    NAME(catch_up_as)(t, next, length, near, next_column);
    t->least = NAME(ratios)(t, (const double *)next_column, (const double *)rhs,
                            length, 0);
    t->fresh = next;
    return TABLEAU_NONE;
}

ISA static void NAME(settle_lazily)(tableau_f64 *t)
{
    for (int c = 0; c < t->head.cols; c++)
        t->kernel->bring(t, c);
    memset(t->since, 0, (size_t)t->head.cols * sizeof *t->since);
    t->waiting = 0;
}

/** The last four columns begin at $n - 4$, so less than four have no place here. A cache of
paths asks for this kernel whatever $n$ is, and an impact of up to three contacts without
friction has no more rows than contacts: two balls, $n = 1$, were read from three
numbers before the matrix, and written three columns before the tableau. */
/* Like a small kernel, its length not known. */
ISA static double NAME(take_long)(tableau_f64 *t, const double *A,
                                  const double *b)
{
    int n = t->head.n, length = t->stride, last = n - 4;
    const double *end = A + n * n;
    QUAD largest[4] = {{0}, {0}, {0}, {0}};
    if (n < 4)
        return NAME(take_few)(t, A, b);
    NAME(take_b)(t, b, length);
    for (int top = 0; top < length; top += 4, A += 4 * n) {
        const double *row[4];
        double *to = t->start + top;
        NAME(four_rows)(A, n, top, row);
        NAME(look_ahead)(A, end, n);
        for (int c = 0; c < last; c += 4)
            NAME(turn)(row, c, to + c * length, length, largest);
        NAME(turn)(row, last, to + last * length, length, largest);
    }
    return NAME(largest_of)(largest);
}

/* The dictionary of what was taken, A times `unit`, covered with d: the columns
   of A are read when they are asked for. */
ISA static void NAME(spread_lazily)(tableau_f64 *t, double unit,
                                    const double *d)
{
    int n = t->head.n;
    NAME(spread_rest)(t, d, t->stride);
    memset(t->since, -1, (size_t)n * sizeof *t->since);
    t->measure = unit;
}

ISA static int NAME(first_lazy)(tableau *head, int col)
{
    tableau_f64 *t = (tableau_f64 *)head;
    t->kernel->bring(t, col);
    return NAME(first_with)(t, tableau_f64_column(t, col), t->stride);
}

#define LAZY_AS(name, length, near)                                            \
    ISA static int NAME(pivot_lazy_##name)(tableau * head, int row, int col)   \
    {                                                                          \
        tableau_f64 *t = (tableau_f64 *)head;                                  \
        return NAME(pivot_lazily)(t, row, col, (length), near);                \
    }                                                                          \
    ISA static void NAME(bring_lazy_##name)(tableau_f64 * t, int c)            \
    {                                                                          \
        NAME(catch_up_alone)(t, c, (length), near);                            \
    }                                                                          \
    ANSWERS(lazy_##name, length)
#define LAZY(length) LAZY_AS(length, length, 1)

#define LAZY_KERNEL(name, pad)                                                 \
    {                                                                          \
        .ask = {f64_free_row, f64_false_row, NAME(first_lazy),                 \
                NAME(leaving_whole), NAME(pivot_lazy_##name)},                 \
        .form = F64_LAZY, .unit = (pad), .settle = NAME(settle_lazily),        \
        .take = NAME(take_long), .spread = NAME(spread_lazily),                \
        .residual = NAME(residual_lazy_##name),                                \
        .answer = NAME(answer_lazy_##name), .bring = NAME(bring_lazy_##name)   \
    }

LAZY(24)
LAZY(32)
LAZY(40)
LAZY(48)
LAZY(56)
LAZY(64)
LAZY_AS(far, t->stride, 0)

/* By the number of eights from three on; the last for all that are longer. */
static const f64_kernel NAME(lazy)[] = {
    LAZY_KERNEL(24, 24), LAZY_KERNEL(32, 32), LAZY_KERNEL(40, 40),
    LAZY_KERNEL(48, 48), LAZY_KERNEL(56, 56), LAZY_KERNEL(64, 64),
    LAZY_KERNEL(far, 8)};

#undef LAZY_AS
#undef LAZY
#undef LAZY_KERNEL
