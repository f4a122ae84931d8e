/**
# The corpus of textbook problems

Each problem of the files in corpus/ has a line `# verdict: V, solutions: K faces`
above it. V is `solved`, `none` (there is no solution) or `ray` (there are
some, but Lemke with a covering vector of ones ends on a ray).
*/
#include "faces_agree.h"
#include "games.h"
#include "lcp/problem/lcp_text.h"
#include "lcp/solve/lemke.h"
#include "lcp/solve/mlcp.h"
#include "lcp/tableau/tableau_exact.h"

#include <dirent.h>

typedef struct {
    char verdict[16];
    int faces, pivots;
    char where[800];
} expected;

/* The verdict in the comments between the last problem and this one. */
static int read_verdict(const char *from, const char *to, expected *out)
{
    const char *at = strstr(from, "# verdict: ");
    return at != NULL && at < to &&
           sscanf(at, "# verdict: %15[a-z], solutions: %d faces", out->verdict,
                  &out->faces) == 2;
}

static void lemke_says(const lcp_exact_problem *p, arena *a, expected *x)
{
    lcp_exact_answer y;
    int fallback, is_solved = strcmp(x->verdict, "solved") == 0;
    CHECK(lcp_exact_answer_new(a, p->free, p->n, &y).code == PERP_OK, "new");
    perp_status s = mlcp_prove(p, NULL, a, &y, &fallback);
    int solved = s.code == PERP_OK && y.outcome == LCP_SOLVED;
    CHECK(s.code == PERP_OK || s.code == PERP_LIMIT, "%s: %s", x->where,
          s.message);
    /* equations of pairs alone are beyond Lemke, and said to be */
    CHECK(solved == is_solved || (s.code == PERP_LIMIT && p->free > 0),
          "%s: Lemke ends with %d", x->where, (int)y.outcome);
    x->pivots = y.pivots;
    lcp_exact_answer_clear(p->free, p->n, &y);
}

static void enumeration_says(const lcp_exact_problem *p, arena *a,
                             const expected *x)
{
    choices_system s;
    enumeration e;
    CHECK(choices_pairs(a, p, &s).code == PERP_OK, "pairs");
    perp_status st = enumerate_all(&s, &(enumerate_options){0}, a, &e);
    CHECK(st.code == PERP_OK, "%s: %s", x->where, st.message);
    check_proof(&s, &e);
    CHECK(e.faces == x->faces, "%s: %d faces", x->where, e.faces);
    CHECK((e.faces == 0) == (strcmp(x->verdict, "none") == 0), "%s", x->where);
    int lines = e.faces > 0 && e.face[0].points.lines > 0;
    if (slow_can(p) && !lines)
        CHECK(faces_agree(p, &e), "%s: brute force disagrees", x->where);
    if (strstr(x->where, "p-matrices") != NULL ||
        strstr(x->where, "murty") != NULL)
        CHECK(e.faces == 1 && e.face[0].points.dimension == 0, "%s", x->where);
    if (strstr(x->where, "semidefinite") != NULL)
        CHECK(e.faces <= 1, "%s: not one polyhedron", x->where);
    if (strstr(x->where, "murty.lcp") != NULL)
        CHECK(x->pivots == 1 << p->n, "%s: %d pivots", x->where, x->pivots);
    enumerate_free(&e);
    choices_clear(&s);
}

/** A ray for a hundred covering vectors of very different sizes. */
static void rays_for_all(const lcp_exact_problem *p, arena *a,
                         const expected *x, check_random *r)
{
    mpq_t d[8];
    for (int i = 0; i < p->n; i++)
        mpq_init(d[i]);
    for (int round = 0; round < 100; round++) {
        tableau_exact t;
        lemke_end end;
        arena_mark mark = arena_here(a);
        for (int i = 0; i < p->n; i++) {
            mpq_set_si(d[i], check_integer(r, 1, 9), 1);
            mpq_mul_2exp(d[i], d[i], (mp_bitcnt_t)check_integer(r, 0, 20));
        }
        CHECK(tableau_exact_new(a, p, d, NULL, &t).code == PERP_OK, "tableau");
        CHECK(lemke_run(&t.head, 1000, NULL, &end) == LCP_RAY, "%s: round %d",
              x->where, round);
        tableau_exact_clear(&t);
        arena_release(a, mark);
    }
    for (int i = 0; i < p->n; i++)
        mpq_clear(d[i]);
}

static int one_file(const char *path, check_random *r)
{
    arena keep = {0};
    lcp_text text;
    int more = 1, problems = 0;
    perp_status s = lcp_text_load(path, &keep, &text);
    CHECK(s.code == PERP_OK, "%s", s.message);
    while (s.code == PERP_OK && more) {
        arena a = {0};
        lcp_text_problem p;
        expected x = {.faces = -1};
        const char *from = text.text + text.at;
        s = lcp_text_next(&text, &a, &p, &more);
        CHECK(s.code == PERP_OK, "%s", s.message);
        if (s.code == PERP_OK && more) {
            snprintf(x.where, sizeof x.where, "%s:%d", path, p.line);
            CHECK(read_verdict(from, text.text + text.at, &x), "%s: no verdict",
                  x.where);
            lemke_says(&p.exact, &a, &x);
            enumeration_says(&p.exact, &a, &x);
            if (strstr(path, "rays.lcp") != NULL)
                rays_for_all(&p.exact, &a, &x, r);
            problems++;
            lcp_exact_problem_clear(&p.exact);
        }
        arena_free(&a);
    }
    arena_free(&keep);
    return problems;
}

static void every_verdict_is_proven(void)
{
    const char *root = getenv("PERP_SOURCE");
    char dir[400], path[700];
    int files = 0, problems = 0;
    check_random r = {check_seed(61)};
    snprintf(dir, sizeof dir, "%s/verify/corpus", root == NULL ? "." : root);
    DIR *d = opendir(dir);
    CHECK(d != NULL, "%s", dir);
    for (struct dirent *e = d == NULL ? NULL : readdir(d); e != NULL;
         e = readdir(d)) {
        const char *end = strrchr(e->d_name, '.');
        if (end == NULL || strcmp(end, ".lcp") != 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        files++;
        problems += one_file(path, &r);
    }
    if (d != NULL)
        closedir(d);
    printf("%d problems in %d files\n", problems, files);
    CHECK(files >= 10 && problems >= 50, "the corpus is not there");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(every_verdict_is_proven);
    DONE;
}
