/**
# The head of the statement

doc/70-certificate.md, The statement: scheme, parameters, state, constraints,
the six tapes of the scene, bindings, `end`.

**What is refused, and why the claim needs it.**

| | refused | because |
|---|---|---|
| $h$ | $h \le 0$ | the clock (C11) would not come to $T$ |
| $\alpha$ | outside (0, 1] | $v^{l+1} = (x - (1 - \alpha) v^l)/\alpha$ |
| $\gamma$ | outside [0, 1] | the position of (C9) is a mean of $v^l$ and $v^{l+1}$ |
| $e$ | outside [0, 1] | (C16) and the lemmas of P10 need $1 - e^2 \ge 0$ |
| $T$, tolerance | negative | |
| AP02, P10 | $\alpha, \gamma \ne 1$ (`moreau`: $\gamma \ne \frac12$) | they have no others |
| paoli, moreau | joints, springs, friction, projections, `jumps`, `hits`, `kept_basis` | a node has no place for them: a joint would be stated, and nothing keep it. (F has: $F v$ is in the force g) |
| project | with `rounding none` | a projection is done in doubles |
| kept_basis | another word than `none` and `last`; `last` where a scheme has no collisions, either | it is where a run looks for a solution first; each record is checked for being one, wherever it was found |
| gap_t, offset, control | another word than `none` | no scheme has them, and no check knows what they change |
| version | another than 3 | the statement of a proof must say all that the verdict says |
| sizes | no velocity; $n_q \ne n_v$ or rates in P10 | $q^{l+1} = q^l + h \Gamma v$ |
| joints, springs | in P10, joints and springs in `theta` | a node has no place for them, and nobody would keep them |

The last two lines end with "as many velocities as coordinates, or rates" and "the
scheme has no such joints ...", the others with the list of what does not hold. A scene beyond these would not be
false, but one for which the chapter's proofs say nothing.

What is *not* asked here: that the mass is positive semidefinite (mass.c asks it
of each row), that gaps are open at the start (open.c, level L2), that names
differ.

An example is the chapter's: `tolerance 1/2540be400` is $10^{-10}$ m, since
0x2540be400 is $10^{10}$; a double like 0.1 is `ccccccccccccd/80000000000000`,
the fraction that it is and not the one that somebody typed. `perp.ratio(1,
10)` would be `1/a`. Both are allowed, and they are two scenes.

What a parameter can do to a reader who does not look: with $h = T$ a run of
one step is a run; a $\mu$ of $10^{-300}$ is friction; a tolerance of 1 m lists
contacts a metre away as touching, and level L2 accepts them as listed. All this
is in the statement in plain sight, and its digest says which statement it was.

**Contacts** are numbered through: those of the scene, then those of each
binding. A problem lists numbers, `scene_contact` finds the coefficient of
one. Its bisection over the bindings looks for the last whose first contact is
not beyond the number; an empty binding begins where the next one does, and is
passed over, since the last one is taken.
*/
#include "statement.h"

#include <stdlib.h>

/* Earlier versions of the statement do not say whether positions are projected
   or which collisions may be, so their proofs prove less than the verdict
   says. */
void read_version(reader *r, const char *of)
{
    if (read_count(r, MOST_COUNT) != VERSION)
        refuse(r, "this %s has another version than %d: certify the run anew",
               of, VERSION);
    read_text(r, "\n");
}

/* A line each, in one order: a parameter cannot be missing, nor be said
   twice. */
