/**
# Is the mass positive semidefinite? (C18)

doc/70-certificate.md, C18. A word about energy in a norm of the mass needs that
it is one. (C1) to (C5) hold for any M, and with

    M/2 0:1 1:1 3:-1          (1, 1; 1, -1) / 2

a rebound from $v^- = (-1, -1)$ with $e = 1$ passes all of (C15) and doubles
$v^T M v$: the square that (C16) leaves out is negative. So each M is proven
positive semidefinite, or the proof refused.

## How

Row by row, with whole numbers. A matrix with $M_{11} < 0$ is not. One with
$M_{11} = 0$ and $M_{1j} \ne 0$ is not, by the vector $(x, e_j)$ with a large x
of the right sign; with $M_{1j} = 0$ for all j it is if the rest is. For
$M_{11} > 0$, completing the square,

$$x^T M x = \tfrac1{M_{11}} \Bigl(\sum_j M_{1j} x_j\Bigr)^2 + \sum_{i, j > 1}
\Bigl(M_{ij} - \tfrac{M_{1i} M_{1j}}{M_{11}}\Bigr) x_i x_j,$$

it is if and only if the matrix in the second sum is. The pivots need no order,
for nothing is rounded. Bareiss's rule keeps the numbers whole: the new entry is
$(M_{11} M_{ij} - M_{1i} M_{1j})$ over the pivot before, which divides it, both
being minors of M; a row that is zero is as if it were not there. The common
denominator is positive and does not matter.

Example: $(2, 1; 1, 1)$ has the pivots 2 and $2 \cdot 1 - 1 \cdot 1 = 1$; the
forger's, times 2, has 1 and $1 \cdot (-1) - 1 \cdot 1 = -2$.

**Why Bareiss.** Whole numbers without the division grow twice as long with each
pivot: 32 velocities with entries of 53 bits would end with $53 \cdot 2^{31}$ bits.
Fractions stay short, but each step takes a greatest common divisor to make them
so. With the division every number that is kept is a minor of M, and a minor of
order k with entries of B bits has, by Hadamard, at most $k B + \frac k2 \log_2 k$
bits: here 1776. That the division leaves no rest is Sylvester's identity, so
`mpz_divexact` may be used, which is told so and does not look.

By hand, with the pivot before the first being 1, of $(2, 1, 1; 1, 2, 1; 1, 1, 2)$:

    pivot 2     (2*2 - 1*1)/1 = 3   (2*1 - 1*1)/1 = 1   (2*2 - 1*1)/1 = 3
    pivot 3     (3*3 - 1*1)/2 = 4
    pivot 4     the determinant

All pivots are positive, and so is M. The last division is by 2, the pivot before;
without it the last number would be 8, twice the minor.

*A row of zeros.* $(2, 2, 1; 2, 2, 1; 1, 1, 2)$ leaves the row (0, 0) behind the
pivot 2: two velocities that move the same mass. It is passed over, the divisor
stays 2, and the last entry, 3, is the minor of rows 1 and 3. M is semidefinite.

*A zero with something beside it.* $(0, 1; 1, 5)$ is refused at its first row: the
vector $(-3, 1)$ has $2 \cdot (-3) + 5 = -1$.

**What it costs.** Velocities that no entry couples are matrices of their own: a
pile of a thousand discs is three thousand numbers, and each is looked at once.
An M that is, letter by letter, that of the problem before was proven there. Where
more than MOST_COUPLED velocities are coupled, or their numbers are too long, the
proof is not tried, and not refused either: such masses are counted, and the
verdict says that they are not proven. Too long is $n^2$ times the bits of the
longest entry beyond MOST_BITS, so 32 coupled velocities may have 512 bits each;
a velocity that is coupled with no other is only looked at, however long it is.
*/
#include "proof.h"

enum { MOST_COUPLED = 32, MOST_BITS = 1 << 19 };

/* Who is coupled with whom: the representative of i, with shorter ways for the
   next question. */
static long root(long *of, long i)
{
    while (of[i] != i)
        i = of[i] = of[of[i]];
    return i;
}

/* Bareiss, of the upper half of n by n numbers by rows, which it spoils. 0: it is
   not. */
