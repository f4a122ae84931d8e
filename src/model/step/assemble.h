/**
# Assembling: the primary data of a step

What a scheme needs to pose its problem, evaluated at $(t_l, q^l, v^l)$ and
nothing derived from it: the exact problem of a step is posed from these very
numbers. One structure in doubles, one in rationals; the second is either
evaluated from the tapes or copied from the first.
*/
#pragma once

#include "model/step/active.h"
#include "model/system/system.h"

/** All matrices by rows, full arrays, as whoever poses a problem wants them. Of hundreds of
bodies nearly all of that is zero by its formula: a body's mass is a block, and a contact has to do
with two bodies. Those zeros stand in the arrays from their beginning and are never written again;
an assembly writes the rest, and takes back the rows of the contacts of the assembly before. So
an assembly costs what there is, not $n_v^2$: of 128 boxes in the plane a tenth. It follows that nobody
else writes into the arrays of `step_data_new` and assembles into them again. */
/* p active contacts, r slips of them, m joints, s springs and dampers. */
typedef struct {
    int nv, m, p, r;
    double *M, *F, *kq, *kv; /* nv x nv; F, kq, kv zero where absent */
    double *k0, *k1;         /* nv: force at (t_l, q, v), (t_{l+1}, q, v), N */
    double *nu;              /* m x nv */
    double *n;               /* p x nv */
    double *d;               /* r x nv: a contact's D has columns d, -d */
    double *mu;              /* p */
    double *v;               /* nv */
    double *G;               /* nq x nv, or null: identity */
    double *theta;           /* m: joint residuals, not used by a scheme */
    int *slip_at;            /* p + 1: the slips of each active contact */
    int rows, *of; /* contacts that have rows in n and d; which they are */
    int s;
    double *stiffness, *damping, *phi; /* s: N/m, N s/m, m */
    double *a;                         /* s x nv */
    /* Of contacts that move, or null: beside n'x, then beside each d'x, p + r
       numbers, m/s; of the step from t_l to t_{l+1}, and at the instant t_l. */
    double *drift, *rate;
} step_data;

typedef struct {
    int nv, m, p, r;
    mpq_t *M, *F, *kq, *kv, *k0, *k1, *nu, *n, *d, *mu, *v, *G, *theta;
    int *slip_at; /* p + 1 */
    int s;
    mpq_t *stiffness, *damping, *phi, *a, *drift, *rate;
    mpq_t *all; /* every number above, `count` of them */
    size_t count;
} step_exact;

/* The most contacts that a step may have active at once, and the room for them
   in one system: its contacts, but no more than that. */
enum { ASSEMBLE_MOST = 512 };
static inline int assemble_room(const perp_system *s)
{
    return s->contacts < ASSEMBLE_MOST ? s->contacts : ASSEMBLE_MOST;
}

/* Where a step is evaluated. */
typedef struct {
    double t0, t1; /* t_l, t_{l+1}, s */
    const double *q, *v;
    int jacobians; /* 0: kq = kv = 0 */
} step_point;

typedef struct {
    mpq_srcptr t0, t1;
    const mpq_t *q, *v;
    int jacobians;
} step_point_exact;

/* Ends the message of a tape of springs that fails. */
#define SPRING_HINT                                                            \
    "; an elongation needs a gradient: the ends of a spring \
must not meet"

/* Work space, and the gaps of all contacts. */
typedef struct {
    double *in, *work, *out, *gap;
    double *row; /* one contact's n and slips, for who asks for one */
    mpq_t *in_exact, *out_exact, *gap_exact, *row_exact; /* or null */
    size_t exact_in, exact_out, exact_gap, exact_row;
} assembler;

perp_status assembler_new(arena *a, const perp_system *s, int exact,
                          assembler *out);
void assembler_clear(assembler *w);
perp_status step_data_new(arena *a, const perp_system *s, step_data *out);
perp_status step_exact_new(arena *a, const perp_system *s, step_exact *out);
void step_exact_clear(step_exact *d);

/* The gaps of all contacts at q, into w->gap; of contacts that move at t, else
   at t = 0. */
perp_status assemble_gaps(const perp_system *s, assembler *w, const double *q);
perp_status assemble_gaps_exact(const perp_system *s, assembler *w,
                                const mpq_t *q);
perp_status assemble_gaps_at(const perp_system *s, assembler *w,
                             const double *q, double t);
perp_status assemble_gaps_at_exact(const perp_system *s, assembler *w,
                                   const mpq_t *q, mpq_srcptr t);

/* Only those of the contacts that the scene writes. */
perp_status assemble_gaps_scene(const perp_system *s, assembler *w,
                                const double *q, double t);

/* The primary data for the contacts in `set`. INPUT when M is not symmetric
   (1e-9, relative; exactly in rationals) or a tape fails. The upper triangle
   of M is the statement; it is mirrored. LIMIT when more than ASSEMBLE_MOST
   contacts are active. The double form allocates nothing. */
perp_status assemble_step(const perp_system *s, assembler *w,
                          const step_point *at, const active_set *set,
                          step_data *out);
perp_status assemble_exact(const perp_system *s, assembler *w,
                           const step_point_exact *at, const active_set *set,
                           step_exact *out);

/* Only drift and rate, where assemble has just been; it calls them itself. */
perp_status assemble_moving(const perp_system *s, assembler *w,
                            const step_point *at, const active_set *set,
                            step_data *out);
perp_status assemble_moving_exact(const perp_system *s, assembler *w,
                                  const step_point_exact *at,
                                  const active_set *set, step_exact *out);

/* Only M(q), v and the springs at q into the data, for an energy. */
perp_status assemble_mass(const perp_system *s, assembler *w, const double *q,
                          const double *v, step_data *out);
perp_status assemble_mass_exact(const perp_system *s, assembler *w,
                                const mpq_t *q, const mpq_t *v,
                                step_exact *out);

/* Only Theta and nu, where one of these has just been. */
perp_status assemble_joints(const perp_system *s, assembler *w, step_data *out);
perp_status assemble_joints_exact(const perp_system *s, assembler *w,
                                  step_exact *out);

/* What a projection of positions needs at q: Gamma, joints, springs and the
   contacts in `set` (theta, nu, phi, a, n), and no force; v is not read. */
perp_status assemble_constraints(const perp_system *s, assembler *w,
                                 const double *q, const active_set *set,
                                 step_data *out);

/* The rationals that the doubles are. */
void assemble_copy(const step_data *from, step_exact *to);
