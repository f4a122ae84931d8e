/**
# The assumptions (H1) to (H4) and their neighbours, asked of a scene and its run

The slides ask (H1) to (H4) at every $q$, and the angle condition at every $q$ of the boundary.
A run is at some of them. So there are two roads. The form of the tapes speaks for all states:
a tape without branches is continuous, and the walls of a polyhedron are finitely many rows, of
which everything can be asked in fractions. For the rest there are the rows of the run
(`paoli_visited.c`): they refute or they have not refuted.

In (H2) only a gradient that is 0 refutes, not a small one: Lipschitz and not 0 has no
smallest value, and the least is printed for the reader to judge. $f = q^2$, $K$ the whole
line, is refuted where a $Z^n$ is 0 itself. */
#include "p10/paoli_assume.h"
#include "number/eigen.h"
#include "p10/paoli_form.h"
#include "p10/paoli_step.h"
#include "p10/paoli_visited.h"
#include "p10/paoli_walls.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void names(const paoli_walls *w, unsigned mask, char *out, size_t size)
{
    size_t at = 0;
    out[0] = '\0';
    for (int j = 0; j < w->p && j < 32 && at + 40 < size; j++)
        if (mask >> j & 1)
            at += (size_t)snprintf(out + at, size - at, "%s'%.24s'",
                                   at > 0 ? ", " : "", w->s->contact_name[j]);
}

static void place(const paoli_walls *w, const experiment *e, char *out,
                  size_t size)
{
    size_t at = 0;
    mpq_t q;
    mpq_init(q);
    out[0] = '\0';
    for (int i = 0; i < w->v && at + 40 < size; i++) {
        mpq_add(q, e->q[i], w->d[i]);
        at += (size_t)snprintf(out + at, size - at, "%s%.6g", i ? ", " : "",
                               mpq_get_d(q));
    }
    mpq_clear(q);
}

static const char *numbers_of(const paoli_walls *w)
{
    return w->exact ? "" : ", of the doubles of rows and gaps at q_0";
}

/* Of the formulas, or of the doubles that the experiment begins with. */
static basis basis_of(const paoli_walls *w)
{
    return w->exact ? BASIS_FORM : BASIS_DATA;
}

static perp_status visited(const inquiry *x, paoli_visited *v)
{
    return paoli_visited_of(x->e, x->at.t, v);
}

static const char *contact(const inquiry *x, int j)
{
    return x->at.s->contact_name[j];
}

/** (H1). `first` or `value` unknown: a root or a quotient, continuous where they have a
value. Implements P10 (H1). */
static perp_status force(inquiry *x, finding *out)
{
    growth g = form_nothing;
    const perp_system *s = x->at.s;
    PERP_TRY(form_growth(&x->at.a, &s->force, 0, s->force.inputs, &g));
    if (s->has_F)
        PERP_TRY(form_growth(&x->at.a, &s->inertia, 0, s->inertia.inputs, &g));
    if (g.jumps)
        finding_say(out, VERDICT_OPEN, BASIS_VISITED,
                    "the force contains a branch that may jump");
    else if (g.value >= GROWTH_UNKNOWN || g.first >= GROWTH_UNKNOWN)
        finding_say(out, VERDICT_MET, BASIS_VISITED,
                    "the force contains a root or a quotient; it had a value "
                    "at all rows");
    else
        finding_say(out, VERDICT_MET, BASIS_FORM,
                    "no branch, root or moving quotient");
    return PERP_SUCCESS;
}

/** (H2): a gradient of 0 on the boundary refutes it. Implements P10 (H2). */
static perp_status gaps(inquiry *x, finding *out)
{
    growth g;
    paoli_visited v;
    if (x->at.s->contacts == 0) {
        finding_say(out, VERDICT_MET, BASIS_FORM, "there are no constraints");
        return PERP_SUCCESS;
    }
    PERP_TRY(form_growth_of_contacts(x, 0, &g));
    PERP_TRY(visited(x, &v));
    if (v.touching > 0 && v.least == 0)
        finding_number(out, VERDICT_NOT, BASIS_VISITED, 0,
                       "the gradient of '%s' is 0 on the boundary, row %d",
                       contact(x, v.least_contact), v.least_row);
    else if (g.second > 0 || g.kinks || g.jumps)
        finding_say(out, VERDICT_OPEN, BASIS_VISITED,
                    "a gap contains %s, so Lipschitz gradients are not seen",
                    form_why(&g));
    else if (v.touching == 0)
        finding_say(out, v.flat ? VERDICT_MET : VERDICT_OPEN,
                    v.flat ? BASIS_FORM : BASIS_VISITED,
                    "the gradients are %s; the run touches no constraint",
                    v.flat ? "constant" : "Lipschitz, perhaps 0 somewhere");
    else
        finding_number(out, VERDICT_MET, v.flat ? BASIS_FORM : BASIS_VISITED,
                       v.least,
                       "gradients are Lipschitz by their form; the least on "
                       "the boundary is %.4g, of '%s' at row %d%s",
                       v.least, contact(x, v.least_contact), v.least_row,
                       v.flat ? ", and constant" : "");
    return PERP_SUCCESS;
}

