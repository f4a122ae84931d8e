/**
# The tableau in doubles

Whoever reads for the papers may stop at `tableau.h`; here begins what makes it
fast.
*/
#pragma once

#include "lcp/problem/lcp.h"
#include "lcp/tableau/tableau.h"
#include "number/f64_width.h"

#include <stdint.h>

/* How doubles decide; both are pure numbers below one. */
typedef struct {
    double pivot; /* entries at most this, times the largest of the column,
                     are zero to the ratio test */
    double tie;   /* a row whose value at the blocking point is at most this,
                     times the largest right-hand side, ties */
} tableau_f64_rules;

/* How a dictionary is kept. All forms do the same operations on every entry in
   the same order: their bits are the same. */
typedef enum {
    F64_SMALL,   /* every entry up to date, length known to the compiler: no
                   free unknowns, n at most F64_SMALL_ROWS */
    F64_WHOLE,   /* every entry up to date, any size */
    F64_DELAYED, /* blocked pivots: exchanges are kept, and done together; no
                    free unknowns */
    F64_LAZY     /* lazy column updates, when a column is asked for: no free
                    unknowns, n at most F64_LAZY_ROWS */
} f64_form;

enum {
    F64_SMALL_ROWS = 32,
    F64_NEAR_ROWS = 64, /* so long a column of F64_LAZY stays in registers */
    F64_LAZY_ROWS = 256,
    F64_FEW_ROWS = 16, /* the fastest form is F64_SMALL up to here, or further:
                          f64_taking */
    F64_DELAY = 48,    /* exchanges in a block of F64_DELAYED, eights */
    F64_PANEL = 16,    /* rows of what is kept of them that lie together */
    F64_AHEAD = 512    /* so many numbers ahead are prefetched */
};

/* An exchange that columns have not seen. */
typedef struct {
    /* F64_LAZY: all bits when the row is not that of the one before */
    int64_t other[2];
    int row;
    int before;     /* F64_DELAYED: the last kept one in the same row; or -1 */
    double inverse; /* minus the reciprocal of the pivot */
} f64_exchange;

/* Where the answer of a tableau goes that has come to the end of its path. */
typedef struct {
    double unit;    /* z is unit times the tableau's */
    uint8_t *basis; /* n: 1 where z_i is basic */
    double *z, *w;  /* n each */
} f64_answer;

/* One form for one kind of registers. */
typedef struct tableau_f64 tableau_f64;
typedef struct {
    tableau_operations ask;
    f64_form form;
    int unit; /* columns are padded with zeros to a multiple of this */
    void (*settle)(tableau_f64 *t); /* null: nothing is kept */
    /* F64_DELAYED and F64_LAZY, else null: brings column c up to date. */
    void (*bring)(tableau_f64 *t, int c);
    /* F64_SMALL and F64_LAZY, else null. Keeps A and b, by rows; returns the
       largest |A|. */
    double (*take)(tableau_f64 *t, const double *A, const double *b);
    /* Fills the dictionary with what was taken, A times a power of two, the
       covering column with d (null: ones); behind the right-hand side zeros. */
    void (*spread)(tableau_f64 *t, double unit, const double *d);
    /* F64_SMALL, else null: what was taken, A times `unit`, in units of `even`,
       a power of two for each row and pair and zeros up to t->stride: rows,
       columns and b, to n + 1 columns at `to`, aligned as those of `start`. */
    void (*even)(const tableau_f64 *t, double unit, const double *even,
                 double *to);
    /* Of t->z, nowhere negative, as a solution of the problem that was taken:
       lcp_residual. t->w becomes A z + b. */
    double (*residual)(tableau_f64 *t);
    /* Basis, z and w = A z + b of the right-hand side; t->z is z, and what is
       returned its residual. Where z_i is not basic its value is read from the
       zeros behind the right-hand side. */
    double (*answer)(tableau_f64 *t, const f64_answer *out);
    /* F64_SMALL, else null. The whole path as lemke_run would go it: of what
       was taken, A times `unit`, a power of two, covered with d (null: ones);
       or for 0 of the dictionary that has been filled. Its columns are not
       brought to the end, the right-hand side and the lists are. */
    lcp_outcome (*path)(tableau_f64 *t, double unit, const double *d, int limit,
                        lemke_end *end);
    /* F64_SMALL, else null: puts a tableau of n rows, whose kernel and rules
       are known, into `doubles` numbers at T, everybody in the first place. */
    void (*lay)(tableau_f64 *t, int n, double *T);
    size_t doubles;
} f64_kernel;

