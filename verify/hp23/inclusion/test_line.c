/**
# Straight lines to the ends of law (31)

What a line is, once more: the signs of all speeds are asked at a thousand points
and between all zeros, and at each it is asked of all subsets of forces whether
some of them add up to M (v+ - v).
*/
#include "cone_by_subsets.h"
#include "hp23.h"
#include "hp23/impact/outcomes.h"
#include "hp23/inclusion/hull.h"
#include "hp23/inclusion/line.h"
#include "hp23/inclusion/solution.h"

enum { SIDES = 10, SPEEDS = 10, NV = 9 };

/* A line, by hand. */
typedef struct {
    hp23 *m;
    rates r;
    ways all;
    outcomes ends;
    mpq_t g[SIDES * NV];          /* n_j - mu d_j, n_j + mu d_j */
    mpq_t y0[SPEEDS], y1[SPEEDS]; /* vn, vt at the ends */
    mpq_t x[NV], f, t;            /* M (v+ - v) */
    mpq_t to[NV], cut[SPEEDS + 2];
    int cuts;
} byhand;

static void byhand_new(byhand *b, hp23 *m)
{
    *b = (byhand){.m = m, .ends = {.nv = m->d.nv}};
    const int nv = m->d.nv;
    for (int i = 0; i < SIDES * NV; i++)
        mpq_init(b->g[i]);
    for (int i = 0; i < SPEEDS; i++)
        mpq_inits(b->y0[i], b->y1[i], NULL);
    for (int i = 0; i < SPEEDS + 2; i++)
        mpq_init(b->cut[i]);
    for (int i = 0; i < NV; i++)
        mpq_inits(b->x[i], b->to[i], NULL);
    mpq_inits(b->f, b->t, NULL);
    for (int j = 0; j < m->d.p; j++)
        for (int i = 0; i < nv; i++) {
            mpq_mul(b->t, m->x.mu[j], m->x.d[j * nv + i]);
            mpq_sub(b->g[2 * j * nv + i], m->x.n[j * nv + i], b->t);
            mpq_add(b->g[(2 * j + 1) * nv + i], m->x.n[j * nv + i], b->t);
        }
    CHECK(rates_new(&m->a, &m->x, &b->r).code == PERP_OK, "rates");
    ways_new(&b->r, &b->all);
    outcomes_search s = {0};
    perp_status st = outcomes_of_law(&m->a, &m->x, 1, &s, &b->ends);
    CHECK(st.code == PERP_OK, "%s", st.message);
}

static void byhand_clear(byhand *b)
{
    for (int i = 0; i < SIDES * NV; i++)
        mpq_clear(b->g[i]);
    for (int i = 0; i < SPEEDS; i++)
        mpq_clears(b->y0[i], b->y1[i], NULL);
    for (int i = 0; i < SPEEDS + 2; i++)
        mpq_clear(b->cut[i]);
    for (int i = 0; i < NV; i++)
        mpq_clears(b->x[i], b->to[i], NULL);
    mpq_clears(b->f, b->t, NULL);
    outcomes_clear(&b->ends);
    ways_clear(&b->all);
    rates_clear(&b->r);
}

static void aim(byhand *b, const mpq_t *to)
{
    const step_exact *d = &b->m->x;
    const int nv = d->nv, p = d->p;
    b->cuts = 2;
    mpq_set_ui(b->cut[0], 0, 1);
    mpq_set_ui(b->cut[1], 1, 1);
    for (int i = 0; i < nv; i++) {
        mpq_set(b->to[i], to[i]);
        mpq_set_ui(b->x[i], 0, 1);
    }
    for (int i = 0; i < nv; i++)
        for (int k = 0; k < nv; k++) {
            mpq_sub(b->t, to[k], d->v[k]);
            mpq_mul(b->t, b->t, d->M[i * nv + k]);
            mpq_add(b->x[i], b->x[i], b->t);
        }
    for (int i = 0; i < 2 * p; i++) {
        const mpq_t *g =
            (const mpq_t *)(i < p ? d->n + i * nv : d->d + (i - p) * nv);
        impact_dot(nv, g, (const mpq_t *)d->v, b->y0[i]);
        impact_dot(nv, g, to, b->y1[i]);
        if (mpq_sgn(b->y0[i]) * mpq_sgn(b->y1[i]) < 0) {
            mpq_sub(b->t, b->y0[i], b->y1[i]);
            mpq_div(b->cut[b->cuts++], b->y0[i], b->t);
        }
    }
}

