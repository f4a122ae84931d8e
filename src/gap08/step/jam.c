/**
# Watching the cones of a run

Section 3 defines a pointed cone, and (H4) asks that all cones of all configurations are, with one
constant. The step itself does not need it: AP02's Theorem 2.1 gives a solution for any $\nu$,
$n$, $D$. What is lost is (3.4), so every bound of section 7, and with the impulses everything
that is read from them: a wedge that jams may push against its walls with any force. Nothing in
the table of such a run looks wrong. So it is told.

In doubles the question costs what a step costs, and nearly always ends it; what is said is
decided in fractions (`cone/pointed.c`). The cone is the polyhedral one of the step, (2.8).
*/
#include "gap08/step/jam.h"
#include "base/memory.h"
#include "cone/pointed.h"
#include "lcp/solve/mlcp.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/** ## Which configurations are looked at

Pointedness is a property of a configuration, and a run visits thousands. It
changes above all when contacts join or leave, so a run looks once at every
active set, the first time it meets it, and at no more than a few of them. What
it does not say is not denied: `perp cone --along` and `perp hypotheses` look
everywhere. */
static uint64_t fingerprint(int p, const int *id)
{
    uint64_t x = 0xcbf29ce484222325u + (uint64_t)p;
    for (int i = 0; i < p; i++)
        x = (x ^ (uint64_t)id[i]) * 0x100000001b3u;
    return x;
}

/** The last set is remembered apart, because nearly every row has the set of the row before. With the 24th
set the looking ends when a 25th appears.
*/
static int is_new(jam *j, uint64_t set)
{
    if (j->sets > 0 && j->last == set)
        return 0;
    j->last = set;
    for (int i = 0; i < j->sets; i++)
        if (j->seen[i] == set)
            return 0;
    j->done = j->sets == JAM_SETS;
    if (!j->done)
        j->seen[j->sets++] = set;
    return !j->done;
}

static void edge(const step_data *d, int j, int slip, double mu, double *g)
{
    for (int i = 0; i < d->nv; i++)
        g[i] =
            d->n[j * d->nv + i] + (mu == 0 ? 0 : mu * d->d[slip * d->nv + i]);
}

/** The edges $n \pm \mu d$ of the step's cone, by rows of nv numbers; without
friction the one edge $n$. */
static int edges_of(const step_data *d, double *G)
{
    int count = 0;
    for (int j = 0; j < d->p; j++) {
        int slips = d->slip_at[j + 1] - d->slip_at[j];
        if (slips == 0 || !(d->mu[j] > 0))
            edge(d, j, 0, 0, G + (size_t)count++ * (size_t)d->nv);
        for (int k = 0; k < slips && d->mu[j] > 0; k++)
            for (int sign = 1; sign >= -1; sign -= 2)
                edge(d, j, d->slip_at[j] + k, sign * d->mu[j],
                     G + (size_t)count++ * (size_t)d->nv);
    }
    return count;
}

/** ## First in doubles

The joined problem of `cone/closest.c`,

$$d = \nu y + G c, \quad \nu^T d = 0, \quad
0 \le c \perp G^T d + (\textstyle\sum c) - 1 \ge 0 ,$$

has a solution, and $1 - \sum c$ is the margin with which $d$ opens every edge; it is zero exactly
when the cone is not pointed, because then some $c \ge 0$ with $\sum c = 1$ has $\nu y + Gc = 0$.
Dependent joints are another way not to be pointed, with $c = 0$, and are asked for before:
Definition 3.1 counts $c_\nu$ among the impulses that must not cancel.

*A groove* of normals $(\pm1, 1)$ and slips $(1, \mp1)$, $\mu = \frac12$: edges $(\pm\frac32,
\frac12)$, $(\pm\frac12, \frac32)$. The steep ones are slack, the flat ones share $\sum c =
\frac45$, $d = (0, \frac25)$, and the margin is $\frac15$: $\frac12\cdot\frac25 + \frac45 - 1 =
0$. With $\mu = 1$ the flat edges are $(\pm2, 0)$; half of each sums to zero, $d = 0$ and the
margin with it: the wedge jams. A body of 1 kg that lies in that groove, $g = 10$ and $h =
\frac1{10}$, has to be held with $(0, 1)$ N s. The solver answers with the right wall alone, $c_n
= \frac12$ and friction $\frac12$; both walls with a
thousand N s more each along $(\pm2, 0)$ are a solution as well. The run says

    the friction cone is not pointed at t = 0 s: these impulses cancel, and no bound on them exists:
    contact left (normal 0.5, tangential 0.5), contact right (normal 0.5, tangential -0.5)

A margin above $2^{-30}$ ends the matter; a smaller one, or a problem that doubles do not solve,
goes to the fractions. */
static void pose(const step_data *d, int k, const double *G, double *A)
{
    const int nv = d->nv, m = d->m, size = nv + m + k;
    for (int i = 0; i < nv; i++)
        A[i * size + i] = 1;
    for (int a = 0; a < m; a++)
        for (int i = 0; i < nv; i++) {
            A[i * size + nv + a] = -d->nu[a * nv + i];
            A[(nv + a) * size + i] = d->nu[a * nv + i];
        }
    for (int a = 0; a < k; a++) {
        for (int i = 0; i < nv; i++) {
            A[i * size + nv + m + a] = -G[a * nv + i];
            A[(nv + m + a) * size + i] = G[a * nv + i];
        }
        for (int b = 0; b < k; b++)
            A[(nv + m + a) * size + nv + m + b] = 1;
    }
}

