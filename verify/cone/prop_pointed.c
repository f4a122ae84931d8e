/**
# Section 3 of GAP08 on random cones

Lemmas of the paper as properties of exact instances, and cones whose verdict is
known by construction, however close to the edge.
*/
#include "cone_instance.h"

/* An invertible integer matrix: a product of elementary ones. */
static void mixing(check_random *r, int nv, long *T)
{
    for (int i = 0; i < nv * nv; i++)
        T[i] = i % (nv + 1) == 0;
    for (int k = 0; k < 2 * nv; k++) {
        int i = check_integer(r, 0, nv - 1), l = check_integer(r, 0, nv - 1);
        long f = check_integer(r, -2, 2);
        for (int c = 0; c < nv && i != l; c++)
            T[i * nv + c] += f * T[l * nv + c];
    }
}

/* row := T row, exactly. */
static void mix(int nv, const long *T, mpq_t *row)
{
    mpq_t out[CONES_NV], part;
    mpq_init(part);
    for (int i = 0; i < nv; i++) {
        mpq_init(out[i]);
        for (int c = 0; c < nv; c++) {
            mpq_set_si(part, T[i * nv + c], 1);
            mpq_mul(part, part, row[c]);
            mpq_add(out[i], out[i], part);
        }
    }
    for (int i = 0; i < nv; i++) {
        mpq_swap(row[i], out[i]);
        mpq_clear(out[i]);
    }
    mpq_clear(part);
}

/* A wedge: two contacts with the normals (1, tau) and (-1, tau) and friction
   mu = tau + side 2^-50, in coordinates 0 and 1. The edges that lie deepest are
   +-(1 + mu tau) e_0 + (tau - mu) e_1: pointed exactly when mu < tau. Then m
   joints along the last coordinates, with anything of them added to the
   contacts, a third contact that e_1 opens, a second slip across the wedge, and
   a mixing of all coordinates: none of it changes the verdict. */
typedef struct {
    int side, m, third, spatial;
    mpq_t tau;
    long T[CONES_NV * CONES_NV];
} wedge;

static void set_row(check_random *r, const cone *c, mpq_t *row, const mpq_t *x,
                    const wedge *w)
{
    for (int i = 0; i < 3; i++)
        mpq_set(row[i], x[i]);
    for (int k = 0; k < w->m; k++) {
        mpq_set_si(row[3 + k], check_integer(r, -5, 5), 3);
        mpq_canonicalize(row[3 + k]);
    }
    mix(c->nv, w->T, row);
}

static cone wedge_cone(arena *a, check_random *r, wedge *w)
{
    int slips = w->spatial ? 2 : 1, p = 2 + w->third;
    int slip_at[4] = {0, slips, 2 * slips, 2 * slips};
    cone_data shape = {
        .nv = 3 + w->m, .m = w->m, .p = p, .r = 2 * slips, .slip_at = slip_at};
    cone c;
    mpq_t x[3], tiny;
    CHECK(cone_new(a, &shape, &c).code == PERP_OK, "room");
    mixing(r, c.nv, w->T);
    mpq_inits(x[0], x[1], x[2], tiny, NULL);
    mpq_set_si(tiny, w->side, 1);
    mpq_div_2exp(tiny, tiny, 50);
    for (int j = 0; j < 2; j++) {
        int sign = j == 0 ? 1 : -1;
        mpq_set_si(x[0], sign, 1);
        mpq_set(x[1], w->tau);
        mpq_set_ui(x[2], 0, 1);
        set_row(r, &c, c.n + j * c.nv, (const mpq_t *)x, w);
        mpq_set_si(x[1], sign, 1); /* d = sign (-tau sign.., 1): across n */
        mpq_neg(x[0], w->tau);
        set_row(r, &c, c.d + j * slips * c.nv, (const mpq_t *)x, w);
        mpq_set_ui(x[0], 0, 1);
        mpq_set_ui(x[1], 0, 1);
        mpq_set_ui(x[2], 1, 1);
        if (w->spatial)
            set_row(r, &c, c.d + (j * slips + 1) * c.nv, (const mpq_t *)x, w);
        mpq_add(c.mu[j], w->tau, tiny);
    }
    mpq_set_si(x[0], check_integer(r, -3, 3), 1);
    mpq_set_ui(x[1], 1, 4);
    if (w->third)
        set_row(r, &c, c.n + 2 * c.nv, (const mpq_t *)x, w);
    for (int k = 0; k < w->m; k++) {
        mpq_set_ui(c.nu[k * c.nv + 3 + k], 1, 1);
        mix(c.nv, w->T, c.nu + k * c.nv);
    }
    mpq_clears(x[0], x[1], x[2], tiny, NULL);
    return c;
}

