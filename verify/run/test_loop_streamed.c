/* The loop of a run whose table nobody keeps: each row is read once, whole, out of a
   window that does not grow. */
#include "base/memory.h"
#include "toy_scheme.h"

/* Who reads the rows of a streamed run: by the closed form 1 - 3/8 n, each once,
   in order, whole. */
static perp_status closed_form(void *self, const trace *t, int row)
{
    const double *x = t->cell + trace_at(t, row);
    int *seen = self;
    CHECK(row == *seen, "row %d", row);
    CHECK(x[0] == row && x[1] == 0.25 * row && x[2] == 1 - 0.375 * row &&
              x[5] == 1.125 && x[7] == 0.375 * row,
          "row %d: %g %g", row, x[2], x[5]);
    (*seen)++;
    return told.stop_at > 0 && row == told.stop_at
               ? PERP_FAIL(PERP_IO, "the disk is full")
               : PERP_SUCCESS;
}

/* Rows 0, 3, 6, ... and the last: those that came, a sum of 1000 + row. */
static perp_status each_third(void *self, const trace *t, int row)
{
    CHECK(t->cell[trace_at(t, row)] == row, "row %d", row);
    *(int *)self += 1000 + row;
    return PERP_SUCCESS;
}

static perp_status stream(int steps, const struct scheme *s, int unread,
                          int *seen, trace *t, summary *sum)
{
    scene c;
    experiment e;
    *seen = 0;
    row_reader third = {.row = each_third, .self = &seen[2], .every = 3};
    row_reader second = {closed_form, &seen[1], 1, &third};
    row_reader first = {closed_form, seen, 0, &second};
    seen[1] = seen[2] = 0;
    toy_start(&c, &e, s, steps);
    e.streamed = 1;
    e.unread = unread;
    e.readers = &first;
    perp_status st = loop_run(&e, t, sum);
    experiment_end(&e);
    scene_end(&c);
    return st;
}

static int looked;

/* Each row once, in their order, and those before it are in the window. */
static perp_status looks(loop *l, int row)
{
    CHECK(row == looked, "row %d", row);
    for (int back = 0; back < LOOP_BEHIND && back <= row; back++)
        CHECK(row - back >= l->out->first &&
                  *loop_cells(l, row - back, 0) == row - back &&
                  *loop_cells(l, row - back, 7) == 0.375 * (row - back),
              "row %d: %d before it", row, back);
    looked++;
    return PERP_SUCCESS;
}

/* A window is as long as LOOP_WINDOW at most, sums are those of all rows, and a
   scheme that looks at its rows has each of them, unless nobody wants what it
   finds. A reader that fails ends the run. */
static void streamed(void)
{
    static const struct scheme reads = {.name = "reads", .look = looks, TOY};
    static const int steps[] = {1, 63, 64, 65, 1000};
    trace t;
    summary sum;
    int seen[3];
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 3; k++) {
            looked = 0;
            perp_status s = stream(steps[i], k == 0 ? &toy : &reads, k == 2,
                                   seen, &t, &sum);
            CHECK(s.code == PERP_OK && seen[0] == steps[i] + 1 &&
                      seen[1] == seen[0],
                  "%d rows were read", seen[0]);
            CHECK(t.capacity <= LOOP_WINDOW, "room for %d", t.capacity);
            CHECK(looked == (k == 1 ? steps[i] + 1 : 0), "%d looks", looked);
            int thirds = 0;
            for (int n = 0; n <= steps[i]; n++)
                thirds += n % 3 == 0 || n == steps[i] ? 1000 + n : 0;
            CHECK(seen[2] == thirds, "%d steps: %d", steps[i], seen[2]);
            CHECK(t.rows == steps[i] + 1 && sum.steps == steps[i], "rows");
            CHECK(sum.kinetic_first == 1.125 && sum.kinetic_last == 1.125 &&
                      sum.tv_v == 0,
                  "%g, %g", sum.kinetic_first, sum.kinetic_last);
            told.calls[0] = '\0';
            done(&t, &sum);
        }
    told.stop_at = 70;
    expect(stream(100, &toy, 0, seen, &t, &sum), PERP_IO, "the disk is full");
    CHECK(seen[0] == 71 && seen[1] == 70 && t.cell == NULL, "%d", seen[0]);
    done(&t, &sum);
}

int main(void)
{
    memory_adopt_gmp();
    told.nan_at = told.fails_at = -1;
    RUN(streamed);
    DONE;
}
