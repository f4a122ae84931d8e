/** # Modes of samples: digits, their words, and how often they came. */
#include "check.h"
#include "hp23/samples/reach_modes.h"

#include <string.h>

/* Three contacts: without slip, with one, with two. By hand. */
static void digits(void)
{
    static const int slip_at[] = {0, 0, 1, 3};
    static const struct {
        double u[6], tolerance;
        uint64_t code;
    } known[] = {{{1, 1, 1, 1, 1, 1}, 0, 0},
                 {{0, 0, 0, 0, 0, 0}, 0, 122},
                 {{0, 0, 0, 1, 0, 1}, 0, 135},
                 {{0, 0, 0, -1, -1, 0}, 0, 145},
                 {{-1, 0, 2, 0, 0, 0}, 0, 920},
                 {{1e-9, -1e-9, 1e-9, 1e-9, -1e-9, 1e-9}, 0, 122},
                 {{2e-9, -2e-9, 0, 2e-9, -2e-9, 0}, 0, 95},
                 {{0.01, -0.01, 0.02, 0.01, 0, 0}, 0.01, 120}};
    for (int i = 0; i < 8; i++) {
        const uint64_t x =
            reach_mode_of(3, slip_at, known[i].u, known[i].tolerance);
        CHECK(x == known[i].code, "%d: %d, not %d", i, (int)x,
              (int)known[i].code);
        CHECK(reach_mode_valid(3, (double)x), "%d is a code", (int)x);
    }
    CHECK(!reach_mode_valid(2, 122) && !reach_mode_valid(3, 162) &&
              !reach_mode_valid(3, -1) && !reach_mode_valid(3, 1.5) &&
              !reach_mode_valid(3, 1e300),
          "what is none");
}

static void words(void)
{
    static const char *const vn[] = {"vn.A", "vn.left.B", "vn.C"};
    char text[200] = "";
    FILE *f = fmemopen(text, sizeof text, "w");
    reach_mode_words(3, vn, 35, f);
    fclose(f);
    CHECK(strcmp(text, "A parts, left.B slides forward, C slides") == 0, "%s",
          text);
}

/* Mode i has i samples, and every third of them comes as two ends; with more modes
   than there is room for. */
static void counts(int modes)
{
    arena a = {0};
    reach_modes m;
    CHECK(reach_modes_new(&a, &m).code == PERP_OK, "room");
    uint64_t sample = 0, left = 0;
    for (int i = 1; i <= modes; i++)
        for (int k = 0; k < i % 50 + 1; k++, sample++)
            for (int twice = 0; twice < 1 + (k % 3 == 0); twice++) {
                reach_modes_add(&m, (uint64_t)i * 37, sample);
                left += i > REACH_MODES;
            }
    CHECK(m.count == (modes < REACH_MODES ? modes : REACH_MODES), "%d", m.count);
    CHECK(m.others == left, "%d left", (int)m.others);
    for (int i = 0; i < m.count; i++)
        CHECK(m.mode[i].samples == m.mode[i].code / 37 % 50 + 1, "mode %d", i);
    reach_modes_sort(&m);
    for (int i = 1; i < m.count; i++)
        CHECK(m.mode[i - 1].samples > m.mode[i].samples ||
                  (m.mode[i - 1].samples == m.mode[i].samples &&
                   m.mode[i - 1].code < m.mode[i].code),
              "order at %d", i);
    arena_free(&a);
}

static void few(void)
{
    counts(3);
}

static void too_many(void)
{
    counts(REACH_MODES + 100);
}

int main(void)
{
    RUN(digits);
    RUN(words);
    RUN(few);
    RUN(too_many);
    DONE;
}