static int joints_depend(arena *a, const step_data *d)
{
    const size_t nv = (size_t)d->nv;
    if (d->m == 0)
        return 0;
    double *B = arena_take(a, nv * nv, sizeof *B);
    double *work = arena_take(a, nv * (nv + 1), sizeof *work);
    return B == NULL || work == NULL ||
           range_perp(d->nv, d->m, d->nu, B, work) > d->nv - d->m;
}

/** The cautious side is always 0: no memory, joints that seem to depend, a problem that doubles
cannot solve. It costs an exact decision and says nothing false. */
/* 1: pointed, by a margin that no rounding makes; 0: that is not certain. */
static int surely_pointed(arena *a, const step_data *d)
{
    int climbed = 0;
    size_t nv = (size_t)d->nv, room = 2 * (size_t)d->r + (size_t)d->p;
    double *G = arena_take(a, room * nv, sizeof *G);
    if (G == NULL || joints_depend(a, d))
        return 0;
    int k = edges_of(d, G), unknowns = d->nv + d->m, size = unknowns + k;
    double *A = arena_take(a, (size_t)size * (size_t)size, sizeof *A);
    double *b = arena_take(a, (size_t)size, sizeof *b);
    lcp_answer x;
    if (A == NULL || b == NULL ||
        lcp_answer_new(a, unknowns, k, &x).code != PERP_OK)
        return 0;
    pose(d, k, G, A);
    for (int i = unknowns; i < size; i++)
        b[i] = -1;
    lcp_problem p = {unknowns, k, A, b};
    mlcp_options o = mlcp_defaults;
    o.only_double = 1;
    if (mlcp_solve(&p, &o, a, &x, &climbed).code != PERP_OK ||
        x.outcome != LCP_SOLVED)
        return 0;
    double sum = 0;
    for (int i = unknowns; i < size; i++)
        sum += x.z[i];
    return 1 - sum > 0x1p-30;
}

/** ## Then exactly

Only what is proven is said. The impulses are those of the certificate. */
typedef struct {
    char *text;
    size_t room, used;
    int parts;
} line;

__attribute__((format(printf, 2, 3))) static void say(line *l,
                                                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(l->text + l->used, l->room - l->used, format, args);
    va_end(args);
    if (n > 0)
        l->used =
            l->used + (size_t)n < l->room ? l->used + (size_t)n : l->room - 1;
}

int jam_text(const cone *c, const cone_impulse *x, const perp_system *s,
             const int *id, char *text, size_t room)
{
    line l = {text, room, 0, 0};
    for (int k = 0; k < c->m; k++)
        if (mpq_sgn(x->y[k]) != 0)
            say(&l, "%sjoint %s %.4g", l.parts++ > 0 ? ", " : "",
                s->joint_name[k], mpq_get_d(x->y[k]));
    for (int j = 0; j < c->p; j++) {
        if (mpq_sgn(x->cn[j]) == 0)
            continue;
        say(&l, "%scontact %s (normal %.4g", l.parts++ > 0 ? ", " : "",
            s->contact_name[id[j]], mpq_get_d(x->cn[j]));
        for (int k = c->slip_at[j]; k < c->slip_at[j + 1]; k++)
            say(&l, "%s %.4g", k == c->slip_at[j] ? ", tangential" : "",
                mpq_get_d(x->f[k]));
        say(&l, ")");
    }
    return l.parts;
}

/* What was found: the combination, and of how many parts it is. */
typedef struct {
    char text[480];
    int parts;
} finding;

static perp_status decide(const perp_system *s, const step_data *d,
                          const int *id, finding *found)
{
    arena a = {0};
    cone c;
    cone_rays rays;
    pointed verdict;
    perp_status st = cone_of_step(&a, d, &c);
    if (st.code != PERP_OK) {
        arena_free(&a);
        return st;
    }
    st = pointed_step(&a, &c, &rays, &verdict);
    if (st.code == PERP_OK) {
        if (verdict.answer == CONE_NO)
            found->parts = jam_text(&c, &verdict.zero, s, id, found->text,
                                    sizeof found->text);
        pointed_clear(&verdict);
        rays_clear(&rays);
    }
    cone_clear(&c);
    arena_free(&a);
    return st;
}

static perp_status warn(const finding *found, double t, char **note)
{
    const size_t room = sizeof found->text + 160;
    *note = memory_new(room, 1);
    if (*note == NULL)
        return PERP_NO_MEMORY(room);
    snprintf(*note, room,
             "the friction cone is not pointed at t = %.6g s: these impulses "
             "cancel, and no bound on them exists: %s",
             t, found->text);
    return PERP_SUCCESS;
}

/** Three sizes: above `JAM_DOUBLE` unknowns and edges nothing is looked at, above `JAM_EXACT`
doubles are, and a doubt is let be, because fractions of that size cost more than a warning is
worth. Without joints and contacts the cone is a point, and pointed. */
perp_status jam_look(jam *j, arena *scratch, const perp_system *s,
                     const step_data *d, const int *id, double t, char **note)
{
    finding found = {.parts = 0};
    if (j->done || d->m + d->p == 0 || !is_new(j, fingerprint(d->p, id)))
        return PERP_SUCCESS;
    int size = d->nv + d->m + 2 * d->r + d->p;
    if (size > JAM_DOUBLE)
        return PERP_SUCCESS;
    arena_mark mark = arena_here(scratch);
    int fine = surely_pointed(scratch, d);
    arena_release(scratch, mark);
    if (fine || size > JAM_EXACT)
        return PERP_SUCCESS;
    PERP_TRY(decide(s, d, id, &found));
    j->done = found.parts > 0;
    return j->done ? warn(&found, t, note) : PERP_SUCCESS;
}
