/** # Columns of places: those of plain exchanges, entry by entry, to the last bit */
#include "check.h"
#include "hp23/samples/place.h"
#include "hp23/samples/roads.h"

#include <math.h>

enum { ROWS = ROADS_ROWS };

/* Every column of the dictionary, exchanged in plain loops; 0 where a pivot is
   too small. T is n x (n + 1) by rows, the last column that of z0. */
typedef struct {
    int n;
    double T[ROWS][ROWS + 1];
} table;

static void exchange(table *t, int row, int col)
{
    const double inverse = 1 / t->T[row][col];
    for (int c = 0; c <= t->n; c++) {
        const double f = 0.0 + t->T[row][c] * -inverse;
        for (int i = 0; i < t->n && c != col; i++)
            t->T[i][c] = i == row ? f : t->T[i][c] + t->T[i][col] * f;
    }
    for (int i = 0; i < t->n; i++)
        t->T[i][col] = (i == row ? 1 : t->T[i][col]) * inverse;
}

static int plain(const place_ask *x, table *t, double *out)
{
    uint32_t in = x->basis, left = x->basis;
    int of[ROWS];
    exchange(t, x->gap, t->n);
    while (in != 0) {
        double most = x->least;
        int row = -1, col = -1;
        for (int c = 0; c < t->n; c++)
            for (int i = 0; i < t->n && (in >> c & 1); i++)
                if ((left >> i & 1) && fabs(t->T[i][c]) > most) {
                    most = fabs(t->T[i][c]);
                    row = i;
                    col = c;
                }
        if (row < 0)
            return 0;
        exchange(t, row, col);
        of[col] = row;
        in &= ~(1u << col);
        left &= ~(1u << row);
    }
    for (int i = 0; i < t->n; i++)
        out[i] = t->T[x->basis >> i & 1 ? of[i] : i]
                     [x->enters ? x->gap : t->n];
    return 1;
}

static double number(check_random *r, int kind)
{
    return kind == 0   ? check_uniform(r, -1, 1)
           : kind == 1 ? check_integer(r, -2, 2) /* ties and zeros */
           : check_integer(r, 0, 2) == 0
               ? check_uniform(r, -1, 1) * pow(2, check_integer(r, -60, 0))
               : 0;
}

/* A key that a place may have. */
static void draw(check_random *r, int n, place_ask *x)
{
    x->gap = check_integer(r, 0, n - 1);
    x->enters = check_integer(r, 0, 1);
    x->basis = 0;
    for (int i = 0; i < n; i++)
        if (i != x->gap && check_integer(r, 0, 2) == 0)
            x->basis |= (uint32_t)1 << i;
}

static void columns_are_plain(void)
{
    check_random r = {check_seed(51)};
    static double columns[ROWS * ROWS], work[(ROWS + 1) * ROWS];
    int fine = 0, none = 0;
    for (int round = 0; round < 3000; round++) {
        const int n = check_integer(&r, 1, ROWS), length = (n + 7) / 8 * 8,
                  kind = round % 3;
        table t = {.n = n};
        place_ask x = {.n = n, .length = length, .columns = columns,
                       .work = work, .least = 1e-11};
        memset(columns, 0, sizeof columns);
        for (int i = 0; i < n; i++) {
            for (int c = 0; c < n; c++)
                columns[c * length + i] = t.T[i][c] = number(&r, kind) + 0.0;
            t.T[i][n] = 1;
        }
        draw(&r, n, &x);
        double want[ROWS], got[ROWS];
        const int yes = plain(&x, &t, want);
        for (int width = 0; width <= (int)f64_widest(); width++) {
            CHECK(place_column(&x, (f64_width)width, got) == yes,
                  "%d rows, width %d: found %d", n, width, yes);
            CHECK(!yes || memcmp(want, got, (size_t)n * sizeof *got) == 0,
                  "%d rows, width %d: another column", n, width);
        }
        fine += yes;
        none += !yes;
    }
    printf("%d columns, %d without\n", fine, none);
    CHECK(fine > 1000 && none > 100, "too easy: %d, %d", fine, none);
}

int main(void)
{
    RUN(columns_are_plain);
    DONE;
}
