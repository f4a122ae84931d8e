#include "model/tape/derivative.h"
#include "base/memory.h"

#include <stdlib.h>

/** ## The state of a derivative

The walk lists the nodes below the root with operands first, and `mark` gives
each its place; both last until the end. `slot[i]` is the adjoint of place `i`
in a reverse sweep and the tangent in a forward one; GRAPH_NONE there means
"zero so far", which saves the nodes a written zero would cost. Nothing is
written for places that no wanted input reaches (`need`). A derivative carries
the scene line of what it is the derivative of: that is where its 0/0 comes
from. */
typedef struct {
    uint32_t place;
    graph_id id;
} entry; /* one component of a sparse gradient: the input's place, its node */

typedef struct {
    uint32_t from, to; /* entries of the pool */
} span;

typedef struct {
    graph *g;
    uint32_t m;     /* places */
    graph_id *slot; /* m */
    uint8_t *need;  /* m: does a wanted input reach this place? */
    span *grad;     /* m: the gradients of max and where */
    entry *pool;
    uint32_t len, cap;
    uint32_t open; /* adjoints not yet passed on */
    uint32_t line; /* the graph's, to be restored */
    int failed;
} sweep;

static uint32_t place(const sweep *s, graph_id id)
{
    return s->g->mark[id] - 1;
}

static graph_node at(const sweep *s, uint32_t i)
{
    return s->g->node[s->g->list[i]];
}

static void begin(sweep *s, uint32_t roots, const graph_id *root)
{
    s->line = s->g->line;
    s->m = graph_walk(s->g, roots, root);
    s->slot = memory_new(s->m, sizeof *s->slot);
    s->need = memory_new(s->m, sizeof *s->need);
    s->grad = memory_new(s->m, sizeof *s->grad);
    s->failed = s->slot == NULL || s->need == NULL || s->grad == NULL;
    for (uint32_t i = 0; s->slot != NULL && i < s->m; i++)
        s->slot[i] = GRAPH_NONE;
    if (s->failed)
        graph_refuse(s->g, PERP_NO_MEMORY(s->m * sizeof(span)));
}

static perp_status end(sweep *s)
{
    graph_walk_end(s->g, s->m);
    s->g->line = s->line;
    memory_free(s->slot);
    memory_free(s->need);
    memory_free(s->grad);
    memory_free(s->pool);
    return s->failed ? s->g->why : PERP_SUCCESS;
}

/* The places of the inputs: `chosen[input]` is 1 + its number k in var. */
static uint32_t *chosen_inputs(sweep *s, uint32_t n, const uint32_t *var)
{
    uint32_t *chosen = memory_new(s->g->vars, sizeof *chosen);
    if (chosen == NULL) {
        graph_refuse(s->g, PERP_NO_MEMORY(s->g->vars * sizeof *chosen));
        s->failed = 1;
        return NULL;
    }
    for (uint32_t k = n; k-- > 0;)
        if (var[k] < s->g->vars)
            chosen[var[k]] = k + 1;
    return chosen;
}

static void find_needs(sweep *s, const uint32_t *chosen)
{
    for (uint32_t i = 0; i < s->m; i++) {
        graph_node x = at(s, i);
        const graph_id operand[2] = {x.a, x.b};
        s->need[i] = x.op == OP_VAR && chosen[x.a] != 0;
        for (int k = 0; k < graph_arity(x.op) && k < 2; k++) /* not c */
            s->need[i] |= s->need[place(s, operand[k])];
    }
}

/* Adds what flows to operand a; a failed operation ends the sweep. */
static void add(sweep *s, graph_id a, graph_id term)
{
    graph_id *sum = &s->slot[place(s, a)];
    s->open += *sum == GRAPH_NONE;
    *sum = *sum == GRAPH_NONE ? term : graph_op2(s->g, OP_ADD, *sum, term);
    s->failed |= *sum == GRAPH_NONE;
}

