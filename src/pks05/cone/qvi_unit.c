#include "pks05/cone/qvi_unit.h"

#include <math.h>

/** **Units.** The problem is solved with $A$ and $b$ multiplied by powers of two
that make their largest entries about one; nothing is rounded by that unless
entries are $2^{900}$ apart, which `lossless` notices, and tolerances need no
units. One factor for all of $A$: scaling rows and columns apart would make a better
matrix, but turn the disc of a contact into an ellipse. (One factor for the normal rows
and another for all tangential ones would not, with $\mu$ changed along; but $\sigma$ and
$\eta$ of the caller's $A$ would then be numbers of another matrix.)

`frexp` gives $e$ with $2^{e-1} \le \max|A_{ij}| < 2^e$, so the entries come to be below
one in size, which the bounds of `qvi_spectrum.c` assume. A matrix of zeros is left as it
is. An entry that is lost on the way is one below $2^{-1074}$ in the new units, beside one
of size one: it changes no digit of the forces, but the problem that was proven something
of would not be the given one, bit for bit, and so nothing is claimed. */
static int exponent_of(size_t count, const double *v)
{
    double most = 0;
    int e = 0;
    for (size_t i = 0; i < count; i++)
        most = fabs(v[i]) > most ? fabs(v[i]) : most;
    if (most > 0)
        frexp(most, &e);
    return e;
}

static bool scaled(size_t count, const double *from, int by, double *to)
{
    bool same = true;
    for (size_t i = 0; i < count; i++) {
        to[i] = ldexp(from[i], by);
        same = same && ldexp(to[i], -by) == from[i];
    }
    return same;
}

/* The problem that is meant, in units of the solver's. A force that does not
   come back from the caller's units is one that cannot be asked about. */
static bool unit_slip(const void *of, const double *lam, qvi_enclosed *w)
{
    const qvi_unit *u = of;
    const int N = qvi_rows(&u->p);
    const int to = (int)(u->of_b - u->of_A), back = (int)-u->of_b;
    bool same = scaled((size_t)N, lam, to, u->lam) &&
                u->given->slip(u->given->of, u->lam, w);
    for (int i = 0; i < N && same; i++) {
        w[i].v.hi = ldexp(w[i].v.hi, back);
        w[i].v.lo = ldexp(w[i].v.lo, back);
        w[i].error = ldexp(w[i].error, back) + 0x1p-900;
    }
    return same;
}

perp_status qvi_unit_new(arena *a, const qvi_problem *p, qvi_unit *out)
{
    const size_t N = (size_t)qvi_rows(p);
    double *room = arena_take_any(a, N * N + 2 * N + 1, sizeof *room);
    if (room == NULL)
        return PERP_NO_MEMORY((N * N + 2 * N) * sizeof *room);
    int eA = exponent_of(N * N, p->A), eb = exponent_of(N, p->b);
    *out = (qvi_unit){.p = *p, .of_A = eA, .of_b = eb};
    bool A = scaled(N * N, p->A, -eA, room);
    bool b = scaled(N, p->b, -eb, room + N * N);
    out->lossless = A && b;
    out->p.A = room;
    out->p.b = room + N * N;
    out->lam = room + N * N + N;
    if ((out->given = p->meant) != NULL) {
        double off = ldexp(p->meant->off, -eA);
        out->meant = (qvi_meant){
            .of = out, .off = off + 0x1p-1000, .slip = unit_slip};
        out->p.meant = &out->meant;
    }
    return PERP_SUCCESS;
}
