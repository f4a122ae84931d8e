#include "base/memory.h"
#include "check.h"
#include "num/literal.h"

#include <math.h>

static perp_status read_text(const char *text, mpq_ptr q)
{
    return literal_ratio(text, strlen(text), q);
}

static void accepted(void)
{
    static const struct {
        const char *text;
        const char *value;
    } good[] = {
        {"0", "0"},
        {"-0", "0"},
        {"7", "7"},
        {"-1.5e-3", "-3/2000"},
        {"0x1.8p-1", "3/4"},
        {"1/3", "1/3"},
        {"-6/4", "-3/2"},
        {"0/5", "0"},
        {".5", "1/2"},
        {"5.", "5"},
        {"1E2", "100"},
        {"1e+2", "100"},
        {"0X.8P1", "1"},
        {"0xff", "255"},
        {"-0x1p-2", "-1/4"},
        {"007", "7"},
        {"0xAbp0", "171"},
        {"0e4096", "0"},
        {"1e0000000000000000000000002", "100"},
        {"0x0.0", "0"},
    };
    mpq_t q, expected;
    mpq_init(q);
    mpq_init(expected);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        mpq_set_str(expected, good[i].value, 10);
        mpq_set_si(q, 77, 1);
        CHECK(read_text(good[i].text, q).code == PERP_OK, "%s", good[i].text);
        CHECK(mpq_equal(q, expected), "%s", good[i].text);
    }
    mpq_clear(q);
    mpq_clear(expected);
}

static void check_refused(const char *text, size_t len)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_si(q, 77, 1);
    perp_status s = literal_ratio(text, len, q);
    CHECK(s.code == PERP_INPUT, "'%.50s': %d", text, (int)s.code);
    CHECK(mpq_cmp_si(q, 77, 1) == 0, "'%.50s': output touched", text);
    CHECK(s.message != NULL && strlen(s.message) < 160, "'%.50s'", text);
    for (const char *c = s.message; c != NULL && *c != '\0'; c++)
        CHECK(*c >= ' ' && *c <= '~', "byte %d in '%s'", *c, s.message);
    mpq_clear(q);
}

