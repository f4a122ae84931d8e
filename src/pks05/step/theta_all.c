#include "pks05/step/theta_all.h"

#include "number/rational.h"

/** ## From unknowns to a step

In the plane the unknowns of the search are $(x, d, \lambda_n, \lambda_t)$, with polygons
those of the mixed problem itself. In the plane $\beta = (\lambda_t^+, \lambda_t^-)$ and
$\gamma = |s_t|$: what the row of $\beta_1$, $s_t + \gamma$, has without $\gamma$ is $s_t$.

For the example of `cone/qvi.h` the three vertices $(\lambda_n, \lambda_t)$ = $(0, 0)$, $(3,
-2)$, $(1, -1)$ become $(\lambda_n, \beta_1, \beta_2, \gamma)$ = $(0, 0, 0, 4)$, $(3, 0, 2, 0)$,
$(1, 0, 1, 1)$, the open one with the least of its $\gamma$. */
typedef struct {
    const theta_exact *d;
    const lcp_exact_problem *p;
    theta_all *to;
    mpq_t *force; /* (vertices + 2) R: of those in the list, two in hand */
    int R;
} gathering;

static void to_z(const gathering *g, const mpq_t *u, mpq_t *z)
{
    const int f = theta_exact_free(g->d), m = g->d->p, size = g->to->size;
    const int planar = g->d->slips == 1;
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < (planar ? f + m : size); i++)
        mpq_set(z[i], u[i]);
    for (int c = 0; c < m && planar; c++) {
        mpq_t *beta = z + f + m + 2 * c;
        const int back = mpq_sgn(u[f + m + c]) < 0;
        mpq_abs(beta[back], u[f + m + c]);
        mpq_set_ui(beta[!back], 0, 1);
    }
    for (int c = 0; c < m && planar; c++) {
        const int row = f + m + 2 * c;
        mpq_ptr gamma = z[f + 3 * m + c];
        mpq_set(gamma, g->p->b[row]);
        for (int j = 0; j < f + 3 * m; j++) {
            mpq_mul(t, g->p->A[row * size + j], z[j]);
            mpq_add(gamma, gamma, t);
        }
        mpq_abs(gamma, gamma);
    }
    mpq_clear(t);
}

/** What is compared is the force in rows, R numbers, and not $z$: with a polygon of 8 corners a
friction within it is a mixture of corners in many ways, all of them one force. In the plane
$D = (1, -1)$ and at most one $\beta$ is not zero, by how `to_z` has read it. */
/* lambda_n and the sum of beta_k D_k of each contact. */
void theta_all_forces(const theta_exact *d, const mpq_t *z, mpq_t *lambda)
{
    const mpq_t *normal = z + theta_exact_free(d), *beta = normal + d->p;
    mpq_t t;
    mpq_init(t);
    for (int c = 0; c < d->p; c++) {
        mpq_t *to = lambda + c * (1 + d->slips);
        mpq_set(to[0], normal[c]);
        for (int s = 0; s < d->slips; s++) {
            mpq_set_ui(to[1 + s], 0, 1);
            for (int k = 0; k < d->m; k++) {
                mpq_mul(t, beta[c * d->m + k], d->directions[k * d->slips + s]);
                mpq_add(to[1 + s], to[1 + s], t);
            }
        }
    }
    mpq_clear(t);
}

/** ## The list

Vertices of all faces, in the order of the tree, each force once. A face within another
says nothing new; a ray or a line is a continuum when it moves a force, and none does
while $x^\top Ax > 0$: a direction $d$ of forces obeys the law with $b = 0$, so $d^\top Ad
\le 0$. */
static mpq_t *force(const gathering *g, int k)
{
    return g->force + k * g->R;
}

/* Are the forces k and l the same? */
static int same(const gathering *g, int k, int l)
{
    int i = 0;
    while (i < g->R && mpq_equal(force(g, k)[i], force(g, l)[i]))
        i++;
    return i == g->R;
}

/* What u says, a vertex or a direction, behind the list; its forces as number
   k. */
static void read(const gathering *g, const mpq_t *u, int k)
{
    mpq_t *z = g->to->z + g->to->count * g->to->size;
    to_z(g, u, z);
    theta_all_forces(g->d, (const mpq_t *)z, force(g, k));
}

