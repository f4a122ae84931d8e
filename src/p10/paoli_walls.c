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

**Why in fractions.** Rank is a question with a whole number for an answer, and
doubles answer it of other rows. In $\mathbb R^3$ let

$$n_1 = (\tfrac1{10}, 1, 0), \quad n_2 = (\tfrac15, 0, 1), \quad
n_3 = (\tfrac3{10}, 1, 1) .$$

The third is the sum of the others: rank 2, and three walls through 0 with these
rows break (H3) there. As doubles $\frac1{10}$ and $\frac15$ are a little too
large and $\frac3{10}$ a little too small. The first two rows taken out of the third
leave $-2^{-55}$ in its first column, and not 0: the rank is 3. A tolerance would
call the three dependent, and with them three walls that a scene has made
independent by a tenth of the tolerance; for these the proofs hold. There is no
right tolerance, since (H3) knows none. In fractions there is none to choose.

The right side needs them as much. Two parallel walls are 0 together nowhere or
wherever one of them is. In fractions $f_1 = q - \frac3{10}$ and $f_2 =
\frac1{10} + \frac15 - q$ are 0 at the same $q$: $K$ is a point, its two gradients $1$ and $-1$ are
dependent, (H3) fails. In doubles $\frac1{10} + \frac15$ is not $\frac3{10}$, the two
equations contradict each other, and (H3) would hold.

**An elimination by hand.** The acute corner of the case `corner` has the rows
$n_1 = (0, 1)$ and $n_2 = (\frac45, -\frac35)$, and starts at $q_0 = (2, 1)$. So
$b_1 = 1$ and $b_2 = \frac85 - \frac35 = 1$, and the system
$n_S d = -b_S$, its right side in the third column, is

$$\begin{bmatrix} 0 & 1 & -1 \\ \frac45 & -\frac35 & -1 \end{bmatrix}
\to
\begin{bmatrix} 1 & -\frac34 & -\frac54 \\ 0 & 1 & -1 \end{bmatrix}
\to
\begin{bmatrix} 1 & 0 & -2 \\ 0 & 1 & -1 \end{bmatrix} .$$

The first column has its pivot in the second row: exchanged, divided by $\frac45$.
The second adds $\frac34$ of its row to the first: $-\frac54 - \frac34 = -2$. Rank
2 for two rows, so the set is independent; it can be solved, by $d = (-2, -1)$, so
the walls meet; and at $q_0 + d = (0, 0)$ both gaps are 0, none is negative, so they
meet in $K$. With $M = I$ the product is $0 \cdot \frac45 + 1 \cdot (-\frac35) =
-\frac35$. For $e = 0$ that is no violation, and the pair is not asked where it
meets; for $e > 0$ it is one, at $(0, 0)$. A run that passes the vertex at a distance, or
ends before it is there, has no row with two constraints active, and of such rows
alone the line could only stay open.

**What is tried, and what then finds the rest.** The walls $f_1 = q_2$, $f_2 = 2q_2$,
$f_3 = q_1 + q_2$, and $q_0 = (-1, 2)$, with the gaps 2, 4 and 1. The set $\{1, 2\}$ has
rank 1 and $d_2 = -2$; $d_1$ is free and stays 0. The point tried is $(-1, 0)$, where $f_3 =
-1$: not in $K$, so the set only might break (H3). The pairs with $f_3$ have rank 2.
The set of all three has rank 2, $d = (1, -2)$, and the point $(0, 0)$ with all gaps 0:
(H3) fails there, and the *might* of the smaller set is forgotten.

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

/** $A_{ij} = n_i M^{-1} n_j$, with $M$ in its fractions: one solution with the factors of $M$
for each wall, then $p^2$ products. For $n_1 = (0, 1)$, $n_2 = (2, 1)$ and $M$ with the
rows $(2, 1)$, $(1, 2)$ the solutions are $\frac13(-1, 2)$ and $(1, 0)$, so $A$ has the
diagonal $\frac23$, 2 and beside it 0: orthogonal in this metric, at 63 degrees to the eye.
Where $M$ is not constant these are the numbers of $q_0$ alone, and nobody asks the angles
of them. */
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

/** The doubles of rows, gaps and $M$ at $q_0$, each the fraction that it is. What is then
asked is exact, of a polyhedron whose walls lie beside those of the scene by a rounding:
two that are one wall by their formulas may be two here, with no point in common. */
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

/** One elimination: the rows of the set, and $-b$ to the right of each. Of the acute corner
`mask` 3 is the system at the head of this file, 1 and 2 are a wall each, of rank 1 and
met by moving the first coordinate that its row has. The walls of the set `mask`:
their rank, whether all of them are 0 somewhere, and in `d` such a point. */
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

/** Is $q_0 + d$ in $K$? Walls of the set are 0 there and pass; the others must not be
negative. In fractions that needs no tolerance; with one, a point below a table by
less than it would count as one of $K$. */
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

/** Every set that is not empty, in the order of its bits as a number. A set is passed
over when it has full rank or when it is active nowhere; a single wall is a set, too,
and dependent when its gradient is 0. The first that might break (H3) is kept until one
is found that does; that one ends the search, for one point refutes. Sets beyond a
counterexample are not asked. The subsets of the one that is named have smaller numbers;
they were asked before it and are independent, active nowhere, or had their point outside
of $K$. */
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

/** For $e > 0$ every number but 0 is wrong, for $e = 0$ a positive one; without an $e$ it is
asked as for 0. Lengths are those of $M^{-1}$, and the comparison is of squares,
$A_{ab}^2 \le 2^{-80}A_{aa}A_{bb}$, without a root. In doubles a product of $2^{-40}$
of the two lengths is none: walls that are orthogonal by their formulas are not by
their roundings. */
static int wrong(const paoli_walls *w, mpq_srcptr e, int a, int b)
{
    const int p = w->p, sign = mpq_sgn(w->A[a * p + b]);
    const double A = mpq_get_d(w->A[a * p + b]);
    if (!w->exact && A * A <= 0x1p-80 * mpq_get_d(w->A[a * p + a]) *
                                  mpq_get_d(w->A[b * p + b]))
        return 0;
    return e != NULL && mpq_sgn(e) > 0 ? sign != 0 : sign > 0;
}

/** Pairs $a < b$; $A$ is symmetric. A pair whose sign is right is not asked where it
meets, and a pair that is parallel meets nowhere or is one wall: two walls that bound a
strip have $A_{ab} < 0$, which for $e > 0$ is a wrong sign, and no point in common. */
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