static void refused(void)
{
    static const char *const bad[] = {
        "",
        "-",
        "0x",
        "-0x",
        "1//2",
        "1/2/3",
        "+5",
        "+",
        " 1",
        "1 ",
        "1\n",
        "--1",
        "1/-2",
        "1/",
        "/2",
        "/",
        "1/0",
        "0/0",
        "1/000",
        "nan",
        "NaN",
        "inf",
        "-inf",
        "Inf",
        "infinity",
        "1e",
        "1e+",
        "1e-",
        "e5",
        ".",
        "-.",
        ".e1",
        "0x.",
        "0x.p1",
        "0xp1",
        "0x1p",
        "1p3",
        "0x1/2",
        "1/0x2",
        "1.5/2",
        "1/2.0",
        "1e2/3",
        "1.2.3",
        "1,5",
        "1_000",
        "1e1.5",
        "1e5000",
        "1e-4097",
        "0x1p4097",
        "1f",
        "0b1",
        "1/2e3",
        "\xc3\xa9",
        "1d3",
        "1e99999999999999",
        "1e18446744073709551617",
        "0e4097",
        "0x1.8e1p",
        "x1",
        "00x1",
        "1e--1",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_refused(bad[i], strlen(bad[i]));
    check_refused("1\0002", 3);
    check_refused("1\000", 2);
    check_refused("\000", 1);
    mpq_t q;
    mpq_init(q);
    perp_status s = read_text("1/0", q);
    CHECK(strcmp(s.message, "bad number '1/0': the denominator is 0") == 0,
          "%s", s.message);
    s = read_text("+5", q);
    CHECK(strcmp(s.message, "bad number '+5': write a decimal (-1.5e-3), a hex "
                            "float (0x1.8p-1) or p/q (1/3)") == 0,
          "%s", s.message);
    mpq_clear(q);
}

/* A literal of any length is refused at once, one at the limit is read. */
static void lengths(void)
{
    size_t size = 1100000;
    char *text = memory_new(size, 1);
    mpq_t q;
    mpq_init(q);
    memset(text, '9', size);
    check_refused(text, size);
    check_refused(text, LITERAL_DIGITS + 1);
    CHECK(literal_ratio(text, LITERAL_DIGITS, q).code == PERP_OK, "4096");
    text[1] = 'e';
    check_refused(text, size);
    text[1] = '/';
    CHECK(literal_ratio(text, LITERAL_DIGITS + 1, q).code == PERP_OK, "p/q");
    check_refused(text, LITERAL_DIGITS + 2);
    memset(text, '0', size);
    memcpy(text, "1e1000000", 9);
    check_refused(text, size);
    memcpy(text, "-0x1.00p+", 9);
    CHECK(literal_ratio(text, LITERAL_DIGITS + 6, q).code == PERP_OK, "hex");
    CHECK(mpq_cmp_si(q, -1, 1) == 0, "0x1.00p+000");
    check_refused(text, LITERAL_DIGITS + 7);
    memcpy(text, "1e-4096", 8);
    CHECK(read_text(text, q).code == PERP_OK, "1e-4096");
    CHECK(mpz_sizeinbase(mpq_denref(q), 2) == 13607, "10^4096");
    mpq_clear(q);
    memory_free(text);
}

/* Writes a random literal of the given form (base 10, base 16 or p/q). */
static void random_text(check_random *r, int form, char *text)
{
    const char *set = form == 1 ? "0123456789abcdefABCDEF" : "0123456789";
    int choices = form == 1 ? 22 : 10, n = check_integer(r, 1, 25);
    int point = form == 2 ? -1 : check_integer(r, 0, n);
    text += sprintf(text, "%s%s", check_integer(r, 0, 1) ? "-" : "",
                    form == 1 ? "0x" : "");
    for (int i = 0; i < n; i++) {
        if (i == point)
            *text++ = '.';
        *text++ = set[check_integer(r, 0, choices - 1)];
    }
    int range = check_integer(r, 0, 1) ? 30 : form == 1 ? 1100 : 345;
    *text = '\0';
    if (form == 2)
        sprintf(text, "/%d", check_integer(r, 1, 2000000000));
    else if (check_integer(r, 0, 3) != 0)
        sprintf(text, "%c%d", form == 1 ? 'p' : 'e',
                check_integer(r, -range, range));
}

/* glibc rounds decimals and hex floats correctly: the same double by another
   way, overflow included. */
static void against_strtod(void)
{
    check_random r = {check_seed(20)};
    mpq_t q;
    mpq_init(q);
    for (int i = 0; i < 60000; i++) {
        char text[80];
        random_text(&r, i % 2, text);
        double expected = strtod(text, NULL), got = INFINITY;
        CHECK(read_text(text, q).code == PERP_OK, "%s", text);
        int over = literal_double(q, &got).code != PERP_OK;
        CHECK(over == (isinf(expected) != 0), "%s", text);
        CHECK(over || got == expected, "%s: %a, not %a", text, got, expected);
    }
    mpq_clear(q);
}

/* |q - x| against the neighbours, with rationals: no double is nearer, and a
   tie goes to the even one. */
static void check_nearest(mpq_srcptr q, double x)
{
    mpq_t d, other;
    mpq_init(d);
    mpq_init(other);
    mpq_set_d(d, x);
    mpq_sub(d, q, d);
    mpq_abs(d, d);
    for (int side = -1; side <= 1; side += 2) {
        double y = nextafter(x, side < 0 ? -INFINITY : INFINITY);
        if (isinf(y))
            continue;
        mpq_set_d(other, y);
        mpq_sub(other, q, other);
        mpq_abs(other, other);
        int c = mpq_cmp(d, other);
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        CHECK(c < 0 || (c == 0 && bits % 2 == 0), "%a is nearer than %a", y, x);
    }
    mpq_clear(d);
    mpq_clear(other);
}

static void nearest(void)
{
    check_random r = {check_seed(21)};
    mpq_t q;
    mpq_init(q);
    for (int i = 0; i < 20000; i++) {
        char text[80];
        random_text(&r, i % 3, text);
        double x;
        CHECK(read_text(text, q).code == PERP_OK, "%s", text);
        if (literal_double(q, &x).code == PERP_OK)
            check_nearest(q, x);
    }
    mpq_clear(q);
}

/* The midpoint of two neighbours goes to the even one; a hair beside it goes
   to its own side. Subnormals, and the edge to overflow, included. */
static void ties(void)
{
    check_random r = {check_seed(22)};
    mpq_t q, y, hair;
    mpq_init(q);
    mpq_init(y);
    mpq_init(hair);
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = check_bits(&r) & 0x7fffffffffffffff;
        if (i % 4 == 0)
            bits &= 0x001fffffffffffff;
        if (bits >= 0x7fefffffffffffff)
            continue;
        double a, b, got = -1;
        memcpy(&a, &bits, sizeof a);
        b = nextafter(a, INFINITY);
        mpq_set_d(q, a);
        mpq_set_d(y, b);
        mpq_add(q, q, y);
        mpq_div_2exp(q, q, 1);
        CHECK(literal_double(q, &got).code == PERP_OK, "%a", a);
        CHECK(got == (bits % 2 == 0 ? a : b), "tie %a %a", a, b);
        mpq_set_si(hair, i % 3 - 1, 1);
        mpq_div_2exp(hair, hair, 3000);
        mpq_add(q, q, hair);
        literal_double(q, &got);
        CHECK(i % 3 == 1 || got == (i % 3 == 0 ? a : b), "beside %a %a", a, b);
    }
    mpq_clear(q);
    mpq_clear(y);
    mpq_clear(hair);
}

