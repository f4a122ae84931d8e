#include "lcp/claim/nearest_face.h"

#include "lcp/claim/definite_part.h"
#include "lcp/enumerate/enumerate_text.h"
#include "lcp/enumerate/simplex.h"
#include "number/rational.h"

#include <string.h>

/* What belongs to one search. */
typedef struct {
    const lcp_exact_problem *p;
    const choices_system *pairs;
    const mpq_t *z;
    int m;
    dictionary_toll toll;
    mpq_t most, here; /* the distance of a face's first corner; the least */
} nearing;

/** ## The program of one face

The face is $\{x : (0, w) = A x + b\}$ with its signs. With the unknown $t$ beside $x$
and rows for $t \ge x_j - z_j$ and $t \ge z_j - x_j$, the least $t$ is its distance
from $z$. A largest value is what the simplex method looks for, so the last row is
$s = t_0 - t \ge 0$, where $t_0$ is the distance of a corner that is known: the
program has a point, and $s$ is made as large as it can be. */
static perp_status pose(arena *a, const nearing *x, const enumerate_face *f,
                        choices_system *s)
{
    const int m = x->m, cols = m + 1;
    *s = (choices_system){.cols = cols, .rows = 3 * m + 1};
    PERP_TRY(choices_new(a, s));
    for (int i = 0; i < m; i++) {
        mpq_t *row = s->B + i * cols;
        mpq_t *over = s->B + (m + 2 * i) * cols, *under = over + cols;
        for (int j = 0; j < m; j++)
            mpq_set(row[j], x->p->A[i * m + j]);
        mpq_set(s->g[i], x->p->b[i]);
        mpq_set_si(over[i], -1, 1); /* t - x_i + z_i */
        mpq_set_si(under[i], 1, 1); /* t + x_i - z_i */
        mpq_set_ui(over[m], 1, 1);
        mpq_set_ui(under[m], 1, 1);
        mpq_set(s->g[m + 2 * i], x->z[i]);
        mpq_neg(s->g[m + 2 * i + 1], x->z[i]);
        s->sign[i] = f->sign[i];
        s->sign[cols + i] = f->sign[m + i];
    }
    s->sign[m] = CHOICES_NONNEGATIVE;
    memset(s->sign + cols + m, CHOICES_NONNEGATIVE, (size_t)(2 * m + 1));
    mpq_set_si(s->B[3 * m * cols + m], -1, 1);
    mpq_set(s->g[3 * m], x->most);
    return PERP_SUCCESS;
}

static perp_status spent(void)
{
    return PERP_FAIL(PERP_LIMIT, "the search for the nearest solution took "
                                 "too long");
}

static perp_status solve(arena *a, nearing *x, const choices_system *s,
                         given_point *out)
{
    dictionary d;
    uint8_t *in = arena_take(a, (size_t)choices_variables(s) + 1, 1);
    if (in == NULL)
        return PERP_NO_MEMORY((size_t)choices_variables(s) + 1);
    PERP_TRY(dictionary_new(a, s, &d));
    d.toll = &x->toll;
    simplex_wall wall = simplex_start(&d);
    perp_status status = wall.row == SIMPLEX_SPENT ? spent() : PERP_SUCCESS;
    if (status.code == PERP_OK && wall.row != SIMPLEX_NONE)
        status = PERP_FAIL(PERP_BUG, "a face without its own corner");
    if (status.code == PERP_OK &&
        simplex_largest(&d, s->cols + s->rows - 1, in) != 1)
        status = spent();
    for (int j = 0; status.code == PERP_OK && j < x->m; j++)
        dictionary_value(&d, j, out->x[j]);
    dictionary_clear(&d);
    return status;
}

/** A face of one corner is that corner. */
static perp_status one_face(arena *a, nearing *x, const enumerate_face *f,
                            given_point *out)
{
    const generators *g = &f->points;
    choices_system s;
    for (int j = 0; j < x->m; j++)
        mpq_set(out->x[j], g->vertex[j]);
    given_point_measure(out, x->z);
    if (g->vertices == 1 && g->rays == 0 && g->lines == 0)
        return PERP_SUCCESS;
    mpq_set(x->most, out->distance[out->farthest]);
    perp_status status = pose(a, x, f, &s);
    if (status.code == PERP_OK)
        status = solve(a, x, &s, out);
    choices_clear(&s);
    given_point_measure(out, x->z);
    return status;
}

/* The nearest of all faces, the first of equal ones; what is kept is a
   solution, and the problem's own check says so. */
static perp_status over_faces(arena *a, nearing *x, const enumeration *e,
                              nearest_face *out)
{
    given_point other;
    const int m = x->m;
    perp_status status = given_point_new(a, m, &other);
    for (int k = 0; status.code == PERP_OK && k < e->faces; k++) {
        arena_mark mark = arena_here(a);
        status = one_face(a, x, &e->face[k], &other);
        arena_release(a, mark);
        mpq_srcptr far = other.distance[other.farthest];
        if (status.code != PERP_OK || (k > 0 && mpq_cmp(far, x->here) >= 0))
            continue;
        mpq_set(x->here, far);
        out->face = k;
        for (int j = 0; j < m; j++)
            mpq_set(out->point.x[j], other.x[j]);
    }
    given_point_clear(&other);
    given_point_measure(&out->point, x->z);
    return status;
}

