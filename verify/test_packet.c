/** # Eight at a time: the arithmetic of packets against that of one */
#include "check.h"
#include "base/memory.h"
#include "sample/packet.h"

#include <math.h>

enum { N = 25, LENGTH = 32 };

/* What draw_bounds draws, bit by bit. */
static void bounds(void)
{
    check_random r = {check_seed(5)};
    for (int width = 0; width <= (int)f64_widest(); width++)
        for (int p = 1; p <= 7; p++) {
            _Alignas(64) uint64_t sample[PACKET];
            _Alignas(64) int64_t step[PACKET];
            _Alignas(64) double x[8 * PACKET], y[8];
            halm_posa_options o = {.h = check_uniform(&r, 0.1, 2),
                                   .seed = check_bits(&r),
                                   .normalised = p % 2};
            for (int l = 0; l < PACKET; l++) {
                sample[l] = check_bits(&r) >> (l % 2 ? 40 : 0);
                step[l] = check_integer(&r, 0, 100);
            }
            packet_choose((f64_width)width)->bounds(&o, sample, step, p, x);
            for (int l = 0; l < PACKET; l++) {
                draw_place at = {o.seed, sample[l], (uint32_t)step[l]};
                draw_bounds(&at, o.h, o.normalised, p, y);
                for (int j = 0; j < p; j++)
                    CHECK(memcmp(&y[j], &x[j * PACKET + l], 8) == 0,
                          "width %d, p = %d: %a, %a", width, p, y[j],
                          x[j * PACKET + l]);
            }
        }
}

static void turning(void)
{
    for (int width = 0; width <= (int)f64_widest(); width++) {
        const packet_kernel *k = packet_choose((f64_width)width);
        _Alignas(64) static double x[PACKET][LENGTH], y[LENGTH * PACKET],
            z[PACKET][LENGTH];
        const double *from[PACKET];
        double *to[PACKET];
        for (int l = 0; l < PACKET; l++) {
            for (int i = 0; i < LENGTH; i++)
                x[l][i] = 100 * l + i;
            from[l] = x[l];
            to[l] = z[l];
        }
        k->turn(LENGTH, from, y);
        k->turn_back(LENGTH, y, to);
        for (int l = 0; l < PACKET; l++)
            for (int i = 0; i < LENGTH; i++)
                CHECK(y[i * PACKET + l] == 100 * l + i && z[l][i] == x[l][i],
                      "width %d: %d, %d", width, l, i);
    }
}

/* The rows that tie, by the words of tableau_f64.h. */
static uint64_t slowly(const double *a, const double *u, double tie)
{
    double best = INFINITY, size = 0;
    uint64_t tied = 0;
    for (int i = 0; i < N; i++) {
        size = fmax(size, fabs(u[i]));
        if (a[i] < 0)
            best = fmin(best, fmax(u[i], 0) * -(1 / a[i]));
    }
    for (int i = 0; i < N && best < INFINITY; i++)
        if (a[i] < 0 && u[i] + best * a[i] <= tie * size)
            tied |= (uint64_t)1 << i;
    return tied;
}

static void ratios(void)
{
    check_random r = {check_seed(6)};
    int several = 0, none = 0;
    for (int round = 0; round < 400; round++) {
        _Alignas(64) double a[LENGTH] = {0}, factor[LENGTH], x[N * PACKET];
        _Alignas(64) double one[LENGTH] = {0};
        _Alignas(64) uint64_t tied[PACKET];
        int fall[N];
        road at = {.a = a, .factor = factor, .fall = fall};
        int falling = check_integer(&r, 0, 4);
        for (int i = 0; i < LENGTH; i++) {
            if (i < N && check_integer(&r, 0, 4) < falling)
                a[i] = check_integer(&r, -3, 0);
            factor[i] = a[i] < 0 ? -(1 / a[i]) : INFINITY;
            if (a[i] < 0)
                fall[at.falls++] = i;
        }
        for (int i = 0; i < N * PACKET; i++)
            x[i] = round % 2 ? check_integer(&r, 0, 3)
                             : check_uniform(&r, -1e-16, 1);
        const packet_kernel *k = packet_choose(
            (f64_width)check_integer(&r, 0, (int)f64_widest()));
        k->ratios(N, 1e-12, &at, x, tied);
        for (int l = 0; l < PACKET; l++) {
            for (int i = 0; i < N; i++)
                one[i] = x[i * PACKET + l];
            uint64_t want = slowly(a, one, 1e-12);
            CHECK(tied[l] == want, "%llx", (unsigned long long)tied[l]);
            CHECK(k->ratios_of_one(N, 1e-12, &at, one) == want, "one");
            several += (want & (want - 1)) != 0;
            none += want == 0;
        }
    }
    CHECK(several > 100 && none > 100, "too easy: %d, %d", several, none);
}

static void moving(void)
{
    check_random r = {check_seed(7)};
    for (int width = 0; width <= (int)f64_widest(); width++) {
        _Alignas(64) double a[LENGTH] = {0}, x[N * PACKET], y[LENGTH] = {0},
                            factor[PACKET];
        const packet_kernel *k = packet_choose((f64_width)width);
        for (int i = 0; i < N; i++)
            a[i] = check_uniform(&r, -1, 1);
        for (int i = 0; i < N * PACKET; i++)
            x[i] = check_uniform(&r, -1, 1);
        for (int l = 0; l < PACKET; l++)
            factor[l] = check_uniform(&r, -1, 1);
        for (int i = 0; i < N; i++)
            y[i] = x[i * PACKET + 3];
        k->move(N, a, factor, x);
        k->move_one(N, a, factor[3], y);
        for (int i = 0; i < N; i++)
            CHECK(y[i] == x[i * PACKET + 3], "row %d", i);
    }
}

/* The lowest leaves, of several that tie the last; none when none is negative or
   one is no number. */
static void first_rows(void)
{
    for (int width = 0; width <= (int)f64_widest(); width++) {
        _Alignas(64) double b[3 * PACKET] = {0};
        _Alignas(64) int64_t row[PACKET];
        static const double of[PACKET][3] = {
            {1, 2, 3},   {-1, 0, 0}, {-1, -2, 0},          {-1, 2, -1},
            {0, 0, -3},  {0, 0, 0},  {-1, (double)NAN, 2}, {-2, -2, -2}};
        static const int want[] = {-1, 0, 1, 2, 2, -1, -1, 2};
        for (int l = 0; l < PACKET; l++)
            for (int i = 0; i < 3; i++)
                b[i * PACKET + l] = of[l][i];
        packet_choose((f64_width)width)->first(3, 1e-12, b, row);
        for (int l = 0; l < PACKET; l++)
            CHECK(row[l] == want[l], "width %d, %d: %d", width, l, (int)row[l]);
    }
}

int main(void)
{
    RUN(bounds);
    RUN(turning);
    RUN(ratios);
    RUN(moving);
    RUN(first_rows);
    DONE;
}
