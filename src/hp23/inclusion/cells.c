/**
# The rates that stay in a cell

Let $v(s)$ solve (39) and spend time in the cell $C$. At almost every such $s$ its rate
keeps the speeds that are zero in $C$ at zero, because almost every point of a set of
times is approached by others of it. So while it is in $C$

$$\dot v \in D_C \cap T_C, \qquad T_C = \{ w : J_i w = 0 \text{ where } J_i v = 0 \text{ in } C \},$$

and $D_C$ is the hull of the corners of $C$: convex, and the same all over $C$. The
cone over it is finitely generated, and its edges are found from its weights, $w_c \ge
0$ with $\sum w_c J_i g_c = 0$.

**A stay in a cell is a straight line.** If $v(s_1)$ and $v(s_2)$ are in $C$ and $v$
was in $C$ all the time between, then $v(s_2) - v(s_1)$ is in the cone over $D_C \cap
T_C$, for that is convex; and $C$ is convex, so the straight line between them is in
$C$ and solves (39), too. The same is true when $v$ left $C$ in between, as long as it
remained among the cells that have $C$ in their closure: there are no corners there
that $C$ does not have, so the mean of the rates is in $D_C$, and it is in $T_C$
because both ends are in $C$.

So of a solution only the order of its cells matters and where it enters each, and
all that follows from a polyhedron $X$ in the closure of a cell is a polyhedron:

$$\bigl( X + \operatorname{cone}(D_C \cap T_C) \bigr) \cap \bar C.$$

**Why the mean of the rates.** The mean of $\dot v$ over $[s_1, s_2]$ is $(v(s_2) -
v(s_1))/(s_2 - s_1)$, and a mean of points of a closed convex set is in it. While the
solution is in cells that have $C$ in their closure, all rates are in $D_C$: at such a
velocity a contact that parts in $C$ parts, one that approaches approaches, and one that
rests in $C$ may do either; of a contact that slips in $C$ the friction is the same, and of
one that sticks it is some of what $C$ allows. So there are no corners but those of $C$.
It does not matter how often the solution goes to and fro, and infinitely often is allowed.

**Why a cone.** How long a solution stays is free, and with it the length of $v(s_2) -
v(s_1)$; its direction is a mean of rates. The clock is found again when a leg is
proven: weights $w_c$ on the corners that add up to the leg are impulses, and $\sum w_c$ is
the $s$ that it takes. A cone is all that is needed to know where solutions can be, and
one dimension less.

**What presses alone.** The direction of the cone may have several weights, when friction of
two contacts can replace each other, as on the block, where both slips are one. Such
impulses are not unique, and the same velocities are reached with all of them.

**A cell with one edge.** When A has come to rest and parts, in $(+, -, 0, 0)$, B is
alone: there is one rate, $(-\frac6{17}, 1, \frac6{17})$, on a half line of directions. From
a segment it leads to a triangle, from a point to a segment.

**A cell without an edge**: $(0, -, 0, 0)$, A at rest and no slip, B approaching. The
[page on legs](ways.c) finds one rate there, with which A parts; none keeps A at rest and
the slip at zero, since A would have to press, and with $f$ for the friction of both,
$J_{n,A} \dot v = 0$ and $J_t \dot v = 0$ have no solution with weights $\ge 0$. A solution passes
through this cell and does not stay; the cell is not in the list. Of the block's 27
patterns 11 are.

**A jam is an edge.** Of the gait with its trailing foot at rest, $(-, 0, 0, 0)$, there
are rates that keep it at rest although the leading foot would lift it: it presses and is
held down by its friction. They are edges of this cell's cone and lead straight to rest.

**All cells of the block** in which something approaches and a solution stays, with the
edges as rates of $(n_A, n_B)$ and the slip, in some unit:

| $n_A, n_B$, slip | edges | who |
|---|---|---|
| $-, -, -$ | $(2, 8, 11)$, $(-4, 14, 23)$ | A, or B; B alone pushes A in |
| $-, -, 0$ | $(10, 7, 0)$, $(7, 10, 0)$ | A, or B, sticking |
| $-, -, +$ | $(14, -4, -23)$, $(8, 2, -11)$ | A, or B; A alone pushes B in |
| $-, 0, +$ | $(2, 0, -3)$ | both, B at rest |
| $-, +, -$ | $(2, 8, 11)$ | A |
| $-, +, 0$ | $(10, 7, 0)$ | A, sticking |
| $-, +, +$ | $(14, -4, -23)$ | A |
| $0, -, -$ | $(0, 2, 3)$ | both, A at rest |
| $+, -, -$ | $(-4, 14, 23)$ | B |
| $+, -, 0$ | $(7, 10, 0)$ | B, sticking |
| $+, -, +$ | $(8, 2, -11)$ | B |

In every one the slip goes to zero and then stays there, and from where it is zero no
edge leads away from it: that is why a fall without slip ends without.

**What is kept of a pattern**: its signs, the edges, and the planes of the closure, which
are the axes of the picked speeds and rows of the others.

**The block**, $(-, -, 0, 0)$: with the share $\lambda$ of A the slip stays zero for
one friction $f$ only. The cone has two edges, A alone and B alone, $(\frac6{17}, 1,
-\frac6{17})$ and $(-\frac6{17}, 1, \frac6{17})$, and from $(0, -1, 0)$ it reaches what
lies between A's rest, B's, and that of both.
*/
#include "hp23/inclusion/cells.h"

