/**
# From a scene to one impact

HP23 2.2.1. The data of an impact are those of a step at the initial state: $M(q)$,
the rows $n$ and $d$ of the active contacts, $\mu$, $\nu$, and $v$. They are assembled
by the same code that a run's steps use, in doubles and then copied to fractions, or
in fractions from the scene's formulas. The two are different questions: the doubles
of a slope of 30° are data of other bodies than the formulas, and with redundant
contacts these have other outcomes. Whatever is proven later says of which data, and
`situation_data` has the words.

**Two thresholds.** A corner of the rocking block that stands on the ground has
in doubles the gap $y - \cos\theta + \dots$, which may come out as $-10^{-16}$
m. With (13) taken literally, $\phi \le 0$, half of such corners would be
missing; the scene's tolerance, a length, takes them in. With (14) taken
literally the other half would be refused; `penetration` is the length below
which a gap is a mistake of whoever wrote the scene. The law itself reads no
gap: behind this module a contact is active or it is not, and how deep it is has
no influence on $v^+$.

**Who is left out.** A contact that is apart has no impulse, however close it
comes: an impact takes no time. It may be that it is hit next, and then it is
the next impact. But if rounding separates two corners that hit together, one of
them is left out and the law is asked about the other alone. A scene that means
both sets its state so that both gaps are zero, or its tolerance so that both
count.

Whether the friction cone is pointed (Assumption 2) is asked at once, since most of
the paper's promises hang on it: without it impacts need not end, and
[net_force.c](../impact/net_force.c) finds no bound.
*/
#include "hp23/run/situation.h"

#include "base/nearest.h"
#include "cone/pointed.h"
#include "number/literal.h"
#include "number/rational.h"

#include <string.h>

static perp_status room(situation *x)
{
    size_t contacts = (size_t)x->sys->contacts + 1;
    PERP_TRY(assembler_new(&x->a, x->sys, x->rational, &x->work));
    PERP_TRY(step_data_new(&x->a, x->sys, &x->data));
    PERP_TRY(step_exact_new(&x->a, x->sys, &x->exact));
    x->set.id = arena_take(&x->a, contacts, sizeof *x->set.id);
    x->set.kept = arena_take(&x->a, contacts, sizeof *x->set.kept);
    return x->set.id != NULL && x->set.kept != NULL ? PERP_SUCCESS
                                                    : PERP_NO_MEMORY(contacts);
}

/* A gap in doubles, whatever mode: for the message only. */
static double gap_of(const situation *x, int j)
{
    return x->rational ? mpq_get_d(x->work.gap_exact[j]) : x->work.gap[j];
}

/** The active contacts touch, up to the scene's tolerance; one that penetrates
deeper than the scene allows is no impact but a mistake.

Implements HP23 (13)-(14). */
static perp_status judge_gaps(const situation *x, const experiment *e)
{
    for (int j = 0; j < x->sys->contacts; j++)
        if (!(gap_of(x, j) >= -e->penetration))
            return PERP_FAIL(PERP_INPUT,
                             "contact %s begins at the gap %g m; an impact "
                             "needs a gap of at least %g",
                             x->sys->contact_name[j], gap_of(x, j),
                             -e->penetration);
    if (x->set.n == 0)
        return PERP_FAIL(PERP_INPUT,
                         "no contact is active: no gap is at most %g m; "
                         "change q, or the tolerance",
                         mpq_get_d(e->tolerance));
    return PERP_SUCCESS;
}

/** Initial values of a scene are texts or numbers that were read as fractions; here
they become the nearest doubles, and data of these doubles are what is assembled:
gaps first, who is active, and then the rows of these contacts alone. The copy in
fractions is of the doubles, bit by bit, so laws in fractions and samples in doubles
have one impact. */
static perp_status read_doubles(situation *x, const experiment *e)
{
    const perp_system *s = x->sys;
    double *q = arena_take(&x->a, (size_t)(s->nq + s->nv) + 1, sizeof *q);
    if (q == NULL)
        return PERP_NO_MEMORY((size_t)s->nq * sizeof *q);
    for (int i = 0; i < s->nq; i++)
        PERP_TRY(literal_double(e->q[i], q + i));
    for (int i = 0; i < s->nv; i++)
        PERP_TRY(literal_double(e->v[i], q + s->nq + i));
    step_point at = {.q = q, .v = q + s->nq};
    PERP_TRY(assemble_gaps(s, &x->work, q));
    active_find(&x->set, s->contacts, x->work.gap, mpq_get_d(e->tolerance));
    PERP_TRY(judge_gaps(x, e));
    PERP_TRY(assemble_step(s, &x->work, &at, &x->set, &x->data));
    assemble_copy(&x->data, &x->exact);
    return PERP_SUCCESS;
}

/** Nothing is rounded: gaps, masses and gradients are evaluated in fractions at the
fractions of the scene, which refuses formulas that are not rational. The time is
zero. */
static perp_status read_rationals(situation *x, const experiment *e)
{
    mpq_t zero;
    mpq_init(zero);
    step_point_exact at = {.t0 = zero,
                           .t1 = zero,
                           .q = (const mpq_t *)e->q,
                           .v = (const mpq_t *)e->v};
    perp_status st = assemble_gaps_exact(x->sys, &x->work, at.q);
    if (st.code == PERP_OK) {
        active_find_exact(&x->set, x->sys->contacts,
                          (const mpq_t *)x->work.gap_exact, e->tolerance);
        st = judge_gaps(x, e);
    }
    if (st.code == PERP_OK)
        st = assemble_exact(x->sys, &x->work, &at, &x->set, &x->exact);
    mpq_clear(zero);
    return st;
}

