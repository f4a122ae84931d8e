#include "cli/report/zeno.h"

#include "base/file.h"
#include "hp23/inclusion/hull.h"
#include "hp23/inclusion/motion.h"
#include "hp23/inclusion/wobble.h"
#include "number/rational.h"
#include "scene/run/output.h"

#include <math.h>
#include <string.h>

enum { NQ = 3, RATES = 2 * NQ + 1 };

/* The motion being told. The data are the scene's own, in doubles. */
typedef struct {
    situation *x;
    const zeno_wish *w;
    wobble *p;
    wobble_state at;
    assembler work;
    step_data data;
    step_exact exact;
    active_set set;
    mpq_t tolerance, press;
    mpq_t *v, *a, *rate, *gap; /* NQ, NQ, RATES, contacts */
    size_t numbers;            /* in v and behind it */
    mpfr_t q[NQ];              /* of the scene */
    double worst;              /* distance from (53) so far */
    FILE *csv;
} telling;

static perp_status room(telling *z)
{
    arena *a = &z->x->a;
    const perp_system *sys = z->x->sys;
    const size_t contacts = (size_t)sys->contacts + 1;
    if (sys->nq != NQ)
        return PERP_FAIL(PERP_INPUT, "not a body in the coordinates x, y and "
                                     "its angle");
    PERP_TRY(wobble_state_new(a, z->p, &z->at));
    PERP_TRY(assembler_new(a, sys, 0, &z->work));
    PERP_TRY(step_data_new(a, sys, &z->data));
    PERP_TRY(step_exact_new(a, sys, &z->exact));
    z->set.id = arena_take(a, contacts, sizeof *z->set.id);
    z->set.kept = arena_take(a, contacts, sizeof *z->set.kept);
    z->numbers = 2 * NQ + RATES + contacts;
    z->v = rational_array(a, z->numbers);
    if (z->set.id == NULL || z->set.kept == NULL || z->v == NULL)
        return PERP_NO_MEMORY(contacts * sizeof *z->set.id);
    z->a = z->v + NQ;
    z->rate = z->a + NQ;
    z->gap = z->rate + RATES;
    return PERP_SUCCESS;
}

static void set_doubles(int n, const mpfr_t *from, mpq_t *to)
{
    for (int i = 0; i < n; i++)
        mpq_set_d(to[i], mpfr_get_d(from[i], MPFR_RNDN));
}

/** The scene's data at the state: its own gaps, normals and slips, by its own
formulas, at the doubles of q and v. The wobbling block's q begins at (0, ry, 0), the
scene's where it likes. */
static perp_status look(telling *z)
{
    const perp_system *sys = z->x->sys;
    double q[NQ], v[NQ];
    for (int i = 0; i < NQ; i++) {
        mpfr_add_q(z->q[i], z->at.q[i], z->w->start[i], MPFR_RNDN);
        if (i == 1)
            mpfr_sub_q(z->q[i], z->q[i], z->p->b->ry, MPFR_RNDN);
        q[i] = mpfr_get_d(z->q[i], MPFR_RNDN);
        v[i] = mpfr_get_d(z->at.v[i], MPFR_RNDN);
    }
    step_point at = {.q = q, .v = v};
    PERP_TRY(assemble_gaps(sys, &z->work, q));
    active_forget(&z->set, sys->contacts);
    active_find(&z->set, sys->contacts, z->work.gap, mpq_get_d(z->tolerance));
    PERP_TRY(assemble_step(sys, &z->work, &at, &z->set, &z->data));
    assemble_copy(&z->data, &z->exact);
    for (int j = 0; j < z->set.n; j++)
        mpq_set_d(z->gap[j], z->work.gap[z->set.id[j]]);
    return PERP_SUCCESS;
}

/* (dq, dv, dt)/ds: in an impact only v moves, and a is dv/ds. */
static void rate_of(telling *z, const motion *m)
{
    const wobble_state *at = &z->at;
    mpfr_t sum;
    mpfr_init2(sum, z->p->bits + 32);
    set_doubles(NQ, (const mpfr_t *)at->v, z->v);
    set_doubles(NQ, (const mpfr_t *)at->a, z->a);
    mpfr_add(sum, at->normal[0], at->normal[1], MPFR_RNDN);
    mpq_set_d(z->press, mpfr_get_d(sum, MPFR_RNDN));
    mpfr_clear(sum);
    if (at->phase != WOBBLE_HITS) {
        motion_over_s(m, (const mpq_t *)z->v, (const mpq_t *)z->a, z->press,
                      z->rate);
        return;
    }
    for (int i = 0; i < NQ; i++) {
        mpq_set_ui(z->rate[i], 0, 1);
        mpq_set(z->rate[NQ + i], z->a[i]);
    }
    mpq_set_ui(z->rate[RATES - 1], 0, 1);
}

