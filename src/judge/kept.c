#include "judge/kept.h"
#include "number/rational.h"

#include <math.h>
#include <string.h>

/* Of one interval; `broken` is set with the law. */
typedef struct {
    follower *f;
    const step_exact *d;
    int l, broken;
    law_id law;
    mpq_t *rest; /* nv: J less what the impulses give */
    mpq_t sum, part, fast, work;
} keeping;

static void expect(keeping *w, int holds, law_id law)
{
    if (holds || w->broken)
        return;
    w->broken = 1;
    w->law = law;
}

/* sum = u'x */
static mpq_ptr along(keeping *w, const mpq_t *u, const mpq_t *x)
{
    cone_dot(w->d->nv, u, x, w->sum);
    return w->sum;
}

static void subtract(keeping *w, const mpq_t *u, mpq_srcptr weight)
{
    for (int i = 0; i < w->d->nv; i++) {
        mpq_mul(w->part, u[i], weight);
        mpq_sub(w->rest[i], w->rest[i], w->part);
    }
}

/** ## Rows

$\Theta = 0$ and $\Phi \ge 0$ are asked of the fractions themselves where the scene's
formulas have any, and else of the formulas at the doubles next to them: `of` of the
verdict says which. The first law that is broken is the one that is told; those behind
it are not looked at, because their terms speak of a motion that is none. */
static perp_status look_at_row(keeping *w, int l)
{
    const perp_system *s = w->f->d.s;
    const int n = s->joints > s->contacts ? s->joints : s->contacts;
    mpq_t *value = rational_array(w->f->d.a, (size_t)n + 1);
    if (value == NULL)
        return PERP_NO_MEMORY(n);
    perp_status st = stretch_joints_exact(&w->f->x, l, value);
    for (int i = 0; st.code == PERP_OK && i < s->joints; i++)
        expect(w, mpq_sgn(value[i]) == 0, LAW_JOINTS);
    if (st.code == PERP_OK)
        st = stretch_gaps_exact(&w->f->x, l, value);
    for (int j = 0; st.code == PERP_OK && j < s->contacts; j++)
        expect(w, mpq_sgn(value[j]) >= 0, LAW_GAPS);
    rational_clear(value, (size_t)n + 1);
    return st;
}

/** The largest $|x - x_{table}|$ in bars. The comparison with the bar is one of
fractions; the share that is told is the quotient truncated and then the next double
above, so that it is never too small. With a bar of 0 the numbers have to be the
table's, and any difference has no share. */
static void compare(keeping *w, int n, const mpq_t *x, const double *table,
                    double bar, double *share)
{
    for (int i = 0; i < n; i++) {
        mpq_set_d(w->part, table[i]);
        mpq_sub(w->part, x[i], w->part);
        mpq_abs(w->part, w->part);
        if (mpq_sgn(w->part) == 0)
            continue;
        mpq_set_d(w->sum, bar);
        if (mpq_cmp(w->part, w->sum) > 0)
            w->broken = 1;
        if (bar == 0) {
            *share = HUGE_VAL;
            continue;
        }
        mpq_div(w->part, w->part, w->sum);
        const double used = nextafter(rational_truncated(w->part), HUGE_VAL);
        *share = used > *share ? used : *share;
    }
}

/** ## Contacts

Friction asks for two things of which one has a root in it where the cone is round:
$|f| \le \mu c$ and $f^Ts = -\mu c|s|$. Since $c \ge 0$ has been asked before, both
sides of the first are not negative and their squares may be compared; the second is
$f^Ts \le 0$ together with $(f^Ts)^2 = \mu^2c^2|s|^2$, fractions again. Without the sign the
squares would also be equal for friction that pushes along the slip. Of a polygon
neither has a root, $|f|_1 \le \mu c$, $f^Ts + \mu c|s|_\infty = 0$. */
typedef struct {
    int i;           /* among the closed ones */
    mpq_srcptr c;    /* N s */
    const mpq_t *ft; /* of its slips */
} contact_push;

static int is_disc(const keeping *w, int i)
{
    return w->f->d.rule.round && w->d->slip_at[i + 1] - w->d->slip_at[i] == 2;
}

/* fast = |s|_inf, work = f's, part = |f|_1; of a disc fast and part are squares
   of lengths. */
