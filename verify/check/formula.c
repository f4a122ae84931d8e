/**
# Formulas as text

doc/70-certificate.md, One bit. A tape is a list of instructions; a person wants
`q.y - 0.5`. What a slot computes is written in the place where it is used, with
as few parentheses as its meaning allows; what is used more than once, or would
make a line of more than 40 operations, gets a name of its own and a line before
its first use:

    t1 = sin(q.th)
    gap of 'corner' = q.y - 0.5*t1 - 0.125*cos(q.th)

So a text is about as long as its tape, whatever is shared, and writing it needs
a recursion of at most 40 steps. Of each tape at most 200 lines and 100000 bytes
are shown, and how many lines are missing is said.

## How a text is laid out

Three sweeps over the slots, none of them recursive, decide what is written
where:

1. from the last slot down, how often each is used by slots that are used
   themselves: `times`. What no output needs is used 0 times and never shown.
2. from the first slot up, how many nodes stand in its place: `nodes`, 1 for
   inputs, constants and names, else 1 and those of its operands. A slot that is
   used twice gets a name, and so does one with more than 40 nodes; its `nodes`
   become 1. So no text has more than 3 times 40 nodes and one, and the recursion
   that writes it is no deeper.
3. for each output, which names it needs that have not been told: down, then up.

A sign before an input or a constant is no reason for a name: `-q.x` is as
short as `t1`.

Parentheses follow from how tightly the top operation of an operand binds:

| operation | binds | left operand at least | right operand at least |
|---|---|---|---|
| `a + b` | 1 | 1 | 1 |
| `a - b` | 1 | 1 | 2 |
| `a*b` | 2 | 2 | 2 |
| `a/b` | 2 | 2 | 3 |
| `-a` | 3 | | 4 |
| names, inputs, functions | 4 | | |

A negative number binds like a sign, a fraction p/q like a quotient. `a + (b +
c)` is written without parentheses: for real numbers it is the same, and these
texts speak of real numbers. A sum whose second operand begins with a minus is
written as a difference, `q.x + -0.5*t1` as `q.x - 0.5*t1`, and a difference as
a sum; `turned` says that this minus has been written.

A row of slips is a sum over velocities, `n` outputs of the tape: the factor 1 is
left out, a term whose factor is the constant 0 too. `0` is written for a row
without terms: a slip that moves with nothing.

test_show reads these texts again: it evaluates every formula that is shown, with
the numbers behind the `~`, beside the tape, at random points.

## A tape by hand

The gap of a corner: inputs are slots 0 to 6, q.x, q.y, q.th, their velocities and
t; constants are slots 7 and 8, 0.5 and 0.125.

| slot | instruction | times | nodes | text in its place |
|---|---|---|---|---|
| 9 | sin 2 | 1 | 2 | `sin(q.th)` |
| 10 | mul 7 9 | 1 | 4 | `0.5*sin(q.th)` |
| 11 | sub 1 10 | 1 | 6 | `q.y - 0.5*sin(q.th)` |
| 12 | cos 2 | 1 | 2 | `cos(q.th)` |
| 13 | mul 8 12 | 1 | 4 | `0.125*cos(q.th)` |
| 14, out | sub 11 13 | 1 | 11 | `q.y - 0.5*sin(q.th) - 0.125*cos(q.th)` |

No slot is used twice and none has more than 40 nodes, so there is no name. If the
tape had another output with slot 9 in it, `times` of it would be 2: it becomes
t1, its `nodes` 1, those of slot 14 become 10, and the text is that of the head.

*What sharing would cost.* Thirty instructions, each the one before added to
itself, would be a text of $2^{30}$ times `q.x`. With names they are thirty lines:
t1 = q.x + q.x, up to t29, and the line itself, t29 + t29.

*What length would cost.* A sum of a hundred coordinates, one added after the
other, uses nothing twice. Each addition puts two nodes more into the text; behind
20 of them there are 41, and this sum gets a name. The 99 additions are four names
and a line.

## Why names are told late

A name is told in front of the first line that needs it, not at the head of its
section, so that a reader meets `t7` and its meaning together, and so that a
section that is cut after 200 lines has no names for what is not shown. Numbers
are given in the order of telling: t1 is the first that a reader meets. In a
section each name is told once; another tape begins with t1 again.

    joints: what is kept 0 (m, rad)
        t1 = cos(q.crank.th)
      joint 'A.x' = q.crank.x - 0.5*t1
        t2 = sin(q.crank.th)
      joint 'A.y' = q.crank.y - 0.5*t2
        t3 = cos(q.coupler.th)
      joint 'B.x' = q.coupler.x - 0.75*t3 - (q.crank.x + 0.5*t1)
*/
#include "record.h"
#include "show.h"

#include <stdlib.h>
#include <string.h>

