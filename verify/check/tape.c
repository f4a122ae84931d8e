/**
# Tapes: formulas as straight-line programs

doc/70-certificate.md, The statement. A tape is a list of instructions without
loops and jumps; each refers to slots before its own (`read_count(r, slots -
1)`, with `slots` counted up as it goes). So a tape is a finite expression by
its form, every value can be computed in one pass, and no tape can refer to
itself. `sel` chooses between two numbers that are both there; it does not
branch.

An example, the gap $\max(y - \frac12, x)$ over the inputs $x, y, v_x, v_y, t$:

    tape gaps 5 1 2 1
    const 1/2                slot 5
    sub 1 5                  slot 6: y - 1/2
    max 6 0                  slot 7
    out 7

Here tapes are read, and one question is answered by their text alone; dual.c
computes their values.

## How linear is it?

`tape_degree` gives 0 if no output can depend on certain inputs, 1 if all are
linear in them, else 2. By recursion over the slots: inputs that are asked
about have 1, other inputs and constants 0; sums, differences and negatives
have the larger degree of their operands, a product the sum of them, a
quotient by something of degree 0 that of its numerator, and any other
function of something that moves has 2. This is a bound from above: $q - q$
and $0 \cdot q$ have degree 1, though they do not move, so "constant" and
"linear" may be denied to a formula that is, and are never granted to one that
is not. Each use needs exactly this side:

In the tape above $y - \frac12$ has degree 1 in the coordinates, the maximum
2: one wall is linear, a corner made by `max` is not, though it is piecewise
linear, because no single row n describes it. As a contact of two gaps it
would be linear.

* node.c asks whether all gaps are linear in the coordinates, so that $K$ is a
  polyhedron, before it demands more of a proof;
* level2.c refuses gaps and rows of slips that may depend on velocities or time.
*/
#include "statement.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int operands;
} op[OPERATIONS] = {{"add", 2}, {"sub", 2},  {"mul", 2}, {"div", 2},
                    {"neg", 1}, {"sqrt", 1}, {"sin", 1}, {"cos", 1},
                    {"max", 2}, {"sel", 3}};

/* Into slot number `slots`: every operand is below it. */
static instruction read_instruction(reader *r, long slots)
{
    instruction x = {0, {0, 0, 0}};
    const char *word = read_word(r);
    while (x.op < OPERATIONS && strcmp(word, op[x.op].name) != 0)
        x.op++;
    if (x.op == OPERATIONS)
        refuse(r, "an instruction expected, not '%.20s'", word);
    for (int i = 0; i < op[x.op].operands; i++) {
        read_text(r, " ");
        x.a[i] = (uint32_t)read_count(r, slots - 1);
    }
    read_text(r, "\n");
    return x;
}

static long read_size(reader *r, long wanted)
{
    read_text(r, " ");
    long n = read_within(r, MOST_COUNT);
    if (wanted >= 0 && n != wanted)
        refuse(r, "%ld does not fit: %ld expected", n, wanted);
    return n;
}

/* tape NAME inputs constants instructions outputs, and the lines behind it.
   Inputs and outputs are known from the sizes of the statement, and must be
   these. */
void read_tape(reader *r, const char *name, long inputs, long outputs, tape *t)
{
    size_t room[3] = {0, 0, 0};
    read_text(r, "tape ");
    read_text(r, name);
    t->inputs = read_size(r, inputs);
    const long consts = read_size(r, -1);
    t->instrs = read_size(r, -1);
    t->outputs = read_size(r, outputs);
    read_text(r, "\nconst");
    while (t->consts < consts) {
        t->konst = more(r, t->konst, (size_t)t->consts + 1, &room[0],
                        sizeof *t->konst);
        mpq_init(t->konst[t->consts++]);
        read_text(r, " ");
        read_ratio(r, t->konst[t->consts - 1]);
    }
    read_text(r, "\n");
    long slots = t->inputs + t->consts;
    for (long i = 0; i < t->instrs; i++) {
        t->code = more(r, t->code, (size_t)i + 1, &room[1], sizeof *t->code);
        t->code[i] = read_instruction(r, slots++);
    }
    read_text(r, "out");
    for (long i = 0; i < t->outputs; i++) {
        t->out = more(r, t->out, (size_t)i + 1, &room[2], sizeof *t->out);
        read_text(r, " ");
        t->out[i] = (uint32_t)read_count(r, slots - 1);
    }
    read_text(r, "\n");
}

void tape_free(tape *t)
{
    for (long i = 0; i < t->consts; i++)
        mpq_clear(t->konst[i]);
    given_back(t->konst);
    given_back(t->code);
    given_back(t->out);
}

int tape_degree(reader *r, const tape *t, long from, long to)
{
    size_t room = 0;
    const long first = t->inputs + t->consts;
    uint8_t *d = more(r, NULL, (size_t)(first + t->instrs), &room, 1);
    int most = 0;
    for (long k = 0; k < first; k++)
        d[k] = k >= from && k < to;
    for (long k = 0; k < t->instrs; k++) {
        const instruction *x = &t->code[k];
        int sum = 0, top = 0;
        for (int i = 0; i < op[x->op].operands; i++) {
            sum += d[x->a[i]];
            top = d[x->a[i]] > top ? d[x->a[i]] : top;
        }
        if (x->op == MUL)
            top = sum > 2 ? 2 : sum;
        else if (x->op > MUL && x->op != NEG && sum > 0)
            top = x->op == DIV && d[x->a[1]] == 0 ? top : 2;
        d[first + k] = (uint8_t)top;
    }
    for (long k = 0; k < t->outputs; k++)
        most = d[t->out[k]] > most ? d[t->out[k]] : most;
    given_back(d);
    return most;
}