static void rank_along(const paoli_visited *v, finding *out)
{
    if (v->dependent_row > 0)
        finding_say(out, VERDICT_NOT, BASIS_VISITED,
                    "%d gradients that are active in row %d are dependent",
                    v->dependent, v->dependent_row);
    else if (v->touching == 0)
        finding_say(out, VERDICT_OPEN, BASIS_VISITED,
                    "the run touches no constraint");
    else
        finding_say(out, VERDICT_MET, BASIS_VISITED,
                    "independent at all %ld steps that touch, on two or more "
                    "constraints at %ld",
                    v->touching, v->together);
}

/** Implements P10 (H3). */
static perp_status independence(inquiry *x, finding *out)
{
    paoli_visited v;
    paoli_walls w;
    char who[200], where[200];
    PERP_TRY(visited(x, &v));
    rank_along(&v, out);
    if (!v.flat)
        return PERP_SUCCESS;
    perp_status s = paoli_walls_of(x->e, &w);
    paoli_faces f = {0, 0};
    if (s.code == PERP_OK) {
        f = paoli_walls_dependent(&w);
        names(&w, f.mask, who, sizeof who);
        place(&w, x->e, where, sizeof where);
    }
    if (s.code == PERP_OK && f.says > 0)
        finding_say(out, VERDICT_MET, basis_of(&w),
                    "no set of the %d walls is dependent where all of it is "
                    "active%s",
                    w.p, numbers_of(&w));
    else if (s.code == PERP_OK && f.says < 0)
        finding_say(out, VERDICT_NOT, basis_of(&w),
                    "%s are active and dependent at the point (%s) of K%s", who,
                    where, numbers_of(&w));
    else if (s.code == PERP_OK && v.dependent_row == 0 && f.mask != 0)
        finding_say(out, VERDICT_OPEN, BASIS_VISITED,
                    "%s are dependent where all are 0; whether K has such a "
                    "point is not decided, and the run met none",
                    who);
    paoli_walls_free(&w);
    return s;
}

/** The least eigenvalue of $M$ over the rows that are looked at, 200 at most; with the rows
$(2, 1)$, $(1, 2)$ the eigenvalues are 1 and 3, and the line says 1. That $M$ is positive
is not asked here: a step whose $M$ has a pivot that is not ends the run with its number.
Once differentiable is a matter of form, and a kink or a branch leaves it open.
Implements P10 (H4). */
static perp_status mass(inquiry *x, finding *out)
{
    const perp_system *s = x->at.s;
    const size_t nn = (size_t)(s->nv * s->nv);
    double *M = arena_take(&x->at.a, nn, sizeof *M), least = HUGE_VAL, low, top;
    growth g = form_nothing;
    tape only = s->inertia; /* its first outputs are M */
    only.outputs = (uint32_t)nn;
    if (M == NULL)
        return PERP_NO_MEMORY(nn * sizeof *M);
    PERP_TRY(form_growth(&x->at.a, &only, 0, (uint32_t)s->nq, &g));
    for (int i = 0; i < x->at.rows; i++) {
        PERP_TRY(survey_look(&x->at, x->at.row[i], 0, 0));
        memcpy(M, x->at.data.M, nn * sizeof *M);
        eigen_range(s->nv, M, &low, &top);
        least = fmin(least, low);
    }
    if (g.kinks || g.jumps)
        finding_number(out, VERDICT_OPEN, BASIS_VISITED, least,
                       "M contains %s; its least eigenvalue along the run is "
                       "%.4g",
                       form_why(&g), least);
    else
        finding_number(out, VERDICT_MET,
                       g.first == GROWTH_ZERO ? BASIS_FORM : BASIS_VISITED,
                       least, "M %s; its least eigenvalue%s is %.4g",
                       g.first == GROWTH_ZERO
                           ? "is constant"
                           : "is smooth where it has a value",
                       g.first == GROWTH_ZERO ? "" : " along the run", least);
    return PERP_SUCCESS;
}

