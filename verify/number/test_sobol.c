/** # Sobol's sequence: polynomials, and how evenly the points lie */
#include "base/memory.h"
#include "check.h"
#include "number/sobol.h"

/** The order of x by multiplying it out, for every polynomial of the degrees; the
number of primitive ones is phi(2^s - 1)/s. */
static void polynomials(void)
{
    static const int many[] = {1, 1, 2, 2, 6, 6, 18, 16, 48, 60, 176, 144, 630};
    int which = 0;
    uint32_t next = 3;
    for (int s = 1; s <= 13; s++) {
        int count = 0;
        for (uint32_t p = 1u << s; p < 2u << s; p++) {
            uint32_t x = s == 1 ? 1 : 2, order = 1;
            while (x != 1 && order < 1u << s) {
                x <<= 1;
                x ^= x >> s & 1 ? p : 0;
                order++;
            }
            if (x != 1 || order != (1u << s) - 1 || (p & 1) == 0)
                continue;
            count++;
            CHECK(next == p, "number %d: %x", which, p);
            which++;
            if (which + 1 < SOBOL_DIMENSIONS)
                next = sobol_after(next);
        }
        CHECK(count == many[s - 1], "degree %d: %d", s, count);
    }
    CHECK(which + 1 == SOBOL_DIMENSIONS, "%d", which);
}

/* The plain sequence: no point is left out, none skipped. */
static sobol plain(arena *a, int dimensions)
{
    sobol s;
    CHECK(sobol_new(a, dimensions, 0, &s).code == PERP_OK, "new");
    s.skip = 0;
    s.leap = 1;
    return s;
}

/** Each coordinate is a (0, 1)-sequence in base 2: among the points
$a 2^k, \dots, (a+1) 2^k - 1$ every multiple of $2^{-k}$ has one. */
static void every_coordinate(void)
{
    arena a = {0};
    sobol s = plain(&a, 60);
    for (int d = 0; d < s.dimensions; d++)
        for (int k = 1; k <= 9; k++)
            for (uint64_t block = 0; block < 5; block++) {
                char hit[512] = {0};
                for (uint64_t i = 0; i < 1u << k; i++) {
                    double x;
                    sobol_sample(&s, (block << k) + i, d, 1, &x);
                    int at = (int)(x * (1 << k));
                    CHECK(!hit[at], "coordinate %d: %d twice", d, at);
                    hit[at] = 1;
                }
            }
    arena_free(&a);
}

/* Are the 2^m points of a block spread evenly over the boxes with sides 2^-e? */
static int even(const sobol *s, const int *e, int dims, int m, uint64_t block)
{
    int boxes = 0, count[4096] = {0};
    for (int d = 0; d < dims; d++)
        boxes += e[d];
    for (uint64_t i = 0; i < 1u << m; i++) {
        double x[4];
        int box = 0;
        sobol_sample(s, (block << m) + i, 0, dims, x);
        for (int d = 0; d < dims; d++)
            box = box << e[d] | (int)(x[d] * (1 << e[d]));
        count[box]++;
    }
    for (int b = 0; b < 1 << boxes; b++)
        if (count[b] != 1 << (m - boxes))
            return 0;
    return 1;
}

/** Sobol's theorem: in s dimensions with polynomials of degrees g_2, ..., g_s (the
first coordinate has none) a (t, s)-sequence with t = sum (g_i - 1). So of every
block of 2^m points each box of volume 2^(t-m) with sides of powers of two holds
exactly 2^t, whatever its shape. */
static void boxes_of_any_shape(void)
{
    static const int t[] = {0, 0, 0, 1, 3}; /* degrees -, 1, 2, 3 */
    arena a = {0};
    sobol s = plain(&a, 4);
    int shapes = 0, uneven = 0;
    for (int dims = 2; dims <= 4; dims++)
        for (int m = t[dims] + 1; m <= 9; m++)
            for (int code = 0; code < 10000; code++) {
                int e[4], sum = 0, rest = code;
                for (int d = 0; d < dims; d++, rest /= 10)
                    sum += e[d] = rest % 10;
                if (rest > 0 || sum != m - t[dims])
                    continue;
                shapes++;
                for (uint64_t block = 0; block < 2; block++)
                    CHECK(even(&s, e, dims, m, block),
                          "%d dimensions, 2^%d points, %d %d %d %d", dims, m,
                          e[0], e[1], e[2], e[3]);
            }
    for (int code = 0; code < 100; code++) {
        int e[2] = {code % 10, code / 10};
        if (e[0] + e[1] == 9) {
            sobol other = s;
            other.V = s.V + 2; /* the last two: one box must be uneven */
            uneven += !even(&other, e, 2, 9, 0);
        }
    }
    printf("%d shapes, %d uneven for another pair\n", shapes, uneven);
    CHECK(shapes > 300, "too few");
    CHECK(uneven > 0, "any points pass");
    arena_free(&a);
}

/** What the authors' code leaves out: 243 points and then every fifth for N = 5,
59049 and every seventeenth for N = 10. */
static void skip_and_leap(void)
{
    static const struct {
        long N;
        uint64_t skip, leap;
    } want[] = {{5, 243, 5}, {10, 59049, 17}, {0, 1, 2}, {25, 3486784401, 244}};
    arena a = {0};
    sobol all = plain(&a, 7);
    for (int k = 0; k < 4; k++) {
        sobol s;
        double x[7], y[7];
        CHECK(sobol_new(&a, 7, want[k].N, &s).code == PERP_OK, "new");
        CHECK(s.skip == want[k].skip && s.leap == want[k].leap, "N = %ld",
              want[k].N);
        for (uint64_t i = 0; i < 50; i++) {
            sobol_sample(&s, i, 0, 7, x);
            sobol_sample(&all, want[k].skip + i * want[k].leap, 2, 5, y);
            for (int d = 0; d < 5; d++)
                CHECK(x[d + 2] == y[d] && y[d] > 0 && y[d] < 1, "point");
        }
    }
    arena_free(&a);
}

int main(void)
{
    RUN(polynomials);
    RUN(every_coordinate);
    RUN(boxes_of_any_shape);
    RUN(skip_and_leap);
    DONE;
}
