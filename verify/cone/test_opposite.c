/**
# Lines in reduced cones
*/
#include "cone_instance.h"

#include "cone/opposite.h"

/* In a plane by angles: edges are whole vectors, and the cone holds a line when
   it is the whole plane, a half-plane, or a line, that is when two edges are
   opposite or no half-plane a.x > 0 has all edges that are not zero. */
static int line_in_the_plane(const cone_rays *r)
{
    int some = 0;
    for (int i = 0; i < r->count; i++) {
        const double x = mpq_get_d(r->g[2 * i]), y = mpq_get_d(r->g[2 * i + 1]);
        if (x == 0 && y == 0)
            continue;
        some = 1;
        for (int way = -1; way <= 1; way += 2) {
            /* all others on one closed side of this edge, none opposite */
            int fits = 1;
            for (int j = 0; j < r->count && fits; j++) {
                const double u = mpq_get_d(r->g[2 * j]);
                const double v = mpq_get_d(r->g[2 * j + 1]);
                const double cross = way * (x * v - y * u);
                fits = cross > 0 || (cross == 0 && x * u + y * v >= 0);
            }
            if (fits)
                return 0;
        }
    }
    return some;
}

static cone_line find(instance *s)
{
    cone_line x;
    const perp_status st = cone_line_find(&s->a, &s->r, &x);
    CHECK(st.code == PERP_OK, "%s", st.message);
    return x;
}

/* Verifies GAP08 (Rem3.6). Cones without joints of small numbers in one to four
   dimensions: pointed exactly if they hold no line and no edge is zero; in the
   plane the line is there exactly when angles say so. All four combinations
   come. */
static void pointed_and_lines(void)
{
    check_random r = {check_seed(401)};
    int seen[2][2] = {{0}};
    for (int trial = 0; trial < 600; trial++) {
        const int nv = trial % 2 ? 2 : check_integer(&r, 1, 4);
        cones_kind k = {.nv = nv, .p = check_integer(&r, 1, 3), .slips = -1};
        instance s;
        instance_new(&s, &r, &k);
        for (int i = 0; i < s.c.p * nv; i++) /* coarse: edges vanish, meet */
            mpq_set_si(s.c.n[i], check_integer(&r, -1, 2), 1);
        for (int i = 0; i < s.c.r * nv; i++)
            mpq_set_si(s.c.d[i], check_integer(&r, -1, 1), 1);
        for (int j = 0; j < s.c.p; j++)
            mpq_set_si(s.c.mu[j], check_integer(&r, 0, 1), 1);
        pointed_clear(&s.v);
        rays_clear(&s.r);
        CHECK(pointed_step(&s.a, &s.c, &s.r, &s.v).code == PERP_OK, "decided");
        const cone_line x = find(&s);
        const int line = x.line >= 0, zero = x.zero >= 0;
        CHECK((s.v.answer == CONE_YES) == (!line && !zero),
              "trial %d: pointed %d, line %d, zero %d", trial,
              s.v.answer == CONE_YES, line, zero);
        if (nv == 2)
            CHECK(line == line_in_the_plane(&s.r), "trial %d: %d", trial, line);
        seen[line][zero]++;
        instance_free(&s);
    }
    printf("%d pointed, %d lines, %d zero edges alone, %d both\n", seen[0][0],
           seen[1][0], seen[0][1], seen[1][1]);
    CHECK(seen[0][0] > 20 && seen[1][0] > 20 && seen[0][1] > 10 &&
              seen[1][1] > 10,
          "too easy");
    VERIFIES("GAP08 (Rem3.6)");
}

int main(void)
{
    RUN(pointed_and_lines);
    DONE;
}
