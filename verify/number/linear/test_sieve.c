#include "linear_random.h"

#include "number/linear/sieve.h"

enum { MOST = 16 };

/* A pattern: one entry in so many, of two all of the diagonal, too, and a
   right-hand side that is zero in two rows of three. The arena's words. */
static void draw(arena *a, check_random *r, int m, int one_in, word_system *s)
{
    const int on = check_integer(r, 0, 1);
    *s = (word_system){.m = m};
    s->start = arena_take(a, (size_t)(m + 1), sizeof(int));
    s->col = arena_take(a, (size_t)(m * m), sizeof(int));
    s->value = arena_take(a, (size_t)(m * m + m), sizeof(int128));
    s->b = s->value + m * m;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++)
            if ((i == j && on) || check_integer(r, 1, one_in) == 1) {
                s->value[s->count] = 1 + s->count;
                s->col[s->count++] = j;
            }
        s->start[i + 1] = s->count;
        s->b[i] = check_integer(r, 0, 2) == 0;
    }
}

static int entry_at(const word_system *s, int i, int j)
{
    for (int k = s->start[i]; k < s->start[i + 1]; k++)
        if (s->col[k] == j)
            return k;
    return -1;
}

/* Gives row i a column of its own, moving others: Kuhn's matching. */
static int match(const word_system *s, int i, int *row_of, char *asked)
{
    for (int k = s->start[i]; k < s->start[i + 1]; k++) {
        int j = s->col[k];
        if (asked[j])
            continue;
        asked[j] = 1;
        if (row_of[j] < 0 || match(s, row_of[j], row_of, asked)) {
            row_of[j] = i;
            return 1;
        }
    }
    return 0;
}

static int has_matching(const word_system *s)
{
    int row_of[MOST], all = 1;
    memset(row_of, -1, sizeof row_of);
    for (int i = 0; i < s->m && all; i++) {
        char asked[MOST] = {0};
        all = match(s, i, row_of, asked);
    }
    return all;
}

/* When a column's unknown becomes known: 0 with the zeros, 1 with its part, 2
   and more behind tails; and the same for rows. */
static void order(const sieve *p, int m, int *row, int *col)
{
    for (int i = 0; i < m; i++)
        row[i] = col[i] = 0;
    for (int i = 0; i < p->start[p->parts]; i++)
        row[p->row[i]] = col[p->col[i]] = 1;
    for (int i = 0; i < p->tails; i++)
        row[p->tail_row[i]] = col[p->tail_col[i]] = 1 + p->tails - i;
}

static void check_parts(const word_system *s, const sieve *p)
{
    int part[MOST];
    memset(part, -1, sizeof part);
    for (int k = 0; k < p->parts; k++)
        for (int i = p->start[k]; i < p->start[k + 1]; i++)
            part[p->col[i]] = k;
    for (int k = 0; k < p->parts; k++)
        for (int i = p->start[k]; i < p->start[k + 1]; i++) {
            CHECK(i == p->start[k] ||
                      (p->row[i] > p->row[i - 1] && p->col[i] > p->col[i - 1]),
                  "ascending");
            CHECK(p->place[p->col[i]] == i - p->start[k], "place");
            for (int j = 0; j < s->m; j++)
                if (part[j] >= 0 && part[j] != k)
                    CHECK(entry_at(s, p->row[i], j) < 0, "a stranger's entry");
        }
}

/* That what is said of a sieve is so, from the entries. */
static void check_sieve(const word_system *s, const sieve *p)
{
    int row[MOST], col[MOST], zero_rows = 0, zero_cols = 0;
    order(p, s->m, row, col);
    for (int i = 0; i < s->m; i++) {
        zero_rows += row[i] == 0;
        zero_cols += col[i] == 0;
        CHECK(row[i] != 0 || s->b[i] == 0, "a zero that is none");
        for (int j = 0; j < s->m; j++)
            CHECK(entry_at(s, i, j) < 0 || col[j] <= row[i],
                  "row %d needs column %d too early", i, j);
    }
    CHECK(zero_rows == p->zeros && zero_cols == p->zeros, "each once");
    CHECK(p->zeros + p->tails + p->start[p->parts] == s->m, "all of them");
    for (int i = 0; i < p->tails; i++)
        CHECK(p->tail_at[i] == entry_at(s, p->tail_row[i], p->tail_col[i]) &&
                  p->tail_at[i] >= 0,
              "the tail's entry");
    check_parts(s, p);
}

