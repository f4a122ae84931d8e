/**
# The tree of Lemke's pivot paths for one matrix, cached

Where the method stands on its way is told by a few bits: which of each pair is
basic, the pair of which neither is (there $z_0$ has taken the place), and which of
the two enters next. Of the dictionary there only the right-hand side depends on
$b$. So what a right-hand side has to know of a *place* is computed once: the
entering column, and the rows that may leave. Places are the nodes of a tree (a `road`
here), exchanges its edges; a problem walks from node to node with nothing but its
right-hand side, a product and a sum a row.

A row has the number of its pair; $z_0$ stands in the row of the pair that lacks. The
column of a place is computed from the matrix in an order that depends on the place
alone, and not from the dictionary of the problem that first reached it. So the bits do
not depend on which problems were solved before, or on what the cache has dropped.
*/
#pragma once

#include "lcp/solve/mlcp.h"
#include "lcp/kernel/tableau_f64.h"

enum {
    ROADS_ROWS = 32,
    ROADS_TIES = 8,
    ROADS_SHORT = 16 /* up to here a place keeps its factors */
};

#define ROADS_PADDED(n) (((n) + 7) / 8 * 8)

/* Lines of 64 bytes from the beginning of a place of n rows that an exchange
   reads when there are no factors: itself, and its column. */
#define ROADS_LINES(n) (1 + ROADS_PADDED(n) / 8)

typedef struct road road;

/* Ties broken at a place so far: the rows that tied, as bits, and who left, its
   row plus one, 0 for nobody. A ring: the ninth takes the place of the first.
   */
typedef struct {
    int count;
    uint32_t tied[ROADS_TIES], picked[ROADS_TIES];
} roads_ties;

/* One line of the cache: 64 bytes, and behind them for a place that is no end
   its numbers and n addresses. The key is gap, enters and basis; the rest
   follows from it, but for what has been explored. */
struct road {
    _Alignas(64) int16_t gap; /* the row of z0 */
    int16_t enters;           /* 1: its z enters, 0: its w */
    uint32_t basis;           /* bit i: z_i is basic */
    uint32_t falls;           /* bit i: row i may leave: */
    double bar;               /* its entry is below this */
    road **behind; /* n: behind the exchange at each row; null: not known */
    road *same;    /* the next of the same hash */
    roads_ties *ties;
};

/* Behind a place, but an end: the column that enters, `length` numbers; and of
   at most ROADS_SHORT rows as many factors, -1/a where a row may leave, else
   infinity. */
static inline const double *road_numbers_of(const road *x)
{
    return (const double *)(const void *)(x + 1);
}

static inline double *road_numbers(road *x)
{
    return (double *)(void *)(x + 1);
}

/** The tree, or as much of it as has been seen. `A` is the matrix of the
problem, for an impact $W_q$ in 1/kg, and `unit` a power of two by which it is
multiplied in the tableau, so that its largest entry is about one; a solution of
the tableau times `unit` is one of the problem. `start` has no key that others
could have: its gap is $-1$, and so is that of the ends, which have no column.
`nowhere` is a place for addresses to point at, so that an exchange that breaks
down is found out once and not every time. */
typedef struct {
    int n, length;   /* length: n, rounded up to a multiple of 8 */
    const double *A; /* n x n, by rows; borrowed */
    double unit;     /* z is unit times the tableau's */
    tableau_f64 t;   /* where rows that tie are asked about; it has taken A */
    double *columns; /* of A times unit: where places are computed */
    double *work;
    f64_width width;
    arena keep;      /* the places */
    size_t bytes;    /* taken for them */
    road *start;     /* all w basic, z0 enters; gap is -1 */
    road **hash;
    long places;
    long times;   /* that it began anew; from 1 */
    road nowhere; /* behind exchanges that do not work */
} roads;

/* The tree for w = A z + b with mlcp_solve's tolerances; n at most ROADS_ROWS.
   The arena has what is always there; the places are kept in one of their
   own. */
perp_status roads_new(arena *a, int n, const double *A, roads *out);

/* Forgets all places but the start, or everything. */
perp_status roads_forget(roads *k);
void roads_free(roads *k);

/* Of the rows that tie, as bits, the one that leaves; negative: none. */
int roads_leaving(roads *k, road *at, uint64_t tied);

/* Finds out what is behind the exchange at `row`. LIMIT without memory. */
perp_status roads_explore(roads *k, road *at, int row);

/* *out is the place behind the exchange at `row`; k->nowhere when that is
   negative, or arithmetic breaks down there. LIMIT without memory. */
static inline perp_status roads_behind(roads *k, road *at, int row, road **out)
{
    *out = row < 0 ? &k->nowhere : at->behind[row];
    if (__builtin_expect(*out == NULL, 0)) {
        PERP_TRY(roads_explore(k, at, row));
        *out = at->behind[row];
    }
    return PERP_SUCCESS;
}
