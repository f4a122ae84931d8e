/**
# The box of a mode, against the equations of data in the box
*/
#include "hp23/within/within.h"
#include "planted_data.h"
#include "slow_lcp.h"

#include <math.h>

enum { NV = 3, P = 2, ROOM = NV + 2 * P };

/* v+ and, behind it, lambda of contact 0 and 1, of the mode of these data; the
   impulse of what is apart is 0. 0: singular. */
static int follow(arena *a, const step_exact *d, const uint8_t *way, mpq_t *out)
{
    mpq_t *A = rational_array(a, ROOM * ROOM + 2 * ROOM), t, f;
    mpq_t *b = A + ROOM * ROOM, *z = b + ROOM;
    int pick[ROOM], n = NV, normal[P] = {-1, -1};
    mpq_inits(t, f, NULL);
    for (int i = 0; i < NV; i++)
        for (int j = 0; j < NV; j++) {
            mpq_set(A[i * ROOM + j], d->M[i * NV + j]);
            mpq_mul(t, d->M[i * NV + j], d->v[j]);
            mpq_sub(b[i], b[i], t);
        }
    for (int j = 0; j < P; j++)
        for (int k = 0;
             way[j] != WITHIN_APART && k <= (way[j] == WITHIN_STICKS);
             k++, n++) {
            const mpq_t *g = (const mpq_t *)(k ? d->d : d->n) + j * NV;
            mpq_set(f, d->mu[j]);
            if (way[j] == WITHIN_FORWARD)
                mpq_neg(f, f);
            if (k == 0)
                normal[j] = n;
            for (int i = 0; i < NV; i++) {
                mpq_set(A[n * ROOM + i], g[i]);
                mpq_neg(A[i * ROOM + n], g[i]);
                if (way[j] == WITHIN_STICKS)
                    continue;
                mpq_mul(t, f, d->d[j * NV + i]);
                mpq_sub(A[i * ROOM + n], A[i * ROOM + n], t);
            }
        }
    for (int i = 0; i < n; i++)
        pick[i] = i;
    lcp_exact_problem p = {ROOM, 0, (const mpq_t *)A, (const mpq_t *)b};
    const int fine = slow_gauss(&p, n, pick, z);
    for (int i = 0; i < NV; i++)
        mpq_set(out[i], z[i]);
    for (int j = 0; j < P; j++) {
        mpq_set_ui(out[NV + j], 0, 1);
        if (normal[j] >= 0)
            mpq_set(out[NV + j], z[normal[j]]);
    }
    rational_clear(A, ROOM * ROOM + 2 * ROOM);
    mpq_clears(t, f, NULL);
    return fine;
}

static int inside(mpq_srcptr x, double low, double high)
{
    mpq_t t;
    mpq_init(t);
    mpq_set_d(t, low);
    int fine = mpq_cmp(x, t) >= 0;
    mpq_set_d(t, high);
    fine &= mpq_cmp(x, t) <= 0;
    mpq_clear(t);
    return fine;
}

typedef struct {
    int boxes, refuted, points;
} tally;

static void look(check_random *r, hp23 *m, mpq_srcptr eps, const uint8_t *way,
                 tally *t)
{
    double low[ROOM], high[ROOM];
    int refuted;
    mpq_t *out = rational_array(&m->a, NV + P), x;
    mpq_init(x);
    for (int i = 0; i < ROOM; i++) {
        low[i] = -0x1p900;
        high[i] = 0x1p900;
    }
    CHECK(mode_box(&m->a, &m->x, eps, way, low, high, &refuted).code == PERP_OK,
          "room");
    t->refuted += refuted;
    t->boxes += !refuted && high[0] < 0x1p900;
    for (int k = 0; k < 6; k++) {
        step_exact d = planted_data(r, &m->a, &m->x, eps);
        if (follow(&m->a, &d, way, out)) {
            const mpq_t *v = (const mpq_t *)out;
            CHECK(!refuted || mpq_sgn(out[NV]) < 0 || mpq_sgn(out[NV + 1]) < 0,
                  "refuted, and the normal impulses are not negative");
            for (int i = 0; i < NV && !refuted; i++)
                CHECK(inside(v[i], low[i], high[i]), "coordinate %d", i);
            for (int j = 0; j < P && !refuted; j++) {
                impact_normal(&d, j, v, x);
                CHECK(inside(x, low[NV + j], high[NV + j]), "normal %d", j);
                impact_slip(&d, j, v, x);
                CHECK(inside(x, low[NV + P + j], high[NV + P + j]), "slip %d",
                      j);
            }
            t->points++;
        }
        planted_clear(&d);
    }
    rational_clear(out, NV + P);
    mpq_clear(x);
}

static void planted(void)
{
    check_random r = {check_seed(2323)};
    tally t = {0};
    mpq_t eps;
    mpq_init(eps);
    for (int round = 0; round < 12; round++) {
        hp23 m;
        hp23_random(&r, NV, P, &m);
        mpq_set_ui(eps, 1, 1u << (6 + round % 20));
        for (int k = 0; k < 16; k++) {
            const uint8_t way[P] = {(uint8_t)(k % 4), (uint8_t)(k / 4)};
            look(&r, &m, eps, way, &t);
        }
        hp23_clear(&m);
    }
    printf("%d boxes, %d refuted, %d planted\n", t.boxes, t.refuted, t.points);
    CHECK(t.boxes > 60 && t.refuted > 5 && t.points > 600, "too tame");
    mpq_clear(eps);
}

/* A search that would go on ends with LIMIT; without limits it does not. */
static void limits(void)
{
    static const within_limits most[] = {{0}, {.nodes = 2}, {.work = 100},
                                         {.modes = 1}};
    mpq_t eps;
    mpq_init(eps);
    mpq_set_d(eps, 0x1p-20);
    for (int k = 0; k < 4; k++) {
        hp23 m;
        within w;
        hp23_load(&m, "compass_gait"); /* three modes */
        const perp_code code = within_find(&m.a, &m.x, eps, &most[k], &w).code;
        CHECK(code == (k == 0 ? PERP_OK : PERP_LIMIT), "%d: %d", k, code);
        CHECK(k > 0 || w.count == 3, "%d modes", w.count);
        hp23_clear(&m);
    }
    mpq_clear(eps);
}

int main(void)
{
    RUN(limits);
    RUN(planted);
    DONE;
}
