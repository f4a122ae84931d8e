#include "lcp/enumerate/enumerate.h"

#include "base/memory.h"
#include "lcp/enumerate/faces.h"
#include "lcp/enumerate/simplex.h"
#include "number/rational.h"

#include <string.h>

/* The search at work. */
typedef struct {
    const choices_system *s;
    const enumerate_options *options;
    arena *a;
    enumeration *out;
    dictionary_toll toll;
    int node_room, leaf_room, levels;
    dictionary *level; /* choices + 1: one copy for each depth */
    uint8_t *positive, *in;
} search;

static perp_status new_node(search *x, enumerate_kind kind,
                            enumerate_node **node)
{
    enumeration *e = x->out;
    long most = x->options->nodes > 0 ? x->options->nodes : 1000000;
    if (e->nodes >= most)
        return PERP_FAIL(PERP_LIMIT, "the search tree has more than %ld nodes",
                         most);
    if (e->nodes == x->node_room) {
        int room = 2 * x->node_room + 64;
        enumerate_node *grown =
            memory_resize(e->node, (size_t)room * sizeof *grown);
        if (grown == NULL)
            return PERP_NO_MEMORY((size_t)room * sizeof *grown);
        e->node = grown;
        x->node_room = room;
    }
    *node = &e->node[e->nodes++];
    **node = (enumerate_node){kind, -1, -1, NULL};
    if (kind == ENUMERATE_BRANCH)
        return PERP_SUCCESS;
    size_t rows = (size_t)e->rows;
    (*node)->y = memory_new(rows + 1, sizeof(mpz_t));
    if ((*node)->y == NULL)
        return PERP_NO_MEMORY(rows * sizeof(mpz_t));
    for (size_t i = 0; i < rows; i++)
        mpz_init((*node)->y[i]);
    return PERP_SUCCESS;
}

static perp_status exhausted(const search *x)
{
    PERP_TRY(limit_time(&x->options->limit));
    return PERP_FAIL(PERP_LIMIT, "the search for all solutions took too long");
}

/* Is it certain that some point has not all signs of this alternative? */
static int violated(const search *x, const dictionary *d,
                    const choices_alternative *o)
{
    for (int k = 0; k < o->count; k++) {
        int v = o->list[k].variable;
        if (o->list[k].sign > d->sign[v] &&
            (d->sign[v] == CHOICES_FREE || x->positive[v]))
            return 1;
    }
    return 0;
}

/* The first choice none of whose alternatives holds throughout, or -1. */
static int undecided(const search *x, const dictionary *d)
{
    for (int c = 0; c < x->s->choices; c++) {
        int all = 1;
        for (int k = 0; k < x->s->alternatives; k++)
            all &= violated(x, d, choices_of(x->s, c, k));
        if (all)
            return c;
    }
    return -1;
}

/* Nonnegative variables that nobody has seen positive. */
static int unseen(search *x, const dictionary *d)
{
    int any = 0;
    for (int v = 0; v < choices_variables(x->s); v++) {
        x->in[v] = d->sign[v] == CHOICES_NONNEGATIVE && !x->positive[v];
        any |= x->in[v];
    }
    return any;
}

/**
## Where to branch, and where not

A pair needs no branching when $z_i = 0$ on the whole of the polyhedron left, or
$w_i = 0$ on the whole of it; then, if this is so for all pairs, every point
left is a solution, and the node is a leaf. It does not matter how many pairs
have been decided on the way: a sticking contact has rays of multipliers along
which both alternatives hold, and searching to the end of each would list the
same face over and over.

To find out, variables are made positive, one linear program after the other,
each the sum of those not yet seen positive somewhere. A pair with $z_i > 0$
somewhere and $w_i > 0$ somewhere has both in the middle between the two points:
it must be branched on. When the sum can not be raised above zero, all that are
left in it vanish throughout, and the objective's row is the proof.
Returns the choice, -1 for a leaf, or SIMPLEX_SPENT.
*/
static int examine(search *x, dictionary *d)
{
    memset(x->positive, 0, (size_t)choices_variables(x->s));
    simplex_at_vertex(d, x->positive);
    for (;;) {
        int choice = undecided(x, d);
        if (choice >= 0)
            return choice;
        int found = unseen(x, d) ? simplex_improve(d, x->in, x->positive) : 0;
        if (found == 0)
            return -1;
        if (found == SIMPLEX_SPENT)
            return SIMPLEX_SPENT;
    }
}

/* A leaf of solutions: a candidate for a face, with its signs. */
static perp_status add_leaf(search *x, const dictionary *d)
{
    enumeration *e = x->out;
    enumerate_node *node;
    int variables = choices_variables(x->s);
    PERP_TRY(new_node(x, ENUMERATE_INSIDE, &node));
    if (unseen(x, d))
        simplex_zero_proof(d, x->in, node->y);
    node->face = e->faces;
    e->found = 1;
    for (int j = 0; x->options->one && j < e->cols; j++)
        dictionary_value(d, j, e->point[j]);
    if (x->options->one)
        return PERP_SUCCESS;
    PERP_TRY(faces_room(e, &x->leaf_room));
    enumerate_face *face = &e->face[e->faces];
    *face = (enumerate_face){.within = -1};
    face->sign = memory_new((size_t)variables, 1);
    if (face->sign == NULL)
        return PERP_NO_MEMORY((size_t)variables);
    e->faces++;
    for (int v = 0; v < variables; v++)
        face->sign[v] = x->in[v] ? CHOICES_ZERO : d->sign[v];
    return PERP_SUCCESS;
}

