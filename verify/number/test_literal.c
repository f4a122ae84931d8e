#include "base/memory.h"
#include "check.h"
#include "number/literal.h"

#include <math.h>
#include <regex.h>

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

/* Random short texts over the letters of the grammar: accepted exactly when
   the grammar, written as a regular expression, matches. */
static void against_grammar(void)
{
    static const char
        letters[] = "0123789.eExXpP+-/ af_",
        *grammar = "^-?(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][-+]?[0-9]+)?|"
                   "0[xX]([0-9a-fA-F]+(\\.[0-9a-fA-F]*)?|\\.[0-9a-fA-F]+)"
                   "([pP][-+]?[0-9]+)?|[0-9]+/0*[1-9][0-9]*)$";
    regex_t expression;
    CHECK(regcomp(&expression, grammar, REG_EXTENDED | REG_NOSUB) == 0, "%s",
          grammar);
    check_random r = {check_seed(24)};
    int accepted_count = 0;
    mpq_t q;
    mpq_init(q);
    for (int i = 0; i < 100000; i++) {
        char text[12];
        int n = check_integer(&r, 0, 8);
        for (int k = 0; k < n; k++)
            text[k] = letters[check_integer(&r, 0, (int)sizeof letters - 2)];
        text[n] = '\0';
        if (i % 3 == 0 && n > 2)
            memcpy(text, "0x", 2);
        const char *e = strpbrk(text, "eEpP");
        if (e != NULL && strlen(e) > 4)
            continue; /* the exponent's limit is another test */
        int expected = regexec(&expression, text, 0, NULL, 0) == 0;
        int got = read_text(text, q).code == PERP_OK;
        CHECK(got == expected, "'%s'", text);
        accepted_count += got;
    }
    CHECK(accepted_count > 2000, "only %d accepted", accepted_count);
    mpq_clear(q);
    regfree(&expression);
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

/** Reads back, and no decimal with one digit less does: the two beside it, rounded
down and up, are other doubles. */
static void shortest(void)
{
    static const struct {
        double x;
        const char *text;
    } known[] = {{0.005, "0.005"}, {0.1, "0.1"}, {1e22, "1e+22"},
                 {0.1 + 0.2, "0.30000000000000004"}, {0, "0"}, {-2.5, "-2.5"},
                 {5e-324, "5e-324"}};
    char text[32], less[32];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        literal_shortest(known[i].x, text, sizeof text);
        CHECK(strcmp(text, known[i].text) == 0, "%s", text);
    }
    check_random r = {check_seed(25)};
    for (int i = 0; i < 20000; i++) {
        const double x =
            ldexp(check_uniform(&r, -1, 1), i % 200 - 100);
        literal_shortest(x, text, sizeof text);
        CHECK(strtod(text, NULL) == x, "%s", text);
        int digits = 0;
        for (const char *c = text; *c != '\0' && *c != 'e'; c++)
            digits += (*c >= '1' && *c <= '9') || (*c == '0' && digits > 0);
        if (digits > 1) {
            snprintf(less, sizeof less, "%.*e", digits - 2, x);
            CHECK(strtod(less, NULL) != x, "%s and %s", text, less);
        }
    }
}

int main(void)
{
    memory_adopt_gmp();
    RUN(accepted);
    RUN(refused);
    RUN(lengths);
    RUN(against_grammar);
    RUN(against_strtod);
    RUN(nearest);
    RUN(shortest);
    DONE;
}
