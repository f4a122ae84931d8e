#include "model/tape/tape.h"
#include "base/memory.h"

#include <string.h>

/** ## From a graph to a tape

The nodes below the roots are listed depth first, operands in the order a, b,
c. Constants take their slots in that order, and the instructions, numbered in
that order too, are then scheduled into runs. Nothing here looks at the number
of a node in the graph: what else was recorded, and when, leaves no trace. */
typedef struct {
    const graph *g;
    uint32_t listed, inputs, consts, instrs;
    uint32_t *slot;    /* listed: the value's slot; instructions at the end */
    uint32_t *node;    /* instrs: the node, in the order of the walk */
    uint32_t *pending; /* instrs: operands not yet scheduled */
    uint32_t *first;   /* instrs: its first use, an edge, or NONE */
    uint32_t *next;    /* edges 3 i + k: the next use of the same operand */
    uint32_t *waiting; /* instrs: the next of its queue of ready ones */
    uint32_t head[OP_COUNT], tail[OP_COUNT], ready[OP_COUNT];
    uint32_t *order; /* instrs: the schedule */
    tape_run *run;   /* instrs at most */
    uint32_t runs;
} layout;

#define NONE UINT32_MAX

static uint32_t place(const layout *l, graph_id id)
{
    return l->g->mark[id] - 1;
}

static perp_status count(layout *l, uint32_t n, const graph_id *roots)
{
    const graph *g = l->g;
    l->listed = graph_walk(g, n, roots);
    for (uint32_t i = 0; i < l->listed; i++) {
        const graph_node *x = &g->node[g->list[i]];
        if (x->op == OP_VAR && x->a >= l->inputs) {
            graph_walk_end(g, l->listed);
            return PERP_FAIL(PERP_INPUT,
                             "line %u: the expression contains input %u, "
                             "which is not one of its %u inputs here",
                             x->line, x->a, l->inputs);
        }
        l->consts += x->op == OP_CONST || x->op == OP_RATIO;
        l->instrs += graph_arity(x->op) > 0;
    }
    return PERP_SUCCESS;
}

static perp_status take(layout *l)
{
    size_t n = l->instrs, words = l->listed + 8 * n;
    l->slot = memory_new(words + 1, sizeof *l->slot);
    l->run = memory_new(n, sizeof *l->run);
    if (l->slot == NULL || l->run == NULL)
        return PERP_NO_MEMORY(words * sizeof *l->slot);
    l->node = l->slot + l->listed;
    l->pending = l->node + n;
    l->first = l->pending + n;
    l->waiting = l->first + n;
    l->order = l->waiting + n;
    l->next = l->order + n;
    return PERP_SUCCESS;
}

/** ## Scheduling into runs

An instruction is ready when its operands are scheduled. The next run is of
the opcode with the most ready instructions, the smaller opcode at a tie. A
run takes them first come, first served, and goes on with those of its opcode
that become ready on the way: a chain of sums is one run. An instruction is
counted as ready until its users have been asked. */
static void enqueue(layout *l, uint32_t i)
{
    uint8_t op = l->g->node[l->node[i]].op;
    l->waiting[i] = NONE;
    if (l->ready[op]++ == 0)
        l->head[op] = i;
    else
        l->waiting[l->tail[op]] = i;
    l->tail[op] = i;
}

/* Fills first, next, pending; slot of an instruction's place holds its number
   in the walk for now. */
static void link_uses(layout *l)
{
    for (uint32_t i = 0; i < l->instrs; i++) {
        const graph_node *x = &l->g->node[l->node[i]];
        const graph_id operand[3] = {x->a, x->b, x->c};
        l->first[i] = NONE;
        for (uint32_t k = 0; k < (uint32_t)graph_arity(x->op); k++) {
            if (graph_arity(l->g->node[operand[k]].op) == 0)
                continue;
            uint32_t used = l->slot[place(l, operand[k])];
            l->next[3 * i + k] = l->first[used];
            l->first[used] = 3 * i + k;
            l->pending[i]++;
        }
        if (l->pending[i] == 0)
            enqueue(l, i);
    }
}

static uint8_t fullest(const layout *l)
{
    int best = 0;
    for (int op = 0; op < OP_COUNT; op++)
        if (l->ready[op] > l->ready[best])
            best = op;
    return (uint8_t)best;
}

static void schedule(layout *l)
{
    uint32_t done = 0;
    while (done < l->instrs) {
        tape_run r = {.op = fullest(l), .from = done};
        for (; l->ready[r.op] > 0; l->ready[r.op]--) {
            uint32_t i = l->head[r.op];
            l->order[done++] = i;
            for (uint32_t e = l->first[i]; e != NONE; e = l->next[e])
                if (--l->pending[e / 3] == 0)
                    enqueue(l, e / 3);
            l->head[r.op] = l->waiting[i];
        }
        r.to = done;
        l->run[l->runs++] = r;
    }
}

/* Numbers the places in the order of the walk, then schedules. */
static void plan(layout *l)
{
    uint32_t instr = 0, konst = l->inputs;
    for (uint32_t i = 0; i < l->listed; i++) {
        const graph_node *x = &l->g->node[l->g->list[i]];
        if (graph_arity(x->op) > 0) {
            l->node[instr] = l->g->list[i];
            l->slot[i] = instr++;
        } else {
            l->slot[i] = x->op == OP_VAR ? x->a : konst++;
        }
    }
    link_uses(l);
    schedule(l);
    for (uint32_t k = 0; k < l->instrs; k++)
        l->slot[place(l, l->node[l->order[k]])] = l->inputs + l->consts + k;
}