/** Elimination without roots: M is positive definite exactly if all pivots are positive.
It is asked in fractions, of the numbers that the law is asked of. With $M =
\begin{pmatrix} 1 & 2 \\ 2 & 1 \end{pmatrix}$, pivots 1 and $-3$, law (31) of a point that
comes down along the first axis has no solution at all, and a list of none would be
proven complete. */
static perp_status judge_mass(const situation *x)
{
    const int nv = x->exact.nv;
    const size_t all = (size_t)nv * (size_t)nv + 1;
    arena a = {0};
    perp_status s = PERP_SUCCESS;
    mpq_t f, t, *T = rational_array(&a, all);
    if (T == NULL)
        return PERP_NO_MEMORY(all * sizeof *T);
    mpq_inits(f, t, NULL);
    for (int i = 0; i < nv * nv; i++)
        mpq_set(T[i], x->exact.M[i]);
    for (int k = 0; k < nv && s.code == PERP_OK; k++) {
        if (mpq_sgn(T[k * nv + k]) <= 0)
            s = PERP_FAIL(PERP_INPUT,
                          "the mass matrix is not positive definite: pivot %d "
                          "is %g; every motion has kinetic energy",
                          k + 1, mpq_get_d(T[k * nv + k]));
        for (int i = k + 1; i < nv && s.code == PERP_OK; i++) {
            mpq_div(f, T[i * nv + k], T[k * nv + k]);
            for (int j = k + 1; j < nv && mpq_sgn(f) != 0; j++) {
                mpq_mul(t, f, T[k * nv + j]); /* T_ij - T_ik T_kj / T_kk */
                mpq_sub(T[i * nv + j], T[i * nv + j], t);
            }
        }
    }
    mpq_clears(f, t, NULL);
    rational_clear(T, all);
    arena_free(&a);
    return s;
}

/** The cone of which this is asked is the polygonal one of the data, (22), not the
round one of (18), which contains it; in the plane they are the same. An answer that
is not a proven yes counts as no, and then the commands say so. */
static perp_status ask_pointed(situation *x)
{
    cone c = cone_of_step_exact(&x->exact);
    cone_rays rays;
    pointed verdict;
    PERP_TRY(pointed_step(&x->a, &c, &rays, &verdict));
    x->pointed = verdict.answer == CONE_YES;
    pointed_clear(&verdict);
    rays_clear(&rays);
    return PERP_SUCCESS;
}

perp_status situation_new(const experiment *e, situation *out)
{
    *out =
        (situation){.sys = e->sys, .rational = e->mode == EXPERIMENT_RATIONAL};
    PERP_TRY(room(out));
    PERP_TRY(out->rational ? read_rationals(out, e) : read_doubles(out, e));
    PERP_TRY(judge_mass(out));
    return ask_pointed(out);
}

void situation_clear(situation *s)
{
    assembler_clear(&s->work);
    step_exact_clear(&s->exact);
    arena_free(&s->a);
}

/** A proof in fractions is one of the numbers that it was given. In doubles these
are rounded, and contacts that are redundant by the geometry are so no more. */
const char *situation_data(const situation *s)
{
    return s->rational ? "M, nu, n, d, mu and v of the scene's formulas"
                       : "the doubles of M, nu, n, d, mu and v";
}

const char *situation_contact(const situation *s, int j)
{
    return s->sys->contact_name[s->set.id[j]];
}

/* The active contact of that name, or -1. */
static int active_named(const situation *s, const char *name)
{
    for (int j = 0; j < s->set.n; j++)
        if (strcmp(situation_contact(s, j), name) == 0)
            return j;
    return -1;
}

static perp_status unknown(const situation *s, const char *name)
{
    const perp_system *y = s->sys;
    for (int j = 0; j < y->contacts; j++)
        if (strcmp(y->contact_name[j], name) == 0)
            return PERP_FAIL(PERP_USAGE,
                             "--order: contact '%s' is not active here; leave "
                             "it out",
                             name);
    int near = nearest_word(name, y->contact_name, y->contacts);
    const char *guess =
        near >= 0 ? y->contact_name[near] : situation_contact(s, 0);
    return PERP_FAIL(PERP_USAGE,
                     "--order: there is no contact '%s' (%s '%s'%s)", name,
                     near >= 0 ? "did you mean" : "the first one is", guess,
                     near >= 0 ? "?" : "");
}

/** An order as a user writes it: names with commas between them, without blanks.
Naming a contact twice would not mean that it has two turns a round, since the order
is gone through again anyway, so it is refused and not guessed at. */
perp_status situation_order(const situation *s, const char *text, int *order,
                            int *count)
{
    char name[256];
    *count = 0;
    for (const char *at = text;; at++) {
        size_t len = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)(len < 255 ? len : 255), at);
        int j = active_named(s, name);
        if (j < 0)
            return unknown(s, name);
        for (int k = 0; k < *count; k++)
            if (order[k] == j)
                return PERP_FAIL(PERP_USAGE,
                                 "--order: contact '%s' is named twice; the "
                                 "order is gone through again by itself",
                                 name);
        order[(*count)++] = j;
        at += len;
        if (*at == '\0')
            return PERP_SUCCESS;
    }
}
