/**
# Tapes

A tape is a straight-line program in runs of one opcode: slots are
inputs | constants | instructions, and each run fills consecutive slots. The
order is canonical (depth first from the outputs, then scheduled into runs by a
fixed tie rule), so the same expressions give the same tape.

The outputs of a matrix are mostly the number zero: of the mass of a hundred bodies in
the plane 300 of 90,000 are anything else. Which they are is seen in the expressions, before
anything is evaluated, and is the same for all inputs. A tape lists the others; whoever
keeps a matrix that was all zeros has to write no more than these.

An arithmetic is an evaluator of tapes: doubles in tape_f64.c, rationals in
tape_exact.c. All of them look only at what is *chosen*: a `where` whose other
branch is the root of a negative number has a value.
*/
#pragma once

#include "base/arena.h"
#include "model/tape/graph.h"

typedef struct {
    uint8_t op;        /* graph_op */
    uint32_t from, to; /* instructions [from, to) */
} tape_run;

typedef struct {
    uint32_t a, b, c; /* slots below the instruction's own; unused ones are 0 */
} tape_arg;

typedef struct {
    uint32_t inputs, consts, instrs, runs, outputs;
    const double *konst; /* consts */
    const mpq_t *exact;  /* consts: the number meant (konst is it, rounded) */
    const tape_run *run;
    const tape_arg *arg;
    const uint32_t *out;  /* outputs: slots */
    const uint32_t *line; /* instrs: scene lines, 0 unknown */
    uint32_t nonzeros;    /* by tape_make: the outputs that are not the */
    const uint32_t *nonzero; /* number 0 by their formula, ascending */
} tape;

/* Values of an evaluation: inputs, constants, instructions. */
static inline uint32_t tape_values(const tape *t)
{
    return t->inputs + t->consts + t->instrs;
}

/* Doubles a caller must provide as work space: one per value, and a byte per
   value behind them. */
static inline uint32_t tape_slots(const tape *t)
{
    return tape_values(t) + (tape_values(t) + 7) / 8;
}

/* The tape of n roots over `inputs` inputs. Everything but the exact numbers
   lives in the arena. tape_clear gives those back; it accepts an empty tape.
   INPUT error when an expression contains an input that is not below `inputs`.
   On failure *out is the empty tape and the arena is as it was. */
perp_status tape_make(arena *a, const graph *g, uint32_t n,
                      const graph_id *roots, uint32_t inputs, tape *out);
void tape_clear(tape *t);

/* out = tape(in) in doubles. work: tape_slots doubles. Allocates nothing.
   A value that is used and not finite is an INPUT error that names the scene
   line and the operation ("line 14: square root of a negative number"), or the
   input. out is not written then. sin and cos go through a memo of the thread,
   so equal arguments are evaluated once; results do not depend on it. */
perp_status tape_f64(const tape *t, const double *in, double *work,
                     double *out);

/* The same, only of the outputs that may be other than +0: out[k] is output
   nonzero[k]. */
perp_status tape_f64_nonzeros(const tape *t, const double *in, double *work,
                              double *out);

/* out = the derivative of the tape's outputs along dir (inputs), where
   `values` is what tape_f64 has left in its work space. work: tape_values
   doubles. Of `max` and `where` it is the derivative of what was chosen. INPUT
   when one is not finite; out is not written then. Allocates nothing. */
perp_status tape_slope(const tape *t, const double *values, const double *dir,
                       double *work, double *out);

/* sin x and cos x, correctly rounded, through the memo; NaN of what is not
   finite. */
double tape_sine(double x);
double tape_cosine(double x);

/* How often this thread evaluated a sine and cosine that the memo had not. */
extern _Thread_local unsigned long tape_sincos_count;

/* out = tape(in) over the rationals, inputs and outputs initialised by the
   caller, outputs no inputs. INPUT error with the scene line at a number that
   is "not rational" (the square root of a non-square; sine and cosine of
   anything but zero) and at 1/0; LIMIT when a number grows past
   TAPE_EXACT_BITS. out is not written then. */
perp_status tape_exact(const tape *t, const mpq_t *in, mpq_t *out);
enum { TAPE_EXACT_BITS = 1 << 22 };

/* The instruction as an error names it: fails with `code` and
   "line 14: <what>", without the line when it is unknown. */
perp_status tape_blame(const tape *t, uint32_t instr, perp_code code,
                       const char *what);