#include "base/memory.h"
#include "hp23/inclusion/ways.h"

#include <string.h>

perp_status cells_bound(const cells *c, const int8_t *sign, cone_rows *to)
{
    for (int i = 0; i < c->speeds; i++) {
        mpz_t *row = row_list_add(sign[i] == 0 ? &to->line : &to->row);
        if (row == NULL)
            return PERP_NO_MEMORY(c->n);
        for (int k = 0; k < c->n; k++) {
            mpz_set(row[k], row_list_at(&c->f.speed, i)[k]);
            if (sign[i] < 0)
                mpz_neg(row[k], row[k]);
        }
    }
    return PERP_SUCCESS;
}

/* The corners of the pattern as directions. */
static perp_status put_corners(const chart *f, rates *r, const int8_t *sign,
                               row_list *to)
{
    mpq_t zero, y[CELLS_SPEEDS];
    mpq_init(zero);
    for (int i = 0; i < f->k; i++)
        mpq_init(y[i]);
    for (int i = 0; i < r->d->p + r->d->r; i++)
        mpq_set_si(r->u[i], sign[i], 1);
    rates_of_speeds(r, zero);
    mpq_clear(zero);
    perp_status s = PERP_SUCCESS;
    for (int c = 0; c < r->count && s.code == PERP_OK; c++) {
        mpz_t *row = row_list_add(to);
        if (row == NULL)
            s = PERP_NO_MEMORY(to->n);
        chart_lower(f, (const mpq_t *)r->corner + c * r->nv, y);
        if (row != NULL)
            chart_row(f, (const mpq_t *)y, 0, row);
    }
    for (int i = 0; i < f->k; i++)
        mpq_clear(y[i]);
    return s;
}

/** **The edges from weights.** The set $\{ w \ge 0 : \sum_c w_c J_i g_c = 0$ where $J_i v = 0$ in
$C \}$ is a cone in as many dimensions as there are corners, four for two contacts
that approach and stick. Its extreme rays, as velocities, generate all rates that
stay, for a sum of rays is a sum of their velocities. Some of these may be between
others, or equal: four rays of the block's $(-, -, 0, 0)$ have three directions, of which two
are edges. They do no harm, and a further description would cost more than they do.

A ray may also be no velocity at all, where the friction cone is not pointed: the
contacts press and nothing moves. Such a leg takes its time and leads nowhere. It is left
out. */
/* The planes of the weights: each >= 0, and for each speed that is zero the sum
   of its rates is. */
static perp_status put_weights(const cells *c, const int8_t *sign,
                               const row_list *corner, cone_rows *to)
{
    to->row.n = to->line.n = corner->count;
    for (int k = 0; k < corner->count; k++) {
        mpz_t *row = row_list_add(&to->row);
        if (row == NULL)
            return PERP_NO_MEMORY(corner->count);
        mpz_set_ui(row[k], 1);
    }
    for (int i = 0; i < c->speeds; i++) {
        mpz_t *row = sign[i] == 0 ? row_list_add(&to->line) : NULL;
        if (row == NULL && sign[i] == 0)
            return PERP_NO_MEMORY(corner->count);
        for (int k = 0; row != NULL && k < corner->count; k++)
            row_dot(c->n, row_list_at(&c->f.speed, i), row_list_at(corner, k),
                    row[k]);
    }
    return PERP_SUCCESS;
}

/* press += sum of weights w on the corners. */
static perp_status put_edge(const row_list *corner, mpz_t *w, row_list *press)
{
    int any = 0;
    mpz_t *row = row_list_add(press);
    if (row == NULL)
        return PERP_NO_MEMORY(press->n);
    for (int k = 0; k < corner->count; k++)
        for (int i = 1; i < press->n; i++)
            mpz_addmul(row[i], w[k], row_list_at(corner, k)[i]);
    row_reduce(press->n, row);
    for (int i = 0; i < press->n; i++)
        any |= mpz_sgn(row[i]) != 0;
    press->count -= !any;
    return PERP_SUCCESS;
}

static perp_status find_press(const cells *c, rates *r, cell *x)
{
    row_list corner = {.n = c->n};
    cone_rows planes = {{0}, {0}}, edges = {{0}, {0}};
    perp_status s = put_corners(&c->f, r, x->sign, &corner);
    if (s.code == PERP_OK)
        s = put_weights(c, x->sign, &corner, &planes);
    edges.row.n = edges.line.n = corner.count;
    if (s.code == PERP_OK)
        s = cone_rows_dual(&planes, &edges);
    for (int k = 0; k < edges.row.count && s.code == PERP_OK; k++)
        s = put_edge(&corner, row_list_at(&edges.row, k), &x->press.row);
    cone_rows_clear(&edges);
    cone_rows_clear(&planes);
    row_list_clear(&corner);
    return s;
}

