/* Which runs a sweep has: products in their order, ranges in fractions, and every text
either a list by the grammar or refused. */
#include "check.h"
#include "cli/report/sweep_points.h"

#include <gmp.h>
#include <regex.h>

static perp_status read_sets(int n, const char *const *set, sweep_points *out)
{
    static const char none[8];
    return sweep_points_read(NULL, n, set, none, out);
}

/* Nested loops say what the runs are. */
static void products(void)
{
    static const char *const a[] = {"0.1", "1/3", "-2e-1"};
    static const char *const b[] = {"true", "false"};
    static const char *const c[] = {"5", "5", "0x1p-1", "7"};
    static const char *const set[] = {"mu=0.1,1/3,-2e-1", "on=true,false",
                                      "one=x y", "h=5,5,0x1p-1,7"};
    sweep_points p;
    perp_status s = read_sets(4, set, &p);
    CHECK(s.code == PERP_OK && p.runs == 24 && p.names == 4, "%s",
          s.code ? s.message : "counts");
    long run = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 4; k++, run++) {
                const char *want[] = {a[i], b[j], "x y", c[k]};
                for (int m = 0; m < 4; m++)
                    CHECK(strcmp(sweep_points_value(&p, run, m), want[m]) == 0,
                          "run %ld, %s: %s", run, sweep_points_name(&p, m),
                          sweep_points_value(&p, run, m));
            }
    sweep_points_free(&p);
}

/* Point k of n is (a (n - 1 - k) + b k) / (n - 1): another formula than the
   program's, in fractions of integers. */
static void ranges(void)
{
    check_random r = {check_seed(41)};
    mpq_t want, got;
    mpq_inits(want, got, NULL);
    for (int i = 0; i < 300; i++) {
        const long a = check_integer(&r, -50, 50), b = check_integer(&r, -50, 50);
        const long d = check_integer(&r, 1, 30), n = check_integer(&r, 2, 40);
        char text[100];
        const char *set = text;
        sweep_points p;
        snprintf(text, sizeof text, "x=%ld/%ld:%ld:%ld", a, d, b, n);
        CHECK(read_sets(1, &set, &p).code == PERP_OK && p.runs == n, "%s",
              text);
        for (long k = 0; k < n; k++) {
            mpq_set_si(want, a * (n - 1 - k) + b * d * k,
                       (unsigned long)(d * (n - 1)));
            mpq_canonicalize(want);
            CHECK(mpq_set_str(got, sweep_points_value(&p, k, 0), 10) == 0 &&
                      mpq_equal(got, want),
                  "%s: point %ld is %s", text, k, sweep_points_value(&p, k, 0));
        }
        sweep_points_free(&p);
    }
    const char *tenth = "x=0.1:0.9:5";
    sweep_points p;
    CHECK(read_sets(1, &tenth, &p).code == PERP_OK &&
              strcmp(sweep_points_value(&p, 1, 0), "3/10") == 0,
          "0.1 is one tenth");
    sweep_points_free(&p);
    mpq_clears(want, got, NULL);
}

static void refusals(void)
{
    static const struct {
        const char *a, *b, *says;
    } bad[] = {
        {"mu=0.1,", "h=1", "value 2, '', is empty"},
        {"mu=,", "h=1", "value 1, '', is empty"},
        {"mu=0.1,,2", "h=1", "value 2"},
        {"mu=0.1,x", "h=1", "value 2, 'x', is no number"},
        {"mu=0.1, 2", "h=1", "' 2', is no number"},
        {"mu=0:1:1", "h=1", "n from 2"},
        {"mu=0:1:-3", "h=1", "no range"},
        {"mu=0:1:2.5", "h=1", "no range"},
        {"mu=0:1:3:4", "h=1", "no range"},
        {"mu=0:x:3", "h=1", "a and b are numbers"},
        {"mu=0:1:99999999999999999999", "h=1", "no range"},
        {"mu=0:1:1000001", "h=1", "more than 1000000"},
        {"h=1,2", "mu=0:1:1000000", "more than 1000000 runs"},
        {"mu=0:1:1000000,3", "h=1", "more than 1000000 values"},
        {"mu=0.1,2", "mu=3", "'mu' twice"},
        {"mu=3", "mu=1,2", "'mu' twice"},
        {"mu=1,2", "mu=1,2", "'mu' twice"},
        {"mu=1,2", "h", "write name=value"},
        {"=1,2", "h=1", "write name=value"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *const set[] = {bad[i].a, bad[i].b};
        sweep_points p;
        perp_status s = read_sets(2, set, &p);
        CHECK(s.code == PERP_USAGE && strstr(s.message, bad[i].says) != NULL,
              "%s %s: %s", bad[i].a, bad[i].b, s.code ? s.message : "taken");
        sweep_points_free(&p);
    }
    const char *const twice[] = {"mu=1", "h=1,2", "mu=3"};
    sweep_points p;
    CHECK(read_sets(3, twice, &p).code == PERP_OK && p.names == 2 &&
              strcmp(sweep_points_value(&p, 0, 1), "3") == 0,
          "of single values the last one counts");
    sweep_points_free(&p);
}

/* Whether one of four digits and more is too large, the literal's own test asks. */
static int long_exponent(const char *text)
{
    while ((text = strchr(text, 'e')) != NULL) {
        text += 1 + (text[1] == '-');
        if (strspn(text, "0123456789") > 3)
            return 1;
    }
    return 0;
}

/* A regular expression knows the grammar; it and the reader agree on random texts. */
static void any_text(void)
{
    static const char number[] = "-?(0[xX]([0-9a-fA-F]+[.]?[0-9a-fA-F]*|[.]"
                                 "[0-9a-fA-F]+)([pP][-+]?[0-9]+)?|([0-9]+[.]?"
                                 "[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?|[0-9]+/"
                                 "0*[1-9][0-9]*)";
    static const char letters[] = "012,,::2-/.x9e";
    char form[2000];
    regex_t fine;
    check_random r = {check_seed(77)};
    int taken = 0;
    snprintf(form, sizeof form,
             "^(%s|%s:%s:0*([2-9]|[1-9][0-9]+))"
             "(,(%s|%s:%s:0*([2-9]|[1-9][0-9]+)))*$",
             number, number, number, number, number, number);
    CHECK(regcomp(&fine, form, REG_EXTENDED | REG_NOSUB) == 0, "the grammar");
    for (int i = 0; i < 6000; i++) {
        char text[20] = "x=";
        const long n = check_integer(&r, 1, 12);
        for (long k = 0; k < n; k++)
            text[2 + k] = letters[check_integer(&r, 0, 13)];
        text[2 + n] = '\0';
        if (!sweep_points_listed(text + 2))
            continue;
        const char *set = text;
        sweep_points p;
        perp_status s = read_sets(1, &set, &p);
        const int good = regexec(&fine, text + 2, 0, NULL, 0) == 0;
        const int limit = s.code && strstr(s.message, "000000") != NULL;
        CHECK((s.code == PERP_OK) == good || (good && limit) ||
                  long_exponent(text),
              "%s: %s", text, s.code ? s.message : "taken");
        CHECK(s.code == PERP_OK || s.code == PERP_USAGE, "%s", text);
        taken += s.code == PERP_OK;
        sweep_points_free(&p);
    }
    printf("%d lists taken\n", taken);
    CHECK(taken > 25, "only %d lists", taken);
    regfree(&fine);
}

int main(void)
{
    RUN(products);
    RUN(ranges);
    RUN(refusals);
    RUN(any_text);
    DONE;
}
