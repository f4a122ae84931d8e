#include "cone/closest.h"

#include "number/rational.h"
#include "lcp/solve/mlcp.h"

/**
## Why this problem always has a solution

For $d = \nu y + G c - z$ the conditions

$$\nu^T d = 0, \qquad 0 \le c \perp G^T d \ge 0$$

are those of the smallest $\frac12|d|^2$ over $y$ and $c \ge 0$: the closest
point of the cone to $z$. With the term $e e^T c$ and the margin $e$ they belong
to $\frac12|\nu y + Gc|^2 + \frac12(e^T c - 1)^2$, which is bounded from below
and quadratic as well, so there is a smallest value.

And Lemke's method finds it. With $d$ and $y$ as free unknowns the problem has
the form of AP02's Theorem 2.1: $d$ has the identity for its mass, $\nu$ for $F$,
$G$ for $H$, and $e e^T$ or zero for $N$. The free unknowns go: the matrix left
for $c$ is $G^T P G + \sigma e e^T$, with $P$ the orthogonal projection to the
complement of $\operatorname{range}\nu$. It is symmetric and positive
semidefinite, and for such a matrix Lemke's method ends on a ray only when
$w \ge 0$, $c \ge 0$ can not hold together. They can when there is a smallest
value. Dependent columns of $\nu$ do no harm: the rows $\nu^T d = 0$ are
then dependent over their whole length, which is the only kind of dependence
that the mixed solver accepts.

With a mass matrix $M$ in the place of the identity nothing changes but the measure:
the smallest $\frac12|\nu y + Gc - z|^2$ in the norm of $M^{-1}$, with $d$ a velocity
where $z$ is an impulse. A margin that is not positive, $-\kappa$, is the price of a
ray: then $\kappa^Tc$ is added to what is made small, which has a smallest value,
because all prices are at least 0.

**One ray**, $g = (1, 1)$, and $z = (1, 0)$, as a mixed problem in $d_1$, $d_2$
and $c$:

$$\begin{pmatrix} 1 & 0 & -1 \\ 0 & 1 & -1 \\ 1 & 1 & 0 \end{pmatrix}
\begin{pmatrix} d_1 \\ d_2 \\ c \end{pmatrix} + \begin{pmatrix} 1 \\ 0 \\ 0 \end{pmatrix} =
\begin{pmatrix} 0 \\ 0 \\ w \end{pmatrix}, \qquad 0 \le c \perp w \ge 0.$$

Two equations, one pair; $c = 0$ has $w = -1$, so $c = \frac12$ and $w = 0$: the
nearest point of the ray is $(\frac12, \frac12)$, and $d = (-\frac12, \frac12)$
goes there from $z$. Row and column of a ray have opposite signs, as those of a
contact in a step: the border cancels in $x^\top A x = |d|^2$, which is why it
is AP02's theorem that applies.

**The groove, joined.** By symmetry the two lower edges $(\pm\frac32, \frac12)$
have one weight $c$: $d = (0, c)$ and $\frac12 c^2 + \frac12 (2c - 1)^2$ is
least for $c = \frac25$. So $d = (0, \frac25)$, $s = e^\top c = \frac45$; the
lower edges have $g \cdot d + s - 1 = \frac15 + \frac45 - 1 = 0$, the upper
ones, with $g \cdot d = \frac35$, have $\frac25$ and no weight. With $\mu = 1$
the lower edges are $(\pm 2, 0)$, $d = 0$ and $c = \frac12$ each.

**And for a point**, $z = (1, 0)$: the nearest of the cone is $\frac35$ of the left
wall's lower edge, $(\frac9{10}, \frac3{10})$, so $d = (-\frac1{10}, \frac3{10})$,
with $d \cdot g = 0$ there and $\frac3{10}$, $\frac25$, $\frac12$ on the other
edges.

**How the free unknowns go.** The rows of the joints are $\nu^\top d = q$, with
$q$ what is asked of them. With $d = \nu y + G c - z$ they say $\nu^\top\nu\,y =
q - \nu^\top(G c - z)$, so $d = P(G c - z) + \nu(\nu^\top\nu)^{-1} q$ and the
rows of the rays are

$$G^\top d + \sigma e e^\top c - \text{margin} = (G^\top P G + \sigma e e^\top)\,c + \text{a constant}.$$

Nothing of it is formed: $G^\top P G$ would have the determinant of
$\nu^\top\nu$ in each entry. It is here to say that the matrix is symmetric and
positive semidefinite whatever $G$ and $\nu$ are, with dependent rays, rays that
are zero and rays in the range of $\nu$, which all occur.

**When there is none.** Margins of 1 that are not joined ask for a $d$ that
opens; in a cone that is not pointed there is none, Lemke ends on a ray, and the
answer is NO_SOLUTION. So bounds are asked for behind the verdict only. Joint
rows with $q \ne 0$ contradict each other when joints depend on each other, with
the same outcome.

A linear program in the box $|d_k| \le 1$, $0 \le t \le 1$, would answer the
question for a direction as well. It has twice the size, and its corner is an
arbitrary direction; the closest point is the *best* one (see `bound.c`).
*/
typedef struct {
    const closest_problem *p;
    int nv, m, count, size;
    mpq_t *A, *b;
} posing;

static void set(posing *x, int row, int col, mpq_srcptr value, int sign)
{
    mpq_ptr to = x->A[row * x->size + col];
    mpq_set(to, value);
    if (sign < 0)
        mpq_neg(to, to);
}

/* A column u of range(nu) or G and its row: -u in the first block's rows, u'
   in its own row. */
static void border(posing *x, int at, const mpq_t *u)
{
    for (int i = 0; i < x->nv; i++) {
        set(x, i, at, u[i], -1);
        set(x, at, i, u[i], 1);
    }
}

