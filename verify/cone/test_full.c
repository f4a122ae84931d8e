/**
# The full cone
*/
#include "cones.h"

#include <math.h>

/* Is the polyhedron with k directions pointed? */
static cone_answer polyhedral(arena *a, const cone *c, int k, rays_side which)
{
    cone_rays r;
    pointed v;
    CHECK(rays_round(a, c, k, which, &r).code == PERP_OK, "rays");
    CHECK(pointed_decide(a, &r, &v).code == PERP_OK, "decided");
    cone_answer answer = v.answer;
    pointed_clear(&v);
    rays_clear(&r);
    return answer;
}

/* Between its polyhedra: what the inner one refutes is refuted, what the outer
   one proves is proven; and each certificate is right for the round cone.

   Verifies GAP08 (3.1). */
static void between(void)
{
    check_random r = {check_seed(101)};
    cones_kind k = {.nv = 4, .m = 1, .p = 3, .slips = 2};
    int seen[3] = {0};
    for (int trial = 0; trial < 100; trial++) {
        arena a = {0};
        cones x = cones_random(&r, &k);
        for (int j = 0; j < 3; j++)
            x.mu[j] *= 0.5;
        cone c = cones_exact(&a, &x);
        pointed v;
        perp_status s = full_pointed(&a, &c, &full_defaults, &v, NULL);
        CHECK(s.code == PERP_OK, "%s", s.message);
        CHECK(polyhedral(&a, &c, 8, RAYS_INNER) == CONE_YES ||
                  v.answer == CONE_NO,
              "inner, trial %d", trial);
        CHECK(polyhedral(&a, &c, 8, RAYS_OUTER) == CONE_NO ||
                  v.answer == CONE_YES,
              "outer, trial %d", trial);
        if (v.answer == CONE_YES) {
            CHECK(witness_round_direction(&c, (const mpq_t *)v.d, 1).code ==
                      PERP_OK,
                  "opens");
        } else if (v.answer == CONE_NO) {
            CHECK(witness_sum(&c, &v.zero, NULL).code == PERP_OK, "cancels");
            CHECK(witness_round_impulse(&c, &v.zero).code == PERP_OK, "in");
        }
        seen[v.answer]++;
        pointed_clear(&v);
        cone_clear(&c);
        arena_free(&a);
    }
    CHECK(seen[CONE_YES] > 10 && seen[CONE_NO] > 10, "%d, %d", seen[CONE_YES],
          seen[CONE_NO]);
    printf("%d pointed, %d not, %d undecided\n", seen[CONE_YES], seen[CONE_NO],
           seen[CONE_UNDECIDED]);
    VERIFIES("GAP08 (3.1)");
}

/* The polyhedron that has decided is handed over: its edges are of the round cone,
   d opens each where that is pointed, and it gives the answer itself. A refused
   allocation is an error, not an answer.

   Verifies GAP08 (3.1). */
