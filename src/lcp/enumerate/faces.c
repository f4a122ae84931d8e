#include "lcp/enumerate/faces.h"

#include "base/memory.h"
#include "lcp/enumerate/simplex.h"

perp_status faces_room(enumeration *e, int *room)
{
    if (e->faces < *room)
        return PERP_SUCCESS;
    int wanted = 2 * *room + 64;
    enumerate_face *grown =
        memory_resize(e->face, (size_t)wanted * sizeof *grown);
    if (grown == NULL)
        return PERP_NO_MEMORY((size_t)wanted * sizeof *grown);
    e->face = grown;
    *room = wanted;
    return PERP_SUCCESS;
}

int faces_sign_within(int variables, const uint8_t *a, const uint8_t *b)
{
    for (int v = 0; v < variables; v++)
        if (a[v] < b[v])
            return 0;
    return 1;
}

/* The first face that contains face k by its signs, k itself if none other
   does; of two with the same signs the first. */
static int container(const enumeration *e, int variables, int k)
{
    for (int i = 0; i < e->faces; i++) {
        const uint8_t *mine = e->face[k].sign, *other = e->face[i].sign;
        if (i != k && faces_sign_within(variables, mine, other) &&
            (i < k || !faces_sign_within(variables, other, mine)))
            return i;
    }
    return k;
}

/** For pairs all leaves are faces of one polyhedron, given by which of its
inequalities hold with equality throughout. One is part of another if and
only if it has all the other's equalities. A leaf may lie in a leaf that lies
in a third: the chain is followed to its end. */
static perp_status keep_maximal(const choices_system *s, arena *a,
                                enumeration *e)
{
    int kept = 0, variables = choices_variables(s);
    int *to = arena_take(a, 2 * (size_t)e->faces + 1, sizeof *to);
    if (to == NULL)
        return PERP_NO_MEMORY((size_t)e->faces * sizeof *to);
    int *place = to + e->faces;
    for (int k = 0; k < e->faces; k++)
        to[k] = container(e, variables, k);
    for (int k = 0; k < e->faces; k++)
        while (to[to[k]] != to[k])
            to[k] = to[to[k]];
    for (int k = 0; k < e->faces; k++) {
        place[k] = kept;
        if (to[k] == k)
            e->face[kept++] = e->face[k];
        else
            memory_free(e->face[k].sign);
    }
    e->faces = kept;
    for (int i = 0; i < e->nodes; i++)
        if (e->node[i].kind == ENUMERATE_INSIDE)
            e->node[i].face = place[to[e->node[i].face]];
    return PERP_SUCCESS;
}

/** The way to a face: its signs are put on the first dictionary, the strict
ones first. None of its nonnegative variables is zero throughout then. */
static perp_status describe(const choices_system *s, const dictionary *first,
                            int corners, dictionary *d, enumerate_face *face)
{
    dictionary_copy(first, d);
    for (int sign = CHOICES_ZERO; sign > CHOICES_FREE; sign--)
        for (int v = 0; v < choices_variables(s); v++) {
            if (face->sign[v] != sign)
                continue;
            simplex_wall wall = simplex_restrict(d, v, (choices_sign)sign);
            if (wall.row == SIMPLEX_SPENT)
                return PERP_FAIL(PERP_LIMIT, "describing the faces took too "
                                             "long");
            if (wall.row != SIMPLEX_NONE)
                return PERP_FAIL(PERP_BUG, "a face of solutions is empty");
        }
    return generators_find(d, corners, &face->points);
}

/* B_i x + g_i, or without g for a direction; x_v for an unknown. */
static void value_at(const choices_system *s, int v, mpq_t *x, int point,
                     mpq_ptr out)
{
    mpq_t t;
    if (v < s->cols) {
        mpq_set(out, x[v]);
        return;
    }
    mpq_init(t);
    mpq_set_ui(out, 0, 1);
    if (point)
        mpq_set(out, s->g[v - s->cols]);
    for (int j = 0; j < s->cols; j++) {
        mpq_mul(t, s->B[(v - s->cols) * s->cols + j], x[j]);
        mpq_add(out, out, t);
    }
    mpq_clear(t);
}