static wedge wedge_random(check_random *r, int trial)
{
    wedge w = {.side = trial % 3 - 1,
               .m = check_integer(r, 0, 2),
               .third = check_integer(r, 0, 1),
               .spatial = check_integer(r, 0, 1)};
    mpq_init(w.tau);
    mpq_set_si(w.tau, check_integer(r, 1, 40),
               (unsigned)check_integer(r, 7, 50));
    mpq_canonicalize(w.tau);
    return w;
}

/* Cones 2^-50 from the edge, on it, and beyond it: all decided, and
   rightly.

   Verifies GAP08 (3.1), (3.2). */
static void edge(void)
{
    check_random r = {check_seed(41)};
    int right = 0, full = 0;
    for (int trial = 0; trial < check_times(1000); trial++) {
        arena a = {0};
        wedge w = wedge_random(&r, trial);
        cone c = wedge_cone(&a, &r, &w);
        cone_rays rays;
        pointed x = {.d = NULL};
        int want = w.side < 0 ? CONE_YES : CONE_NO;
        CHECK(rays_step(&a, &c, 0, &rays).code == PERP_OK, "rays");
        perp_status s = pointed_decide(&a, &rays, &x);
        CHECK(s.code == PERP_OK, "%s", s.message);
        CHECK((int)x.answer == want, "trial %d, side %d", trial, w.side);
        right += (int)x.answer == want;
        pointed_clear(&x);
        if (w.spatial && trial % 4 == 0) {
            full_options o = {.directions = 4, .rounds = 40};
            s = full_pointed(&a, &c, &o, &x, NULL);
            CHECK(s.code == PERP_OK, "%s", s.message);
            CHECK((int)x.answer == want, "full, trial %d, side %d", trial,
                  w.side);
            full++;
            pointed_clear(&x);
        }
        rays_clear(&rays);
        mpq_clear(w.tau);
        cone_clear(&c);
        arena_free(&a);
    }
    printf("%d of %d, and %d with round discs\n", right, check_times(1000), full);
    VERIFIES("GAP08 (3.1), (3.2)");
}

static int across_is_zero(instance *s, const mpq_t *x)
{
    mpq_t q;
    mpq_init(q);
    CHECK(range_across(&s->a, &s->c, x, q).code == PERP_OK, "across");
    int zero = mpq_sgn(q) == 0;
    mpq_clear(q);
    return zero;
}

/* A contact impulse of a pointed cone, its normal parts not all zero, is not
   zero and not a joint's impulse; with one that is a joint's impulse the cone
   is refused.

   Verifies GAP08 (Lemma3.2), (3.5). */
static void not_in_the_range(void)
{
    check_random r = {check_seed(42)};
    cones_kind k = {.nv = 4, .m = 1, .p = 2, .slips = 1};
    int yes = 0;
    for (int trial = 0; trial < 200; trial++) {
        instance s;
        cone_impulse w;
        instance_new(&s, &r, &k);
        CHECK(cone_impulse_new(&s.a, &s.c, &w).code == PERP_OK, "impulse");
        mpq_t *z = rational_array(&s.a, 4);
        for (int draw = 0; draw < 5 && s.v.answer == CONE_YES; draw++) {
            for (int j = 0; j < 2; j++) {
                mpq_set_si(w.cn[j], check_integer(&r, j == 0, 4), 1);
                mpq_mul(w.f[j], s.c.mu[j], w.cn[j]);
                if (check_integer(&r, 0, 1))
                    mpq_neg(w.f[j], w.f[j]);
            }
            cone_sum(&s.c, &w, z);
            CHECK(!across_is_zero(&s, (const mpq_t *)z), "trial %d", trial);
            yes++;
        }
        /* the joint becomes that impulse: z is in its range */
        mpq_set_ui(w.cn[0], 1, 1);
        mpq_set(w.f[0], s.c.mu[0]);
        cone_sum(&s.c, &w, z);
        for (int i = 0; i < 4; i++)
            mpq_set(s.c.nu[i], z[i]);
        pointed v;
        CHECK(pointed_decide(&s.a, &s.r, &v).code == PERP_OK, "decided");
        CHECK(v.answer == CONE_NO, "trial %d: z in range(nu)", trial);
        pointed_clear(&v);
        rational_clear(z, 4);
        cone_impulse_clear(&w);
        instance_free(&s);
    }
    CHECK(yes > 100, "%d impulses", yes);
    VERIFIES("GAP08 (Lemma3.2), (3.5)");
}

