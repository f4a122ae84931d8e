#include "check.h"

#include "base/memory.h"
#include "lcp/problem/lcp_text.h"
#include "number/rational.h"

static perp_status first(arena *a, const char *text, lcp_text_problem *p,
                         int *more)
{
    lcp_text t = lcp_text_of("file.lcp", text, strlen(text));
    return lcp_text_next(&t, a, p, more);
}

static void problems_are_read(void)
{
    const char *text = "# two problems\n2  1/3 0x1.8p-1 # A\n -2.5e-1 4\n"
                       "5 6#b\nfree 1 1\n1 -1 1 0\r\n\t-3 0";
    lcp_text t = lcp_text_of("two", text, strlen(text));
    lcp_text_problem p;
    arena a = {0};
    int more;
    CHECK(lcp_text_next(&t, &a, &p, &more).code == 0 && more, "first");
    CHECK(p.exact.n == 2 && p.exact.free == 0 && p.line == 2, "size");
    CHECK(mpq_cmp_si(p.exact.A[0], 1, 3) == 0, "1/3");
    CHECK(p.nearest.A[0] == 1.0 / 3 && p.nearest.A[1] == 0.75 &&
              p.nearest.A[2] == -0.25 && p.nearest.b[1] == 6,
          "doubles");
    lcp_exact_problem_clear(&p.exact);
    CHECK(lcp_text_next(&t, &a, &p, &more).code == 0 && more, "second");
    CHECK(p.exact.free == 1 && p.exact.n == 1 && p.line == 5, "free");
    CHECK(p.nearest.b[0] == -3, "b");
    lcp_exact_problem_clear(&p.exact);
    CHECK(lcp_text_next(&t, &a, &p, &more).code == 0 && !more, "end");
    CHECK(first(&a, " # nothing", &p, &more).code == 0 && !more, "empty");
    arena_free(&a);
}

static void wrong_files_are_refused(void)
{
    static const struct {
        const char *text, *says;
    } wrong[] = {
        {"0", "file.lcp:1: '0'"},
        {"-3", "'-3'"},
        {"4097 1 2", "4096"},
        {"99999999999999999999", "4096"},
        {"2.0 1 2", "whole number"},
        {"\n\n4096", "line 3"},
        {"2\n1 2\n3 4\n5", "begins at line 1"},
        {"2\n1 2\n3 4\n5 6\n7.5", "too many"},
        {"1 1/0 2", "file.lcp:1"},
        {"1\n1\nnan", "file.lcp:3"},
        {"1 1e999999999 2", "file.lcp:1"},
        {"1 1e400 2  ", "file.lcp:1"},
        {"free", "size n"},
        {"free 0 0 1", "size n"},
        {"free 1 x 1 2 3", "'x'"},
        {"1 1 \x01\x02 ", "file.lcp:1"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const char *text = wrong[i].text;
        lcp_text t = lcp_text_of("file.lcp", text, strlen(text));
        lcp_text_problem p;
        arena a = {0};
        int more = 1;
        perp_status s = PERP_SUCCESS;
        while (s.code == PERP_OK && more) {
            s = lcp_text_next(&t, &a, &p, &more);
            if (s.code == PERP_OK && more)
                lcp_exact_problem_clear(&p.exact);
        }
        CHECK(s.code == PERP_INPUT, "'%s' gives %d", text, s.code);
        CHECK(s.message != NULL && strstr(s.message, wrong[i].says) != NULL,
              "'%s' says: %s", text, s.message != NULL ? s.message : "nothing");
        arena_free(&a);
    }
}

/** Any prefix of a good file, and any file with one byte changed, ends in a
status. */
static void no_text_is_dangerous(void)
{
    const char *good =
        "# c\n2 1/3 0x1.8p-1 -2.5e-1 4 5 6\nfree 1 1 1 2 3 4 5 6";
    size_t len = strlen(good);
    check_random r = {check_seed(20)};
    for (int i = 0; i < 4000; i++) {
        char text[128];
        size_t cut = i < (int)len ? (size_t)i : len;
        memcpy(text, good, cut);
        if (i >= (int)len)
            text[check_integer(&r, 0, (int)len - 1)] =
                (char)check_integer(&r, 0, 255);
        lcp_text t = lcp_text_of("any", text, cut);
        lcp_text_problem p;
        arena a = {0};
        int more = 1;
        while (more && lcp_text_next(&t, &a, &p, &more).code == PERP_OK)
            if (more)
                lcp_exact_problem_clear(&p.exact);
        arena_free(&a);
    }
}

/** What is written is read again as it was: any fractions, with and without free
unknowns, comments between the rows. */
static void written_and_read(void)
{
    check_random r = {check_seed(21)};
    for (int k = 0; k < 200; k++) {
        static char text[20000];
        const int free = k % 3, n = k % 5 + (free == 0), m = free + n;
        arena a = {0};
        mpq_t *x = rational_array(&a, (size_t)(m * m + m));
        for (int i = 0; i < m * m + m; i++) {
            mpq_set_si(x[i], check_integer(&r, -1000, 1000),
                       (unsigned long)check_integer(&r, 1, 1000));
            mpq_canonicalize(x[i]);
        }
        lcp_exact_problem p = {free, n, (const mpq_t *)x,
                               (const mpq_t *)(x + m * m)};
        FILE *f = fmemopen(text, sizeof text, "w");
        lcp_text_size(f, free, n);
        for (int i = 0; i <= m; i++) {
            fprintf(f, "# row %d\n", i);
            lcp_text_row(f, &p, i);
        }
        fclose(f);
        lcp_text t = lcp_text_of("own", text, strlen(text));
        lcp_text_problem q;
        int more = 0, same = 1;
        perp_status s = lcp_text_next(&t, &a, &q, &more);
        CHECK(s.code == PERP_OK && more, "%s", s.message);
        for (int i = 0; i < m * m + m; i++)
            same &= mpq_equal(x[i], q.exact.A[i]) != 0;
        CHECK(same && q.exact.free == free && q.exact.n == n, "round %d", k);
        lcp_exact_problem_clear(&q.exact);
        rational_clear(x, (size_t)(m * m + m));
        arena_free(&a);
    }
}

static void a_missing_file(void)
{
    arena a = {0};
    lcp_text t;
    perp_status s = lcp_text_load("/nowhere/x.lcp", &a, &t);
    CHECK(s.code == PERP_IO && strstr(s.message, "/nowhere/x.lcp"), "%s",
          s.message);
    CHECK(lcp_text_load("/", &a, &t).code == PERP_IO, "a directory");
    arena_free(&a);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(problems_are_read);
    RUN(wrong_files_are_refused);
    RUN(no_text_is_dangerous);
    RUN(written_and_read);
    RUN(a_missing_file);
    DONE;
}
