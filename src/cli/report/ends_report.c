/**
# What is printed of the ends

Of `--outer` the parts, as corners, with the speeds of the contacts there; of
`--contains` a bracket of the distance and a path. Bounds are rounded outward. */
#include "cli/report/ends_report.h"

#include "base/file.h"
#include "cli/report/ends_figure.h"
#include "hp23/inclusion/ends_member.h"
#include "hp23/run/situation.h"
#include "number/literal.h"
#include "number/rational.h"
#include "number/root.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const ends_ask *ask;
    situation x;
    rates r;
    ends e;
    mpq_t *V, *v, *y; /* nv: what is asked about; nv, k: work space */
    mpq_t eps, speed; /* EPS squared; |v|_M squared */
    size_t numbers;
} telling;

/* A double on the side of q that `up` says. */
static double outward(mpq_srcptr q, int up)
{
    mpq_t t;
    double x = rational_truncated(q);
    mpq_init(t);
    mpq_set_d(t, x);
    const int order = mpq_cmp(t, q);
    mpq_clear(t);
    if (up && order < 0)
        return nextafter(x, INFINITY);
    return !up && order > 0 ? nextafter(x, -INFINITY) : x;
}

/* The root of q, rounded the same way. */
static double root_outward(mpq_srcptr q, int up)
{
    mpq_t low, high;
    mpq_inits(low, high, NULL);
    root_bracket(q, low, high);
    const double x = outward(up ? high : low, up);
    mpq_clears(low, high, NULL);
    return x;
}

/* --contains: nv numbers with commas. */
static perp_status read_velocity(telling *t)
{
    const char *at = t->ask->contains;
    const int nv = t->x.exact.nv;
    for (int i = 0; i < nv; i++) {
        const size_t length = strcspn(at, ",");
        const int last = at[length] == '\0';
        if (last != (i + 1 == nv))
            return PERP_FAIL(PERP_USAGE,
                             "--contains wants %d numbers with commas, the "
                             "velocities of the scene, not '%.60s'",
                             nv, t->ask->contains);
        const perp_status s = literal_ratio(at, length, t->V[i]);
        if (s.code != PERP_OK)
            return PERP_FAIL(PERP_USAGE, "--contains: %s", s.message);
        at += length + !last;
    }
    return PERP_SUCCESS;
}

/* --within: a number, or a percentage. */
static perp_status read_within(telling *t)
{
    const char *text = t->ask->within;
    size_t length = text == NULL ? 0 : strlen(text);
    const int percent = length > 0 && text[length - 1] == '%';
    if (text == NULL)
        return PERP_SUCCESS;
    if (literal_ratio(text, length - (size_t)percent, t->eps).code != PERP_OK ||
        mpq_sgn(t->eps) < 0)
        return PERP_FAIL(PERP_USAGE,
                         "--within wants a distance >= 0 or a percentage such "
                         "as 1%%, not '%.40s'",
                         text);
    mpq_mul(t->eps, t->eps, t->eps);
    if (percent) {
        mpq_t hundred;
        mpq_init(hundred);
        mpq_set_ui(hundred, 10000, 1);
        mpq_div(t->eps, t->eps, hundred);
        mpq_mul(t->eps, t->eps, t->speed);
        mpq_clear(hundred);
    }
    return PERP_SUCCESS;
}

static perp_status begin(telling *t)
{
    const int nv = t->x.exact.nv;
    const ends_wish w = {.legs = (int)t->ask->legs,
                         .limit = {.until = t->ask->seconds > 0
                                                ? limit_now() + t->ask->seconds
                                                : 0}};
    t->numbers = (size_t)(2 * nv + CELLS_SPEEDS) + 1;
    t->V = rational_array(&t->x.a, t->numbers);
    if (t->V == NULL)
        return PERP_NO_MEMORY(t->numbers * sizeof *t->V);
    t->v = t->V + nv;
    t->y = t->v + nv;
    PERP_TRY(rates_new(&t->x.a, &t->x.exact, &t->r));
    rates_power(&t->r, (const mpq_t *)t->x.exact.v, (const mpq_t *)t->x.exact.v,
                t->speed);
    if (t->ask->contains != NULL)
        PERP_TRY(read_velocity(t));
    PERP_TRY(read_within(t));
    return ends_find(&t->x.a, &t->r, &w, &t->e);
}

