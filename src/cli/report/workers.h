/**
# Jobs side by side

Each job is a process of its own: what a job does to the process (a limit on the
CPU time of a scene, a file that it opens, an end when memory is missing, a crash) it
does to itself. Nothing is shared, so nothing of a job depends on how many run beside
it. What jobs have to say is taken in the order of their numbers.
*/
#pragma once

#include "base/status.h"

#include <stddef.h>

/* How a job ended: the exit code of a program that did nothing else, what it
   wrote to standard output and the beginning of what to standard error. */
typedef struct {
    int code; /* killed: 5 (from outside, or a limit of the system) or 70 */
    char *message;   /* its last error, as behind "perp: "; or null */
    char *out, *err; /* end with 0 */
    size_t out_length;
} worker_end;

typedef struct {
    long first, end; /* jobs first .. end - 1 */
    int side;        /* how many at once, 1 at least */
    /* In the process of the job. */
    perp_status (*act)(void *user, long job);
    /* In this one, in the order of the jobs. With *stop no job is begun any
       more; those that have begun come to their end and are taken, too. */
    perp_status (*take)(void *user, long job, const worker_end *e, int *stop);
    void *user;
} workers;

/* Runs them. Errors: those of take; LIMIT: memory, processes; IO: no temporary
   file. Behind an error no job is left. */
perp_status workers_run(const workers *w);

/* How many processors this process may use. */
int workers_cores(void);
