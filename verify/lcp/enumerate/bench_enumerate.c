/**
# What all solutions cost

Steps with planar contacts, by modes, and games, by pairs. It prints; it
fails when four planar contacts take 100 ms or more.
*/
#include "games.h"
#include "step_random.h"

#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void full_bits(check_random *r, double *x, int count)
{
    for (int i = 0; i < count; i++)
        x[i] += check_uniform(r, -0x1p-8, 0x1p-8);
}

static void steps(int contacts, int bodies, int full)
{
    enum { ROUNDS = 20 };
    check_random r = {41};
    double worst = 0, sum = 0, Mt[64 * 64];
    int faces = 0, nodes = 0;
    for (int round = 0; round < ROUNDS; round++) {
        step_random s;
        step_random_sizes size = {3 * bodies, 0, contacts, 1};
        step_random_make(&s, &r, size);
        if (full) {
            full_bits(&r, s.d.n, contacts * 3 * bodies);
            full_bits(&r, s.d.d, contacts * 3 * bodies);
            full_bits(&r, s.d.v, 3 * bodies);
        }
        alpha_gamma scheme = {.alpha = 1, .h = 1};
        lcp_problem p = step_random_pose(&s, &scheme, Mt);
        lcp_exact_problem x;
        choices_system c;
        enumeration e;
        CHECK(lcp_exact_problem_new(&s.a, &p, &x).code == PERP_OK, "exact");
        double start = now();
        CHECK(choices_contacts(&s.a, &x, &c).code == PERP_OK, "contacts");
        perp_status st = enumerate_all(&c, &(enumerate_options){0}, &s.a, &e);
        CHECK(st.code == PERP_OK, "%s", st.message);
        double took = now() - start;
        worst = took > worst ? took : worst;
        sum += took;
        faces += e.faces;
        nodes += e.nodes;
        enumerate_free(&e);
        choices_clear(&c);
        lcp_exact_problem_clear(&x);
        step_random_free(&s);
    }
    printf("%d contacts, %d velocities, %s: %.2f ms, worst %.2f ms; "
           "%.1f outcomes, %.1f nodes\n",
           contacts, 3 * bodies, full ? "53 bits" : "short", sum / ROUNDS,
           worst, (double)faces / ROUNDS, (double)nodes / ROUNDS);
    CHECK(contacts != 4 || worst < 100, "four contacts take %.0f ms", worst);
}

static void games(int k)
{
    enum { ROUNDS = 20 };
    check_random r = {42};
    double worst = 0, sum = 0;
    int faces = 0, nodes = 0, n = 2 * k;
    for (int round = 0; round < ROUNDS; round++) {
        int A[32 * 32] = {0}, b[32];
        for (int i = 0; i < n; i++) {
            b[i] = -1;
            for (int j = 0; j < n; j++)
                if ((i < k) != (j < k))
                    A[i * n + j] = check_integer(&r, 1, 100);
        }
        whole_problem w = whole_new(0, n, A, b);
        arena a = {0};
        choices_system c;
        enumeration e;
        double start = now();
        CHECK(choices_pairs(&a, &w.p, &c).code == PERP_OK, "pairs");
        perp_status st = enumerate_all(&c, &(enumerate_options){0}, &a, &e);
        CHECK(st.code == PERP_OK, "%s", st.message);
        double took = now() - start;
        worst = took > worst ? took : worst;
        sum += took;
        faces += e.faces;
        nodes += e.nodes;
        enumerate_free(&e);
        choices_clear(&c);
        arena_free(&a);
        whole_free(&w);
    }
    printf("game %d x %d, n = %d: %.2f ms, worst %.2f ms; %.1f equilibria, "
           "%.0f nodes\n",
           k, k, n, sum / ROUNDS, worst, (double)faces / ROUNDS,
           (double)nodes / ROUNDS);
}

int main(void)
{
    memory_adopt_gmp();
    for (int contacts = 1; contacts <= 6; contacts++)
        for (int full = 0; full < 2; full++)
            steps(contacts, contacts > 4 ? 2 : 1, full);
    for (int k = 2; k <= 10; k += 2)
        games(k);
    DONE;
}
