#include "base/memory.h"
#include "check.h"
#include "kinds.h"

#include <math.h>

enum { DISCS = 6, NV = 3 * DISCS };

static uint32_t coord[NV];
static double radius[DISCS], q[NV];

static side discs_new(uint64_t seed)
{
    check_random r = {seed};
    for (uint32_t i = 0; i < NV; i++) {
        coord[i] = (7 * i) % NV; /* scattered: 7 and 18 have no factor */
        q[i] = check_uniform(&r, -3, 3);
    }
    for (int i = 0; i < DISCS; i++)
        radius[i] = check_uniform(&r, 0.1, 1);
    return (side){
        .n = DISCS, .coords = 3, .params = 1, .coord = coord, .param = radius};
}

/* The dense rows of discs i and j in closed form. */
static double disc_rows(uint32_t i, uint32_t j, double *row)
{
    const uint32_t *x = coord + 3 * (size_t)i, *y = coord + 3 * (size_t)j;
    double dx = q[y[0]] - q[x[0]], dy = q[y[1]] - q[x[1]];
    double r = sqrt(dx * dx + dy * dy), *n = row, *d = row + NV;
    memset(row, 0, 2 * NV * sizeof *row);
    n[x[0]] = -dx / r;
    n[x[1]] = -dy / r;
    n[y[0]] = dx / r;
    n[y[1]] = dy / r;
    d[x[0]] = -dy / r;
    d[x[1]] = dx / r;
    d[x[2]] = radius[i];
    d[y[0]] = dy / r;
    d[y[1]] = -dx / r;
    d[y[2]] = radius[j];
    return r - radius[i] - radius[j];
}

/* Gap, n and D of discs against the closed form, scattered into the system. */
static void discs(void)
{
    arena a = {0};
    graph g = {0};
    kind k;
    binding b;
    side s = discs_new(check_seed(6));
    CHECK(kinds_disc_disc(&a, &g, &k).code == PERP_OK, "refused");
    graph_free(&g); /* a kind does not need its graph */
    CHECK(binding_product(&a, &k, &s, &s, KIND_APART, &b).code == PERP_OK,
          "refused");
    CHECK(b.n == DISCS * (DISCS - 1) / 2, "%u candidates", b.n);
    double *work = arena_take(&a, binding_work(&b), sizeof *work);
    double gap[100], row[2 * NV], want[2 * NV];
    CHECK(binding_gaps(&b, q, work, gap).code == PERP_OK, "refused");
    for (uint32_t i = 0; i < b.n; i++) {
        double phi = disc_rows(b.a[i], b.b[i], want);
        CHECK(fabs(gap[i] - phi) < 4e-15, "gap %u: %g, %g", i, gap[i], phi);
        CHECK(binding_row(&b, i, q, NV, work, row).code == PERP_OK, "refused");
        for (int c = 0; c < 2 * NV; c++)
            CHECK(fabs(row[c] - want[c]) < 1e-15, "candidate %u, entry %d", i,
                  c);
    }
    printf("disc-disc: gap %u, row %u instructions in %u runs\n", k.gap.instrs,
           k.row.instrs, k.row.runs);
    kind_clear(&k);
    arena_free(&a);
}

static const uint32_t corner_coord[6] = {0, 1, 2, 0, 1, 2};
static const double plane_param[3] = {0, 1, 0.25};
static const double corner_param[4] = {-0.5, -0.5, 0.5, -0.5};
static const side plane = {.n = 1, .params = 3, .param = plane_param};
static const side corners = {.n = 2,
                             .coords = 3,
                             .params = 2,
                             .coord = corner_coord,
                             .param = corner_param};