static paoli_faces ask_angle(paoli_walls *w, const experiment *e, int *a,
                             int *b, char *where, size_t size)
{
    paoli_faces f = paoli_walls_angle(w, e->e, a, b);
    place(w, e, where, size);
    return f;
}

static void angle_along(const inquiry *x, const paoli_visited *v, finding *out)
{
    if (v->angle_row > 0)
        finding_number(out, VERDICT_NOT, BASIS_VISITED, v->angle,
                       "(n_a, M^-1 n_b) = %.6g for '%.40s' and '%.40s', active "
                       "in row %d",
                       v->angle, contact(x, v->angle_a), contact(x, v->angle_b),
                       v->angle_row);
    else if (x->at.s->contacts < 2)
        finding_say(out, VERDICT_MET, BASIS_FORM,
                    "there are no two constraints");
    else if (v->together == 0)
        finding_say(out, VERDICT_OPEN, BASIS_VISITED,
                    "the run met no two constraints at once");
    else
        finding_say(out, VERDICT_MET, BASIS_VISITED,
                    "two or more constraints were active at %ld steps, each "
                    "pair within 2^-40 of the condition",
                    v->together);
}

/** What the walls say of all of $K$ goes before what the run has met of it; a
violation that the run has met remains one when the walls leave it open. Implements
P10 (angle). */
static perp_status angles(inquiry *x, finding *out)
{
    paoli_visited v;
    paoli_walls w;
    int a = 0, b = 0;
    char where[200];
    PERP_TRY(visited(x, &v));
    angle_along(x, &v, out);
    if (!v.flat || !v.steady || x->at.s->contacts < 2)
        return PERP_SUCCESS;
    perp_status s = paoli_walls_of(x->e, &w);
    paoli_faces f = {0, 0};
    if (s.code == PERP_OK)
        f = ask_angle(&w, x->e, &a, &b, where, sizeof where);
    const double A = f.mask != 0 ? mpq_get_d(w.A[a * w.p + b]) : 0;
    if (f.says > 0)
        finding_say(out, VERDICT_MET, basis_of(&w),
                    "every two of the %d walls keep it or never meet%s", w.p,
                    numbers_of(&w));
    else if (f.says < 0)
        finding_number(out, VERDICT_NOT, basis_of(&w), A,
                       "(n_a, M^-1 n_b) = %.6g for '%.40s' and '%.40s', which "
                       "meet at the point (%s) of K%s",
                       A, contact(x, a), contact(x, b), where, numbers_of(&w));
    else if (f.mask != 0 && v.angle_row == 0)
        finding_number(
            out, VERDICT_OPEN, BASIS_VISITED, A,
            "(n_a, M^-1 n_b) = %.6g for '%.40s' and '%.40s'; whether "
            "they meet in K is not decided, and the run met no such "
            "point",
            A, contact(x, a), contact(x, b));
    paoli_walls_free(&w);
    return s;
}

/** Convexity is what the estimates, and the theorem of 2005, want of $K$. */
static perp_status convex(inquiry *x, finding *out)
{
    paoli_visited v;
    int by_form;
    PERP_TRY(paoli_form_convex(x->at.s, &x->at.a, &by_form));
    PERP_TRY(visited(x, &v));
    if (v.flat)
        finding_say(out, VERDICT_MET, BASIS_FORM, "K is a polyhedron");
    else if (v.hollow_row > 0)
        finding_number(out, VERDICT_NOT, BASIS_VISITED, v.hollow,
                       "'%s' is 0 at the Z of row %d, and the Z of row %d is "
                       "behind its tangent there, by %.4g",
                       contact(x, v.hollow_contact), v.hollow_row,
                       v.hollow_other, v.hollow);
    else if (by_form)
        finding_say(out, VERDICT_MET, BASIS_FORM, "each gap is concave");
    else
        finding_say(out, VERDICT_OPEN, BASIS_VISITED,
                    "no two of the run's points show that K is not convex");
    return PERP_SUCCESS;
}

