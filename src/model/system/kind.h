/**
# Kinds of contact

A library writes the contact of a disc with a disc once, as expressions in the
coordinates, velocities and parameters of two *sides*. That is a **kind**: two
tapes, `gap` for all candidates and `row` for those that are near. A **side** is
a table of all things that can stand on one side of a kind: which coordinates
of the system are theirs, and their parameters. A **binding** is the product of
two sides: the candidate pairs.

The inputs of a kind are, side by side,

    coords A | coords B | velocities A | velocities B | params A | params B

A body in the plane has q' = v, and as many velocities as coordinates. A body
that turns in space has coordinates that are not the integrals of its
velocities: a quaternion and an angular velocity. Its kind says what the rates
q' = Gamma(q) v are. The gap depends on coordinates and parameters only. The
outputs of `row` are the normal n, with gap' = n v, over the velocities of A,
then of B, and for each slip its d slip / d v in the same order.

An index KIND_WORLD is the fixed world: its value is zero and its entry of a
row goes nowhere.
*/
#pragma once

#include "base/arena.h"
#include "model/tape/graph.h"
#include "model/tape/tape.h"
#include "model/tape/tape_split.h"

#define KIND_WORLD UINT32_MAX

typedef struct {
    const char *name;
    tape gap, row;
    tape_parts part;  /* of gap: what one side does, and the pair */
    tape_parts floor; /* the same with a sign in two cases, for enclosures */
    uint32_t coords[2], vels[2], params[2]; /* of side A, of side B */
    uint32_t slips;
} kind;

/* Coordinates of both sides; inputs of both tapes. */
static inline uint32_t kind_coords(const kind *k)
{
    return k->coords[0] + k->coords[1];
}

static inline uint32_t kind_vels(const kind *k)
{
    return k->vels[0] + k->vels[1];
}

static inline uint32_t kind_inputs(const kind *k)
{
    return kind_coords(k) + kind_vels(k) + k->params[0] + k->params[1];
}

/* What kind_make wants to know. Roots are nodes over the inputs above. */
typedef struct {
    const char *name; /* borrowed; outlives the kind */
    uint32_t coords[2], params[2];
    uint32_t vels[2];     /* without rate: not read, those of coords */
    const graph_id *rate; /* q' = Gamma(q) v over the inputs, one for each
                             coordinate of A, then of B; null: q' = v */
    graph_id gap;
    uint32_t slips;
    const graph_id *slip;
} kind_form;

/* Builds both tapes in the arena; kind_clear gives back their exact numbers.
   INPUT error, with the scene line, when the gap depends on a velocity, or a
   slip or a rate is not linear in the velocities (its gradient depends on them)
   or does not vanish when they do. The last is seen from the form of the
   expression: it must fold to 0 when zeros are put in. The graph receives the
   derivatives. */
perp_status kind_make(arena *a, graph *g, const kind_form *form, kind *out);
void kind_clear(kind *k);

/* n things; all tables borrowed. A coordinate index is KIND_WORLD or an index
   of q, which the caller has checked, a velocity index the same of v. `exact`
   may be null: then the parameters are the doubles. vel may be null: then the
   velocities have the indices of the coordinates, and vels is not read.
   coord[e * coords + i], vel[e * vels + i], param[e * params + i]. */
typedef struct {
    uint32_t n, coords, params;
    const uint32_t *coord;
    const double *param;
    const mpq_t *exact;
    uint32_t vels;
    const uint32_t *vel;
} side;

typedef enum {
    KIND_ALL,  /* every pair */
    KIND_APART /* pairs that share no coordinate, and of which one moves */
} kind_rule;

typedef struct {
    const kind *k;
    const side *s[2];
    uint32_t n;      /* candidates */
    uint32_t *a, *b; /* n each: entries of side A and of side B */
} binding;

/* The candidates, by a then b, in the arena. A side bound to itself (the same
   pointer twice) gives each unordered pair once, a < b. INPUT error when a side
   does not fit the kind, LIMIT when there are 2^32 candidates or more. */
perp_status binding_product(arena *a, const kind *k, const side *side_a,
                            const side *side_b, kind_rule rule, binding *out);

/* Doubles of work space for a binding's gaps, and for one candidate's. */
size_t binding_work(const binding *b);

/* The inputs of candidate i at the coordinates q; velocities are zero. */
void binding_inputs(const binding *b, uint32_t i, const double *q, double *in);

/* The velocities of an entry of side s, as indices of v or KIND_WORLD. */
const uint32_t *binding_velocities(const binding *b, int s, uint32_t entry);

/* gap[0..n) of all candidates at the coordinates q. Allocates nothing. An
   error names the kind, the candidate's entries and what the tape said. */
perp_status binding_gaps(const binding *b, const double *q, double *work,
                         double *gap);

/* The same of the candidates id[0..n) - base only, each at its own place. */
perp_status binding_gaps_of(const binding *b, const int *id, int base,
                            uint32_t n, const double *q, double *work,
                            double *gap);

/* low[0..n): at each q with from <= q <= to, coordinate by coordinate,
   binding_gaps has no error of the candidate and makes a gap of at least that;
   -infinity where that is not known. work: twice binding_work. */
void binding_floors(const binding *b, const double *from, const double *to,
                    double *work, double *low);

/* Where the coordinates of an entry of side s are found in q. */
static inline const uint32_t *binding_coord(const binding *b, int s,
                                            uint32_t entry)
{
    return b->s[s]->coord + (size_t)entry * b->k->coords[s];
}

/* An error of candidate i's tape, with the names of kind and entries. */
perp_status binding_which(const binding *b, uint32_t i, perp_status s);

/* The same of its row, which is asked of a contact that touches. */
perp_status binding_row_which(const binding *b, uint32_t i, perp_status s);

/* Rows of candidate i, dense over nv coordinates: row[0..nv) is n, then one
   row of nv for each slip. Coordinates shared by both sides add up. */
perp_status binding_row(const binding *b, uint32_t i, const double *q,
                        uint32_t nv, double *work, double *row);

/* The same in two pieces, n and the slips' rows, where both hold zeros at the
   velocities of the candidate; and zeros back to there. What stands elsewhere
   is neither read nor written. On an error nothing is. */
perp_status binding_row_put(const binding *b, uint32_t i, const double *q,
                            double *work, size_t nv, double *const to[2]);
void binding_row_clear(const binding *b, uint32_t i, size_t nv,
                       double *const to[2]);

/* The same over the rationals; allocates and gives back. All numbers are
   initialised by the caller. binding_gap_exact is for one candidate. */
perp_status binding_gap_exact(const binding *b, uint32_t i, const mpq_t *q,
                              mpq_ptr gap);
perp_status binding_row_exact(const binding *b, uint32_t i, const mpq_t *q,
                              uint32_t nv, mpq_t *row);