static void friction_of(keeping *w, const contact_push *g)
{
    const step_exact *d = w->d;
    const int disc = is_disc(w, g->i), first = d->slip_at[g->i];
    mpq_t size, f1;
    mpq_init(size);
    mpq_init(f1);
    mpq_set_ui(w->fast, 0, 1);
    mpq_set_ui(w->work, 0, 1);
    for (int k = first; k < d->slip_at[g->i + 1]; k++) {
        mpq_srcptr f = g->ft[k - first];
        along(w, (const mpq_t *)d->d + k * d->nv, (const mpq_t *)w->f->x.x);
        mpq_mul(size, f, w->sum);
        mpq_add(w->work, w->work, size);
        if (disc) {
            mpq_mul(size, w->sum, w->sum);
            mpq_add(w->fast, w->fast, size);
            mpq_mul(size, f, f);
        } else {
            mpq_abs(size, w->sum);
            if (mpq_cmp(size, w->fast) > 0)
                mpq_set(w->fast, size);
            mpq_abs(size, f);
        }
        mpq_add(f1, f1, size);
    }
    mpq_set(w->part, f1);
    mpq_clear(size);
    mpq_clear(f1);
}

/* part = mu c, or its square. */
static void most_friction(keeping *w, const contact_push *g, mpq_ptr out)
{
    mpq_mul(out, w->d->mu[g->i], g->c);
    if (is_disc(w, g->i))
        mpq_mul(out, out, out);
}

static void check_friction(keeping *w, const contact_push *g)
{
    if (w->d->slip_at[g->i] == w->d->slip_at[g->i + 1])
        return;
    friction_of(w, g);
    most_friction(w, g, w->sum);
    expect(w, mpq_cmp(w->part, w->sum) <= 0, LAW_MOMENTUM);
    mpq_mul(w->sum, w->sum, w->fast);
    if (is_disc(w, g->i)) {
        expect(w, mpq_sgn(w->work) <= 0, LAW_COULOMB);
        mpq_mul(w->work, w->work, w->work);
        mpq_neg(w->work, w->work);
    }
    mpq_add(w->sum, w->sum, w->work);
    expect(w, mpq_sgn(w->sum) == 0, LAW_COULOMB);
}

/** $\rho = n^T(x + ev)$ is a velocity at which a contact opens, m/s. One that is closed
at the beginning must not be entered, $\rho \ge 0$; one that closes within the interval
comes with $\rho < 0$, and of it only the gap at its end is asked. Whoever pushes,
early or late, does not open: $c > 0$ needs $\rho \le 0$, for an impulse on a surface
that leaves would be one at a distance. */
static void check_contact(keeping *w, const contact_push *g)
{
    const step_exact *d = w->d;
    const stretch_exact *x = &w->f->x;
    const mpq_t *n = (const mpq_t *)d->n + g->i * d->nv;
    expect(w, mpq_sgn(g->c) >= 0, LAW_MOMENTUM);
    along(w, n, (const mpq_t *)x->v0);
    mpq_set_d(w->part, x->of->rule.e);
    mpq_mul(w->part, w->part, w->sum);
    mpq_add(w->part, w->part, along(w, n, (const mpq_t *)x->x));
    expect(w, !x->of->early[g->i] || mpq_sgn(w->part) >= 0, LAW_APPROACH);
    expect(w, mpq_sgn(g->c) == 0 || mpq_sgn(w->part) <= 0, LAW_COMPLEMENTARITY);
    check_friction(w, g);
    subtract(w, n, g->c);
    for (int k = d->slip_at[g->i]; k < d->slip_at[g->i + 1]; k++)
        subtract(w, (const mpq_t *)d->d + k * d->nv,
                 g->ft[k - d->slip_at[g->i]]);
}

static int pushes(int slips, mpq_srcptr c, const mpq_t *ft)
{
    int any = mpq_sgn(c) != 0;
    for (int k = 0; k < slips; k++)
        any |= mpq_sgn(ft[k]) != 0;
    return any;
}

static void contacts(keeping *w)
{
    const follower *f = w->f;
    const perp_system *s = f->d.s;
    const mpq_t *cn = (const mpq_t *)f->cn + (size_t)w->l * (size_t)s->contacts;
    const mpq_t *ft =
        (const mpq_t *)f->f + (size_t)w->l * (size_t)s->total_slips;
    for (int j = 0, i = 0; j < s->contacts; ft += s->slips[j++])
        if (i < f->d.set.n && f->d.set.id[i] == j)
            check_contact(w, &(contact_push){i++, cn[j], ft});
        else
            expect(w, !pushes(s->slips[j], cn[j], ft), LAW_MOMENTUM);
}

/** ## Intervals

What is left of $J$ when all impulses have been taken away has to be zero in each
coordinate, so $z = J$ and the distance of `judge/explain.h` is 0 without that anybody
has looked for a nearest point: the impulses are at hand. That they give no energy, $y^TJ \le 0$,
does not follow from the laws before: they hold at $x$, and energy is balanced with
$y$. A body that leaves the ground with $\delta < hg$ and is held there by its weight within the
interval has $c = m(hg - \delta) > 0$ and $x = v' = 0$, all in order, while $y = \frac12\delta$ and the
ground has worked $\frac12c\delta$. */
static void moves(keeping *w)
{
    const stretch_exact *x = &w->f->x;
    for (int i = 0; i < w->f->of->nq; i++) {
        mpq_mul(w->part, w->f->weight, x->turn[i]);
        expect(w, mpq_equal(w->part, x->drift[i]), LAW_KINEMATICS);
    }
}

