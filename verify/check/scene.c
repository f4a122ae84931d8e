#include "perp_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Letters, digits, _ - . and %XX for other bytes; % alone is the empty name. */
void read_name(reader *r)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRS"
                                "TUVWXYZ0123456789_-.";
    static const char hex[] = "0123456789ABCDEF";
    const char *p = read_word(r);
    if (*p == '\0')
        refuse(r, "a name expected");
    if (strcmp(p, "%") == 0)
        return;
    while (*p != '\0') {
        if (*p == '%') {
            const char *a = p[1] ? strchr(hex, p[1]) : NULL;
            const char *b = a && p[2] ? strchr(hex, p[2]) : NULL;
            int c = b == NULL ? 0 : (int)(16 * (a - hex) + (b - hex));
            if (c == 0 || strchr(plain, c) != NULL)
                refuse(r, "a name is not spelt as names are");
            p += 3;
        } else if (strchr(plain, *p++) == NULL)
            refuse(r, "a name is not spelt as names are");
    }
}

static void read_ratio(reader *r, mpq_ptr q)
{
    mpq_set_ui(q, 0, 1);
    read_integer(r, mpq_numref(q));
    if (peek(r) != '/')
        return;
    read_text(r, "/");
    read_integer(r, mpq_denref(q));
    mpz_gcd(r->work, mpq_numref(q), mpq_denref(q));
    if (mpz_cmp_ui(mpq_denref(q), 1) > 0 && mpz_cmp_ui(r->work, 1) == 0)
        return;
    mpq_set_ui(q, 0, 1);
    refuse(r, "a fraction is not in lowest terms");
}

/* The double nearest to q, ties to even: GMP truncates, the next one away from
   zero may be nearer. */
double nearest(mpq_srcptr q)
{
    double low = mpq_get_d(q), high, x = low;
    high = nextafter(low, mpq_sgn(q) < 0 ? -HUGE_VAL : HUGE_VAL);
    mpq_t a, b;
    mpq_inits(a, b, NULL);
    if (isfinite(high)) {
        mpq_set_d(a, low);
        mpq_set_d(b, high);
        mpq_add(b, b, a);
        mpq_div_2exp(b, b, 1); /* the middle */
        int beyond = mpq_cmp(q, b) * (mpq_sgn(q) < 0 ? -1 : 1), e;
        int64_t last = (int64_t)ldexp(fabs(frexp(low, &e)), 53);
        if (beyond > 0 || (beyond == 0 && last % 2 != 0))
            x = high;
    }
    mpq_clears(a, b, NULL);
    return x;
}

double read_nearest(reader *r)
{
    read_ratio(r, r->ratio);
    return nearest(r->ratio);
}

static void read_line_ratio(reader *r, const char *tag, mpq_ptr q)
{
    read_text(r, tag);
    read_ratio(r, q);
    read_text(r, "\n");
}

/* One of two words, which one. */
static int read_choice(reader *r, const char *tag, const char *no,
                       const char *yes)
{
    read_text(r, tag);
    const char *word = read_word(r);
    int is = strcmp(word, yes) == 0;
    if (!is && strcmp(word, no) != 0)
        refuse(r, "'%s' or '%s' expected", no, yes);
    read_text(r, "\n");
    return is;
}

static void read_parameters(reader *r, scene *s)
{
    read_text(r, "perp scene 1\nscheme alpha-gamma\n");
    read_line_ratio(r, "h ", s->h);
    read_line_ratio(r, "alpha ", s->alpha);
    read_line_ratio(r, "gamma ", s->gamma);
    read_line_ratio(r, "T ", s->T);
    read_line_ratio(r, "tolerance ", s->tolerance);
    if (mpq_sgn(s->h) <= 0 || mpq_sgn(s->alpha) <= 0 ||
        mpq_cmp_ui(s->alpha, 1, 1) > 0 || mpq_sgn(s->gamma) < 0 ||
        mpq_cmp_ui(s->gamma, 1, 1) > 0 || mpq_sgn(s->T) < 0 ||
        mpq_sgn(s->tolerance) < 0)
        refuse(r, "h > 0, 0 < alpha <= 1, 0 <= gamma <= 1, T >= 0 and "
                  "tolerance >= 0 do not hold");
    s->sharp = read_choice(r, "active ", "kept", "sharp");
    s->uniform = read_choice(r, "clock ", "collision", "uniform");
    s->jacobians = read_choice(r, "jacobians ", "zero", "exact");
}

