#include "lcp/enumerate/generators.h"

#include "base/memory.h"
#include "number/rational.h"

#include <string.h>

/* One direction of the cone over the polyhedron: x = (t, live nonbasic), and
   which of the inequalities it satisfies with equality. */
typedef struct {
    mpz_t *x;
    uint8_t *tight;
} direction;

typedef struct {
    int size;        /* numbers in x: 1 + live columns */
    int constraints; /* size + rows */
    int count, room;
    direction *list;
    int *column; /* size - 1: the live columns */
} cone;

static void drop(const cone *c, direction *g)
{
    integer_clear(g->x, (size_t)c->size);
    memory_free(g->x);
    memory_free(g->tight);
}

static void cone_free(cone *c)
{
    for (int i = 0; i < c->count; i++)
        drop(c, &c->list[i]);
    memory_free(c->list);
    memory_free(c->column);
}

/* A new direction at the end of the list, x = 0; null: no memory. */
static direction *append(cone *c)
{
    if (c->count == c->room) {
        int room = 2 * c->room + 16;
        direction *list = memory_resize(c->list, (size_t)room * sizeof *list);
        if (list == NULL)
            return NULL;
        c->list = list;
        c->room = room;
    }
    direction g = {memory_new((size_t)c->size, sizeof(mpz_t)),
                   memory_new((size_t)c->constraints, 1)};
    if (g.x == NULL || g.tight == NULL) {
        memory_free(g.x);
        memory_free(g.tight);
        return NULL;
    }
    for (int k = 0; k < c->size; k++)
        mpz_init(g.x[k]);
    c->list[c->count] = g;
    return &c->list[c->count++];
}

/* Row i of the dictionary, times t den: b_i t + sum T_ic x_c. */
static void form(const dictionary *d, const cone *c, int i, const direction *g,
                 mpz_ptr out)
{
    mpz_mul(out, dictionary_rhs(d, i), g->x[0]);
    for (int k = 1; k < c->size; k++)
        mpz_addmul(out, dictionary_at(d, i, c->column[k - 1]), g->x[k]);
}

static int contains(const cone *c, const direction *g, const direction *p,
                    const direction *n)
{
    for (int k = 0; k < c->constraints; k++)
        if (p->tight[k] && n->tight[k] && !g->tight[k])
            return 0;
    return 1;
}

/** Two extreme directions span an edge of the cone if and only if no third one
satisfies all equalities that the two have in common. */
static int adjacent(const cone *c, int count, int p, int n)
{
    for (int g = 0; g < count; g++)
        if (g != p && g != n &&
            contains(c, &c->list[g], &c->list[p], &c->list[n]))
            return 0;
    return 1;
}

static void without_divisor(int count, mpz_t *x)
{
    mpz_t g;
    mpz_init(g);
    for (int k = 0; k < count; k++)
        mpz_gcd(g, g, x[k]);
    for (int k = 0; mpz_sgn(g) != 0 && k < count; k++)
        mpz_divexact(x[k], x[k], g);
    mpz_clear(g);
}

/* Where the edge from p (value vp > 0) to n (vn < 0) is zero. */
static int meet(cone *c, int p, int n, mpz_srcptr vp, mpz_srcptr vn)
{
    direction *g = append(c);
    if (g == NULL)
        return 0;
    const direction *a = &c->list[p], *b = &c->list[n];
    for (int k = 0; k < c->size; k++) {
        mpz_mul(g->x[k], vp, b->x[k]);
        mpz_submul(g->x[k], vn, a->x[k]);
    }
    without_divisor(c->size, g->x);
    for (int k = 0; k < c->constraints; k++)
        g->tight[k] = a->tight[k] && b->tight[k];
    return 1;
}

/* Drops the directions with a negative value; marks the tight ones, the new
   ones behind `old` included. */
static void sweep(cone *c, int old, int constraint, mpz_t *value)
{
    int kept = 0;
    for (int i = 0; i < c->count; i++) {
        int sign = i < old ? mpz_sgn(value[i]) : 0;
        if (sign < 0) {
            drop(c, &c->list[i]);
            continue;
        }
        if (sign == 0)
            c->list[i].tight[constraint] = 1;
        c->list[kept++] = c->list[i];
    }
    c->count = kept;
}

/**
## The double description

The cone over the polyhedron, $\{(t, x) : t \ge 0,\ \beta t + T x \ge 0\}$, is
kept as its extreme directions. In the beginning the live columns and $t$ alone
are nonnegative, and the directions are the axes. Each row of the dictionary
then cuts: directions with a negative value go, and where the cut meets an
edge from a positive to a negative one, a new direction appears. In the end a
direction with $t > 0$ is a vertex, one with $t = 0$ a ray.
*/
static perp_status cut(const dictionary *d, cone *c, int i, int most)
{
    int old = c->count, fine = 1;
    mpz_t *value = memory_new((size_t)old, sizeof *value);
    if (value == NULL)
        return PERP_NO_MEMORY((size_t)old * sizeof *value);
    for (int g = 0; g < old; g++) {
        mpz_init(value[g]);
        form(d, c, i, &c->list[g], value[g]);
    }
    for (int p = 0; p < old; p++)
        for (int n = 0; n < old && fine && mpz_sgn(value[p]) > 0; n++)
            if (mpz_sgn(value[n]) < 0 && adjacent(c, old, p, n))
                fine = c->count < most && meet(c, p, n, value[p], value[n]);
    int many = c->count >= most;
    sweep(c, old, c->size + i, value);
    integer_clear(value, (size_t)old);
    memory_free(value);
    if (fine)
        return PERP_SUCCESS;
    return many ? PERP_FAIL(PERP_LIMIT,
                            "a solution face has more than %d "
                            "vertices and rays",
                            most)
                : PERP_NO_MEMORY(sizeof(direction));
}

