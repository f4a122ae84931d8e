/**
# All solutions against brute force
*/
#include "faces_agree.h"
#include "games.h"
#include "slow_lcp.h"

/* A random problem of small numbers; kind says which sort. */
typedef struct {
    int f, n, A[144], b[12];
} small;

static void diagonal(check_random *r, small *p)
{
    int all = p->f + p->n;
    for (int i = 0; i < all; i++)
        for (int j = 0; j < i; j++) {
            int v = check_integer(r, -2, 2);
            p->A[i * all + j] = v;
            p->A[j * all + i] = -v;
        }
}

static small small_random(check_random *r, int round)
{
    static const int sizes[] = {1, 2, 2, 3, 3, 3, 4, 4, 4, 5};
    small p = {.f = round % 4 == 3 ? check_integer(r, 1, 2) : 0,
               .n = sizes[check_integer(r, 0, 9)]};
    if (p.f == 0 && round % 50 == 0)
        p.n = 6;
    int all = p.f + p.n, zeros = check_integer(r, 0, 4);
    for (int k = 0; k < all * all; k++)
        p.A[k] = check_integer(r, 0, 4) < zeros ? 0 : check_integer(r, -3, 3);
    for (int k = 0; k < all; k++)
        p.b[k] = check_integer(r, 0, 4) < zeros ? 0 : check_integer(r, -3, 2);
    if (round % 5 == 1)
        diagonal(r, &p);
    if (round % 5 == 2 && p.n > 1) /* a row and a column twice */
        for (int j = 0; j < all; j++) {
            p.A[(all - 1) * all + j] = p.A[p.f * all + j];
            p.A[j * all + all - 1] = p.A[j * all + p.f];
            p.b[all - 1] = p.b[p.f];
        }
    return p;
}

static void print_small(const small *p)
{
    int all = p->f + p->n;
    printf("free %d %d\n", p->f, p->n);
    for (int k = 0; k < all * all + all; k++)
        printf("%d%s", k < all * all ? p->A[k] : p->b[k - all * all],
               (k + 1) % all == 0 ? "\n" : " ");
}

/* Is there a free unknown that the rest does not determine? */
static int has_line(const enumeration *e)
{
    return e->faces > 0 && e->face[0].points.lines > 0;
}

typedef struct {
    int none, unique, several, continua, lines, nodes;
} tally;

static int agrees(const small *p, tally *t)
{
    whole_problem w = whole_new(p->f, p->n, p->A, p->b);
    arena a = {0};
    choices_system s;
    enumeration e;
    enumerate_options o = {0};
    CHECK(choices_pairs(&a, &w.p, &s).code == PERP_OK, "pairs");
    perp_status status = enumerate_all(&s, &o, &a, &e);
    CHECK(status.code == PERP_OK, "%s", status.message);
    check_proof(&s, &e);
    int fine = 1, found, bases = slow_lcp(&w.p, NULL, &found), some = e.found;
    if (has_line(&e))
        t->lines++;
    else
        fine = faces_agree(&w.p, &e);
    fine &= bases == 0 || e.found;
    t->none += e.faces == 0;
    t->unique += e.faces == 1 && e.face[0].points.dimension == 0;
    t->several += e.faces > 1;
    for (int k = 0; k < e.faces; k++)
        t->continua += e.face[k].points.dimension > 0;
    t->nodes += e.nodes;
    enumerate_free(&e);
    o.one = 1;
    CHECK(enumerate_all(&s, &o, &a, &e).code == PERP_OK, "one");
    fine &= e.found == some;
    if (e.found)
        fine &= slow_solves(&w.p, e.point);
    enumerate_free(&e);
    choices_clear(&s);
    arena_free(&a);
    whole_free(&w);
    return fine;
}

static void random_problems_against_brute_force(void)
{
    check_random r = {check_seed(31)};
    tally t = {0};
    for (int round = 0; round < 1000; round++) {
        small p = small_random(&r, round);
        if (agrees(&p, &t))
            continue;
        CHECK(0, "round %d", round);
        print_small(&p);
    }
    printf("%d without solution, %d with one, %d with several faces; %d faces "
           "are more than a point, %d problems have lines, %d nodes\n",
           t.none, t.unique, t.several, t.continua, t.lines, t.nodes);
    CHECK(t.none > 50 && t.unique > 50 && t.several > 50 && t.continua > 50,
          "the problems are too much alike");
}

/** The k-th request for memory is refused, for every k until none is. */
static void refused_memory(void)
{
    enum { N = 5 };
    int A[N * N] = {0}, b[N];
    for (int i = 0; i < N; i++) {
        A[i * N + i] = -1; /* 2^5 points */
        b[i] = 1;
    }
    whole_problem w = whole_new(0, N, A, b);
    perp_status s = {PERP_LIMIT, NULL, NULL};
    size_t sweep;
    for (sweep = 1; s.code != PERP_OK && sweep < 5000; sweep++) {
        arena a = {0};
        choices_system c;
        enumeration e = {0};
        memory_refuse(sweep);
        s = choices_pairs(&a, &w.p, &c);
        if (s.code == PERP_OK)
            s = enumerate_all(&c, &(enumerate_options){0}, &a, &e);
        memory_refuse(0);
        CHECK(s.code == PERP_OK || s.code == PERP_LIMIT, "code %d", s.code);
        CHECK(s.code != PERP_OK || e.faces == 1 << N, "%d faces", e.faces);
        enumerate_free(&e);
        choices_clear(&c);
        arena_free(&a);
    }
    CHECK(s.code == PERP_OK && sweep > 50, "after %zu refusals", sweep);
    whole_free(&w);
}

/** Limits on nodes, on work and on corners end in LIMIT, whatever was found. */
static void limits(void)
{
    static const int A[] = {-1, 0, 0, 0, -1, 0, 0, 0, -1}, b[] = {1, 1, 1};
    static const enumerate_options o[] = {{.nodes = 14},
                                          {.work = 20},
                                          {.nodes = 15, .work = 100000}};
    whole_problem w = whole_new(0, 3, A, b);
    arena a = {0};
    choices_system s;
    CHECK(choices_pairs(&a, &w.p, &s).code == PERP_OK, "pairs");
    for (int k = 0; k < 3; k++) {
        enumeration e;
        perp_status st = enumerate_all(&s, &o[k], &a, &e);
        CHECK(st.code == (k < 2 ? PERP_LIMIT : PERP_OK), "limit %d: %d", k,
              (int)st.code);
        enumerate_free(&e);
    }
    choices_clear(&s);
    arena_free(&a);
    whole_free(&w);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(random_problems_against_brute_force);
    RUN(refused_memory);
    RUN(limits);
    DONE;
}
