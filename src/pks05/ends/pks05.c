#include "pks05/ends/pks05.h"
#include "pks05/run/compliant_bounds.h"
#include "pks05/run/compliant_law.h"
#include "pks05/ends/ends.h"
#include "pks05/ends/theorem8.h"

#include <math.h>

/** ## What PKS05 assumes

(A) to (D) ask for bounds over all states. The form of the expressions gives some
of them; what it does not give is looked at where the run has been. The constants
are those of `compliant_bounds.h`.

The paper's theorems have the form: if (A) to (D), and $\mu$ and $h$ small, then. So the list
has the four assumptions, the two smallnesses (Proposition 3 for $h$, Lemma 4 for $\mu$), and what
follows from them, asked of the run. Each line is *met*, *not* met, or *open*, with its basis:

| basis | says |
|---|---|
| form | the tape's operations give the bound for all states |
| visited | the bound is that of the run's states; for others nothing is said |
| runs | an inequality was asked of every step |
| data | the experiment decides it |

An *open* line is no fault of a scene: $f = -\omega^2\sin q$ on an angle is Lipschitz by form,
$f = -cv|v|$ is not, on any state space that the paper allows, and every run of it keeps
to a bounded part.

What the lines say of four cases, all with $M$, $\mathbf K$, $\mathbf C$ constant, so that
(C) and (D) are met by form:

| case | (A) | $\sigma_s/\eta_s$ against $\mu$ | $\psi_x$, 1/s | largest share of a bound |
|---|---|---|---|---|
| `ball` | met | 0.989, 0 | $1.84 \cdot 10^5$ | 0.91 (Proposition 3) |
| `pushed_block` | open: the push jumps | 0.450, 0.3 | $6.86 \cdot 10^6$ | 0.025 (the same) |
| `coupled_patch` | met | 0.151, 0.3: open | $1.14 \cdot 10^8$ | 0.14 (the same) |
| `theorem8` | met | 0.999, 0.2 | 10.5 | 0.99 (25) |

So the qualitative half of the theory is there for stiff contacts, and its numbers are
not: $e^{T\psi_x}$ overflows for all but the last, which was made for it. */
static perp_status constants(inquiry *x, compliant_constants *c,
                             compliant_ratios *r)
{
    return compliant_bounds_of(x->e, x->at.t, c, r);
}

/** An expression whose derivative is bounded, and that does not jump, is Lipschitz continuous; a
kink is allowed. `first` and `value` are the exponents with which the derivative and the
expression may grow; zero or less is bounded. So $\sin x$ and $|x|$ are, $x^2$ is not, and
neither is a branch whose two sides need not meet. The test is one of form and errs to one
side only: what it grants is so, what it does not grant may be so all the same. */
static int lipschitz(const growth *g)
{
    return g->first <= 0 && !g->jumps;
}

/** (A): a force that is Lipschitz continuous in t, q and v. A force that jumps in $t$, as a push
that ends at once, is outside of (A), though the scheme runs through it: `pushed_block.lua`
has this line open. $L_f$ of the run is the largest that the states of the run have shown, and
enters all later constants; for a force that the state does not change it is 0, and
Proposition 3 asks nothing of $h$. Implements PKS05 (A). */
static perp_status force(inquiry *x, finding *out)
{
    compliant_constants c;
    compliant_ratios r;
    growth g = form_nothing;
    const tape *t = &x->at.s->total;
    PERP_TRY(constants(x, &c, &r));
    PERP_TRY(form_growth(&x->at.a, t, 0, t->inputs, &g));
    if (lipschitz(&g))
        finding_number(out, VERDICT_MET, BASIS_FORM, c.L_f,
                       "the derivatives of f are bounded; L_f = %.4g along "
                       "the run",
                       c.L_f);
    else
        finding_number(out, VERDICT_OPEN, BASIS_VISITED, c.L_f,
                       "f contains %s, so a Lipschitz constant for all states "
                       "is not seen; along the run L_f = %.4g",
                       form_why(&g), c.L_f);
    return PERP_SUCCESS;
}