/* The sign of speed i at the fraction b->f. */
static int sign_at(byhand *b, int i)
{
    mpq_sub(b->t, b->y1[i], b->y0[i]);
    mpq_mul(b->t, b->t, b->f);
    mpq_add(b->t, b->t, b->y0[i]);
    return mpq_sgn(b->t);
}

/* What (39) allows at signs: a contact that does not part, and of it the force
   against its slip, or both when it sticks. */
static void allowed(byhand *b, const int *sign, int *in)
{
    const int p = b->m->d.p;
    for (int j = 0; j < p; j++) {
        in[2 * j] = sign[j] <= 0 && sign[p + j] >= 0;
        in[2 * j + 1] = sign[j] <= 0 && sign[p + j] <= 0;
    }
}

static int collide(const byhand *b, const int *sign)
{
    int any = 0;
    for (int j = 0; j < b->m->d.p; j++)
        any |= sign[j] < 0;
    return any;
}

/* Is the line a solution at b->f? -1: a speed is just changing its sign. */
static int solves_at(byhand *b, int *sign)
{
    const int p = b->m->d.p;
    int in[SIDES] = {0};
    for (int i = 0; i < 2 * p; i++) {
        sign[i] = sign_at(b, i);
        if (sign[i] == 0 && mpq_sgn(b->y0[i]) != 0)
            return -1;
    }
    allowed(b, sign, in);
    return collide(b, sign) &&
           cone_by_subsets(b->m->d.nv, 2 * p, b->g, in, (const mpq_t *)b->x);
}

/* Wherever the signs are new, the question is asked anew. */
static int asked_at(byhand *b, int *was, int known)
{
    int sign[SPEEDS], same = known >= 0;
    for (int i = 0; i < 2 * b->m->d.p; i++)
        same &= (sign[i] = sign_at(b, i)) == was[i];
    if (same)
        return known;
    memcpy(was, sign, sizeof sign);
    return solves_at(b, was);
}

static int line_by_hand(byhand *b)
{
    int was[SPEEDS] = {0}, known = -1, all = 1;
    for (int i = 0; i < 1000 && all; i++) {
        mpq_set_si(b->f, 2 * i + 1, 2000);
        mpq_canonicalize(b->f);
        known = asked_at(b, was, known);
        all &= known != 0;
    }
    for (int i = 0; i < b->cuts && all; i++)
        for (int k = 0; k < i && all; k++) {
            if (mpq_equal(b->cut[i], b->cut[k]))
                continue;
            mpq_add(b->f, b->cut[i], b->cut[k]);
            mpq_div_2exp(b->f, b->f, 1);
            known = asked_at(b, was, known);
            all &= known != 0;
        }
    return all;
}

typedef struct {
    int lines, solve, over, faults[4], jointly, reached, points, nowhere;
} tally;

/* Without the conditions that are not named, some sides are allowed. */
static int still(byhand *b, const line *l, const int *sign, int but)
{
    const int p = b->m->d.p;
    int in[SIDES], by[SIDES];
    allowed(b, sign, by);
    for (int c = 0; c < 2 * p; c++)
        in[c] = 1;
    for (int k = 0; k < l->faults; k++) {
        const int j = l->fault[k].contact;
        for (int c = 2 * j; k != but && c < 2 * j + 2; c++)
            in[c] &= l->fault[k].condition == LINE_PARTS ? 0 : by[c];
    }
    return cone_by_subsets(b->m->d.nv, 2 * p, b->g, in, (const mpq_t *)b->x);
}

/* What is named excludes each other on the piece that is named, and nothing of
   it is superfluous; each means what its name says. */
static void judge_faults(byhand *b, const line *l, tally *t)
{
    const int p = b->m->d.p;
    int sign[SPEEDS];
    mpq_add(b->f, l->at[l->piece], l->at[l->piece + 1]);
    mpq_div_2exp(b->f, b->f, 1);
    CHECK(solves_at(b, sign) == 0, "it solves where it is said to fail");
    CHECK(l->over == !collide(b, sign), "over");
    t->over += l->over;
    if (l->over)
        return;
    CHECK(!still(b, l, sign, -1), "the conditions named can all be kept");
    for (int k = 0; k < l->faults; k++) {
        const int j = l->fault[k].contact;
        const int s0 = mpq_sgn(b->y0[p + j]), s1 = mpq_sgn(b->y1[p + j]);
        CHECK(still(b, l, sign, k), "condition %d is superfluous", k);
        t->faults[l->fault[k].condition]++;
        switch (l->fault[k].condition) {
        case LINE_PARTS:
            CHECK(sign[j] > 0, "it does not part");
            break;
        case LINE_TURNS:
            CHECK(s0 * s1 < 0 && sign[j] <= 0, "it does not turn");
            break;
        case LINE_STICKS:
            CHECK(s0 != 0 && s1 == 0 && sign[j] <= 0, "it does not stick");
            break;
        default:
            CHECK(sign[j] <= 0, "it parts");
        }
    }
    t->jointly += l->faults > 1;
    t->nowhere += l->faults == 0;
}

