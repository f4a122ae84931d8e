/**
# A path in fractions

The bounds are the doubles that the sample draws; velocities are not rounded between
steps, so a path is exactly one of Algorithm 1 for the doubles of the impact, and each
step's balance $M (v' - v) = J^\top \Lambda$ holds but for the rounding of what is printed.
Of several solutions of a step it is that of exact Lemke; the sample in doubles may have
taken another there. Numbers grow longer with each step: of ten steps nobody sees it, of
a thousand everybody.
*/
#include "cli/report/reach_paths.h"

#include "base/file.h"
#include "number/literal.h"
#include "number/rational.h"

static void number(mpq_srcptr q, FILE *out)
{
    double x;
    if (literal_double(q, &x).code != PERP_OK)
        x = mpq_get_d(q);
    fprintf(out, "%.17g", x + 0.0);
}

/* count numbers, or the products of so many gradients with v. */
static void row(const char *key, const mpq_t *x, int count, FILE *out)
{
    fprintf(out, "\"%s\":[", key);
    for (int i = 0; i < count; i++) {
        fputs(i > 0 ? "," : "", out);
        number(x[i], out);
    }
    fputc(']', out);
}

static void speeds(const char *key, const step_exact *d, int slips, FILE *out)
{
    mpq_t x;
    mpq_init(x);
    fprintf(out, ",\"%s\":[", key);
    for (int i = 0; i < (slips ? d->r : d->p); i++) {
        (slips ? impact_slip : impact_normal)(d, i, (const mpq_t *)d->v, x);
        fputs(i > 0 ? "," : "", out);
        number(x, out);
    }
    fputc(']', out);
    mpq_clear(x);
}

/* The state of d; L: the impulses of the step before, or null. */
static void knot(const step_exact *d, const mpq_t *L, FILE *out)
{
    fputs(L != NULL ? ",{" : "{", out);
    row("v", (const mpq_t *)d->v, d->nv, out);
    speeds("vn", d, 0, out);
    speeds("vt", d, 1, out);
    if (L != NULL) {
        fputc(',', out);
        row("Ln", L, d->p, out);
        fputc(',', out);
        row("Lt", L + d->p, d->r, out);
    }
    fputc('}', out);
}

/* One step of the sample: d->v is moved. */
static perp_status step(const reach_paths *p, uint64_t sample, long k,
                        step_exact *d, FILE *out)
{
    arena a = {0};
    outcomes next = {.nv = d->nv, .impulses = d->p + d->r};
    const size_t n = (size_t)d->p + 1;
    double *drawn = arena_take(&a, n, sizeof *drawn);
    mpq_t *most = drawn == NULL ? NULL : rational_array(&a, n);
    if (most == NULL) {
        arena_free(&a);
        return PERP_NO_MEMORY(n);
    }
    halm_posa_bounds(p->g, p->o, sample, k, drawn);
    for (int j = 0; j < d->p; j++)
        mpq_set_d(most[j], drawn[j]);
    const halm_posa_question q = {.d = d, .most = (const mpq_t *)most};
    perp_status s = halm_posa_step(&a, &q, &next);
    if (s.code == PERP_OK) {
        for (int i = 0; i < d->nv; i++)
            mpq_set(d->v[i], next.first->v[i]);
        knot(d, (const mpq_t *)next.first->L, out);
    }
    outcomes_clear(&next);
    rational_clear(most, n);
    arena_free(&a);
    return s;
}

static perp_status path(const reach_paths *p, uint64_t sample, FILE *out)
{
    arena a = {0};
    step_exact d = *p->d;
    mpq_t tolerance;
    perp_status s = PERP_SUCCESS;
    d.v = rational_array(&a, (size_t)d.nv + 1);
    if (d.v == NULL)
        return PERP_NO_MEMORY(d.nv);
    mpq_init(tolerance);
    mpq_set_d(tolerance, p->o->tolerance);
    for (int i = 0; i < d.nv; i++)
        mpq_set(d.v[i], p->d->v[i]);
    fprintf(out, "{\"sample\":%llu,\"knots\":[", (unsigned long long)sample);
    knot(&d, NULL, out);
    long k = 0;
    int on = impact_colliding(&d, (const mpq_t *)d.v, tolerance) >= 0;
    for (; on && k <= p->o->N && s.code == PERP_OK; k++) {
        s = step(p, sample, k, &d, out);
        on = impact_colliding(&d, (const mpq_t *)d.v, tolerance) >= 0;
    }
    fprintf(out, "],\"ended\":%s}", on ? "false" : "true");
    mpq_clear(tolerance);
    rational_clear(d.v, (size_t)d.nv + 1);
    arena_free(&a);
    return s;
}

/** Nothing is printed before all paths are there. */
perp_status reach_paths_find(const reach_paths *p, double most, FILE **out)
{
    const double all = (double)(p->last - p->first);
    const int count = (int)(most < all ? most : all);
    perp_status s = file_scratch(out);
    if (s.code == PERP_OK)
        fputc('[', *out);
    for (int i = 0; i < count && s.code == PERP_OK; i++) {
        fputs(i > 0 ? "," : "", *out);
        s = path(p, p->first + (uint64_t)i, *out);
    }
    if (s.code == PERP_OK) {
        fputc(']', *out);
        s = file_written(*out, "the paths");
    }
    if (s.code != PERP_OK && *out != NULL) {
        fclose(*out);
        *out = NULL;
    }
    return s;
}

void reach_paths_put(FILE *from, FILE *to)
{
    if (from == NULL)
        return;
    fputs(",\"paths\":", to);
    rewind(from);
    for (int c = getc(from); c != EOF; c = getc(from))
        putc(c, to);
    fclose(from);
}
