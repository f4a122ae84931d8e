/**
# The velocity behind a collision

GAP08 section 4 takes $v^+ \in \mathcal L(q^-, v^-, 0, 0, 1, 1)$: the problem of a step in which
no time goes by. No force acts, nothing moves, $\tilde M = M$, and $x = v^+$ itself. All its
collisions are inelastic. This file has that compression, the second phase that AP02 allows for,
and a door for other laws of impact; the phases themselves and their balances are
`ap02/collision.c`.

| phase | problem | velocity | impulses of the row |
|---|---|---|---|
| compression | $\mathcal L(q^-, v^-, 0, 0, 1, 1)$ | $v^c$ | $c^c$ |
| push | none: $e\,c_n^c$ along the normals | | $e\,c_n^c$ |
| decompression | the compression's from $v^c$, pushed | $v^+$ | $c^d$ |

*A ball* of 1 kg arrives with $v^- = -2$ m/s. The compression leaves $v^c = 0$ and $c_n^c = 2$ N
s. With $e = \frac12$ the decompression pushes with 1 N s: $v^+ = 1$, and needs no more. The row
of the collision says $v = 1$, $c_n = 3$. It gains $\frac12(1 - 4) = -\frac32$ J.

Poisson's $e$ gives back impulses, not velocities. Where one contact's push moves another,
$n^Tv^+$ is not $-e\,n^Tv^-$; and with friction the second phase has a cone of its own, $\mu$
times its own normal impulse.

*Two contacts of one body*, without friction, $n^TM^{-1}n = \begin{bmatrix} 4 & 2 \\ 2 & 4
\end{bmatrix}$, arrive with the normal speeds $-1$ and $-\frac15$. The compression stops
the first with $\frac14$ N s, which lifts the second: $-\frac15 + \frac24 = \frac3{10}$,
and it has no impulse. With $e = \frac12$ the push is $\frac18$ at the first contact:
$v^+$ is $\frac12$ there, and $\frac3{10} + \frac28 = \frac{11}{20}$ at the second. By
Newton's law it would be $\frac1{10}$. Poisson's law gives back where something was taken,
and the second contact has given nothing.

*What is AP02's and what is this file's.* GAP08 has no $e$; with $e = 0$, the default,
there is one problem and this file adds nothing to it. AP02 states both phases; that a run
counts, proves, certifies and writes them as two problems of one row, and that the row's
impulses are sums, is decided here. */
#include "number/rational.h"
#include "gap08/run/held.h"
#include "gap08/run/spelt.h"
#include "run/tally.h"
#include "ap02/collision.h"

/** ## Both phases of a collision

`e` is one number for all contacts: with different ones a collision can gain
energy (see `collision_gain`). The decompression is posed from the exact result
of the compression, not from what doubles keep of it, so that in the exact modes
the row holds what both phases together make of $v^-$: its impulses are the sums
of both, $v^+$ is rounded once, and the verdict on the energy compares $v^+$ with
$v^-$.

Impulses stand in one order here: normal, friction, joints. */
typedef struct {
    int n;                         /* impulses */
    double *impulse, *push, *from; /* of the compression; n, p, nv */
    mpq_t *exact, *push_exact, *from_exact;
} phase;

/** What stands in between is little: the impulses of the compression, and the velocity
before it, which the second problem overwrites. Both come back in `end`, so that whoever
reads the row afterwards, the summary, the certificate, an energy, sees one collision from
$v^-$ to $v^+$.

One index for the impulses of a collision: p normal ones, r of friction, m of joints. Springs
have none, since no time goes by. */
static double *impulse_at(run_state *r, int k)
{
    const step_data *d = &r->data;
    if (k < d->p)
        return &r->result.cn[k];
    return k < d->p + d->r ? &r->result.f[k - d->p]
                           : &r->result.cnu[k - d->p - d->r];
}

static mpq_ptr impulse_exact_at(run_state *r, int k)
{
    const step_data *d = &r->data;
    if (k < d->p)
        return r->result_exact.cn[k];
    return k < d->p + d->r ? r->result_exact.f[k - d->p]
                           : r->result_exact.cnu[k - d->p - d->r];
}

static int exactly(const run_state *r)
{
    return r->e->mode != EXPERIMENT_DOUBLE;
}