/** (B): the rows of the contacts are Lipschitz continuous and bounded, and the gap
is differentiable in the sense of (3), for which a bounded second derivative of
the gap is enough, where it exists: kinks of the gradient are allowed.
Implements PKS05 (3), (4), (B). */
static perp_status rows(inquiry *x, finding *out)
{
    compliant_constants c;
    compliant_ratios r;
    growth row, gap;
    PERP_TRY(constants(x, &c, &r));
    PERP_TRY(form_growth_of_contacts(x, 1, &row));
    PERP_TRY(form_growth_of_contacts(x, 0, &gap));
    const int fine = lipschitz(&row) && row.value <= 0;
    if (fine && !gap.jumps)
        finding_number(out, VERDICT_MET, BASIS_FORM, c.eta_W,
                       "normals and slips are bounded with bounded "
                       "derivatives; eta_W = %.4g, eta_G = %.4g; the gap "
                       "leaves its tangent by at most %.3g h in a step",
                       c.eta_W, c.eta_G, c.c_q);
    else
        finding_number(out, VERDICT_OPEN, BASIS_VISITED, c.eta_W,
                       "%s %s, so bounds for all q are not seen; along the "
                       "run eta_W = %.4g, eta_G = %.4g, and the gap leaves its "
                       "tangent by at most %.3g h in a step",
                       fine ? "a gap contains" : "a normal or slip contains",
                       form_why(fine ? &gap : &row), c.eta_W, c.eta_G, c.c_q);
    return PERP_SUCCESS;
}

/** (C): eigenvalues of $M$ between $\sigma_M$ and $\eta_M = 1/\sigma_M'$ for all $q$.
The form can say that $M$ is bounded, and not that it stays positive definite: there is
always the run for that, unless $M$ is constant. Implements PKS05 (C). */
static perp_status mass(inquiry *x, finding *out)
{
    compliant_constants c;
    compliant_ratios r;
    growth g = form_nothing;
    const perp_system *s = x->at.s;
    tape only = s->inertia;
    PERP_TRY(constants(x, &c, &r));
    only.outputs = (uint32_t)(s->nv * s->nv);
    PERP_TRY(form_growth(&x->at.a, &only, 0, (uint32_t)s->nq, &g));
    if (g.first == GROWTH_ZERO)
        finding_number(out, VERDICT_MET, BASIS_FORM, c.sigma_M,
                       "M is constant; sigma_M = %.4g", c.sigma_M);
    else if (lipschitz(&g) && g.value <= 0)
        finding_number(out, VERDICT_MET, BASIS_VISITED, c.sigma_M,
                       "M is bounded and Lipschitz by its form; its least "
                       "eigenvalue along the run is %.4g",
                       c.sigma_M);
    else
        finding_number(out, VERDICT_OPEN, BASIS_VISITED, c.sigma_M,
                       "M contains %s; its least eigenvalue along the run is "
                       "%.4g",
                       form_why(&g), c.sigma_M);
    return PERP_SUCCESS;
}

/** (D): $\mathbf K$ bounded, $(h\mathbf K + \mathbf C)^{-1}$ between $\sigma_{KC}$ and
$\eta_{KC}$. Undamped contacts have $\mathbf C = 0$ and are refused before, for
$(h\mathbf K)^{-1}$ grows without bound as $h \to 0$. Implements PKS05 (D). */
static perp_status compliance(inquiry *x, finding *out)
{
    compliant_constants c;
    compliant_ratios r;
    growth g = form_nothing;
    const perp_system *s = x->at.s;
    PERP_TRY(constants(x, &c, &r));
    PERP_TRY(form_growth(&x->at.a, &s->yield, 0, (uint32_t)s->nq, &g));
    if (s->contacts == 0)
        finding_say(out, VERDICT_MET, BASIS_FORM, "there are no contacts");
    else if (g.first == GROWTH_ZERO)
        finding_number(out, VERDICT_MET, BASIS_FORM, c.eta_K,
                       "K and C are constant; |K| <= %.4g, (hK + C)^-1 "
                       "between %.4g and %.4g",
                       c.eta_K, c.sigma_KC, c.eta_KC);
    else
        finding_number(
            out, lipschitz(&g) && g.value <= 0 ? VERDICT_MET : VERDICT_OPEN,
            BASIS_VISITED, c.eta_K,
            "K or C depends on q, by %s; along the run they are "
            "positive definite, |K| <= %.4g, (hK + C)^-1 between "
            "%.4g and %.4g",
            g.value <= 0 && lipschitz(&g) ? "bounded functions" : form_why(&g),
            c.eta_K, c.sigma_KC, c.eta_KC);
    return PERP_SUCCESS;
}

