/* Words that read back to the last bit: every number that a run may carry, at the
   edges of what it may be; and words that are dropped, doubled or out of range. */
#include "base/text.h"
#include "check.h"
#include "run/several.h"
#include "run/trace/drift.h"
#include "run/trace/frozen.h"

#include <float.h>
#include <limits.h>
#include <math.h>

typedef struct {
    long whole[4];
    int flag;
    double real[8];
    mpq_t ratio[4];
    uint8_t bit[5];
    uint64_t hash;
    char name[12], *text, *none;
} carried;

static void freeze(carried *c, frozen *x)
{
    for (int i = 0; i < 4; i++)
        frozen_long(x, &c->whole[i], LONG_MIN, LONG_MAX);
    frozen_flag(x, &c->flag);
    frozen_reals(x, 8, c->real);
    frozen_ratios(x, 4, c->ratio);
    frozen_bits(x, 5, c->bit);
    frozen_hash(x, &c->hash);
    frozen_name(x, c->name, sizeof c->name);
    frozen_text(x, &c->text);
    frozen_text(x, &c->none);
}

static void begin(carried *c)
{
    memset(c, 0, sizeof *c);
    for (int i = 0; i < 4; i++)
        mpq_init(c->ratio[i]);
}

static void end(carried *c)
{
    for (int i = 0; i < 4; i++)
        mpq_clear(c->ratio[i]);
    memory_free(c->text);
    memory_free(c->none);
}

static void fill(carried *c)
{
    const double real[8] = {-0.0,
                            5e-324,
                            -DBL_MAX,
                            0.1,
                            1.0 / 3,
                            HUGE_VAL,
                            0x1.fffffffffffffp-1023,
                            123456789};
    const char *const ratio[4] = {"0", "-7", "1/3",
                                  "-123456789012345678901234567890/7919"};
    begin(c);
    c->whole[0] = LONG_MIN;
    c->whole[1] = LONG_MAX;
    c->whole[3] = -1;
    c->flag = 1;
    memcpy(c->real, real, sizeof real);
    for (int i = 0; i < 4; i++)
        mpq_set_str(c->ratio[i], ratio[i], 10);
    c->bit[1] = c->bit[4] = 1;
    c->hash = 0xfedcba9876543210u;
    strcpy(c->name, "a \"b\"\n\xff");
    c->text = memory_new(256, 1);
    for (int b = 1; b < 256; b++)
        c->text[b - 1] = (char)(unsigned char)b;
}

static int same(const carried *a, const carried *b)
{
    int yes = memcmp(a->whole, b->whole, sizeof a->whole) == 0 &&
              a->flag == b->flag && a->hash == b->hash &&
              memcmp(a->real, b->real, sizeof a->real) == 0 &&
              memcmp(a->bit, b->bit, sizeof a->bit) == 0 &&
              strcmp(a->name, b->name) == 0 && b->none == NULL &&
              b->text != NULL && strcmp(a->text, b->text) == 0;
    for (int i = 0; i < 4; i++)
        yes &= mpq_equal(a->ratio[i], b->ratio[i]) != 0;
    return yes;
}

/* The code of reading these words; *back says what they are. */
static perp_code read(const char *words, carried *back)
{
    begin(back);
    frozen x = {.from = words};
    freeze(back, &x);
    return frozen_end(&x).code;
}

static void back_and_forth(void)
{
    carried a, b;
    growing_text words = {0};
    frozen x = {.to = &words};
    fill(&a);
    freeze(&a, &x);
    CHECK(frozen_end(&x).code == PERP_OK, "written");
    CHECK(read(words.text, &b) == PERP_OK && same(&a, &b), "'%s'", words.text);
    end(&b);
    /* Each word dropped, each doubled: never these numbers. */
    int words_met = 0;
    for (size_t at = 0; at < words.used; words_met++) {
        const size_t n = strcspn(words.text + at, " ") + 1;
        char *copy = memory_new(words.used + n + 1, 1);
        memcpy(copy, words.text, at);
        strcpy(copy + at, words.text + at + n);
        CHECK(read(copy, &b) == PERP_INPUT, "without word %d", words_met);
        end(&b);
        memcpy(copy, words.text, at + n);
        strcpy(copy + at + n, words.text + at);
        CHECK(read(copy, &b) == PERP_INPUT, "word %d twice", words_met);
        end(&b);
        memory_free(copy);
        at += n;
    }
    CHECK(words_met == 4 + 1 + 8 + 4 + 5 + 4 + 3, "%d words", words_met);
    end(&a);
    text_free(&words);
}

static several_row a_row(double from)
{
    several_row s = {.row = (long)from + 1,
                     .t = from + 2,
                     .exact = 1,
                     .moved = from + 3,
                     .name = "q.x",
                     .one_is = from + 4,
                     .other_is = from + 5};
    s.vectors = memory_new(8, 1);
    strcpy(s.vectors, "\"v\": [");
    return s;
}

static int same_row(const several_row *a, const several_row *b)
{
    return a->row == b->row && a->t == b->t && a->exact == b->exact &&
           a->moved == b->moved && strcmp(a->name, b->name) == 0 &&
           a->one_is == b->one_is && a->other_is == b->other_is &&
           b->vectors != NULL && strcmp(a->vectors, b->vectors) == 0;
}

