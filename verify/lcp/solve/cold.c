/** What exact Lemke needs from the start, with no proposal of a basis, in
fractions: cold SECONDS FILE writes for each problem of the file microseconds, or
"-" when the seconds were not enough. For bench_certificate.py. */
#include "base/memory.h"
#include "lcp/problem/lcp_text.h"
#include "number/limit.h"
#include "lcp/solve/ladder.h"

#include <stdio.h>
#include <stdlib.h>

static int failed(perp_status s)
{
    fprintf(stderr, "cold: %s\n", s.message);
    return 1;
}

int main(int argc, char **argv)
{
    arena a = {0};
    lcp_text text;
    int more = 1;
    perp_status s;
    if (argc != 3)
        return 2;
    if ((s = lcp_text_load(argv[2], &a, &text)).code != 0)
        return failed(s);
    for (;;) {
        lcp_text_problem p;
        lcp_claim c;
        if ((s = lcp_text_next(&text, &a, &p, &more)).code != 0)
            return failed(s);
        if (!more)
            break;
        if ((s = lcp_claim_new(&a, p.exact.free, p.exact.n, &c)).code != 0)
            return failed(s);
        ladder_question q = {.p = &p.exact, .cold = 1};
        q.limits.seconds = atof(argv[1]);
        const double start = limit_now();
        s = ladder_decide(&q, &a, &c);
        if (s.code == 0 && c.outcome == LCP_SOLVED)
            printf("%.1f\n", 1e6 * (limit_now() - start));
        else if (s.code == PERP_LIMIT)
            puts("-");
        else
            return failed(s);
        fflush(stdout);
        lcp_claim_clear(&c);
        lcp_exact_problem_clear(&p.exact);
    }
    arena_free(&a);
    return 0;
}
