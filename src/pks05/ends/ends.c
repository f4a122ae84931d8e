#include "pks05/ends/ends.h"

#include "base/memory.h"
#include "base/text.h"
#include "number/dense.h"
#include "number/literal.h"
#include "pks05/ends/grid_begin.h"
#include "pks05/ends/starts_begin.h"
#include "run/tally.h"

#include <math.h>
#include <string.h>

/**
## From a scene to a root

The rows of `ends` become $M_\nu$ (`start`), $N$ (`final`) and $b$ (`value`), the scheme
the map from $v(0)$ to $x(T)$: $\Lambda^{h,N_h+1} \circ \Phi$ in the paper's proof,
`compliant_flow` here. Then `shoot_solve` is given the function and, where it exists, the
matrix $P$ of the fixed-point map. The start found is written as the scene's `v`, and
the run that makes the table is one like any other.

The steps are those of the run, and so is their number: the root belongs to $h$. It is
the start of a discrete motion whose end is right, and differs by $O(h)$ from that of the
continuous one: for `cases/PKS05/fixed_point.lua` it is $1.2290$ with $\kappa = 2$
(`ends.h` has it by hand).

The paper's proof composes continuous maps: a step is one by Proposition 3 and Lemma 4, so
is a run, so is $\Upsilon$. Here that continuity is what the search lives on, and it holds
as far as the steps have one solution each. Where friction is so large that a step has
several, which of them the solver finds may change from one $v$ to the next, and $R$
jumps; then no method that is here has a right to converge, and a sign change of $R$ need
not enclose a root. The run that follows counts such steps (`several`).

What else can spoil it: $T$ is cut into a whole number of steps, so ends are met at $N_hh +
h$, which is the run's last row; and a tolerance of $10^{-10}$ in $R$ is not one in $v$.
If the end hardly depends on the start, as for a body that friction stops anyway, starts
that differ in the fourth digit have ends that agree in the tenth.

| part | in the paper | here |
|---|---|---|
| $x^0 = (q^0, v, \delta^0)$ | the map $\Phi$ (no gap) | `first`, with `v` put in |
| one step | $\nu^h(x^{\mathrm{ref}})$ (erratum 3.16) | `compliant_flow` of one step |
| all steps | $\Lambda^{h,N_h+1}$ | `compliant_flow` |
| $b - M_\nu v - Nx$ | (13), (27) | `residual` |
| $(M_\nu + N_\nu)^{-1}$ | in $\Upsilon$ | `P` |
| a root | Brouwer | `shoot_solve` |
*/

/** The problem: rows in doubles and a state that runs again and again. $n = n_v$
conditions; `size` $= n_q + n_v + \sum_c(1 + \text{slips of } c)$ numbers of a state, in
this order, $\delta$ without the rows that nothing moves. The matrices are by rows: row
$i$ is condition $i$. `mu` keeps the scene's coefficients while a continuation scales
those of the state. */
typedef struct {
    const experiment *e;
    compliant_state state;
    summary counts;                /* of the runs; nobody reads them */
    double *start, *final, *value; /* n x n, n x size, n */
    double *x, *first;             /* size: a state on its way; the start */
    double *P;                     /* n x n, where there is one */
    double *mu;                    /* the full ones */
    int n, size, has_P;
    long steps, all; /* of a run; at s = 1 */
} ends;

/** (13): $R(v) = b - M_\nu v - N x(T)$, in the units of the rows. A start from which a step
has no solution, or that the force does not let settle, has no $R$; the search goes
around it. With (27), $R(v) = (M_\nu + N_\nu)(\Upsilon(v) - v)$, so that fixed points of the
paper's map are roots, where the map exists.

For $\kappa = 2$ and the start $v = 0$ the block of `fixed_point.lua` does not move: $x(T) =
v(T) = 0$, $R = 1$, and as $M_\nu + N_\nu = 1$ the first turn of the fixed point goes to
$v = 1$. There $R = 1 - 1.4 + 0.7206 = 0.3206$, and from here on the increments shrink by
$-\kappa T = -0.4$, as they do as long as the block slides all the time, from $v = 0.6$
m/s on.

Implements PKS05 (13). */
static perp_status residual(void *of, const double *v, double *out)
{
    ends *b = of;
    const int nq = b->e->sys->nq;
    memcpy(b->x, b->first, (size_t)b->size * sizeof *b->x);
    memcpy(b->x + nq, v, (size_t)b->n * sizeof *v);
    PERP_TRY(compliant_flow(&b->state, b->steps, b->x));
    for (int i = 0; i < b->n; i++) {
        out[i] = b->value[i];
        for (int j = 0; j < b->n; j++)
            out[i] -= b->start[i * b->n + j] * v[j];
        for (int j = 0; j < b->size; j++)
            out[i] -= b->final[i * b->size + j] * b->x[j];
    }
    return PERP_SUCCESS;
}