/* All that a summary knows of several velocities comes back: what was found, and
   what of the budget of searches is spent. */
static void all_of_several(void)
{
    several a = {.problems = 3,
                 .one = 4,
                 .undecided = 5,
                 .searches = SEVERAL_SEARCHES,
                 .lists = SEVERAL_LISTS,
                 .first = a_row(10),
                 .sure = a_row(20)};
    several b = {0};
    growing_text words = {0};
    for (int i = 0; i < SEVERAL_LISTS; i++)
        a.seen[i] = (uint64_t)0x123456789abcdef << i;
    several_freeze(&a, &(frozen){.to = &words});
    frozen x = {.from = words.text};
    several_freeze(&b, &x);
    CHECK(frozen_end(&x).code == PERP_OK && a.problems == b.problems &&
              a.one == b.one && a.undecided == b.undecided &&
              a.searches == b.searches && a.lists == b.lists &&
              memcmp(a.seen, b.seen, sizeof a.seen) == 0 &&
              same_row(&a.first, &b.first) && same_row(&a.sure, &b.sure),
          "'%s'", words.text);
    several_clear(&a);
    several_clear(&b);
    text_free(&words);
}

/* Every byte of what is known of drifts, but for the warnings of a finished run. */
static void all_of_drift(void)
{
    const drift_peak peak[5] = {
        {1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}, {13, HUGE_VAL, 15}};
    drift_found a, b;
    growing_text words = {0};
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    a.joints = a.open = a.parts = a.lost = 1;
    a.gap = peak[0];
    a.since_open = peak[1];
    a.part = peak[2];
    a.since_lost = peak[3];
    a.began = peak[4];
    a.last = 16;
    a.last_share = 17;
    a.streak = 18;
    a.kinetic = 19;
    strcpy(a.joint, "a pin");
    drift_freeze(&a, &(frozen){.to = &words});
    frozen x = {.from = words.text};
    drift_freeze(&b, &x);
    CHECK(frozen_end(&x).code == PERP_OK && memcmp(&a, &b, sizeof a) == 0,
          "'%s'", words.text);
    text_free(&words);
}

/* What is no whole number, no double, no fraction, no text of this kind. */
static void refused(void)
{
    static const char *const whole[] = {
        "",   "4",  "-1", "1.",  "0x1",
        "01", "+1", " 1", "1e0", "99999999999999999999"};
    static const char *const real[] = {"nan", "-nan", "1,5", "x", "", "1 "};
    static const char *const ratio[] = {"2/4", "1/0", "1/-2", "-0",
                                        "03",  "1.5", "1/1",  "",
                                        "/2",  "--1", "+1",   "1/"};
    static const char *const text[] = {
        "", "x4", "x4g", "y41", "x00", "41", "--", "x4142434445464748494a4b4c"};
    long n = 0;
    double y = 0;
    char name[12];
    mpq_t q;
    mpq_init(q);
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        frozen x = {.from = whole[i]};
        frozen_long(&x, &n, 0, 3);
        CHECK(frozen_end(&x).code == PERP_INPUT && n == 0, "'%s'", whole[i]);
    }
    for (size_t i = 0; i < sizeof real / sizeof *real; i++) {
        frozen x = {.from = real[i]};
        frozen_reals(&x, 1 + (i == 5), &y);
        CHECK(frozen_end(&x).code == PERP_INPUT, "'%s'", real[i]);
    }
    for (size_t i = 0; i < sizeof ratio / sizeof *ratio; i++)
        CHECK(frozen_ratio(ratio[i], strlen(ratio[i]), q).code == PERP_INPUT,
              "'%s'", ratio[i]);
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        frozen x = {.from = text[i]};
        frozen_name(&x, name, sizeof name);
        CHECK(frozen_end(&x).code == PERP_INPUT, "'%s'", text[i]);
    }
    mpq_clear(q);
}

/* Each request for memory refused, on the way there and back: said, and nothing
   lost. */
static void refused_memory(void)
{
    carried a, b;
    growing_text whole = {0};
    int done = 0;
    fill(&a);
    freeze(&a, &(frozen){.to = &whole});
    for (size_t k = 1; !done; k++) {
        growing_text words = {0};
        frozen to = {.to = &words};
        memory_refuse(k);
        freeze(&a, &to);
        perp_code code = frozen_end(&to).code;
        if (code == PERP_OK) {
            frozen from = {.from = whole.text};
            begin(&b);
            freeze(&b, &from);
            code = frozen_end(&from).code;
            done = code == PERP_OK;
            memory_refuse(0);
            CHECK(!done || same(&a, &b), "request %zu", k);
            end(&b);
        }
        memory_refuse(0);
        CHECK(code == PERP_OK || code == PERP_LIMIT, "request %zu: %d", k,
              (int)code);
        CHECK(k < 400, "no end");
        text_free(&words);
    }
    text_free(&whole);
    end(&a);
}

int main(void)
{
    RUN(back_and_forth);
    RUN(all_of_several);
    RUN(all_of_drift);
    RUN(refused);
    RUN(refused_memory);
    return check_failures > 0;
}