/* A side without coordinates; q is a box at (0, 1) turned by th. */
static void plane_and_corner(void)
{
    arena a = {0};
    graph g = {0};
    kind k;
    binding b;
    double box[3] = {0, 1, 0.3}, gap[2], row[6], s = sin(0.3), c = cos(0.3);
    CHECK(kinds_plane_corner(&a, &g, &k).code == PERP_OK, "refused");
    CHECK(binding_product(&a, &k, &plane, &corners, KIND_ALL, &b).code == 0 &&
              b.n == 2,
          "%u candidates", b.n);
    double *work = arena_take(&a, binding_work(&b), sizeof *work);
    unsigned long before = tape_sincos_count;
    CHECK(binding_gaps(&b, box, work, gap).code == PERP_OK, "refused");
    for (uint32_t i = 0; i < 2; i++) {
        double px = corner_param[2 * i], py = corner_param[2 * i + 1];
        double rx = c * px - s * py, ry = s * px + c * py;
        double want[6] = {0, 1, rx, -1, 0, ry};
        CHECK(fabs(gap[i] - (1 + ry - 0.25)) < 1e-15, "gap %g", gap[i]);
        CHECK(binding_row(&b, i, box, 3, work, row).code == PERP_OK, "refused");
        for (int e = 0; e < 6; e++)
            CHECK(fabs(row[e] - want[e]) < 1e-15, "entry %d: %g, %g", e, row[e],
                  want[e]);
    }
    CHECK(tape_sincos_count - before == 1,
          "the angle was evaluated %lu "
          "times",
          tape_sincos_count - before);
    size_t heap = memory_count();
    binding_gaps(&b, box, work, gap);
    binding_row(&b, 1, box, 3, work, row);
    CHECK(memory_count() == heap, "asked the heap");
    kind_clear(&k);
    graph_free(&g);
    arena_free(&a);
}

/* Put into arrays full of other things, a row has what the whole one has, and
   changes nothing but its own places; cleared, these are zeros. */
static void in_place(void)
{
    arena a = {0};
    graph g = {0};
    kind k;
    binding b;
    side s = discs_new(check_seed(7));
    double row[2 * NV], n[NV], d[NV];
    double *const to[2] = {n, d};
    CHECK(kinds_disc_disc(&a, &g, &k).code == PERP_OK &&
              binding_product(&a, &k, &s, &s, KIND_APART, &b).code == PERP_OK,
          "refused");
    double *work = arena_take(&a, binding_work(&b), sizeof *work);
    for (uint32_t i = 0; i < b.n; i++) {
        for (int c = 0; c < NV; c++) {
            const int own = c * 13 % NV / 3; /* 7 x 13 = 1: the disc of c */
            const int mine = own == (int)b.a[i] || own == (int)b.b[i];
            n[c] = mine ? 0 : 77;
            d[c] = mine ? 0 : -55;
        }
        CHECK(binding_row(&b, i, q, NV, work, row).code == PERP_OK &&
                  binding_row_put(&b, i, q, work, NV, to).code == PERP_OK,
              "refused");
        for (int c = 0; c < NV; c++) {
            CHECK(n[c] == (n[c] == 77 ? 77 : row[c]), "n[%d] = %g", c, n[c]);
            CHECK(d[c] == (d[c] == -55 ? -55 : row[NV + c]), "d[%d] = %g", c,
                  d[c]);
            CHECK(n[c] != 77 || (row[c] == 0 && row[NV + c] == 0), "left %d",
                  c);
        }
        binding_row_clear(&b, i, NV, to);
        for (int c = 0; c < NV; c++)
            CHECK((n[c] == 0 || n[c] == 77) && (n[c] == 77) == (d[c] == -55),
                  "not cleared: %g, %g", n[c], d[c]);
    }
    kind_clear(&k);
    graph_free(&g);
    arena_free(&a);
}

/* Two slips, n = (2, 3), d = (1, 0) and (5, 7), put beside other numbers and
   cleared: those of A at velocity 2, of B at 0. */
static void slips_in_place(void)
{
    arena a = {0};
    graph g = {0};
    kind k;
    binding b;
    const uint32_t at[2] = {2, 0};
    const double pos[3] = {0};
    double work[1000], n[3] = {0, 9, 0}, d[6] = {0, 8, 0, 0, 7, 0};
    double *const to[2] = {n, d};
    const side s[2] = {{.n = 1, .coords = 1, .coord = at},
                       {.n = 1, .coords = 1, .coord = at + 1}};
    graph_id in[4], c[4];
    for (uint32_t i = 0; i < 4; i++) {
        in[i] = graph_var(&g, i);
        c[i] = graph_const(&g, (const double[]){2, 3, 5, 7}[i]);
    }
    const graph_id slip[2] = {
        in[2], kinds_pair(&g, OP_ADD, (graph_id[4]){c[2], in[2], c[3], in[3]})};
    const kind_form f = {
        .name = "two slips",
        .coords = {1, 1},
        .slips = 2,
        .slip = slip,
        .gap = kinds_pair(&g, OP_ADD, (graph_id[4]){c[0], in[0], c[1], in[1]})};
    CHECK(kind_make(&a, &g, &f, &k).code == PERP_OK &&
              binding_product(&a, &k, &s[0], &s[1], KIND_ALL, &b).code ==
                  PERP_OK &&
              binding_work(&b) <= 1000 &&
              binding_row_put(&b, 0, pos, work, 3, to).code == PERP_OK,
          "refused");
    CHECK(n[0] == 3 && n[1] == 9 && n[2] == 2, "n %g %g %g", n[0], n[1], n[2]);
    CHECK(d[0] == 0 && d[1] == 8 && d[2] == 1 && d[3] == 7 && d[4] == 7 &&
              d[5] == 5,
          "d %g %g, %g %g %g", d[0], d[2], d[3], d[4], d[5]);
    binding_row_clear(&b, 0, 3, to);
    for (int i = 0; i < 3; i++)
        CHECK(n[i] == (i == 1 ? 9 : 0) && d[i] == (i == 1 ? 8 : 0) &&
                  d[3 + i] == (i == 1 ? 7 : 0),
              "not cleared: %d", i);
    kind_clear(&k);
    graph_free(&g);
    arena_free(&a);
}

