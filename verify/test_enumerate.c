/**
# All solutions against brute force
*/
#include "games.h"
#include "slow_faces.h"
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

static void to_slow(const small *p, slow_faces *s)
{
    int all = p->f + p->n;
    memset(s, 0, sizeof *s);
    s->f = p->f;
    s->n = p->n;
    for (int i = 0; i < all; i++) {
        s->b[i] = p->b[i];
        for (int j = 0; j < all; j++)
            s->a[i][j] = p->A[i * all + j];
    }
    slow_faces_find(s);
}

/* The number of the point among the slow ones, or -1. */
static int find(const slow_faces *s, mpq_t *x, int vertex)
{
    slow_point p = {{0}, 0};
    mpz_t den, t;
    mpz_init_set_ui(den, 1);
    mpz_init(t);
    for (int j = 0; j < s->f + s->n; j++)
        mpz_lcm(den, den, mpq_denref(x[j]));
    for (int j = 0; j < s->f + s->n; j++) {
        mpz_divexact(t, den, mpq_denref(x[j]));
        mpz_mul(t, t, mpq_numref(x[j]));
        p.x[j] = mpz_get_si(t);
    }
    p.den = vertex ? mpz_get_si(den) : 0;
    mpz_clears(den, t, NULL);
    slow_reduce(s->f + s->n, &p);
    for (int k = 0; k < s->points; k++)
        if (memcmp(&p, &s->point[k], sizeof p) == 0)
            return k;
    return -1;
}

/* The number of the slow face with exactly these points, or -1. */
static int match(const slow_faces *s, const generators *g)
{
    uint8_t in[SLOW_POINTS] = {0};
    for (int k = 0; k < g->vertices + g->rays; k++) {
        int at = find(s, g->vertex + k * g->cols, k < g->vertices);
        if (at < 0 || in[at])
            return -1;
        in[at] = 1;
    }
    for (int k = 0; k < s->faces; k++)
        if (memcmp(in, s->in[k], (size_t)s->points) == 0)
            return k;
    return -1;
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
    static slow_faces slow;
    whole_problem w = whole_new(p->f, p->n, p->A, p->b);
    arena a = {0};
    choices_system s;
    enumeration e;
    enumerate_options o = {0};
    CHECK(choices_pairs(&a, &w.p, &s).code == PERP_OK, "pairs");
    perp_status status = enumerate_all(&s, &o, &a, &e);
    CHECK(status.code == PERP_OK, "%s", status.message);
    check_proof(&s, &e);
    int fine = 1, found, bases = slow_lcp(&w.p, NULL, &found);
    if (has_line(&e)) {
        t->lines++;
    } else {
        to_slow(p, &slow);
        fine = !slow.overflow && slow.faces == e.faces;
        for (int k = 0; k < e.faces; k++)
            fine &= match(&slow, &e.face[k].points) >= 0;
    }
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
    fine &= e.found == (slow.faces > 0 || e.found);
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

int main(void)
{
    memory_adopt_gmp();
    RUN(random_problems_against_brute_force);
    DONE;
}
