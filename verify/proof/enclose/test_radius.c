#include "base/memory.h"
#include "check.h"
#include "proof/enclose/radius.h"
#include "scene.h"

#include <math.h>

/** Rational everywhere, and rounded nearly everywhere: thirds, quotients, products
of three. */
static perp_status bead(scene *s)
{
    scene_start(s, 2);
    graph *g = &s->g;
    mpq_t third, mu;
    mpq_inits(third, mu, NULL);
    mpq_set_si(third, 1, 3);
    mpq_set_si(mu, 1, 2);
    graph_id k3 = graph_ratio(g, third), one = graph_const(g, 1);
    graph_id ab = graph_op2(g, OP_MUL, s->q[0], s->q[1]);
    graph_id bb = graph_op2(g, OP_MUL, s->q[1], s->q[1]);
    graph_id M[4] = {graph_op2(g, OP_ADD, graph_const(g, 2), bb),
                     graph_op2(g, OP_MUL, k3, s->q[1]),
                     graph_op2(g, OP_MUL, k3, s->q[1]),
                     graph_op2(g, OP_ADD, one, k3)};
    graph_id k[2] = {graph_op2(g, OP_DIV, s->t, s->q[0]),
                     graph_op2(g, OP_MUL, ab, s->v[1])};
    graph_id theta = graph_op2(g, OP_SUB, graph_op2(g, OP_MUL, ab, bb), k3);
    graph_id slip = graph_op2(g, OP_MUL, ab, s->v[1]);
    system_contact c = {"c", graph_op2(g, OP_DIV, ab, graph_op2(g, OP_ADD, one,
                                                                bb)),
                        1, &slip, mu};
    system_spec spec = {.g = g,
                        .nq = 2,
                        .nv = 2,
                        .q_name = s->name,
                        .v_name = s->name,
                        .M = M,
                        .k = k,
                        .joints = 1,
                        .joint_name = s->name,
                        .theta = &theta,
                        .contacts = 1,
                        .contact = &c};
    perp_status st = system_make(&s->a, &spec, &s->sys);
    mpq_clears(third, mu, NULL);
    return st;
}

typedef struct {
    scene s;
    assembler w;
    step_data d;
    step_exact x;
    arena a;
    double q[2], v[2];
    mpq_t q_exact[2], v_exact[2], t0, t1;
    step_point at;
} point;

static void point_new(point *p)
{
    *p = (point){0};
    CHECK(bead(&p->s).code == PERP_OK, "scene");
    CHECK(assembler_new(&p->a, &p->s.sys, 1, &p->w).code == PERP_OK &&
              step_data_new(&p->a, &p->s.sys, &p->d).code == PERP_OK &&
              step_exact_new(&p->a, &p->s.sys, &p->x).code == PERP_OK,
          "memory");
    for (int i = 0; i < 2; i++)
        mpq_inits(p->q_exact[i], p->v_exact[i], NULL);
    mpq_inits(p->t0, p->t1, NULL);
}

static void point_free(point *p)
{
    for (int i = 0; i < 2; i++)
        mpq_clears(p->q_exact[i], p->v_exact[i], NULL);
    mpq_clears(p->t0, p->t1, NULL);
    assembler_clear(&p->w);
    step_exact_clear(&p->x);
    arena_free(&p->a);
    scene_end(&p->s);
}

/* The data in doubles and exactly, at a random point; the times are fractions. */
static void assemble_both(point *p, check_random *r)
{
    static int id[1] = {0};
    static uint8_t kept[1] = {1};
    active_set set = {1, id, kept};
    for (int i = 0; i < 2; i++) {
        p->q[i] = check_uniform(r, 0.5, 4);
        p->v[i] = check_uniform(r, -4, 4);
        mpq_set_d(p->q_exact[i], p->q[i]);
        mpq_set_d(p->v_exact[i], p->v[i]);
    }
    mpq_set_si(p->t0, check_integer(r, 0, 300), 100);
    mpq_canonicalize(p->t0);
    mpq_set_si(p->t1, 1, 100);
    mpq_add(p->t1, p->t1, p->t0);
    p->at = (step_point){mpq_get_d(p->t0), mpq_get_d(p->t1), p->q, p->v, 1};
    step_point_exact exact = {p->t0, p->t1, (const mpq_t *)p->q_exact,
                              (const mpq_t *)p->v_exact, 1};
    CHECK(assemble_step(&p->s.sys, &p->w, &p->at, &set, &p->d).code ==
                  PERP_OK &&
              assemble_exact(&p->s.sys, &p->w, &exact, &set, &p->x).code ==
                  PERP_OK,
          "assembling");
}