static void handed_over(void)
{
    check_random r = {check_seed(105)};
    cones_kind k = {.nv = 4, .m = 1, .p = 3, .slips = 2};
    int seen[3] = {0};
    mpq_t t;
    mpq_init(t);
    for (int trial = 0; trial < 20; trial++) {
        arena a = {0}, other = {0};
        cones x = cones_random(&r, &k);
        for (int j = 0; j < 3; j++)
            x.mu[j] *= 0.5;
        cone c = cones_exact(&a, &x);
        cone_rays rays;
        pointed v, again;
        perp_status s = {PERP_LIMIT, NULL, NULL};
        CHECK(full_pointed(&a, &c, &full_defaults, &v, &rays).code == PERP_OK,
              "decided");
        for (size_t many = 1; s.code == PERP_LIMIT && trial == 0; many++) {
            memory_refuse(many);
            s = full_pointed(&other, &c, &full_defaults, &again, NULL);
            memory_refuse(0);
            CHECK(s.code != PERP_OK || (many > 2 && again.answer == v.answer),
                  "request %zu refused: %d", many, (int)again.answer);
            if (s.code == PERP_OK)
                pointed_clear(&again);
            arena_free(&other);
        }
        CHECK(rays.of == &c && rays.count > 0, "%d edges", rays.count);
        for (int i = 0; i < rays.count; i++) {
            const mpq_t *b = (const mpq_t *)rays.b + rays.width * i;
            cone_dot(2, b, b, t);
            CHECK(mpq_cmp_ui(t, 1, 1) <= 0, "edge %d is outside", i);
            cone_dot(4, (const mpq_t *)rays.g + 4 * i, (const mpq_t *)v.d, t);
            CHECK(v.answer != CONE_YES || mpq_sgn(t) > 0, "edge %d is shut", i);
        }
        CHECK(pointed_decide(&a, &rays, &again).code == PERP_OK, "decided");
        CHECK(v.answer == CONE_UNDECIDED || again.answer == v.answer,
              "trial %d: %d, the polyhedron %d", trial, (int)v.answer,
              (int)again.answer);
        seen[v.answer]++;
        pointed_clear(&again);
        pointed_clear(&v);
        rays_clear(&rays);
        cone_clear(&c);
        arena_free(&a);
    }
    mpq_clear(t);
    CHECK(seen[CONE_YES] > 1 && seen[CONE_NO] > 1, "%d, %d", seen[CONE_YES],
          seen[CONE_NO]);
    VERIFIES("GAP08 (3.1)");
}

/* One contact, its cone (x, y, z) with |(x, z)| <= mu y: membership is known.
   On the edge along a direction that is not rational nobody can decide by
   polyhedra, and the answer says how close it is. */
static void one_contact(void)
{
    check_random r = {check_seed(102)};
    cones x = {.nv = 3,
               .p = 1,
               .r = 2,
               .slip_at = {0, 2},
               .n = {0, 1, 0},
               .d = {1, 0, 0, 0, 0, 1},
               .mu = {0.5}};
    arena a = {0};
    cone c = cones_exact(&a, &x);
    mpq_t *z = rational_array(&a, 3);
    for (int trial = 0; trial < 200; trial++) {
        member m;
        double angle = check_uniform(&r, 0, 6.28), y = check_uniform(&r, 0, 2);
        double off = trial % 3 == 0 ? 0.999999 : trial % 3 == 1 ? 1.000001 : -1;
        double v[3] = {0.5 * off * y * cos(angle), off < 0 ? -y : y,
                       0.5 * off * y * sin(angle)};
        rational_of_doubles(3, v, z);
        perp_status s =
            full_member(&a, &c, &full_defaults, (const mpq_t *)z, &m);
        CHECK(s.code == PERP_OK, "%s", s.message);
        CHECK(m.answer == (trial % 3 == 0 ? CONE_YES : CONE_NO),
              "trial %d: %d after %d rounds", trial, (int)m.answer, m.rounds);
        member_clear(&m);
    }
    member m;
    mpq_set_ui(z[0], 1, 1); /* (1, 2 sqrt 2, 1), rounded up a little */
    mpq_set_ui(z[2], 1, 1);
    mpq_set_d(z[1], 2 * nextafter(sqrt(2), 2));
    full_options few = {.directions = 4, .rounds = 3};
    CHECK(full_member(&a, &c, &few, (const mpq_t *)z, &m).code == PERP_OK,
          "decided");
    CHECK(m.answer != CONE_NO, "it is inside");
    CHECK(m.answer == CONE_YES || (m.gap > 0 && m.gap < 1e-6), "gap %g", m.gap);
    member_clear(&m);
    rational_clear(z, 3);
    cone_clear(&c);
    arena_free(&a);
}

/* The groove: two walls (+-1, tau, 0), their discs turned by any angle; pointed
   exactly when mu < tau. Undecided states a gap that is true. */
