/**
# The double description

The cone $\{x : a_k^\top x \ge 0\}$ is kept as extreme rays and lines while its
constraints come one after the other. In the beginning everything is allowed, and the
lines are the axes. An equation takes a line away. An inequality that some line does
not satisfy with zero turns that line into a ray, and all else is moved along it to
where the inequality is zero. An inequality that holds all lines cuts the rays: those
on its wrong side go, and where the cut meets an edge between a ray on the right side
and one on the wrong side, a new ray appears.

**Edges.** Two extreme rays span an edge if and only if no third one is zero in all the
constraints in which both are zero. So each ray remembers where it is zero.

**The other way round** is the same: $\sum_k w_k g_k$, $w \ge 0$, is the set on which
all $a$ with $a^\top g_k \ge 0$ are nonnegative, so the rays of *that* cone are the
planes of this one, and its lines the equations. It is the theorem of Farkas.

The rows stay whole numbers without a common divisor. A triangle of the block has
numbers of 7 bits, the gait, whose cosine is a double with 52 bits, some of 500.
*/
#include "number/linear/polyhedron.h"

#include "base/memory.h"
#include "number/rational.h"

#include <stdint.h>
#include <string.h>

mpz_t *row_list_add(row_list *l)
{
    const size_t n = (size_t)l->n;
    if (l->count == l->room) {
        const size_t old = (size_t)l->room, room = 2 * old + 8;
        mpz_t *x = memory_resize(l->x, room * n * sizeof *x);
        if (x == NULL)
            return NULL;
        for (size_t k = old * n; k < room * n; k++)
            mpz_init(x[k]);
        l->x = x;
        l->room = (int)room;
    }
    mpz_t *row = row_list_at(l, l->count++);
    for (size_t k = 0; k < n; k++)
        mpz_set_ui(row[k], 0);
    return row;
}

void row_list_clear(row_list *l)
{
    integer_clear(l->x, (size_t)l->room * (size_t)l->n);
    memory_free(l->x);
    *l = (row_list){.n = l->n};
}

perp_status row_list_append(row_list *l, const row_list *more)
{
    for (int k = 0; k < more->count; k++) {
        mpz_t *to = row_list_add(l);
        if (to == NULL)
            return PERP_NO_MEMORY(l->n);
        for (int i = 0; i < l->n; i++)
            mpz_set(to[i], row_list_at(more, k)[i]);
    }
    return PERP_SUCCESS;
}

void row_reduce(int n, mpz_t *row)
{
    mpz_t g;
    mpz_init(g);
    for (int i = 0; i < n; i++)
        mpz_gcd(g, g, row[i]);
    for (int i = 0; i < n && mpz_cmp_ui(g, 1) > 0; i++)
        mpz_divexact(row[i], row[i], g);
    mpz_clear(g);
}

void row_dot(int n, mpz_t *a, mpz_t *b, mpz_ptr out)
{
    mpz_set_ui(out, 0);
    for (int i = 0; i < n; i++)
        mpz_addmul(out, a[i], b[i]);
}

void row_list_mean(const row_list *points, mpq_t *x)
{
    mpq_t t, f;
    mpq_inits(t, f, NULL);
    for (int i = 0; i + 1 < points->n; i++)
        mpq_set_ui(x[i], 0, 1);
    for (int k = 0; k < points->count; k++) {
        mpz_t *p = row_list_at(points, k);
        mpz_mul_ui(mpq_denref(f), p[0], (unsigned long)points->count);
        mpz_set_ui(mpq_numref(f), 1);
        for (int i = 0; i + 1 < points->n; i++) {
            mpq_set_z(t, p[i + 1]);
            mpq_mul(t, t, f);
            mpq_add(x[i], x[i], t);
        }
    }
    mpq_clears(t, f, NULL);
}

void cone_rows_clear(cone_rows *c)
{
    row_list_clear(&c->row);
    row_list_clear(&c->line);
}

void polyhedron_clear(polyhedron *p)
{
    cone_rows_clear(&p->points);
    cone_rows_clear(&p->planes);
}

/* The work: rays, and where each is zero, one byte for each constraint. */
typedef struct {
    cone_rows *out;
    int constraints, room; /* rays that `tight` has room for */
    uint8_t *tight;
    mpz_t s, t; /* products */
} cutting;

static uint8_t *tight_of(const cutting *c, int ray)
{
    return c->tight + (size_t)ray * (size_t)c->constraints;
}

