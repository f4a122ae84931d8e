/**
# The range of the joints
*/
#include "cones.h"

#include <math.h>

/* Rank by another way: the largest minor that is not zero, over all choices of
   rows and columns, m <= 3. */
static double minor_of(const cones *x, int m, const int *row, const int *col)
{
    const double *a = x->nu;
    int nv = x->nv;
    if (m == 1)
        return a[row[0] * nv + col[0]];
    if (m == 2)
        return a[row[0] * nv + col[0]] * a[row[1] * nv + col[1]] -
               a[row[0] * nv + col[1]] * a[row[1] * nv + col[0]];
    double sum = 0;
    for (int c = 0; c < 3; c++) {
        int rest[2] = {col[(c + 1) % 3], col[(c + 2) % 3]};
        sum += a[row[0] * nv + col[c]] * minor_of(x, 2, row + 1, rest);
    }
    return sum;
}

static int full_rank(const cones *x)
{
    int row[3] = {0, 1, 2}, all = 0;
    for (int i = 0; i < x->nv; i++)
        for (int j = 0; j < x->nv; j++)
            for (int k = 0; k < x->nv; k++) {
                int col[3] = {i, j, k};
                all |= minor_of(x, x->m, row, col) != 0;
            }
    return all;
}

/* The rank against minors (the data are eighths, products of three are exact);
   its certificate accepted, and refused when spoiled. */
static void rank(void)
{
    check_random r = {check_seed(91)};
    int yes = 0, no = 0;
    for (int trial = 0; trial < 400; trial++) {
        cones_kind k = {.nv = 4, .m = check_integer(&r, 1, 3)};
        cones x = cones_random(&r, &k);
        if (trial % 2)
            for (int i = 0; i < 4; i++)
                x.nu[(x.m - 1) * 4 + i] =
                    x.m == 1 ? 0 : x.nu[i] - 2 * x.nu[(x.m - 2) * 4 + i];
        if (trial % 2 && x.m == 2)
            x.nu[7] += check_integer(&r, 0, 1);
        arena a = {0};
        cone c = cones_exact(&a, &x);
        range_rank got;
        CHECK(range_rank_find(&a, &c, &got).code == PERP_OK, "found");
        CHECK(got.full == full_rank(&x), "trial %d", trial);
        CHECK(witness_rank(&c, &got).code == PERP_OK, "certificate");
        if (got.full)
            mpq_set_si(got.inverse[0], 77, 5);
        else
            mpq_set_si(got.y[0], 77, 5);
        CHECK(witness_rank(&c, &got).code == PERP_REFUTED ||
                  (!got.full && x.m == 1),
              "spoiled");
        yes += got.full;
        no += !got.full;
        range_rank_clear(&got);
        cone_clear(&c);
        arena_free(&a);
    }
    CHECK(yes > 50 && no > 50, "%d, %d", yes, no);
}

/* Whether some column is zero in all rows of B but one, where it is 1. */
static int has_own_column(int nv, int rows, const mpq_t *B, int row)
{
    for (int col = 0; col < nv; col++) {
        int own = 1;
        for (int k = 0; k < rows; k++)
            own &= mpq_cmp_si(B[k * nv + col], k == row, 1) == 0;
        if (own)
            return 1;
    }
    return 0;
}

/* As many independent rows as there are coordinates less the rank (by minors: of two
   joints, or of one), and nu' of each is 0. */
