/**
# Tapes

A tape is a straight-line program in runs of one opcode: slots are
inputs | constants | instructions, and each run fills consecutive slots. The
order is canonical (depth-first from the outputs, then scheduled into runs by a
fixed tie rule), so the same expressions give the same tape.
*/
#pragma once

#include "base/arena.h"
#include "model/graph.h"

typedef struct {
    uint8_t op;        /* graph_op */
    uint32_t from, to; /* instructions [from, to) */
} tape_run;

typedef struct {
    uint32_t a, b, c; /* slots; unused ones are 0 */
} tape_arg;

typedef struct {
    uint32_t inputs, consts, instrs, runs, outputs;
    const double *konst; /* consts */
    const mpq_t *exact;  /* consts: the number meant (konst is it, rounded) */
    const tape_run *run;
    const tape_arg *arg;
    const uint32_t *out;  /* outputs: slots */
    const uint32_t *line; /* instrs: scene lines */
} tape;

/* Doubles a caller must provide as work space: one per slot. */
static inline uint32_t tape_slots(const tape *t)
{
    return t->inputs + t->consts + t->instrs;
}

/* The tape of n roots over `inputs` inputs. Everything but the exact numbers
   lives in the arena. tape_clear gives those back. */
perp_status tape_make(arena *a, const graph *g, uint32_t n,
                      const graph_id *roots, uint32_t inputs, tape *out);
void tape_clear(tape *t);

/* out = tape(in) in doubles. work: tape_slots doubles. Allocates nothing.
   A value that is not finite is an INPUT error that names the scene line and
   the operation ("square root of a negative number"). sin and cos go through
   the process's memo, so equal arguments are evaluated once. */
perp_status tape_f64(const tape *t, const double *in, double *work,
                     double *out);

/* out = tape(in) over the rationals, inputs and outputs initialised by the
   caller. INPUT error "not rational" with the scene line at the square root
   of a non-square, at sin and cos of anything but zero; and at 1/0. */
perp_status tape_exact(const tape *t, const mpq_t *in, mpq_t *out);
