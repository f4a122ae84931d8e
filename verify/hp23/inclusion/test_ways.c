/**
# Every rate that a leg may have
*/
#include "hp23.h"
#include "hp23/inclusion/hull.h"
#include "hp23/inclusion/path.h"
#include "hp23/inclusion/ways.h"

enum { NV = 4, SPEEDS = 6, POINTS = 400 };

typedef struct {
    hp23 *m;
    rates r;
    ways all;
    mpq_t u[SPEEDS], rate[NV], speed, t, zero, weight[POINTS];
} asking;

static void asking_new(asking *q, hp23 *m)
{
    q->m = m;
    for (int i = 0; i < SPEEDS; i++)
        mpq_init(q->u[i]);
    for (int i = 0; i < NV; i++)
        mpq_init(q->rate[i]);
    for (int i = 0; i < POINTS; i++)
        mpq_init(q->weight[i]);
    mpq_inits(q->speed, q->t, q->zero, NULL);
    CHECK(rates_new(&m->a, &m->x, &q->r).code == PERP_OK, "rates");
    ways_new(&q->r, &q->all);
    for (int j = 0; j < m->d.p; j++) {
        impact_normal(&m->x, j, (const mpq_t *)m->x.v, q->u[j]);
        impact_slip(&m->x, j, (const mpq_t *)m->x.v, q->u[m->d.p + j]);
    }
}

static void asking_clear(asking *q)
{
    for (int i = 0; i < SPEEDS; i++)
        mpq_clear(q->u[i]);
    for (int i = 0; i < NV; i++)
        mpq_clear(q->rate[i]);
    for (int i = 0; i < POINTS; i++)
        mpq_clear(q->weight[i]);
    mpq_clears(q->speed, q->t, q->zero, NULL);
    ways_clear(&q->all);
    rates_clear(&q->r);
}

static const way_set *set_of(asking *q)
{
    const exact_limit none = {0};
    const way_set *set = NULL;
    perp_status s = ways_at(&q->all, (const mpq_t *)q->u, -1, &none, &set);
    CHECK(s.code == PERP_OK, "%s", s.message);
    return set;
}

/* Normal rates a_j (0: none) and friction b_j mu_j a_j, b_j in -1, 0, 1, at
   random. Do they keep the law from v on? Speeds that are zero get the sign of
   their rates. */
static int keeps_the_law(asking *q, check_random *c)
{
    const step_exact *d = &q->m->x;
    const int nv = d->nv, p = d->p;
    int a[3], b[3], fine = 1, sum = 0;
    for (int i = 0; i < nv; i++)
        mpq_set_ui(q->rate[i], 0, 1);
    for (int j = 0; j < p; j++) {
        sum += a[j] = check_integer(c, -3, 4) > 0 ? check_integer(c, 1, 4) : 0;
        b[j] = check_integer(c, -1, 1);
        for (int i = 0; i < nv; i++) {
            mpq_set_si(q->t, a[j] * b[j], 1);
            mpq_mul(q->t, q->t, d->mu[j]);
            mpq_mul(q->t, q->t, q->r.wd[j * nv + i]);
            mpq_add(q->rate[i], q->rate[i], q->t);
            mpq_set_si(q->t, a[j], 1);
            mpq_mul(q->t, q->t, q->r.wn[j * nv + i]);
            mpq_add(q->rate[i], q->rate[i], q->t);
        }
    }
    for (int j = 0; j < p && sum > 0; j++) {
        int n = mpq_sgn(q->u[j]), t = mpq_sgn(q->u[p + j]);
        impact_normal(d, j, (const mpq_t *)q->rate, q->speed);
        n = n != 0 ? n : mpq_sgn(q->speed);
        impact_slip(d, j, (const mpq_t *)q->rate, q->speed);
        t = t != 0 ? t : mpq_sgn(q->speed);
        fine &= a[j] == 0 || n <= 0;
        fine &= a[j] == 0 || t == 0 || b[j] == -t || mpq_sgn(d->mu[j]) == 0;
    }
    for (int i = 0; i < nv && sum > 0; i++) {
        mpq_set_si(q->t, sum, 1);
        mpq_div(q->rate[i], q->rate[i], q->t);
    }
    return fine && sum > 0;
}

static int is_listed(asking *q, const way_set *set)
{
    const int nv = q->m->d.nv;
    int found = 0;
    for (int i = 0; i < set->count && !found; i++) {
        hull_exact h = {nv, set->first[i + 1] - set->first[i],
                        (const mpq_t *)set->point + set->first[i] * nv,
                        (const mpq_t *)q->rate};
        CHECK(h.count <= POINTS, "%d vertices", h.count);
        perp_status s = hull_distance(&q->m->a, &h, q->speed, q->weight);
        CHECK(s.code == PERP_OK, "%s", s.message);
        found = mpq_sgn(q->speed) == 0;
    }
    return found;
}

/* The mean of all points of a polytope, and its first point, begin a path that
   solves (39) for a while. */