/* No normal of a pointed cone lies in the joints' range; a direction of slip
   may, and is left out of the reduced cone.

   Verifies GAP08 (Lemma3.3), (Rem3.4). */
static void normals(void)
{
    check_random r = {check_seed(43)};
    cones_kind k = {.nv = 4, .m = 2, .p = 2, .slips = 1};
    int yes = 0, inside = 0;
    for (int trial = 0; trial < 200; trial++) {
        instance s;
        instance_new(&s, &r, &k);
        for (int j = 0; j < 2 && s.v.answer == CONE_YES; j++, yes++)
            CHECK(!across_is_zero(&s, (const mpq_t *)s.c.n + j * 4), "trial %d",
                  trial);
        /* d_1 := nu_1 + nu_2: friction against the joints alone */
        pointed v;
        cone reduced;
        int rows, slip[CONES_R];
        mpq_t *B = rational_array(&s.a, 16);
        for (int i = 0; i < 4; i++)
            mpq_add(s.c.d[i], s.c.nu[i], s.c.nu[4 + i]);
        rays_clear(&s.r);
        CHECK(rays_step(&s.a, &s.c, 0, &s.r).code == PERP_OK, "rays");
        CHECK(pointed_decide(&s.a, &s.r, &v).code == PERP_OK, "decided");
        CHECK(range_kernel(&s.a, &s.c, B, &rows).code == PERP_OK, "kernel");
        CHECK(range_reduce(&s.a, &s.c, (range_rows){rows, (const mpq_t *)B},
                           &reduced, slip)
                      .code == PERP_OK,
              "reduced");
        CHECK(reduced.r <= 1 && reduced.slip_at[1] == 0, "d_1 is left out");
        inside += v.answer == CONE_YES;
        pointed_clear(&v);
        cone_clear(&reduced);
        rational_clear(B, 16);
        instance_free(&s);
    }
    CHECK(yes > 50 && inside > 20, "%d normals, %d pointed with such a slip",
          yes, inside);
    VERIFIES("GAP08 (Lemma3.3), (Rem3.4)");
}

static cone_answer reduced_answer(instance *s, int full)
{
    cone reduced;
    cone_rays rays;
    pointed v;
    int rows, slip[CONES_R];
    mpq_t *B = rational_array(&s->a, CONES_NV * CONES_NV);
    CHECK(range_kernel(&s->a, &s->c, B, &rows).code == PERP_OK, "kernel");
    CHECK(range_reduce(&s->a, &s->c, (range_rows){rows, (const mpq_t *)B},
                       &reduced, slip)
                  .code == PERP_OK,
          "reduced");
    CHECK(rays_step(&s->a, &reduced, 0, &rays).code == PERP_OK, "rays");
    perp_status st =
        full ? full_pointed(&s->a, &reduced, &full_defaults, &v, NULL)
             : pointed_decide(&s->a, &rays, &v);
    CHECK(st.code == PERP_OK, "%s", st.message);
    cone_answer answer = v.answer;
    pointed_clear(&v);
    rays_clear(&rays);
    cone_clear(&reduced);
    rational_clear(B, CONES_NV * CONES_NV);
    return answer;
}

/* A pointed cone has a pointed reduced cone, full and polyhedral; for
   independent joints the converse holds, too.

   Verifies GAP08 (Lemma3.5), (3.7), (3.8). */
static void reduced(void)
{
    check_random r = {check_seed(44)};
    cones_kind k = {.nv = 5, .m = 2, .p = 3, .slips = -1};
    int yes = 0, no = 0;
    for (int trial = 0; trial < 150; trial++) {
        instance s;
        pointed v;
        instance_new(&s, &r, &k);
        CHECK(!s.v.rank.full || s.v.answer == reduced_answer(&s, 0), "trial %d",
              trial);
        CHECK(full_pointed(&s.a, &s.c, &full_defaults, &v, NULL).code ==
                  PERP_OK,
              "decided");
        CHECK(v.answer != CONE_YES || s.v.answer == CONE_YES,
              "the step's cone lies in the full one, trial %d", trial);
        if (v.answer == CONE_YES)
            CHECK(reduced_answer(&s, 1) == CONE_YES, "full, trial %d", trial);
        yes += v.answer == CONE_YES;
        no += s.v.answer == CONE_NO;
        pointed_clear(&v);
        instance_free(&s);
    }
    CHECK(yes > 20 && no > 20, "%d and %d", yes, no);
    VERIFIES("GAP08 (Lemma3.5), (3.7), (3.8)");
}

int main(void)
{
    RUN(edge);
    RUN(not_in_the_range);
    RUN(normals);
    RUN(reduced);
    DONE;
}