/** Every row and column is in one place, rows ask only for what is known before
them, parts for nobody else. A matrix whose zeros leave a matching is never called
singular; and the parts, as systems of their own, have the entries they had. */
static void random_patterns(void)
{
    check_random r = {check_seed(311)};
    int zeros = 0, several = 0, tails = 0, refused = 0;
    for (int round = 0; round < 4000; round++) {
        arena a = {0};
        word_system s, own;
        sieve p;
        int square, m = 1 + round % MOST;
        draw(&a, &r, m, 1 + m * check_integer(&r, 2, 12) / 6, &s);
        CHECK(sieve_new(&a, &s, &p, &square).code == 0, "memory");
        CHECK(square || !has_matching(&s), "round %d: called singular", round);
        refused += !square;
        if (square)
            check_sieve(&s, &p);
        for (int k = 0; square && k < p.parts; k++) {
            const int first = p.start[k];
            CHECK(sieve_part(&a, &s, &p, k, &own).code == 0, "memory");
            for (int i = 0; i < own.m; i++)
                for (int j = 0; j < own.m; j++) {
                    int at = entry_at(&s, p.row[first + i], p.col[first + j]);
                    int here = entry_at(&own, i, j);
                    CHECK((at < 0) == (here < 0) &&
                              (at < 0 || s.value[at] == own.value[here]),
                          "an entry of a part");
                }
            for (int i = 0; i < own.m; i++)
                CHECK(own.b[i] == s.b[p.row[first + i]], "its right side");
        }
        zeros += square && p.zeros > 0;
        several += square && p.parts > 1;
        tails += square && p.tails > 1;
        arena_free(&a);
    }
    printf("of 4000: %d singular by their zeros, %d with zeros, %d with more "
           "than one part, %d with more than one tail\n",
           refused, zeros, several, tails);
    CHECK(refused > 200 && zeros > 200 && several > 200 && tails > 200, "seen");
}

/** One body slides, another flies past a contact that slips and carries nothing. In the
basis are velocities $v_x, v_y, u_x, u_y$, of the first contact $c_n, \beta, \lambda$, of the
second $\beta', \lambda'$. Two rows say what is zero: $v_y$ and $\beta'$. The weight
gives $c_n$, that $\beta = \mu c_n$, that $v_x$, and that $\lambda$: three tails, and a
fourth is $\lambda'$ behind $u_x$. So nothing is left that needs elimination. */
static void a_slide(void)
{
    enum { VX, VY, UX, UY, CN, B, BB, L, LL, N };
    static const int entry[][2] = {{VX, VX}, {VX, B},  {VY, VY}, {VY, CN},
                                   {UX, UX}, {UX, BB}, {UY, UY}, {CN, VY},
                                   {B, VX},  {B, L},   {BB, UX}, {BB, LL},
                                   {L, CN},  {L, B},   {LL, BB}};
    enum { ENTRIES = sizeof entry / sizeof *entry };
    int start[N + 1] = {0}, col[ENTRIES], square;
    int128 value[ENTRIES], b[N] = {7, 7, 7, 7};
    word_system s = {.m = N,
                     .count = ENTRIES,
                     .start = start,
                     .col = col,
                     .value = value,
                     .b = b};
    arena a = {0};
    sieve p;
    for (int k = 0; k < ENTRIES; k++) {
        start[entry[k][0] + 1] = k + 1;
        col[k] = entry[k][1];
        value[k] = 3;
    }
    CHECK(sieve_new(&a, &s, &p, &square).code == 0 && square, "square");
    check_sieve(&s, &p);
    CHECK(p.zeros == 2 && p.place[VY] == -1 && p.place[BB] == -1, "zeros");
    CHECK(p.parts == 3 && p.start[3] == 3, "%d parts", p.parts);
    CHECK(p.col[0] == UX && p.col[1] == UY && p.col[2] == CN, "single");
    CHECK(p.tails == 4, "%d tails", p.tails);
    for (int i = 0; i < p.tails; i++)
        CHECK(p.tail_col[i] == VX || p.tail_col[i] == B || p.tail_col[i] == L ||
                  p.tail_col[i] == LL,
              "tail %d", p.tail_col[i]);
    /* with the same weight in the gap's row vy is no zero but a part's */
    b[CN] = 1;
    CHECK(sieve_new(&a, &s, &p, &square).code == 0 && square, "square");
    check_sieve(&s, &p);
    CHECK(p.zeros == 1 && p.place[VY] >= 0, "a gap that opens");
    arena_free(&a);
}

/** More rows than a block of the arena has room for, so that what is written behind the
sieve's room is seen by the sanitizers: a diagonal, every row a part of its own. */
static void more_than_a_block(void)
{
    enum { ROWS = 3000 };
    arena a = {0};
    word_system s = {.m = ROWS, .count = ROWS};
    sieve p;
    int square;
    s.start = arena_take(&a, 2 * ROWS + 1, sizeof(int));
    s.value = arena_take(&a, 2 * ROWS, sizeof(int128));
    s.col = s.start + ROWS + 1;
    s.b = s.value + ROWS;
    for (int i = 0; i < ROWS; i++) {
        s.start[i + 1] = i + 1;
        s.col[i] = ROWS - 1 - i;
        s.value[i] = s.b[i] = 1 + i;
    }
    CHECK(sieve_new(&a, &s, &p, &square).code == 0 && square, "sieve");
    CHECK(p.parts == ROWS && p.zeros == 0 && p.tails == 0, "%d parts, %d, %d",
          p.parts, p.zeros, p.tails);
    for (int k = 0; k < ROWS; k++)
        CHECK(p.col[k] == k && p.row[k] == ROWS - 1 - k, "part %d", k);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(random_patterns);
    RUN(a_slide);
    RUN(more_than_a_block);
    DONE;
}
