/**
# Paths to the ends

Of each part of a set its corners and a point inside: the path is judged by what an
impulse is, by the cone and by the energy, none of which its module asks.
*/
#include "drawn_ends.h"
#include "hp23/inclusion/ends_path.h"

enum { NV = 7 };

static const ends_wish whole = {.legs = 1000};

/* M (v+ - v) = J'L over the leg, friction within its bound, energy lost. */
static void judge_leg(const hp23 *m, const ends_path *p, int k,
                      const char *name)
{
    const step_exact *d = &m->x;
    const mpq_t *from = (const mpq_t *)p->v + k * d->nv, *to = from + d->nv;
    const mpq_t *L = (const mpq_t *)p->L + k * (d->p + d->r);
    mpq_t t, left, sum;
    mpq_inits(t, left, sum, NULL);
    for (int i = 0; i < d->nv; i++) {
        mpq_set_ui(left, 0, 1);
        for (int l = 0; l < d->nv; l++) {
            mpq_sub(t, to[l], from[l]);
            mpq_mul(t, t, d->M[i * d->nv + l]);
            mpq_add(left, left, t);
        }
        for (int c = 0; c < d->p + d->r; c++) {
            mpq_mul(t, L[c],
                    c < d->p ? d->n[c * d->nv + i]
                             : d->d[(c - d->p) * d->nv + i]);
            mpq_sub(left, left, t);
        }
        CHECK(mpq_sgn(left) == 0, "%s: leg %d, row %d of the balance", name, k,
              i);
    }
    for (int j = 0; j < d->p; j++) {
        mpq_abs(t, L[d->p + j]);
        mpq_mul(left, d->mu[j], L[j]);
        CHECK(mpq_sgn(L[j]) >= 0 && mpq_cmp(t, left) <= 0,
              "%s: leg %d, contact %d is outside of its cone", name, k, j);
        impact_normal(d, j, from, t);
        CHECK(mpq_sgn(L[j]) == 0 || mpq_sgn(t) <= 0,
              "%s: leg %d, contact %d parts and presses", name, k, j);
        mpq_add(sum, sum, L[j]);
    }
    mpq_sub(t, p->s[k + 1], p->s[k]);
    CHECK(mpq_equal(t, sum), "%s: leg %d, (37)", name, k);
    impact_gain(d, from, to, t);
    CHECK(mpq_sgn(t) < 0, "%s: leg %d gains", name, k);
    mpq_clears(t, left, sum, NULL);
}

static void judge(drawn *t, const ends_path *p, const mpq_t *end,
                  const char *name)
{
    const step_exact *d = &t->m->x;
    const mpq_t *last = (const mpq_t *)p->v + (p->knots - 1) * d->nv;
    mpq_t v[NV], zero;
    mpq_init(zero);
    for (int i = 0; i < NV; i++)
        mpq_init(v[i]);
    chart_lift(&t->e.all.f, end, v);
    for (int i = 0; i < d->nv; i++) {
        CHECK(mpq_equal(p->v[i], d->v[i]), "%s: it begins elsewhere", name);
        CHECK(mpq_equal(v[i], last[i]), "%s: it ends elsewhere", name);
    }
    CHECK(impact_colliding(d, last, zero) < 0, "%s: no end", name);
    for (int k = 0; k + 1 < p->knots; k++)
        judge_leg(t->m, p, k, name);
    for (int i = 0; i < NV; i++)
        mpq_clear(v[i]);
    mpq_clear(zero);
}

/* Number c of the part's corners, or with c < 0 their mean. */
static int one_path(drawn *t, const ends_part *part, int c, const char *name)
{
    const row_list *corners = &part->set.points.row;
    mpq_t end[DRAWN_SPEEDS];
    ends_path p;
    for (int i = 0; i < DRAWN_SPEEDS; i++)
        mpq_init(end[i]);
    row_list_mean(corners, end);
    for (int i = 0; c >= 0 && i < t->e.all.f.k; i++) {
        mpz_set(mpq_numref(end[i]), row_list_at(corners, c)[1 + i]);
        mpz_set(mpq_denref(end[i]), row_list_at(corners, c)[0]);
        mpq_canonicalize(end[i]);
    }
    const perp_status s = ends_path_find(&t->m->a, &t->mine, &t->e, part->piece,
                                         (const mpq_t *)end, &p);
    const int solves = p.solves;
    CHECK(s.code == PERP_OK, "%s: %s", name, s.message);
    if (solves)
        judge(t, &p, (const mpq_t *)end, name);
    ends_path_clear(&p);
    for (int i = 0; i < DRAWN_SPEEDS; i++)
        mpq_clear(end[i]);
    return solves;
}

/* Every point inside has a path; of corners nearly all. */
static void all_parts(hp23 *m, const char *name)
{
    drawn t;
    int corners = 0, solved = 0;
    drawn_new(&t, m, &whole);
    for (int k = 0; k < t.e.parts; k++) {
        const ends_part *part = &t.e.part[k];
        CHECK(one_path(&t, part, -1, name), "%s: part %d, its middle", name, k);
        for (int c = 0; c < part->set.points.row.count; c++, corners++)
            solved += one_path(&t, part, c, name);
    }
    printf("%s: %d parts; %d of %d corners are ends\n", name, t.e.parts, solved,
           corners);
    CHECK(2 * solved > corners, "%s: corners", name);
    drawn_clear(&t);
}

static void of_models(void)
{
    static const char *const names[] = {"box_wall", "compass_gait", "ramone"};
    hp23 m;
    drawn_block(&m);
    all_parts(&m, "block");
    hp23_clear(&m);
    for (int k = 0; k < (getenv("PERP_TIMES") != NULL ? 3 : 2); k++) {
        hp23_load(&m, names[k]);
        all_parts(&m, names[k]);
        hp23_clear(&m);
    }
}

/* A velocity on the way, at which something approaches, is no end. */
static void on_the_way(void)
{
    hp23 m;
    drawn t;
    ends_path p;
    mpq_t y[DRAWN_SPEEDS];
    for (int i = 0; i < DRAWN_SPEEDS; i++)
        mpq_init(y[i]);
    drawn_block(&m);
    drawn_new(&t, &m, &whole);
    row_list_mean(&t.e.piece[1].to.points.row, y);
    CHECK(ends_path_find(&m.a, &t.mine, &t.e, 1, (const mpq_t *)y, &p).code ==
              PERP_OK,
          "path");
    CHECK(!p.solves && p.knots == 2, "an end on the way");
    ends_path_clear(&p);
    for (int i = 0; i < DRAWN_SPEEDS; i++)
        mpq_clear(y[i]);
    drawn_clear(&t);
    hp23_clear(&m);
}

int main(void)
{
    RUN(of_models);
    RUN(on_the_way);
    DONE;
}
