/**
# Which leaf lies in which face
*/
#include "lcp/enumerate/faces.h"
#include "games.h"

static void signs(void)
{
    static const uint8_t weak[] = {0, 1, 1}, strict[] = {0, 2, 1};
    CHECK(faces_sign_within(3, strict, weak), "stricter lies in weaker");
    CHECK(!faces_sign_within(3, weak, strict), "and not the other way round");
    CHECK(faces_sign_within(3, weak, weak), "itself");
}

static enumeration of(const whole_problem *w, arena *a, choices_system *s)
{
    enumeration e;
    CHECK(choices_pairs(a, &w->p, s).code == PERP_OK, "pairs");
    perp_status st = enumerate_all(s, &(enumerate_options){0}, a, &e);
    CHECK(st.code == PERP_OK, "%s", st.message);
    check_proof(s, &e);
    return e;
}

/** Two faces that meet in a point, which is a leaf of its own in none of the
lists: of w = (z_2, z_1) all of either axis solves. */
static void a_point_in_two_faces(void)
{
    static const int A[] = {0, 1, 1, 0}, b[] = {0, 0};
    whole_problem w = whole_new(0, 2, A, b);
    arena a = {0};
    choices_system s;
    enumeration e = of(&w, &a, &s);
    CHECK(e.faces == 2, "%d faces", e.faces);
    for (int k = 0; k < e.faces; k++)
        CHECK(e.face[k].points.dimension == 1 &&
                  e.face[k].points.vertices == 1 &&
                  e.face[k].points.rays == 1 && e.face[k].within < 0,
              "face %d", k);
    enumerate_free(&e);
    choices_clear(&s);
    arena_free(&a);
    whole_free(&w);
}

/** No face of a list has all the signs of another, whatever the order in which
the leaves came; every leaf names a face that has its path's choices. */
static void lists_are_maximal(void)
{
    check_random r = {check_seed(91)};
    int leaves = 0, faces = 0;
    for (int round = 0; round < 200; round++) {
        enum { N = 4 };
        int A[N * N], b[N];
        for (int k = 0; k < N * N; k++)
            A[k] = check_integer(&r, -1, 1) * check_integer(&r, 0, 1);
        for (int k = 0; k < N; k++)
            b[k] = check_integer(&r, 0, 1);
        whole_problem w = whole_new(0, N, A, b);
        arena a = {0};
        choices_system s;
        enumeration e = of(&w, &a, &s);
        for (int k = 0; k < e.faces; k++)
            for (int i = 0; i < e.faces; i++)
                CHECK(i == k ||
                          !faces_sign_within(choices_variables(&s),
                                             e.face[k].sign, e.face[i].sign),
                      "round %d: %d in %d", round, k, i);
        for (int i = 0; i < e.nodes; i++)
            leaves += e.node[i].kind == ENUMERATE_INSIDE;
        faces += e.faces;
        enumerate_free(&e);
        choices_clear(&s);
        arena_free(&a);
        whole_free(&w);
    }
    printf("%d leaves in %d faces\n", leaves, faces);
    CHECK(leaves > faces + 100, "the problems have no degenerate leaves");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(signs);
    RUN(a_point_in_two_faces);
    RUN(lists_are_maximal);
    DONE;
}
