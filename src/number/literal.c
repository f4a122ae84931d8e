#include "number/literal.h"

#include "number/rational.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/**
## What a literal is

    literal  = ["-"] (decimal | hex | digits "/" digits)
    decimal  = mantissa [("e" | "E") ["-" | "+"] digits]
    hex      = "0" ("x" | "X") mantissa [("p" | "P") ["-" | "+"] digits]
    mantissa = digits ["." [digits]] | "." digits

A number is what the text says and nothing else: `0.1` is 1/10 here, and
becomes the nearest double only where the caller asks for a double. GMP's own
readers take no limit and end the program when a number is too large, so the
text is read into this small form first and every limit is checked there. The
length comes first of all: a literal of a megabyte costs nothing.
*/
enum { LITERAL_TEXT = LITERAL_DIGITS + 6 };

typedef struct {
    const char *at, *end;          /* what is not yet read */
    int negative, base;            /* base 10 or 16 */
    int size, fraction;            /* digits kept, and after the point */
    long exponent;                 /* of 10 or 2 */
    int spent;                     /* digits of the exponent's text */
    int quotient;                  /* position of q's digits, or 0 */
    char digits[LITERAL_TEXT + 1]; /* the digits of p, NUL, those of q */
} literal;

static const char grammar[] = "write a decimal (-1.5e-3), a hex float "
                              "(0x1.8p-1) or p/q (1/3)";
static const char limits[] = "at most 4096 digits and an exponent between "
                             "-4096 and 4096 are allowed";
_Static_assert(LITERAL_DIGITS == 4096 && LITERAL_EXPONENT == 4096,
               "the message above names the limits");

/** The text is shown as far as it fits a line, every byte printable. */
static perp_status refuse(const char *text, size_t len, const char *why)
{
    char shown[41];
    size_t n = len < sizeof shown ? len : sizeof shown - 1;
    for (size_t i = 0; i < n; i++)
        shown[i] = text[i] < ' ' || text[i] > '~' ? '?' : text[i];
    shown[n] = '\0';
    return status_fail(PERP_INPUT, "literal_ratio", "bad number '%s'%s: %s",
                       shown, n < len ? "..." : "", why);
}

static int take(literal *l, const char *any)
{
    if (l->at == l->end || *l->at == '\0' || strchr(any, *l->at) == NULL)
        return 0;
    l->at++;
    return 1;
}

/** The digits at the point of reading are copied; their number is returned.
The length check has made sure that they fit. */
static int take_digits(literal *l)
{
    int before = l->size;
    for (; l->at < l->end; l->at++) {
        char c = *l->at;
        int letter = (c | 32) >= 'a' && (c | 32) <= 'f';
        if ((c < '0' || c > '9') && (l->base == 10 || !letter))
            break;
        l->digits[l->size++] = c;
    }
    l->digits[l->size] = '\0';
    return l->size - before;
}

/** An exponent saturates just above the limit, so that it cannot overflow
however long it is. */
static int take_exponent(literal *l)
{
    int minus = take(l, "-");
    if (!minus)
        take(l, "+");
    const char *first = l->at;
    long e = 0;
    while (take(l, "0123456789"))
        e = e > LITERAL_EXPONENT ? e : 10 * e + (l->at[-1] - '0');
    l->exponent = minus ? -e : e;
    l->spent = (int)(l->at - first);
    return l->spent > 0;
}

static int take_literal(literal *l)
{
    l->negative = take(l, "-");
    l->base = 10;
    if (l->end - l->at > 1 && l->at[0] == '0' && (l->at[1] | 32) == 'x') {
        l->base = 16;
        l->at += 2;
    }
    int whole = take_digits(l);
    if (l->base == 10 && whole > 0 && take(l, "/")) {
        l->digits[l->size++] = '\0';
        l->quotient = l->size;
        return take_digits(l) > 0;
    }
    if (take(l, "."))
        l->fraction = take_digits(l);
    if (whole + l->fraction == 0)
        return 0;
    return take(l, l->base == 10 ? "eE" : "pP") ? take_exponent(l) : 1;
}

/** Digits $D$ of which $f$ stand behind the point, and an exponent $e$, mean
$D \cdot 10^{e-f}$ or, in hexadecimal, $D \cdot 2^{e-4f}$. */
static void form(const literal *l, mpq_ptr out)
{
    long e = l->exponent - (l->base == 16 ? 4L : 1L) * l->fraction;
    mpz_ptr side = e >= 0 ? mpq_numref(out) : mpq_denref(out);
    mpz_set_str(mpq_numref(out), l->digits, l->base);
    mpz_set_ui(mpq_denref(out), 1);
    if (l->quotient != 0) {
        mpz_set_str(mpq_denref(out), l->digits + l->quotient, 10);
    } else if (l->base == 16) { /* shortened by a shift */
        mp_bitcnt_t k = (mp_bitcnt_t)labs(e), low = 0;
        if (e < 0) /* 0 has its lowest bit beyond all */
            low = mpz_scan1(mpq_numref(out), 0);
        low = low < k ? low : k;
        mpz_tdiv_q_2exp(mpq_numref(out), mpq_numref(out), low);
        mpz_mul_2exp(side, side, k - low);
        if (l->negative)
            mpz_neg(mpq_numref(out), mpq_numref(out));
        return;
    } else {
        mpz_t power;
        mpz_init(power);
        mpz_ui_pow_ui(power, 10, (unsigned long)labs(e));
        mpz_mul(side, side, power);
        mpz_clear(power);
    }
    mpq_canonicalize(out);
    if (l->negative)
        mpq_neg(out, out);
}