static void print_vector(FILE *f, const char *key, int n, const mpq_t *x)
{
    fprintf(f, "\"%s\":[", key);
    for (int i = 0; i < n; i++)
        fprintf(f, "%s%.17g", i > 0 ? "," : "", mpq_get_d(x[i]));
    fputs("]", f);
}

/* Speed i of the velocity v, exactly. */
static void speed_of(const telling *t, int i, const mpq_t *v, mpq_ptr out)
{
    if (i < t->x.exact.p)
        impact_normal(&t->x.exact, i, v, out);
    else
        impact_slip(&t->x.exact, i - t->x.exact.p, v, out);
}

/* t->v = corner c of the part, or 0. */
static int corner_of(telling *t, const ends_part *p, int c)
{
    return ends_corner(&t->e, p, c, t->y, t->v);
}

/* The range of speed i over the parts, all or the proven ones, outward; 0: it
   is not bounded. */
static int range_of(telling *t, int i, int all, double *low, double *high)
{
    mpq_t u;
    int bounded = 1;
    mpq_init(u);
    *low = INFINITY;
    *high = -INFINITY;
    for (int k = 0; k < t->e.parts; k++) {
        const ends_part *p = &t->e.part[k];
        for (int c = 0; c < p->set.points.row.count && (all || !p->loose);
             c++) {
            bounded &= corner_of(t, p, c);
            speed_of(t, i, (const mpq_t *)t->v, u);
            *low = fmin(*low, outward(u, 0));
            *high = fmax(*high, outward(u, 1));
        }
    }
    mpq_clear(u);
    return bounded && *low <= *high;
}

static void print_ranges(telling *t, const char *key, int from, int count)
{
    double low, high;
    printf(",\"%s\":[", key);
    for (int i = from; i < from + count; i++) {
        fputs(i > from ? "," : "", stdout);
        if (range_of(t, i, 1, &low, &high))
            printf("[%.17g,%.17g]", low, high);
        else
            fputs("null", stdout);
    }
    printf("]");
}

/* Of the pieces that were followed. */
static int most_legs(const ends *e)
{
    return e->done > 0 ? e->piece[e->done - 1].legs : 0;
}

static void print_json(telling *t)
{
    const ends *e = &t->e;
    printf("{\"whole\":%s,\"whole_of\":\"%s, if patterns last\",\"pieces\":%d,"
           "\"legs\":%d,\"loose\":%d",
           e->loose == 0 ? "true" : "false", situation_data(&t->x), e->pieces,
           most_legs(e), e->loose);
    print_ranges(t, "vn", 0, t->x.exact.p);
    print_ranges(t, "vt", t->x.exact.p, t->x.exact.r);
    fputs(",\"parts\":[", stdout);
    for (int k = 0; k < e->parts; k++) {
        printf("%s{\"loose\":%s,\"corners\":[", k > 0 ? "," : "",
               e->part[k].loose ? "true" : "false");
        for (int c = 0, n = 0; c < e->part[k].set.points.row.count; c++)
            if (corner_of(t, &e->part[k], c)) {
                fputs(n++ > 0 ? ",{" : "{", stdout);
                print_vector(stdout, "v", t->x.exact.nv, (const mpq_t *)t->v);
                fputs("}", stdout);
            }
        fputs("]}", stdout);
    }
    printf("]}\n");
}

