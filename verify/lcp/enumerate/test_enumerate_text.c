/**
# The text of a proof, by hand
*/
#include "games.h"

/** w = 1 - z: z = 0 or z = 1. The choice is branched on; in each leaf y times
the row shows what vanishes. With z = 0 nothing else does: y = 0. */
static void one_pair(void)
{
    static const int A[] = {-1}, b[] = {1};
    static const char wanted[] = "perp-solutions 1\n"
                                 "size 1 1 1 2\n"
                                 "faces 2\n"
                                 "face 0+ -\n"
                                 "vertex 0\n"
                                 "face +0 -\n"
                                 "vertex 1\n"
                                 "tree\n"
                                 "branch 1\n"
                                 "inside 1 0\n"
                                 "inside 2 0\n"
                                 "end\n";
    whole_problem w = whole_new(0, 1, A, b);
    arena a = {0};
    choices_system s;
    enumeration e;
    CHECK(choices_pairs(&a, &w.p, &s).code == PERP_OK, "pairs");
    CHECK(enumerate_all(&s, &(enumerate_options){0}, &a, &e).code == PERP_OK,
          "enumerate");
    size_t len;
    char *text = proof_text(&s, &e, &len);
    CHECK(strcmp(text, wanted) == 0, "%s", text);
    free(text);
    enumerate_free(&e);
    choices_clear(&s);
    arena_free(&a);
    whole_free(&w);
}

/** w = -z - 1 can not be: w + z = -1, so y = 1 and p = 1. */
static void no_solution(void)
{
    static const int A[] = {-1}, b[] = {-1};
    static const char wanted[] = "perp-solutions 1\n"
                                 "size 1 1 1 2\n"
                                 "faces 0\n"
                                 "tree\n"
                                 "empty 1\n"
                                 "end\n";
    whole_problem w = whole_new(0, 1, A, b);
    arena a = {0};
    choices_system s;
    enumeration e;
    CHECK(choices_pairs(&a, &w.p, &s).code == PERP_OK, "pairs");
    CHECK(enumerate_all(&s, &(enumerate_options){0}, &a, &e).code == PERP_OK,
          "enumerate");
    size_t len;
    char *text = proof_text(&s, &e, &len);
    CHECK(strcmp(text, wanted) == 0, "%s", text);
    free(text);
    enumerate_free(&e);
    choices_clear(&s);
    arena_free(&a);
    whole_free(&w);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(one_pair);
    RUN(no_solution);
    DONE;
}
