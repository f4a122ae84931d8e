#include "number/linear/sieve.h"

#include <string.h>

enum { GONE = -1, FREE = -2 }; /* the others: the number of a part */

/* A system while it is taken apart. Rows and columns that are not gone live. */
typedef struct {
    const word_system *s;
    sieve *out;
    int *start, *rows;      /* the rows of each column: m + 1, count */
    int *row_is, *col_is;   /* m each */
    int *in_row, *in_col;   /* entries that live */
    int *waiting, *in_part; /* m + 1 each */
} sifting;

static void gather_columns(sifting *v)
{
    const word_system *s = v->s;
    for (int k = 0; k < s->count; k++)
        v->start[s->col[k] + 1]++;
    for (int j = 0; j < s->m; j++)
        v->start[j + 1] += v->start[j];
    for (int i = 0; i < s->m; i++)
        for (int k = s->start[i]; k < s->start[i + 1]; k++) {
            const int j = s->col[k];
            v->rows[v->start[j] + v->in_col[j]++] = i;
        }
    for (int i = 0; i < s->m; i++) {
        v->row_is[i] = v->col_is[i] = FREE;
        v->in_row[i] = s->start[i + 1] - s->start[i];
    }
}

/* The entry of a row whose column lives. */
static int living_entry(const sifting *v, int row)
{
    int k = v->s->start[row];
    while (v->col_is[v->s->col[k]] == GONE)
        k++;
    return k;
}

/** **What is zero.** A row with a single entry and nothing on the right says that
its unknown is zero. Without that column other rows may say the same. A contact
that slips and carries nothing has $\mu c_n - \beta = 0$ with $c_n$ not in the
basis; so its friction is zero, and its two bodies do not know of each other.

Here every column that goes takes away one row, the one that had no other entry
that lives. So no column that stays loses an entry: what the second sieve looks for is
neither made nor unmade by the first. */
static void strike_zeros(sifting *v)
{
    const word_system *s = v->s;
    int waiting = 0;
    for (int i = 0; i < s->m; i++)
        if (v->in_row[i] == 1 && words_homogeneous(s, i))
            v->waiting[waiting++] = i;
    while (waiting > 0) {
        const int i = v->waiting[--waiting];
        if (v->in_row[i] != 1)
            continue; /* two rows say it: one too many */
        const int j = s->col[living_entry(v, i)];
        v->row_is[i] = v->col_is[j] = GONE;
        v->out->zeros++;
        for (int k = v->start[j]; k < v->start[j + 1]; k++) {
            const int r = v->rows[k];
            if (--v->in_row[r] == 1 && words_homogeneous(s, r))
                v->waiting[waiting++] = r;
        }
    }
}

/** **What only follows.** An unknown that a single row knows takes no part in
finding the others: row and unknown wait until they are known. $\lambda$ of a
contact that slips is in the row $d^T v + \lambda = 0$ alone. Then the
velocities of a body that nothing else touches are in one row each, too.

A row that goes with its column may have been the last but one of another
column, which then goes behind it. When it was the last, two columns have no row but
the same, and one of them stays without a row. A pair that has nobody else in its row is no
tail but a part, $x = -b/a$. */
static void cut_tails(sifting *v)
{
    const word_system *s = v->s;
    sieve *out = v->out;
    int waiting = 0;
    for (int j = 0; j < s->m; j++)
        if (v->col_is[j] == FREE && v->in_col[j] <= 1)
            v->waiting[waiting++] = j;
    while (waiting > 0) {
        const int j = v->waiting[--waiting];
        int k = v->start[j];
        while (k < v->start[j + 1] && v->row_is[v->rows[k]] == GONE)
            k++;
        if (k == v->start[j + 1] || v->in_row[v->rows[k]] == 1)
            continue;
        const int i = v->rows[k];
        v->row_is[i] = v->col_is[j] = GONE;
        out->tail_row[out->tails] = i;
        for (int e = s->start[i]; e < s->start[i + 1]; e++) {
            const int other = s->col[e];
            if (other == j)
                out->tail_at[out->tails] = e;
            else if (v->col_is[other] == FREE && --v->in_col[other] == 1)
                v->waiting[waiting++] = other;
        }
        out->tail_col[out->tails++] = j;
    }
}

/* Gives a column's part to everything that hangs together with it: rows that
   know it, and whom they know. */