static void kernel(void)
{
    enum { NV = 4 };
    check_random r = {check_seed(95)};
    int ranks[3] = {0};
    for (int trial = 0; trial < 300; trial++) {
        cones_kind k = {.nv = NV, .m = check_integer(&r, 1, 2)};
        cones x = cones_random(&r, &k);
        for (int i = 0; i < x.m * NV; i++) /* leading zeros, and zero rows */
            x.nu[i] *= check_integer(&r, 0, 2) > 0 && trial % 5 != 0;
        for (int i = 0; i < NV && x.m == 2 && trial % 3 == 0; i++)
            x.nu[NV + i] = -3 * x.nu[i];
        int rank = full_rank(&x) ? x.m : 0, rows;
        for (int i = 0; i < x.m * NV && rank == 0; i++)
            rank = x.nu[i] != 0;
        arena a = {0};
        cone c = cones_exact(&a, &x);
        mpq_t *B = rational_array(&a, NV * NV + 1), *dot = B + NV * NV;
        CHECK(range_kernel(&a, &c, B, &rows).code == PERP_OK, "found");
        CHECK(rows == NV - rank, "trial %d: %d of rank %d", trial, rows, rank);
        for (int i = 0; i < rows; i++) {
            CHECK(has_own_column(NV, rows, (const mpq_t *)B, i),
                  "trial %d: row %d is independent", trial, i);
            for (int l = 0; l < x.m; l++) {
                cone_dot(NV, (const mpq_t *)c.nu + l * NV,
                         (const mpq_t *)B + i * NV, *dot);
                CHECK(mpq_sgn(*dot) == 0, "trial %d: across %d", trial, l);
            }
        }
        ranks[rank]++;
        rational_clear(B, NV * NV + 1);
        cone_clear(&c);
        arena_free(&a);
    }
    CHECK(ranks[0] > 20 && ranks[1] > 20 && ranks[2] > 20, "%d, %d, %d",
          ranks[0], ranks[1], ranks[2]);
}

/* x = nu u + rest, nu'rest = 0, and the rest is B'(B x) with the orthonormal
   rows of range_perp: the same across two ways.

   Verifies GAP08 (3.6). */
static void split(void)
{
    check_random r = {check_seed(92)};
    for (int trial = 0; trial < 200; trial++) {
        cones_kind k = {
            .nv = 6, .m = check_integer(&r, 0, 3), .full = trial % 2};
        cones x = cones_random(&r, &k);
        arena a = {0};
        cone c = cones_exact(&a, &x);
        double v[6], B[36], work[42], most = 0;
        mpq_t *q = rational_array(&a, 16), *rest = q + 6, *u = q + 12, sum;
        mpq_init(sum);
        for (int i = 0; i < 6; i++)
            v[i] = check_uniform(&r, -1, 1);
        rational_of_doubles(6, v, q);
        CHECK(range_split(&a, &c, (const mpq_t *)q, u, rest).code == PERP_OK,
              "split");
        for (int j = 0; j < x.m; j++) {
            cone_dot(6, (const mpq_t *)c.nu + 6 * j, (const mpq_t *)rest, sum);
            CHECK(mpq_sgn(sum) == 0, "across joint %d", j);
        }
        int rows = range_perp(6, x.m, x.nu, B, work);
        CHECK(rows == 6 - x.m, "%d rows", rows);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < rows; j++) {
                double dot = 0;
                for (int l = 0; l < 6; l++)
                    dot += B[6 * i + l] * B[6 * j + l];
                most = fmax(most, fabs(dot - (i == j)));
            }
        CHECK(most < 1e-15, "orthonormal to %g", most);
        for (int i = 0; i < 6; i++) {
            double part = 0;
            for (int j = 0; j < rows; j++) {
                double dot = 0;
                for (int l = 0; l < 6; l++)
                    dot += B[6 * j + l] * v[l];
                part += B[6 * j + i] * dot;
            }
            CHECK(fabs(part - mpq_get_d(rest[i])) < 1e-11, "coordinate %d", i);
        }
        mpq_clear(sum);
        rational_clear(q, 16);
        cone_clear(&c);
        arena_free(&a);
    }
    VERIFIES("GAP08 (3.6)");
}

/* Joints that depend on each other, five to eight of them in seven velocities, with
   numbers that are longer than a machine word: the rows of the normal equations are
   then multiples of each other, or nearly. What is left lies across all joints, and
   u makes the rest. */
