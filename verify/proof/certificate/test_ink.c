#include "base/memory.h"
#include "proof/certificate/ink.h"
#include "check.h"

#include <math.h>

static char text[1 << 16];

/* What the ink wrote, and its digest against one taken from the file. */
static const char *written(void (*write)(ink *, const void *), const void *what)
{
    ink i;
    char sum[65], own[65];
    const char *path = "test_ink.txt";
    CHECK(ink_open(&i, path).code == PERP_OK, "open");
    write(&i, what);
    ink_digest(&i, sum);
    CHECK(ink_close(&i).code == PERP_OK, "close");
    FILE *f = fopen(path, "rb");
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    remove(path);
    text[n] = '\0';
    sha256 s;
    sha256_begin(&s);
    sha256_add(&s, text, n);
    sha256_end(&s, own);
    CHECK(strcmp(sum, own) == 0, "digest of '%s'", text);
    return text;
}

static void one_double(ink *i, const void *x)
{
    ink_double(i, *(const double *)x);
}

/* Every double has one spelling, a fraction in lowest terms over a power of two,
   and it is that double: read back by GMP. */
static void doubles(void)
{
    check_random r = {check_seed(3)};
    const double some[] = {0,         -0.0,       1,        -1,    0.1, 6,
                           0x1p-1074, -0x1p-1022, 0x1p1023, 1e308, 0.75};
    const char *const spelt[] = {
        "0", "0", "1", "-1", "ccccccccccccd/80000000000000", "6"};
    mpq_t back, exact;
    mpq_inits(back, exact, NULL);
    for (int k = 0; k < 20000; k++) {
        uint64_t bits = check_bits(&r);
        double x;
        memcpy(&x, &bits, sizeof x);
        if (k < 11)
            x = some[k];
        if (!isfinite(x))
            continue;
        const char *s = written(one_double, &x);
        if (k < 6)
            CHECK(strcmp(s, spelt[k]) == 0, "%a is '%s'", x, s);
        CHECK(mpq_set_str(back, s, 16) == 0, "'%s'", s);
        mpq_set_d(exact, x);
        CHECK(mpz_cmp(mpq_numref(back), mpq_numref(exact)) == 0 &&
                  mpz_cmp(mpq_denref(back), mpq_denref(exact)) == 0,
              "%a is '%s'", x, s);
        CHECK(strstr(s, "/1") == NULL || s[strlen(s) - 1] == '0', "'%s'", s);
    }
    mpq_clears(back, exact, NULL);
}

static void one_name(ink *i, const void *name)
{
    ink_name(i, name);
}

static void names(void)
{
    const char *const pair[][2] = {{"ground", "ground"},
                                   {"", "%"},
                                   {"a b", "a%20b"},
                                   {"50%", "50%25"},
                                   {"\n\xc3\xa4", "%0A%C3%A4"},
                                   {"x_1.Z-9", "x_1.Z-9"}};
    for (size_t k = 0; k < sizeof pair / sizeof *pair; k++) {
        const char *s = written(one_name, pair[k][0]);
        CHECK(strcmp(s, pair[k][1]) == 0, "'%s'", s);
    }
}

static void arrays(ink *i, const void *none)
{
    const double M[9] = {1, 0, 3, 0, 0, 0.5, 3, 0.5, -2};
    mpq_t q[3];
    (void)none;
    for (int k = 0; k < 3; k++) {
        mpq_init(q[k]);
        mpq_set_si(q[k], 17 * (1 - k), 1);
    }
    ink_array(i, "A", (ink_list){9, M, NULL, 0});
    ink_array(i, "E", (ink_list){0, M, NULL, 0});
    ink_array(i, "M", (ink_list){9, M, NULL, 3});
    ink_array(i, "Z", (ink_list){3, NULL, (const mpq_t *)q, 0});
    mpq_set_si(q[0], 1, 6);
    mpq_set_si(q[1], -3, 4);
    ink_array(i, "Q", (ink_list){3, NULL, (const mpq_t *)q, 0});
    mpq_set_si(q[0], -255, 256);
    ink_ratio(i, q[0]);
    for (int k = 0; k < 3; k++)
        mpq_clear(q[k]);
}

/* Wholes over the least common denominator, by hand. */
static void matrices(void)
{
    const char *s = written(arrays, NULL);
    CHECK(strcmp(s, "A/2 0:2 2:6 5:1 6:6 7:1 8:-4\nE\n"
                    "M/2 0:2 2:6 5:1 8:-4\nZ 0:11 2:-11\n"
                    "Q/c 0:2 1:-9 2:-cc\n-ff/100") == 0,
          "'%s'", s);
}

/* A full disk and a directory that is not there. */
static void failures(void)
{
    ink i;
    CHECK(ink_open(&i, "no/such/directory").code == PERP_IO, "open");
    FILE *full = fopen("/dev/full", "wb");
    if (full == NULL)
        return;
    fclose(full);
    CHECK(ink_open(&i, "/dev/full").code == PERP_OK, "open");
    for (int k = 0; k < 2000; k++)
        ink_text(&i, "%d and some more text\n", k);
    CHECK(ink_close(&i).code == PERP_IO, "a full disk is told");
}

static void put_file(const char *path, const char *what)
{
    FILE *f = fopen(path, "wb");
    CHECK(f != NULL && fputs(what, f) >= 0 && fclose(f) == 0, "%s", path);
}

static const char *got_file(const char *path)
{
    static char found[64];
    FILE *f = fopen(path, "rb");
    CHECK(f != NULL, "%s", path);
    found[f == NULL ? 0 : fread(found, 1, sizeof found - 1, f)] = '\0';
    if (f != NULL)
        fclose(f);
    return found;
}

/* What is behind the body goes; the sum of the whole is that of the text at
   once. Another head, body or length, or no file, is refused, and the file is as
   it was. A file that is shorter has another sum. */
static void goes_on(void)
{
    static const char *const path = "ink_goes_on";
    ink i;
    char sum[65], whole[65];
    sha256 s;
    sha256_begin(&s);
    sha256_add(&s, "head\nbody\n", 10);
    sha256_end(&s, whole);
    put_file(path, "head\nbody\nmore that nobody wants");
    CHECK(ink_go_on(&i, path, "head\n", 10, whole).code == PERP_OK, "on");
    ink_text(&i, "more\n");
    ink_flush(&i);
    CHECK(strcmp(got_file(path), "head\nbody\nmore\n") == 0, "flushed");
    ink_digest(&i, sum);
    CHECK(ink_close(&i).code == PERP_OK, "close");
    sha256_begin(&s);
    sha256_add(&s, "head\nbody\nmore\n", 15);
    sha256_end(&s, whole);
    CHECK(strcmp(sum, whole) == 0, "the sum");
    static const struct {
        const char *head;
        long bytes;
    } wrong[] = {{"hxad\n", 15}, {"head\nbody\nmore\nx", 15}, {"head\n", 14}};
    for (int k = 0; k < 3; k++) {
        perp_status z =
            ink_go_on(&i, path, wrong[k].head, wrong[k].bytes, whole);
        CHECK(z.code == PERP_INPUT, "%d: %s", k, z.message);
        CHECK(ink_close(&i).code == PERP_OK, "never open");
        CHECK(strcmp(got_file(path), "head\nbody\nmore\n") == 0, "%d", k);
    }
    remove(path);
    CHECK(ink_go_on(&i, path, "head\n", 15, whole).code == PERP_IO, "gone");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(doubles);
    RUN(names);
    RUN(matrices);
    RUN(failures);
    RUN(goes_on);
    DONE;
}