/* The sign of every variable at every vertex and on every ray of all faces;
   at[k] is where face k's begin. */
typedef struct {
    int variables;
    size_t *at;
    int8_t *sign;
} corner_signs;

static perp_status look_at_corners(arena *a, const choices_system *s,
                                   const enumeration *e, corner_signs *out)
{
    size_t points = 0, faces = (size_t)e->faces;
    *out = (corner_signs){.variables = choices_variables(s)};
    out->at = arena_take(a, faces + 1, sizeof *out->at);
    for (size_t k = 0; out->at != NULL && k < faces; k++) {
        const generators *g = &e->face[k].points;
        points += (size_t)(g->vertices + g->rays);
        out->at[k + 1] = points;
    }
    size_t all = points * (size_t)out->variables;
    out->sign = out->at == NULL ? NULL : arena_take(a, all + 1, 1);
    if (out->sign == NULL)
        return PERP_NO_MEMORY(all + faces * sizeof *out->at);
    mpq_t value;
    int8_t *sign = out->sign;
    mpq_init(value);
    for (int k = 0; k < e->faces; k++) {
        const generators *g = &e->face[k].points;
        for (int i = 0; i < g->vertices + g->rays; i++)
            for (int v = 0; v < out->variables; v++) {
                value_at(s, v, g->vertex + i * g->cols, i < g->vertices, value);
                *sign++ = (int8_t)mpq_sgn(value);
            }
    }
    mpq_clear(value);
    return PERP_SUCCESS;
}

/* Do all corners of face k have these signs? */
static int lies_in(const corner_signs *c, int k, const uint8_t *sign)
{
    for (size_t i = c->at[k]; i < c->at[k + 1]; i++)
        for (int v = 0; v < c->variables; v++) {
            int value = c->sign[i * (size_t)c->variables + (size_t)v];
            if (value != 0 && sign[v] != CHOICES_FREE &&
                (value < 0 || sign[v] == CHOICES_ZERO))
                return 0;
        }
    return 1;
}

/* Is there an alternative with an inequality? */
static int asks_for_signs(const choices_system *s)
{
    for (int o = 0; o < s->choices * s->alternatives; o++)
        for (int k = 0; k < s->of[o].count; k++)
            if (s->of[o].list[k].sign != CHOICES_ZERO)
                return 1;
    return 0;
}

/** The modes of a contact are no faces of one polyhedron: a sign of a sliding
velocity is asked for in two modes and not in the others. A leaf of one mode may
lie in another's polyhedron though no sign says so; its corners say it. Of two
that are the same set, the first stays. */
static perp_status find_within(arena *a, const choices_system *s,
                               enumeration *e)
{
    corner_signs c;
    PERP_TRY(look_at_corners(a, s, e, &c));
    for (int k = 0; k < e->faces; k++)
        for (int i = 0; i < e->faces && e->face[k].within < 0; i++)
            if (i != k && e->face[i].within < 0 &&
                lies_in(&c, k, e->face[i].sign))
                e->face[k].within =
                    i > k && lies_in(&c, i, e->face[k].sign) ? -1 : i;
    return PERP_SUCCESS;
}

static perp_status describe_all(arena *a, const choices_system *s,
                                const dictionary *first, int corners,
                                enumeration *e)
{
    dictionary d;
    PERP_TRY(dictionary_room(a, first, &d));
    perp_status status = PERP_SUCCESS;
    int most = corners > 0 ? corners : 20000;
    for (int k = 0; k < e->faces && status.code == PERP_OK; k++)
        status = describe(s, first, most, &d, &e->face[k]);
    dictionary_clear(&d);
    return status;
}

perp_status faces_settle(arena *a, const choices_system *s,
                         const dictionary *first, int corners, enumeration *e)
{
    PERP_TRY(keep_maximal(s, a, e));
    PERP_TRY(describe_all(a, s, first, corners, e));
    return asks_for_signs(s) ? find_within(a, s, e) : PERP_SUCCESS;
}
