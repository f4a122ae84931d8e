/**
# Which straight lines solve (39), and what fails on the others

What a line is, once more: the signs of all speeds are asked at a thousand points
and between all zeros, and at each it is asked of all subsets of forces whether
some of them add up to M (v+ - v).
*/
#include "cone_by_subsets.h"
#include "hp23/inclusion/line.h"
#include "law31_lines.h"

enum { SIDES = 10, SPEEDS = 10, NV = LAW31_NV };

/* A line, by hand. */
typedef struct {
    hp23 *m;
    mpq_t g[SIDES * NV];          /* n_j - mu d_j, n_j + mu d_j */
    mpq_t y0[SPEEDS], y1[SPEEDS]; /* vn, vt at the ends */
    mpq_t x[NV], f, t;            /* M (v+ - v) */
    mpq_t cut[SPEEDS + 2];
    int cuts;
} byhand;

static void byhand_new(byhand *b, hp23 *m)
{
    *b = (byhand){.m = m};
    const int nv = m->d.nv;
    for (int i = 0; i < SIDES * NV; i++)
        mpq_init(b->g[i]);
    for (int i = 0; i < SPEEDS; i++)
        mpq_inits(b->y0[i], b->y1[i], NULL);
    for (int i = 0; i < SPEEDS + 2; i++)
        mpq_init(b->cut[i]);
    for (int i = 0; i < NV; i++)
        mpq_init(b->x[i]);
    mpq_inits(b->f, b->t, NULL);
    for (int j = 0; j < m->d.p; j++)
        for (int i = 0; i < nv; i++) {
            mpq_mul(b->t, m->x.mu[j], m->x.d[j * nv + i]);
            mpq_sub(b->g[2 * j * nv + i], m->x.n[j * nv + i], b->t);
            mpq_add(b->g[(2 * j + 1) * nv + i], m->x.n[j * nv + i], b->t);
        }
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
        mpq_clear(b->x[i]);
    mpq_clears(b->f, b->t, NULL);
}

static void aim(byhand *b, const mpq_t *to)
{
    const step_exact *d = &b->m->x;
    const int nv = d->nv, p = d->p;
    b->cuts = 2;
    mpq_set_ui(b->cut[0], 0, 1);
    mpq_set_ui(b->cut[1], 1, 1);
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

/* solve: to points of continua, and to vertices. */
typedef struct {
    int lines, solve[2], over, faults[4], jointly, points, nowhere;
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

static void judge(law31 *of, const mpq_t *to, int vertex, void *tally_of)
{
    tally *t = tally_of;
    const step_exact *d = &of->m->x;
    const exact_limit none = {0};
    const arena_mark mark = arena_here(&of->m->a);
    byhand b;
    line l;
    byhand_new(&b, of->m);
    aim(&b, to);
    perp_status s =
        line_check(&of->m->a, &of->r, (const mpq_t *)d->v, to, &none, &l);
    CHECK(s.code == PERP_OK, "%s", s.message);
    const int solves = line_by_hand(&b);
    CHECK(l.solves == solves, "line_check %d, by hand %d", l.solves, solves);
    CHECK(!l.solves || l.piece == -1, "it solves, and fails on %d", l.piece);
    t->lines++;
    t->points += !vertex;
    t->solve[vertex] += l.solves;
    if (!l.solves)
        judge_faults(&b, &l, t);
    line_clear(&l);
    byhand_clear(&b);
    arena_release(&of->m->a, mark);
}

/** The examples: the lines to all v+ of law (31) solve (39), the three of gait and
RAMone among them; but for the discs as coded, whose upper contacts slip on the way
and stick at the end. */
static void of_the_examples(void)
{
    static const int wanted[HP23_MODELS] = {1, 3, 1, 3, 0, 1};
    check_random c = {check_seed(3940)};
    for (int k = 0; k < HP23_MODELS; k++) {
        hp23 m;
        tally t = {0};
        hp23_load(&m, hp23_models[k]);
        law31_lines(&m, &c, judge, &t);
        const int solve = t.solve[1];
        printf("%s: %d of %d lines solve\n", hp23_models[k], solve, t.lines);
        CHECK(solve == wanted[k], "%s: %d of %d lines solve", hp23_models[k],
              solve, wanted[k]);
        hp23_clear(&m);
    }
}

/** Two hundred random impacts of one to three contacts, a third of them with one at
rest, some with a contact twice: what line_check says of every v+ of law (31),
vertices and ten points of each continuum, is so; of the lines that do not solve the
conditions that are named exclude each other, and none of them is superfluous.

Verifies HP23 (39). */
static void of_random_impacts(void)
{
    tally t = {0};
    const int continua = law31_random(judge, &t);
    const int solve = t.solve[0] + t.solve[1];
    printf("%d lines, %d to points of %d continua; %d solve\n", t.lines,
           t.points, continua, solve);
    printf("conditions: %d part, %d turn, %d stick, %d friction; %d over, "
           "%d jointly, %d no impulses\n",
           t.faults[0], t.faults[1], t.faults[2], t.faults[3], t.over,
           t.jointly, t.nowhere);
    CHECK(solve > 40 && t.faults[LINE_PARTS] > 5 && t.faults[LINE_TURNS] > 5 &&
              t.faults[LINE_STICKS] > 5 && continua > 0,
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
