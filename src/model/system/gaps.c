#include "model/system/kind.h"
#include "model/tape/tape_lanes.h"
#include "model/tape/tape_span.h"

#include <math.h>
#include <string.h>

/** ## The gaps of all candidates

Ten boxes in space have 7280 candidates, of which 6480 are pairs of edges with 326
instructions each: two million for one place of the boxes, and a step that has a
collision looks at a dozen places. So what one edge does by itself is
[done once for each edge](../tape/tape_split.h), and the pairs are evaluated side by side. */

/* Values of the sides, then room for what is evaluated: value k of entry e of
   side s is at[s][k stride[s] + e]. */
typedef struct {
    const tape_parts *of;
    double *at[2], *lanes, *out;
    size_t stride[2];
} halves;

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t whole_lanes(uint32_t n)
{
    return (n + TAPE_LANES - 1) / TAPE_LANES * (size_t)TAPE_LANES;
}

/* Not where most entries have no partner: bodies that move in no other's way.
   */
static int pays(const binding *b)
{
    return b->n >= TAPE_LANES && 2 * (uint64_t)b->n >= b->s[0]->n + b->s[1]->n;
}

static size_t values_of(const binding *b, const tape_parts *x, int s)
{
    return pays(b) ? whole_lanes(b->s[s]->n) * x->side[s].outputs : 0;
}

/* What the greediest of the three parts works in. */
static size_t lanes_of(const tape_parts *x)
{
    const size_t one = tape_lanes_slots(&x->side[0]);
    const size_t two = tape_lanes_slots(&x->side[1]);
    return larger(tape_lanes_slots(&x->pair), larger(one, two));
}

static size_t work_of(const binding *b, const tape_parts *x)
{
    const size_t gap = tape_slots(&b->k->gap), row = tape_slots(&b->k->row);
    const size_t one = kind_inputs(b->k) + b->k->row.outputs + larger(gap, row);
    const size_t out =
        larger(x->pair.outputs, larger(x->side[0].outputs, x->side[1].outputs));
    return values_of(b, x, 0) + values_of(b, x, 1) +
           larger(one, pays(b) ? lanes_of(x) + out * TAPE_LANES : 0);
}

size_t binding_work(const binding *b)
{
    return larger(work_of(b, &b->k->part), work_of(b, &b->k->floor));
}

static halves halves_at(const binding *b, const tape_parts *x, double *work)
{
    const size_t one = values_of(b, x, 0), two = values_of(b, x, 1);
    return (halves){
        .of = x,
        .at = {work, work + one},
        .lanes = work + one + two,
        .out = work + one + two + lanes_of(x),
        .stride = {whole_lanes(b->s[0]->n), whole_lanes(b->s[1]->n)}};
}

/* The inputs of entries from..from + TAPE_LANES of a side, its last one again
   where there are no more; velocities are zero. */
static void side_inputs(const binding *b, int s, uint32_t from, const double *q,
                        double *in)
{
    const side *x = b->s[s];
    const uint32_t n = b->k->coords[s], p = b->k->params[s];
    double *still = in + n * TAPE_LANES;
    double *param = still + b->k->vels[s] * TAPE_LANES;
    memset(still, 0, b->k->vels[s] * TAPE_LANES * sizeof *in);
    for (uint32_t l = 0; l < TAPE_LANES; l++) {
        const uint32_t e = from + l < x->n ? from + l : x->n - 1;
        const uint32_t *at = binding_coord(b, s, e);
        for (uint32_t k = 0; k < n; k++)
            in[k * TAPE_LANES + l] = at[k] == KIND_WORLD ? 0 : q[at[k]];
        for (uint32_t k = 0; k < p; k++)
            param[k * TAPE_LANES + l] = x->param[(size_t)e * p + k];
    }
}

/* All entries of a side; 0 when one has a value that is not finite. */
static int side_values(const binding *b, int s, const double *q,
                       const halves *h)
{
    const tape *t = &h->of->side[s];
    for (uint32_t e = 0; e < b->s[s]->n; e += TAPE_LANES) {
        side_inputs(b, s, e, q, h->lanes);
        if (!tape_lanes(t, h->lanes, h->out))
            return 0;
        for (uint32_t k = 0; k < t->outputs; k++)
            memcpy(h->at[s] + k * h->stride[s] + e, h->out + k * TAPE_LANES,
                   TAPE_LANES * sizeof *h->out);
    }
    return 1;
}

/** What a pair takes of its entries. Candidates stand by $a$, then $b$, and a box has
twelve edges: of four that follow each other the first entry is mostly one, and the second
ones are neighbours, so that four values are one number or one piece of memory. Of eight that
is so less often. */
static void quarter(const uint32_t *e, const double *x, size_t stride,
                    uint32_t outputs, double *to)
{
    int row = 1, same = 1;
    for (uint32_t l = 1; l < 4; l++) {
        row &= e[l] == e[0] + l;
        same &= e[l] == e[0];
    }
    for (uint32_t k = 0; k < outputs; k++, x += stride, to += TAPE_LANES) {
        if (row)
            memcpy(to, x + e[0], 4 * sizeof *to);
        else if (same)
            to[0] = to[1] = to[2] = to[3] = x[e[0]];
        else
            for (uint32_t l = 0; l < 4; l++)
                to[l] = x[e[l]];
    }
}