static void print_text(telling *t)
{
    const ends *e = &t->e;
    double low, high;
    printf("ends of (39), parts: %d; polyhedra of legs: %d; legs: %d; %s\n",
           e->parts, e->pieces - 1, most_legs(e),
           e->loose == 0 ? "the set is whole, if patterns last"
                         : "the set is not whole, loose ones bound the rest");
    if (e->loose > 0)
        printf("%d are loose: a bound, and no ends are proven in them\n",
               e->loose);
    for (int j = 0; j < t->x.exact.p; j++) {
        if (range_of(t, j, 1, &low, &high))
            printf("  vn of %s from %.9g to %.9g m/s",
                   situation_contact(&t->x, j), low, high);
        else
            printf("  vn of %s has no bound", situation_contact(&t->x, j));
        for (int k = t->x.exact.slip_at[j]; k < t->x.exact.slip_at[j + 1]; k++)
            if (range_of(t, t->x.exact.p + k, 1, &low, &high))
                printf(", vt from %.9g to %.9g", low, high);
        printf("\n");
    }
}

/* A row a corner: part, whether it is loose, v, speeds. */
static perp_status write_rows(telling *t)
{
    FILE *f;
    mpq_t u;
    if (t->ask->csv == NULL)
        return PERP_SUCCESS;
    PERP_TRY(file_new(t->ask->csv, &f));
    fputs("part,loose", f);
    for (int i = 0; i < t->x.sys->nv; i++)
        fprintf(f, ",v.%s", t->x.sys->v_name[i]);
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < t->x.exact.p; j++)
            if (k == 0 || t->x.exact.slip_at[j] < t->x.exact.slip_at[j + 1])
                fprintf(f, ",%s.%s", k == 0 ? "vn" : "vt",
                        situation_contact(&t->x, j));
    fputc('\n', f);
    mpq_init(u);
    for (int k = 0; k < t->e.parts; k++)
        for (int c = 0; c < t->e.part[k].set.points.row.count; c++) {
            if (!corner_of(t, &t->e.part[k], c))
                continue;
            fprintf(f, "%d,%d", k, t->e.part[k].loose);
            for (int i = 0; i < t->x.exact.nv; i++)
                fprintf(f, ",%.17g", mpq_get_d(t->v[i]));
            for (int i = 0; i < t->x.exact.p + t->x.exact.r; i++) {
                speed_of(t, i, (const mpq_t *)t->v, u);
                fprintf(f, ",%.17g", mpq_get_d(u));
            }
            fputc('\n', f);
        }
    mpq_clear(u);
    return file_end(f, t->ask->csv);
}

static const char *const answers[] = {"yes", "no", "undecided"};

static void member_json(telling *t, const ends_member *m, int answer)
{
    const step_exact *d = &t->x.exact;
    const ends_path *p = &m->path;
    printf("{\"answer\":\"%s\",\"answer_of\":\"%s%s\",\"low\":%.17g,",
           answers[answer], situation_data(&t->x),
           answer == 1 ? ", if patterns last" : "", root_outward(m->low, 0));
    if (mpq_sgn(m->high) >= 0)
        printf("\"high\":%.17g", root_outward(m->high, 1));
    else
        printf("\"high\":null");
    printf(",\"eps\":%.17g,\"speed\":%.17g,\"loose\":%d,",
           root_outward(t->eps, 0), root_outward(t->speed, 1), t->e.loose);
    print_vector(stdout, "nearest", d->nv, (const mpq_t *)m->point);
    fputs(",", stdout);
    print_vector(stdout, "separator", d->nv, (const mpq_t *)m->separator);
    fputs(",\"path\":[", stdout);
    for (int k = 0; k < p->knots; k++) {
        printf("%s{\"s\":%.17g,", k > 0 ? "," : "", mpq_get_d(p->s[k]));
        print_vector(stdout, "v", d->nv, (const mpq_t *)p->v + k * d->nv);
        if (k > 0) {
            const mpq_t *L = (const mpq_t *)p->L + (k - 1) * (d->p + d->r);
            fputs(",", stdout);
            print_vector(stdout, "Ln", d->p, L);
            fputs(",", stdout);
            print_vector(stdout, "Lt", d->r, L + d->p);
        }
        fputs("}", stdout);
    }
    printf("]}\n");
}