/* The direction is one that a leg may have: a rate in a polytope. */
static void is_a_leg(byhand *b, const line *l)
{
    const step_exact *d = &b->m->x;
    const way_set *set;
    const exact_limit none = {0};
    mpq_t rate[NV], u[SPEEDS], distance, weight[400];
    mpq_init(distance);
    for (int i = 0; i < NV; i++)
        mpq_init(rate[i]);
    for (int i = 0; i < SPEEDS; i++)
        mpq_init(u[i]);
    for (int i = 0; i < 400; i++)
        mpq_init(weight[i]);
    for (int i = 0; i < d->nv; i++) {
        mpq_sub(rate[i], b->to[i], d->v[i]);
        mpq_mul(rate[i], rate[i], l->at[1]);
        mpq_div(rate[i], rate[i], l->ds[0]);
    }
    for (int i = 0; i < 2 * d->p; i++)
        mpq_set(u[i], b->y0[i]);
    perp_status s = ways_at(&b->all, (const mpq_t *)u, -1, &none, &set);
    CHECK(s.code == PERP_OK, "%s", s.message);
    int found = 0;
    for (int i = 0; i < set->count && !found; i++) {
        hull_exact h = {d->nv, set->first[i + 1] - set->first[i],
                        (const mpq_t *)set->point + set->first[i] * d->nv,
                        (const mpq_t *)rate};
        CHECK(h.count <= 400, "%d vertices", h.count);
        s = hull_distance(&b->m->a, &h, distance, weight);
        CHECK(s.code == PERP_OK, "%s", s.message);
        found = mpq_sgn(distance) == 0;
    }
    CHECK(found, "no polytope of %d has the direction of a line that solves",
          set->count);
    mpq_clear(distance);
    for (int i = 0; i < NV; i++)
        mpq_clear(rate[i]);
    for (int i = 0; i < SPEEDS; i++)
        mpq_clear(u[i]);
    for (int i = 0; i < 400; i++)
        mpq_clear(weight[i]);
}

/* Solutions are drawn until one ends there: of that, the verdict. */
static void is_reached(byhand *b, tally *t)
{
    const int nv = b->m->d.nv;
    int found = 0;
    for (uint64_t i = 0; i < 400 && !found; i++) {
        const arena_mark mark = arena_here(&b->m->a);
        solution x;
        solution_options o = {.seed = 5, .ends = &b->ends, .most = 40};
        perp_status s = solution_find(&b->m->a, &b->all, &o, i, &x);
        CHECK(s.code == PERP_OK || strstr(s.message, "not pointed") != NULL,
              "%s", s.message);
        found = s.code == PERP_OK && x.ended;
        for (int k = 0; k < nv && found; k++)
            found = mpq_equal(x.v[(x.knots - 1) * nv + k], b->to[k]) != 0;
        if (found) {
            path_verdict v;
            velocity_path path = solution_path(&x);
            s = path_check(&b->m->a, &b->r, &path, &v);
            CHECK(s.code == PERP_OK && mpq_sgn(v.worst) == 0,
                  "the path to it is %g beside (39)", mpq_get_d(v.worst));
            path_verdict_clear(&v);
        }
        solution_clear(&x);
        arena_release(&b->m->a, mark);
    }
    CHECK(found, "a line solves and none of 400 solutions ends there");
    t->reached += found;
}

static int judge(byhand *b, const mpq_t *to, int vertex, tally *t)
{
    const step_exact *d = &b->m->x;
    const exact_limit none = {0};
    const arena_mark mark = arena_here(&b->m->a);
    line l;
    aim(b, to);
    perp_status s =
        line_check(&b->m->a, &b->r, (const mpq_t *)d->v, to, &none, &l);
    CHECK(s.code == PERP_OK, "%s", s.message);
    const int solves = line_by_hand(b);
    CHECK(l.solves == solves, "line_check %d, by hand %d", l.solves, solves);
    CHECK(!l.solves || l.piece == -1, "it solves, and fails on %d", l.piece);
    t->lines++;
    t->points += !vertex;
    t->solve += l.solves;
    if (!l.solves)
        judge_faults(b, &l, t);
    else
        is_a_leg(b, &l);
    if (l.solves && vertex)
        is_reached(b, t);
    const int result = l.solves;
    line_clear(&l);
    arena_release(&b->m->a, mark);
    return result;
}