/* A new ray, zero so far, with its marks; null: no memory. */
static mpz_t *add_ray(cutting *c)
{
    row_list *l = &c->out->row;
    if (l->count == c->room) {
        const int room = 2 * c->room + 16;
        uint8_t *t =
            memory_resize(c->tight, (size_t)room * (size_t)c->constraints);
        if (t == NULL)
            return NULL;
        c->tight = t;
        c->room = room;
    }
    mpz_t *x = row_list_add(l);
    if (x != NULL)
        memset(tight_of(c, l->count - 1), 0, (size_t)c->constraints);
    return x;
}

/* x = f x + g y, in least whole numbers. */
static void combine(int n, mpz_srcptr f, mpz_t *x, mpz_srcptr g, mpz_t *y)
{
    for (int i = 0; i < n; i++) {
        mpz_mul(x[i], f, x[i]);
        mpz_addmul(x[i], g, y[i]);
    }
    row_reduce(n, x);
}

/* x is moved along the line l to where a is zero; c->s = a . l > 0. */
static void along(cutting *c, mpz_t *a, mpz_t *l, mpz_t *x)
{
    row_dot(c->out->row.n, a, x, c->t);
    mpz_neg(c->t, c->t);
    if (mpz_sgn(c->t) != 0)
        combine(c->out->row.n, c->s, x, c->t, l);
}

/* The first line that a is not zero on, now the last of all, a . l > 0; or
   null. */
static mpz_t *line_across(cutting *c, mpz_t *a)
{
    row_list *l = &c->out->line;
    for (int k = 0; k < l->count; k++) {
        row_dot(l->n, a, row_list_at(l, k), c->s);
        if (mpz_sgn(c->s) == 0)
            continue;
        mpz_t *x = row_list_at(l, k), *last = row_list_at(l, l->count - 1);
        for (int i = 0; i < l->n; i++) {
            if (last != x)
                mpz_swap(x[i], last[i]);
            if (mpz_sgn(c->s) < 0)
                mpz_neg(last[i], last[i]);
        }
        mpz_abs(c->s, c->s);
        return last;
    }
    return NULL;
}

/* Constraint k, or an equation (k < 0), takes the line away: it becomes a ray
   in the first case. */
static perp_status lose_line(cutting *c, mpz_t *a, int k, mpz_t *l)
{
    row_list *lines = &c->out->line, *rays = &c->out->row;
    for (int i = 0; i + 1 < lines->count; i++)
        along(c, a, l, row_list_at(lines, i));
    for (int i = 0; i < rays->count; i++) {
        along(c, a, l, row_list_at(rays, i));
        if (k >= 0)
            tight_of(c, i)[k] = 1;
    }
    if (k >= 0) {
        mpz_t *x = add_ray(c);
        if (x == NULL)
            return PERP_NO_MEMORY(lines->n);
        for (int i = 0; i < lines->n; i++)
            mpz_set(x[i], l[i]);
        memset(tight_of(c, rays->count - 1), 1, (size_t)k);
    }
    lines->count--;
    return PERP_SUCCESS;
}

/* Is ray g zero wherever both p and n are, of the first k constraints? */
static int between(const cutting *c, int k, int g, int p, int n)
{
    const uint8_t *a = tight_of(c, p), *b = tight_of(c, n), *t = tight_of(c, g);
    for (int i = 0; i < k; i++)
        if (a[i] && b[i] && !t[i])
            return 0;
    return 1;
}

static int adjacent(const cutting *c, int k, int count, int p, int n)
{
    for (int g = 0; g < count; g++)
        if (g != p && g != n && between(c, k, g, p, n))
            return 0;
    return 1;
}

/* The new ray on the edge from p to n, where constraint k is zero. */
static perp_status meet_edge(cutting *c, int k, int p, int n, mpz_t *value)
{
    row_list *l = &c->out->row;
    if (l->count >= POLYHEDRON_ROWS)
        return PERP_FAIL(PERP_LIMIT,
                         "a polyhedron of velocities has more than "
                         "%d corners",
                         POLYHEDRON_ROWS);
    mpz_t *x = add_ray(c);
    if (x == NULL)
        return PERP_NO_MEMORY(l->n);
    uint8_t *t = tight_of(c, l->count - 1);
    for (int i = 0; i < l->n; i++)
        mpz_set(x[i], row_list_at(l, n)[i]);
    mpz_neg(c->t, value[n]);
    combine(l->n, value[p], x, c->t, row_list_at(l, p));
    for (int i = 0; i < k; i++)
        t[i] = tight_of(c, p)[i] && tight_of(c, n)[i];
    return PERP_SUCCESS;
}