static int is_number(const formulas *f, long slot)
{
    return slot >= f->t->inputs && slot < f->t->inputs + f->t->consts;
}

static mpq_srcptr value(const formulas *f, long slot)
{
    return f->t->konst[slot - f->t->inputs];
}

static const instruction *code(const formulas *f, long slot)
{
    return &f->t->code[slot - f->t->inputs - f->t->consts];
}

static int operands(const instruction *x)
{
    return x->op == SEL                                   ? 3
           : x->op == NEG || (x->op > NEG && x->op < MAX) ? 1
                                                          : 2;
}

int formula_zero(const formulas *f, long k)
{
    const long slot = f->t->out[k];
    return is_number(f, slot) && mpq_sgn(value(f, slot)) == 0;
}

/* From the last slot to the first: how often is it used by what is used. From
   the first to the last: how much is written for it, a name being 1. */
void formulas_begin(formulas *f, reader *r, const tape *t)
{
    const long first = t->inputs + t->consts, n = first + t->instrs;
    size_t room = 0;
    f->t = t;
    f->calls = f->lines = f->shown = 0;
    f->times = more(r, NULL, 3 * (size_t)n + 1, &room, sizeof *f->times);
    memset(f->times, 0, 3 * (size_t)n * sizeof *f->times);
    f->nodes = f->times + n;
    f->called = f->nodes + n;
    f->needed = zeros((size_t)n + 1, 1);
    for (long k = 0; k < t->outputs; k++)
        f->times[t->out[k]]++;
    for (long k = n - 1; k >= first; k--)
        for (int i = 0; f->times[k] > 0 && i < operands(code(f, k)); i++)
            f->times[code(f, k)->a[i]]++;
    for (long k = 0; k < n; k++) {
        f->nodes[k] = 1;
        for (int i = 0; k >= first && i < operands(code(f, k)); i++)
            f->nodes[k] += f->nodes[code(f, k)->a[i]];
        const int leaf =
            k < first || (code(f, k)->op == NEG && code(f, k)->a[0] < first);
        if (f->times[k] > 0 && !leaf &&
            (f->times[k] > 1 || f->nodes[k] > MOST_NODES)) {
            f->called[k] = -1; /* to be numbered when it is told */
            f->nodes[k] = 1;
        }
    }
}

static void put(formulas *f, const char *text)
{
    f->shown += (long)strlen(text);
    fputs(text, stdout);
}

/* How tightly the top operation binds: sums 1, products 2, a sign 3, else 4. */
static int tightness(const formulas *f, long slot)
{
    static const int of[OPERATIONS] = {
        [ADD] = 1,  [SUB] = 1, [MUL] = 2, [DIV] = 2, [NEG] = 3,
        [SQRT] = 4, [SIN] = 4, [COS] = 4, [MAX] = 4, [SEL] = 4};
    char text[64];
    if (is_number(f, slot)) {
        number_text(value(f, slot), text);
        return mpq_sgn(value(f, slot)) < 0 ? 3
               : strchr(text, '/') != NULL ? 2
                                           : 4;
    }
    return slot < f->t->inputs || f->called[slot] ? 4 : of[code(f, slot)->op];
}

/* Would its text begin with a minus? Then a sum is written as a difference. */
static int negative(const formulas *f, long slot)
{
    if (is_number(f, slot))
        return mpq_sgn(value(f, slot)) < 0;
    if (slot < f->t->inputs || f->called[slot])
        return 0;
    const instruction *x = code(f, slot);
    return x->op == NEG || ((x->op == MUL || x->op == DIV) &&
                            is_number(f, x->a[0]) && negative(f, x->a[0]));
}

static void put_slot(formulas *f, long slot, int body);

static void put_operand(formulas *f, long slot, int least)
{
    put(f, tightness(f, slot) >= least ? "" : "(");
    put_slot(f, slot, 0);
    put(f, tightness(f, slot) >= least ? "" : ")");
}

/* A number, without its minus where that was written as a difference. */
static void put_unsigned(formulas *f, long slot, char *text)
{
    char *minus;
    number_text(value(f, slot), text);
    if (f->turned && (minus = strchr(text, '-')) != NULL)
        memmove(minus, minus + 1, strlen(minus));
    f->turned = 0;
}