/* The axes. */
static perp_status cone_start(const dictionary *d, cone *c)
{
    *c = (cone){.size = 1};
    c->column = memory_new((size_t)d->cols + 1, sizeof(int));
    if (c->column == NULL)
        return PERP_NO_MEMORY((size_t)d->cols * sizeof(int));
    for (int j = 0; j < d->cols; j++)
        if (dictionary_live(d, j))
            c->column[c->size++ - 1] = j;
    c->constraints = c->size + d->rows;
    for (int k = 0; k < c->size; k++) {
        direction *g = append(c);
        if (g == NULL)
            return PERP_NO_MEMORY(sizeof *g);
        mpz_set_ui(g->x[k], 1);
        for (int l = 0; l < c->size; l++)
            g->tight[l] = l != k;
    }
    return PERP_SUCCESS;
}

/* Unknown j of a direction, times t den when t > 0. */
static void unknown(const dictionary *d, const cone *c, const direction *g,
                    int j, mpz_ptr out)
{
    mpz_set_ui(out, 0);
    if (dictionary_basic(d, j)) {
        form(d, c, d->where[j], g, out);
        return;
    }
    for (int k = 1; k < c->size; k++)
        if (d->nonbasic[c->column[k - 1]] == j)
            mpz_mul(out, g->x[k], d->den);
}

/* Whole numbers without a common divisor, or all over t den. */
static void write_point(const dictionary *d, const cone *c, const direction *g,
                        mpq_t *out)
{
    mpz_t den, x;
    mpz_inits(den, x, NULL);
    int ray = mpz_sgn(g->x[0]) == 0;
    mpz_mul(den, d->den, g->x[0]);
    for (int j = 0; j < d->cols; j++) {
        unknown(d, c, g, j, x);
        mpz_set(mpq_numref(out[j]), x);
        if (ray)
            mpz_gcd(den, den, x);
    }
    for (int j = 0; j < d->cols; j++) {
        mpz_set(mpq_denref(out[j]), den);
        mpq_canonicalize(out[j]);
    }
    mpz_clears(den, x, NULL);
}

static int compare_points(int cols, mpq_t *a, mpq_t *b)
{
    for (int j = 0; j < cols; j++) {
        int sign = mpq_cmp(a[j], b[j]);
        if (sign != 0)
            return sign;
    }
    return 0;
}

/* Insertion: the lists are short. */
static void sort_points(int count, int cols, mpq_t *x)
{
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && compare_points(cols, x + (k - 1) * cols,
                                                x + k * cols) > 0;
             k--)
            for (int j = 0; j < cols; j++)
                mpq_swap(x[(k - 1) * cols + j], x[k * cols + j]);
}

/* How unknown j moves along the free column col. */
static void write_line(const dictionary *d, int col, mpq_t *out)
{
    for (int j = 0; j < d->cols; j++)
        dictionary_rate(d, col, j, out[j]);
}

static int is_line(const dictionary *d, int col)
{
    return d->sign[d->nonbasic[col]] == CHOICES_FREE;
}

/* Counts, then room for all points in one list. */
static perp_status room(const dictionary *d, const cone *c, generators *out)
{
    for (int i = 0; i < c->count; i++)
        if (mpz_sgn(c->list[i].x[0]) > 0)
            out->vertices++;
        else
            out->rays++;
    for (int j = 0; j < d->cols; j++)
        out->lines += is_line(d, j);
    size_t cols = (size_t)d->cols;
    size_t all = cols * (size_t)(c->count + out->lines);
    out->vertex = memory_new(all + 1, sizeof(mpq_t));
    if (out->vertex == NULL)
        return PERP_NO_MEMORY(all * sizeof(mpq_t));
    for (size_t k = 0; k < all; k++)
        mpq_init(out->vertex[k]);
    out->ray = out->vertex + (size_t)out->vertices * cols;
    out->line = out->ray + (size_t)out->rays * cols;
    return PERP_SUCCESS;
}

static void write_points(const dictionary *d, const cone *c, generators *out)
{
    int vertices = 0, rays = 0, lines = 0, n = d->cols;
    for (int i = 0; i < c->count; i++) {
        const direction *g = &c->list[i];
        write_point(d, c, g,
                    mpz_sgn(g->x[0]) > 0 ? out->vertex + n * vertices++
                                         : out->ray + n * rays++);
    }
    for (int j = 0; j < n; j++)
        if (is_line(d, j))
            write_line(d, j, out->line + n * lines++);
    sort_points(out->vertices, n, out->vertex);
    sort_points(out->rays, n, out->ray);
}

perp_status generators_find(const dictionary *d, int most, generators *out)
{
    cone c;
    *out = (generators){.cols = d->cols};
    perp_status s = cone_start(d, &c);
    for (int i = 0; i < d->rows && s.code == PERP_OK; i++)
        if (d->sign[d->basic[i]] == CHOICES_NONNEGATIVE)
            s = cut(d, &c, i, most);
    out->dimension = c.size - 1;
    if (s.code == PERP_OK)
        s = room(d, &c, out);
    if (s.code == PERP_OK)
        write_points(d, &c, out);
    cone_free(&c);
    return s;
}

void generators_free(generators *g)
{
    int all = g->vertices + g->rays + g->lines;
    if (g->vertex == NULL)
        return;
    rational_clear(g->vertex, (size_t)all * (size_t)g->cols);
    memory_free(g->vertex);
    g->vertex = NULL;
}