/** How small is small: the contraction bound of Lemma 4, with the constants of the
whole run, $\sigma_s/\eta_s$ as the proof composes them. The steps' own matrices have
another $\sigma$ and $\eta$, mostly better ones, and the determinants of
`cone/qvi_modes.c` the true limit in the plane. For `pushed_block.lua`, $\mu = 0.3$, the
composed ratio is 0.4504, and this is met. For `coupled_patch.lua` it is 0.1507, less
than its 0.3, and the line is open, though its steps' own matrices have $\sigma \ge
0.00453$, $\eta \le 0.00995$, a ratio of 0.45: the composed $\eta_s$ adds norms where
the matrix does not. Implements PKS05 (Lemma4). */
static perp_status friction(inquiry *x, finding *out)
{
    compliant_constants c;
    compliant_ratios r;
    compliant_law law;
    PERP_TRY(constants(x, &c, &r));
    PERP_TRY(compliant_law_of(x->e, x->at.t, &law));
    const double enough = c.sigma_s / c.eta_s;
    if (x->at.s->contacts == 0)
        finding_say(out, VERDICT_MET, BASIS_FORM, "there are no contacts");
    else if (c.margin <= 0)
        finding_say(out, VERDICT_OPEN, BASIS_VISITED,
                    "the step is too long for Proposition 3, and the constants "
                    "are built on it");
    else if (c.mu_max < enough)
        finding_number(out, VERDICT_MET, BASIS_VISITED, c.mu_max,
                       "mu <= %.4g is less than sigma_s / eta_s >= %.4g; the "
                       "steps' own matrices: sigma / eta >= %.4g, and half of "
                       "it, %.4g, in the proof",
                       c.mu_max, enough, law.contraction, law.lemma4);
    else
        finding_number(out, VERDICT_OPEN, BASIS_VISITED, c.mu_max,
                       "mu <= %.4g is not less than sigma_s / eta_s >= %.4g; "
                       "the steps' own matrices: sigma / eta >= %.4g, and half "
                       "of it, %.4g, in the proof; the run's own proofs of "
                       "uniqueness ('unique' of perp run --json) are sharper",
                       c.mu_max, enough, law.contraction, law.lemma4);
    return PERP_SUCCESS;
}

/** How short is short: the margin of Proposition 3, $D$ of `compliant_bounds.c`. A
stiff force of the bodies (not of the contacts, which are in $\mathbf K$) makes it
negative although the implicit step is fine with it: the proof is by a contraction,
which sees the size of $f'$ and not its sign. A spring of $10^4$ N/m on a kilogram,
$\theta = 0$, $\eta_G = 1$, has $L_f = 10^4$, and $1 - 10^4h(1 + h) > 0$ wants $h <
10^{-4}$ s, while $\tilde M = 1 + 10^4h^2$ is regular for every $h$. Such a line is open
and not *not met*: the paper assumes a small $h$ and does not say that a larger one fails.
Implements PKS05 (Prop3). */
static perp_status step(inquiry *x, finding *out)
{
    compliant_constants c;
    compliant_ratios r;
    PERP_TRY(constants(x, &c, &r));
    finding_number(out, c.margin > 0 ? VERDICT_MET : VERDICT_OPEN,
                   BASIS_VISITED, c.margin,
                   "sigma_M - h (1 - theta) L_f (1 + h (1 - theta) eta_G) = "
                   "%.4g; it has to be positive",
                   c.margin);
    return PERP_SUCCESS;
}

/** What the steps are for: forces that obey contact and friction. The forces are those of
the run's own table, put into the problem of each step by `qvi_check.c`, so that a
solver's error is seen here. The six faults have six units and no common size; the share
is what they come to in parts of the forces and slips of a step (`run/compliant_law.c`).
It is formed with a root, since (9) is asked in squares: the $2.5 \cdot 10^{-9}$ of
`pushed_block.lua` belong to $1.1 \cdot 10^{-16}$ W², rounding. The last number is (11)
alone: with the normal forces as they are, how far the programme's friction is from that
of the run. Implements PKS05 (Prop1). */
static perp_status forces(inquiry *x, finding *out)
{
    compliant_law a;
    PERP_TRY(compliant_law_of(x->e, x->at.t, &a));
    const qvi_faults *f = &a.faults;
    if (x->at.s->contacts == 0)
        finding_say(out, VERDICT_MET, BASIS_FORM, "there are no contacts");
    else
        finding_number(
            out, compliant_law_obeyed(a.share) ? VERDICT_MET : VERDICT_OPEN,
            BASIS_RUNS, a.share,
            "of forces and slips they miss a share of %.2g: pull "
            "%.2g N, gaps close by %.2g m/s, power of the normal "
            "%.2g W, outside of the disc %.2g N^2, driving %.2g W, "
            "(9) %.2g W^2; (11) alone gives the same friction "
            "within %.2g N",
            a.share, f->force, f->gap, f->product, f->cone, f->power, f->least,
            a.friction);
    return PERP_SUCCESS;
}

