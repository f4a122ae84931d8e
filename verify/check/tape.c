#include "statement.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int operands;
} op[OPERATIONS] = {{"add", 2}, {"sub", 2},  {"mul", 2}, {"div", 2},
                    {"neg", 1}, {"sqrt", 1}, {"sin", 1}, {"cos", 1},
                    {"max", 2}, {"sel", 3}};

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
    long n = read_count(r, MOST_COUNT);
    if (wanted >= 0 && n != wanted)
        refuse(r, "%ld does not fit: %ld expected", n, wanted);
    return n;
}

/* tape NAME inputs constants instructions outputs */
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
