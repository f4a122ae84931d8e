/**
# The nearest impulse over the rationals

The method of [the doubles](nearest_impulse.c#descend), once more and exactly: a set $F$ of edges that do
not depend on each other has one best $c$,

$$Mu + \nu y + G_Fc = z, \qquad \nu^Tu = 0, \quad G_F^Tu = \kappa_F,$$

$\kappa = 0$ where edges have no price. Where an edge of $F$ would pull, $c$ goes as far toward it as all
push, and who is at zero goes out. Where all push, an edge with $g^Tu > \kappa$ makes the
sum of squares and prices smaller; without one $u$ is the answer. What gets smaller each time comes to no
set twice.

Without prices an edge that comes in does not depend on $F$, or it would have $g^Tu = 0$. With prices it may,
$g = G_Fa + \nu b$, and be cheaper than what it is made of: then its weight grows and those
of $F$ fall by $a$ times as much, until one is at zero, and leaves its place to it. When none
falls, the price falls for ever, and there is no answer.

It starts at the weights of doubles, which are fractions like others, and rounding has mostly
left nothing to be done: one system, and the signs of its solution. Where two
edges differ by the rounding of a sine, doubles may have the wrong one, and some steps mend
it. Lemke's method in the same place knows a right basis or a wrong one, and would begin again with more
places: of 40 contacts in space, with sixteen edges each, for minutes.
*/
#include "judge/nearest_impulse.h"
#include "number/linear/linear.h"
#include "number/rational.h"

typedef struct {
    const closest_problem *p;
    arena *a;
    int nv, m, count;
    int *in, size;   /* count: the edges of F */
    mpq_t *A, *b;    /* (nv + m + size)^2, for as many as there may be */
    mpq_t *c, *best; /* count */
    mpq_t *u, *y;    /* nv, m */
    mpq_t part, most, gain;
    mpq_t *all;
    size_t room;
    int decided;
} walk;

static const mpq_t *edge(const walk *s, int k)
{
    return (const mpq_t *)s->p->rays->g + k * s->nv;
}

static void border(walk *s, int size, int at, const mpq_t *column)
{
    for (int i = 0; i < s->nv; i++) {
        mpq_set(s->A[i * size + at], column[i]);
        mpq_set(s->A[at * size + i], column[i]);
    }
}

/* Of z, or of another impulse at no price. */
static int pose(walk *s, const mpq_t *z)
{
    const int nv = s->nv, m = s->m, size = nv + m + s->size;
    const mpq_t *nu = (const mpq_t *)s->p->rays->of->nu;
    for (int i = 0; i < size * size; i++)
        mpq_set_ui(s->A[i], 0, 1);
    for (int i = 0; i < size; i++)
        mpq_set_ui(s->b[i], 0, 1);
    for (int i = 0; i < nv; i++) {
        mpq_neg(s->b[i], z[i]);
        for (int j = 0; j < nv; j++)
            mpq_set(s->A[i * size + j], s->p->M[i * nv + j]);
    }
    for (int k = 0; k < m; k++)
        border(s, size, nv + k, nu + k * nv);
    for (int k = 0; k < s->size; k++) {
        border(s, size, nv + m + k, edge(s, s->in[k]));
        if (s->p->margin != NULL && z == s->p->z)
            mpq_set(s->b[nv + m + k], s->p->margin[s->in[k]]);
    }
    return size;
}

static void read(const numerators *x, int at, mpq_t to)
{
    mpq_set_num(to, x->X[at]);
    mpq_set_den(to, x->den);
    mpq_canonicalize(to);
}

/* u, y, and the best weights of F. */
static perp_status best_of_set(walk *s, const mpq_t *z)
{
    const int nv = s->nv, m = s->m, size = pose(s, z);
    const exact_limit none = {0};
    const rational_system system = {size, (const mpq_t *)s->A,
                                    (const mpq_t *)s->b};
    numerators x;
    linear_method used;
    int *pick = arena_take(s->a, (size_t)size + 1, sizeof *pick);
    if (pick == NULL)
        return PERP_NO_MEMORY(size);
    for (int i = 0; i < size; i++)
        pick[i] = i;
    PERP_TRY(
        linear_solve(s->a, &system, size, pick, LINEAR_ANY, &none, &x, &used));
    s->decided &= used != LINEAR_ANY;
    for (int i = 0; i < nv && s->decided; i++)
        read(&x, i, s->u[i]);
    for (int k = 0; k < m && s->decided; k++)
        read(&x, nv + k, s->y[k]);
    for (int k = 0; k < s->size && s->decided; k++)
        read(&x, nv + m + k, s->best[s->in[k]]);
    numerators_clear(&x);
    return PERP_SUCCESS;
}

/* How far c may go to the best one: to 1, or until the first is at zero. */
static int far(walk *s)
{
    int stops = 0;
    mpq_set_ui(s->part, 1, 1);
    for (int k = 0; k < s->size; k++) {
        const int e = s->in[k];
        if (mpq_sgn(s->best[e]) >= 0)
            continue;
        mpq_sub(s->gain, s->c[e], s->best[e]);
        mpq_div(s->gain, s->c[e], s->gain);
        if (mpq_cmp(s->gain, s->part) < 0)
            mpq_set(s->part, s->gain);
        stops = 1;
    }
    return stops;
}