struct tableau_f64 {
    tableau head;
    const f64_kernel *kernel;
    tableau_f64_rules rules;
    int stride;   /* doubles from one column to the next */
    double *T;    /* cols columns of `stride`, then the right-hand side */
    int fresh;    /* the column whose ratios are known; or -1 */
    double least; /* the smallest of them */
    /* F64_SMALL: the row that has it, as far as that was known early, and along
       Lemke's path the column of the partner of each row's variable. Guesses:
       wrong ones cost time */
    int early, *mate;
    int before;      /* the column of the exchange before; or -1 */
    double *unit;    /* work space: one column */
    int *candidate;  /* work space: rows still in the ratio test */
    double *inverse; /* the reciprocals of column `fresh` */
    double *value;   /* work space: their values */
    uint64_t *among; /* work space: the same as bits */
    /* F64_DELAYED, F64_LAZY: the exchanges that are kept, room for so many,
       with the columns that entered, the former in panels; column c has seen
       those up to since_c. For F64_LAZY it may be -1: nothing, it is `measure`
       times its column of A */
    int waiting, room;
    f64_exchange *exchange;
    double *kept;
    int *since;
    double measure;
    /* F64_DELAYED: cross_iq, of column i that was kept the entry in the row of
       exchange q > i; F64_DELAY by F64_DELAY */
    double *cross;
    /* F64_SMALL, F64_LAZY: the problem as it was taken, and its answer; all
       columns of `stride` */
    double *start; /* A, then b */
    double *z, *w;
};

/* The width that is fastest for columns of n rows, of those that a machine with
   `width` has. */
f64_width f64_fitting(int n, f64_width width);

/* The kernel that is fastest for the size. */
const f64_kernel *f64_best(int free, int n, f64_width width);

/* The one that is fastest for a problem of n pairs that it takes itself. */
const f64_kernel *f64_taking(int n, f64_width width);

/* The kernel of that form, null when it has none for the size. */
const f64_kernel *f64_choose(f64_form form, int free, int n, f64_width width);

/* A tableau whose numbers the caller fills in through tableau_f64_column. All
   memory is the arena's. Uses the best kernel, or the one given. */
perp_status tableau_f64_new(arena *a, int free, int n, tableau_f64_rules rules,
                            tableau_f64 *out);
perp_status tableau_f64_new_as(arena *a, int free, int n,
                               tableau_f64_rules rules, const f64_kernel *as,
                               tableau_f64 *out);

/* Column c of the dictionary, or for c = cols the right-hand side. The latter
   is always up to date, the others after tableau_f64_settle. */
static inline double *tableau_f64_column(const tableau_f64 *t, int c)
{
    return t->T + (size_t)c * (size_t)t->stride;
}

/* Does the exchanges that are kept. */
void tableau_f64_settle(tableau_f64 *t);

/* Zeros everywhere. A new F64_SMALL or F64_LAZY holds anything, and its columns
   are padded with zeros: this comes before they are filled one by one. */
void tableau_f64_blank(tableau_f64 *t);

/* Fills the numbers from A and b by rows; the covering column is d in the
   pairs (null: ones) and 0 in the equations. */
void tableau_f64_load(tableau_f64 *t, const double *A, const double *b,
                      const double *d);

/* T(:, j) = unit times A(:, j), j < n, for the n x n block at A of a matrix
   stored by rows `all` apart; -0 becomes 0. */
void tableau_f64_transpose(tableau_f64 *t, int all, const double *A,
                           double unit);

/* Puts the tableau back to its first place, after numbers were filled in. */
void tableau_f64_restart(tableau_f64 *t);