static perp_status phase_new(run_state *r, phase *f)
{
    const size_t nv = (size_t)r->data.nv, p = (size_t)r->data.p;
    const size_t n = p + (size_t)(r->data.r + r->data.m);
    *f = (phase){.n = (int)n};
    f->impulse = arena_take(&r->scratch, n + p + nv, sizeof *f->impulse);
    if (f->impulse == NULL)
        return PERP_NO_MEMORY((n + p + nv) * sizeof(double));
    f->push = f->impulse + n;
    f->from = f->push + p;
    if (!exactly(r))
        return PERP_SUCCESS;
    f->exact = rational_array(&r->scratch, n + p + nv);
    if (f->exact == NULL)
        return PERP_NO_MEMORY((n + p + nv) * sizeof(mpq_t));
    f->push_exact = f->exact + n;
    f->from_exact = f->push_exact + p;
    return PERP_SUCCESS;
}

static void phase_free(const run_state *r, phase *f)
{
    if (f->exact != NULL)
        rational_clear(f->exact, (size_t)(f->n + r->data.p + r->data.nv));
}

/** Keeps what the compression gave; its velocity becomes the one that the decompression
starts from. In the exact modes that is the fraction, not the double that was stored of
it, and the push is the scene's own $e$ times a fraction; `push` in doubles is there for
the problem that proposes a basis. */
static void begin(run_state *r, phase *f)
{
    const int p = r->data.p, nv = r->data.nv;
    for (int k = 0; k < f->n; k++)
        f->impulse[k] = *impulse_at(r, k);
    for (int i = 0; i < nv; i++) {
        f->from[i] = r->data.v[i];
        r->data.v[i] = r->result.v[i];
    }
    for (int j = 0; j < p; j++)
        f->push[j] = r->rebound.e * f->impulse[j];
    r->rebound.push = f->push;
    if (!exactly(r))
        return;
    for (int k = 0; k < f->n; k++)
        mpq_set(f->exact[k], impulse_exact_at(r, k));
    for (int j = 0; j < p; j++) {
        mpq_mul(f->push_exact[j], r->e->e, f->exact[j]);
        f->push[j] = mpq_get_d(f->push_exact[j]);
    }
    for (int i = 0; i < nv; i++) {
        mpq_set(f->from_exact[i], r->exact.v[i]);
        mpq_set(r->exact.v[i], r->result_exact.v[i]);
    }
    r->rebound.push_exact = (const mpq_t *)f->push_exact;
}

/** For the ball of the head: 2 from the compression, 1 pushed, 0 besides: 3 N s. Friction
has two parts, each within its own cone, so the sum is within $\mu$ times the sum of the
normals, and a table can be asked for that.

The sums of both phases, and the velocity before them, come back. A normal impulse has three
parts: that of the compression, the push, and what the decompression took besides. */
static void end(run_state *r, const phase *f)
{
    const int p = r->data.p;
    r->rebound.push = NULL;
    r->rebound.push_exact = NULL;
    for (int i = 0; i < r->data.nv; i++) {
        r->data.v[i] = f->from[i];
        if (exactly(r))
            mpq_set(r->exact.v[i], f->from_exact[i]);
    }
    for (int k = 0; k < f->n; k++) {
        mpq_ptr sum = exactly(r) ? impulse_exact_at(r, k) : NULL;
        if (sum == NULL) {
            *impulse_at(r, k) += f->impulse[k] + (k < p ? f->push[k] : 0);
            continue;
        }
        mpq_add(sum, sum, f->exact[k]);
        if (k < p)
            mpq_add(sum, sum, f->push_exact[k]);
        *impulse_at(r, k) = mpq_get_d(sum);
    }
}

/* += the work that contacts which move take in the collision, by the row's own
   impulses. */
static void add_walls(run_state *r, mpq_ptr sum)
{
    const step_exact *d = &r->exact;
    const step_result_exact *y = &r->result_exact;
    mpq_t t;
    mpq_init(t);
    for (int k = 0; d->rate != NULL && k < d->p + d->r; k++) {
        mpq_mul(t, d->rate[k], k < d->p ? y->cn[k] : y->f[k - d->p]);
        mpq_add(sum, sum, t);
    }
    mpq_clear(t);
}