static void member_text(telling *t, const ends_member *m, int answer)
{
    static const char *const words[] = {
        "yes: an end of (39) is as near, proven",
        "no: every end of (39) is farther, proven if patterns last",
        "undecided: neither is proven"};
    const step_exact *d = &t->x.exact;
    const ends_path *p = &m->path;
    printf("%s; in |x|_M, the nearest end is at %.9g or more", words[answer],
           root_outward(m->low, 0));
    if (mpq_sgn(m->high) >= 0)
        printf(", and at %.9g or less", root_outward(m->high, 1));
    printf("; asked: within %.9g\n", root_outward(t->eps, 0));
    for (int k = 1; k < p->knots; k++) {
        const mpq_t *L = (const mpq_t *)p->L + (k - 1) * (d->p + d->r);
        printf("  to s = %.9g", mpq_get_d(p->s[k]));
        for (int j = 0; j < d->p; j++) {
            if (mpq_sgn(L[j]) == 0)
                continue;
            printf(", %s %.9g N s", situation_contact(&t->x, j),
                   mpq_get_d(L[j]));
            for (int i = d->slip_at[j]; i < d->slip_at[j + 1]; i++)
                printf(" (friction %.9g)", mpq_get_d(L[d->p + i]));
        }
        printf("\n");
    }
}

/** **The answer.** Distances and EPS are compared as squares, in fractions: yes when
the proven end is within EPS, no when every part is farther. Between the two a set that is
not whole may be followed further; of a whole one EPS is below the distance of the ends
that have a path, as for a limit of ends and EPS = 0. */
static perp_status ask_member(telling *t)
{
    ends_member m;
    perp_status s =
        ends_member_find(&t->x.a, &t->r, &t->e, (const mpq_t *)t->V, &m);
    int answer = 2;
    if (s.code == PERP_OK && mpq_sgn(m.high) >= 0 &&
        mpq_cmp(m.high, t->eps) <= 0)
        answer = 0;
    else if (s.code == PERP_OK && mpq_cmp(m.low, t->eps) > 0)
        answer = 1;
    if (s.code == PERP_OK && t->ask->json)
        member_json(t, &m, answer);
    else if (s.code == PERP_OK && !t->ask->quiet)
        member_text(t, &m, answer);
    if (s.code == PERP_OK && answer == 1)
        s = PERP_FAIL(PERP_REFUTED,
                      "no end of (39) is within EPS of V, if patterns "
                      "last: the nearest is at %.9g or more",
                      root_outward(m.low, 0));
    else if (s.code == PERP_OK && answer == 2)
        s = PERP_FAIL(PERP_NO_SOLUTION, "undecided: the set of ends is %s",
                      t->e.loose > 0 ? "not whole; --legs or --seconds may be "
                                       "larger"
                                     : "whole; no proven end is within EPS");
    ends_member_clear(&m);
    return s;
}

perp_status ends_scene(const ends_ask *ask, const experiment *e)
{
    telling t = {.ask = ask};
    mpq_inits(t.eps, t.speed, NULL);
    perp_status s = situation_new(e, &t.x);
    if (s.code == PERP_OK)
        s = begin(&t);
    if (s.code == PERP_OK && ask->contains != NULL)
        s = ask_member(&t);
    else if (s.code == PERP_OK) {
        if (ask->plot != NULL)
            s = ends_figure_draw(&t.x.a, &t.x, &t.e,
                                 &(ends_drawn){ask->panels, e->name});
    }
    if (s.code == PERP_OK && ask->contains == NULL) {
        s = write_rows(&t);
        if (s.code == PERP_OK && ask->json)
            print_json(&t);
        else if (s.code == PERP_OK && !ask->quiet)
            print_text(&t);
    }
    ends_clear(&t.e);
    rates_clear(&t.r);
    rational_clear(t.V, t.numbers);
    mpq_clears(t.eps, t.speed, NULL);
    situation_clear(&t.x);
    return s;
}
