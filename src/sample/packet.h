/**
# Eight samples at one place of the roads

A packet holds the right-hand sides of eight samples, a row of the dictionary in
a row of eight numbers. All eight do the same operations with the same numbers of
the matrix: what lies in a register beside each other are samples, no sum goes
across it, and nothing has to be picked out of it. The bits are those of one
problem at a time, in registers of any width.
*/
#pragma once

#include "impact/halm_posa.h"
#include "sample/roads.h"

enum { PACKET = 8 };

/* Rows of eight; unused places hold anything finite. */
typedef struct {
    double *b; /* n: the problem; arrive: the next one, without bounds */
    double *v; /* nv, behind b */
    double *u; /* n: the right-hand side */
    double *z, *w; /* n: the answer */
    double tolerance; /* a slower approach is none */
} packet_rows;

typedef struct {
    /* The rows that are first to leave; -1 where there is nothing to do, or
       numbers are none. */
    void (*first)(int n, double tie, const double *b, int64_t *row);
    /* `length` numbers of PACKET samples, a multiple of PACKET, turned into rows
       of PACKET, or back. */
    void (*turn)(int length, const double *const *samples, double *rows);
    void (*turn_back)(int length, const double *rows, double *const *samples);
    /* The rows that tie at a place, as bits; none when nothing blocks. */
    void (*ratios)(int n, double tie, const road *at, const double *u,
                   uint64_t *tied);
    /* u += a times the factor of each sample. */
    void (*move)(int n, const double *a, const double *factor, double *u);
    /* The same for one sample, u with zeros behind it. */
    uint64_t (*ratios_of_one)(int n, double tie, const road *at,
                              const double *u);
    void (*move_one)(int n, const double *a, double factor, double *u);
    /* At an end: z and w of the step, the next v and b; as bits, who is colliding
       then. Returns the bits of those whose residual is not negligible. */
    uint64_t (*arrive)(const halm_posa *g, const roads *k, const road *end,
                       const packet_rows *x, uint64_t *colliding);
    /* draw_bounds, p rows. */
    void (*bounds)(const halm_posa_options *o, const uint64_t *sample,
                   const int64_t *step, int p, double *out);
} packet_kernel;

const packet_kernel *packet_choose(f64_width width);
