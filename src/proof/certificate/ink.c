#include "proof/certificate/ink.h"

#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

perp_status ink_open(ink *i, const char *path)
{
    *i = (ink){0};
    sha256_begin(&i->sum);
    return file_grow(path, &i->file);
}

perp_status ink_hidden(ink *i, const char *path)
{
    *i = (ink){0};
    sha256_begin(&i->sum);
    return file_new(path, &i->file);
}

/* Of the first n bytes of a file, behind those that are in the sum. */
static void read_on(sha256 *sum, FILE *f, long n, char digest[65])
{
    sha256 copy;
    sha256_read(sum, f, n - (long)sum->bytes);
    copy = *sum;
    sha256_end(&copy, digest);
}

/** A file that is shorter than it has to be has another sum, too. That of the head is
asked for itself: it has the digest of the statement, and a statement is written by each
command. */
perp_status ink_go_on(ink *i, const char *path, const char *head, long bytes,
                      const char digest[65])
{
    char begins[65], found[65], own[65];
    const long length = (long)strlen(head);
    sha256 wanted;
    sha256_begin(&wanted);
    sha256_add(&wanted, head, strlen(head));
    sha256_end(&wanted, own);
    *i = (ink){0};
    sha256_begin(&i->sum);
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return PERP_FAIL(PERP_IO, "cannot read '%.300s': %s", path,
                         strerror(errno));
    read_on(&i->sum, f, length, begins);
    read_on(&i->sum, f, bytes, found);
    fclose(f);
    if (strcmp(begins, own) != 0 || strcmp(found, digest) != 0)
        return PERP_FAIL(PERP_INPUT,
                         "'%.300s' is not the proof that the run has left: its "
                         "first %ld bytes have the digest %.12s..., and not "
                         "%.12s...; begin the run anew, without --resume",
                         path, bytes, found, digest);
    return file_go_on(path, bytes, &i->file);
}

void ink_flush(ink *i)
{
    if (i->failed == 0 && fflush(i->file) != 0)
        i->failed = errno == 0 ? EIO : errno;
}

perp_status ink_close(ink *i)
{
    perp_status s = file_end(i->file, "a certificate");
    memory_free(i->room);
    i->file = NULL;
    i->room = NULL;
    if (i->failed == ENOMEM)
        return PERP_NO_MEMORY(i->size);
    if (i->failed != 0)
        return PERP_FAIL(PERP_IO, "a certificate could not be written: %s",
                         strerror(i->failed));
    return s;
}

void ink_digest(const ink *i, char out[65])
{
    sha256 copy = i->sum;
    sha256_end(&copy, out);
}

static void put(ink *i, const char *text, size_t n)
{
    sha256_add(&i->sum, text, n);
    if (i->failed == 0 && fwrite(text, 1, n, i->file) != n)
        i->failed = errno == 0 ? EIO : errno;
}

void ink_text(ink *i, const char *form, ...)
{
    char text[256];
    va_list list;
    va_start(list, form);
    int n = vsnprintf(text, sizeof text, form, list);
    va_end(list);
    put(i, text, n < 0 ? 0 : (size_t)n);
}

void ink_name(ink *i, const char *name)
{
    if (name == NULL || name[0] == '\0')
        ink_text(i, "%%");
    for (; name != NULL && *name != '\0'; name++) {
        unsigned char c = (unsigned char)*name;
        int plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                    (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
        ink_text(i, plain ? "%c" : "%%%02X", c);
    }
}

void ink_integer(ink *i, mpz_srcptr z)
{
    size_t wanted = mpz_sizeinbase(z, 16) + 2;
    if (wanted > i->size) {
        char *room = memory_resize(i->room, 2 * wanted);
        if (room == NULL) {
            i->failed = ENOMEM;
            return;
        }
        i->room = room;
        i->size = 2 * wanted;
    }
    mpz_get_str(i->room, 16, z);
    put(i, i->room, strlen(i->room));
}

void ink_ratio(ink *i, mpq_srcptr q)
{
    ink_integer(i, mpq_numref(q));
    if (mpz_cmp_ui(mpq_denref(q), 1) == 0)
        return;
    put(i, "/", 1);
    ink_integer(i, mpq_denref(q));
}

void ink_double(ink *i, double x)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, x);
    ink_ratio(i, q);
    mpq_clear(q);
}

void ink_over(ink *i, const char *tag, mpz_srcptr den)
{
    put(i, tag, strlen(tag));
    if (mpz_cmp_ui(den, 1) == 0)
        return;
    put(i, "/", 1);
    ink_integer(i, den);
}

void ink_entry(ink *i, long index, mpz_srcptr whole)
{
    if (mpz_sgn(whole) == 0)
        return;
    ink_text(i, " %ld:", index);
    ink_integer(i, whole);
}

static int skipped(const ink_list *x, long k)
{
    return x->columns > 0 && k / x->columns > k % x->columns;
}

/** ## Arrays over one denominator

That of doubles is a power of two: $x = m\,2^e$ with an odd $m$, and $2^{-e}$ for
the least exponent. */
static int exponent(double x)
{
    int e;
    double m = frexp(x, &e);
    uint64_t z = (uint64_t)ldexp(fabs(m), 53);
    for (e -= 53; z != 0 && z % 2 == 0; z /= 2)
        e++;
    return e;
}

static void array_doubles(ink *i, const char *tag, const ink_list *x)
{
    mpz_t z;
    int least = 0, e;
    mpz_init_set_ui(z, 1);
    for (long k = 0; k < x->n; k++)
        if (x->d[k] != 0 && !skipped(x, k) && (e = exponent(x->d[k])) < least)
            least = e;
    mpz_mul_2exp(z, z, (mp_bitcnt_t)-least);
    ink_over(i, tag, z);
    for (long k = 0; k < x->n; k++) {
        if (x->d[k] == 0 || skipped(x, k))
            continue;
        double m = frexp(x->d[k], &e);
        mpz_set_d(z, ldexp(m, 53));
        e += -53 - least;
        if (e >= 0)
            mpz_mul_2exp(z, z, (mp_bitcnt_t)e);
        else
            mpz_tdiv_q_2exp(z, z, (mp_bitcnt_t)-e);
        ink_entry(i, k, z);
    }
    mpz_clear(z);
}

static void array_exact(ink *i, const char *tag, const ink_list *x)
{
    mpz_t den, z;
    mpz_init(z);
    mpz_init_set_ui(den, 1);
    for (long k = 0; k < x->n; k++)
        if (!skipped(x, k))
            mpz_lcm(den, den, mpq_denref(x->q[k]));
    ink_over(i, tag, den);
    for (long k = 0; k < x->n; k++) {
        if (skipped(x, k))
            continue;
        mpz_divexact(z, den, mpq_denref(x->q[k]));
        mpz_mul(z, z, mpq_numref(x->q[k]));
        ink_entry(i, k, z);
    }
    mpz_clears(den, z, NULL);
}

void ink_array(ink *i, const char *tag, ink_list x)
{
    if (x.q != NULL)
        array_exact(i, tag, &x);
    else
        array_doubles(i, tag, &x);
    put(i, "\n", 1);
}
