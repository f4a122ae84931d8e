#include "base/memory.h"
#include "check.h"
#include "dag.h"
#include "model/tape/tape_lanes.h"
#include "model/tape/tape_split.h"

#include <math.h>

enum { ROOM = 400, SENT = ROOM * TAPE_LANES };

/* Side s of eight points x, lane by lane, and what it sends behind `to`; 0 when
   a value is not finite. */
static int send(const tape *side, const uint8_t *whose, int s,
                double x[TAPE_LANES][DAG_VARS], double *to)
{
    double work[SENT];
    int n = 0;
    for (int k = 0; k < DAG_VARS; k++)
        if (whose[k] == s) {
            for (int l = 0; l < TAPE_LANES; l++)
                work[n * TAPE_LANES + l] = x[l][k];
            n++;
        }
    CHECK((uint32_t)n == side->inputs, "%d inputs, %u", n, side->inputs);
    CHECK(tape_values(side) <= ROOM, "%u values", tape_values(side));
    return tape_lanes(side, work, to);
}

/* The parts at eight points; 0 when a value is not finite. */
static int by_parts(const tape_parts *p, const uint8_t *whose,
                    double x[TAPE_LANES][DAG_VARS], double *out)
{
    double work[SENT];
    const uint32_t first = p->side[0].outputs * TAPE_LANES;
    return send(&p->side[0], whose, 0, x, work) &&
           send(&p->side[1], whose, 1, x, work + first) &&
           tape_lanes(&p->pair, work, out);
}

/** Random expressions, their variables dealt to two sides at random: what the parts
make of eight points has the bits of the whole tape at each, or is refused, and then
the whole tape has a value that is not finite at one of them. No instruction is lost,
and none is in two parts. */
static void the_same_bits(void)
{
    check_random r = {check_seed(97)};
    int decided = 0, refused = 0, shared = 0;
    for (int round = 0; round < 1500; round++) {
        dag d = dag_random(&r, 0, round % 4 == 0);
        graph g = {0};
        arena a = {0};
        tape t;
        tape_parts p;
        uint8_t whose[DAG_VARS];
        double x[TAPE_LANES][DAG_VARS], one[2 * ROOM], out[TAPE_LANES], y;
        int broken = 0;
        graph_id root = dag_write(&g, &d);
        if (root == GRAPH_NONE || /* it folds to something not finite */
            tape_make(&a, &g, 1, &root, DAG_VARS, &t).code != PERP_OK) {
            graph_free(&g);
            arena_free(&a);
            continue;
        }
        for (int k = 0; k < DAG_VARS; k++)
            whose[k] = check_uniform(&r, 0, 1) < 0.5;
        CHECK(tape_split(&a, &t, whose, &p).code == PERP_OK, "split");
        CHECK(p.side[0].instrs + p.side[1].instrs + p.pair.instrs == t.instrs,
              "%u + %u + %u of %u", p.side[0].instrs, p.side[1].instrs,
              p.pair.instrs, t.instrs);
        shared += p.side[0].instrs + p.side[1].instrs > 0 && p.pair.instrs > 0;
        for (int l = 0; l < TAPE_LANES; l++)
            for (int k = 0; k < DAG_VARS; k++)
                x[l][k] = l == 0 ? d.x[k] : check_uniform(&r, -2, 2);
        const int finite = by_parts(&p, whose, x, out);
        for (int l = 0; l < TAPE_LANES; l++) {
            perp_status s = tape_f64(&t, x[l], one, &y);
            for (uint32_t k = 0; k < tape_values(&t); k++)
                broken |= !isfinite(one[k]);
            CHECK(!finite ||
                      (s.code == PERP_OK && memcmp(&out[l], &y, sizeof y) == 0),
                  "round %d, lane %d: %a, %a", round, l, out[l], y);
        }
        CHECK(finite != broken, "round %d: finite %d, broken %d", round, finite,
              broken);
        decided += finite;
        refused += !finite;
        tape_clear(&t);
        arena_free(&a);
        graph_free(&g);
    }
    printf("%d evaluated, %d with work for all parts, %d refused\n", decided,
           shared, refused);
    CHECK(decided > 300 && refused > 300 && shared > 300, "too few");
}

int main(void)
{
    memory_adopt_gmp();
    RUN(the_same_bits);
    DONE;
}
