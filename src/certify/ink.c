#include "certify/ink.h"

#include "base/memory.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

perp_status ink_open(ink *i, const char *path)
{
    *i = (ink){.file = fopen(path, "wb")};
    sha256_begin(&i->sum);
    if (i->file == NULL)
        return PERP_FAIL(PERP_IO, "cannot write '%s': %s", path,
                         strerror(errno));
    return PERP_SUCCESS;
}

perp_status ink_close(ink *i)
{
    if (i->file != NULL && fclose(i->file) != 0 && i->failed == 0)
        i->failed = errno;
    memory_free(i->room);
    i->file = NULL;
    i->room = NULL;
    if (i->failed == ENOMEM)
        return PERP_NO_MEMORY(i->size);
    if (i->failed != 0)
        return PERP_FAIL(PERP_IO, "a certificate could not be written: %s",
                         strerror(i->failed));
    return PERP_SUCCESS;
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

/** A double is an odd integer times a power of two in one way only. */
void ink_double(ink *i, double x)
{
    int e;
    double m = frexp(fabs(x), &e);
    if (m == 0) {
        put(i, "0", 1);
        return;
    }
    uint64_t z = (uint64_t)ldexp(m, 53);
    e -= 53;
    while (z % 2 == 0) {
        z /= 2;
        e++;
    }
    ink_text(i, e == 0 ? "%s%llx" : "%s%llxp%d", x < 0 ? "-" : "",
             (unsigned long long)z, e);
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

void ink_array(ink *i, const char *tag, long n, const double *x)
{
    ink_text(i, "%s", tag);
    for (long k = 0; k < n; k++) {
        if (x[k] == 0)
            continue;
        ink_text(i, " %ld:", k);
        ink_double(i, x[k]);
    }
    put(i, "\n", 1);
}

void ink_upper(ink *i, const char *tag, int n, const double *x)
{
    ink_text(i, "%s", tag);
    for (int k = 0; k < n; k++)
        for (int l = k; l < n; l++) {
            if (x[k * n + l] == 0)
                continue;
            ink_text(i, " %d:", k * n + l);
            ink_double(i, x[k * n + l]);
        }
    put(i, "\n", 1);
}

void ink_integers(ink *i, const char *tag, long n, const mpz_t *z)
{
    ink_text(i, "%s", tag);
    for (long k = 0; k < n; k++) {
        if (mpz_sgn(z[k]) == 0)
            continue;
        ink_text(i, " %ld:", k);
        ink_integer(i, z[k]);
    }
    put(i, "\n", 1);
}
