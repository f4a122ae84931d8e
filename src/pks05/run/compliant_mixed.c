#include "pks05/run/compliant_mixed.h"

#include "number/rational.h"

#include <stdio.h>

/** The data are doubles, and the problem is exact all the same: each double is a fraction, $h$
and $\theta$ among them, and `theta_exact_pose` multiplies without rounding. So what is proven
of the problem is proven of the step that was made, and not of one near by. In the plane the two
directions $1, -1$ are all of the disc; in space the scene says how many corners its polygon
has.

Of $p$ contacts there are $n_v + R$ free unknowns and $p + pm + p$ pairs, and as many entries as
the square of their sum: 64 for one contact in the plane and $n_v = 2$, 400 for three. */
perp_status compliant_mixed_new(compliant_state *r, const theta_data *d,
                                compliant_mixed *out)
{
    const int m = d->slips == 1 ? 2 : r->e->directions;
    *out = (compliant_mixed){.d = {.count = 0}};
    PERP_TRY(theta_exact_new(&r->scratch, d, m, &out->d));
    const size_t free = (size_t)theta_exact_free(&out->d);
    const size_t n = (size_t)theta_exact_pairs(&out->d), size = free + n;
    theta_exact_copy(d, &out->d);
    mpq_set_d(out->d.h, r->h);
    mpq_set_d(out->d.theta, r->theta);
    compliant_directions(d->slips, m, out->d.directions);
    mpq_t *A = rational_array(&r->scratch, size * (size + 1));
    if (A == NULL)
        return PERP_NO_MEMORY(size * size * sizeof *A);
    out->p = (lcp_exact_problem){(int)free, (int)n, (const mpq_t *)A,
                                 (const mpq_t *)(A + size * size)};
    theta_exact_pose(&out->d, A, A + size * size);
    return PERP_SUCCESS;
}

void compliant_mixed_clear(compliant_mixed *x)
{
    const size_t size = (size_t)(x->p.free + x->p.n);
    rational_clear((mpq_t *)x->p.A, size * (size + 1));
    theta_exact_clear(&x->d);
}

/** ## Names

In the order of the mixed problem, with what each row says:

| unknown | how many | its row |
|---|---|---|
| $x = v' - v$, m/s | $n_v$, free | the motion (15), N s |
| $d = (\delta' - \delta)/h$, m/s | $R$, free | the compliance (17), N |
| $\lambda_n$, N | $p$ | $(\Phi + \delta_n')/h + \mathbf\Gamma_nv^\theta$, the gap behind the step over $h$, m/s |
| $\beta$, N | $pm$ | $\gamma + D_k\cdot s$, m/s |
| $\gamma$, m/s | $p$ | $\mu\lambda_n - \sum_k\beta_k$, N |

So the problem of `nonunique_step` is 4 free unknowns and 4 pairs, and the file has above its
fifth row `# 5, pair: lambda_n of contact floor; gap behind it over h`. A solution's $v'$ is
$v + x$; $v$ itself stands in $b$ only, by $\mathbf\Gamma v$. Of an open contact any $\gamma
\ge |s_t|$ will do, so `perp solve --all` shows a ray there, and of a contact that sticks
$\beta_1$ and $\beta_2$ may grow together: one force, and a face of it. */
static void name_unknown(void *user, int i, char *text, size_t room)
{
    static const char letter[] = "nto";
    const compliant_state *r = user;
    const perp_system *s = r->sys;
    const int p = r->d.p, width = 1 + r->d.slips;
    const int m = r->d.slips == 1 ? 2 : r->e->directions;
    if (i < s->nv) {
        snprintf(text, room, "change of velocity %.80s; motion", s->v_name[i]);
        return;
    }
    if ((i -= s->nv) < r->rows) {
        snprintf(text, room, "rate of delta.%.80s.%c; compliance",
                 s->contact_name[i / width], letter[i % width]);
        return;
    }
    if ((i -= r->rows) < p)
        snprintf(text, room, "lambda_n of contact %.80s; gap behind it over h",
                 s->contact_name[i]);
    else if ((i -= p) < p * m)
        snprintf(text, room,
                 "beta of contact %.80s, direction %d; gamma + "
                 "slip",
                 s->contact_name[i / m], i % m + 1);
    else
        snprintf(text, room, "gamma of contact %.80s; friction left",
                 s->contact_name[i - p * m]);
}

static perp_status put(compliant_state *r, const lcp_exact_problem *p)
{
    const posed_what what = {
        .run = r->e->name,
        .kind = "the step",
        .row = r->n + 1,
        .t = (double)r->n * r->h,
        .numbers = compliant_rational(r)
                       ? "exact, of the fractions of the run"
                       : "posed exactly from the doubles of the step and the "
                         "tangent of its force where it ends",
        .name = name_unknown,
        .user = r};
    return posed_write(r->e->posed, &what, p);
}

perp_status compliant_posed(compliant_state *r, const lcp_exact_problem *p)
{
    compliant_mixed x;
    if (!r->watched || r->d.p == 0 || !posed_due(r->e->posed))
        return PERP_SUCCESS;
    if (p != NULL)
        return put(r, p);
    perp_status s = compliant_mixed_new(r, &r->d, &x);
    if (s.code == PERP_OK)
        s = put(r, &x.p);
    compliant_mixed_clear(&x);
    return s;
}
