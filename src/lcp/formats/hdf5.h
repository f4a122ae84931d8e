/**
# HDF5, as far as a problem wants it

A file in HDF5 is a tree of groups whose leaves are arrays. The bytes are read here,
without the library: every address is looked at before anything is taken from it, so
that a file that is cut, or bent, or not what it says, is refused in one line. Read
are what the library writes unless it is told otherwise: superblocks of versions 0 to
3, groups as symbol tables and as links that stand in their header, arrays that
stand in one piece, whole numbers of one to eight bytes and IEEE's of four and eight,
in either order. Arrays in chunks, packed or not, and groups of so many members that
they are stored in a heap of their own are refused, and the message says which
program of HDF5's own puts that right.
*/
#pragma once

#include <stdio.h> /* before gmp.h, which then declares what prints */

#include "lcp/problem/lcp_text.h"

#include <stdint.h>

/* A file in memory: borrowed. `root` is the address of its first group. */
typedef struct {
    const char *name;
    const unsigned char *at;
    uint64_t len, root;
} hdf5_file;

typedef enum {
    HDF5_NONE,
    HDF5_GROUP,
    HDF5_WHOLE,
    HDF5_REAL,
    HDF5_OTHER
} hdf5_kind;

/* What a path leads to. Of arrays: where they are, borrowed, all of them inside
   of the file; how many elements of how many bytes; in which order, and whether
   whole numbers have a sign. */
typedef struct {
    hdf5_kind kind;
    const unsigned char *at;
    uint64_t count;
    int size, big, sign;
} hdf5_data;

/* Are the text's first eight bytes those of HDF5? */
int hdf5_begins(const lcp_text *t);

/* INPUT with the name and the place, in bytes. */
perp_status hdf5_open(const lcp_text *t, hdf5_file *out);

/* What stands at this path, "/a/b/c"; NONE: no member has that name. INPUT. */
perp_status hdf5_find(const hdf5_file *f, const char *path, hdf5_data *out);

/* Element k of an array of whole numbers, or of reals. A whole number that 63
   bits do not hold is the largest that they do, or the least. */
int64_t hdf5_whole(const hdf5_data *d, uint64_t k);
double hdf5_real(const hdf5_data *d, uint64_t k);