static perp_status add_empty(search *x, const dictionary *d, simplex_wall wall)
{
    enumerate_node *node;
    if (wall.row == SIMPLEX_SPENT)
        return exhausted(x);
    PERP_TRY(new_node(x, ENUMERATE_EMPTY, &node));
    simplex_wall_proof(d, wall, node->y);
    return PERP_SUCCESS;
}

/* The alternative's signs, one after the other. */
static simplex_wall choose(dictionary *d, const choices_alternative *o)
{
    simplex_wall wall = {SIMPLEX_NONE, 0};
    for (int k = 0; k < o->count && wall.row == SIMPLEX_NONE; k++)
        wall = simplex_restrict(d, o->list[k].variable, o->list[k].sign);
    return wall;
}

/* Room is charged like work: a deep tree of large numbers must not fill the
   memory before it has spent its time. */
static perp_status level_below(search *x, int level, dictionary **out)
{
    *out = &x->level[level + 1];
    if (level + 1 < x->levels)
        return PERP_SUCCESS;
    x->toll.budget -= (long)(x->out->rows + 1) * (x->out->cols + 1) *
                      (1 + (long)(x->level[0].bits / 64)); /* words of memory */
    if (x->toll.budget <= 0)
        return exhausted(x);
    PERP_TRY(dictionary_room(x->a, &x->level[0], *out));
    x->levels++;
    return PERP_SUCCESS;
}

/** The dictionary is copied for every child but the last, which takes its
parent's. The recursion is as deep as there are choices. */
static perp_status explore(search *x, int level, dictionary *d)
{
    enumerate_node *node;
    int choice = examine(x, d);
    if (choice == SIMPLEX_SPENT)
        return exhausted(x);
    if (choice < 0)
        return add_leaf(x, d);
    PERP_TRY(new_node(x, ENUMERATE_BRANCH, &node));
    node->choice = choice;
    for (int k = 0; k < x->s->alternatives; k++) {
        int last = k + 1 == x->s->alternatives;
        dictionary *child = d;
        if (!last) {
            PERP_TRY(level_below(x, level, &child));
            dictionary_copy(d, child);
        }
        simplex_wall wall = choose(child, choices_of(x->s, choice, k));
        PERP_TRY(wall.row == SIMPLEX_NONE
                     ? explore(x, last ? level : level + 1, child)
                     : add_empty(x, child, wall));
        if (x->options->one && x->out->found)
            return PERP_SUCCESS;
    }
    return PERP_SUCCESS;
}

/** A free unknown in the signs' rows must be determined by the others: if one
could be moved without changing a variable with a sign and yet moves one that a
choice asks for, its sign could not be decided at a vertex. */
static perp_status undetermined(const dictionary *d)
{
    for (int j = 0; j < d->cols; j++)
        for (int i = 0; i < d->rows; i++)
            if (d->sign[d->nonbasic[j]] == CHOICES_FREE &&
                d->basic[i] >= d->cols && mpz_sgn(dictionary_at(d, i, j)) != 0)
                return PERP_FAIL(PERP_LIMIT,
                                 "unknown %d is not determined by "
                                 "the equations",
                                 d->nonbasic[j] + 1);
    return PERP_SUCCESS;
}

static perp_status run(search *x)
{
    dictionary first, *top = &x->level[0];
    PERP_TRY(dictionary_new(x->a, x->s, top));
    x->levels = 1;
    PERP_TRY(limit_bits(&x->options->limit, top->bits));
    top->toll = &x->toll;
    simplex_wall wall = simplex_start(top);
    if (wall.row != SIMPLEX_NONE)
        return add_empty(x, top, wall);
    PERP_TRY(undetermined(top));
    PERP_TRY(dictionary_room(x->a, top, &first));
    dictionary_copy(top, &first);
    perp_status s = explore(x, 0, top);
    if (s.code == PERP_OK && !x->options->one)
        s = faces_settle(x->a, x->s, &first, x->options->corners, x->out);
    dictionary_clear(&first);
    return s;
}

perp_status enumerate_all(const choices_system *s,
                          const enumerate_options *options, arena *a,
                          enumeration *out)
{
    search x = {.s = s, .options = options, .a = a, .out = out};
    arena_mark mark = arena_here(a);
    size_t variables = (size_t)choices_variables(s), cols = (size_t)s->cols;
    x.toll.budget = options->work > 0 ? options->work : 20000000000;
    x.toll.until = options->limit.until;
    *out = (enumeration){.cols = s->cols, .rows = s->rows};
    x.level = arena_take(a, (size_t)s->choices + 2, sizeof *x.level);
    x.positive = arena_take(a, 2 * variables + 1, 1);
    out->point = memory_new(cols + 1, sizeof(mpq_t));
    if (x.level == NULL || x.positive == NULL || out->point == NULL)
        return PERP_NO_MEMORY((cols + 1) * sizeof(mpq_t));
    for (size_t j = 0; j < cols; j++)
        mpq_init(out->point[j]);
    x.in = x.positive + variables;
    perp_status status = run(&x);
    for (int k = x.levels - 1; k >= 0; k--) /* the first owns the scale */
        dictionary_clear(&x.level[k]);
    arena_release(a, mark);
    out->pivots = x.toll.pivots;
    return status;
}

void enumerate_free(enumeration *e)
{
    for (int i = 0; i < e->nodes; i++)
        if (e->node[i].y != NULL) {
            integer_clear(e->node[i].y, (size_t)e->rows);
            memory_free(e->node[i].y);
        }
    for (int k = 0; k < e->faces; k++) {
        generators_free(&e->face[k].points);
        memory_free(e->face[k].sign);
    }
    if (e->point != NULL)
        rational_clear(e->point, (size_t)e->cols);
    memory_free(e->point);
    memory_free(e->node);
    memory_free(e->face);
    *e = (enumeration){0};
}
