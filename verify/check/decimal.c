/**
# Decimals: numbers from people and for them

A fraction has no decimal in general, and no double is a short one. Three ways
between them are used, and none changes a number silently: what is read is the
fraction that it says, what bounds is rounded up, what is shown says by a `~`
when it is not the number.

**Read**, `number_read`: digits with a point and a power of ten, or p/q. `1e-9` is
$10^{-9}$.

**A bound**, `decimal_above`: a decimal of at most 17 digits that is not less
than it: the double, exactly, times a power of ten that leaves 17 digits before
the point, rounded up. For example $2^{-70}$, which is
8.470329472543003390...e-22, becomes `8.4703294725430034e-22`, and $\frac12$
becomes `0.5`.

**Shown**, `number_text`: a number of at most 17 decimal digits is written with
them, a fraction of short numbers as p/q. Any other is a `~` and the shortest
decimal that the nearest double has: `~0.1` is not a tenth but the double that Lua means
by 0.1, 0x1.999999999999ap-4. Exactly what it is stands behind the formulas.

## That a bound is one

Let $x = m\,2^e$ be the double, $m$ whole. For a shift $s$ the program computes
$t = \lceil x\,10^s \rceil$ with whole numbers: $m$ or 1 times powers of 2 and
10, on the side of the fraction where they are not negative, and one division
rounded up. So $t\,10^{-s} \ge x$ and $t - 1 < x\,10^s$. The shift comes from a
logarithm in doubles, which may be wrong by one near a power of ten; it is
corrected until $t$ has 17 digits, or is $10^{17}$, whose digits are those of
1. The text is then $t\,10^{-s}$, zeros at its end left out.

By hand, for the double 0.1: it is $7205759403792794 \cdot 2^{-56}$, a little more
than a tenth. The logarithm is $-1$ and the first shift 16, one less than is
wanted, so that a logarithm that is wrong by one costs a round and no digit:

    s = 16      x 10^s = 1000000000000000.0555...    t has 16 digits
    s = 17      x 10^s = 10000000000000000.555...    t = 10000000000000001

and the text is `0.10000000000000001`. It is more than x by $4.4 \cdot 10^{-18}$, a
third of what lies between two doubles there.

The text is the least decimal of 17 digits that is not below $x$, but where 16
digits are already rounded up to a power of ten. The double nearest to $10^{23}$ is
less than it by 8388608; with 16 digits it becomes $10^{16}$, which has 17, and the
text is `1e23`, not `9.9999999999999992e22`. It is a bound like the other one, and
the shorter of the two.

| x | text |
|---|---|
| 0 | `0` |
| 1/2 | `0.5` |
| the double 0.1 | `0.10000000000000001` |
| 2^-70 | `8.4703294725430034e-22` |
| 10^22, a double | `1e22` |
| the double next above 1 | `1.0000000000000003` |

Seventeen digits tell any two doubles apart, so a reader who takes the text for
a double again gets $x$ or the next one, never one below.

## That a text is read as it stands

Digits are collected without their point, which is the whole number of the
fraction; each digit behind the point, and the power, move one power of ten.
There is no sign, because no bound is negative; no blank, no hexadecimal form,
no infinity, because each would be a second way to write a number or none.
Lengths are limited: 400 characters, a power of at most 9999, so the fraction
has at most some 35000 bits, whatever is typed.
*/
#include "record.h"
#include "show.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* x 10^shift, rounded up to a whole number, for x = m 2^e; its digits. */
static size_t scaled(mpz_ptr t, double x, int shift, char *digits)
{
    int e;
    mpz_t low;
    mpz_init_set_ui(low, 1);
    mpz_set_d(t, ldexp(frexp(x, &e), 53));
    e -= 53;
    mpz_mul_2exp(e < 0 ? low : t, e < 0 ? low : t, (mp_bitcnt_t)abs(e));
    mpz_t ten;
    mpz_init(ten);
    mpz_ui_pow_ui(ten, 10, (unsigned long)abs(shift));
    mpz_mul(shift < 0 ? low : t, shift < 0 ? low : t, ten);
    mpz_cdiv_q(t, t, low);
    mpz_clears(low, ten, NULL);
    mpz_get_str(digits, 10, t);
    return strlen(digits);
}

/* A shift that leaves 16 digits, or 17 where the logarithm was rounded down, and
   one more where that is too few; a number that was rounded up to 10^17 has 18,
   the last of them 0. */
