/* SPDX-License-Identifier: MIT */
/**
# perp as a library

Scenes run whole or step by step, complementarity problems solved with a
verdict, steps proven. Every function begins with `perp_`; nothing of this
header is GMP's, MPFR's or Lua's. doc/04-library.md is its chapter.

**Errors are values.** A function that can fail takes a `perp_error *`, which
may be null, and says by its result that it failed: null, or -1. Then code and
message are filled in; after a success the code is 0. No function ends the
process, sets a signal, writes to a stream or a file; of the process nothing is
kept but which kernel its processor has, which is found once.

**What can end the process all the same is GMP**: it cannot say that memory is
missing, and calls abort. With its own allocator, or that which the host gave
it, that is the host's matter. Who has none may call `perp_adopt_gmp`; a number
for which there is no memory then ends the process with one line and exit code
5.

**Threads.** Each thread may use its own scenes, runs and answers at the same
time as others. One scene, run or answer is used by one thread at a time; it may
be handed on between two calls. The thread rounds to nearest and keeps subnormal
numbers, MPFR has its default range: else a call fails, or nothing is promised
of the last bit.

**Ownership.** What a function named `..._free` takes is the caller's. A run
does not need its scene any more. Texts and numbers that are pointed to live
until their owner is freed or, of a run that goes by steps, until its next step.

Units are SI; impulses are N s.
*/
#ifndef PERP_H
#define PERP_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PERP_API __attribute__((visibility("default")))
#else
#define PERP_API
#endif

/* The exit codes of the program, see doc/04-library.md. */
enum {
    PERP_ERROR_NONE = 0,
    PERP_ERROR_REFUTED = 1,
    PERP_ERROR_USAGE = 2,       /* a wrong argument, or parameter */
    PERP_ERROR_INPUT = 3,       /* the scene or the data are wrong */
    PERP_ERROR_NO_SOLUTION = 4, /* proven */
    PERP_ERROR_LIMIT = 5,       /* time, memory, bits; or `watch` */
    PERP_ERROR_IO = 6,          /* a file cannot be read */
    PERP_ERROR_BUG = 70
};

typedef struct {
    int code;
    char message[512]; /* one line: place, value, remedy */
} perp_error;

/* "0.1.0". */
PERP_API const char *perp_version(void);

/* GMP and MPFR allocate through perp from here on. Before any number of theirs
   exists in the process; see above. */
PERP_API void perp_adopt_gmp(void);

/* Gives back what the calling thread keeps (tables of sines). A thread that
   ends, or the last use. */
PERP_API void perp_thread_end(void);

/* ---- scenes ------------------------------------------------------------ */

typedef enum {
    PERP_DOUBLE,  /* doubles with a residual test, exact where that fails */
    PERP_PROVE,   /* each step solved exactly and checked; --exact-check */
    PERP_RATIONAL /* in fractions; --rational */
} perp_arithmetic;

typedef struct {
    size_t size; /* sizeof(perp_options): which fields there are. All others may
                    be 0, which is the default */
    perp_arithmetic arithmetic;
    double scene_seconds; /* CPU time of the scene's own program; 0: 10 */
    long scene_megabytes; /* its memory; 0: 1024 */
    double exact_seconds; /* for one exact problem; 0: no limit */
    size_t exact_bits;    /* its longest number; 0: no limit */
    const char *lua;      /* the directory of perp's own Lua; null: found */
    /* What the scene prints, notes and warnings, in pieces; null: dropped. */
    void (*say)(void *user, const char *text);
    /* After each step, with its row and the last row; nonzero stops the run.
       Before a run with prescribed ends the steps of every trial count, too. */
    int (*watch)(void *user, long row, long last);
    void *user;
} perp_options;

typedef struct perp_scene perp_scene;

/* A scene from a file, or from a text of that length that is called `name` (in
   messages, and `require` looks beside it). It is not read before it runs.
   Copies its arguments; options may be null. Null: no memory, a bad option. */
PERP_API perp_scene *perp_scene_file(const char *path,
                                     const perp_options *options,
                                     perp_error *error);
PERP_API perp_scene *perp_scene_text(const char *name, const char *text,
                                     size_t length, const perp_options *options,
                                     perp_error *error);

/* As --set name=value: for all runs to come; "1/3" is exact. That there is no
   such parameter is said by the run. 0 or -1. */
PERP_API int perp_scene_set(perp_scene *scene, const char *name,
                            const char *value, perp_error *error);

/* What the scene's perp.param declares, {"mu": {"default": 0.8, "type":
   "number", "text": ...}}, the type "number", "ratio", "text" or "boolean": the
   scene's, until the next call. Runs the script up to its first run. */
PERP_API const char *perp_scene_parameters(perp_scene *scene,
                                           perp_error *error);
PERP_API void perp_scene_free(perp_scene *scene);

/* ---- runs -------------------------------------------------------------- */

typedef struct perp_run perp_run;