static graph_id twice(graph *g, graph_id y)
{
    return graph_op2(g, OP_MUL, graph_const(g, 2), y);
}

/** ## Back through one operation

With $w$ the adjoint of $y$, an operand $a$ receives $w \, \partial y / \partial
a$: for $y = a/b$ that is $w/b$ and $-(w/b) y$, for $y = \sqrt{a}$ it is
$w/(2y)$. The value $y$ is used again wherever it helps. */
static void back_two(sweep *s, graph_node x, graph_id y, graph_id w)
{
    graph *g = s->g;
    int need_a = s->need[place(s, x.a)], need_b = s->need[place(s, x.b)];
    graph_id wa = w, wb = w;
    if (x.op == OP_MUL) {
        wa = need_a ? graph_op2(g, OP_MUL, w, x.b) : w;
        wb = need_b ? graph_op2(g, OP_MUL, w, x.a) : w;
    } else if (x.op == OP_DIV) {
        wa = graph_op2(g, OP_DIV, w, x.b);
        wb = need_b ? graph_op1(g, OP_NEG, graph_op2(g, OP_MUL, wa, y)) : w;
    } else if (x.op == OP_SUB && need_b) {
        wb = graph_op1(g, OP_NEG, w);
    }
    if (need_a)
        add(s, x.a, wa);
    if (need_b)
        add(s, x.b, wb);
}

static void back_one(sweep *s, graph_node x, graph_id y, graph_id w)
{
    graph *g = s->g;
    if (x.op == OP_NEG)
        w = graph_op1(g, OP_NEG, w);
    else if (x.op == OP_SQRT)
        w = graph_op2(g, OP_DIV, w, twice(g, y));
    else if (x.op == OP_SIN)
        w = graph_op2(g, OP_MUL, w, graph_op1(g, OP_COS, x.a));
    else
        w = graph_op1(g, OP_NEG,
                      graph_op2(g, OP_MUL, w, graph_op1(g, OP_SIN, x.a)));
    add(s, x.a, w);
}

/** ## Where a choice stops the sweep

The usual reverse rule sends $w$ into the chosen branch and $0$ into the other.
Then the branch not chosen may answer $0 \cdot \infty$: the gradient of
`where(x, sqrt(x), 0)` at $x = -1$ would be NaN although the function is
smooth there. So the choice is made last. A `max` or `where` keeps the gradient

$$\nabla\,\mathrm{sel}(c, a, b) = \mathrm{sel}(c, \nabla a, \nabla b)$$

as a sparse vector of its own, made by two sweeps that stop at the choices
below, and a sweep that comes upon it adds $w$ times that vector. The evaluator
looks only at what is chosen (tape_f64.c), so NaN stays where nobody looks.

The price is a vector per choice: a chain of $m$ nested choices over $m$
inputs writes $m^2/2$ nodes. */
static void back_choice(sweep *s, uint32_t i, graph_id w)
{
    for (uint32_t e = s->grad[i].from; e < s->grad[i].to && !s->failed; e++) {
        entry d = s->pool[e];
        add(s, s->g->list[d.place], graph_op2(s->g, OP_MUL, w, d.id));
    }
}

static void push(sweep *s, entry e)
{
    if (s->len == s->cap) {
        uint32_t cap = s->cap == 0 ? 64 : 2 * s->cap;
        entry *grown = memory_resize(s->pool, cap * sizeof *grown);
        if (grown == NULL) {
            graph_refuse(s->g, PERP_NO_MEMORY(cap * sizeof *grown));
            s->failed = 1;
            return;
        }
        s->pool = grown;
        s->cap = cap;
    }
    s->pool[s->len++] = e;
}

/* The gradient of the node at place `top` as entries of the pool, by falling
   place. `open` adjoints wait below: the scan ends with the last of them. */