static perp_status distance(telling *z, const motion *m, double *out)
{
    arena *a = &z->x->a;
    const size_t corners = (size_t)m->count * RATES;
    double *near =
        arena_take(a, corners + RATES + (size_t)m->count, sizeof *near);
    if (near == NULL)
        return PERP_NO_MEMORY(corners * sizeof *near);
    for (size_t k = 0; k < corners; k++)
        near[k] = mpq_get_d(m->corner[k]);
    for (int i = 0; i < RATES; i++)
        near[corners + (size_t)i] = mpq_get_d(z->rate[i]);
    hull_near h = {RATES, m->count, near, near + corners};
    return hull_distance_near(a, &h, out, near + corners + RATES);
}

/** **Is it a solution?** The rates over s are those of the block's own formulas, the
set $D(\bar x)$ that of the scene's data; they meet only here. */
static perp_status judge(telling *z, double *out)
{
    arena *a = &z->x->a;
    const step_exact *d = &z->exact;
    const arena_mark mark = arena_here(a);
    rates r;
    motion m;
    PERP_TRY(look(z));
    perp_status s = rates_new(a, d, &r);
    if (s.code == PERP_OK) {
        s = motion_new(a, &r, NQ, &m);
        if (s.code == PERP_OK)
            s = motion_at(a, &m, (const mpq_t *)z->gap, (const mpq_t *)d->v,
                          z->tolerance);
        if (s.code == PERP_OK) {
            rate_of(z, &m);
            s = distance(z, &m, out);
        }
        motion_clear(&m);
    }
    rates_clear(&r);
    arena_release(a, mark);
    return s;
}

static void write_number(const telling *z, mpfr_srcptr x)
{
    char text[1100];
    mpfr_snprintf(text, sizeof text, ",%.*RNg", z->w->digits, x);
    fputs(mpfr_zero_p(x) ? ",0" : text, z->csv); /* no -0 */
}

static void write_header(const telling *z)
{
    const perp_system *sys = z->x->sys;
    fputs("s,t,phase", z->csv);
    for (int i = 0; i < NQ; i++)
        fprintf(z->csv, ",q.%s", sys->q_name[i]);
    for (int i = 0; i < NQ; i++)
        fprintf(z->csv, ",v.%s", sys->v_name[i]);
    fputs(",dt_ds", z->csv);
    for (int k = 0; k < 4; k++)
        fprintf(z->csv, ",%s.%s", k < 2 ? "cn" : "ft",
                situation_contact(z->x, k % 2));
    fputs(",from_D\n", z->csv);
}

/* Impulses per unit of s: a force acts for dt/ds of it. */
static void write_impulses(telling *z, const mpfr_t *force)
{
    mpfr_t x;
    mpfr_init2(x, z->p->bits + 32);
    for (int j = 0; j < 2; j++) {
        mpfr_set(x, force[j], MPFR_RNDN);
        if (z->at.phase != WOBBLE_HITS)
            mpfr_mul(x, x, z->at.tdot, MPFR_RNDN);
        write_number(z, x);
    }
    mpfr_clear(x);
}

static void write_row(telling *z, double far)
{
    static const char *const phase[] = {"flies", "hits", "rests"};
    char text[1100];
    mpfr_snprintf(text, sizeof text, "%.*RNg", z->w->digits, z->at.s);
    fputs(text, z->csv);
    write_number(z, z->at.t);
    fprintf(z->csv, ",%s", phase[z->at.phase]);
    for (int i = 0; i < NQ; i++)
        write_number(z, z->q[i]);
    for (int i = 0; i < NQ; i++)
        write_number(z, z->at.v[i]);
    write_number(z, z->at.tdot);
    write_impulses(z, (const mpfr_t *)z->at.normal);
    write_impulses(z, (const mpfr_t *)z->at.slip);
    fprintf(z->csv, ",%.17g\n", far);
}