static perp_status confirm(arena *a, const lcp_exact_problem *p,
                           const nearest_face *f)
{
    lcp_exact_answer y;
    perp_status status = lcp_exact_answer_new(a, p->free, p->n, &y);
    if (status.code == PERP_OK) {
        y.outcome = LCP_SOLVED;
        for (int j = 0; j < p->free + p->n; j++)
            mpq_set(y.z[j], f->point.x[j]);
        status = lcp_exact_rows(p, y.z, 1, y.w);
        for (int i = 0; i < p->n; i++)
            y.basis[i] = mpq_sgn(y.z[p->free + i]) > 0;
    }
    if (status.code == PERP_OK)
        status = lcp_exact_check(p, &y);
    lcp_exact_answer_clear(p->free, p->n, &y);
    return status.code == PERP_REFUTED
               ? PERP_FAIL(PERP_BUG, "the nearest solution fails its check")
               : status;
}

static perp_status search(arena *a, nearing *x,
                          const enumerate_options *options, FILE *proof,
                          nearest_face *out)
{
    enumeration e;
    perp_status s = enumerate_all(x->pairs, options, a, &e);
    out->nodes = e.nodes;
    out->faces = e.faces;
    if (s.code == PERP_OK && proof != NULL)
        s = enumerate_write(x->pairs, &e, proof);
    if (s.code == PERP_OK)
        out->outcome = e.found ? NEAREST_FOUND : NEAREST_NONE;
    if (s.code == PERP_OK && e.found)
        s = over_faces(a, x, &e, out);
    if (s.code == PERP_OK && e.found)
        s = confirm(a, x->p, out);
    enumerate_free(&e);
    return s;
}

/** A definite problem has one solution, which Lemke finds; a tree would take long to
say that there is no other. A proof that is asked for is the tree's. */
static perp_status only_one(arena *a, const nearing *x,
                            const enumerate_options *options, nearest_face *out,
                            int *found)
{
    lcp_exact_answer y;
    int yes, unused;
    *found = 0;
    PERP_TRY(definite_part(a, x->p, &yes));
    if (!yes)
        return PERP_SUCCESS;
    ladder_question q = {.p = x->p, .limits = {.bits = options->limit.bits}};
    PERP_TRY(lcp_exact_answer_new(a, x->p->free, x->p->n, &y));
    perp_status s = ladder_prove(&q, a, &y, &unused);
    if (s.code == PERP_OK && y.outcome == LCP_SOLVED) {
        for (int j = 0; j < x->m; j++)
            mpq_set(out->point.x[j], y.z[j]);
        given_point_measure(&out->point, x->z);
        out->outcome = NEAREST_FOUND;
        out->faces = *found = 1;
    }
    lcp_exact_answer_clear(x->p->free, x->p->n, &y);
    return s;
}

static perp_status over_tree(arena *a, nearing *x,
                             const enumerate_options *options, FILE *proof,
                             nearest_face *out)
{
    choices_system pairs;
    perp_status s = choices_pairs(a, x->p, &pairs);
    x->pairs = &pairs;
    mpq_inits(x->most, x->here, NULL);
    if (s.code == PERP_OK)
        s = search(a, x, options, proof, out);
    mpq_clears(x->most, x->here, NULL);
    choices_clear(&pairs);
    return s;
}

perp_status nearest_face_find(arena *a, const lcp_exact_problem *p,
                              const mpq_t *z, const enumerate_options *options,
                              FILE *proof, nearest_face *out)
{
    nearing x = {.p = p, .z = z, .m = p->free + p->n};
    int found = 0;
    *out = (nearest_face){.outcome = NEAREST_UNDECIDED};
    PERP_TRY(given_point_new(a, x.m, &out->point));
    if (p->n > NEAREST_PAIRS || x.m > NEAREST_UNKNOWNS) {
        snprintf(out->why, sizeof out->why,
                 "%d pairs, %d unknowns; the search is for 30 and 60", p->n,
                 x.m);
        return PERP_SUCCESS;
    }
    x.toll = (dictionary_toll){.budget = options->work > 0 ? options->work
                                                           : 20000000000,
                               .until = options->limit.until};
    perp_status s = PERP_SUCCESS;
    if (proof == NULL)
        s = only_one(a, &x, options, out, &found);
    if (s.code == PERP_OK && !found)
        s = over_tree(a, &x, options, proof, out);
    if (s.code != PERP_LIMIT)
        return s;
    out->outcome = NEAREST_UNDECIDED;
    snprintf(out->why, sizeof out->why, "%s", s.message);
    return PERP_SUCCESS;
}

void nearest_face_clear(nearest_face *f)
{
    given_point_clear(&f->point);
}