static double farthest(const double *x, const mpq_t *y, int n, double most)
{
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < n; i++) {
        mpq_set_d(t, x[i]);
        mpq_sub(t, t, y[i]);
        most = fmax(most, fabs(mpq_get_d(t)));
    }
    mpq_clear(t);
    return most;
}

/* The largest distance of a datum that counts, from fractions. */
static double truth(const point *p, int jump)
{
    const step_data *d = &p->d;
    const step_exact *x = &p->x;
    double most = farthest(d->M, (const mpq_t *)x->M, 4, 0);
    most = farthest(d->nu, (const mpq_t *)x->nu, 2, most);
    most = farthest(d->n, (const mpq_t *)x->n, 2, most);
    most = farthest(d->d, (const mpq_t *)x->d, 2, most);
    if (jump)
        return most;
    most = farthest(d->k0, (const mpq_t *)x->k0, 2, most);
    most = farthest(d->k1, (const mpq_t *)x->k1, 2, most);
    most = farthest(d->kq, (const mpq_t *)x->kq, 4, most);
    return farthest(d->kv, (const mpq_t *)x->kv, 4, most);
}

static double radius_at(encloser *w, point *p, int jump)
{
    static const int id[1] = {0};
    double radius;
    const radius_of of = {.s = &p->s.sys, .at = &p->at, .t0 = p->t0,
                          .t1 = p->t1, .id = id, .d = &p->d, .jump = jump};
    CHECK(radius_find(w, &of, &radius).code == PERP_OK, "memory");
    CHECK(radius == HUGE_VAL || radius <= radius_limit(&of), "the limit");
    return radius;
}

static double limit_of(const point *p, int jump)
{
    const radius_of of = {.s = &p->s.sys, .at = &p->at, .d = &p->d,
                          .jump = jump};
    return radius_limit(&of);
}

/* The radius is what fractions say, rounded up to eight binary digits. */
static void is_the_distance(void)
{
    check_random r = {check_seed(61)};
    encloser w;
    point p;
    int rounded = 0;
    point_new(&p);
    CHECK(encloser_new(96, &w).code == PERP_OK, "memory");
    for (int k = 0; k < 300; k++) {
        assemble_both(&p, &r);
        for (int jump = 0; jump < 2; jump++) {
            const double far = truth(&p, jump), radius = radius_at(&w, &p, jump);
            /* a time that is no double is widened to both sides, t / q0 too */
            const double late = jump ? 0 : 0x1p-50 * p.at.t1;
            CHECK(far <= radius && radius <= fmax(far * 1.02, 0x1p-95) + late,
                  "%g for %g", radius, far);
            rounded += far > 0;
        }
    }
    CHECK(rounded > 550, "%d of 600 are rounded", rounded);
    encloser_clear(&w);
    point_free(&p);
}

/* A datum that is moved is found, every one of them; what is beyond the limit is
   not stated. */
static void each_datum_counts(void)
{
    check_random r = {check_seed(62)};
    encloser w;
    point p;
    point_new(&p);
    CHECK(encloser_new(96, &w).code == PERP_OK, "memory");
    assemble_both(&p, &r);
    step_data *d = &p.d;
    double *all[] = {d->M, d->k0, d->k1, d->kq, d->kv, d->nu, d->n, d->d};
    const int n[] = {4, 2, 2, 4, 4, 2, 2, 2}, jump[] = {1, 0, 0, 0, 0, 1, 1, 1};
    for (int a = 0; a < 8; a++)
        for (int i = 0; i < n[a]; i++) {
            if (a == 0 && i == 2) /* the lower half of M is its mirror */
                continue;
            const double was = all[a][i], much = limit_of(&p, jump[a]);
            all[a][i] += 0.7 * much;
            CHECK(radius_at(&w, &p, 0) >= 0.4 * much, "%d, %d", a, i);
            CHECK((radius_at(&w, &p, 1) >= 0.4 * much) == jump[a],
                  "%d, %d in a jump", a, i);
            all[a][i] += 4 * limit_of(&p, 0);
            CHECK(isinf(radius_at(&w, &p, 0)), "%d, %d beyond", a, i);
            all[a][i] = was;
        }
    encloser_clear(&w);
    point_free(&p);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(is_the_distance);
    RUN(each_datum_counts);
    mpfr_free_cache();
    DONE;
}
