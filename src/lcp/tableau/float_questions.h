/** # Five questions where numbers round

What the theory asks of a number, is it zero, and of two ratios, are they equal,
has no answer when numbers round. Two bars stand in for it, both relative to a
column, because a column has one unit:

- an entry up to $2^{-P}$ of the largest in its column is zero (`PIVOT_BITS`);
- a row ties when its value at the place where the column is blocked is up to
  $2^{-T}$ of the largest in the column of that value (`tie`).

Both are far above the rounding and far below what data differ by. What they get
wrong is not found here: the basis at the end is solved exactly by somebody else.
*/

/* Without #pragma once: included once for every arithmetic that rounds. Before
   it stand a type `number` with

     sum(x, y), product(x, y), inverse(x), negative(x), scaled(x, k): x 2^k
     sign(x), is_less(x, y), is_usable(x): not zero, not NaN, not infinite
     zero(), exponent(x): |x| < 2^exponent(x), about

   PIVOT_BITS, and a structure `floating` with at least the members

     tableau head; exact_limit limit; number *value; int *candidate;
     int tie: T of the bars above; exchanges late (float_exchange.h)

   and four functions on it:

     at(t, row, col), put(t, row, col, x): the entries, right-hand side last
     keep(t, k, row, x): x is the factor of a row in exchange k
     add_kept(t, k, col, y): T(i, col) += factor_i y, i in [from, to) of k */

/** A row is *live* as long as a question may be put to it: its variable has a
sign, or it is an equation that is not used yet. Rows of free unknowns that are
basic, which never leave, are not needed for a basis, and neither are columns of
equation residuals, which are zero for ever: free unknowns come in from left to
right, so that while column `col` of them comes in all columns before it are
dead. Elimination is Gauss's and not Jordan's. */
static int is_pair(const tableau *t, int row)
{
    return tableau_signed(t, t->basic[row]);
}

static int is_live(const tableau *t, int row, int col)
{
    return is_pair(t, row) ||
           (col < t->free && tableau_residual(t, t->basic[row]));
}

static number size_of(number x)
{
    return sign(x) < 0 ? negative(x) : x;
}

static number difference(number x, number y)
{
    return sum(x, negative(y));
}

/** **Lazy columns.** An exchange replaces all columns, and the path asks for few:
one that enters, the right-hand side, and where ratios tie those of some $w_i$. So an
exchange is noted, and a column that is asked for catches up with those that it has
not seen, as the doubles' do ([lazy column updates](../kernel/f64_lazy.h)). With $p$
the pivot in row $r$, column $c$, and $f = T_{\cdot c}$ before the exchange, an entry
of column $j$ becomes

$$T_{rj} \leftarrow -\tfrac1p T_{rj}, \qquad T_{ij} \leftarrow T_{ij} + f_i\,T_{rj},$$

which asks for column $j$, for $f$ and for $p$, and for no other column: to be late
changes when an entry is computed and not from what. Every entry gets the same
products and sums in the same order, so that the path is the same to the last bit, and
a test holds it against a dictionary that is never late.

What is saved is most of the work. A path of $m$ exchanges in a dictionary of $n$ rows
is $m n^2$ products and sums; a column that enters behind $k$ exchanges takes $k n$ to
catch up, and over the path that is $\frac12 m^2 n$ with $m$ a little more than half of
$n$. And a zero in row $r$ leaves a column as it is: an impulse on a body that the
eliminated unknown does not move. */
static void bring(floating *t, int col)
{
    exchanges *l = &t->late;
    for (int k = l->since[col]; k < l->waiting; k++) {
        number y = at(t, l->list[k].row, col);
        if (sign(y) == 0)
            continue;
        y = product(y, l->list[k].minus);
        put(t, l->list[k].row, col, y);
        add_kept(t, k, col, y);
    }
    l->since[col] = l->waiting;
}

/* All columns from `from` on are brought; there is room for exchanges. */
static void settle(floating *t, int from)
{
    for (int c = from; c <= t->head.cols; c++)
        bring(t, c);
    memset(t->late.since, 0, ((size_t)t->head.cols + 1) * sizeof(int));
    t->late.waiting = 0;
}

/* The largest size in a column, of the rows that count, times 2^-bits: rows of
   pairs, and equations not used yet, which are those of column 0. */
static number share(const floating *t, int col, int bits)
{
    number most = zero();
    for (int r = 0; r < t->head.rows; r++) {
        number x = size_of(at(t, r, col));
        if (is_live(&t->head, r, 0) && is_less(most, x))
            most = x;
    }
    return scaled(most, -bits);
}