/* Runs the scene to its end. Of several runs it keeps the one of that name;
   null: there is only one. */
PERP_API perp_run *perp_run_whole(perp_scene *scene, const char *name,
                                  perp_error *error);

/* The same, but the run stands at its first row. It is the one that the scene
   returns; perp.simulate runs to the end. */
PERP_API perp_run *perp_run_begin(perp_scene *scene, const char *name,
                                  perp_error *error);

/* One more row. 1: there are more to come; 0: this was the last, or there was
   none; -1: it failed, and the run has no rows any more. */
PERP_API int perp_run_step(perp_run *run, perp_error *error);
PERP_API void perp_run_free(perp_run *run);

typedef struct {
    int coordinates, velocities, contacts;
    int slips; /* of all contacts together */
} perp_sizes;
PERP_API perp_sizes perp_run_sizes(const perp_run *run);

/* The table: rows that have all their columns. That is all of them when the run
   has ended, and all but the current one before. */
PERP_API long perp_run_rows(const perp_run *run);

/* The name of column i, from 0; null: there is none. step, t, q.*, v.*, va.*,
   kinetic, cn.*, ft.*, ...: as in the program's CSV. */
PERP_API const char *perp_run_column_name(const perp_run *run, int i);

/* The column of that name: row r is at [r * *stride]; null: there is none. With
   PERP_RATIONAL the nearest doubles. */
PERP_API const double *perp_run_column(const perp_run *run, const char *name,
                                       size_t *stride);

/* The current row, which is the last one: its time in s, q and v; what is null
   is left out. 0; -1: the run has failed. */
PERP_API int perp_run_state(const perp_run *run, double *t, double *q,
                            double *v);

/* Its gaps: of all contacts at its q, in m. 0 or -1. */
PERP_API int perp_run_gaps(const perp_run *run, double *gaps,
                           perp_error *error);

/* Its impulses, of the step that led to it: normal, one a contact; friction,
   one a slip, contact by contact. 0; -1: the run has failed, or so many
   contacts that they are not listed. Either may be null. */
PERP_API int perp_run_impulses(const perp_run *run, double *normal,
                               double *friction);

/* The name of contact i, from 0; null: there is none. */
PERP_API const char *perp_run_contact(const perp_run *run, int i);

/* 1: the step that led to the current row is proven, with equality, for the
   doubles of its data (PERP_PROVE) or the scene's formulas (PERP_RATIONAL),
   step by step; of a run that went whole: all its steps are. 0: not proven. Row
   0 has no step: 0. */
PERP_API int perp_run_proven(const perp_run *run);

/* A number of the summary of a run that has ended: "steps", "steps_proven",
   "collisions", "lcps", "fallbacks", "max_residual", "tv_v", "tv_va",
   "kinetic_first", "kinetic_last". 0; -1: there is none (yet). */
PERP_API int perp_run_number(const perp_run *run, const char *key, double *out);

/* ---- complementarity problems ------------------------------------------- */

/* w = A (x, z) + b; the first `free` rows are equations, their x has no sign;
   0 <= w _|_ z >= 0 for the n others. A by rows, (free + n)^2 numbers. */
typedef struct perp_answer perp_answer;

typedef enum {
    PERP_SOLVED, /* numbers: (x, z) and (0, w) */
    PERP_RAY,    /* Lemke ended on a ray, which is checked: no solution is
                    found, and that there is none is not said */
    PERP_NONE    /* the equations contradict each other, proven: no solution */
} perp_verdict;

typedef enum { PERP_Z, PERP_W } perp_which;

/* Of the options arithmetic, exact_seconds and exact_bits count; null:
   PERP_DOUBLE. PERP_PROVE solves exactly, the doubles being the data. Null: a
   number is not finite, a limit, singular equations that no rung decides. */
PERP_API perp_answer *perp_solve(int free, int n, const double *A,
                                 const double *b, const perp_options *options,
                                 perp_error *error);

/* In fractions, "1/3", "-0.1", "0x1p-3": always exact. */
PERP_API perp_answer *perp_solve_fractions(int free, int n,
                                           const char *const *A,
                                           const char *const *b,
                                           const perp_options *options,
                                           perp_error *error);

/* The verdict. *proven (may be null): 1 when exact arithmetic has checked it
   against the data. *residual (may be null): of an answer in doubles that is
   not proven, the largest violation, relative; else 0. */
PERP_API perp_verdict perp_answer_verdict(const perp_answer *answer,
                                          int *proven, double *residual);

/* free + n numbers; of an exact answer truncated toward zero. Null: not solved.
   */
PERP_API const double *perp_answer_numbers(const perp_answer *answer,
                                           perp_which which);

/* One of them as p/q, of a proven solution; else null. */
PERP_API const char *perp_answer_fraction(perp_answer *answer, perp_which which,
                                          int i);
PERP_API void perp_answer_free(perp_answer *answer);

#ifdef __cplusplus
}
#endif
#endif