/** What the collision did to the kinetic energy, J; `*grew`: more than the walls' work
pays for, known exactly. That it can not be more is the argument of `collision_gain`, with a
wall as a body whose mass is infinite: it loses, in the limit, the energy $\sum(c_n\,
\partial\Phi/\partial t - f\cdot u)$ with the opposite sign. For contacts that stand still
there is no such work. An inelastic collision is never asked: its compression cannot gain, which is the
identity in `steps_exact.c`. With different $e$ at different contacts Poisson's law can
gain, which is why there is one; a row in which energy grew all the same would not count
as proven. */
static double gain(run_state *r, int *grew)
{
    const step_data *d = &r->data;
    *grew = 0;
    if (!exactly(r) && r->e->law.act == NULL)
        return tally_kinetic(&r->e->sys->mass, d->M, r->result.v) -
               tally_kinetic(&r->e->sys->mass, d->M, d->v);
    mpq_t sum;
    mpq_init(sum);
    collision_gain(&r->exact, (const mpq_t *)r->exact.v,
                   (const mpq_t *)r->result_exact.v, sum);
    const double J = mpq_get_d(sum);
    if (r->e->law.act == NULL)
        add_walls(r, sum);
    *grew = mpq_sgn(sum) > 0;
    mpq_clear(sum);
    return J;
}

/** What a run with restitution, or a law, says of its collisions: how many had a second phase (or
how many problems the law has solved), J over all of them, and the largest of one, which shows a
gain that others hide. */
static void name_sums(summary *s, const char *what)
{
    s->own[0].name = what;
    s->own[1].name = "collision_energy";
    s->own[2].name = "collision_energy_most";
    s->owns = 3;
}

static void note(summary *s, double gained, const char *what, long count)
{
    if (s->owns == 0) {
        name_sums(s, what);
        s->own[2].x = gained;
    }
    s->own[0].x += (double)count;
    s->own[1].x += gained;
    if (gained > s->own[2].x)
        s->own[2].x = gained;
}

/** In the example of two contacts the first problem starts from $v^-$, the second from
$v^c$ with the push $(\frac18, 0)$: from the speeds $(0, \frac3{10})$, which the push
makes $(\frac12, \frac{11}{20})$. Both are open, and its own impulses are zero. It has to
be asked all the same: a push at one contact may drive another together, where
$n^TM^{-1}n$ has a negative entry.

The second problem of a row: counted and written out like the first. In the exact modes it is
posed from fractions even where the data of the step are doubles, because $v^c$ and the push are
those of the exact compression; rounding them first would make a collision that is proven phase by
phase and not as a whole. */
static perp_status decompress(run_state *r, long row)
{
    phase f;
    perp_status s = phase_new(r, &f);
    if (s.code == PERP_OK) {
        begin(r, &f);
        r->sum->lcps += exactly(r);
        if (exactly(r))
            s = spelt_posed(r); /* run_solve does it, too */
        if (s.code == PERP_OK)
            s = exactly(r) ? run_solve_rational(r, row) : run_solve(r, row);
        end(r, &f);
    }
    phase_free(r, &f);
    return s;
}

/** ## A law of impact

HP23's laws, and others that a scene may name, take the contacts that are closed and $v^-$, and
answer with $v^+$ and impulses. They know nothing of this wing. What has to be done around
them is to store what they answer, and to say which contacts part.

| the law gets | the law gives |
|---|---|
| $M$, $v^-$, the rows and $\mu$ of the closed contacts | $v^+$, $c_n$, friction |
| the number of the collision, the mode, the limits | how many problems it solved |

A law of HP23 may have many outcomes; the run takes the one that the law returns, and is
undecided from there on (`several_law`). */
static const char of_rebounds[] = "decompressions";
static const char of_law[] = "impact_problems";
static const char by_law_claim[] =
    "collisions went through a law of impact, in fractions; none gains energy";