static void right_side(posing *x)
{
    const closest_problem *p = x->p;
    int first = x->nv + x->m;
    for (int i = 0; p->z != NULL && i < x->nv; i++)
        mpq_set(x->b[i], p->z[i]);
    for (int k = 0; p->joint != NULL && k < x->m; k++)
        mpq_neg(x->b[x->nv + k], p->joint[k]);
    for (int i = 0; p->margin != NULL && i < x->count; i++)
        mpq_neg(x->b[first + i], p->margin[i]);
}

/** The identity for $d$, the joints and the rays as borders of it, and where it is
joined a block of ones: the sum of weights in every pair. */
static void pose(posing *x)
{
    const cone *c = x->p->rays->of;
    int first = x->nv + x->m;
    for (int i = 0; i < x->nv; i++)
        if (x->p->M == NULL)
            mpq_set_ui(x->A[i * x->size + i], 1, 1);
        else
            for (int k = 0; k < x->nv; k++)
                set(x, i, k, x->p->M[i * x->nv + k], 1);
    for (int k = 0; k < x->m; k++)
        border(x, x->nv + k, (const mpq_t *)c->nu + k * x->nv);
    for (int i = 0; i < x->count; i++) {
        border(x, first + i, (const mpq_t *)x->p->rays->g + i * x->nv);
        for (int l = 0; x->p->joined && l < x->count; l++)
            mpq_set_ui(x->A[(first + i) * x->size + first + l], 1, 1);
    }
    right_side(x);
}

/** Doubles propose a basis, exact arithmetic judges: one linear system and the
signs of its solution. A cone at the edge of being pointed has a basis that doubles
cannot know, and where rays depend on each other up to rounding they come to none at
all. Lemke with more places is asked then, and exact Lemke last, when `fallback` says
so: of ten boxes that slide, 30 velocities and 38 edges, it takes 0.3 s where
512 bits take 5 ms and the proof of what they propose another 2. The distance and $d$ do
not depend on who proposed; of weights with one sum other ones may come. */
/* What doubles think of it: a basis, or null. */
static perp_status propose(const posing *x, arena *a, const uint8_t **basis)
{
    size_t n = (size_t)x->size;
    double *A = rational_doubles(a, n * n + n, (const mpq_t *)x->A);
    mlcp_options options = mlcp_defaults;
    lcp_answer out;
    int climbed;
    if (A == NULL)
        return PERP_NO_MEMORY(n * n * sizeof *A);
    lcp_problem p = {x->nv + x->m, x->count, A, A + n * n};
    options.only_double = 1;
    PERP_TRY(lcp_answer_new(a, p.free, p.n, &out));
    PERP_TRY(mlcp_solve(&p, &options, a, &out, &climbed));
    *basis = out.outcome == LCP_SOLVED ? out.basis : NULL;
    return PERP_SUCCESS;
}

static void read(const posing *x, lcp_exact_answer *from, closest_answer *out)
{
    for (int i = 0; i < x->nv; i++)
        mpq_swap(out->d[i], from->z[i]);
    for (int k = 0; k < x->m; k++)
        mpq_swap(out->y[k], from->z[x->nv + k]);
    for (int i = 0; i < x->count; i++)
        mpq_swap(out->c[i], from->z[x->nv + x->m + i]);
    out->pivots = from->pivots;
}

static perp_status solve(posing *x, arena *a, closest_answer *out)
{
    const uint8_t *basis = NULL;
    lcp_exact_answer answer;
    lcp_exact_problem exact = {x->nv + x->m, x->count, (const mpq_t *)x->A,
                               (const mpq_t *)x->b};
    PERP_TRY(propose(x, a, &basis));
    PERP_TRY(lcp_exact_answer_new(a, exact.free, exact.n, &answer));
    ladder_question q = {.p = &exact, .basis = basis};
    perp_status s = ladder_prove(&q, a, &answer, &out->fallback);
    if (s.code == PERP_OK && answer.outcome == LCP_SOLVED)
        read(x, &answer, out);
    else if (s.code == PERP_OK)
        s = PERP_FAIL(PERP_NO_SOLUTION, "no direction has these margins: the "
                                        "cone is not pointed");
    lcp_exact_answer_clear(exact.free, exact.n, &answer);
    return s;
}

perp_status closest_solve(arena *a, const closest_problem *p,
                          closest_answer *out)
{
    arena_mark mark = arena_here(a);
    const cone *c = p->rays->of;
    posing x = {.p = p, .nv = c->nv, .m = c->m, .count = p->rays->count};
    x.size = x.nv + x.m + x.count;
    size_t n = (size_t)x.size;
    x.A = rational_array(a, n * n + n);
    if (x.A == NULL)
        return PERP_NO_MEMORY(n * n * sizeof *x.A);
    x.b = x.A + n * n;
    pose(&x);
    perp_status s = solve(&x, a, out);
    rational_clear(x.A, n * n + n);
    arena_release(a, mark);
    return s;
}

/** Room for as many rays as there may be, so that one answer serves all rounds of a
refinement, while rays are added and dropped. */
perp_status closest_new(arena *a, const cone_rays *rays, closest_answer *out)
{
    const cone *c = rays->of;
    size_t count = (size_t)(c->nv + c->m + rays->room) + 1;
    *out = (closest_answer){.all = rational_array(a, count), .count = count};
    if (out->all == NULL)
        return PERP_NO_MEMORY(count * sizeof *out->all);
    out->d = out->all;
    out->y = out->d + c->nv;
    out->c = out->y + c->m;
    return PERP_SUCCESS;
}

void closest_clear(closest_answer *x)
{
    rational_clear(x->all, x->count);
    *x = (closest_answer){.all = NULL};
}