static perp_status rows(telling *z)
{
    mpfr_t s;
    perp_status st = PERP_SUCCESS;
    mpfr_init2(s, z->p->bits + 32);
    for (int k = 0; k < z->w->rows && st.code == PERP_OK; k++) {
        double far = 0;
        mpfr_mul_ui(s, z->p->s[z->p->flights], (unsigned long)(21 * k),
                    MPFR_RNDN);
        mpfr_div_ui(s, s, (unsigned long)(20 * (z->w->rows - 1)), MPFR_RNDN);
        wobble_at(z->p, s, &z->at);
        st = judge(z, &far);
        z->worst = fmax(z->worst, far);
        if (st.code == PERP_OK && z->csv != NULL)
            write_row(z, far);
    }
    mpfr_clear(s);
    return st;
}

static void print_number(const zeno_wish *w, const char *name, mpfr_srcptr x)
{
    char text[1100];
    mpfr_snprintf(text, sizeof text, "%.*RNg", w->digits, x);
    printf(w->json ? "%s\"%s\":\"%s\"" : "%s%-8s %s\n",
           w->json && name[0] != 'a' ? "," : "", name, text);
}

/** The numbers of the wobbling block. Digits are printed as text: no double
   holds them. */
static void print(const telling *z)
{
    const zeno_wish *w = z->w;
    const wobble *p = z->p;
    mpfr_t x;
    mpfr_init2(x, p->bits + 32);
    if (w->json)
        printf("{");
    print_number(w, "apex", p->apex);
    print_number(w, "L", p->longest);
    print_number(w, "t1", p->t[1]);
    print_number(w, "s1", p->hit[0]);
    mpfr_set_q(x, p->b->keep, MPFR_RNDN);
    print_number(w, "keep", x);
    mpfr_mul_q(x, p->rate[0], p->b->Ln, MPFR_RNDN);
    print_number(w, "Ln", x);
    mpfr_mul_q(x, p->rate[0], p->b->Lt, MPFR_RNDN);
    print_number(w, "Lt", x);
    print_number(w, "t", p->t[p->flights]);
    print_number(w, "s", p->s[p->flights]);
    if (w->json)
        printf(",\"flights\":%d,\"rows\":%d,\"from_D\":%.17g}\n", p->flights,
               w->rows, z->worst);
    else
        printf("at %d values of s the rates are %.2g from the inclusion (53) "
               "at most\n",
               w->rows, z->worst);
    mpfr_clear(x);
}

static perp_status write(telling *z)
{
    PERP_TRY(output_rows(&z->csv));
    if (z->csv != NULL)
        write_header(z);
    perp_status s = rows(z);
    return s.code == PERP_OK ? file_end(z->csv, z->w->csv) : s;
}

static perp_status tell(situation *x, const zeno_wish *w, wobble *p)
{
    telling z = {.x = x, .w = w, .p = p};
    mpq_inits(z.tolerance, z.press, NULL);
    mpq_set_d(z.tolerance, 0x1p-40);
    for (int i = 0; i < NQ; i++)
        mpfr_init2(z.q[i], p->bits + 32);
    perp_status s = room(&z);
    if (s.code == PERP_OK)
        s = write(&z);
    if (s.code == PERP_OK && (w->json || !w->quiet) &&
        (w->csv == NULL || strcmp(w->csv, "-") != 0))
        print(&z);
    for (int i = 0; i < NQ; i++)
        mpfr_clear(z.q[i]);
    rational_clear(z.v, z.numbers);
    wobble_state_clear(&z.at);
    assembler_clear(&z.work);
    step_exact_clear(&z.exact);
    mpq_clears(z.tolerance, z.press, NULL);
    return s;
}

perp_status zeno_tell(situation *x, const zeno_wish *w)
{
    pivot b;
    wobble p = {.numbers = 0};
    perp_status s = pivot_read(&x->exact, &b);
    if (s.code == PERP_OK)
        s = wobble_new(&x->a, &b, w->digits * 10 / 3 + 32, &p);
    if (s.code == PERP_OK)
        s = tell(x, w, &p);
    wobble_clear(&p);
    pivot_clear(&b);
    return s;
}
