/**
# A solver under test

Each driver turns a problem into the solver's own form beforehand, untimed, and
then solves it as often as it is asked, from cold. What a solver needs between
two solves (options, an arena) it keeps, as its interface intends.
*/
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const char *name;
    /* A problem in the solver's form, or null; A by rows, borrowed. */
    void *(*load)(int n, const double *A, const double *b);
    /* 0 and z when the solver says that z is a solution, else nonzero. */
    int (*solve)(void *loaded, double *z);
    void (*drop)(void *loaded);
    /* The solver's own test of its answer, untimed: 0 when it stands by z. Null
       when it has none that a caller has to ask for. */
    int (*stand_by)(void *loaded, double *z);
    /* Did the last solve leave doubles for exact arithmetic? May be null. */
    int (*climbed)(void);
} peer;

extern const peer peer_perp, peer_siconos, peer_dart, peer_bullet;

#ifdef __cplusplus
}
#endif