static void groove(void)
{
    check_random r = {check_seed(103)};
    for (int trial = 0; trial < 60; trial++) {
        double tau = check_integer(&r, 4, 12) / 8.0;
        double turn = check_uniform(&r, 0, 1.5), c1 = cos(turn), s1 = sin(turn);
        double close = trial % 2 ? 1e-3 : 1e-7;
        double mu = tau * (1 + (trial % 3 - 1) * close);
        cones x = {.nv = 3,
                   .p = 2,
                   .r = 4,
                   .slip_at = {0, 2, 4},
                   .n = {1, tau, 0, -1, tau, 0},
                   .mu = {mu, mu}};
        for (int j = 0; j < 2; j++) {
            double sign = j ? -1 : 1, e = sqrt(1 + tau * tau);
            double across[3] = {-sign * tau, 1, 0}, along[3] = {0, 0, e};
            for (int i = 0; i < 3; i++) {
                x.d[6 * j + i] = c1 * across[i] + s1 * along[i];
                x.d[6 * j + 3 + i] = -s1 * across[i] + c1 * along[i];
            }
        }
        arena a = {0};
        cone c = cones_exact(&a, &x);
        pointed v;
        CHECK(full_pointed(&a, &c, &full_defaults, &v, NULL).code == PERP_OK,
              "decided");
        if (trial % 3 == 0)
            CHECK(v.answer == CONE_YES, "mu < tau, trial %d", trial);
        else if (trial % 3 == 2)
            CHECK(v.answer == CONE_NO, "mu > tau, trial %d", trial);
        else
            CHECK(v.answer != CONE_UNDECIDED || (v.gap > 0 && v.gap < 1e-9),
                  "mu = tau up to rounding, trial %d: gap %g", trial, v.gap);
        pointed_clear(&v);
        cone_clear(&c);
        arena_free(&a);
    }
}

/* Stopped too early the answer is undecided, and what it says is true: with the
   friction smaller by the gap the same d opens the cone. */
static void stopped(void)
{
    check_random r = {check_seed(104)};
    full_options few = {.directions = 4, .rounds = 1};
    int undecided = 0;
    for (int trial = 0; trial < 200; trial++) {
        cones_kind k = {.nv = 4, .m = 1, .p = 3, .slips = 2};
        arena a = {0};
        cones x = cones_random(&r, &k);
        for (int j = 0; j < 3; j++)
            x.mu[j] *= (1 + trial % 8) / 2.0;
        cone c = cones_exact(&a, &x);
        pointed v;
        CHECK(full_pointed(&a, &c, &few, &v, NULL).code == PERP_OK, "decided");
        if (v.answer == CONE_UNDECIDED) {
            mpq_t less, gap;
            mpq_inits(less, gap, NULL);
            mpq_set_ui(less, 1, 1);
            mpq_set_d(gap, v.gap);
            mpq_sub(less, less, gap);
            CHECK(v.gap > 0 && v.gap < 1, "gap %g", v.gap);
            CHECK(witness_round_direction(&c, (const mpq_t *)v.d, 1).code ==
                      PERP_REFUTED,
                  "d proves nothing for mu itself");
            for (int j = 0; j < 3; j++)
                mpq_mul(c.mu[j], c.mu[j], less);
            CHECK(witness_round_direction(&c, (const mpq_t *)v.d, 1).code ==
                      PERP_OK,
                  "trial %d, gap %g", trial, v.gap);
            mpq_clears(less, gap, NULL);
            undecided++;
        }
        pointed_clear(&v);
        cone_clear(&c);
        arena_free(&a);
    }
    CHECK(undecided > 3, "%d undecided", undecided);
    printf("%d undecided after one polyhedron\n", undecided);
}

static void refused(void)
{
    cones x = {.nv = 1, .p = 1, .r = 3, .slip_at = {0, 3}, .n = {1}};
    arena a = {0};
    cone c = cones_exact(&a, &x);
    pointed v;
    CHECK(full_pointed(&a, &c, &full_defaults, &v, NULL).code == PERP_INPUT,
          "three slips");
    cone_clear(&c);
    arena_free(&a);
}

int main(void)
{
    RUN(between);
    RUN(handed_over);
    RUN(one_contact);
    RUN(groove);
    RUN(stopped);
    RUN(refused);
    DONE;
}