/* Ten points of a face of solutions with more than one v+. */
static void judge_points(byhand *b, const generators *g, check_random *c,
                         tally *t)
{
    const int nv = b->m->d.nv;
    mpq_t to[NV];
    for (int i = 0; i < NV; i++)
        mpq_init(to[i]);
    for (int k = 0; k < 10; k++) {
        long sum = 0;
        for (int i = 0; i < nv; i++)
            mpq_set_ui(to[i], 0, 1);
        for (int l = 0; l < 1 + k % (nv + 1); l++) {
            const int at = check_integer(c, 0, g->vertices - 1);
            const long weight = check_integer(c, 1, 8);
            sum += weight;
            for (int i = 0; i < nv; i++) {
                mpq_set_si(b->t, weight, 1);
                mpq_mul(b->t, b->t, g->vertex[at * g->cols + i]);
                mpq_add(to[i], to[i], b->t);
            }
        }
        for (int i = 0; i < nv; i++) {
            mpq_set_si(b->t, sum, 1);
            mpq_div(to[i], to[i], b->t);
        }
        judge(b, (const mpq_t *)to, 0, t);
    }
    for (int i = 0; i < NV; i++)
        mpq_clear(to[i]);
}

/* The v+ of the continua, from the faces of (31) themselves. */
static void judge_continua(byhand *b, check_random *c, tally *t)
{
    lcp_exact_problem p;
    choices_system s = {.cols = 0};
    enumeration e = {0};
    enumerate_options o = {0};
    CHECK(impact_pose(&b->m->a, &b->m->x, &p).code == PERP_OK, "pose");
    CHECK(choices_contacts(&b->m->a, &p, &s).code == PERP_OK, "modes");
    CHECK(enumerate_all(&s, &o, &b->m->a, &e).code == PERP_OK, "all");
    for (int k = 0; k < e.faces; k++) {
        const generators *g = &e.face[k].points;
        int several = 0;
        for (int i = 0; i < g->vertices * g->cols; i++)
            several |= i % g->cols < b->m->d.nv &&
                       !mpq_equal(g->vertex[i], g->vertex[i % g->cols]);
        if (several)
            judge_points(b, g, c, t);
    }
    enumerate_free(&e);
    choices_clear(&s);
    lcp_exact_problem_clear(&p);
}

static int all_of(hp23 *m, check_random *c, tally *t)
{
    byhand b;
    int solve = 0;
    byhand_new(&b, m);
    for (outcome *k = b.ends.first; k != NULL; k = k->next)
        solve += judge(&b, (const mpq_t *)k->v, 1, t);
    if (b.ends.spread)
        judge_continua(&b, c, t);
    byhand_clear(&b);
    return solve;
}

/** The examples: the lines to all v+ of law (31) solve (39), the three of gait and
RAMone among them, and each is reached; but for the discs as coded, whose upper
contacts slip on the way and stick at the end. */
static void of_the_examples(void)
{
    static const int wanted[HP23_MODELS] = {1, 3, 1, 3, 0, 1};
    check_random c = {check_seed(3940)};
    for (int k = 0; k < HP23_MODELS; k++) {
        hp23 m;
        tally t = {0};
        hp23_load(&m, hp23_models[k]);
        const int solve = all_of(&m, &c, &t);
        printf("%s: %d of %d lines solve\n", hp23_models[k], solve, t.lines);
        CHECK(solve == wanted[k], "%s: %d of %d lines solve", hp23_models[k],
              solve, wanted[k]);
        hp23_clear(&m);
    }
}

/* Contact j is at rest, and sticks when asked: its gradients are turned away
   from v. */
static void put_to_rest(hp23 *m, int j, int sticks)
{
    const int nv = m->d.nv;
    mpq_t f, t;
    mpq_inits(f, t, NULL);
    impact_dot(nv, (const mpq_t *)m->x.v, (const mpq_t *)m->x.v, t);
    for (int k = 0; k < 1 + sticks && mpq_sgn(t) != 0; k++) {
        mpq_t *g = (k == 0 ? m->x.n : m->x.d) + j * nv, part;
        mpq_init(part);
        impact_dot(nv, (const mpq_t *)g, (const mpq_t *)m->x.v, f);
        mpq_div(f, f, t);
        for (int i = 0; i < nv; i++) {
            mpq_mul(part, f, m->x.v[i]);
            mpq_sub(g[i], g[i], part);
        }
        mpq_clear(part);
    }
    mpq_clears(f, t, NULL);
}

