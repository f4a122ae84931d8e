/**
# Random steps and what the solver says of them, one JSON line each
*/
#include "qvi_random.h"

static void list(const char *name, int n, const double *x)
{
    printf("\"%s\":[", name);
    for (int i = 0; i < n; i++)
        printf("%s%.17g", i > 0 ? "," : "", x[i]);
    printf("],");
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 100;
    check_random r = {argc > 2 ? strtoull(argv[2], NULL, 0) : 1};
    arena a = {0};
    for (int k = 0; k < count; k++) {
        qvi_random_kind kind = {1 + k % 4, 1 + k / 4 % 2, k % 3 ? 0.5 : 1,
                                k % 5 ? 1 : 0.1, 0.1 * (k % 2)};
        qvi_random x = qvi_random_new(&r, kind);
        qvi_problem p = qvi_random_problem(&x);
        const int N = qvi_rows(&p);
        qvi_answer w;
        if (qvi_answer_new(&a, &p, &w).code != PERP_OK ||
            qvi_solve(&p, &qvi_defaults, &a, &w).code != PERP_OK)
            return 1;
        printf("{\"contacts\":%d,\"slips\":%d,", p.contacts, p.slips);
        list("A", N * N, p.A);
        list("b", N, p.b);
        list("mu", p.contacts, p.mu);
        list("lam", N, w.lam);
        printf("\"sigma\":%.17g,\"eta\":%.17g,\"contracts\":%d,\"unique\":%d,"
               "\"bound\":%.17g}\n",
               w.sigma, w.eta, (int)w.contracts, (int)w.unique,
               isfinite(w.bound) ? w.bound : -1);
        arena_free(&a);
    }
    return 0;
}
