/**
# One small step ends what has almost ended
*/
#include "one_step.h"
#include "hp23.h"
#include "hp23/impact/halm_posa_exact.h"

static mpq_t zero;

/* Does f(v, epsilon 1) collide, with v = end + 2^-k v0? */
static int still_collides(hp23 *m, const mpq_t *end, int k, mpq_srcptr epsilon)
{
    const int nv = m->d.nv;
    mpq_t v[3], to[3], most[2], t;
    step_exact d = m->x;
    mpq_inits(most[0], most[1], t, NULL);
    for (int i = 0; i < nv; i++) {
        mpq_inits(v[i], to[i], NULL);
        mpq_div_2exp(t, m->x.v[i], (mp_bitcnt_t)k);
        mpq_add(v[i], end[i], t);
    }
    d.v = v;
    for (int j = 0; j < d.p; j++)
        mpq_set(most[j], epsilon);
    perp_status s = one_step(&m->a, &d, (const mpq_t *)most, NULL, to);
    CHECK(s.code == PERP_OK, "%s", s.message);
    int j = impact_colliding(&m->x, (const mpq_t *)to, zero);
    for (int i = 0; i < nv; i++)
        mpq_clears(v[i], to[i], NULL);
    mpq_clears(most[0], most[1], t, NULL);
    return j >= 0;
}

/** **Lemma 9**, exactly, where Assumption 6 holds: from an end of the impact, with
a little of v0 put on it again so that it collides with speeds below delta, one step
with the bounds epsilon ends it, as soon as delta is small beside epsilon. With a
large delta it need not; and a delta that does for epsilon does in proportion for a
smaller one (Lemma 11).

Verifies HP23 (Lemma9). */
static void ends_in_one_step(void)
{
    static const char *const model[] = {"rocking_block", "box_wall"};
    int not_yet = 0;
    for (int k = 0; k < 2; k++) {
        hp23 m;
        halm_posa g;
        mpq_t epsilon;
        hp23_load(&m, model[k]);
        mpq_init(epsilon);
        CHECK(halm_posa_new(&m.a, &m.d, &g).code == PERP_OK, "new");
        halm_posa_options o = {.h = m.h / 2, .N = 20, .seed = 3};
        halm_posa_proof p = {.d = &m.x, .g = &g, .o = &o};
        for (uint64_t i = 0; i < 12; i++) {
            halm_posa_path end;
            CHECK(halm_posa_prove(&m.a, &p, i, &end).code == PERP_OK &&
                      end.ended.count == 1,
                  "sample");
            const mpq_t *v = (const mpq_t *)end.ended.first->v;
            for (int shrink = 0; shrink < 20; shrink += 10) {
                mpq_set_d(epsilon, shrink == 0 ? m.h : m.h * 0x1p-10);
                not_yet += still_collides(&m, v, 0, epsilon);
                CHECK(!still_collides(&m, v, 6 + shrink, epsilon),
                      "%s, %d: still collides", model[k], (int)i);
                CHECK(!still_collides(&m, v, 26 + shrink, epsilon),
                      "%s, %d: still collides", model[k], (int)i);
            }
            outcomes_clear(&end.ended);
        }
        mpq_clear(epsilon);
        hp23_clear(&m);
    }
    CHECK(not_yet > 5, "a large delta ends, too: %d", not_yet);
    VERIFIES("HP23 (Lemma9)");
}

int main(void)
{
    mpq_init(zero);
    RUN(ends_in_one_step);
    mpq_clear(zero);
    DONE;
}