/* Fixed things, shared coordinates, and the two rules. */
static void world_and_rules(void)
{
    arena a = {0};
    graph g = {0};
    kind k;
    binding b;
    const uint32_t w = KIND_WORLD;
    const uint32_t at[12] = {w, w, w, w, w, w, 0, 1, 2, 0, 1, 2};
    const double r[4] = {1, 1, 1, 2};
    double pos[3] = {3, 4, 0}, row[6], gap[6];
    side s = {.n = 4, .coords = 3, .params = 1, .coord = at, .param = r};
    CHECK(kinds_disc_disc(&a, &g, &k).code == PERP_OK, "refused");
    binding_product(&a, &k, &s, &s, KIND_APART, &b);
    CHECK(b.n == 4, "%u apart", b.n); /* not the fixed two, not the same body */
    double *work = arena_take(&a, binding_work(&b), sizeof *work);
    CHECK(binding_row(&b, 0, pos, 3, work, row).code == PERP_OK, "refused");
    CHECK(fabs(row[0] - 0.6) < 1e-15 && fabs(row[1] - 0.8) < 1e-15, "%g %g",
          row[0], row[1]);
    binding_product(&a, &k, &s, &s, KIND_ALL, &b);
    CHECK(b.n == 6, "%u of all", b.n);
    perp_status e = binding_gaps(&b, pos, work, gap);
    CHECK(e.code == PERP_OK && gap[0] == -2, "%s", e.message);
    e = binding_row(&b, 0, pos, 3, work, row); /* centres coincide */
    CHECK(e.code == PERP_INPUT && strstr(e.message, "disc-disc") != NULL &&
              strstr(e.message, "division by zero") != NULL,
          "%s", e.message);
    side wrong = {.n = 1, .coords = 2, .params = 1, .coord = at, .param = r};
    e = binding_product(&a, &k, &wrong, &s, KIND_ALL, &b);
    CHECK(e.code == PERP_INPUT && strstr(e.message, "side A") != NULL, "%s",
          e.message);
    kind_clear(&k);
    graph_free(&g);
    arena_free(&a);
}

/* Both sides on one coordinate: gap 2 qA + 3 qB, slip p (vA + 5 vB). What
   both sides say about it adds up. */
static void shared_coordinate(void)
{
    arena a = {0};
    graph g = {0};
    kind k;
    binding b;
    const uint32_t at[1] = {1};
    const double p = 0.5;
    double at_q[2] = {0, 7}, work[1000], gap, row[4];
    side s[2] = {{.n = 1, .coords = 1, .params = 1, .coord = at, .param = &p},
                 {.n = 1, .coords = 1, .coord = at}};
    graph_id in[5];
    for (uint32_t i = 0; i < 5; i++)
        in[i] = graph_var(&g, i);
    graph_id five = graph_op2(&g, OP_MUL, graph_const(&g, 5), in[3]);
    graph_id slip =
        graph_op2(&g, OP_MUL, in[4], graph_op2(&g, OP_ADD, in[2], five));
    kind_form f = {.name = "shared",
                   .coords = {1, 1},
                   .params = {1, 0},
                   .slips = 1,
                   .slip = &slip,
                   .gap = kinds_pair(&g, OP_ADD,
                                     (graph_id[4]){graph_const(&g, 2), in[0],
                                                   graph_const(&g, 3), in[1]})};
    CHECK(kind_make(&a, &g, &f, &k).code == PERP_OK, "refused");
    binding_product(&a, &k, &s[0], &s[1], KIND_APART, &b);
    CHECK(b.n == 0, "%u apart", b.n);
    CHECK(binding_work(&b) <= 1000, "work %zu", binding_work(&b));
    binding_product(&a, &k, &s[0], &s[1], KIND_ALL, &b);
    binding_gaps(&b, at_q, work, &gap);
    binding_row(&b, 0, at_q, 2, work, row);
    CHECK(gap == 35 && row[0] == 0 && row[1] == 5 && row[2] == 0 && row[3] == 3,
          "%g, %g %g", gap, row[1], row[3]);
    mpq_t x[6];
    for (int i = 0; i < 6; i++)
        mpq_init(x[i]);
    binding_row_exact(&b, 0, (const mpq_t *)x, 2, x + 2);
    CHECK(mpq_cmp_si(x[3], 5, 1) == 0 && mpq_cmp_si(x[5], 3, 1) == 0, "exact");
    for (int i = 0; i < 6; i++)
        mpq_clear(x[i]);
    kind_clear(&k);
    graph_free(&g);
    arena_free(&a);
}

