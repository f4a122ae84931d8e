/**
# The statement

What a proof is about: scheme, parameters, initial state, and the tapes. Levels
L0, L1 and R need of the tapes only that they can be read.
*/
#ifndef PERP_CHECK_STATEMENT_H
#define PERP_CHECK_STATEMENT_H

#include "perp_check.h"

/* ---- tape.c: straight-line programs over inputs, constants, instructions */

enum { ADD, SUB, MUL, DIV, NEG, SQRT, SIN, COS, MAX, SEL, OPERATIONS };

typedef struct {
    uint8_t op;
    uint32_t a[3];
} instruction;

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
/* One of two words: is it the second? */
int read_choice(reader *r, const char *tag, const char *no, const char *yes);

/* ---- scene.c, bindings.c ------------------------------------------------ */

typedef struct {
    int slips;
    mpq_t mu;
} contact;

/* Whose step: GAP08's family, or AP02's (12), (7), (34); P10's. */
enum { FAMILY, LINEAR, EXPLICIT, LIMIT, PAOLI, MOREAU, FORMS };

typedef struct {
    long size[2][3]; /* coordinates, velocities, parameters of each side */
    int slips;
    tape gap, d;
} kind;

typedef struct {
    long n, size[3], numbers;
    int32_t *place; /* of each thing: coordinates, velocities; -1: the world */
    mpq_t *param;
} side;

/* A binding: contacts [first, first + n) */
typedef struct {
    long first, n, kind, side[2];
    contact each;
    int32_t *pair;
} range;

typedef struct {
    char sum[65];
    mpq_t h, alpha, gamma, restitution, T, tolerance;
    int form, sharp, uniform, jacobians, has_F, has_G;
    long nq, nv, joints, springs, own, bindings, contacts;
    array q, v, stiffness, damping;
    contact *contact; /* own */
    range *range;     /* bindings */
    long kinds, sides;
    kind *kind;
    side *side;
    size_t kind_room, side_room;
    tape inertia, force, theta, phi, gaps, slips;
} scene;

void bindings_read(reader *r, scene *s);
void bindings_free(scene *s);
void scene_init(scene *s);
void scene_read(reader *r, scene *s);
void scene_free(scene *s);
const contact *scene_contact(const scene *s, long id);
#endif
