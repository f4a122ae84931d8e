#include "pks05/run/compliant.h"
#include "number/rational.h"

#include <string.h>

/**
## The record of a step

What a [certificate](../../../doc/70-certificate.md#the-step-of-contacts-that-yield) has of a step is what
(16) is posed from and where the step came to: $\Phi$, $M$, $\Gamma$, $\mathbf\Gamma$, $\mathbf K$,
$\mathbf C$, $f$ and its tangent $J$; in levels L1 and R the exact $v'$, $\delta'$ and the forces, in
level L0 the forces in doubles; then $v'$, $\delta'$, $q'$ as the run keeps them. $A$ and $b$ are not
in it, nor a basis or a mode: who checks poses (16) itself, and which contact sticks
he sees from the numbers.

**Whose rows.** The step has equal blocks of rows, the system its own; the record has the system's.
A row that a contact does not have (`own_of` is $-1$) has $\mathbf\Gamma = 0$, is coupled with no
other and has no force, so the step without it is the same one. With a polygon this needs $(-1, 0)$ to be
a corner: the forces of the other slip, with the second one 0, are then $|\lambda_t| \le
\mu\lambda_n$ for every contact with one slip. An odd number of corners has it not, so a scene that
has both sorts of contacts is refused there. The ball of `theta.h` has the record

    row 1
    gap
    M 0:1
    G
    w 0:1
    k 0:3e8
    c 0:a
    f 0:-a
    j
    z/18aec 0:-18a88 1:65 2:10f7d8
    v/... delta/... q/...

for $\lambda = \frac{11110}{1011}$, $v' = -\frac{1010}{1011}$, $\delta' = \frac{101}{101100}$ over 101100.

**Why both ends of the exact numbers.** With `--exact-check` the run goes on from $v'$ and
$\delta'$ cut off toward zero, and the next step is posed from these. A record that had the exact
ones alone would be a chain of steps none of which begins where the one before ended; one that had the
stored ones alone would prove nothing of its forces. So it has both, and who checks asks that the second
are the first, cut off. With `--rational` they are the same numbers, written twice.

**What is not in it.** $\theta$, $h$, $\mu$, the corners and the state before: they are the statement's and the
record's before, so that no step can have others. The slips, $v^\theta$, the gap behind the step:
they follow, and a number that follows is one more that could be wrong. $q^\theta$: the force is there as its tangent at the step's end, and that the tangent is the
formula's is asked by nobody; a certificate of this level is about the stated numbers (the
run's own `force_residual` says how far the two are apart).

**What it costs.** The numbers of $\mathbf K$ and $\mathbf C$ above the diagonal, $R^2$ in all, twice
the $n_v^2$ of $M$ and $J$, and the exact $z$, whose denominator has the digits of the mixed problem's
determinant: for the block of `pushed_block` 0.9 kilobytes a step. The steps themselves cost four times what
it takes to check them, and to write them takes no time that can be measured beside them.

**How one would forge it.** By a force that is lazy (friction below its bound while the contact slips), by a
contact that pulls, by a deformation that is left as it was; each leaves the equations of the row
and breaks a sign or a product, which is why these are asked of the exact numbers and not of the stored
ones, whose products are never 0. By another stiffness in a row: that is a true proof of another run, and the
statement, which has the formulas, says whose.

**When.** Behind the step, when the state has moved: the arrays that a step freezes are still those of
its beginning, for nobody has evaluated them anew. A search for ends takes many steps that are no part of
the run; `told` is set for the run's own state alone. */
typedef struct {
    const compliant_state *r;
    certificate *to;
    double *d; /* room for own max(own, nv) numbers */
    mpq_t *q;  /* and as many, or those of z, in fractions */
} writer;

/* `width` columns of the rows that the system has; < 0: those of rows, too. */
static void put(writer *w, const char *tag, int width, const double *d,
                const mpq_t *q)
{
    const compliant_state *r = w->r;
    const int square = width < 0, n = square ? r->rows : width;
    long at = 0;
    for (int i = 0; i < r->rows; i++)
        for (int j = 0; j < n && r->own_of[i] >= 0; j++) {
            if (square && r->own_of[j] < 0)
                continue;
            if (q != NULL)
                mpq_set(w->q[at++], q[i * n + j]);
            else
                w->d[at++] = d[i * n + j];
        }
    const double *x = q == NULL ? w->d : NULL;
    const mpq_t *y = q == NULL ? NULL : (const mpq_t *)w->q;
    if (square)
        certificate_symmetric(w->to, tag, r->own, x, y);
    else
        certificate_array(w->to, tag, at, x, y);
}

/** In one array, so that all have one denominator, as who checks wants it: the equations of motion and of
the compliance are then sums of whole numbers. A contact's forces are $\lambda_n$, and $\lambda_t$ of one slip; of two slips the shares $\beta$ of the
corners, whose sum $\lambda_{to}$ is. */
static long unknowns(const compliant_state *r, mpq_t *to)
{
    const theta_exact_end *x = &r->end_exact;
    const int nv = r->sys->nv, block = 1 + r->d.slips, m = r->exact.m;
    long at = 0;
    for (int i = 0; i < nv; i++)
        mpq_set(to[at++], x->v[i]);
    for (int i = 0; i < r->rows; i++)
        if (r->own_of[i] >= 0)
            mpq_set(to[at++], x->delta[i]);
    for (int c = 0; c < r->d.p; c++) {
        mpq_set(to[at++], x->lambda[c * block]);
        if (r->sys->slips[c] == 1)
            mpq_set(to[at++], x->lambda[c * block + 1]);
        for (int k = 0; k < m && r->sys->slips[c] == 2; k++)
            mpq_set(to[at++], x->beta[c * m + k]);
    }
    return at;
}