/* Rays on the wrong side go; those at zero are marked, the new ones, too. */
static void sweep(cutting *c, int k, int old, mpz_t *value)
{
    row_list *l = &c->out->row;
    int kept = 0;
    for (int i = 0; i < l->count; i++) {
        const int sign = i < old ? mpz_sgn(value[i]) : 0;
        if (sign < 0)
            continue;
        if (sign == 0)
            tight_of(c, i)[k] = 1;
        for (int j = 0; j < l->n && kept < i; j++)
            mpz_swap(row_list_at(l, kept)[j], row_list_at(l, i)[j]);
        if (kept < i)
            memcpy(tight_of(c, kept), tight_of(c, i), (size_t)c->constraints);
        kept++;
    }
    l->count = kept;
}

static perp_status cut(cutting *c, mpz_t *a, int k)
{
    const int old = c->out->row.count;
    perp_status s = PERP_SUCCESS;
    mpz_t *value = memory_new((size_t)old + 1, sizeof *value);
    if (value == NULL)
        return PERP_NO_MEMORY(old);
    for (int i = 0; i < old; i++) {
        mpz_init(value[i]);
        row_dot(c->out->row.n, a, row_list_at(&c->out->row, i), value[i]);
    }
    for (int p = 0; p < old && s.code == PERP_OK; p++)
        for (int n = 0; mpz_sgn(value[p]) > 0 && n < old; n++)
            if (mpz_sgn(value[n]) < 0 && s.code == PERP_OK &&
                adjacent(c, k, old, p, n))
                s = meet_edge(c, k, p, n, value);
    sweep(c, k, old, value);
    integer_clear(value, (size_t)old);
    memory_free(value);
    return s;
}

static perp_status begin(row_list *lines)
{
    for (int i = 0; i < lines->n; i++) {
        mpz_t *x = row_list_add(lines);
        if (x == NULL)
            return PERP_NO_MEMORY(lines->n);
        mpz_set_ui(x[i], 1);
    }
    return PERP_SUCCESS;
}

/** The equations come first, as long as there are lines only: one that no line
breaks follows from the others. */
perp_status cone_rows_dual(const cone_rows *of, cone_rows *out)
{
    cutting c = {.out = out, .constraints = of->row.count + 1};
    mpz_inits(c.s, c.t, NULL);
    perp_status s = begin(&out->line);
    for (int k = -of->line.count; k < of->row.count && s.code == PERP_OK; k++) {
        mpz_t *a =
            k < 0 ? row_list_at(&of->line, -1 - k) : row_list_at(&of->row, k);
        mpz_t *l = line_across(&c, a);
        if (l != NULL)
            s = lose_line(&c, a, k, l);
        else if (k >= 0)
            s = cut(&c, a, k);
    }
    for (int k = 0; k < out->line.count; k++)
        row_reduce(out->line.n, row_list_at(&out->line, k));
    for (int k = 0; k < out->row.count; k++)
        row_reduce(out->row.n, row_list_at(&out->row, k));
    mpz_clears(c.s, c.t, NULL);
    memory_free(c.tight);
    return s;
}

perp_status polyhedron_close(polyhedron *p)
{
    return cone_rows_dual(&p->points, &p->planes);
}

/** The planes of the result are found from its points once more, so that none is
superfluous: there would be more of them with each cut. */
perp_status polyhedron_meet(const cone_rows *planes, const cone_rows *more,
                            polyhedron *out)
{
    const int n = planes->row.n;
    cone_rows all = {{.n = n}, {.n = n}};
    perp_status s = row_list_append(&all.row, &planes->row);
    if (s.code == PERP_OK)
        s = row_list_append(&all.line, &planes->line);
    if (s.code == PERP_OK)
        s = row_list_append(&all.row, &more->row);
    if (s.code == PERP_OK)
        s = row_list_append(&all.line, &more->line);
    if (s.code == PERP_OK)
        s = cone_rows_dual(&all, &out->points);
    if (s.code == PERP_OK)
        s = polyhedron_close(out);
    cone_rows_clear(&all);
    return s;
}

int polyhedron_holds(const cone_rows *planes, const cone_rows *points)
{
    int holds = 1;
    mpz_t t;
    mpz_init(t);
    for (int g = 0; g < points->row.count + points->line.count && holds; g++) {
        const int isline = g >= points->row.count;
        mpz_t *x = isline ? row_list_at(&points->line, g - points->row.count)
                          : row_list_at(&points->row, g);
        for (int k = 0; k < planes->row.count && holds; k++) {
            row_dot(planes->row.n, row_list_at(&planes->row, k), x, t);
            holds = isline ? mpz_sgn(t) == 0 : mpz_sgn(t) >= 0;
        }
        for (int k = 0; k < planes->line.count && holds; k++) {
            row_dot(planes->line.n, row_list_at(&planes->line, k), x, t);
            holds = mpz_sgn(t) == 0;
        }
    }
    mpz_clear(t);
    return holds;
}