static void spread(sifting *v, int column, int part)
{
    int waiting = 0;
    v->waiting[waiting++] = column;
    v->col_is[column] = part;
    while (waiting > 0) {
        const int j = v->waiting[--waiting];
        for (int k = v->start[j]; k < v->start[j + 1]; k++) {
            const int i = v->rows[k];
            if (v->row_is[i] != FREE)
                continue;
            v->row_is[i] = part;
            v->in_part[part + 1]++;
            for (int e = v->s->start[i]; e < v->s->start[i + 1]; e++)
                if (v->col_is[v->s->col[e]] == FREE) {
                    v->col_is[v->s->col[e]] = part;
                    v->waiting[waiting++] = v->s->col[e];
                }
        }
    }
}

/** **What hangs together.** The rest falls into parts that have no entry in common. A
row without an entry that lives, or a part with more columns than rows, makes the matrix
singular; and when no part has more columns than rows, none has fewer, since there are as
many of both. Rows and columns stay in the order they had, free unknowns first. */
static int find_parts(sifting *v)
{
    sieve *out = v->out;
    const int m = v->s->m;
    for (int j = 0; j < m; j++)
        if (v->col_is[j] == FREE)
            spread(v, j, out->parts++);
    for (int k = 0; k < out->parts; k++)
        out->start[k + 1] = out->start[k] + v->in_part[k + 1];
    memcpy(v->in_row, out->start, (size_t)m * sizeof(int));
    memcpy(v->in_col, out->start, (size_t)m * sizeof(int));
    for (int i = 0; i < m; i++)
        if (v->row_is[i] == FREE)
            return 0;
        else if (v->row_is[i] != GONE)
            out->row[v->in_row[v->row_is[i]]++] = i;
    for (int j = 0; j < m; j++) {
        const int part = v->col_is[j];
        out->place[j] = part == GONE ? -1 : v->in_col[part] - out->start[part];
        if (part == GONE)
            continue;
        if (v->in_col[part] == out->start[part + 1])
            return 0;
        out->col[v->in_col[part]++] = j;
    }
    return 1;
}

static perp_status room(arena *a, sifting *v)
{
    const size_t m = (size_t)v->s->m, entries = (size_t)v->s->count;
    const size_t count = 14 * m + 3 + entries;
    int *at = arena_take(a, count, sizeof *at);
    if (at == NULL)
        return PERP_NO_MEMORY(count * sizeof *at);
    int **take[] = {&v->row_is,       &v->col_is,        &v->in_row,
                    &v->in_col,       &v->waiting,       &v->out->row,
                    &v->out->col,     &v->out->tail_row, &v->out->tail_col,
                    &v->out->tail_at, &v->out->place};
    for (size_t k = 0; k < sizeof take / sizeof *take; k++, at += m)
        *take[k] = at;
    v->out->start = at;
    v->in_part = at + m + 1;
    v->start = v->in_part + m + 1;
    v->rows = v->start + m + 1;
    return PERP_SUCCESS;
}

perp_status sieve_new(arena *a, const word_system *s, sieve *out, int *square)
{
    sifting v = {.s = s, .out = out};
    *out = (sieve){0};
    PERP_TRY(room(a, &v));
    gather_columns(&v);
    strike_zeros(&v);
    cut_tails(&v);
    *square = find_parts(&v);
    return PERP_SUCCESS;
}

perp_status sieve_part(arena *a, const word_system *s, const sieve *parts,
                       int k, word_system *out)
{
    const int first = parts->start[k], m = parts->start[k + 1] - first;
    int entries = 0;
    for (int i = 0; i < m; i++) {
        const int row = parts->row[first + i];
        entries += s->start[row + 1] - s->start[row];
    }
    *out = (word_system){.m = m, .tail = s->tail};
    const size_t tail = (size_t)s->tail, words = (size_t)m * tail;
    out->start = arena_take(a, (size_t)(m + 1 + entries), sizeof(int));
    out->value = arena_take_any(a, (size_t)(entries + m), sizeof(int128));
    out->low = arena_take_any(a, words + 1, sizeof(uint64_t));
    if (out->start == NULL || out->value == NULL || out->low == NULL)
        return PERP_NO_MEMORY((size_t)(entries + m) * sizeof(int128));
    out->col = out->start + m + 1;
    out->b = out->value + entries;
    for (int i = 0; i < m; i++) {
        const int row = parts->row[first + i];
        for (int e = s->start[row]; e < s->start[row + 1]; e++) {
            if (parts->place[s->col[e]] < 0)
                continue; /* of an unknown that is zero */
            out->col[out->count] = parts->place[s->col[e]];
            out->value[out->count++] = s->value[e];
        }
        out->start[i + 1] = out->count;
        out->b[i] = s->b[row];
        for (size_t w = 0; w < tail; w++)
            out->low[(size_t)i * tail + w] = s->low[(size_t)row * tail + w];
    }
    return PERP_SUCCESS;
}
