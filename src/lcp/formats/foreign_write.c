#include "lcp/formats/foreign.h"

#include "base/memory.h"
#include "base/text.h"
#include "lcp/formats/fclib.h"
#include "number/literal.h"

#include <string.h>

/** $n / d$ is a decimal of $k$ places when $d$ divides $10^k$; with $d = 2^a 5^b$,
$k = \max(a, b)$. 0 when it is none, or longer than a literal may be. */
static int exact_decimal(growing_text *t, mpq_srcptr q)
{
    char digits[LITERAL_DIGITS + 8];
    mpz_t rest, power;
    int fits = 0;
    mpz_inits(rest, power, NULL);
    mp_bitcnt_t twos = mpz_scan1(mpq_denref(q), 0), k;
    mpz_tdiv_q_2exp(rest, mpq_denref(q), twos);
    mpz_set_ui(power, 5);
    k = mpz_remove(rest, rest, power);
    k = k > twos ? k : twos;
    if (mpz_cmp_ui(rest, 1) == 0 && k < LITERAL_DIGITS) {
        mpz_ui_pow_ui(power, 10, k);
        mpz_divexact(power, power, mpq_denref(q));
        mpz_mul(power, power, mpq_numref(q));
        mpz_abs(power, power);
        fits = mpz_sizeinbase(power, 10) + k < LITERAL_DIGITS;
    }
    if (fits) {
        mpz_get_str(digits, 10, power);
        size_t n = strlen(digits), point = n > k ? n - k : 0;
        text_add(t, "%s", mpq_sgn(q) < 0 ? "-" : "");
        text_add(t, "%.*s", (int)point, point > 0 ? digits : "0");
        if (point == 0)
            text_add(t, "0");
        text_add(t, "%s", k > 0 ? "." : "");
        for (size_t zeros = n - point; zeros < k; zeros++)
            text_add(t, "0");
        text_add(t, "%s", digits + point);
    }
    mpz_clears(rest, power, NULL);
    return fits;
}

/* A number as the format has it; 0 when it can not. */
static int number(growing_text *t, foreign_format f, mpq_srcptr q,
                  const double *rounded)
{
    int whole = mpz_cmp_ui(mpq_denref(q), 1) == 0;
    if (rounded != NULL) {
        text_add(t, "%.17g", *rounded);
        return 1;
    }
    if (f == FOREIGN_MARKET || f == FOREIGN_NUMPY)
        return exact_decimal(t, q);
    size_t room = mpz_sizeinbase(mpq_numref(q), 10) +
                  mpz_sizeinbase(mpq_denref(q), 10) + 3;
    const char *quote = f == FOREIGN_JSON && (!whole || room > 18) ? "\"" : "";
    char *text = memory_new(room, 1);
    if (text == NULL) {
        t->refused = room;
        return 1;
    }
    text_add(t, "%s%s%s", quote, mpq_get_str(text, 10, q), quote);
    memory_free(text);
    return 1;
}

/* What stands around numbers. */
typedef struct {
    const char *begin, *row, *between, *row_end, *rows_between, *rows_end, *end;
} frame;

static const frame frames[] = {
    [FOREIGN_PERP] = {"", "", " ", "\n", "", "", ""},
    [FOREIGN_JSON] = {"\"A\":[", "[", ",", "]", ",", "],\"b\":", "}\n"},
    [FOREIGN_MARKET] = {"", "", "\n", "\n", "", "", ""},
    [FOREIGN_NUMPY] = {"", "", " ", "\n", "", "", ""}};

static void head(growing_text *t, foreign_format f, int free, int n)
{
    static const char market[] = "%%MatrixMarket matrix array real general";
    if (f == FOREIGN_JSON && free > 0)
        text_add(t, "{\"free\":%d,", free);
    else if (f == FOREIGN_JSON)
        text_add(t, "{");
    else if (f == FOREIGN_MARKET)
        text_add(t, "%s\n%d %d\n", market, n, n);
    else if (f == FOREIGN_PERP && free > 0)
        text_add(t, "free %d %d\n", free, n);
    else if (f == FOREIGN_PERP)
        text_add(t, "%d\n", n);
    text_add(t, "%s", frames[f].begin);
}