static void interval(keeping *w)
{
    const stretch_exact *x = &w->f->x;
    const step_exact *d = w->d;
    const mpq_t *y =
        (const mpq_t *)w->f->y + (size_t)w->l * (size_t)w->f->d.s->joints;
    moves(w);
    for (int i = 0; i < d->nv; i++)
        mpq_set(w->rest[i], x->J[i]);
    for (int k = 0; k < d->m; k++) {
        const mpq_t *nu = (const mpq_t *)d->nu + k * d->nv;
        expect(w, mpq_sgn(along(w, nu, (const mpq_t *)x->x)) == 0, LAW_HOLD);
        subtract(w, nu, y[k]);
    }
    contacts(w);
    for (int i = 0; i < d->nv; i++)
        expect(w, mpq_sgn(w->rest[i]) == 0, LAW_MOMENTUM);
    along(w, (const mpq_t *)x->y, (const mpq_t *)x->J);
    expect(w, mpq_sgn(w->sum) <= 0, LAW_GAINED);
}

static perp_status row(keeping *w, const bars_width *bars, kept_answer *out)
{
    follower *f = w->f;
    const size_t l = (size_t)w->l, nq = (size_t)f->of->nq;
    const size_t nv = (size_t)f->of->nv;
    PERP_TRY(look_at_row(w, w->l));
    if (w->l > 0) {
        PERP_TRY(follow_look(f, w->l));
        interval(w);
    }
    out->law = w->law;
    out->outside = !w->broken;
    compare(w, f->of->nq, (const mpq_t *)f->q + l * nq, f->of->q + l * nq,
            bars->q, &out->share);
    compare(w, f->of->nv, (const mpq_t *)f->v + l * nv, f->of->v + l * nv,
            bars->v, &out->share);
    return PERP_SUCCESS;
}

perp_status kept_check(follower *f, const bars_width *bars, kept_answer *out)
{
    keeping w = {.f = f, .d = &f->x.data};
    const size_t nv = (size_t)f->of->nv;
    perp_status s = PERP_SUCCESS;
    *out = (kept_answer){.row = -1};
    if ((w.rest = rational_array(f->d.a, nv)) == NULL)
        return PERP_NO_MEMORY(nv);
    mpq_inits(w.sum, w.part, w.fast, w.work, NULL);
    for (int l = 0; l < f->of->rows; l++)
        follow_settle(f, l, 0);
    for (w.l = 0; s.code == PERP_OK && !w.broken && w.l < f->of->rows; w.l++) {
        arena_mark mark = arena_here(f->d.a);
        s = row(&w, bars, out);
        out->row = w.l;
        arena_release(f->d.a, mark);
    }
    out->kept = s.code == PERP_OK && !w.broken;
    out->outside &= w.broken;
    mpq_clears(w.sum, w.part, w.fast, w.work, NULL);
    rational_clear(w.rest, nv);
    return s;
}

/** ## As a table */
static void names(const char *letter, int n, const char **name,
                  growing_text *out)
{
    for (int i = 0; i < n; i++)
        text_add(out, ",%s.%s", letter, name[i]);
}

static void numbers(const mpq_t *x, int n, int l, growing_text *out)
{
    x += (size_t)l * (size_t)n;
    for (int i = 0; i < n; i++) {
        char *digits = mpq_get_str(NULL, 10, x[i]);
        text_add(out, ",%s", digits);
        void (*give_back)(void *, size_t);
        mp_get_memory_functions(NULL, NULL, &give_back);
        give_back(digits, strlen(digits) + 1);
    }
}

void kept_write(const follower *f, growing_text *out)
{
    const perp_system *s = f->d.s;
    text_add(out, "t");
    names("q", s->nq, s->q_name, out);
    names("v", s->nv, s->v_name, out);
    names("cn", s->contacts, s->contact_name, out);
    for (int j = 0; j < s->contacts; j++)
        for (int k = 0; k < s->slips[j]; k++)
            if (s->slips[j] == 1)
                text_add(out, ",ft.%s", s->contact_name[j]);
            else
                text_add(out, ",ft.%s.%d", s->contact_name[j], k + 1);
    names("cj", s->joints, s->joint_name, out);
    for (int l = 0; l < f->of->rows; l++) {
        text_add(out, "\n%a", f->of->t[l]);
        numbers((const mpq_t *)f->q, s->nq, l, out);
        numbers((const mpq_t *)f->v, s->nv, l, out);
        numbers((const mpq_t *)f->cn, s->contacts, l, out);
        numbers((const mpq_t *)f->f, s->total_slips, l, out);
        numbers((const mpq_t *)f->y, s->joints, l, out);
    }
    text_add(out, "\n");
}