static span reverse(sweep *s, uint32_t top)
{
    span made = {s->len, s->len};
    s->slot[top] = s->need[top] ? graph_const(s->g, 1) : GRAPH_NONE;
    s->failed |= s->need[top] && s->slot[top] == GRAPH_NONE;
    s->open = s->need[top];
    for (uint32_t i = top + 1; i-- > 0 && s->open > 0 && !s->failed;) {
        graph_id w = s->slot[i], y = s->g->list[i];
        graph_node x = at(s, i);
        s->slot[i] = GRAPH_NONE;
        if (w == GRAPH_NONE)
            continue;
        s->open--;
        s->g->line = x.line;
        if (x.op == OP_VAR)
            push(s, (entry){i, w});
        else if (x.op == OP_MAX || x.op == OP_SEL)
            back_choice(s, i, w);
        else if (graph_arity(x.op) == 2)
            back_two(s, x, y, w);
        else
            back_one(s, x, y, w);
    }
    made.to = s->len;
    return made;
}

static graph_id condition(graph *g, graph_node x)
{
    return x.op == OP_SEL ? x.c : graph_op2(g, OP_SUB, x.a, x.b);
}

/* sel(c, a's gradient, b's gradient), entry by entry, by falling place. */
static span choose(sweep *s, graph_id c, span a, span b)
{
    span made = {s->len, s->len};
    graph_id zero = graph_const(s->g, 0);
    while ((a.from < a.to || b.from < b.to) && !s->failed) {
        int in_a = a.from < a.to, in_b = b.from < b.to;
        uint32_t at_a = in_a ? s->pool[a.from].place : 0;
        uint32_t at_b = in_b ? s->pool[b.from].place : 0;
        int use_a = in_a && (!in_b || at_a >= at_b);
        int use_b = in_b && (!in_a || at_b >= at_a);
        graph_id da = use_a ? s->pool[a.from++].id : zero;
        graph_id db = use_b ? s->pool[b.from++].id : zero;
        graph_id d = graph_sel(s->g, c, da, db);
        s->failed |= d == GRAPH_NONE;
        push(s, (entry){use_a ? at_a : at_b, d});
    }
    made.to = s->len;
    return made;
}

static void gradients_of_choices(sweep *s)
{
    for (uint32_t i = 0; i < s->m && !s->failed; i++) {
        graph_node x = at(s, i);
        if (!s->need[i] || (x.op != OP_MAX && x.op != OP_SEL))
            continue;
        s->g->line = x.line;
        graph_id c = condition(s->g, x);
        s->failed |= c == GRAPH_NONE;
        span a = s->failed ? (span){0, 0} : reverse(s, place(s, x.a));
        span b = s->failed ? (span){0, 0} : reverse(s, place(s, x.b));
        s->g->line = x.line;
        s->grad[i] = choose(s, c, a, b);
    }
}

perp_status graph_gradient(graph *g, graph_id root, uint32_t n,
                           const uint32_t *var, graph_id *out)
{
    sweep s = {.g = g};
    graph_id zero = graph_const(g, 0);
    if (root == GRAPH_NONE || zero == GRAPH_NONE)
        return g->why;
    begin(&s, 1, &root);
    uint32_t *chosen = chosen_inputs(&s, n, var);
    if (!s.failed) {
        find_needs(&s, chosen);
        gradients_of_choices(&s);
    }
    span all = s.failed ? (span){0, 0} : reverse(&s, s.m - 1);
    for (uint32_t k = 0; k < n && !s.failed; k++)
        out[k] = zero;
    for (uint32_t e = all.from; e < all.to && !s.failed; e++)
        out[chosen[at(&s, s.pool[e].place).a] - 1] = s.pool[e].id;
    for (uint32_t k = 0; k < n && !s.failed; k++) /* an input named twice */
        if (var[k] < g->vars)
            out[k] = out[chosen[var[k]] - 1];
    memory_free(chosen);
    return end(&s);
}

/** ## Forward

The tangent of $y$ from the tangents of its operands, zero if both are. For
$y = a/b$: $\dot y = (\dot a - y \dot b)/b$. */
static graph_id product(graph *g, graph_id a, graph_id b)
{
    return b == GRAPH_NONE ? b : graph_op2(g, OP_MUL, a, b);
}