/** A longer text than 4096 digits, two signs, `0x`, a point and an exponent's
letter cannot be right, so the buffer of digits never overflows. */
perp_status literal_ratio(const char *text, size_t len, mpq_ptr out)
{
    literal l;
    if (len > LITERAL_TEXT)
        return refuse(text, len, limits);
    memset(&l, 0, offsetof(literal, digits)); /* the digits end themselves */
    l.at = text;
    l.end = text + len;
    if (!take_literal(&l) || l.at != l.end)
        return refuse(text, len, grammar);
    int digits = l.size - (l.quotient != 0) + l.spent;
    if (digits > LITERAL_DIGITS || labs(l.exponent) > LITERAL_EXPONENT)
        return refuse(text, len, limits);
    const char *q = l.digits + l.quotient;
    if (l.quotient != 0 && q[strspn(q, "0")] == '\0')
        return refuse(text, len, "the denominator is 0");
    form(&l, out);
    return PERP_SUCCESS;
}

/** ## The nearest double

Let $|q| = n/d$. A double near $q$ is $m\,2^L$ with an integer $m < 2^{53}$,
where

$$L = \max(\lfloor \log_2 |q| \rfloor - 52,\ -1074).$$

The logarithm is [exact](rational.h#rational_log2). Then
$m = \lfloor n / (d\,2^L) \rfloor$ with the remainder $r$ is rounded once, by
comparing $2r$ with the divisor, ties to even $m$. The maximum makes subnormals the same case, and $m = 2^{53}$ after
rounding up is a double, too. `mpq_get_d` truncates and would be wrong for half
of all decimals.

The mantissa $m$ for a given $L$, rounded to nearest even. */
static double mantissa(mpq_srcptr q, long L)
{
    mpz_t n, d;
    mpz_init(n);
    mpz_init(d);
    mpz_mul_2exp(n, mpq_numref(q), L < 0 ? (mp_bitcnt_t)-L : 0);
    mpz_mul_2exp(d, mpq_denref(q), L > 0 ? (mp_bitcnt_t)L : 0);
    mpz_abs(n, n);
    mpz_t m;
    mpz_init(m);
    mpz_tdiv_qr(m, n, n, d); /* n := r */
    mpz_mul_2exp(n, n, 1);
    int side = mpz_cmp(n, d);
    if (side > 0 || (side == 0 && mpz_odd_p(m)))
        mpz_add_ui(m, m, 1);
    double value = mpz_get_d(m); /* m <= 2^53: exact */
    mpz_clear(n);
    mpz_clear(d);
    mpz_clear(m);
    return value;
}

perp_status literal_double(mpq_srcptr q, double *out)
{
    double size = 0;
    if (literal_is_double(q)) {
        *out = mpq_get_d(q);
        return PERP_SUCCESS;
    }
    if (mpq_sgn(q) != 0) {
        long e = rational_log2(q), L = e - 52 > -1074 ? e - 52 : -1074;
        if (e <= 1023 && e >= -1075)
            size = ldexp(mantissa(q, L), (int)L);
        if (e > 1023 || isinf(size))
            return PERP_FAIL(PERP_INPUT,
                             "a number of size 2^%ld is too large "
                             "for a double (the largest is 1.797e308)",
                             e);
    }
    *out = mpq_sgn(q) < 0 ? -size : size;
    return PERP_SUCCESS;
}

/** Canonical $n/d$ is a double if $d = 2^k$ and the bits of $n$, shifted down
by $k$, lie within 53 places, none below $2^{-1074}$ and none above
$2^{1023}$. */
int literal_is_double(mpq_srcptr q)
{
    mpz_srcptr n = mpq_numref(q), d = mpq_denref(q);
    if (mpz_sgn(n) == 0)
        return 1;
    size_t k = mpz_sizeinbase(d, 2) - 1;
    size_t low = mpz_scan1(n, 0), bits = mpz_sizeinbase(n, 2);
    return mpz_scan1(d, 0) == k && bits - low <= 53 && k <= low + 1074 &&
           bits <= k + 1024;
}

/** Seventeen digits tell every double apart and look like noise; a sentence takes as
few as come back to the same double. */
void literal_shortest(double x, char *to, size_t room)
{
    int digits = 0;
    do
        snprintf(to, room, "%.*g", ++digits, x);
    while (digits < 17 && strtod(to, NULL) != x);
}
