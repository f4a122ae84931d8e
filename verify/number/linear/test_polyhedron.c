/**
# Polyhedra, both ways round

Random cones in three dimensions against all planes through two of their generators,
random polygons against a walk around them.
*/
#include "check.h"
#include "number/linear/polyhedron.h"

static void add(row_list *l, int n, const int *x)
{
    mpz_t *row = row_list_add(l);
    for (int i = 0; i < n; i++)
        mpz_set_si(row[i], x[i]);
}

static cone_rows none(int n)
{
    return (cone_rows){{.n = n}, {.n = n}};
}

/* Is x a row of the list, up to a positive factor? */
static int has(const row_list *l, const int *x)
{
    for (int k = 0; k < l->count; k++) {
        mpz_t *row = row_list_at(l, k);
        int same = 1, i = 0;
        while (i < l->n && x[i] == 0)
            i++;
        for (int j = 0; j < l->n && i < l->n; j++)
            same = same && mpz_get_si(row[j]) * abs(x[i]) ==
                               x[j] * labs(mpz_get_si(row[i]));
        if (same)
            return 1;
    }
    return 0;
}

/* The plane through generators i and j, turned so that all others are on its
   right side: 0 when they are not, or all are in it. */
static int plane_of(int count, int (*g)[3], int i, int j, int *a)
{
    int least = 0, most = 0;
    for (int k = 0; k < 3; k++)
        a[k] = g[i][(k + 1) % 3] * g[j][(k + 2) % 3] -
               g[i][(k + 2) % 3] * g[j][(k + 1) % 3];
    for (int l = 0; l < count; l++) {
        int s = 0;
        for (int k = 0; k < 3; k++)
            s += a[k] * g[l][k];
        least = s < least ? s : least;
        most = s > most ? s : most;
    }
    for (int k = 0; k < 3 && most == 0; k++)
        a[k] = -a[k];
    return (least == 0) != (most == 0);
}

static void against_all_planes(void)
{
    check_random r = {check_seed(31)};
    int solid = 0;
    for (int t = 0; t < 300; t++) {
        int g[6][3], a[3], planes = 0;
        const int count = check_integer(&r, 3, 6);
        cone_rows of = none(3), to = none(3), back = none(3);
        for (int l = 0; l < count; l++) {
            for (int k = 0; k < 3; k++)
                g[l][k] = check_integer(&r, k == 0 ? 1 : -4, 4);
            add(&of.row, 3, g[l]);
        }
        CHECK(cone_rows_dual(&of, &to).code == PERP_OK, "dual");
        CHECK(cone_rows_dual(&to, &back).code == PERP_OK, "back");
        for (int i = 0; i < count; i++)
            for (int j = 0; j < i; j++)
                if (plane_of(count, g, i, j, a) && to.line.count == 0) {
                    CHECK(has(&to.row, a), "%d: a plane is missing", t);
                    planes++;
                }
        if (to.line.count == 0) {
            CHECK(to.row.count <= planes, "%d: %d planes of %d", t,
                  to.row.count, planes);
            solid++;
        }
        CHECK(polyhedron_holds(&to, &of), "%d: its generators", t);
        CHECK(back.line.count == 0 && back.row.count <= count, "%d: back", t);
        for (int k = 0; k < back.row.count; k++) {
            int x[3];
            for (int i = 0; i < 3; i++)
                x[i] = (int)mpz_get_si(row_list_at(&back.row, k)[i]);
            CHECK(has(&of.row, x), "%d: a generator from nowhere", t);
        }
        cone_rows_clear(&of);
        cone_rows_clear(&to);
        cone_rows_clear(&back);
    }
    CHECK(solid > 200, "only %d were solid", solid);
}

/* The page's triangle, and half of it. */
static void a_triangle(void)
{
    const int corner[3][3] = {{1, 0, 0}, {1, 1, 0}, {2, 0, 1}};
    const int plane[3][3] = {{0, 1, 0}, {0, 0, 1}, {1, -1, -2}};
    const int cut[3] = {-1, 4, 0}; /* x >= 1/4 */
    const int left[3][3] = {{4, 1, 0}, {1, 1, 0}, {8, 2, 3}};
    polyhedron p = {none(3), none(3)}, half = {none(3), none(3)};
    cone_rows more = none(3);
    mpq_t mean[2];
    mpq_inits(mean[0], mean[1], NULL);
    for (int k = 0; k < 3; k++)
        add(&p.points.row, 3, corner[k]);
    CHECK(polyhedron_close(&p).code == PERP_OK, "close");
    CHECK(p.planes.row.count == 3 && p.planes.line.count == 0, "three planes");
    for (int k = 0; k < 3; k++)
        CHECK(has(&p.planes.row, plane[k]), "plane %d", k);
    row_list_mean(&p.points.row, mean);
    CHECK(mpq_cmp_ui(mean[0], 1, 3) == 0 && mpq_cmp_ui(mean[1], 1, 6) == 0,
          "mean");
    add(&more.row, 3, cut);
    CHECK(polyhedron_meet(&p.planes, &more, &half).code == PERP_OK, "meet");
    CHECK(half.points.row.count == 3, "%d corners", half.points.row.count);
    for (int k = 0; k < 3; k++)
        CHECK(has(&half.points.row, left[k]), "corner %d", k);
    CHECK(polyhedron_holds(&p.planes, &half.points), "inside");
    CHECK(!polyhedron_holds(&half.planes, &p.points), "not the other way");
    polyhedron_clear(&p);
    polyhedron_clear(&half);
    cone_rows_clear(&more);
    mpq_clears(mean[0], mean[1], NULL);
}

/* A point on a line is flat: two equations; with a direction it is a ray. */
static void flat_ones(void)
{
    const int point[4] = {1, 2, 3, 4}, way[4] = {0, 1, 0, 0};
    const int behind[4] = {1, 1, 3, 4}, before[4] = {1, 3, 3, 4};
    polyhedron p = {none(4), none(4)}, x = {none(4), none(4)};
    add(&p.points.row, 4, point);
    add(&p.points.row, 4, way);
    CHECK(polyhedron_close(&p).code == PERP_OK, "close");
    CHECK(p.planes.line.count == 2, "%d equations", p.planes.line.count);
    add(&x.points.row, 4, before);
    CHECK(polyhedron_holds(&p.planes, &x.points), "on the ray");
    add(&x.points.row, 4, behind);
    CHECK(!polyhedron_holds(&p.planes, &x.points), "behind its beginning");
    polyhedron_clear(&p);
    polyhedron_clear(&x);
}

int main(void)
{
    RUN(against_all_planes);
    RUN(a_triangle);
    RUN(flat_ones);
    DONE;
}