static void read_parameters(reader *r, scene *s)
{
    read_text(r, "scene ");
    read_version(r, "statement");
    read_text(r, "scheme ");
    s->how = scheme_named(r, read_word(r));
    s->form = s->how->form;
    read_text(r, "\n");
    read_line_ratio(r, "h ", s->h);
    read_line_ratio(r, "alpha ", s->alpha);
    read_line_ratio(r, "gamma ", s->gamma);
    read_line_ratio(r, "restitution ", s->restitution);
    read_line_ratio(r, "T ", s->T);
    read_line_ratio(r, "tolerance ", s->tolerance);
    read_line_ratio(r, "penetration ", s->penetration);
    if (s->how->yields && (mpq_cmp_ui(s->alpha, 1, 1) != 0 ||
                           mpq_sgn(s->restitution) != 0))
        refuse(r, "theta: alpha = 1 and restitution = 0 do not hold");
    if (mpq_sgn(s->h) <= 0 || mpq_sgn(s->alpha) <= 0 ||
        mpq_cmp_ui(s->alpha, 1, 1) > 0 || mpq_sgn(s->gamma) < 0 ||
        mpq_cmp_ui(s->gamma, 1, 1) > 0 || mpq_sgn(s->T) < 0 ||
        mpq_sgn(s->restitution) < 0 || mpq_cmp_ui(s->restitution, 1, 1) > 0 ||
        mpq_sgn(s->tolerance) < 0 || mpq_sgn(s->penetration) < 0 ||
        (s->how->gamma > 0 && (mpq_cmp_ui(s->alpha, 1, 1) != 0 ||
                               mpq_cmp_ui(s->gamma, 1, s->how->gamma) != 0)))
        refuse(r, "h > 0, 0 < alpha <= 1, 0 <= gamma, restitution <= 1 (AP02, "
                  "P10: alpha = gamma = 1; moreau: gamma = 1/2), "
                  "T, tolerance, penetration >= 0 do not hold");
    s->sharp = read_choice(r, "active ", "kept sharp");
    s->jacobians = read_choice(r, "jacobians ", "zero exact");
    s->project = read_choice(r, "project ", "none joints contacts full");
    s->exact = read_choice(r, "rounding ", "toward-zero none");
    s->keeps = read_choice(r, "kept_basis ", "none last");
    s->uniform = read_choice(r, "clock ", "collision uniform");
    s->jumps = read_choice(r, "jumps ", "none approaching");
    s->hits = read_choice(r, "hits ", "none closing");
    read_choice(r, "gap_t ", "none");
    read_choice(r, "offset ", "none");
    read_choice(r, "control ", "none");
}

/* All sizes stand before what they count, so every list below has a known
   length. They reserve no memory. */
static void read_sizes(reader *r, scene *s)
{
    long F, G;
    long *to[] = {&s->nq,     &s->nv,      &F,      &G,
                  &s->joints, &s->springs, &s->own, &s->bindings};
    long most[] = {MOST_SIZE, MOST_SIZE, 1,          1,
                   MOST_SIZE, MOST_SIZE, MOST_COUNT, MOST_COUNT};
    read_text(r, "sizes");
    for (int i = 0; i < 8; i++) {
        read_text(r, " ");
        *to[i] = most[i] > 1 ? read_within(r, most[i]) : read_count(r, 1);
    }
    s->has_F = F != 0;
    s->has_G = G != 0;
    read_text(r, "\n");
    const int fits = s->has_G ? s->how->rates : s->nq == s->nv;
    if (s->nv == 0 || !fits)
        refuse(r, "as many velocities as coordinates, or rates");
    if ((s->joints > 0 && !s->how->joints) ||
        (s->springs > 0 && !s->how->springs) ||
        (!s->how->collides &&
         (s->project != NOWHERE || s->jumps || s->hits || s->keeps)))
        refuse(r, "the scheme has no such joints, springs, projections, jumps, "
                  "hits, kept_basis");
    if (s->project != NOWHERE && s->exact)
        refuse(r, "a projection is rounded");
}

/* One more number of an array, whose denominator waits in `part` for the
   others. */
void array_append(reader *r, array *to, array *part, mpq_ptr x)
{
    array_room(r, to, to->n);
    array_room(r, part, to->n);
    mpz_set(to->x[to->n], mpq_numref(x));
    mpz_set(part->x[to->n], mpq_denref(x));
    to->at[to->n] = to->n;
    to->n++;
}

static void read_state(reader *r, scene *s, const char *tag, long n, array *to)
{
    array_room(r, to, 0);
    for (long i = 0; i < n; i++) {
        read_text(r, tag);
        read_name(r);
        read_text(r, " ");
        read_ratio(r, r->ratio);
        array_append(r, to, &s->part[0], r->ratio);
        read_text(r, "\n");
    }
    array_join(r, to, &s->part[0]);
}

/* Nodes know no friction; a coefficient without slips is none. */
void read_friction(reader *r, const scene *s, contact *x)
{
    read_coefficient(r, x->mu);
    if (s->form >= PAOLI && x->slips > 0 && mpq_sgn(x->mu) > 0)
        refuse(r, "the scheme has no such friction");
}

/* `own` is counted up as contacts come, so that scene_free frees what is there
   when a line in between is refused; bindings.c does the same. */