void decimal_above(double x, char *to)
{
    char digits[400];
    mpz_t t;
    if (!(x > 0)) {
        strcpy(to, "0");
        return;
    }
    mpz_init(t);
    int shift = DIGITS - 2 - (int)floor(log10(x));
    while (scaled(t, x, shift, digits) < DIGITS)
        shift++;
    mpz_clear(t);
    size_t n = strlen(digits);
    const int e = (int)n - 1 - shift;
    while (n > 1 && digits[n - 1] == '0')
        n--;
    digits[n] = '\0';
    if (e >= 0 && e < DIGITS && (int)n <= e + 1)
        sprintf(to, "%s%.*s", digits, e + 1 - (int)n, "0000000000000000");
    else if (e < 0 && e > -5)
        sprintf(to, "0.%.*s%s", -e - 1, "0000", digits);
    else if (e >= 0 && e < (int)n)
        sprintf(to, "%.*s.%s", e + 1, digits, digits + e + 1);
    else
        sprintf(to, "%c%s%se%d", *digits, n > 1 ? "." : "", digits + 1, e);
}

enum { MOST_NUMBER = 400, MOST_POWER = 10000 };

static int digit(char c)
{
    return c >= '0' && c <= '9';
}

/* digits . digits e power, or p/q: the fraction that it is. */
int number_read(const char *text, mpq_ptr x)
{
    char digits[MOST_NUMBER + 1];
    size_t n = 0;
    long power = 0;
    const char *p = text, *end;
    if (strlen(text) > MOST_NUMBER || !digit(*p))
        return 0;
    for (int point = 0; digit(*p) || (*p == '.' && !point); p++)
        if (*p == '.')
            point = 1;
        else {
            digits[n++] = *p;
            power -= point;
        }
    digits[n] = '\0';
    mpz_set_str(mpq_numref(x), digits, 10);
    mpz_set_ui(mpq_denref(x), 1);
    if (*p == '/' && power == 0) {
        p++;
        end = p + strspn(p, "0123456789");
        if (end == p || *end != '\0')
            return 0;
        mpz_set_str(mpq_denref(x), p, 10);
    } else if (*p == 'e' || *p == 'E') {
        const char *sign = p + 1 + (p[1] == '-' || p[1] == '+');
        const size_t places = strspn(sign, "0123456789");
        if (places == 0 || places > 4 || sign[places] != '\0')
            return 0;
        power += strtol(p + 1, NULL, 10);
    } else if (*p != '\0')
        return 0;
    if (mpz_sgn(mpq_denref(x)) == 0 || labs(power) > MOST_POWER)
        return 0;
    mpz_t ten;
    mpz_init(ten);
    mpz_ui_pow_ui(ten, 10, (unsigned long)labs(power));
    if (power < 0)
        mpz_mul(mpq_denref(x), mpq_denref(x), ten);
    else
        mpz_mul(mpq_numref(x), mpq_numref(x), ten);
    mpz_clear(ten);
    mpq_canonicalize(x);
    return 1;
}

/* The double nearest to x; mpq_get_d cuts. */
static double nearest(mpq_srcptr x)
{
    const double d = mpq_get_d(x);
    const double up = nextafter(d, mpq_sgn(x) < 0 ? -HUGE_VAL : HUGE_VAL);
    if (!isfinite(up))
        return d;
    mpq_t a, b;
    mpq_inits(a, b, NULL);
    mpq_set_d(a, d);
    mpq_set_d(b, up);
    mpq_sub(a, a, x);
    mpq_sub(b, b, x);
    mpq_abs(a, a);
    mpq_abs(b, b);
    const int farther = mpq_cmp(a, b) > 0;
    mpq_clears(a, b, NULL);
    return farther ? up : d;
}

/* The least number of digits that is read as d, which 17 of them always are;
   without a power where that is not long. */
static void shortest(double d, char *to)
{
    int places = 0;
    do
        snprintf(to, 40, "%.*e", places++, d);
    while (strtod(to, NULL) != d);
    const char *e = strchr(to, 'e');
    const long power = e != NULL ? strtol(e + 1, NULL, 10) : 0;
    if (e != NULL && power >= -4 && power < 17)
        snprintf(to, 40, "%.*f",
                 (int)(places - 1 > power ? places - 1 - power : 0), d);
}

int number_text(mpq_srcptr x, char *to)
{
    enum { SHORT = 1000000 };
    mpq_t y;
    mpq_init(y);
    *to = '~';
    shortest(nearest(x), to + 1);
    const int sign = to[1] == '-';
    int exact = number_read(to + 1 + sign, y);
    if (sign)
        mpq_neg(y, y);
    exact = exact && mpq_equal(x, y);
    mpq_clear(y);
    const int small = mpz_cmpabs_ui(mpq_numref(x), SHORT) < 0 &&
                      mpz_cmp_ui(mpq_denref(x), SHORT) < 0;
    if (exact)
        memmove(to, to + 1, strlen(to));
    else if (small)
        gmp_snprintf(to, 64, "%Qd", x);
    return exact || small;
}
