/**
# Rates that stay in a cell

Against the polytopes of legs, which are found by another search: a rate of theirs that
keeps all zero speeds at zero is in the cell's cone; and each edge of a cone is in
$D$ and keeps the zeros.
*/
#include "hp23.h"
#include "hp23/inclusion/cells.h"
#include "hp23/inclusion/hull.h"
#include "hp23/inclusion/ways.h"

enum { NV = 4, SPEEDS = 6, ROWS = SPEEDS + 1 };

typedef struct {
    hp23 *m;
    rates r;
    cells c;
    ways all;
    mpq_t u[SPEEDS], y[SPEEDS], v[NV], origin[NV], t, s;
    mpz_t row[ROWS];
    int rates, edges;
} asking;

static void asking_new(asking *q, hp23 *m)
{
    const exact_limit none = {0};
    *q = (asking){.m = m};
    for (int i = 0; i < SPEEDS; i++)
        mpq_inits(q->u[i], q->y[i], NULL);
    for (int i = 0; i < NV; i++)
        mpq_inits(q->v[i], q->origin[i], NULL);
    for (int i = 0; i < ROWS; i++)
        mpz_init(q->row[i]);
    mpq_inits(q->t, q->s, NULL);
    CHECK(rates_new(&m->a, &m->x, &q->r).code == PERP_OK, "rates");
    CHECK(cells_new(&m->a, &q->r, &none, &q->c).code == PERP_OK, "cells");
    ways_new(&q->r, &q->all);
}

static void asking_clear(asking *q)
{
    for (int i = 0; i < SPEEDS; i++)
        mpq_clears(q->u[i], q->y[i], NULL);
    for (int i = 0; i < NV; i++)
        mpq_clears(q->v[i], q->origin[i], NULL);
    for (int i = 0; i < ROWS; i++)
        mpz_clear(q->row[i]);
    mpq_clears(q->t, q->s, NULL);
    ways_clear(&q->all);
    cells_clear(&q->c);
    rates_clear(&q->r);
}

static void speed_of(asking *q, int i, const mpq_t *v)
{
    if (i < q->m->x.p)
        impact_normal(&q->m->x, i, v, q->t);
    else
        impact_slip(&q->m->x, i - q->m->x.p, v, q->t);
}

static int keeps(asking *q, const int8_t *sign, const mpq_t *rate)
{
    for (int i = 0; i < q->c.speeds; i++) {
        speed_of(q, i, rate);
        if (sign[i] == 0 && mpq_sgn(q->t) != 0)
            return 0;
    }
    return 1;
}

/* The corners of the polytopes of this pattern are in the cone. */
static void holds_ways(asking *q, const cell *x, const cone_rows *planes)
{
    const exact_limit none = {0};
    const way_set *set;
    cone_rows point = {{.n = q->c.n}, {.n = q->c.n}};
    for (int i = 0; i < q->c.speeds; i++)
        mpq_set_si(q->u[i], x->sign[i], 1);
    CHECK(ways_at(&q->all, (const mpq_t *)q->u, -1, &none, &set).code ==
              PERP_OK,
          "ways");
    for (int k = 0; k < set->first[set->count]; k++) {
        const mpq_t *rate = (const mpq_t *)set->point + k * q->m->x.nv;
        if (!keeps(q, x->sign, rate))
            continue;
        chart_lower(&q->c.f, rate, q->y);
        point.row.count = 0;
        chart_row(&q->c.f, (const mpq_t *)q->y, 0, row_list_add(&point.row));
        CHECK(polyhedron_holds(planes, &point), "a rate outside of the cone");
        q->rates++;
    }
    cone_rows_clear(&point);
}

/* Edge k as a velocity is a multiple of a mean of the corners, and keeps the
   zeros. Which multiple: by the sum of the weights of a hull with zero. */