static void go(walk *s)
{
    int kept = 0;
    for (int k = 0; k < s->size; k++) {
        const int e = s->in[k];
        mpq_sub(s->gain, s->best[e], s->c[e]);
        mpq_mul(s->gain, s->gain, s->part);
        mpq_add(s->c[e], s->c[e], s->gain);
        if (mpq_sgn(s->c[e]) > 0)
            s->in[kept++] = e;
    }
    s->size = kept;
}

static int in_set(const walk *s, int e)
{
    for (int k = 0; k < s->size; k++)
        if (s->in[k] == e)
            return 1;
    return 0;
}

static int helps_most(walk *s)
{
    int best = -1;
    mpq_set_ui(s->most, 0, 1);
    for (int e = 0; e < s->count; e++) {
        if (in_set(s, e))
            continue;
        cone_dot(s->nv, edge(s, e), (const mpq_t *)s->u, s->gain);
        if (s->p->margin != NULL)
            mpq_add(s->gain, s->gain, s->p->margin[e]);
        if (mpq_cmp(s->gain, s->most) > 0) {
            mpq_set(s->most, s->gain);
            best = e;
        }
    }
    return best;
}

static void put(walk *s, int e)
{
    s->decided &= s->size < s->nv - s->m;
    s->in[s->size] = e;
    s->size += s->decided;
}

/* e grows while what it is made of falls, until one of these is at zero. */
static void swap(walk *s, int e)
{
    int first = -1;
    for (int k = 0; k < s->size; k++) {
        mpq_srcptr a = s->best[s->in[k]];
        if (mpq_sgn(a) <= 0)
            continue;
        mpq_div(s->gain, s->c[s->in[k]], a);
        if (first < 0 || mpq_cmp(s->gain, s->part) < 0) {
            mpq_set(s->part, s->gain);
            first = k;
        }
    }
    s->decided &= first >= 0;
    for (int k = 0, kept = 0; s->decided && k < s->size; k++) {
        const int old = s->in[k];
        mpq_mul(s->gain, s->part, s->best[old]);
        mpq_sub(s->c[old], s->c[old], s->gain);
        if (mpq_sgn(s->c[old]) > 0)
            s->in[kept++] = old;
        else
            mpq_set_ui(s->c[old], 0, 1);
        if (k == s->size - 1)
            s->size = kept;
    }
    mpq_set(s->c[e], s->part);
}

static perp_status enter(walk *s, int e)
{
    int depends = s->p->margin != NULL;
    if (depends) {
        PERP_TRY(best_of_set(s, edge(s, e)));
        for (int i = 0; i < s->nv; i++)
            depends &= mpq_sgn(s->u[i]) == 0;
    }
    mpq_set_ui(s->c[e], 0, 1);
    if (depends)
        swap(s, e);
    put(s, e);
    return PERP_SUCCESS;
}

static perp_status descend(walk *s)
{
    const int most = 400 + 20 * s->nv;
    for (int turn = 0; turn < most && s->decided; turn++) {
        PERP_TRY(best_of_set(s, s->p->z));
        if (!s->decided)
            return PERP_SUCCESS;
        const int stops = far(s);
        go(s);
        if (stops)
            continue;
        const int e = helps_most(s);
        if (e < 0)
            return PERP_SUCCESS;
        PERP_TRY(enter(s, e));
    }
    s->decided = 0;
    return PERP_SUCCESS;
}

static perp_status room(walk *s)
{
    const size_t nv = (size_t)s->nv, m = (size_t)s->m, e = (size_t)s->count;
    const size_t size = 2 * nv + m;
    s->room = size * size + size + 2 * e + nv + m + 1;
    s->in = arena_take(s->a, nv + e + 1, sizeof *s->in);
    s->all = rational_array(s->a, s->room);
    if (s->in == NULL || s->all == NULL)
        return PERP_NO_MEMORY(s->room * sizeof *s->all);
    s->A = s->all;
    s->b = s->A + size * size;
    s->c = s->b + size;
    s->best = s->c + e;
    s->u = s->best + e;
    s->y = s->u + nv;
    return PERP_SUCCESS;
}

static perp_status find(walk *s, const double *start)
{
    PERP_TRY(room(s));
    for (int e = 0; e < s->count && s->decided; e++)
        if (start[e] > 0) {
            mpq_set_d(s->c[e], start[e]);
            put(s, e);
        }
    return s->decided ? descend(s) : PERP_SUCCESS;
}

static void answer(walk *s, closest_answer *out)
{
    for (int i = 0; i < s->nv; i++)
        mpq_neg(out->d[i], s->u[i]);
    for (int k = 0; k < s->m; k++)
        mpq_set(out->y[k], s->y[k]);
    for (int e = 0; e < s->count; e++)
        mpq_set_ui(out->c[e], 0, 1);
    for (int k = 0; k < s->size; k++)
        mpq_set(out->c[s->in[k]], s->c[s->in[k]]);
}

perp_status nearest_exact(arena *a, const closest_problem *p,
                          const double *start, closest_answer *out, int *found)
{
    const arena_mark mark = arena_here(a);
    const cone *c = p->rays->of;
    walk s = {.p = p,
              .a = a,
              .nv = c->nv,
              .m = c->m,
              .count = p->rays->count,
              .decided = 1};
    mpq_inits(s.part, s.most, s.gain, NULL);
    perp_status st = find(&s, start);
    *found = st.code == PERP_OK && s.decided;
    if (*found)
        answer(&s, out);
    mpq_clears(s.part, s.most, s.gain, NULL);
    rational_clear(s.all, s.room);
    arena_release(a, mark);
    return st;
}