/* body: what a name stands for, and not the name. */
static void put_slot(formulas *f, long slot, int body)
{
    static const char *const word[OPERATIONS] = {
        [ADD] = " + ",  [SUB] = " - ",    [MUL] = "*",    [DIV] = "/",
        [NEG] = "-",    [SQRT] = "sqrt(", [SIN] = "sin(", [COS] = "cos(",
        [MAX] = "max(", [SEL] = "where("};
    char text[128];
    if (slot < f->t->inputs)
        f->name(f, slot, text);
    else if (is_number(f, slot))
        put_unsigned(f, slot, text);
    else if (f->called[slot] && !body)
        snprintf(text, sizeof text, "t%ld", f->called[slot]);
    else {
        const instruction *x = code(f, slot);
        if (x->op == NEG) {
            put(f, f->turned ? "" : "-");
            f->turned = 0;
            put_operand(f, x->a[0], 4);
        } else if (x->op <= DIV) { /* a - b - c is (a - b) - c */
            const int own = x->op <= SUB ? 1 : 2;
            put_operand(f, x->a[0], own);
            f->turned = own == 1 && negative(f, x->a[1]);
            put(f, word[f->turned ? ADD + SUB - x->op : x->op]);
            put_operand(f, x->a[1],
                        x->op == ADD || x->op == MUL ? own : own + 1);
        } else {
            const int n = operands(x);
            put(f, word[x->op]);
            for (int i = 0; i < n; i++) {
                put(f, i > 0 ? ", " : "");
                put_slot(f, x->a[x->op == SEL ? (i + 2) % 3 : i], 0);
            }
            put(f, ")");
        }
        return;
    }
    put(f, text);
}

static int full(formulas *f)
{
    return ++f->lines > MOST_LINES || f->shown > MOST_SHOWN;
}

/* Operands stand before what uses them, so one sweep down finds what a slot
   needs, and one sweep up tells each name before its use. */
static void tell_names(formulas *f, long slot)
{
    const long first = f->t->inputs + f->t->consts;
    if (slot < first)
        return;
    f->needed[slot] |= 1;
    for (long k = slot; k >= first; k--)
        for (int i = 0; (f->needed[k] & 1) && i < operands(code(f, k)); i++)
            f->needed[code(f, k)->a[i]] |= 1;
    for (long k = first; k <= slot; k++) {
        if (f->needed[k] == 1 && f->called[k] && !full(f)) {
            f->called[k] = ++f->calls;
            f->shown += printf("    t%ld = ", f->calls);
            put_slot(f, k, 1);
            put(f, "\n");
            f->needed[k] = 2; /* told */
        }
        f->needed[k] &= 2;
    }
    memset(f->needed, 0, (size_t)first);
}

void formula_line(formulas *f, const char *what, long k)
{
    if (f->lines <= MOST_LINES)
        tell_names(f, f->t->out[k]);
    if (full(f))
        return;
    put(f, "  ");
    put(f, what);
    put(f, " = ");
    put_slot(f, f->t->out[k], 0);
    put(f, "\n");
}

/* A factor 1 or -1 is not written, a term 0 neither. */
void formula_row(formulas *f, const char *what, long k, long n,
                 void (*name)(const void *of, long j, char *to), const void *of)
{
    char text[128];
    int any = 0;
    for (long j = 0; j < n && f->lines <= MOST_LINES; j++)
        tell_names(f, f->t->out[k + j]);
    if (full(f))
        return;
    put(f, "  ");
    put(f, what);
    put(f, " = ");
    for (long j = 0; j < n; j++) {
        const long slot = f->t->out[k + j];
        if (formula_zero(f, k + j))
            continue;
        const int one =
            is_number(f, slot) && (mpq_cmp_si(value(f, slot), 1, 1) == 0 ||
                                   mpq_cmp_si(value(f, slot), -1, 1) == 0);
        f->turned = any > 0 && negative(f, slot);
        if (any++)
            put(f, f->turned ? " - " : " + ");
        if (!one) {
            put_operand(f, slot, 2);
            put(f, "*");
        } else if (mpq_sgn(value(f, slot)) < 0 && !f->turned)
            put(f, "-");
        f->turned = 0;
        name(of, j, text);
        put(f, text);
    }
    put(f, any ? "\n" : "0\n");
}

/* Of the constants that were shown with a ~ the numbers themselves. */
void formulas_end(formulas *f)
{
    char text[64];
    if (f->lines > MOST_LINES || f->shown > MOST_SHOWN)
        printf("  ... and more: of a tape at most %d lines and %d bytes are "
               "shown\n",
               MOST_LINES, MOST_SHOWN);
    for (long k = 0, n = 0; k < f->t->consts && n <= 20; k++)
        if (f->times[f->t->inputs + k] > 0 &&
            !number_text(f->t->konst[k], text)) {
            if (n++ == 20)
                printf("  (more numbers with ~ than 20)\n");
            else if (mpz_sizeinbase(mpq_numref(f->t->konst[k]), 16) +
                         mpz_sizeinbase(mpq_denref(f->t->konst[k]), 16) <
                     200)
                gmp_printf("  where %s is %#Qx\n", text, f->t->konst[k]);
        }
    given_back(f->times);
    given_back(f->needed);
}
