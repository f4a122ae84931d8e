/**
# A generator of contact problems

Problems as they occur: bodies with masses, contacts with normals and friction
directions, one step of AP02 condensed to the LCP (24), or one increment of HP23
(75). Everything is made from a family, a seed and an index with additions,
products, quotients and roots only, so the same three numbers give the same bits
on every machine. It knows nothing of the solver.
*/
#pragma once

#include <stdint.h>
#include <stdio.h>

/* w = A z + b, A by rows. Owned: give it back with generator_free. */
typedef struct {
    int n;
    double *A, *b;
} generated;

typedef struct {
    const char *name; /* no spaces; the name on a command line */
    const char *text; /* what it is, for a table */
    int n;            /* size of its problems */
    int contacts;
} generator_family;

extern const generator_family generator_families[];
extern const int generator_count;

/* The family of this name, or -1. */
int generator_find(const char *name);

/* Problem `index` of a family. -1 when memory is refused. */
int generator_make(int family, uint64_t seed, int index, generated *out);
void generator_free(generated *g);

/* Writes the problem in the text format that `perp solve` reads: hexadecimal
   doubles, nothing lost. -1 when the stream fails. */
int generator_write(FILE *f, const generated *g, const char *comment);
