#include "model/tape/tape_cases.h"

#include <string.h>

/** ## An example

The sign of a direction in one dimension: with $s = \mathrm{where}(y, x, -x)$ the tape puts
out $\max(y / s, -1)$. For $x \in [1, 2]$ and $y \in [-1, 1]$ the divisor is in $[-2, 2]$. In
two cases it is $\max(y / x, -1)$, in $[-1, 1]$, and $\max(y / (-x), -1)$, in $[-1, 1]$; whatever
$y$ decides, the output is in $[-1, 1]$.

*Why not only the quotient in two cases?* It would be known, and a half of what it is for would be
lost. Two edges whose faces look the same way touch with neither sign of their normal: with the one
it is against a face of the first, with the other against one of the second. From a normal that is
either, each component on its own, neither follows. */

typedef struct {
    const tape *t;
    uint32_t sign;   /* the slot of the choice */
    uint32_t *at[2]; /* per value: its slot in either case */
    tape_run *run;
    tape_arg *arg;
    tape *out;
} cases;

/* The operation that fills a slot; OP_VAR: an input or a constant. */
static uint8_t made_by(const tape *t, uint32_t slot)
{
    const uint32_t base = t->inputs + t->consts;
    for (uint32_t r = 0; r < t->runs; r++)
        if (slot >= base + t->run[r].from && slot < base + t->run[r].to)
            return t->run[r].op;
    return OP_VAR;
}

static const tape_arg *operands(const tape *t, uint32_t slot)
{
    return t->arg + (slot - t->inputs - t->consts);
}

static int is_sign(const tape *t, uint32_t slot)
{
    if (made_by(t, slot) != OP_SEL)
        return 0;
    const tape_arg *x = operands(t, slot);
    return (made_by(t, x->b) == OP_NEG && operands(t, x->b)->a == x->a) ||
           (made_by(t, x->a) == OP_NEG && operands(t, x->a)->a == x->b);
}

/* 0: there is none. What has slot 0 is an input or a constant. */
static uint32_t first_sign(const tape *t)
{
    for (uint32_t r = 0; r < t->runs; r++)
        for (uint32_t i = t->run[r].from;
             i < t->run[r].to && t->run[r].op == OP_DIV; i++)
            if (is_sign(t, t->arg[i].b))
                return t->arg[i].b;
    return 0;
}

static uint32_t emit(cases *s, tape_arg x)
{
    s->arg[s->out->instrs] = x;
    return s->out->inputs + s->out->consts + s->out->instrs++;
}

/* Instruction i, once where both cases have the same operands. */
static void copy(cases *s, uint8_t op, uint32_t i)
{
    const tape *t = s->t;
    const uint32_t slot = t->inputs + t->consts + i;
    const int arity = graph_arity(op);
    const uint32_t used[3] = {t->arg[i].a, t->arg[i].b, t->arg[i].c};
    uint32_t both[2][3] = {{0}};
    for (int k = 0; k < arity; k++)
        for (int c = 0; c < 2; c++)
            both[c][k] = s->at[c][used[k]];
    for (int c = 0; c < 2; c++)
        if (slot == s->sign)
            s->at[c][slot] = c == 0 ? both[0][0] : both[0][1];
        else if (c == 1 && memcmp(both[0], both[1], sizeof both[0]) == 0)
            s->at[1][slot] = s->at[0][slot];
        else
            s->at[c][slot] =
                emit(s, (tape_arg){both[c][0], both[c][1], both[c][2]});
}

static void end_run(cases *s, uint8_t op, uint32_t from)
{
    if (s->out->instrs > from)
        s->run[s->out->runs++] = (tape_run){op, from, s->out->instrs};
}

/* An output that is another in either case is chosen by the sign's condition,
   which was there before the sign. */
static void outputs(cases *s, uint32_t *slot)
{
    const uint32_t c = s->at[0][operands(s->t, s->sign)->c];
    const uint32_t from = s->out->instrs;
    for (uint32_t k = 0; k < s->t->outputs; k++) {
        const uint32_t yes = s->at[0][s->t->out[k]];
        const uint32_t no = s->at[1][s->t->out[k]];
        slot[s->out->outputs++] =
            yes == no ? yes : emit(s, (tape_arg){yes, no, c});
    }
    end_run(s, OP_SEL, from);
}

perp_status tape_cases(arena *a, const tape *t, tape *out)
{
    const size_t n = tape_values(t), most = 2 * n + t->outputs;
    *out = *t;
    cases s = {.t = t, .sign = first_sign(t), .out = out};
    if (s.sign == 0)
        return PERP_SUCCESS;
    uint32_t *slot = arena_take(a, t->outputs + 1, sizeof *slot);
    s.at[0] = arena_take(a, 2 * n, sizeof *s.at[0]);
    s.run = arena_take(a, t->runs + 1, sizeof *s.run);
    s.arg = arena_take(a, most, sizeof *s.arg);
    if (slot == NULL || s.at[0] == NULL || s.run == NULL || s.arg == NULL)
        return PERP_NO_MEMORY(most * sizeof *s.arg);
    s.at[1] = s.at[0] + n;
    *out = (tape){.inputs = t->inputs,
                  .consts = t->consts,
                  .konst = t->konst,
                  .run = s.run,
                  .arg = s.arg,
                  .out = slot};
    for (uint32_t i = 0; i < t->inputs + t->consts; i++)
        s.at[0][i] = s.at[1][i] = i;
    for (uint32_t r = 0; r < t->runs; r++) {
        const uint32_t from = out->instrs;
        for (uint32_t i = t->run[r].from; i < t->run[r].to; i++)
            copy(&s, t->run[r].op, i);
        end_run(&s, t->run[r].op, from);
    }
    outputs(&s, slot);
    return PERP_SUCCESS;
}
