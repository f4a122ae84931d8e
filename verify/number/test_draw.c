/**
# The generator against its published vectors
*/
#include "check.h"
#include "number/draw.h"

#include <math.h>

/** The known answers of the authors' own library, Random123. */
static void known_answers(void)
{
    static const struct {
        uint32_t counter[4], key[2], out[4];
    } known[] = {{{0, 0, 0, 0},
                  {0, 0},
                  {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
                 {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
                  {0xffffffff, 0xffffffff},
                  {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
                 {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                  {0xa4093822, 0x299f31d0},
                  {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}};
    for (int k = 0; k < 3; k++) {
        uint32_t out[4];
        draw_philox(known[k].counter, known[k].key, out);
        for (int i = 0; i < 4; i++)
            CHECK(out[i] == known[k].out[i], "vector %d, word %d: %08x", k, i,
                  out[i]);
    }
}

/* The words that make number i of a place, from the generator itself. */
static double from_words(const draw_place *at, int i)
{
    uint32_t key[2] = {(uint32_t)at->seed, (uint32_t)(at->seed >> 32)}, w[4];
    uint32_t counter[4] = {(uint32_t)at->sample, (uint32_t)(at->sample >> 32),
                           at->step, (uint32_t)(i / 2)};
    draw_philox(counter, key, w);
    uint64_t x = (uint64_t)w[2 * (i % 2) + 1] << 32 | w[2 * (i % 2)];
    return ldexp((double)(x >> 12), -52) + ldexp(1, -53);
}

/** What is drawn depends on seed, sample and step alone, stays inside (0, 1),
and looks uniform: mean, variance, correlation of neighbours. */
static void numbers_of_a_place(void)
{
    double sum = 0, square = 0, product = 0, u[5], few[3];
    const int places = 20000;
    for (int k = 0; k < places; k++) {
        draw_place at = {0x123456789abcdefu, (uint64_t)k << 30,
                         (uint32_t)k % 7};
        draw_uniform(&at, DRAW_BOUND, 5, u);
        draw_uniform(&at, DRAW_BOUND, 3, few);
        for (int i = 0; i < 5; i++) {
            CHECK(u[i] > 0 && u[i] < 1, "%g", u[i]);
            CHECK(i > 2 || u[i] == few[i], "fewer numbers, other ones");
            CHECK(u[i] == from_words(&at, i), "number %d", i);
            sum += u[i];
            square += u[i] * u[i];
        }
        product += (u[0] - 0.5) * (u[1] - 0.5) + (u[1] - 0.5) * (u[2] - 0.5);
    }
    double n = 5.0 * places;
    CHECK(fabs(sum / n - 0.5) < 5 * sqrt(1 / (12 * n)), "mean %g", sum / n);
    CHECK(fabs(square / n - 1.0 / 3) < 5 * sqrt(4 / (45 * n)), "square %g",
          square / n);
    CHECK(fabs(product / places) < 5 * sqrt(2.0 / 144 / places),
          "correlation %g", product / places);
}

/** Verifies HP23 (37). */
static void bounds_of_a_step(void)
{
    for (int k = 0; k < 1000; k++) {
        draw_place at = {7, (uint64_t)k, 3};
        double box[4], simplex[4], sum = 0;
        draw_uniform(&at, DRAW_BOUND, 4, box);
        memcpy(simplex, box, sizeof box);
        draw_scale(0.25, 0, 4, box);
        draw_scale(0.25, 1, 4, simplex);
        for (int i = 0; i < 4; i++) {
            CHECK(box[i] > 0 && box[i] < 0.25, "%g", box[i]);
            CHECK(fabs(simplex[i] * box[0] - simplex[0] * box[i]) < 1e-16,
                  "another ray");
            sum += simplex[i];
        }
        CHECK(fabs(sum - 0.25) < 1e-15, "the sum %g", sum);
    }
    VERIFIES("HP23 (37)");
}

/** Corners have 0 and 1, one of them 1 at least, each of the others with a share
of a half where it is not the largest; the straight lines of the logarithm go
through the powers of two, and are never farther from them than 2^x is. */
static void shapes(void)
{
    int on = 0, all = 0;
    for (int k = 0; k < 20000; k++) {
        draw_place at = {11, (uint64_t)k, 1};
        double u[3], x[3];
        int most = 0, ones = 0;
        draw_uniform(&at, DRAW_BOUND, 3, u);
        memcpy(x, u, sizeof x);
        draw_shaped(DRAW_UNIFORM, 3, x);
        CHECK(memcmp(x, u, sizeof x) == 0, "uniform ones are as they are");
        draw_shaped(DRAW_CORNERS, 3, x);
        for (int i = 0; i < 3; i++) {
            CHECK(x[i] == 0 || x[i] == 1, "%g", x[i]);
            most = u[i] > u[most] ? i : most;
            ones += x[i] == 1;
        }
        CHECK(x[most] == 1, "the largest is none");
        on += ones;
        all += ones == 3;
        memcpy(x, u, sizeof x);
        draw_shaped(DRAW_LOGUNIFORM, 3, x);
        for (int i = 0; i < 3; i++)
            CHECK(x[i] >= exp2(-16 * u[i]) * (1 - 1e-14) &&
                      x[i] <= 1.0615 * exp2(-16 * u[i]) && x[i] >= 0x1p-16,
                  "%g of %g", x[i], u[i]);
    }
    /* P(three) = 1/8; E(ones) = 3/2 and one more where all are below 1/2. */
    CHECK(abs(all - 2500) < 5 * 47, "all: %d", all);
    CHECK(abs(on - 32500) < 5 * 140, "on: %d", on);
    double powers[3] = {0.0625, 0.5, 0.9375};
    draw_shaped(DRAW_LOGUNIFORM, 3, powers);
    CHECK(powers[0] == 0.5 && powers[1] == 0x1p-8 && powers[2] == 0x1p-15,
          "%a %a %a", powers[0], powers[1], powers[2]);
}

/** A choice is not the first number of the bounds, and all are chosen. */
static void choices(void)
{
    int seen[3] = {0};
    for (int k = 0; k < 3000; k++) {
        draw_place at = {1, (uint64_t)k, 0};
        double u;
        draw_uniform(&at, DRAW_BOUND, 1, &u);
        int c = draw_choice(&at, 3);
        CHECK(c >= 0 && c < 3, "%d", c);
        seen[c] += c != (int)(3 * u);
        CHECK(draw_choice(&at, 1) == 0, "one of one");
    }
    CHECK(seen[0] > 500 && seen[1] > 500 && seen[2] > 500, "%d %d %d", seen[0],
          seen[1], seen[2]);
}

int main(void)
{
    RUN(known_answers);
    RUN(numbers_of_a_place);
    RUN(bounds_of_a_step);
    RUN(shapes);
    RUN(choices);
    DONE;
}