/* A contact twice: impulses are not unique, and v+ may be a continuum. */
static void double_it(hp23 *m, int from, int to)
{
    const int nv = m->d.nv;
    for (int i = 0; i < nv; i++) {
        mpq_set(m->x.n[to * nv + i], m->x.n[from * nv + i]);
        mpq_set(m->x.d[to * nv + i], m->x.d[from * nv + i]);
    }
}

/** Two hundred random impacts of one to three contacts, a third of them with one at
rest, some with a contact twice: what line_check says of every v+ of law (31),
vertices and ten points of each continuum, is so; lines that solve begin with a rate
that legs may have, and are reached; of the others the conditions that are named
exclude each other, and none of them is superfluous.

Verifies HP23 (39). */
static void of_random_impacts(void)
{
    check_random c = {check_seed(3941)};
    tally t = {0};
    int impacts = 0, continua = 0;
    while (impacts < 200) {
        const int p = 1 + impacts % 3, nv = 2 + impacts / 3 % 3;
        const mpq_t *v;
        mpq_t zero;
        hp23 m;
        hp23_random(&c, nv, p, &m);
        v = (const mpq_t *)m.x.v;
        if (p > 1 && impacts % 2 == 0)
            put_to_rest(&m, p - 1, impacts % 4 == 0);
        if (p == 3 && impacts % 5 == 0)
            double_it(&m, 0, 1);
        mpq_init(zero);
        if (impact_colliding(&m.x, v, zero) >= 0) {
            const int points = t.points;
            all_of(&m, &c, &t);
            continua += t.points > points;
            impacts++;
        }
        mpq_clear(zero);
        hp23_clear(&m);
    }
    printf("%d lines, %d to points of %d continua; %d solve, %d reached\n",
           t.lines, t.points, continua, t.solve, t.reached);
    printf("conditions: %d part, %d turn, %d stick, %d friction; %d over, "
           "%d jointly, %d no impulses\n",
           t.faults[0], t.faults[1], t.faults[2], t.faults[3], t.over,
           t.jointly, t.nowhere);
    CHECK(t.solve > 40 && t.faults[LINE_PARTS] > 5 &&
              t.faults[LINE_TURNS] > 5 && t.faults[LINE_STICKS] > 5 &&
              continua > 0,
          "too tame");
    CHECK(t.nowhere == 0, "a v+ of law (31) without impulses");
    VERIFIES("HP23 (39)");
}

/** By hand: A rests and slips, with just so much friction that its impulse neither
lifts it nor pushes it in. Its slip of 1 is stopped by an impulse of 2/5, which turns B
round, from -1/10 to 3/10: nothing collides behind a quarter of the way, and the
impact is over there. */
static void over_on_the_way(void)
{
    hp23 m;
    rates r;
    line l;
    mpq_t to[3];
    const exact_limit none = {0};
    static const int slip[3] = {1, 2, -2}, v[3] = {8, 0, -1},
                     end[3] = {6, 0, 3};
    hp23_new(&m, 3, 2);
    m.d.M[0] = m.d.M[4] = m.d.M[8] = m.d.n[1] = m.d.n[5] = 1;
    m.d.mu[0] = 0.5;
    for (int i = 0; i < 3; i++)
        m.d.d[i] = slip[i];
    hp23_exact(&m);
    for (int i = 0; i < 3; i++) {
        mpq_init(to[i]);
        mpq_set_si(to[i], end[i], 10);
        mpq_canonicalize(to[i]);
        mpq_set_si(m.x.v[i], v[i], 10);
        mpq_canonicalize(m.x.v[i]);
    }
    CHECK(rates_new(&m.a, &m.x, &r).code == PERP_OK, "rates");
    perp_status s = line_check(&m.a, &r, (const mpq_t *)m.x.v,
                               (const mpq_t *)to, &none, &l);
    CHECK(s.code == PERP_OK, "%s", s.message);
    CHECK(!l.solves && l.over && l.piece == 1 && l.faults == 0, "piece %d",
          l.piece);
    CHECK(mpq_cmp_si(l.at[1], 1, 4) == 0, "at %g", mpq_get_d(l.at[1]));
    CHECK(mpq_cmp_si(l.ds[0], 1, 10) == 0, "ds = %g", mpq_get_d(l.ds[0]));
    line_clear(&l);
    for (int i = 0; i < 3; i++)
        mpq_clear(to[i]);
    rates_clear(&r);
    hp23_clear(&m);
}

int main(void)
{
    RUN(over_on_the_way);
    RUN(of_the_examples);
    RUN(of_random_impacts);
    DONE;
}