/** ## Writing it down */
typedef struct {
    double *konst;
    mpq_t *exact;
    tape_run *run;
    tape_arg *arg;
    uint32_t *out, *line, *nonzero, nonzeros;
} arrays;

static int arrays_new(arena *a, const layout *l, uint32_t n, arrays *w)
{
    w->konst = arena_take(a, l->consts, sizeof *w->konst);
    w->exact = arena_take(a, l->consts, sizeof *w->exact);
    w->run = arena_take(a, l->runs, sizeof *w->run);
    w->arg = arena_take(a, l->instrs, sizeof *w->arg);
    w->out = arena_take(a, n, sizeof *w->out);
    w->line = arena_take(a, l->instrs, sizeof *w->line);
    w->nonzero = arena_take(a, n, sizeof *w->nonzero);
    return w->konst && w->exact && w->run && w->arg && w->out && w->line &&
           w->nonzero;
}

static void write_consts(const layout *l, arrays *w)
{
    for (uint32_t i = 0; i < l->listed; i++) {
        const graph_node *x = &l->g->node[l->g->list[i]];
        if (x->op != OP_CONST && x->op != OP_RATIO)
            continue;
        uint32_t k = l->slot[i] - l->inputs;
        w->konst[k] = x->k;
        mpq_init(w->exact[k]);
        if (x->op == OP_RATIO)
            mpq_set(w->exact[k], l->g->ratio[x->a]);
        else
            mpq_set_d(w->exact[k], x->k);
    }
}

static void write_instrs(const layout *l, arrays *w)
{
    for (uint32_t k = 0; k < l->instrs; k++) {
        const graph_node *x = &l->g->node[l->node[l->order[k]]];
        int arity = graph_arity(x->op);
        w->arg[k].a = l->slot[place(l, x->a)];
        w->arg[k].b = arity > 1 ? l->slot[place(l, x->b)] : 0;
        w->arg[k].c = arity > 2 ? l->slot[place(l, x->c)] : 0;
        w->line[k] = x->line;
    }
    if (l->runs > 0)
        memcpy(w->run, l->run, l->runs * sizeof *w->run);
}

/* Is the slot that of the number zero, of which there is one (graph.c)? */
static int zero(const layout *l, const arrays *w, uint32_t slot)
{
    const uint32_t k = slot - l->inputs; /* of an input: beyond the constants */
    return k < l->consts && mpq_sgn(w->exact[k]) == 0;
}

static void write_outputs(const layout *l, uint32_t n, const graph_id *roots,
                          arrays *w)
{
    w->nonzeros = 0;
    for (uint32_t r = 0; r < n; r++) {
        w->out[r] = l->slot[place(l, roots[r])];
        if (!zero(l, w, w->out[r]))
            w->nonzero[w->nonzeros++] = r;
    }
}

static perp_status write(arena *a, const layout *l, uint32_t n,
                         const graph_id *roots, tape *out)
{
    arrays w;
    arena_mark here = arena_here(a);
    if (!arrays_new(a, l, n, &w)) {
        arena_release(a, here);
        return PERP_NO_MEMORY(l->instrs * sizeof *w.arg);
    }
    write_consts(l, &w);
    write_instrs(l, &w);
    write_outputs(l, n, roots, &w);
    *out = (tape){.inputs = l->inputs,
                  .consts = l->consts,
                  .instrs = l->instrs,
                  .runs = l->runs,
                  .outputs = n,
                  .konst = w.konst,
                  .exact = (const mpq_t *)w.exact,
                  .run = w.run,
                  .arg = w.arg,
                  .out = w.out,
                  .line = w.line,
                  .nonzeros = w.nonzeros,
                  .nonzero = w.nonzero};
    return PERP_SUCCESS;
}

perp_status tape_make(arena *a, const graph *g, uint32_t n,
                      const graph_id *roots, uint32_t inputs, tape *out)
{
    layout l = {.g = g, .inputs = inputs};
    *out = (tape){0};
    for (uint32_t r = 0; r < n; r++)
        if (roots[r] == GRAPH_NONE)
            return g->why;
    PERP_TRY(count(&l, n, roots));
    perp_status s = take(&l);
    if (s.code == PERP_OK) {
        plan(&l);
        s = write(a, &l, n, roots, out);
    }
    graph_walk_end(g, l.listed);
    memory_free(l.slot);
    memory_free(l.run);
    return s;
}

/** The exact numbers are the only thing a tape owns outside its arena. The
casts take back a `const` that this file has given. */
void tape_clear(tape *t)
{
    for (uint32_t i = 0; i < t->consts; i++)
        mpq_clear(((mpq_t *)(uintptr_t)t->exact)[i]);
    *t = (tape){0};
}

perp_status tape_blame(const tape *t, uint32_t instr, perp_code code,
                       const char *what)
{
    if (t->line[instr] == 0)
        return status_fail(code, __func__, "%s", what);
    return status_fail(code, __func__, "line %u: %s", t->line[instr], what);
}