/** And what follows: eight inequalities, each a share of its bound, the largest of the
run. One above 1 with $D > 0$ would contradict the paper or the constants here, and says *not*.
That a share is small says how generous a bound is and nothing about the run; that it is
never above 1 is a test of the constants, whose derivation goes through the erratum on
$\sigma_\nu$ (3.4), the one on Lemma 5 (3.7) and the one on (18) (3.9). Implements PKS05 (Lemma5), (Prop6), (Prop7). */
static perp_status bounds(inquiry *x, finding *out)
{
    compliant_constants c;
    compliant_ratios r;
    PERP_TRY(constants(x, &c, &r));
    const double all[] = {r.prop3, r.s0,   r.lemma5, r.move,
                          r.force, r.step, r.growth, r.last};
    double worst = 0;
    for (int i = 0; i < 8; i++)
        worst = fmax(worst, all[i]);
    finding_number(out,
                   c.margin <= 0 ? VERDICT_OPEN
                   : worst <= 1  ? VERDICT_MET
                                 : VERDICT_NOT,
                   BASIS_RUNS, worst,
                   "of their bounds the steps use: Proposition 3 %.2g, (18) "
                   "%.2g, Lemma 5 %.2g, (22) %.2g, (23) %.2g, (24) %.2g, (25) "
                   "%.2g, (26) %.2g; psi_x = %.3g",
                   r.prop3, r.s0, r.lemma5, r.move, r.force, r.step, r.growth,
                   r.last, c.psi_x);
    return PERP_SUCCESS;
}

/** Prescribed ends: (28) with the $\psi_x$ of this run. The theorem wants one for every
start in the ball of $r_0$, and the run has one of them; so even *met* is said of where
the run has been. For a run without prescribed ends the line is met by the data: with
$M_\nu = I$, $N = 0$ the right side of (28) is infinite, $\Upsilon$ is constant, and the
theorem says that a motion exists from every start, which is Proposition 6. Implements PKS05 (Thm8). */
static perp_status ends(inquiry *x, finding *out)
{
    compliant_constants c;
    compliant_ratios r;
    theorem8 t;
    if (x->e->ends.n == 0) {
        finding_say(out, VERDICT_MET, BASIS_DATA,
                    "the start is given: M_nu = I and N = 0");
        return PERP_SUCCESS;
    }
    PERP_TRY(constants(x, &c, &r));
    PERP_TRY(theorem8_ask(x->e, c.psi_x, &t));
    if (!t.applies)
        finding_say(out, VERDICT_NOT, BASIS_DATA,
                    "M_nu + N_nu is singular; Theorem 8 does not speak of "
                    "these ends");
    else if (t.met && c.margin > 0)
        finding_number(out, VERDICT_MET, BASIS_VISITED, t.r0,
                       "e^(T psi_x) <= %.4g, |(M_nu + N_nu)^-1 N| <= %.4g: "
                       "(28) holds, and starts with |v| <= r_0 = %.4g are "
                       "mapped to such, by motions with |x| <= %.4g",
                       t.growth, t.norm, t.r0, t.R);
    else
        finding_number(out, VERDICT_OPEN, BASIS_VISITED, t.norm,
                       "|(M_nu + N_nu)^-1 N| <= %.4g; (28) asks for 1 / "
                       "(e^(T psi_x) - 1), with e^(T psi_x) <= %.4g",
                       t.norm, t.growth);
    return PERP_SUCCESS;
}

static const hypothesis list[] = {
    {"A", "the force is Lipschitz continuous", force},
    {"B",
     "the contacts' rows are bounded and Lipschitz, gaps once "
     "differentiable",
     rows},
    {"C", "M is Lipschitz, its eigenvalues bounded on both sides", mass},
    {"D", "K and C are Lipschitz, symmetric, positive definite and bounded",
     compliance},
    {"Prop3", "the step is short enough for the force", step},
    {"Prop1", "the forces obey contact and friction", forces},
    {"Lemma4", "the friction is small enough for one solution", friction},
    {"Prop7", "then the steps keep these bounds", bounds},
    {"Thm8", "the ends bind the start more than the motion loosens it", ends}};

const hypotheses pks05_hypotheses = {&scheme_theta, sizeof list / sizeof *list,
                                     list};
