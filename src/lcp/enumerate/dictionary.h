/**
# The dictionary that is carried down

As in the exact tableau, numbers are integers over one denominator,

$$\delta \cdot \text{basic} = \text{rhs} + T \cdot \text{nonbasic},$$

but for any number of rows, with a sign for each variable, which changes on the
way down the tree, and with one row more for an objective. Columns of variables
that are zero are kept up: a proof needs them.
*/
#pragma once

#include "lcp/enumerate/choices.h"

/* What the exchanges of a dictionary and its copies cost together. */
typedef struct {
    long budget;  /* entries that may still be computed */
    double until; /* on the clock of limit_now, s; 0: no limit */
    long pivots;  /* exchanges so far */
} dictionary_toll;

typedef struct {
    int rows, cols; /* of the system; the objective is row `rows` */
    mpz_t *T;       /* (rows + 1) x (cols + 1) by rows, right-hand side last */
    mpz_t den;      /* > 0 */
    mpz_t left, next;
    int *basic, *nonbasic; /* rows, cols: variables */
    int *where;            /* cols + rows: row, or rows + column */
    uint8_t *sign;         /* cols + rows: a choices_sign each, by now */
    mpz_t *scale;          /* rows: the row's factor; copies borrow it */
    int owner;             /* of scale */
    size_t bits;           /* Hadamard's bound for every entry */
    dictionary_toll *toll; /* null: nobody counts */
} dictionary;

/* The system as a dictionary, all rows basic. Arrays in the arena, numbers to
   be given back with dictionary_clear. */
perp_status dictionary_new(arena *a, const choices_system *s, dictionary *out);

/* Room for a copy, and the copy. */
perp_status dictionary_room(arena *a, const dictionary *like, dictionary *out);
void dictionary_copy(const dictionary *from, dictionary *to);
void dictionary_clear(dictionary *d);

static inline mpz_ptr dictionary_at(const dictionary *d, int row, int col)
{
    return d->T[row * (d->cols + 1) + col];
}

static inline mpz_ptr dictionary_rhs(const dictionary *d, int row)
{
    return dictionary_at(d, row, d->cols);
}

static inline int dictionary_basic(const dictionary *d, int variable)
{
    return d->where[variable] < d->rows;
}

/* May the nonbasic variable of this column grow? */
static inline int dictionary_live(const dictionary *d, int col)
{
    return d->sign[d->nonbasic[col]] == CHOICES_NONNEGATIVE;
}

static inline int dictionary_spent(const dictionary *d)
{
    return d->toll != NULL && d->toll->budget <= 0;
}

/* Exchanges row and column; the entry is not zero. The objective goes along. */
void dictionary_pivot(dictionary *d, int row, int col);

/* The objective becomes the sum of the variables marked in `in`. */
void dictionary_objective(dictionary *d, const uint8_t *in);

/* The value of a variable at the present vertex, in the system's units. */
void dictionary_value(const dictionary *d, int variable, mpq_ptr out);

/* How fast a variable grows with the one in column col, in the system's
   units up to one positive factor common to all variables. */
void dictionary_rate(const dictionary *d, int col, int variable, mpq_ptr out);