static void begins_a_solution(asking *q, const way_set *set, int i, int one)
{
    const int nv = q->m->d.nv, p = q->m->d.p;
    const int first = set->first[i], last = one ? first + 1 : set->first[i + 1];
    mpq_t s[2], v[2 * NV];
    mpq_inits(s[0], s[1], NULL);
    for (int l = 0; l < 2 * nv; l++)
        mpq_init(v[l]);
    for (int l = 0; l < nv; l++) {
        mpq_set_ui(q->rate[l], 0, 1);
        for (int k = first; k < last; k++)
            mpq_add(q->rate[l], q->rate[l], set->point[k * nv + l]);
        mpq_set_si(q->t, last - first, 1);
        mpq_div(q->rate[l], q->rate[l], q->t);
    }
    mpq_set_ui(s[1], 1, 1); /* shorter than until any sign changes */
    for (int k = 0; k < 2 * p; k++) {
        (k < p ? impact_normal : impact_slip)(&q->m->x, k % p,
                                              (const mpq_t *)q->rate, q->speed);
        if (mpq_sgn(q->speed) * mpq_sgn(q->u[k]) >= 0)
            continue;
        mpq_div(q->t, q->u[k], q->speed);
        mpq_abs(q->t, q->t);
        if (mpq_cmp(q->t, s[1]) < 0)
            mpq_set(s[1], q->t);
    }
    for (int l = 0; l < nv; l++) {
        mpq_set(v[l], q->m->x.v[l]);
        mpq_mul(q->t, s[1], q->rate[l]);
        mpq_add(v[nv + l], v[l], q->t);
    }
    path_verdict verdict;
    velocity_path path = {2, (const mpq_t *)s, (const mpq_t *)v};
    perp_status st = path_check(&q->m->a, &q->r, &path, &verdict);
    CHECK(st.code == PERP_OK && mpq_sgn(verdict.worst) == 0, "%g beside (39)",
          mpq_get_d(verdict.worst));
    path_verdict_clear(&verdict);
    mpq_clears(s[0], s[1], NULL);
    for (int l = 0; l < 2 * nv; l++)
        mpq_clear(v[l]);
}

/** At velocities with contacts that collide, part, rest, slip and stick: means and
vertices of every polytope begin a solution of (39), by the verdict on paths; and rates
that are drawn at random and keep Coulomb's law, contact by contact, are in one of
them.

Verifies HP23 (38)-(40). */
static void sound_and_complete(void)
{
    check_random c = {check_seed(3951)};
    int listed = 0, polytopes = 0;
    for (int round = 0; round < 90; round++) {
        const int nv = 2 + round % 3, p = 1 + round / 3 % 3;
        hp23 m;
        asking q;
        hp23_random(&c, nv, p, &m);
        for (int i = 0; i < nv; i++) /* along an axis, so that some rest */
            mpq_set_si(m.x.v[i], i == round % nv ? -1 : 0, 1);
        for (int j = 1; j < p; j++) {
            if (check_integer(&c, 0, 2) > 0)
                mpq_set_ui(m.x.n[j * nv + round % nv], 0, 1);
            if (check_integer(&c, 0, 2) > 0)
                mpq_set_ui(m.x.d[j * nv + round % nv], 0, 1);
        }
        asking_new(&q, &m);
        if (impact_colliding(&m.x, (const mpq_t *)m.x.v, q.zero) >= 0) {
            const way_set *set = set_of(&q);
            CHECK(set == set_of(&q) && q.all.sets == 1, "not kept");
            for (int i = 0; i < set->count; i++) {
                begins_a_solution(&q, set, i, 0);
                begins_a_solution(&q, set, i, 1);
            }
            polytopes += set->count;
            for (int k = 0; k < 60; k++)
                if (keeps_the_law(&q, &c)) {
                    CHECK(is_listed(&q, set), "round %d: a rate is missing",
                          round);
                    listed++;
                }
        }
        asking_clear(&q);
        hp23_clear(&m);
    }
    printf("%d polytopes, %d rates at random\n", polytopes, listed);
    CHECK(listed > 300 && polytopes > 100, "too tame");
    VERIFIES("HP23 (38)-(40)");
}

/** The gait by hand: with the leading foot pressing at a rate of 1 and the trailing
one idle, the trailing one is lifted. A jam holds it down. Both are there, and a rate
of the trailing foot only when the leading one pushes it in. */
static void the_gait_jams(void)
{
    hp23 m;
    asking q;
    int lifts = 0, held = 0;
    hp23_load(&m, "compass_gait");
    asking_new(&q, &m);
    const way_set *set = set_of(&q);
    for (int k = 0; k < set->first[set->count]; k++) {
        impact_normal(&m.x, 1, (const mpq_t *)set->point + k * 4, q.speed);
        lifts += mpq_sgn(q.speed) > 0;
        held += mpq_sgn(q.speed) == 0;
    }
    CHECK(lifts > 0 && held > 0, "%d vertices lift B, %d hold it", lifts, held);
    asking_clear(&q);
    hp23_clear(&m);
}

int main(void)
{
    RUN(sound_and_complete);
    RUN(the_gait_jams);
    DONE;
}