static void read_sizes(reader *r, scene *s)
{
    long *to[] = {&s->nq, &s->nv, NULL, NULL, &s->joints, &s->own,
                  &s->bindings};
    long most[] = {MOST_SIZE, MOST_SIZE, 1, 1, MOST_SIZE, MOST_COUNT,
                   MOST_COUNT};
    read_text(r, "sizes");
    for (int i = 0; i < 7; i++) {
        read_text(r, " ");
        long n = read_count(r, most[i]);
        if (to[i] != NULL)
            *to[i] = n;
        else if (i == 2)
            s->has_F = (int)n;
        else
            s->has_G = (int)n;
    }
    read_text(r, "\n");
    if (s->nv == 0 || (!s->has_G && s->nq != s->nv))
        refuse(r, "as many velocities as coordinates, or rates");
}

static void read_state(reader *r, const char *tag, long n, array *to)
{
    for (long i = 0; i < n; i++) {
        read_text(r, tag);
        read_name(r);
        read_text(r, " ");
        to->x = more(r, to->x, to->n + 1, &to->room, sizeof *to->x);
        to->x[to->n] = read_double(r);
        to->x[to->n].at = i;
        to->n += to->x[to->n].m != 0;
        read_text(r, "\n");
    }
}

static dyadic read_friction(reader *r)
{
    dyadic mu = read_double(r);
    if (mu.m < 0)
        refuse(r, "a coefficient of friction is negative");
    return mu;
}

static void read_names(reader *r, scene *s)
{
    size_t room = 0;
    read_state(r, "q ", s->nq, &s->q);
    read_state(r, "v ", s->nv, &s->v);
    for (long i = 0; i < s->joints; i++) {
        read_text(r, "joint ");
        read_name(r);
        read_text(r, "\n");
    }
    for (long i = 0; i < s->own; i++) {
        s->contact = more(r, s->contact, (size_t)i + 1, &room,
                          sizeof *s->contact);
        read_text(r, "contact ");
        read_name(r);
        read_text(r, " ");
        s->contact[i].slips = (int)read_count(r, MOST_SLIPS);
        read_text(r, " ");
        s->contact[i].mu = read_friction(r);
        read_text(r, "\n");
    }
}

static void read_tapes(reader *r, scene *s)
{
    const long in = s->nq + s->nv + 1, vv = s->nv * s->nv;
    long slips = 0;
    for (long i = 0; i < s->own; i++)
        slips += s->contact[i].slips;
    read_tape(r, "inertia", in,
              vv * (1 + s->has_F) + s->nq * s->nv * s->has_G, &s->inertia);
    read_tape(r, "force", in, s->nv, &s->force);
    read_tape(r, "joints", in, s->joints, &s->theta);
    read_tape(r, "gaps", in, s->own, &s->gaps);
    read_tape(r, "slips", in, slips * s->nv, &s->slips);
}

void scene_read(reader *r, scene *s)
{
    read_parameters(r, s);
    read_sizes(r, s);
    read_names(r, s);
    read_tapes(r, s);
    bindings_read(r, s);
    read_text(r, "end\n");
    if (peek(r) != EOF)
        refuse(r, "something stands behind the end");
    read_digest(r, s->sum);
}

contact scene_contact(const scene *s, long id)
{
    if (id < s->own)
        return s->contact[id];
    long lo = 0, hi = s->bindings - 1; /* the last range that begins at id */
    while (lo < hi) {
        long i = (lo + hi + 1) / 2;
        if (s->range[i].first <= id)
            lo = i;
        else
            hi = i - 1;
    }
    return s->range[lo].each;
}

void scene_init(scene *s)
{
    memset(s, 0, sizeof *s);
    mpq_inits(s->h, s->alpha, s->gamma, s->T, s->tolerance, NULL);
}

void scene_free(scene *s)
{
    mpq_clears(s->h, s->alpha, s->gamma, s->T, s->tolerance, NULL);
    tape *all[] = {&s->inertia, &s->force, &s->theta, &s->gaps, &s->slips};
    for (int i = 0; i < 5; i++)
        tape_free(all[i]);
    bindings_free(s);
    free(s->q.x);
    free(s->v.x);
    free(s->contact);
}