static double double_of(const char *text)
{
    double x = INFINITY;
    mpq_t q;
    mpq_init(q);
    CHECK(read_text(text, q).code == PERP_OK, "%s", text);
    literal_double(q, &x);
    mpq_clear(q);
    return x;
}

static void edges(void)
{
    CHECK(double_of("0x1.fffffffffffff7fffp1023") == 0x1.fffffffffffffp1023,
          "just below the edge");
    CHECK(isinf(double_of("0x1.fffffffffffff8p1023")), "the edge");
    CHECK(isinf(double_of("0x1p1024")) && isinf(double_of("-1e309")), "over");
    CHECK(isinf(double_of("1e4096")), "far over");
    CHECK(double_of("0x1p-1074") == 0x1p-1074, "least");
    CHECK(double_of("0x1p-1075") == 0, "tie with zero");
    CHECK(double_of("0x1.0000000000000000001p-1075") == 0x1p-1074, "above it");
    CHECK(double_of("0x1.fffffp-1076") == 0, "below it");
    CHECK(double_of("1e-4096") == 0, "far below");
    CHECK(signbit(double_of("-1e-4096")), "-0");
    CHECK(double_of("0x0.fffffffffffffcp-1022") == 0x1p-1022, "to normal");
}

/* By definition: the nearest double, if there is one, is the number. */
static void is_double(void)
{
    check_random r = {check_seed(23)};
    mpq_t q, back;
    mpq_init(q);
    mpq_init(back);
    int yes = 0;
    for (int i = 0; i < 60000; i++) {
        mpz_set_ui(mpq_numref(q), (unsigned long)(check_bits(&r) >> 1));
        mpz_tdiv_q_2exp(mpq_numref(q), mpq_numref(q),
                        (mp_bitcnt_t)check_integer(&r, 5, 60));
        mpz_set_ui(mpq_denref(q), i % 10 == 0 ? 3 : 1);
        mpq_canonicalize(q);
        int e = check_integer(&r, -1140, 1040);
        if (e < 0)
            mpq_div_2exp(q, q, (mp_bitcnt_t)-e);
        else
            mpq_mul_2exp(q, q, (mp_bitcnt_t)e);
        if (i % 2)
            mpq_neg(q, q);
        double x;
        int expected = literal_double(q, &x).code == PERP_OK;
        if (expected) {
            mpq_set_d(back, x);
            expected = mpq_equal(q, back);
        }
        CHECK(literal_is_double(q) == expected, "case %d", i);
        yes += expected;
    }
    CHECK(yes > 10000 && yes < 59000, "one-sided: %d", yes);
    mpq_clear(q);
    mpq_clear(back);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(accepted);
    RUN(refused);
    RUN(lengths);
    RUN(against_strtod);
    RUN(nearest);
    RUN(ties);
    RUN(edges);
    RUN(is_double);
    DONE;
}
