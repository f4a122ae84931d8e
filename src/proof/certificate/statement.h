/**
# The statement: what a proof is about

A scene in canonical text: scheme and parameters, names, the initial state,
contacts, kinds, sides, bindings, and the tapes of everything a scene writes. Gradients
are not in it: who wants them differentiates the tapes. doc/70-certificate.md
has the grammar.
*/
#pragma once

#include "proof/certificate/ink.h"
#include "model/step/step.h"
#include "model/system/system.h"

/* All borrowed. q, v: what the run begins with. exact: numbers as the scene
   writes them, not the doubles nearest to them. */
typedef struct {
    const perp_system *s;
    const char *scheme;
    mpq_srcptr h, alpha, gamma, restitution, T, tolerance;
    double penetration;
    int sharp, uniform, jacobians, exact;
    int keeps; /* steps are offered the bases of the last ones */
    project_form project;
    int jumps, hits; /* may collisions be: at rest, in a step? */
    const mpq_t *q, *v;
    /* Contacts that yield: friction's corners, x and y of each, none when it is
       a disc or an interval; the deformations, a number for each row, or null:
       0. */
    int yields, corners;
    const mpq_t *corner, *delta;
} statement;

/* Writes it to the path; digest (65 characters) is the SHA-256 of the file. */
perp_status statement_write(const char *path, const statement *st,
                            char *digest);