/* Rows go to the velocities' places, which are not those of the coordinates;
   in doubles and in rationals. */
static void own_velocities(void)
{
    arena a = {0};
    graph g = {0};
    kind k;
    kind_form f;
    binding b;
    graph_id held[4];
    const uint32_t place[3] = {3, 1, 0}, vel[2] = {2, 0};
    const double p = 0.5, at[4] = {7, 0.6, 100, 0.8};
    double work[1000], gap, row[6];
    mpq_t x[10];
    CHECK(kinds_wheel(&g, GRAPH_NONE, &f, held).code == 0, "no form");
    perp_status s = kind_make(&a, &g, &f, &k);
    CHECK(s.code == PERP_OK, "%s", s.message);
    side body = {.n = 1, .coords = 3, .coord = place, .vels = 2, .vel = vel};
    side ground = {.n = 1, .params = 1, .param = &p};
    s = binding_product(&a, &k, &body, &ground, KIND_APART, &b);
    CHECK(s.code == PERP_OK && binding_work(&b) <= 1000, "%s", s.message);
    binding_gaps(&b, at, work, &gap);
    binding_row(&b, 0, at, 3, work, row);
    CHECK(gap == 0.6 + 21 - 0.5, "gap %g", gap);
    CHECK(row[0] == 6 && row[1] == 0 && row[2] == 0.8, "n %g %g %g", row[0],
          row[1], row[2]);
    CHECK(row[3] == -1 && row[4] == 0 && row[5] == 7, "D %g %g %g", row[3],
          row[4], row[5]);
    for (int i = 0; i < 10; i++) {
        mpq_init(x[i]);
        mpq_set_si(x[i], i, 3);
    }
    CHECK(binding_row_exact(&b, 0, (const mpq_t *)x, 3, x + 4).code == 0, "no");
    CHECK(mpq_cmp_si(x[4], 6, 1) == 0 && mpq_cmp_si(x[6], 3, 3) == 0, "exact");
    CHECK(mpq_cmp_si(x[7], -1, 1) == 0 && mpq_sgn(x[9]) == 0, "exact D");
    for (int i = 0; i < 10; i++)
        mpq_clear(x[i]);
    body.vel = NULL; /* three velocities then: not this kind */
    s = binding_product(&a, &k, &body, &ground, KIND_ALL, &b);
    CHECK(s.code == PERP_INPUT && strstr(s.message, "2 and 0") != NULL, "%s",
          s.message);
    kind_clear(&k);
    graph_free(&g);
    arena_free(&a);
}

/* The k-th allocation fails, for all k. */
static void memory_fails(void)
{
    size_t k = 1;
    for (int done = 0; !done; k++) {
        arena a = {0};
        graph g = {0};
        kind made;
        binding b;
        memory_refuse(k);
        perp_status s = kinds_plane_corner(&a, &g, &made);
        if (s.code == PERP_OK)
            s = binding_product(&a, &made, &plane, &corners, KIND_ALL, &b);
        memory_refuse(0);
        done = s.code == PERP_OK;
        CHECK(done || s.code == PERP_LIMIT, "code %d", (int)s.code);
        kind_clear(&made);
        graph_free(&g);
        arena_free(&a);
    }
    CHECK(k > 10, "only %zu", k);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(discs);
    RUN(plane_and_corner);
    RUN(in_place);
    RUN(slips_in_place);
    RUN(world_and_rules);
    RUN(shared_coordinate);
    RUN(own_velocities);
    RUN(memory_fails);
    DONE;
}