/* What doubles keep of a law's outcome, in rational mode a copy. */
static void store_outcome(run_state *r)
{
    const step_data *d = &r->data;
    const step_result_exact *x = &r->result_exact;
    for (int i = 0; i < d->nv; i++) {
        mpq_set(x->x[i], x->v[i]);
        r->result.x[i] = r->result.v[i] = rational_truncated(x->v[i]);
    }
    for (int j = 0; j < d->p; j++)
        r->result.cn[j] = rational_truncated(x->cn[j]);
    for (int k = 0; k < d->r; k++)
        r->result.f[k] = rational_truncated(x->f[k]);
    for (int i = 0; i < d->m; i++)
        r->result.cnu[i] = rational_truncated(x->cnu[i]);
    for (int i = 0; i < d->s; i++) {
        mpq_set_ui(x->cs[i], 0, 1);
        r->result.cs[i] = 0;
    }
}

/* Contacts that part do not stay; asked of the velocity before rounding. */
static void mark_parting(run_state *r)
{
    const step_exact *d = &r->exact;
    mpq_t speed, t;
    mpq_inits(speed, t, NULL);
    for (int j = 0; j < d->p; j++) {
        mpq_set_ui(speed, 0, 1);
        for (int i = 0; i < d->nv; i++) {
            mpq_mul(t, d->n[j * d->nv + i], r->result_exact.v[i]);
            mpq_add(speed, speed, t);
        }
        r->leaves[j] = mpq_sgn(speed) > 0;
    }
    mpq_clears(speed, t, NULL);
}

/** ## A law of impact in their place

The law is asked in fractions in every mode: a collision is rare beside steps.
What it answers holds exactly for the data at hand, so in the exact modes a row
counts as proven, and in doubles nothing depends on how a problem is solved. The
impulses of joints it does not say; they follow (`gap08/run/held.h`).

Implements HP23 (71). */
static perp_status by_law(run_state *r, double s)
{
    const experiment *e = r->e;
    const double at = e->uniform ? 1 : s; /* of a step, on the run's clock */
    step_result_exact *y = &r->result_exact;
    if (!run_rational(r))
        assemble_copy(&r->data, &r->exact);
    const collision_state x = {.exact = &r->exact,
                               .data = &r->data,
                               .id = r->set.id,
                               .number = r->sum->collisions - 1,
                               .t = run_time(r) + at * r->stepping.h,
                               .rational = run_rational(r),
                               .prove = exactly(r),
                               .limits = e->limits};
    collision_outcome out = {.v = y->v, .cn = y->cn, .f = y->f};
    perp_status st = e->law.act(e->law.law, &r->scratch, &x, &out);
    if (st.code == PERP_LIMIT)
        st = PERP_FAIL(PERP_LIMIT, "a collision of %d contacts: %s", x.exact->p,
                      st.message);
    PERP_TRY(st);
    PERP_TRY(held_find(&r->scratch, &r->exact, y));
    store_outcome(r);
    several_law(&r->sum->several, r->row);
    mark_parting(r);
    r->sum->claim = by_law_claim;
    r->sum->steps_proven += exactly(r);
    int grew;
    note(r->sum, gain(r, &grew), of_law, out.problems);
    return PERP_SUCCESS;
}

/** ## The two together

The velocity behind a collision: the compression's problem on the assembled
data, and, when an impulse has something to give back, the decompression's. The
row is proven when both are and no energy was gained. */
perp_status run_collide(run_state *r, long row, double s)
{
    const long before = r->sum->steps_proven;
    if (r->e->law.act != NULL)
        return by_law(r, s);
    PERP_TRY(run_solve(r, row));
    const int proven = r->sum->steps_proven > before, second = run_gives(r);
    int grew = 0;
    if (r->rebound.e <= 0)
        return PERP_SUCCESS;
    if (second) {
        r->sum->steps_proven = before;
        PERP_TRY(decompress(r, row));
    }
    note(r->sum, gain(r, &grew), of_rebounds, second);
    if (!proven || grew)
        r->sum->steps_proven = before;
    return PERP_SUCCESS;
}

/** A summary that has these sums has all three, and a claim with them when a law was
asked. Names and claim are literals, and are not among the words. */
void run_collide_freeze(run_state *r, frozen *x)
{
    const int law = r->e->law.act != NULL;
    int sums = r->sum->owns > 0;
    frozen_flag(x, &sums);
    if (sums && x->from != NULL) {
        name_sums(r->sum, law ? of_law : of_rebounds);
        r->sum->claim = law ? by_law_claim : NULL;
    }
    for (int i = 0; i < 3; i++)
        frozen_reals(x, 1, &r->sum->own[i].x);
}
