/**
# A scheme is a value

How to add one is said behind the example.

A scheme turns the state of a system at one row of a table into the state at the
next. What it is called, what of a scene it reads, what it can do, and how its
rows are made stands in one constant, a `struct scheme`; who wants to know asks
that constant, and nobody compares names. `scene/run/drive.c` has the table of
all of them, and `loop.c` runs any of them:

| the loop calls | when | and the scheme |
|---|---|---|
| `begin` | once, the usual columns are laid out | checks the experiment, makes its state in `l->own`, names columns of its own |
| `put(l, 0)` | then | writes the initial state |
| `energies(l, n, 0)` | if `ahead`: before each step | evaluates what a step freezes, completes row n |
| `steer` | before a step, where a controller has spoken | gives coordinates of its state other values |
| `step` | while `l->left > 0` | moves its state to row n + 1, and says how many steps are left |
| `energies(l, n, 1)` | if not `ahead`: behind each step | completes row n with what the step has evaluated there |
| `put(l, n + 1)` | then | writes time, position, velocities, impulses |
| `energies(l, last, 0)` | behind the last step | completes the last row |
| `look(l, n)` | when row n is complete | puts to the last rows what its paper says of all |
| `summarize` | once | its own numbers, what "proven" means, its warnings |
| `free` | once, whatever happened | gives back all but the memory of `l->a` |

The smallest one: a body without forces, explicit Euler, $x^{n+1} = x^n + h v$.

    typedef struct { double h, x, v; } body;

    static perp_status begin(loop *l) {
        body *b = l->own = arena_take(&l->a, 1, sizeof *b);
        if (b == NULL)
            return PERP_NO_MEMORY(sizeof *b);
        *b = (body){mpq_get_d(l->e.h), mpq_get_d(l->e.q[0]), ...};
        return PERP_SUCCESS;
    }

    static perp_status step(loop *l, int row) {
        body *b = l->own;
        b->x += b->h * b->v;
        l->left--;
        return PERP_SUCCESS;
    }

    static perp_status energies(loop *l, int row, int stepped) {
        const double v = *loop_cells(l, row, l->at.v), T = v * v / 2;
        loop_put(l, row, l->at.kinetic, &T, 1);
        return PERP_SUCCESS;
    }

    static perp_status put(loop *l, int row) {
        const body *b = l->own;
        loop_put_time(l, row, b->h);
        loop_put(l, row, l->at.q, &b->x, 1);
        loop_put(l, row, l->at.v, &b->v, 1);
        loop_put(l, row, l->at.va, &b->v, 1);
        return PERP_SUCCESS;
    }

and `const struct scheme scheme_body = {.name = "body", .begin = begin, ...}`;
`verify/run/test_loop.c` runs it. A table of the kinetic energy that nobody fills would
say 0, so `energies` is no function to leave out.

# How to add a scheme

Files that are there change in six places at most; all else is new files, which CMake
finds by itself.

| | where | what |
|---|---|---|
| 1 | the room of its paper | new files: the value, its step. Who poses (4.7) of GAP08 with other rows takes everything else from `gap08/run/family.h`; who has other unknowns starts from the body above |
| 2 | `scene/run/drive.c` | a line of the table. Then `--scheme`, the messages that list schemes, the keys of a scene and their refusal, `--csv`, `--trace`, `--lcp` and `--json` know it |
| 3 | `doc/01-scenes.md` | its name, and a row with the keys that it reads: a test holds the value against this row |
| 4 | `doc` | a chapter, with a line in `doc/README.md`; or a section of one that is there |
| 5 | `doc/70-certificate.md` | what a record has besides, which checks are other ones, and what they prove |
| 6 | `verify/check/schemes.c` | a line of the table; a new file beside it for what this line names. No new sentence of refusal without a forgery in `test_refusals` |
| 7 | `verify/check/schemes.py` | the same for the second checker |
| 8 | `verify`, `cases` | new files: a test under the name of each module, a case that is short as it stands |

5 to 7 are for certificates; without them `no_proof` says what `--certify` does not know
of the scheme, and `provable` refuses single runs. A record of a step is written by `certificate_solve`, a line that only
this scheme has by `certificate_array`. What more may have to change: a parameter that
no scheme has read so far is read in `lua/perp/experiment.lua` and
`scene/bind/parameters.c`; a new room has its line in `lua/house.lua` and its row in
CONTRIBUTING's table; a key of `--json` of its own, or a word that claims, has its row in
`doc/72-claims.md`. A scheme that says no more than what these places say needs none of
them.
*/
#pragma once

#include "run/experiment.h"
#include "run/trace/frozen.h"

#include <string.h>

struct loop; /* run/loop.h */

struct scheme {
    const char *name;  /* the word of a scene, and of --scheme */
    const char *paper; /* its key */
    /* The parameters of an experiment that it reads, ended by a null; what any
       scheme reads (h, T, q, v, tolerance, ...) is not among them. A key that
       another scheme reads and this one does not is refused. */
    const char *const *keys;
    const char *const *tells; /* those of alpha, gamma, e, theta that a run is
                                 told apart by, ended by a null; or null */
    double alpha, gamma;      /* its weights; alpha = 0: the experiment's own */
    int variant;              /* for the functions that several schemes share */
    /* What it can do. */
    experiment_mode most; /* EXPERIMENT_RATIONAL: in fractions, too */
    int springs;          /* springs and dampers */
    int yields;           /* contacts that yield */
    int laws;             /* laws of impact: it has collisions */
    int moves;            /* contacts that move by a law of time */
    int forks;            /* it follows all solutions of a step, see forks.h */
    int level2;           /* certificates of level L2 */
    int cones;            /* friction cones, for --cones */
    int ahead;            /* see the table above */
    const char *no_proof; /* what --certify does not know of it; or null */
    /* INPUT when --certify cannot say what this run is; or null. */
    perp_status (*provable)(const experiment *e);
    /* None of the next five is null, nor is `free`. The loop puts row and time
       before an error of `step`. */
    perp_status (*begin)(struct loop *l);
    perp_status (*step)(struct loop *l, int row); /* from row - 1 */
    perp_status (*energies)(struct loop *l, int row, int stepped);
    perp_status (*put)(struct loop *l, int row);
    perp_status (*summarize)(struct loop *l);
    /* A row is whole, and LOOP_BEHIND - 1 rows before it are in the table: for
       what many rows say together; or null. Rows that a run goes on from pass
       here, too. */
    perp_status (*look)(struct loop *l, int row);
    /* The state between two steps gets the values of a controller; null: it
       knows none. */
    void (*steer)(struct loop *l, const controller *c);
    /* What of l->own the next rows depend on beside the last row, into words or
       from them (run/resume.h). Before it is asked to take words, `thaw`, or
       null: makes what a first step makes for all that follow. */
    void (*freeze)(struct loop *l, int row, frozen *x);
    perp_status (*thaw)(struct loop *l);
    void (*free)(struct loop *l); /* l->own may be null or half made */
};

/* The weights of a run of this experiment. */
static inline void scheme_weights(const experiment *e, mpq_ptr alpha,
                                  mpq_ptr gamma)
{
    const struct scheme *s = e->scheme;
    if (s->alpha > 0) {
        mpq_set_d(alpha, s->alpha);
        mpq_set_d(gamma, s->gamma);
    } else {
        mpq_set(alpha, e->alpha);
        mpq_set(gamma, e->gamma);
    }
}
