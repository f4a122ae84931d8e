/**
# Which walls meet, and how

**The rows.** $f_a = b_a + n_a d$ with $d = q - q_0$, in the fractions of the scene.
A formula that has none, a force with a sine, leaves the doubles of rows, gaps
and $M$ at $q_0$, taken as the fractions they are; then nothing is said of the
formulas, and the caller tells so.

**Who is ever active together.** A set $S$ of walls is active as a whole
somewhere in $\mathbb R^d$ if and only if $n_S d = -b_S$ can be solved, which
elimination decides. (H3) speaks of the sets for which it can be solved and
whose rows have a smaller rank than there are rows. The system says both at
once: the rank of its left side, and whether the right side is in its range.

**Where.** A solution need not lie in $K$: other gaps may be negative there. One
solution is tried, that with the free unknowns at $q_0$. Where all gaps are
$\ge 0$ it is a point of $K$ and a counterexample that needs no run. Where not,
another solution of the same system might be; that is a linear programme, and it
is not asked: the answer is 0, *might*. Little is lost. All sets are tried, with
those that hold more walls than are needed for the dependence; when a face of
$K$ has a vertex, the walls through it are one of these sets, have no free
unknowns, and are found there.

*A strip*, $0 \le q \le 1$: the rows $1$ and $-1$ have rank 1, but $d = -q_0$ and
$d = 1 - q_0$ contradict each other. (H3) holds.

*A floor given twice*, $q_2 \ge 0$ and $2q_2 \ge 0$: rank 1, and $d_2 = -q_{0,2}$
solves both; the point below the start is a point of the floor. (H3) fails.

*The same with a table on it*, $q_2 \ge \frac12$: the solution is below the
table, and the set of all three walls contradicts itself. No point of $K$ has
both floors active, and (H3) holds; but it takes the linear programme to say so.
The answer is 0.

*Three walls of the plane through one point*, $q_1 + q_2$, $q_2 - q_1$ and $q_2$, all
$\ge 0$: any two are independent, the three are not, and $q = 0$ is a point of $K$.
With $q_2 + 1$ for the last there is no such point.

**Angles.** With a constant $M$ the numbers $A_{ab} = (n_a, M^{-1}n_b)$ are those of
every $q$. A pair with a wrong sign is a violation if its two walls meet in $K$,
which is the same question for a set of two. The corner of `paoli_law.c` has
$A_{12} = \frac35$ and the vertex $q = 0$: the condition is violated for every run
in this $K$, also for one that passes at a distance and has no warning. */
#include "p10/paoli_walls.h"
#include "number/rational.h"
#include "p10/paoli_step.h"
#include "p10/paoli_visited.h"

enum { MOST_WALLS = 12 }; /* 2^12 sets */

void paoli_walls_free(paoli_walls *w)
{
    rational_clear(w->all, w->count);
    arena_free(&w->a);
}

static perp_status walls_room(paoli_walls *w)
{
    const size_t v = (size_t)w->v, p = (size_t)w->p;
    w->count = p * v + p + p * p + p * (v + 1) + v + 1;
    w->all = rational_array(&w->a, w->count);
    if (w->all == NULL) {
        w->count = 0;
        return PERP_NO_MEMORY((p * v + p * p) * sizeof(mpq_t));
    }
    w->n = w->all;
    w->b = w->n + p * v;
    w->A = w->b + p;
    w->rows = w->A + p * p;
    w->d = w->rows + p * (v + 1);
    return PERP_SUCCESS;
}

/* n M^{-1} n', with M in its fractions. */
static perp_status gram(paoli_walls *w, const mpq_t *M)
{
    paoli_exact_metric m;
    mpq_t t;
    mpq_init(t);
    perp_status s = paoli_exact_metric_new(&w->a, w->v, &m);
    if (s.code == PERP_OK)
        s = paoli_exact_factor(M, &m);
    for (int j = 0; j < w->p && s.code == PERP_OK; j++) {
        for (int i = 0; i < w->v; i++)
            mpq_set(w->d[i], w->n[j * w->v + i]);
        paoli_exact_solve(&m, w->d);
        for (int i = 0; i < w->p; i++)
            for (int l = 0; l < w->v; l++) {
                mpq_mul(t, w->n[i * w->v + l], w->d[l]);
                mpq_add(w->A[i * w->p + j], w->A[i * w->p + j], t);
            }
    }
    mpq_clear(t);
    paoli_exact_metric_clear(&m);
    return s;
}

/** From the formulas; a formula without fractions, a sine say, is an INPUT. */
static perp_status from_formulas(paoli_walls *w, const experiment *e)
{
    experiment own = *e;
    summary unused = {0};
    paoli_state x = {0};
    own.mode = EXPERIMENT_RATIONAL;
    own.posed = NULL;
    perp_status s = paoli_state_new(&w->a, &own, &unused, &x);
    if (s.code == PERP_OK)
        s = paoli_evaluate_exact(&x);
    for (int i = 0; i < w->p * w->v && s.code == PERP_OK; i++)
        mpq_set(w->n[i], x.all.n[i]);
    for (int i = 0; i < w->p && s.code == PERP_OK; i++)
        mpq_set(w->b[i], x.all.f[i]);
    if (s.code == PERP_OK)
        s = gram(w, (const mpq_t *)x.all.M);
    w->exact = s.code == PERP_OK;
    paoli_state_free(&x);
    return s;
}

