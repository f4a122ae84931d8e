#include "model/system/making.h"
#include "number/literal.h"

/** Neither may be negative: Theorem 2.2 of AP02 needs $K = h^2\gamma + h\delta \ge
0$, and a damper that drives is a motor. */
static perp_status strength(const system_spring *s, const char *what,
                            mpq_srcptr given, mpq_t exact, double *rounded)
{
    if (mpq_sgn(given) < 0)
        return PERP_FAIL(PERP_INPUT,
                         "spring '%s' has the negative %s %g; %s is never "
                         "negative",
                         s->name, what, mpq_get_d(given), what);
    mpq_set(exact, given);
    return literal_double(given, rounded);
}

static perp_status make_strengths(making *m)
{
    const system_spec *s = m->spec;
    perp_system *out = m->out;
    size_t n = (size_t)s->springs;
    const char **name = making_take(m, n, sizeof *name);
    out->stiffness = making_take(m, 2 * n, sizeof *out->stiffness);
    mpq_t *exact = making_take(m, 2 * n, sizeof *exact);
    if (name == NULL || out->stiffness == NULL || exact == NULL)
        return PERP_NO_MEMORY(n);
    out->damping = out->stiffness + n;
    for (size_t i = 0; i < 2 * n; i++)
        mpq_init(exact[i]);
    out->spring_exact = exact;
    out->spring_count = (int)(2 * n);
    for (size_t i = 0; i < n; i++) {
        const system_spring *one = &s->spring[i];
        name[i] = one->name;
        PERP_TRY(strength(one, "stiffness", one->stiffness, exact[i],
                          &out->stiffness[i]));
        PERP_TRY(strength(one, "damping", one->damping, exact[n + i],
                          &out->damping[i]));
    }
    return making_names(m, s->springs, name, &out->spring_name);
}

/** A spring with the elongation $\varphi(q)$ stores $\frac\gamma2\varphi^2$ and
pulls with $-\gamma\varphi\,a$; a damper on $\varphi$ brakes with $-\delta(a^\top
v)\,a$, where $a = \Gamma^\top\nabla\varphi$ is a row like that of a joint. AP02
has three lists: springs $\phi^{(i)}$, dampers $\psi^{(j)}$, and both in one place,
$\bar\phi^{(k)}$. One list serves: a spring is a spring-damper with $\delta = 0$, a
damper one with $\gamma = 0$. The sum of these forces is the stiff part of (26);
the rest, $k_1$ and the Coriolis matrix, a system has anyway. */
perp_status making_springs(making *m)
{
    const system_spec *s = m->spec;
    size_t nv = (size_t)s->nv, n = (size_t)s->springs;
    graph_id *root = m->drawn = making_take(m, n * (nv + 1), sizeof *root);
    if (root == NULL)
        return PERP_NO_MEMORY(n * nv);
    for (size_t i = 0; i < n; i++) {
        const system_spring *one = &s->spring[i];
        PERP_TRY(making_position(m, one->elongation, "the elongation of spring",
                                 one->name));
        root[i] = one->elongation;
        PERP_TRY(making_row(m, one->elongation, root + n + i * nv));
    }
    PERP_TRY(make_strengths(m));
    return making_tape(m, (uint32_t)(n * (nv + 1)), root, &m->out->spring);
}
