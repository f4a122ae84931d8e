/**
# Independent speeds

Impulses at random: where they lead is found again from the speeds alone.
*/
#include "hp23.h"
#include "hp23/inclusion/chart.h"

enum { NV = 9, SPEEDS = 10 };

/* v = v- + sum of random impulses; its own y leads back to it, and each row
   has the sign of the speed. */
static void comes_back(check_random *r, hp23 *m, const rates *of,
                       const chart *f)
{
    mpq_t v[NV], w[NV], y[SPEEDS], one[1], t;
    mpz_t row[SPEEDS + 1], s;
    mpq_init(t);
    mpz_init(s);
    for (int i = 0; i < NV; i++)
        mpq_inits(v[i], w[i], NULL);
    for (int i = 0; i < SPEEDS; i++)
        mpq_init(y[i]);
    for (int i = 0; i <= SPEEDS; i++)
        mpz_init(row[i]);
    mpq_init(one[0]);
    for (int i = 0; i < f->nv; i++)
        mpq_set(v[i], m->x.v[i]);
    for (int k = 0; k < f->speeds; k++) {
        const mpq_t *g = k < m->x.p
                             ? (const mpq_t *)of->wn + k * f->nv
                             : (const mpq_t *)of->wd + (k - m->x.p) * f->nv;
        mpq_set_si(one[0], check_integer(r, -3, 3), 2);
        mpq_canonicalize(one[0]);
        for (int i = 0; i < f->nv; i++) {
            mpq_mul(t, one[0], g[i]);
            mpq_add(v[i], v[i], t);
        }
    }
    chart_lower(f, (const mpq_t *)v, y);
    chart_lift(f, (const mpq_t *)y, w);
    for (int i = 0; i < f->nv; i++)
        CHECK(mpq_equal(v[i], w[i]), "component %d does not come back", i);
    chart_row(f, (const mpq_t *)y, 1, row);
    for (int k = 0; k < f->speeds; k++) {
        if (k < m->x.p)
            impact_normal(&m->x, k, (const mpq_t *)v, t);
        else
            impact_slip(&m->x, k - m->x.p, (const mpq_t *)v, t);
        row_dot(1 + f->k, row_list_at(&f->speed, k), row, s);
        CHECK(mpz_sgn(s) == mpq_sgn(t), "speed %d", k);
    }
    for (int i = 0; i < NV; i++)
        mpq_clears(v[i], w[i], NULL);
    for (int i = 0; i < SPEEDS; i++)
        mpq_clear(y[i]);
    for (int i = 0; i <= SPEEDS; i++)
        mpz_clear(row[i]);
    mpq_clears(t, one[0], NULL);
    mpz_clear(s);
}

static void of_models(void)
{
    /* Independent speeds: the block's two slips are one. */
    static const struct {
        const char *name;
        int k;
    } known[] = {{"rocking_block", 3},
                 {"box_wall", 3},
                 {"compass_gait", 4},
                 {"ramone", 4},
                 {"disk_stack_paper", 9}};
    check_random r = {check_seed(5)};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        hp23 m;
        rates of;
        chart f;
        hp23_load(&m, known[i].name);
        CHECK(rates_new(&m.a, &m.x, &of).code == PERP_OK, "rates");
        CHECK(chart_new(&m.a, &of, &f).code == PERP_OK, "chart");
        CHECK(f.k <= known[i].k, "%s: %d coordinates", known[i].name, f.k);
        for (int k = 0; k < 5; k++)
            comes_back(&r, &m, &of, &f);
        chart_clear(&f);
        rates_clear(&of);
        hp23_clear(&m);
    }
}

static void of_random_impacts(void)
{
    check_random r = {check_seed(6)};
    for (int t = 0; t < 40; t++) {
        hp23 m;
        rates of;
        chart f;
        hp23_random(&r, check_integer(&r, 2, 4), check_integer(&r, 1, 3), &m);
        CHECK(rates_new(&m.a, &m.x, &of).code == PERP_OK, "rates");
        CHECK(chart_new(&m.a, &of, &f).code == PERP_OK, "chart");
        CHECK(f.k <= m.x.nv, "%d coordinates of %d", f.k, m.x.nv);
        comes_back(&r, &m, &of, &f);
        chart_clear(&f);
        rates_clear(&of);
        hp23_clear(&m);
    }
}

int main(void)
{
    RUN(of_models);
    RUN(of_random_impacts);
    DONE;
}