static void vertex(const gathering *g, const mpq_t *u)
{
    const int n = g->to->count;
    int k = 0;
    read(g, u, n);
    while (k < n && !same(g, k, n))
        k++;
    g->to->count += k == n;
}

/** A face is the hull of its vertices, moved along its rays and lines, and a force is a linear
function of $u$, of its $\lambda_n$ and $\lambda_t$ or $\beta$. So it is constant on the face when all
vertices have the same one and no ray or line has any; of a line one direction is enough. A
direction is read by the same function as a vertex: its $\gamma$, which has the constant of a row in
it, means nothing and is not looked at.

For the example of `theta_all.h`, $\lambda = \lambda_n(1, -\frac12)$ with $0 \le \lambda_n \le 2$, the
two vertices have the forces $(0, 0)$ and $(2, -1)$ in n and t: they differ, and the face is a
continuum, of which the list has the corners. */
/* Is the force the same on the whole face? */
static int constant(const gathering *g, const generators *f)
{
    const int n = g->to->count, cols = f->cols;
    int yes = 1;
    for (int i = 0; i < g->R; i++)
        mpq_set_ui(force(g, n)[i], 0, 1);
    for (int i = 0; i < f->rays && yes; i++) {
        read(g, (const mpq_t *)f->ray + i * cols, n + 1);
        yes = same(g, n, n + 1);
    }
    for (int i = 0; i < f->lines && yes; i++) {
        read(g, (const mpq_t *)f->line + i * cols, n + 1);
        yes = same(g, n, n + 1);
    }
    for (int i = 0; i < f->vertices && yes; i++) {
        read(g, (const mpq_t *)f->vertex + i * cols, i == 0 ? n : n + 1);
        yes = i == 0 || same(g, n, n + 1);
    }
    return yes;
}

static void list(const gathering *g)
{
    const enumeration *e = &g->to->all;
    for (int k = 0; k < e->faces; k++) {
        const generators *f = &e->face[k].points;
        if (e->face[k].within < 0 && !constant(g, f))
            g->to->continuum = 1;
        for (int v = 0; v < f->vertices; v++)
            vertex(g, (const mpq_t *)f->vertex + v * f->cols);
    }
}

static perp_status gather(arena *a, gathering *g)
{
    const enumeration *e = &g->to->all;
    size_t most = 2;
    for (int k = 0; k < e->faces; k++)
        most += (size_t)e->face[k].points.vertices;
    const size_t count = most * (size_t)g->to->size, room = most * (size_t)g->R;
    if ((g->to->z = rational_array(a, count)) == NULL)
        return PERP_NO_MEMORY(count * sizeof(mpq_t));
    g->to->numbers = count;
    if ((g->force = rational_array(a, room)) == NULL)
        return PERP_NO_MEMORY(room * sizeof(mpq_t));
    list(g);
    rational_clear(g->force, room);
    return PERP_SUCCESS;
}

/** A planar contact has the four modes of `choices_contacts`, which know no $\beta$ and no
$\gamma$; the pairs of a polygon are taken as they are. One contact with a polygon of 8 corners
has 10 pairs, so up to $2^{10}$ choices, and a tree of 19 nodes on average: a node on which every
point is a solution is a leaf, and with $\lambda_n = 0$ every $\beta$ is.

The list is no longer than the faces have vertices, and their number is known before, so the room
is taken once. What an error leaves behind is given back by `theta_all_free`, which is called in any
case. Rays of $\gamma$ and of $\beta$ are no part of $z$: a corner has the least of both that its
face has, and who needs a larger one may add it. The tree and the statement stay in `out`: who wants the proof writes them with
`enumerate_write`, and reads them again with `enumerate_check`, which shares nothing with the search
but the statement. */
perp_status theta_all_find(arena *a, const theta_exact *d,
                           const lcp_exact_problem *p,
                           const enumerate_options *o, theta_all *out)
{
    gathering g = {.d = d, .p = p, .to = out, .R = theta_exact_rows(d)};
    *out = (theta_all){.size = p->free + p->n};
    PERP_TRY(d->slips == 1 ? choices_contacts(a, p, &out->system)
                           : choices_pairs(a, p, &out->system));
    PERP_TRY(enumerate_all(&out->system, o, a, &out->all));
    return gather(a, &g);
}

void theta_all_free(theta_all *x)
{
    rational_clear(x->z, x->numbers);
    enumerate_free(&x->all);
    choices_clear(&x->system);
    *x = (theta_all){.count = 0};
}
