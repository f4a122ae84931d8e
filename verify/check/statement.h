/**
# The statement: what a proof is about

doc/70-certificate.md, The statement. `FILE.scene` names a scheme and its
parameters, the initial state, constraints, and as *tapes* the formulas of mass,
forces, gaps and directions. Which of this a level relies on:

| | L0, L1, R | L2 |
|---|---|---|
| scheme, h, alpha, gamma, e, T, clock | yes | yes |
| project: does a projection stand behind each position, and with which rows? (C13) | yes | yes |
| rounding: are velocities truncated, or nothing rounded? | yes | yes |
| jumps, hits: may there be collisions at rest, and in steps? (C17) | yes | yes |
| active: must a contact that touched be listed again? (C8) | L1, R | yes |
| jacobians: are there $k_{1q}$, $k_{1v}$? | no | yes |
| initial q and v | yes | yes |
| stiffness, damping, mu; how many slips a contact has | yes | yes |
| of `theta` the corners of friction, the deformations at the start | yes | none |
| tapes, kinds, things | their form; P10: linear? | values and gradients |
| tolerance | no | which contacts may be listed |
| penetration | no | how deep a contact may be at the start |
| kept_basis: which of several solutions may a step have taken? | no | no |
| gap_t, offset, control | none | none |
| names | no | no |

So two statements that differ in a tape alone have the same proofs of level L1:
there the rows' numbers are what is solved, and that they are the scene's is not
claimed. Level L2 closes this gap.

**Shapes.** $n_q$ coordinates, $n_v$ velocities; without rates $\Gamma$ they are
as many. A scene tape has $n_q + n_v + 1$ inputs: $q$, $v$, $t$, in this order.
A tape of a kind has the coordinates of A and B, their velocities, their
parameters. Units are SI: m and rad, m/s and rad/s, kg, N, s.
*/
#ifndef PERP_CHECK_STATEMENT_H
#define PERP_CHECK_STATEMENT_H

#include "perp_check.h"

/* ---- tape.c: straight-line programs over inputs, constants, instructions */

enum { ADD, SUB, MUL, DIV, NEG, SQRT, SIN, COS, MAX, SEL, OPERATIONS };

/* An instruction writes one slot and reads earlier ones: a[0], a[1], a[2], as
   many as its operation has. SEL: a[0] where a[2] >= 0, else a[1]. */
typedef struct {
    uint8_t op;
    uint32_t a[3];
} instruction;

/* Slots are counted from 0: inputs, then constants (exact fractions), then one
   for each instruction. out[k] is the slot of output k; an input may be an
   output. */
typedef struct {
    long inputs, consts, instrs, outputs;
    mpq_t *konst;
    instruction *code;
    uint32_t *out;
} tape;

void read_tape(reader *r, const char *name, long inputs, long outputs, tape *t);
void tape_free(tape *t);
/* The largest degree of an output, 2 for anything not linear, when the inputs
   [from, to) are free and the others are constants. */
int tape_degree(reader *r, const tape *t, long from, long to);

/* ---- words.c ------------------------------------------------------------ */

void read_name(reader *r);
void read_ratio(reader *r, mpq_ptr x);
void read_line_ratio(reader *r, const char *tag, mpq_ptr q);
void read_coefficient(reader *r, mpq_ptr x); /* >= 0, behind a blank */
/* One of the words of a list: which of them, from 0. */
int read_choice(reader *r, const char *tag, const char *list);

/* ---- scene.c, bindings.c ------------------------------------------------ */

/* What every level needs to know of a contact: the number of its slips (rows d,
   each standing for a pair of opposite directions) and its coefficient. */
typedef struct {
    int slips;
    mpq_t mu;
} contact;

/* Whose coefficients: GAP08's family, or AP02's (12), (7), (34); P10's. */
enum { FAMILY, LINEAR, EXPLICIT, LIMIT, PAOLI, MOREAU };

struct checker;
struct verdict;

/* What one scheme does otherwise than another; schemes.c has all of them. A
   function reads from the checker's proof and checks; of `tell` none is null. */
typedef struct {
    const char *name;
    int form;            /* coefficients of (C1), and what springs obey */
    unsigned long gamma; /* alpha = 1, gamma = 1 over this; 0: any weights */
    int rates, joints, springs; /* may there be a Gamma, joints, springs? */
    int collides, level2; /* collisions and projections; has it this level? */
    int middle;           /* contacts and rows are asked as (MJ1), (MJ2) say */
    int yields;           /* do its contacts yield? */
    const char *word;    /* what its records are called, and */
    void (*record)(struct checker *c); /* one of them, behind its first line */
    void (*motion)(struct checker *c); /* (C1), and what the rows ask */
    void (*active)(struct checker *c); /* are these the active contacts? */
    void (*energy)(struct checker *c); /* while `row` is the residual */
    void (*tell)(const struct verdict *v); /* what it adds to the verdict */
} scheme;

const scheme *scheme_named(reader *r, const char *word);

enum { VERSION = 3 }; /* of scenes and of proofs */

/* Which positions are projected, and on what: AP02 (46). */
enum { NOWHERE, ON_JOINTS, ON_CONTACTS, ON_ALL };

/* A contact of two things, written once for all its pairs. */
typedef struct {
    long size[2][3]; /* coordinates, velocities, parameters of each side */
    int slips;
    tape gap, d;
} kind;

/* n things of one sort. Thing e has the places place[e (size[0] + size[1])
   ...]: which coordinate of the system is its first, and so on, then the
   velocities; and the parameters param[e size[2] ...]. */
typedef struct {
    long n, size[3], numbers;
    int32_t *place; /* of each thing: coordinates, velocities; -1: the world */
    mpq_t *param;
} side;

/* A binding: contacts [first, first + n), pair i of them between thing pair[2
   i] of side[0] and thing pair[2 i + 1] of side[1]. */
typedef struct {
    long first, n, kind, side[2];
    contact each;
    int32_t *pair;
} range;

/* sum: the digest, in hexadecimal digits. own: the contacts that the scene
   lists itself, `contacts` all of them. stiffness and damping are dense, over
   one denominator; q, v sparse. */
typedef struct {
    char sum[65];
    mpq_t h, alpha, gamma, restitution, T, tolerance, penetration;
    const scheme *how;
    int form, sharp, uniform, jacobians, keeps, has_F, has_G; /* form: how's */
    int project, exact, jumps, hits; /* exact: nothing is rounded */
    long nq, nv, joints, springs, own, bindings, contacts;
    long *held, holds; /* springs with a stiffness, which (46) holds: so many */
    array q, v, stiffness, damping, part[2]; /* part: while they are read */
    long rows, corners; /* of contacts that yield: all n, t, o; of the polygon */
    array corner, delta; /* dense: x, y of each corner; a deformation a row */
    contact *contact; /* own */
    range *range;     /* bindings */
    long kinds, sides;
    kind *kind;
    side *side;
    size_t kind_room, side_room;
    tape inertia, force, theta, phi, gaps, slips, yield;
} scene;

void bindings_read(reader *r, scene *s);
void bindings_free(scene *s);
void scene_init(scene *s);
void read_version(reader *r, const char *of);
void read_friction(reader *r, const scene *s, contact *x);
void array_append(reader *r, array *to, array *part, mpq_ptr x);
void yield_read(reader *r, scene *s); /* deform.c: behind the contacts */
void scene_read(reader *r, scene *s);
void scene_free(scene *s);
const contact *scene_contact(const scene *s, long id);
#endif