/* The inputs of TAPE_LANES pairs: their entries' values. */
static void pair_inputs(const binding *b, const uint32_t *pair, const halves *h,
                        double *in)
{
    uint32_t e[TAPE_LANES];
    for (int s = 0; s < 2; s++) {
        const uint32_t *entry = s == 0 ? b->a : b->b;
        const uint32_t outputs = h->of->side[s].outputs;
        for (uint32_t l = 0; l < TAPE_LANES; l++)
            e[l] = entry[pair[l]];
        for (uint32_t l = 0; l < TAPE_LANES; l += 4)
            quarter(e + l, h->at[s], h->stride[s], outputs, in + l);
        in += outputs * (size_t)TAPE_LANES;
    }
}

/* TAPE_LANES pairs from the place `at` of a list of n, or of all where there is
   none, and the last one again. */
static void eight(const int *id, int base, uint32_t n, uint32_t at,
                  uint32_t *pair)
{
    for (uint32_t l = 0; l < TAPE_LANES; l++) {
        const uint32_t k = at + l < n ? at + l : n - 1;
        pair[l] = id == NULL ? k : (uint32_t)(id[k] - base);
    }
}

/* Those of n candidates, one by one. */
static perp_status gaps_alone(const binding *b, const uint32_t *pair,
                              uint32_t n, const double *q, double *work,
                              double *gap)
{
    double *rest = work + kind_inputs(b->k);
    for (uint32_t l = 0; l < n; l++) {
        const uint32_t i = pair[l];
        binding_inputs(b, i, q, work);
        PERP_TRY(
            binding_which(b, i, tape_f64(&b->k->gap, work, rest, &gap[i])));
    }
    return PERP_SUCCESS;
}

/** Eight at a time, the last ones filled up with the last; and one by one those that
are few, or have a number that is not finite, which only `tape_f64` can explain. Of a list
the order is kept, so that the first candidate that fails is the first of the list. */
perp_status binding_gaps_of(const binding *b, const int *id, int base,
                            uint32_t n, const double *q, double *work,
                            double *gap)
{
    const halves h = halves_at(b, &b->k->part, work);
    const int side_by_side = n > 0 && pays(b) && side_values(b, 0, q, &h) &&
                             side_values(b, 1, q, &h);
    uint32_t pair[TAPE_LANES];
    for (uint32_t i = 0; i < n; i += TAPE_LANES) {
        const uint32_t left = n - i < TAPE_LANES ? n - i : TAPE_LANES;
        eight(id, base, n, i, pair);
        if (side_by_side)
            pair_inputs(b, pair, &h, h.lanes);
        if (!side_by_side)
            PERP_TRY(gaps_alone(b, pair, left, q, work, gap));
        else if (!tape_lanes(&h.of->pair, h.lanes, h.out))
            PERP_TRY(gaps_alone(b, pair, left, q, h.lanes, gap));
        else
            for (uint32_t l = 0; l < left; l++)
                gap[pair[l]] = h.out[l];
    }
    return PERP_SUCCESS;
}

perp_status binding_gaps(const binding *b, const double *q, double *work,
                         double *gap)
{
    return binding_gaps_of(b, NULL, 0, b->n, q, work, gap);
}

/** ## How low a gap can be

While the coordinates stay in a box, every double that the gap of a pair can be is in an
[interval](../tape/tape_span.c), whose lower end is asked here. The parts are like those above,
[a sign in two cases](../tape/tape_cases.h), and each value two numbers: a side's are intervals of
its own coordinates, and the pair's of those. An entry of which nothing is known sends NaN, and so
nothing is known of its pairs. For two edges that are parallel up to the box's angles nothing is
known as long as the box leaves open whether their lines cross. Of two edges that cross
while their faces look the same way, a half of those of two stacked boxes, the normal's sign is
open, and neither sign makes a contact. */
static void side_spans(const binding *b, int s, const double *const q[2],
                       const halves h[2])
{
    const tape *t = &h[0].of->side[s];
    unsigned char known[TAPE_LANES];
    for (uint32_t e = 0; e < b->s[s]->n; e += TAPE_LANES) {
        for (int end = 0; end < 2; end++)
            side_inputs(b, s, e, q[end], h[end].lanes);
        tape_span(t, h[0].lanes, h[1].lanes, known);
        for (uint32_t k = 0; k < t->outputs * TAPE_LANES; k++) {
            const uint32_t l = k % TAPE_LANES, i = k / TAPE_LANES;
            for (int end = 0; end < 2; end++)
                h[end].at[s][i * h[end].stride[s] + e + l] =
                    known[l] ? h[end].lanes[t->out[i] * TAPE_LANES + l]
                             : (double)NAN;
        }
    }
}

void binding_floors(const binding *b, const double *from, const double *to,
                    double *work, double *low)
{
    const tape_parts *x = &b->k->floor;
    const tape *t = &x->pair;
    const halves h[2] = {halves_at(b, x, work),
                         halves_at(b, x, work + binding_work(b))};
    const double *const q[2] = {from, to};
    unsigned char known[TAPE_LANES];
    uint32_t pair[TAPE_LANES];
    for (int s = 0; s < 2 && pays(b); s++)
        side_spans(b, s, q, h);
    for (uint32_t i = 0; i < b->n; i += TAPE_LANES) {
        memset(known, 0, sizeof known);
        eight(NULL, 0, b->n, i, pair);
        for (int end = 0; end < 2 && pays(b); end++)
            pair_inputs(b, pair, &h[end], h[end].lanes);
        if (pays(b))
            tape_span(t, h[0].lanes, h[1].lanes, known);
        for (uint32_t l = 0; l < TAPE_LANES && i + l < b->n; l++)
            low[i + l] =
                known[l] ? h[0].lanes[t->out[0] * TAPE_LANES + l] : -HUGE_VAL;
    }
}