/* a (op) b where GRAPH_NONE is zero. */
static graph_id sum(graph *g, graph_op op, graph_id a, graph_id b)
{
    if (b == GRAPH_NONE)
        return a;
    if (a == GRAPH_NONE)
        return op == OP_SUB ? graph_op1(g, OP_NEG, b) : b;
    return graph_op2(g, op, a, b);
}

static graph_id forward_two(graph *g, graph_node x, graph_id y, graph_id da,
                            graph_id db)
{
    if (x.op == OP_ADD || x.op == OP_SUB)
        return sum(g, x.op, da, db);
    if (x.op == OP_MUL)
        return sum(g, OP_ADD, product(g, x.b, da), product(g, x.a, db));
    if (x.op == OP_DIV)
        return graph_op2(g, OP_DIV, sum(g, OP_SUB, da, product(g, y, db)), x.b);
    graph_id zero = graph_const(g, 0);
    return graph_sel(g, condition(g, x), da == GRAPH_NONE ? zero : da,
                     db == GRAPH_NONE ? zero : db);
}

static graph_id forward_one(graph *g, graph_node x, graph_id y, graph_id da)
{
    if (x.op == OP_NEG)
        return graph_op1(g, OP_NEG, da);
    if (x.op == OP_SQRT)
        return graph_op2(g, OP_DIV, da, twice(g, y));
    if (x.op == OP_SIN)
        return graph_op2(g, OP_MUL, graph_op1(g, OP_COS, x.a), da);
    return graph_op1(g, OP_NEG,
                     graph_op2(g, OP_MUL, graph_op1(g, OP_SIN, x.a), da));
}

/** A tangent that comes out as the constant zero is as good as none. */
static void forward(sweep *s, uint32_t i, const uint32_t *chosen,
                    const graph_id *dir)
{
    graph *g = s->g;
    graph_id y = g->list[i], *d = &s->slot[i];
    graph_node x = at(s, i);
    g->line = x.line;
    if (x.op == OP_VAR) {
        *d = chosen[x.a] != 0 ? dir[chosen[x.a] - 1] : GRAPH_NONE;
    } else if (graph_arity(x.op) > 0) {
        graph_id da = s->slot[place(s, x.a)], db = GRAPH_NONE;
        if (graph_arity(x.op) > 1)
            db = s->slot[place(s, x.b)];
        if (da == GRAPH_NONE && db == GRAPH_NONE)
            return;
        *d = graph_arity(x.op) == 1 ? forward_one(g, x, y, da)
                                    : forward_two(g, x, y, da, db);
        s->failed |= *d == GRAPH_NONE;
    }
    if (*d != GRAPH_NONE && g->node[*d].op == OP_CONST && g->node[*d].k == 0)
        *d = GRAPH_NONE;
}

perp_status graph_tangent(graph *g, uint32_t m, const graph_id *roots,
                          uint32_t n, const uint32_t *var, const graph_id *dir,
                          graph_id *out)
{
    sweep s = {.g = g};
    graph_id zero = graph_const(g, 0);
    int known = zero != GRAPH_NONE;
    for (uint32_t i = 0; i < m; i++)
        known = known && roots[i] != GRAPH_NONE;
    for (uint32_t k = 0; k < n; k++)
        known = known && dir[k] != GRAPH_NONE;
    if (!known)
        return g->why;
    begin(&s, m, roots);
    uint32_t *chosen = chosen_inputs(&s, n, var);
    for (uint32_t i = 0; i < s.m && !s.failed; i++)
        forward(&s, i, chosen, dir);
    for (uint32_t i = 0; i < m && !s.failed; i++) {
        out[i] = s.slot[place(&s, roots[i])];
        out[i] = out[i] == GRAPH_NONE ? zero : out[i];
    }
    memory_free(chosen);
    return end(&s);
}
