#include "base/memory.h"
#include "certify/ink.h"
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

/* Every double has one spelling, and it is that double: read back by strtod,
   which knows "0x" M "p" E. */
static void doubles(void)
{
    check_random r = {check_seed(3)};
    const double some[] = {0,         -0.0,       1,        -1,    0.1, 6,
                           0x1p-1074, -0x1p-1022, 0x1p1023, 1e308, 0.75};
    const char *const spelt[] = {"0",  "0", "1", "-1", "ccccccccccccdp-55",
                                 "3p1"};
    for (int k = 0; k < 20000; k++) {
        uint64_t bits = check_bits(&r);
        double x, y;
        char hex[64];
        memcpy(&x, &bits, sizeof x);
        if (k < 11)
            x = some[k];
        if (!isfinite(x))
            continue;
        const char *s = written(one_double, &x);
        if (k < 6)
            CHECK(strcmp(s, spelt[k]) == 0, "%a is '%s'", x, s);
        snprintf(hex, sizeof hex, "%s0x%s", s[0] == '-' ? "-" : "",
                 s + (s[0] == '-'));
        y = strtod(hex, NULL);
        CHECK(x == y, "%a is '%s'", x, s);
        const char *p = strchr(hex, 'p');
        char last = p != NULL ? p[-1] : hex[strlen(hex) - 1];
        CHECK(x == 0 || strchr("13579bdf", last) != NULL, "'%s' is even", s);
        CHECK(strstr(s, "p0") == NULL, "'%s'", s);
    }
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
    mpz_t z[3];
    mpq_t q;
    (void)none;
    for (int k = 0; k < 3; k++)
        mpz_init_set_si(z[k], 17 * (1 - k));
    mpq_init(q);
    mpq_set_si(q, -255, 256);
    ink_array(i, "A", 9, M);
    ink_array(i, "E", 0, M);
    ink_upper(i, "M", 3, M);
    ink_integers(i, "Z", 3, (const mpz_t *)z);
    ink_ratio(i, q);
    for (int k = 0; k < 3; k++)
        mpz_clear(z[k]);
    mpq_clear(q);
}

static void matrices(void)
{
    const char *s = written(arrays, NULL);
    CHECK(strcmp(s, "A 0:1 2:3 5:1p-1 6:3 7:1p-1 8:-1p1\nE\n"
                    "M 0:1 2:3 5:1p-1 8:-1p1\nZ 0:11 2:-11\n-ff/100") == 0,
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

int main(void)
{
    memory_adopt_gmp();
    RUN(doubles);
    RUN(names);
    RUN(matrices);
    RUN(failures);
    DONE;
}
