/**
# Polyhedra whose corners are known
*/
#include "base/memory.h"
#include "lcp/enumerate/generators.h"
#include "systems.h"

/* Rows g + B u >= 0 in nonnegative unknowns; the generators. */
static perp_status polyhedron(arena *a, int cols, int rows, const int *B,
                              const int *g, int most, generators *out)
{
    choices_system s = {
        .cols = cols, .rows = rows, .choices = 0, .alternatives = 2};
    dictionary d;
    CHECK(choices_new(a, &s).code == PERP_OK, "system");
    for (int k = 0; k < rows * cols; k++)
        mpq_set_si(s.B[k], B[k], 1);
    for (int i = 0; i < rows; i++)
        mpq_set_si(s.g[i], g[i], 1);
    memset(s.sign, CHOICES_NONNEGATIVE, (size_t)(cols + rows));
    CHECK(dictionary_new(a, &s, &d).code == PERP_OK, "dictionary");
    CHECK(simplex_start(&d).row == SIMPLEX_NONE, "empty");
    perp_status status = generators_find(&d, most, out);
    dictionary_clear(&d);
    choices_clear(&s);
    return status;
}

static int has(const generators *g, const mpq_t *list, int count, const int *x)
{
    for (int k = 0; k < count; k++) {
        int same = 1;
        for (int j = 0; j < g->cols; j++)
            same &= mpq_cmp_si(list[k * g->cols + j], x[j], 1) == 0;
        if (same)
            return 1;
    }
    return 0;
}

/** The cube 0 <= u <= 1 has 2^d corners, in ascending order. */
static void cubes(void)
{
    for (int d = 1; d <= 6; d++) {
        int B[36] = {0}, g[6];
        arena a = {0};
        generators out;
        for (int i = 0; i < d; i++) {
            B[i * d + i] = -1;
            g[i] = 1;
        }
        CHECK(polyhedron(&a, d, d, B, g, 1000, &out).code == PERP_OK, "cube");
        CHECK(out.vertices == 1 << d && out.rays == 0 && out.dimension == d,
              "%d corners", out.vertices);
        for (int k = 0; k < out.vertices; k++)
            for (int j = 0; j < d; j++)
                CHECK(mpq_cmp_si(out.vertex[k * d + j], k >> (d - 1 - j) & 1,
                                 1) == 0,
                      "corner %d", k);
        generators_free(&out);
        arena_free(&a);
    }
}

/** |u_1 - 2| + |u_2 - 2| + |u_3 - 2| <= 1: six corners, each on four planes. */
static void an_octahedron(void)
{
    int B[24], g[8];
    arena a = {0};
    generators out;
    for (int k = 0; k < 8; k++) {
        g[k] = 1;
        for (int j = 0; j < 3; j++) {
            B[3 * k + j] = k >> j & 1 ? -1 : 1;
            g[k] -= 2 * B[3 * k + j];
        }
    }
    CHECK(polyhedron(&a, 3, 8, B, g, 1000, &out).code == PERP_OK, "new");
    CHECK(out.vertices == 6 && out.rays == 0, "%d corners", out.vertices);
    for (int j = 0; j < 3; j++)
        for (int sign = -1; sign <= 1; sign += 2) {
            int x[3] = {2, 2, 2};
            x[j] += sign;
            CHECK(has(&out, (const mpq_t *)out.vertex, out.vertices, x),
                  "%d %d", j, sign);
        }
    generators_free(&out);
    arena_free(&a);
}

/** u_1 + u_2 >= 2, u_1 <= u_2 + 1: two corners and two rays. */
static void unbounded(void)
{
    static const int B[] = {1, 1, -1, 1}, g[] = {-2, 1};
    static const int ray[2][2] = {{0, 1}, {1, 1}};
    arena a = {0};
    generators out;
    CHECK(polyhedron(&a, 2, 2, B, g, 1000, &out).code == PERP_OK, "new");
    CHECK(out.vertices == 2 && out.rays == 2 && out.dimension == 2, "%d, %d",
          out.vertices, out.rays);
    for (int k = 0; k < 2; k++)
        CHECK(has(&out, (const mpq_t *)out.ray, out.rays, ray[k]), "%d", k);
    CHECK(mpq_cmp_si(out.vertex[2], 3, 2) == 0 &&
              mpq_cmp_si(out.vertex[3], 1, 2) == 0,
          "(3/2, 1/2)");
    generators_free(&out);
    arena_free(&a);
}

/** Too many, and no memory: a limit, nothing lost. */
static void limits(void)
{
    static const int B[] = {-1, 0, 0, 0, -1, 0, 0, 0, -1}, g[] = {1, 1, 1};
    arena a = {0};
    generators out;
    perp_status s = polyhedron(&a, 3, 3, B, g, 5, &out);
    CHECK(s.code == PERP_LIMIT, "%d", (int)s.code);
    generators_free(&out);
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(cubes);
    RUN(an_octahedron);
    RUN(unbounded);
    RUN(limits);
    DONE;
}
