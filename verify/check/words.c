/**
# Words: names, fractions, choices

doc/70-certificate.md, Notation of the files: the parts of a line that are no
array.

**A name is never used.** It is there for a reader who looks into the files; no
check depends on it, and a forger who renames the ground proves the same
thing. It is spelt in letters, digits, `_`, `-`, `.`, and any other byte as
`%XX` with upper-case digits, so that a name cannot contain a blank, a line's
end or a control sequence that would make a terminal show another text than the
one that was digested. `%41` is refused because A needs no escape: one name, one
spelling. `%00` is refused; `%` alone is the empty name.

**A single fraction** is `p/q` in lowest terms with $q > 1$, or a whole
number. Lowest terms are asked for here, where it costs one greatest common
divisor, so that $h$, $\mu$ or a radius can be compared as text. Example:
$-\frac{10}{16}$ is `-5/8`; `-a/10`, the same number, ends with "a fraction is
not in lowest terms", and 3 is `3`, while `3/1` ends with "a denominator is
more than 1".

**A coefficient** is a fraction that is not negative: friction, stiffness,
damping. With $\mu < 0$ the condition $\zeta = \mu c_n - \sum|f_k| \ge 0$ of
(C5) would forbid every contact force, and a negative damping would be a
motor: statements that nobody means are refused before anybody believes them.
*/
#include "statement.h"

#include <string.h>

/* Letters, digits, _ - . and %XX for other bytes; % alone is the empty name. */
void read_name(reader *r)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRS"
                                "TUVWXYZ0123456789_-.";
    static const char hex[] = "0123456789ABCDEF";
    const char *p = read_word(r);
    if (*p == '\0')
        refuse(r, "a name expected");
    if (strcmp(p, "%") == 0)
        return;
    while (*p != '\0') {
        if (*p == '%') {
            const char *a = p[1] ? strchr(hex, p[1]) : NULL;
            const char *b = a && p[2] ? strchr(hex, p[2]) : NULL;
            int c = b == NULL ? 0 : (int)(16 * (a - hex) + (b - hex));
            if (c == 0 || strchr(plain, c) != NULL)
                refuse(r, "a name is not spelt as names are");
            p += 3;
        } else if (strchr(plain, *p++) == NULL)
            refuse(r, "a name is not spelt as names are");
    }
}

/* A whole, or p/q in lowest terms. */
void read_ratio(reader *r, mpq_ptr x)
{
    mpz_set_ui(mpq_denref(x), 1);
    read_whole(r, mpq_numref(x));
    read_over(r, mpq_denref(x));
    mpz_gcd(r->work, mpq_numref(x), mpq_denref(x));
    if (mpz_cmp_ui(r->work, 1) != 0)
        refuse(r, "a fraction is not in lowest terms");
}

void read_line_ratio(reader *r, const char *tag, mpq_ptr q)
{
    read_text(r, tag);
    read_ratio(r, q);
    read_text(r, "\n");
}

/* A coefficient of friction, a stiffness, a damping. */
void read_coefficient(reader *r, mpq_ptr x)
{
    read_text(r, " ");
    read_ratio(r, x);
    if (mpq_sgn(x) < 0)
        refuse(r, "a coefficient is negative");
}

/* A line, TAG and one of the words of a list with blanks: which of them, from
   0. Another word is refused, so a switch that is misspelt is not read as its
   default, and one that a later version of the grammar may have is not
   overlooked. */
int read_choice(reader *r, const char *tag, const char *list)
{
    read_text(r, tag);
    const char *word = read_word(r), *p = list;
    const size_t n = strlen(word);
    for (int k = 0; n > 0; k++, p++) {
        const size_t length = strcspn(p, " ");
        if (length == n && strncmp(p, word, n) == 0) {
            read_text(r, "\n");
            return k;
        }
        p += length;
        if (*p == '\0')
            break;
    }
    refuse(r, "%sis one of: %s", tag, list);
}