/** Partial pivoting among the equations that are not used yet; none when what they
have is rounding beside what stands in the rows of pairs. */
static int free_row(tableau *head, int col)
{
    floating *t = (floating *)head;
    int best = TABLEAU_NONE;
    bring(t, col);
    number bar = share(t, col, PIVOT_BITS);
    for (int r = 0; r < head->free; r++) {
        number x = size_of(at(t, r, col));
        if (tableau_residual(head, head->basic[r]) && is_less(bar, x)) {
            bar = x;
            best = r;
        }
    }
    return best;
}

/** An equation that no free unknown could use has to read $0 = 0$ up to
rounding, in the columns of $z$, of $z_0$ and in the right-hand side. Otherwise
somebody exact has to look at it: a rounded number that is not small may be a
contradiction or a pivot that was overlooked. Never a row as the answer, therefore:
NONE or BROKEN. */
static int false_row(tableau *head)
{
    floating *t = (floating *)head;
    int unused = 0;
    for (int r = 0; r < head->free; r++)
        unused += tableau_residual(head, head->basic[r]);
    for (int c = head->free; unused > 0 && c <= head->cols; c++) {
        bring(t, c);
        number bar = share(t, c, t->tie);
        for (int r = 0; r < head->free; r++)
            if (tableau_residual(head, head->basic[r]) &&
                is_less(bar, size_of(at(t, r, c))))
                return TABLEAU_BROKEN;
    }
    return TABLEAU_NONE;
}

/** One component of the lexicographic comparison: keeps those candidates whose
ratio with column `col` ties with the smallest. Column c is the right-hand side,
or that of a $w_i$ that is nonbasic, whose perturbation has the other sign. The
value at the blocking point decides, as in doubles: with $t$ the smallest ratio
$u_k/|a_k|$ it is $u_k - t\,|a_k| \ge 0$, what is left of row $k$ when the
smallest row is at zero.

Why not the ratios themselves? Take $u = (0, 2^{-100})$ and $|a| = (1, 2^{-60})$
in columns whose largest entries are one. The ratios are 0 and $2^{-40}$, which
look different; the second is an error of rounding divided by a small entry. At
the blocking point the values are 0 and $2^{-100}$: a tie, and the powers of
$\varepsilon$ decide, which do see which row it is. When nothing is above zero
there is nothing to compare, and the bar, a pass over the column, is not asked
for. */
static int keep_smallest(floating *t, int col, int c, int count)
{
    int *row = t->candidate, kept = 0;
    number best = zero(), most = zero(), bar = zero();
    bring(t, c);
    for (int k = 0; k < count; k++) {
        number u = at(t, row[k], c), a = size_of(at(t, row[k], col));
        t->value[k] = c == t->head.cols ? u : negative(u);
        number ratio = product(t->value[k], inverse(a));
        if (k == 0 || is_less(ratio, best))
            best = ratio;
    }
    for (int k = 0; k < count; k++) {
        number a = size_of(at(t, row[k], col));
        t->value[k] = difference(t->value[k], product(best, a));
        if (is_less(most, t->value[k]))
            most = t->value[k];
    }
    if (sign(most) > 0)
        bar = share(t, c, t->tie);
    for (int k = 0; k < count; k++)
        if (!is_less(bar, t->value[k]))
            row[kept++] = row[k];
    return kept;
}

/* Takes row r out of the candidates: w_i is basic in it, its power of epsilon
   has the coefficient 1 there and 0 in all other rows, so its ratio is the
   largest. */
static int drop(floating *t, int r, int count)
{
    int kept = 0;
    for (int k = 0; k < count; k++)
        if (t->candidate[k] != r)
            t->candidate[kept++] = t->candidate[k];
    return kept;
}

/** The one of the candidates that the powers of $\varepsilon$ pick; `prefer`,
$z_0$'s row, when it ties in the right-hand side. First the right-hand side,
then $i = 0, 1, \dots$ as long as there are several: a comparison of words that
stops at the first letter in which they differ. When rounding leaves nobody,
BROKEN. */
static int pick(floating *t, int col, int count, int prefer)
{
    const tableau *head = &t->head;
    count = keep_smallest(t, col, head->cols, count);
    for (int k = 0; k < count; k++)
        if (t->candidate[k] == prefer)
            return prefer;
    for (int i = 0; i < head->n && count > 1; i++) {
        int place = head->where[i];
        count = place < head->rows
                    ? drop(t, place, count)
                    : keep_smallest(t, col, place - head->rows, count);
    }
    return count > 0 ? t->candidate[0] : TABLEAU_BROKEN;
}

