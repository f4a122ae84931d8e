#include "model/tape/tape_split.h"

/** ## Whose is a value?

A constant is nobody's, an input its side's, and an instruction sees what its
operands see: one side or both. What sees both is the pair's, and so is what sees
nothing but constants, and then whatever uses it. What of a
side the pair uses, or the tape puts out, is *sent*. For $g(x, y) = \sqrt{x^2 + 1} +
y\,x$ with $x$ of side 0 and $y$ of side 1 the root is of side 0 and sent, and so are
$x$ and $y$; $yx$ and the sum are the pair's. */
enum { FIRST = 1, SECOND = 2, BOTH = 3 };

typedef struct {
    const tape *t;
    uint8_t *of;   /* per value: FIRST, SECOND, BOTH; 0: a constant */
    uint8_t *sent; /* per value */
    uint32_t *at;  /* per value: its slot in the part that is being written */
} splitting;

/* Runs of the whole tape, instruction by instruction: slot, operation. */
static void mark(splitting *s, const uint8_t *whose)
{
    const tape *t = s->t;
    const uint32_t base = t->inputs + t->consts;
    for (uint32_t i = 0; i < t->inputs; i++)
        s->of[i] = whose[i] == 0 ? FIRST : SECOND;
    for (uint32_t r = 0; r < t->runs; r++)
        for (uint32_t i = t->run[r].from; i < t->run[r].to; i++) {
            const uint32_t used[3] = {t->arg[i].a, t->arg[i].b, t->arg[i].c};
            const int arity = graph_arity(t->run[r].op);
            uint8_t of = 0;
            for (int k = 0; k < arity; k++)
                of |= s->of[used[k]];
            of = of == 0 ? BOTH : of;
            s->of[base + i] = of;
            for (int k = 0; k < arity && of == BOTH; k++)
                s->sent[used[k]] = 1;
        }
    for (uint32_t k = 0; k < t->outputs; k++)
        s->sent[t->out[k]] = 1;
}

/* The slots that stand where a part's inputs do: of a side its own inputs, of
   the pair what is sent by the first side, then by the second. */
static uint32_t inputs(splitting *s, uint8_t part)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->t->inputs && part != BOTH; i++)
        if (s->of[i] == part)
            s->at[i] = n++;
    for (uint8_t side = FIRST; side <= SECOND && part == BOTH; side++)
        for (uint32_t i = 0; i < tape_values(s->t); i++)
            if (s->sent[i] && s->of[i] == side)
                s->at[i] = n++;
    return n;
}

/** ## Writing a part

Instructions stay in their order, and what stood in one run is one run: a part has
no more runs than the whole. */
static void instructions(splitting *s, uint8_t part, tape_run *run,
                         tape_arg *arg, tape *out)
{
    const tape *t = s->t;
    const uint32_t base = t->inputs + t->consts;
    const uint32_t own = out->inputs + out->consts;
    for (uint32_t r = 0; r < t->runs; r++) {
        const uint32_t from = out->instrs;
        const int arity = graph_arity(t->run[r].op);
        for (uint32_t i = t->run[r].from; i < t->run[r].to; i++) {
            if (s->of[base + i] != part)
                continue;
            const tape_arg x = t->arg[i];
            s->at[base + i] = own + out->instrs;
            arg[out->instrs++] = (tape_arg){
                s->at[x.a], arity > 1 ? s->at[x.b] : 0,
                arity > 2 ? s->at[x.c] : 0};
        }
        if (out->instrs > from)
            run[out->runs++] = (tape_run){t->run[r].op, from, out->instrs};
    }
}

static void outputs(const splitting *s, uint8_t part, uint32_t *slot, tape *out)
{
    const tape *t = s->t;
    for (uint32_t i = 0; i < tape_values(t) && part != BOTH; i++)
        if (s->sent[i] && s->of[i] == part)
            slot[out->outputs++] = s->at[i];
    for (uint32_t k = 0; k < t->outputs && part == BOTH; k++)
        slot[out->outputs++] = s->at[t->out[k]];
}

static perp_status write(arena *a, splitting *s, uint8_t part, tape *out)
{
    const tape *t = s->t;
    const size_t most = (size_t)tape_values(t) + t->outputs;
    tape_run *run = arena_take(a, t->runs + 1, sizeof *run);
    tape_arg *arg = arena_take(a, t->instrs + 1, sizeof *arg);
    uint32_t *slot = arena_take(a, most, sizeof *slot);
    if (run == NULL || arg == NULL || slot == NULL)
        return PERP_NO_MEMORY(most * sizeof *slot);
    *out = (tape){.inputs = inputs(s, part),
                  .consts = t->consts,
                  .konst = t->konst,
                  .run = run,
                  .arg = arg,
                  .out = slot};
    for (uint32_t k = 0; k < t->consts; k++)
        s->at[t->inputs + k] = out->inputs + k;
    instructions(s, part, run, arg, out);
    outputs(s, part, slot, out);
    return PERP_SUCCESS;
}

perp_status tape_split(arena *a, const tape *t, const uint8_t *whose,
                       tape_parts *out)
{
    const size_t n = (size_t)tape_values(t) + 1;
    splitting s = {.t = t,
                   .of = arena_take(a, n, 1),
                   .sent = arena_take(a, n, 1),
                   .at = arena_take(a, n, sizeof *s.at)};
    if (s.of == NULL || s.sent == NULL || s.at == NULL)
        return PERP_NO_MEMORY(n * sizeof *s.at);
    mark(&s, whose);
    PERP_TRY(write(a, &s, FIRST, &out->side[0]));
    PERP_TRY(write(a, &s, SECOND, &out->side[1]));
    return write(a, &s, BOTH, &out->pair);
}