/** **All patterns** are tried, $3^{p + r}$ of them, 6561 at most; for each a system with as
many weights as corners, and for those that have velocities two descriptions. */
/* Number k as a pattern; 0 when nothing approaches in it. */
static int pattern(const cells *c, int contacts, long k, int8_t *sign)
{
    int approaches = 0;
    for (int i = 0; i < c->speeds; i++, k /= 3) {
        sign[i] = (int8_t)(k % 3 - 1);
        approaches |= i < contacts && sign[i] < 0;
    }
    return approaches;
}

/* Has a velocity of the closure this sign of speed i? */
static int attains(const cells *c, int i, const cone_rows *points)
{
    int any = 0;
    mpz_t t;
    mpz_init(t);
    for (int k = 0; k < points->row.count + points->line.count && !any; k++) {
        mpz_t *x = k < points->row.count
                       ? row_list_at(&points->row, k)
                       : row_list_at(&points->line, k - points->row.count);
        row_dot(c->n, row_list_at(&c->f.speed, i), x, t);
        any = mpz_sgn(t) != 0;
    }
    mpz_clear(t);
    return any;
}

/** Where speeds depend on each other, many patterns are those of no velocity, and
their closures are of smaller cells: the block has two slips that are one, and of its 81
patterns 27 occur. */
static perp_status occurs(const cells *c, const cell *x, int *fine)
{
    cone_rows points = {{.n = c->n}, {.n = c->n}};
    perp_status s = cone_rows_dual(&x->bound, &points);
    *fine = s.code == PERP_OK;
    for (int i = 0; i < c->speeds && *fine; i++)
        *fine = x->sign[i] == 0 || attains(c, i, &points);
    cone_rows_clear(&points);
    return s;
}

/* One more cell, kept when it has velocities and a rate stays in it. */
static perp_status try_cell(arena *a, rates *r, const int8_t *sign, cells *c)
{
    cell *x = &c->list[c->count++];
    int fine;
    *x = (cell){.sign = arena_take(a, (size_t)c->speeds + 1, 1)};
    if (x->sign == NULL)
        return PERP_NO_MEMORY(c->speeds);
    memcpy(x->sign, sign, (size_t)c->speeds);
    x->press.row.n = x->press.line.n = c->n;
    x->bound.row.n = x->bound.line.n = c->n;
    PERP_TRY(cells_bound(c, sign, &x->bound));
    PERP_TRY(occurs(c, x, &fine));
    if (fine)
        PERP_TRY(find_press(c, r, x));
    if (fine && x->press.row.count > 0)
        return PERP_SUCCESS;
    cone_rows_clear(&x->press);
    cone_rows_clear(&x->bound);
    c->count--;
    return PERP_SUCCESS;
}

/* What every contact could do, and where nothing approaches. */
static perp_status put_whole(rates *r, cells *c)
{
    int8_t none[CELLS_SPEEDS] = {0};
    c->any.row.n = c->any.line.n = c->over.row.n = c->over.line.n = c->n;
    PERP_TRY(put_corners(&c->f, r, none, &c->any.row));
    for (int j = 0; j < r->d->p; j++) {
        mpz_t *row = row_list_add(&c->over.row);
        if (row == NULL)
            return PERP_NO_MEMORY(c->n);
        for (int k = 0; k < c->n; k++)
            mpz_set(row[k], row_list_at(&c->f.speed, j)[k]);
    }
    return PERP_SUCCESS;
}

perp_status cells_new(arena *a, rates *r, const exact_limit *limit, cells *out)
{
    const step_exact *d = r->d;
    int8_t sign[CELLS_SPEEDS];
    long all = 1;
    *out = (cells){.speeds = d->p + d->r};
    if (!ways_planar(d))
        return PERP_FAIL(PERP_INPUT, "a contact has several slips; the set of "
                                     "ends is found in the plane only");
    if (out->speeds > CELLS_SPEEDS)
        return PERP_FAIL(PERP_INPUT,
                         "%d speeds of contacts have too many patterns of "
                         "signs; at most %d",
                         out->speeds, CELLS_SPEEDS);
    PERP_TRY(chart_new(a, r, &out->f));
    out->n = 1 + out->f.k;
    for (int i = 0; i < out->speeds; i++)
        all *= 3;
    out->list = arena_take(a, (size_t)all + 1, sizeof *out->list);
    if (out->list == NULL)
        return PERP_NO_MEMORY((size_t)all * sizeof *out->list);
    PERP_TRY(put_whole(r, out));
    for (long k = 0; k < all; k++) {
        PERP_TRY(limit_time(limit));
        if (pattern(out, d->p, k, sign))
            PERP_TRY(try_cell(a, r, sign, out));
    }
    return PERP_SUCCESS;
}

void cells_clear(cells *c)
{
    for (int k = 0; k < c->count; k++) {
        cone_rows_clear(&c->list[k].press);
        cone_rows_clear(&c->list[k].bound);
    }
    chart_clear(&c->f);
    cone_rows_clear(&c->any);
    cone_rows_clear(&c->over);
    c->count = 0;
}