/** Before $z_0$ comes in, the reduced matrix is measured in a power of two so
that its largest entry is about one, as the covering vector is. That is another unit
for all $z$, and no rounding. Once $z_0$ has been exchanged for a row, entries of
$z$'s columns and of the covering column stand in the same row and are summed: were
one of them $2^{60}$ of the other, what is left of the smaller one would be what its
place allows. Behind the elimination and not before, for $H^T M^{-1} H$ has the size
of one over the masses, and $H$ has not. */
static void even_out(floating *t)
{
    long most = 0;
    int any = 0, f = t->head.free, rows = t->head.rows;
    settle(t, f);
    for (int c = f; c < rows; c++)
        for (int r = f; r < rows; r++) {
            number x = at(t, r, c);
            if (is_usable(x) && (!any || exponent(x) > most)) {
                most = exponent(x);
                any = 1;
            }
        }
    for (int c = f; any && c < rows; c++)
        for (int r = f; r < rows; r++)
            put(t, r, c, scaled(at(t, r, c), -most));
}

static int first_row(tableau *head, int col)
{
    floating *t = (floating *)head;
    int count = 0, below = 0;
    even_out(t);
    for (int r = 0; r < head->rows; r++)
        if (is_pair(head, r)) {
            below |= sign(at(t, r, head->cols)) < 0;
            t->candidate[count++] = r;
        }
    return below ? pick(t, col, count, TABLEAU_NONE) : TABLEAU_NONE;
}

/** A row falls when its entry is below minus the bar. A basic variable that is
below zero by rounding is zero: the theory says that none is below, and a negative
ratio would send the path backwards. With no row that falls the answer is a ray,
which at this place is no more than a reason to ask elsewhere. */
static int leaving_row(tableau *head, int col)
{
    floating *t = (floating *)head;
    int count = 0, last = head->cols;
    bring(t, col);
    bring(t, last);
    number bar = negative(share(t, col, PIVOT_BITS));
    for (int r = 0; r < head->rows; r++) {
        if (!is_pair(head, r) || !is_less(at(t, r, col), bar))
            continue;
        t->candidate[count++] = r;
        if (sign(at(t, r, last)) < 0)
            put(t, r, last, zero());
    }
    int z0 = head->where[tableau_z0(head)];
    return count > 0 ? pick(t, col, count, z0) : TABLEAU_NONE;
}

/* Notes exchange k of a column that is brought, and takes it out: the factors
   are what stood in the rows that take part. */
static void note(floating *t, int k, int row, int col)
{
    exchange *x = &t->late.list[k];
    x->row = x->from = row;
    x->to = row + 1;
    for (int i = 0; i < t->head.rows; i++) {
        number f = at(t, i, col);
        if (i == row || !is_live(&t->head, i, col) || sign(f) == 0)
            f = zero();
        else
            x->to = i + 1;
        if (sign(f) != 0 && i < x->from)
            x->from = i;
        keep(t, k, i, f);
        put(t, i, col, zero());
    }
    x->to = x->to > row ? x->to : row + 1;
}

/** The pivot row is solved for the entering variable and put into the others. With $p$
the pivot, the row becomes $-T_{rj}/p$ and $1/p$ in the column itself, which belongs to
the variable that leaves now; each other row gains $T_{ic}$ times it. One inverse an
exchange, and products; no entry is divided. The column itself is turned at once, because
its entries are the factors. Columns before `from` are dead while free unknowns come in,
and afterwards all of those of the residuals are. */
static int pivot(tableau *head, int row, int col)
{
    floating *t = (floating *)head;
    exchanges *l = &t->late;
    bring(t, col);
    number own = at(t, row, col);
    if (limit_time(&t->limit).code != PERP_OK || !is_usable(own))
        return TABLEAU_BROKEN;
    if (l->waiting == l->room)
        settle(t, col < head->free ? col : head->free);
    number unit = inverse(own);
    note(t, l->waiting, row, col);
    l->list[l->waiting].minus = negative(unit);
    put(t, row, col, unit);
    add_kept(t, l->waiting, col, unit);
    l->since[col] = ++l->waiting;
    return TABLEAU_NONE;
}

static const tableau_operations operations = {free_row, false_row, first_row,
                                              leaving_row, pivot};