int semidefinite(checker *c, mpz_t *a, long n)
{
    mpz_srcptr before = c->r.one;
    for (long k = 0; k < n; k++) {
        mpz_t *row = a + k * n;
        const int sign = mpz_sgn(row[k]);
        for (long j = k + 1; j < n && sign == 0; j++)
            if (mpz_sgn(row[j]) != 0)
                return 0;
        if (sign < 0)
            return 0;
        for (long i = k + 1; i < n && sign > 0; i++)
            for (long j = i; j < n; j++) {
                mpz_mul(a[i * n + j], a[i * n + j], row[k]);
                mpz_submul(a[i * n + j], row[i], row[j]);
                mpz_divexact(a[i * n + j], a[i * n + j], before);
            }
        before = sign > 0 ? row[k] : before;
    }
    return 1;
}

/* The part of M whose velocities are at[0], ..., in growing order; row i of M
   has the entries from[i], ..., from[i + 1] - 1. -1: too large to be tried. */
static int part_check(checker *c, masses *s, const array *m, long nv,
                      const long *at, long n, const long *from)
{
    size_t bits = 0;
    if (n > MOST_COUPLED)
        return -1;
    mpz_t *a = array_spread(&c->r, NULL, &s->work, n * n);
    for (long i = 0; i < n; i++)
        for (long k = from[at[i]], j = i; k < from[at[i] + 1]; k++) {
            while (at[j] < m->at[k] % nv)
                j++;
            mpz_set(a[i * n + j], m->x[k]);
            const size_t long_ = mpz_sizeinbase(m->x[k], 2);
            bits = long_ > bits ? long_ : bits;
        }
    if (n > 1 && (size_t)(n * n) * bits > MOST_BITS)
        return -1;
    return semidefinite(c, a, n);
}

/* Is it the M of the problem before? Arrays have one spelling (read.c), so equal
   ones have equal entries. */
static int known(const array *a, const array *b)
{
    int same = b->room > 0 && a->n == b->n && mpz_cmp(a->den, b->den) == 0;
    for (long k = 0; k < a->n && same; k++)
        same = a->at[k] == b->at[k] && mpz_cmp(a->x[k], b->x[k]) == 0;
    return same;
}

/* The velocities, part by part: of[i] is the representative of i, and the parts
   follow each other in `list`, each growing. */
static int parts_check(checker *c, masses *s, const array *m, long nv)
{
    long *of = s->place, *list = of + nv, *first = list + nv, *from = first + nv;
    int fine = 1;
    for (long i = 0; i < nv; i++) {
        of[i] = i;
        first[i] = 0;
    }
    for (long k = 0; k < m->n; k++) {
        const long a = root(of, m->at[k] / nv), b = root(of, m->at[k] % nv);
        of[a > b ? a : b] = a < b ? a : b; /* the least of its part */
    }
    for (long i = 0, k = 0; i <= nv; i++) {
        while (k < m->n && m->at[k] / nv < i)
            k++;
        from[i] = k;
    }
    for (long i = 0; i < nv; i++) /* how many there are of each */
        first[root(of, i)]++;
    for (long i = 0, n = 0; i < nv; i++) { /* and where they begin */
        const long many = first[i];
        first[i] = n;
        n += many;
    }
    for (long i = 0; i < nv; i++)
        list[first[root(of, i)]++] = i;
    for (long i = 0, end; i < nv && fine != 0; i = end) {
        end = first[root(of, list[i])];
        const int part = part_check(c, s, m, nv, list + i, end - i, from);
        fine = part == 1 ? fine : part;
    }
    return fine;
}

/* A matrix as it was read, before it has the denominator of others. */
int semidefinite_check(checker *c, masses *s, const array *m, long n,
                       const char *what)
{
    if (!known(m, &s->last)) {
        for (long k = 0; k < m->n; k++)
            if (m->at[k] / n > m->at[k] % n)
                refuse(&c->r, "%s is given by its upper half", what);
        s->place = more(&c->r, s->place, (size_t)(4 * n + 1), &s->places,
                        sizeof *s->place);
        s->fine = parts_check(c, s, m, n);
        array_room(&c->r, &s->last, m->n);
        for (long k = 0; k < m->n; k++) {
            mpz_set(s->last.x[k], m->x[k]);
            s->last.at[k] = m->at[k];
        }
        s->last.n = m->n;
        mpz_set(s->last.den, m->den);
    }
    if (s->fine == 0)
        refuse(&c->r, "%s is not positive semidefinite", what);
    return s->fine > 0;
}

/* Behind the line M of a problem. */
void mass_check(checker *c)
{
    c->v->heavy +=
        !semidefinite_check(c, &c->m, &c->p.data[M], c->s.nv, "M");
}

void mass_free(masses *s)
{
    array_free(&s->last);
    array_free(&s->work);
    given_back(s->place);
}