static void is_a_rate(asking *q, const cell *x, int k)
{
    const int nv = q->m->x.nv;
    mpq_t corner[(SPEEDS * 2 + 1) * NV], weight[SPEEDS * 2 + 1], zero;
    const int most = (SPEEDS * 2 + 1) * NV;
    long size = -1000000;
    mpz_t *row = row_list_at(&x->press.row, k);
    mpq_init(zero);
    for (int i = 0; i < most; i++)
        mpq_init(corner[i]);
    for (int i = 0; i < SPEEDS * 2 + 1; i++)
        mpq_init(weight[i]);
    for (int i = 0; i < q->c.f.k; i++)
        mpq_set_ui(q->y[i], 0, 1);
    chart_lift(&q->c.f, (const mpq_t *)q->y, q->origin);
    for (int i = 0; i < q->c.f.k; i++)
        mpq_set_z(q->y[i], row[1 + i]);
    chart_lift(&q->c.f, (const mpq_t *)q->y, q->v);
    for (int i = 0; i < nv; i++)
        mpq_sub(q->v[i], q->v[i], q->origin[i]);
    CHECK(keeps(q, x->sign, (const mpq_t *)q->v), "an edge that leaves");
    for (int i = 0; i < q->c.speeds; i++)
        mpq_set_si(q->r.u[i], x->sign[i], 1);
    rates_of_speeds(&q->r, zero);
    /* Shrunk until it is in the hull of the corners and zero. */
    for (int i = 0; i < q->r.count * nv; i++)
        mpq_set(corner[i], q->r.corner[i]);
    for (int i = 0; i < nv; i++)
        if (mpq_sgn(q->v[i]) != 0 && rational_log2(q->v[i]) > size)
            size = rational_log2(q->v[i]);
    for (int i = 0; i < nv && size > -8; i++)
        mpq_div_2exp(q->v[i], q->v[i], (mp_bitcnt_t)(size + 8));
    for (int turns = 0; turns < 30; turns++) {
        const hull_exact h = {nv, q->r.count + 1, (const mpq_t *)corner,
                              (const mpq_t *)q->v};
        for (int i = 0; i < nv; i++)
            mpq_set_ui(corner[q->r.count * nv + i], 0, 1);
        CHECK(hull_distance(&q->m->a, &h, q->t, weight).code == PERP_OK,
              "hull");
        if (mpq_sgn(q->t) == 0)
            break;
        for (int i = 0; i < nv; i++)
            mpq_div_2exp(q->v[i], q->v[i], 8);
    }
    CHECK(mpq_sgn(q->t) == 0, "an edge that is no rate");
    q->edges++;
    for (int i = 0; i < most; i++)
        mpq_clear(corner[i]);
    for (int i = 0; i < SPEEDS * 2 + 1; i++)
        mpq_clear(weight[i]);
    mpq_clear(zero);
}

static void all_cells(asking *q)
{
    for (int i = 0; i < q->c.count; i++) {
        const cell *x = &q->c.list[i];
        cone_rows planes = {{.n = q->c.n}, {.n = q->c.n}};
        CHECK(cone_rows_dual(&x->press, &planes).code == PERP_OK, "dual");
        holds_ways(q, x, &planes);
        for (int k = 0; k < x->press.row.count; k++)
            is_a_rate(q, x, k);
        cone_rows_clear(&planes);
    }
}

static void of_models(void)
{
    static const char *const names[] = {"rocking_block", "box_wall",
                                        "compass_gait"};
    for (int k = 0; k < 3; k++) {
        hp23 m;
        asking q;
        hp23_load(&m, names[k]);
        asking_new(&q, &m);
        all_cells(&q);
        CHECK(q.rates > 10 && q.edges > 10, "%s: %d rates, %d edges", names[k],
              q.rates, q.edges);
        asking_clear(&q);
        hp23_clear(&m);
    }
}

/* A contact that is not of the plane, and too many. */
static void refused(void)
{
    check_random r = {check_seed(3)};
    const exact_limit none = {0};
    hp23 m;
    rates of;
    cells c;
    hp23_random(&r, 4, 6, &m);
    CHECK(rates_new(&m.a, &m.x, &of).code == PERP_OK, "rates");
    CHECK(cells_new(&m.a, &of, &none, &c).code == PERP_INPUT, "12 speeds");
    cells_clear(&c);
    rates_clear(&of);
    m.x.slip_at[0] = m.x.slip_at[1] = 0;
    m.x.p = 2;
    m.x.r = 2;
    m.x.slip_at[2] = 2;
    CHECK(rates_new(&m.a, &m.x, &of).code == PERP_OK, "rates");
    CHECK(cells_new(&m.a, &of, &none, &c).code == PERP_INPUT, "two slips");
    cells_clear(&c);
    rates_clear(&of);
    hp23_clear(&m);
}

int main(void)
{
    RUN(of_models);
    RUN(refused);
    DONE;
}