static void estimate(const paoli_asked *a, const paoli_visited *v, finding *out)
{
    if (a->asked == 0)
        finding_say(out, VERDICT_OPEN, BASIS_RUNS, "no step to ask");
    else if (a->row > 0)
        finding_number(out, VERDICT_NOT, BASIS_RUNS, a->most,
                       "fails first at row %d; at worst by a share of %.3g of "
                       "its terms%s",
                       a->row, a->most,
                       v->flat && v->steady
                           ? ""
                           : ", as it may: K or M is not of the kind it is "
                             "derived for");
    else
        finding_number(out, VERDICT_MET, BASIS_RUNS, a->most,
                       "holds within rounding at all %ld steps asked; left - "
                       "right is at most %.3g of the terms",
                       a->asked, a->most);
}

/** Implements P10 (L1). */
static perp_status inelastic(inquiry *x, finding *out)
{
    paoli_visited v;
    PERP_TRY(visited(x, &v));
    if (x->e->e != NULL && mpq_sgn(x->e->e) > 0)
        finding_say(out, VERDICT_MET, BASIS_DATA,
                    "it asks nothing for e = %.6g; see (C5)",
                    mpq_get_d(x->e->e));
    else
        estimate(&v.c4, &v, out);
    return PERP_SUCCESS;
}

/** Implements P10 (estimate). */
static perp_status elastic(inquiry *x, finding *out)
{
    paoli_visited v;
    PERP_TRY(visited(x, &v));
    estimate(&v.c5, &v, out);
    return PERP_SUCCESS;
}

/** With $M$ constant, $|\dot q|_M$ grows by no more than $\int|g|_{M^{-1}}$, since impacts with $e
\le 1$ take energy away. A force with $|g| \le C(1 + |q| + |\dot q|)$ then leaves, by Gronwall, a bound on
every finite $[0, T]$ for every solution: for large $C$, $\tau(C) = T$. The degrees are
those in $q$ and $\dot q$. In the time $g$ has to be bounded on $[0, T]$, and is when no quotient moves
with it: $1/(1 - t)$ is no constant. Otherwise the run has a
ball, and other solutions, or smaller $h$, another. Implements P10 (tauC). */
static perp_status ball(inquiry *x, finding *out)
{
    paoli_visited v;
    growth g = form_nothing, all = form_nothing;
    const perp_system *s = x->at.s;
    PERP_TRY(visited(x, &v));
    PERP_TRY(
        form_growth(&x->at.a, &s->force, 0, (uint32_t)(s->nq + s->nv), &g));
    PERP_TRY(form_growth(&x->at.a, &s->force, 0, s->force.inputs, &all));
    const double C = fmax(v.speed, v.away);
    if (v.steady && !s->has_F && !g.jumps && g.value <= 1 &&
        all.value < GROWTH_UNKNOWN)
        finding_number(out, VERDICT_MET, BASIS_FORM, C,
                       "M is constant and g grows at most linearly: for large "
                       "C tau(C) = T; the run has |q'| <= %.4g (from %.4g) and "
                       "|q - q_0| <= %.4g",
                       v.speed, v.start, v.away);
    else
        finding_number(out, VERDICT_OPEN, BASIS_VISITED, C,
                       "tau(C) is not known; the run has |q'| <= %.4g (from "
                       "%.4g) and |q - q_0| <= %.4g up to T",
                       v.speed, v.start, v.away);
    return PERP_SUCCESS;
}

static const hypothesis list[] = {
    {"H1", "the force g(t, q, v) is continuous", force},
    {"H2", "gradients of the gaps Lipschitz, not zero near the boundary", gaps},
    {"H3", "active gradients linearly independent", independence},
    {"H4", "M once differentiable, symmetric, positive definite", mass},
    {"angle",
     "(n_a, M^-1 n_b) <= 0 for e = 0, = 0 for e > 0, where both are active",
     angles},
    {"K", "the admissible set is convex", convex},
    {"C4", "for e = 0: |V^n|^2 <= (V^(n-1) + hG, V^n), hence Lemma 1",
     inelastic},
    {"C5",
     "(1-e)|V^n|^2 <= (1+e)|V^(n-1)|^2 + 2e|V^(n-2)|^2 + 2h(G, V^n + "
     "eV^(n-2))",
     elastic},
    {"tauC", "velocities and distances stay below a C up to tau(C) = T", ball}};

const hypotheses paoli_hypotheses = {&scheme_paoli, sizeof list / sizeof *list,
                                     list};