static void read_names(reader *r, scene *s)
{
    size_t room = 0;
    read_state(r, s, "q ", s->nq, &s->q);
    read_state(r, s, "v ", s->nv, &s->v);
    for (long i = 0; i < s->joints; i++) {
        read_text(r, "joint ");
        read_name(r);
        read_text(r, "\n");
    }
    array_room(r, &s->stiffness, 0);
    array_room(r, &s->damping, 0);
    size_t rows = 0;
    for (long i = 0; i < s->springs; i++) {
        read_text(r, "spring ");
        read_name(r);
        read_coefficient(r, r->ratio);
        s->held = more(r, s->held, (size_t)s->holds + 1, &rows, sizeof *s->held);
        s->held[s->holds] = i;
        s->holds += mpq_sgn(r->ratio) > 0;
        array_append(r, &s->stiffness, &s->part[0], r->ratio);
        read_coefficient(r, r->ratio);
        array_append(r, &s->damping, &s->part[1], r->ratio);
        read_text(r, "\n");
    }
    array_join(r, &s->stiffness, &s->part[0]);
    array_join(r, &s->damping, &s->part[1]);
    array_unify(r, (array *[]){&s->stiffness, &s->damping}, 2);
    const long own = s->own;
    for (s->own = 0; s->own < own;) {
        s->contact =
            more(r, s->contact, (size_t)s->own + 1, &room, sizeof *s->contact);
        contact *x = &s->contact[s->own++];
        mpq_init(x->mu);
        read_text(r, "contact ");
        read_name(r);
        read_text(r, " ");
        x->slips = (int)read_within(r, MOST_SLIPS);
        read_friction(r, s, x);
        read_text(r, "\n");
    }
}

/* The numbers of outputs follow from the sizes: M, F, Gamma by rows; a row d
   of slips has nv entries. A tape with other numbers "does not fit". */
static void read_tapes(reader *r, scene *s)
{
    const long in = s->nq + s->nv + 1, vv = s->nv * s->nv;
    long slips = 0;
    for (long i = 0; i < s->own; i++)
        slips += s->contact[i].slips;
    read_tape(r, "inertia", in, vv * (1 + s->has_F) + s->nq * s->nv * s->has_G,
              &s->inertia);
    read_tape(r, "force", in, s->nv, &s->force);
    read_tape(r, "joints", in, s->joints, &s->theta);
    read_tape(r, "springs", in, s->springs, &s->phi);
    read_tape(r, "gaps", in, s->own, &s->gaps);
    read_tape(r, "slips", in, slips * s->nv, &s->slips);
    if (s->how->yields)
        read_tape(r, "yield", in, 2 * s->rows * s->rows, &s->yield);
}

void scene_read(reader *r, scene *s)
{
    read_parameters(r, s);
    read_sizes(r, s);
    read_names(r, s);
    if (s->how->yields)
        yield_read(r, s);
    read_tapes(r, s);
    bindings_read(r, s);
    read_text(r, "end\n");
    if (peek(r) != EOF)
        refuse(r, "something stands behind the end");
    read_digest(r, s->sum);
}

const contact *scene_contact(const scene *s, long id)
{
    if (id < s->own)
        return &s->contact[id];
    long lo = 0, hi = s->bindings - 1; /* the last range that begins at id */
    while (lo < hi) {
        long i = (lo + hi + 1) / 2;
        if (s->range[i].first <= id)
            lo = i;
        else
            hi = i - 1;
    }
    return &s->range[lo].each;
}

void scene_init(scene *s)
{
    mpq_inits(s->h, s->alpha, s->gamma, s->restitution, s->T, s->tolerance,
              s->penetration, NULL);
}

void scene_free(scene *s)
{
    tape *tapes[] = {&s->inertia, &s->force, &s->theta,
                     &s->phi,     &s->gaps,  &s->slips, &s->yield};
    mpq_clears(s->h, s->alpha, s->gamma, s->restitution, s->T, s->tolerance,
               s->penetration, NULL);
    for (int i = 0; i < 7; i++)
        tape_free(tapes[i]);
    for (long i = 0; s->contact != NULL && i < s->own; i++)
        mpq_clear(s->contact[i].mu);
    bindings_free(s);
    array_free(&s->q);
    array_free(&s->v);
    array_free(&s->corner);
    array_free(&s->delta);
    array_free(&s->stiffness);
    array_free(&s->damping);
    array_free(&s->part[0]);
    array_free(&s->part[1]);
    given_back(s->contact);
    given_back(s->held);
}