/** $M_\nu$, $N$ and $b$ are a scene's fractions, and doubles here: the search is in doubles. */
static perp_status doubles(arena *a, const mpq_t *from, int count, double **to)
{
    *to = arena_take(a, (size_t)count + 1, sizeof **to);
    if (*to == NULL)
        return PERP_NO_MEMORY(count);
    for (int i = 0; i < count; i++)
        PERP_TRY(literal_double(from[i], &(*to)[i]));
    return PERP_SUCCESS;
}

/** $P = (M_\nu + N_\nu)^{-1}$, where it exists: Theorem 8 wants it. It says how $v$
would have to change if the motion carried every change of its start unchanged to its
end, which it does for $T \to 0$: (28) asks that the motion does not do much else. A
condition on positions alone, $M_\nu = 0$ and $N = (I, 0, 0)$, has none, and lies
outside of the theorem; the secant and Newton do not need it.

In $[M_\nu + N_\nu \mid -I]$ Gauss and Jordan leave $-P$ on the right, its rows in the
order in which they were used as pivots. What is at most $10^{-12}$ of the largest entry
of its column counts as no pivot: a condition that is the multiple of another up to
rounding binds one velocity twice and another not at all. */
static perp_status invert(arena *a, ends *b)
{
    const int n = b->n, w = 2 * n;
    double *E = arena_take(a, (size_t)(w * n + n), sizeof *E);
    int *row_of = arena_take(a, (size_t)n, sizeof *row_of);
    unsigned char *used = arena_take(a, (size_t)n, 1);
    b->P = arena_take(a, (size_t)(n * n), sizeof *b->P);
    if (E == NULL || row_of == NULL || used == NULL || b->P == NULL)
        return PERP_NO_MEMORY(w * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            E[i * w + j] =
                b->start[i * n + j] + b->final[i * b->size + b->e->sys->nq + j];
    for (int i = 0; i < n; i++)
        E[i * w + n + i] = -1;
    b->has_P = dense_jordan(n, n, E, row_of, used, E + w * n, 1e-12) == n;
    for (int i = 0; i < n && b->has_P; i++)
        for (int j = 0; j < n; j++)
            b->P[i * n + j] = -E[row_of[i] * w + n + j];
    return PERP_SUCCESS;
}

/** Continuation begins without friction, or with a tenth of the time. Without friction the
residual has no kinks from sticking; in a short time the motion is nearly $x(0) + T\dot
x(0)$. The gaps still open and close.

Where it is needed: with $v = 0$ for the first guess of `slide_to_target.lua` the block
stands, so does it for every start near zero that friction stops at once, and $R = 1$ for
all of them up to what the surface yields. The plain search gives up after 29 runs, 1 m
away. Without friction the first stage is linear, $v_0T = 1$, and the way to full friction
takes 30 runs in all; along the duration it takes 180, since a short slide ends before a
long one has shown where it stops.

$s = 0$ need not have a root of its own: an end at rest cannot be had without friction and
without another brake. Then the search ends at the first stage and says so. */
static perp_status weaker(void *of, double s)
{
    ends *b = of;
    if (strcmp(b->e->ends.along, "friction") == 0) {
        for (int j = 0; j < b->state.d.p; j++)
            b->state.mu[j] = s * b->mu[j];
        return PERP_SUCCESS;
    }
    b->steps = (long)ceil((0.1 + 0.9 * s) * (double)b->all);
    return PERP_SUCCESS;
}

/** The state runs unwatched and without distances: neither the residuals nor the energies
of a step are asked, no bound of Lemma 4 is computed, and no row is written; a run costs a
third of one that is looked at. `first` is $(q^0, v, \delta^0)$ with
the scene's $v$, of which `residual` replaces the middle. */
static perp_status ends_new(arena *a, const experiment *e, ends *b)
{
    const experiment_ends *w = &e->ends;
    b->e = e;
    b->n = w->n;
    PERP_TRY(compliant_state_new(a, e, &b->counts, &b->state));
    b->state.watched = 0;
    b->state.how.bound = false;
    b->size = compliant_size(&b->state);
    PERP_TRY(tally_steps(e, &b->all));
    b->steps = b->all;
    PERP_TRY(doubles(a, (const mpq_t *)w->start, b->n * b->n, &b->start));
    PERP_TRY(doubles(a, (const mpq_t *)w->final, b->n * b->size, &b->final));
    PERP_TRY(doubles(a, (const mpq_t *)w->value, b->n, &b->value));
    b->x = arena_take(a, 2 * (size_t)b->size, sizeof *b->x);
    b->mu = arena_take(a, (size_t)b->state.d.p + 1, sizeof *b->mu);
    if (b->x == NULL || b->mu == NULL)
        return PERP_NO_MEMORY(2 * b->size);
    b->first = b->x + b->size;
    compliant_get(&b->state, b->first);
    for (int j = 0; j < b->state.d.p; j++)
        b->mu[j] = b->state.mu[j];
    return invert(a, b);
}

/** The words are those of the reports, `shoot_name`: "any", "fixed point", "secant",
"newton"; none is "any". */
static perp_status method_of(const char *word, shoot_method *out)
{
    *out = SHOOT_ANY;
    for (int m = SHOOT_ANY; word != NULL; m++) {
        if (m > SHOOT_NEWTON)
            return PERP_FAIL(PERP_INPUT, "ends: there is no method '%s'", word);
        *out = (shoot_method)m;
        if (strcmp(word, shoot_name(*out)) == 0)
            break;
    }
    return PERP_SUCCESS;
}

/** What a failed search says: what came nearest, and what else could be tried. It is no
proof that there is no start; with (28) and small $\mu$ and $h$ there is one, and a
search may miss it all the same. */
static perp_status missed(const ends *b, const shoot_report *r, double s)
{
    char way[64] = "";
    if (s < 1)
        snprintf(way, sizeof way, ", on the way to it (%.3g of the %s)", s,
                 b->e->ends.along);
    return PERP_FAIL(PERP_LIMIT,
                     "no start with these ends was found in %d runs; the "
                     "nearest, by %s, misses them by %.3g%s; try another v, "
                     "along = \"friction\" or \"duration\", or a nearer end",
                     r->evaluations, shoot_name(r->method), r->residual, way);
}

static perp_status search(const shoot_problem *p, arena *a, double *v,
                          shoot_report *out)
{
    const ends *b = p->of;
    shoot_options o = shoot_defaults;
    double s = 1;
    PERP_TRY(method_of(b->e->ends.method, &o.method));
    o.most = 60 * b->n + 140;
    PERP_TRY(b->e->ends.along == NULL
                 ? shoot_solve(p, &o, a, v, out)
                 : shoot_along(p, &o, weaker, a, v, &s, out));
    return out->solved ? PERP_SUCCESS : missed(b, out, s);
}

/** What wants $R$ without a search of this room's is handed the same function, made of the
same state: [a grid](grid.h). `run` is a `shoot_run` of $v$, all $n_v$ numbers. A search that
somebody stopped has no answer: its last trials came to no end for no reason of theirs. */
perp_status ends_ask(const experiment *e, ends_use *use, void *of)
{
    arena a = {0};
    ends b = {0};
    experiment plain = *e;
    plain.mode = EXPERIMENT_DOUBLE;
    perp_status s = ends_new(&a, &plain, &b);
    if (s.code == PERP_OK)
        s = use(&(shoot_problem){b.n, residual, &b, b.has_P ? b.P : NULL}, &a,
                of);
    if (b.state.stopped && s.code != PERP_BUG)
        s = PERP_FAIL(PERP_LIMIT, "stopped while a start was looked for");
    compliant_state_free(&b.state);
    arena_free(&a);
    return s;
}

typedef struct {
    double *v;
    shoot_report *out;
} wanted;

static perp_status shoots(const shoot_problem *p, arena *a, void *of)
{
    wanted *w = of;
    return search(p, a, w->v, w->out);
}

perp_status ends_search(const experiment *e, double *v, shoot_report *out)
{
    return ends_ask(e, shoots, &(wanted){v, out});
}

/** The report is the same for every method, and `other_starts` is null in all of them:
a ball thrown up and one thrown down may pass the same point at the same time. `v0` is
written with 17 digits, so that a run from it is this run again; `residual` is $|R|$ in
the units of the rows; `evaluations` counts runs.
`contraction` is there where $\Upsilon$ exists and was tried. */
static perp_status report(const experiment *e, const double *v,
                          const shoot_report *r, char **text)
{
    growing_text t = {0};
    text_add(&t, "\"v0\": [");
    for (int i = 0; i < e->sys->nv; i++)
        text_add(&t, "%s%.17g", i > 0 ? ", " : "", v[i]);
    text_add(&t,
             "], \"residual\": %.17g, \"method\": \"%s\", "
             "\"evaluations\": %d, \"other_starts\": null",
             r->residual, shoot_name(r->method), r->evaluations);
    if (r->measured && isfinite(r->contraction))
        text_add(&t, ", \"contraction\": %.17g", r->contraction);
    perp_status s = text_end(&t);
    if (s.code != PERP_OK)
        text_free(&t);
    *text = t.text;
    return s;
}

/** The run begins with the start `v`: the doubles that were found become the scene's
fractions, each as the number it is, so that `--rational` and `--exact-check` begin at the
same point. What they end at differs from the prescribed by the search's $|R|$ and, where
the run is exact, by the rounding of all steps. */
static perp_status start_from(loop *l, const double *v)
{
    const int nv = l->e.sys->nv;
    mpq_t *found = arena_take(&l->a, (size_t)nv, sizeof *found);
    if (found == NULL)
        return PERP_NO_MEMORY(nv);
    for (int i = 0; i < nv; i++) {
        mpq_init(found[i]);
        mpq_set_d(found[i], v[i]);
    }
    l->e.v = found;
    return PERP_SUCCESS;
}

/** The scheme of `run/scheme.h`: with `ends` the search comes first, and its report goes
into the summary, `other_starts` null, for nothing is known of other roots. */
static perp_status begin(loop *l)
{
    const experiment *e = l->asked;
    shoot_report r;
    double *v = arena_take(&l->a, (size_t)e->sys->nv, sizeof *v);
    if (v == NULL)
        return PERP_NO_MEMORY(e->sys->nv);
    for (int i = 0; i < e->sys->nv && e->ends.n > 0; i++)
        PERP_TRY(literal_double(e->v[i], &v[i]));
    const char *way = e->ends.n > 0 && e->ends.method ? e->ends.method : "";
    if (strcmp(way, "all") == 0) {
        PERP_TRY(starts_begin(l));
    } else if (strcmp(way, "grid") == 0) {
        PERP_TRY(grid_begin(l, v));
        PERP_TRY(start_from(l, v));
    } else if (e->ends.n > 0) {
        PERP_TRY(ends_search(e, v, &r));
        PERP_TRY(report(e, v, &r, &l->sum->found));
        PERP_TRY(start_from(l, v));
    }
    return compliant_begin(l);
}

static void finish(loop *l)
{
    for (int i = 0; l->e.v != l->asked->v && i < l->e.sys->nv; i++)
        mpq_clear(l->e.v[i]);
    compliant_free(l);
}

static const char *const keys[] = {"theta",  "delta", "directions",
                                   "solver", "ends",  NULL};

/* alpha and gamma are weights of other schemes; this one's is theta, a key.
   `ahead`: the loop asks for energies before a step, which freezes the same. */
const struct scheme scheme_theta = {.name = "theta",
                                    .paper = "PKS05",
                                    .keys = keys,
                                    .alpha = 1,
                                    .gamma = 1,
                                    .most = EXPERIMENT_RATIONAL,
                                    .springs = 1,
                                    .yields = 1,
                                    .forks = 1,
                                    .ahead = 1,
                                    .provable = compliant_provable,
                                    .begin = begin,
                                    .step = compliant_advance,
                                    .energies = compliant_energies,
                                    .put = compliant_put,
                                    .look = compliant_look,
                                    .summarize = compliant_summarize,
                                    .freeze = compliant_freeze,
                                    .free = finish};