static void put_data(writer *w)
{
    const compliant_state *r = w->r;
    const theta_data *d = &r->d;
    const theta_exact *x = &r->exact;
    const int nv = r->sys->nv, exact = compliant_rational(r);
    const long G = r->sys->has_G ? (long)r->sys->nq * nv : 0;
#define EITHER(name)                                                           \
    exact ? NULL : d->name, exact ? (const mpq_t *)x->name : NULL
    certificate_array(w->to, "gap", d->p, EITHER(gap));
    certificate_symmetric(w->to, "M", nv, EITHER(M));
    certificate_array(w->to, "G", G, exact ? NULL : r->at.G,
                      exact ? (const mpq_t *)r->at_exact.G : NULL);
    put(w, "w", nv, EITHER(rows));
    put(w, "k", -1, EITHER(K));
    put(w, "c", -1, EITHER(C));
    certificate_array(w->to, "f", nv, EITHER(f));
    certificate_array(w->to, "j", (long)nv * nv, EITHER(J));
#undef EITHER
}

static void put_end(writer *w)
{
    const compliant_state *r = w->r;
    const int nv = r->sys->nv, exact = compliant_rational(r);
    if (r->e->mode == EXPERIMENT_DOUBLE)
        put(w, "lambda", 1, r->lambda, NULL);
    else {
        const long n = unknowns(r, w->q);
        certificate_array(w->to, "z", n, NULL, (const mpq_t *)w->q);
    }
    certificate_array(w->to, "v", nv, exact ? NULL : r->v,
                      exact ? (const mpq_t *)r->exact.v : NULL);
    put(w, "delta", 1, r->delta,
        exact ? (const mpq_t *)r->exact.delta : NULL);
    certificate_move(w->to, exact ? NULL : r->q,
                     exact ? (const mpq_t *)r->q_exact : NULL);
}

perp_status compliant_record(compliant_state *r)
{
    const size_t own = (size_t)r->own, nv = (size_t)r->sys->nv;
    const size_t widest = own > nv ? own : nv, R = (size_t)r->rows;
    const size_t z = nv + 2 * R + (size_t)r->d.p * (size_t)r->exact.m;
    const size_t n = own * widest > z ? own * widest : z;
    const int fractions = r->e->mode != EXPERIMENT_DOUBLE;
    writer w = {.r = r, .to = r->e->cert};
    w.d = arena_take(&r->scratch, n + 1, sizeof *w.d);
    if (fractions)
        w.q = rational_array(&r->scratch, n + 1);
    if (w.d == NULL || (fractions && w.q == NULL))
        return PERP_NO_MEMORY(n * sizeof *w.q);
    certificate_row(w.to);
    put_data(&w);
    put_end(&w);
    if (fractions)
        rational_clear(w.q, n + 1);
    return PERP_SUCCESS;
}

/** In level L0 $v'$ and $\delta'$ are not in the array of unknowns, for they would be those that are
stored, which stand behind it anyway.

The polygon is no law of its own in doubles but a way to solve, and its forces are measured by no row
of the disc; prescribed ends are found by a search, whose start the statement does not
know. The force of a statement is $k + Fv$, and springs stand beside it with laws of AP02's steps: a record of
theta has one $f$, the springs in it, so the statement would name them and prove nothing of them. A statement's
contacts that yield are the scene's own. Both would be refused by who checks, after the run. */
perp_status compliant_provable(const experiment *e)
{
    const int two = e->sys->max_slips == 2;
    int one = 0;
    for (int j = 0; j < e->sys->contacts; j++)
        one |= e->sys->slips[j] == 1;
    if (e->ends.n > 0)
        return PERP_FAIL(PERP_INPUT, "--certify knows no prescribed ends; give "
                                     "the v that was found, without ends");
    if (e->sys->springs > 0)
        return PERP_FAIL(PERP_INPUT,
                         "--certify knows no springs and dampers of theta, "
                         "because a statement would not have them in its "
                         "force; write '%s' as a force",
                         e->sys->spring_name[0]);
    if (e->sys->bindings > 0)
        return PERP_FAIL(PERP_INPUT,
                         "--certify knows contacts that yield as the scene's "
                         "own, not those of bindings; write them in contacts, "
                         "in a world by world:contact");
    if (two && e->mode == EXPERIMENT_DOUBLE && e->directions > 0)
        return PERP_FAIL(PERP_INPUT,
                         "--certify L0 knows the disc of friction alone; with "
                         "directions ask for L1");
    if (two && one && e->directions % 2 == 1)
        return PERP_FAIL(PERP_INPUT,
                         "--certify wants an even number of directions where "
                         "a contact has one slip and another two, not %d",
                         e->directions);
    return PERP_SUCCESS;
}