static perp_status from_doubles(paoli_walls *w, const experiment *e)
{
    const size_t v = (size_t)w->v, p = (size_t)w->p;
    experiment own = *e;
    summary unused = {0};
    paoli_state x = {0};
    mpq_t *M = rational_array(&w->a, v * v);
    own.mode = EXPERIMENT_DOUBLE;
    own.posed = NULL;
    if (M == NULL)
        return PERP_NO_MEMORY(v * v * sizeof *M);
    perp_status s = paoli_state_new(&w->a, &own, &unused, &x);
    if (s.code == PERP_OK)
        s = paoli_evaluate(&x);
    if (s.code == PERP_OK) {
        rational_of_doubles(p * v, x.rows, w->n);
        rational_of_doubles(p, x.f, w->b);
        rational_of_doubles(v * v, x.M, M);
        s = gram(w, (const mpq_t *)M);
    }
    rational_clear(M, v * v);
    paoli_state_free(&x);
    return s;
}

perp_status paoli_walls_of(const experiment *e, paoli_walls *w)
{
    *w = (paoli_walls){.s = e->sys, .v = e->sys->nv, .p = e->sys->contacts};
    PERP_TRY(walls_room(w));
    perp_status s = from_formulas(w, e);
    if (s.code != PERP_INPUT)
        return s;
    for (int i = 0; i < w->p * w->p; i++)
        mpq_set_ui(w->A[i], 0, 1);
    return from_doubles(w, e);
}

/** The walls of the set `mask`: their rank, whether all of them are 0 somewhere, and
in `d` such a point. */
static int meet(paoli_walls *w, unsigned mask, int *size, int *somewhere)
{
    int k = 0;
    for (int j = 0; j < w->p; j++) {
        if (!(mask >> j & 1))
            continue;
        for (int i = 0; i < w->v; i++)
            mpq_set(w->rows[k * (w->v + 1) + i], w->n[j * w->v + i]);
        mpq_neg(w->rows[k++ * (w->v + 1) + w->v], w->b[j]);
    }
    *size = k;
    return paoli_eliminate(k, w->v, w->rows, somewhere, w->d);
}

/* Is q_0 + d in K? */
static int inside(const paoli_walls *w)
{
    mpq_t f, t;
    int yes = 1;
    mpq_inits(f, t, NULL);
    for (int j = 0; j < w->p && yes; j++) {
        mpq_set(f, w->b[j]);
        for (int i = 0; i < w->v; i++) {
            mpq_mul(t, w->n[j * w->v + i], w->d[i]);
            mpq_add(f, f, t);
        }
        yes = mpq_sgn(f) >= 0;
    }
    mpq_clears(f, t, NULL);
    return yes;
}

paoli_faces paoli_walls_dependent(paoli_walls *w)
{
    paoli_faces f = {1, 0};
    int size, somewhere;
    if (w->p > MOST_WALLS)
        return (paoli_faces){0, 0};
    for (unsigned mask = 1; mask < 1u << w->p && f.says >= 0; mask++) {
        if (meet(w, mask, &size, &somewhere) == size || !somewhere)
            continue;
        if (inside(w) || f.says > 0)
            f = (paoli_faces){inside(w) ? -1 : 0, mask};
    }
    return f;
}

/** In doubles a product of $2^{-40}$ of the two lengths is none: walls that are orthogonal
by their formulas are not by their roundings. */
static int wrong(const paoli_walls *w, mpq_srcptr e, int a, int b)
{
    const int p = w->p, sign = mpq_sgn(w->A[a * p + b]);
    const double A = mpq_get_d(w->A[a * p + b]);
    if (!w->exact && A * A <= 0x1p-80 * mpq_get_d(w->A[a * p + a]) *
                                  mpq_get_d(w->A[b * p + b]))
        return 0;
    return e != NULL && mpq_sgn(e) > 0 ? sign != 0 : sign > 0;
}

paoli_faces paoli_walls_angle(paoli_walls *w, mpq_srcptr e, int *a, int *b)
{
    paoli_faces f = {1, 0};
    int size, somewhere;
    for (int i = 0; i < w->p; i++)
        for (int j = i + 1; j < w->p && f.says >= 0 && w->p <= 32; j++) {
            const unsigned mask = 1u << i | 1u << j;
            if (!wrong(w, e, i, j))
                continue;
            meet(w, mask, &size, &somewhere);
            if (!somewhere || (f.says == 0 && !inside(w)))
                continue;
            f = (paoli_faces){inside(w) ? -1 : 0, mask};
            *a = i;
            *b = j;
        }
    return w->p > 32 ? (paoli_faces){0, 0} : f;
}