static void split_of_dependent_joints(void)
{
    enum { NV = 7, MOST = 8 };
    check_random r = {check_seed(94)};
    for (int trial = 0; trial < 60; trial++) {
        const int m = check_integer(&r, 5, MOST);
        arena a = {0};
        mpq_t *all = rational_array(&a, MOST * NV + 2 * NV + MOST), sum, t;
        cone c = {.nv = NV, .m = m, .nu = all};
        mpq_t *x = all + MOST * NV, *rest = x + NV, *u = rest + NV;
        mpq_inits(sum, t, NULL);
        for (int i = 0; i < m * NV; i++) {
            mpq_set_si(all[i], check_integer(&r, -9, 9), 1);
            if (trial % 3 == 1)
                mpq_mul_2exp(all[i], all[i],
                             (mp_bitcnt_t)check_integer(&r, 0, 80));
        }
        for (int k = 3; k < m; k++) /* of those before, and a little more */
            for (int i = 0; i < NV; i++) {
                mpq_add(all[k * NV + i], all[(k - 3) * NV + i],
                        all[(k - 2) * NV + i]);
                if (trial % 3 == 2 && i == 0)
                    mpq_mul_2exp(all[k * NV], all[k * NV], 64);
            }
        for (int i = 0; i < NV; i++)
            mpq_set_d(x[i], check_integer(&r, -99, 99) / 8.0);
        CHECK(range_split(&a, &c, (const mpq_t *)x, u, rest).code == PERP_OK,
              "trial %d", trial);
        for (int k = 0; k < m; k++) {
            mpq_set_ui(sum, 0, 1);
            for (int i = 0; i < NV; i++) {
                mpq_mul(t, all[k * NV + i], rest[i]);
                mpq_add(sum, sum, t);
            }
            CHECK(mpq_sgn(sum) == 0, "trial %d, across joint %d", trial, k);
        }
        for (int i = 0; i < NV; i++) {
            mpq_set(sum, rest[i]);
            for (int k = 0; k < m; k++) {
                mpq_mul(t, all[k * NV + i], u[k]);
                mpq_add(sum, sum, t);
            }
            CHECK(mpq_equal(sum, x[i]), "trial %d, coordinate %d", trial, i);
        }
        mpq_clears(sum, t, NULL);
        rational_clear(all, MOST * NV + 2 * NV + MOST);
        arena_free(&a);
    }
}

/* The reduced cone through orthonormal rows: |z_r| of an impulse is the length
   of its part across the joints.

   Verifies GAP08 (3.7), (3.8). */
static void lengths(void)
{
    check_random r = {check_seed(93)};
    cones_kind k = {.nv = 5, .m = 2, .p = 2, .slips = 2};
    for (int trial = 0; trial < 100; trial++) {
        cones x = cones_random(&r, &k);
        for (int i = 0; i < 5; i++) /* one slip against the joints */
            x.d[i] = x.nu[i] - x.nu[5 + i];
        arena a = {0};
        cone c = cones_exact(&a, &x), reduced;
        double B[25], work[30];
        int slip[4], rows = range_perp(5, 2, x.nu, B, work);
        if (rows != 3) {
            cone_clear(&c);
            arena_free(&a);
            continue;
        }
        mpq_t *q = rational_array(&a, 25), *z = q + 15, *zr = q + 20, ours, its;
        cone_impulse w, wr;
        mpq_inits(ours, its, NULL);
        rational_of_doubles(15, B, q);
        CHECK(range_reduce(&a, &c, (range_rows){3, (const mpq_t *)q}, &reduced,
                           slip)
                      .code == PERP_OK,
              "reduced");
        CHECK(reduced.r == 3 && slip[0] == 1 && reduced.m == 0, "slip 0 goes");
        CHECK(cone_impulse_new(&a, &c, &w).code == PERP_OK &&
                  cone_impulse_new(&a, &reduced, &wr).code == PERP_OK,
              "room");
        for (int i = 0; i < 8; i++)
            mpq_set_si(w.all[i], check_integer(&r, -5, 5), 1);
        for (int j = 0; j < 2; j++)
            mpq_set(wr.cn[j], w.cn[j]);
        for (int s = 0; s < 3; s++)
            mpq_set(wr.f[s], w.f[slip[s]]);
        cone_sum(&c, &w, z);
        cone_sum(&reduced, &wr, zr);
        CHECK(range_across(&a, &c, (const mpq_t *)z, ours).code == PERP_OK,
              "across");
        cone_dot(3, (const mpq_t *)zr, (const mpq_t *)zr, its);
        double one = sqrt(mpq_get_d(ours)), two = sqrt(mpq_get_d(its));
        CHECK(fabs(one - two) <= 1e-10 * (1 + one), "%g and %g", one, two);
        mpq_clears(ours, its, NULL);
        cone_impulse_clear(&w);
        cone_impulse_clear(&wr);
        rational_clear(q, 25);
        cone_clear(&reduced);
        cone_clear(&c);
        arena_free(&a);
    }
    VERIFIES("GAP08 (3.7), (3.8)");
}

int main(void)
{
    RUN(rank);
    RUN(kernel);
    RUN(split);
    RUN(split_of_dependent_joints);
    RUN(lengths);
    DONE;
}