/** Row i of A, or as row m its b. Matrix Market has columns: there row i is column
i. The first number that the format can not say ends it: 0. */
static int row(growing_text *t, foreign_format f, const lcp_text_problem *p,
               int i, int doubles)
{
    const int m = p->exact.free + p->exact.n;
    int fine = 1;
    text_add(t, "%s", frames[f].row);
    for (int j = 0; fine && j < m; j++) {
        int k = f == FOREIGN_MARKET ? j * m + i : i * m + j;
        mpq_srcptr q = i < m ? p->exact.A[k] : p->exact.b[j];
        const double *v = i < m ? &p->nearest.A[k] : &p->nearest.b[j];
        if (j > 0)
            text_add(t, "%s", frames[f].between);
        fine = number(t, f, q, doubles && f != FOREIGN_PERP ? v : NULL);
    }
    text_add(t, "%s", frames[f].row_end);
    return fine;
}

static int whole(growing_text *t, foreign_format f, const lcp_text_problem *p,
                 int doubles)
{
    const int m = p->exact.free + p->exact.n;
    int fine = 1;
    head(t, f, p->exact.free, p->exact.n);
    for (int i = 0; fine && i < m; i++) {
        fine = row(t, f, p, i, doubles);
        text_add(t, "%s",
                 i + 1 < m ? frames[f].rows_between : frames[f].rows_end);
    }
    if (f == FOREIGN_MARKET)
        text_add(t, "%s\n%d 1\n", "%%MatrixMarket matrix array real general",
                 m);
    fine = fine && row(t, f, p, m, doubles);
    text_add(t, "%s", frames[f].end);
    return fine;
}

perp_status foreign_write(FILE *out, foreign_format f, int number,
                          const lcp_text_problem *p, int doubles)
{
    growing_text t = {0};
    if (f == FOREIGN_FCLIB)
        return PERP_FAIL(PERP_INPUT,
                         "problem %d is not one of contacts with round cones, "
                         "the only ones that FCLIB has; take --export json",
                         number);
    if (p->exact.free > 0 && (f == FOREIGN_MARKET || f == FOREIGN_NUMPY))
        return PERP_FAIL(PERP_INPUT,
                         "problem %d has free unknowns, which this format can "
                         "not say; take --export json or perp",
                         number);
    if (f == FOREIGN_NUMPY && number > 1)
        return PERP_FAIL(PERP_INPUT, "problem 2: NumPy's text holds one "
                                     "problem; take --export json or perp");
    int fine = whole(&t, f, p, doubles);
    perp_status s = text_end(&t);
    if (s.code == PERP_OK && !fine)
        s = PERP_FAIL(PERP_INPUT,
                      "problem %d has a number that is no decimal, or a very "
                      "long one; take --export json or perp, or round all "
                      "with --doubles",
                      number);
    if (s.code == PERP_OK)
        fwrite(t.text, 1, t.used, out);
    text_free(&t);
    return s;
}

static void list(growing_text *t, foreign_format f, int count, const mpq_t *q)
{
    text_add(t, "%s", frames[f].row);
    for (int k = 0; k < count; k++) {
        text_add(t, "%s", k > 0 ? frames[f].between : "");
        number(t, f, q[k], NULL);
    }
    text_add(t, "%s", frames[f].row_end);
}

perp_status foreign_write_contacts(FILE *out, foreign_format f, int number,
                                   const contact_problem *c)
{
    growing_text t = {0};
    const int m = c->d * c->p, json = f == FOREIGN_JSON;
    if (f == FOREIGN_FCLIB)
        return fclib_write(out, number, c);
    if (f == FOREIGN_MARKET || f == FOREIGN_NUMPY)
        return PERP_FAIL(PERP_INPUT,
                         "problem %d is one of contacts, which this format can "
                         "not say; take --export json or perp",
                         number);
    if (json)
        text_add(&t, "{\"W\":[");
    else
        text_add(&t, "contacts %d %d\n", c->d, c->p);
    for (int i = 0; i < m; i++) {
        text_add(&t, "%s", i > 0 ? frames[f].rows_between : "");
        list(&t, f, m, c->W + (size_t)i * (size_t)m);
    }
    text_add(&t, "%s", json ? "],\"q\":" : "");
    list(&t, f, m, c->q);
    text_add(&t, "%s", json ? ",\"mu\":" : "");
    list(&t, f, c->p, c->mu);
    text_add(&t, "%s", json ? "}\n" : "");
    perp_status s = text_end(&t);
    if (s.code == PERP_OK)
        fwrite(t.text, 1, t.used, out);
    text_free(&t);
    return s;
}
