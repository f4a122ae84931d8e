#include "sample/sampler.h"

#include <string.h>

/* As many samples are under way at once, and as many places may have packets that
   are not full before the oldest has to go; fewer than FEW go singly. */
enum { UNDER_WAY = 4096, PARTIAL = 512, FEW = 3, WALKERS = 16 };

typedef struct {
    _Alignas(64) double u[ROADS_ROWS];
    road *at;
    int who;
} walker;

/* Bytes for places; behind them all are forgotten and begin anew. */
enum { MOST_BYTES = 1 << 27 };

/** A sample under way has a record, the numbers of its problem and then $v$: $w$
of (75a) holds the state that a step needs. All eight records of a packet are
turned into rows, go through the arithmetic, and are turned back. */
struct sampler_block {
    sampler *s;
    halm_posa_samples *all;
    uint64_t first;
    int begun, count;          /* samples begun, of how many */
    int start[UNDER_WAY], starts; /* who is about to begin a step */
    int spare[UNDER_WAY], spares; /* records that nobody has */
    int of[UNDER_WAY], lcps[UNDER_WAY]; /* the record's sample and problems */
    double *record, *nobody;
    packet_rows x;
    walker walker[WALKERS]; /* who goes singly */
    int walkers;
    lcp_answer alone;
    arena *a;
};

typedef struct sampler_block block;

static perp_status rows_new(arena *a, const sampler *s, packet_rows *x)
{
    const size_t rows = (size_t)(3 * s->length + s->each + 1);
    double *at = arena_take(a, rows * PACKET, sizeof *at);
    if (at == NULL)
        return PERP_NO_MEMORY(rows * PACKET * sizeof *at);
    x->b = at;
    x->v = at + s->length * PACKET;
    x->u = at + s->each * PACKET;
    x->z = x->u + s->length * PACKET;
    x->w = x->z + s->length * PACKET;
    x->tolerance = s->o->tolerance;
    return PERP_SUCCESS;
}

static perp_status block_new(arena *a, sampler *s)
{
    const size_t records = (size_t)(s->each * (UNDER_WAY + 1));
    block *k = s->block = arena_take(a, 1, sizeof *k);
    if (k == NULL)
        return PERP_NO_MEMORY(sizeof *k);
    k->record = arena_take(a, records, sizeof *k->record);
    if (k->record == NULL)
        return PERP_NO_MEMORY(records * sizeof *k->record);
    k->nobody = k->record + s->each * UNDER_WAY;
    for (int i = 0; i < UNDER_WAY; i++)
        k->spare[k->spares++] = UNDER_WAY - 1 - i;
    PERP_TRY(rows_new(a, s, &k->x));
    return lcp_answer_new(a, 0, s->g->n, &k->alone);
}

static double *record(const block *k, int who)
{
    return k->record + (size_t)who * (size_t)k->s->each;
}

/** A sample is where its step has led: before the next one, or at its end. */
static void arrived(block *k, int who, int colliding)
{
    const halm_posa *g = k->s->g;
    const double *b = record(k, who);
    const size_t i = (size_t)k->of[who];
    if (colliding && k->lcps[who] <= k->s->o->N) {
        k->start[k->starts++] = who;
        return;
    }
    double *u = k->all->u + i * (size_t)(g->p + g->r);
    for (int j = 0; j < g->p; j++)
        u[j] = b[g->p + j];
    for (int s = 0; s < g->r; s++)
        u[g->p + s] = b[2 * g->p + 2 * s];
    memcpy(k->all->v + i * (size_t)g->nv, b + k->s->length,
           (size_t)g->nv * sizeof *b);
    k->all->lcps[i] = k->lcps[who];
    k->all->ended[i] = !colliding;
    k->spare[k->spares++] = who;
}

/* Somebody who cannot go with the others. */
static perp_status go_alone(block *k, int who)
{
    const halm_posa *g = k->s->g;
    double *b = record(k, who), u[2 * ROADS_ROWS];
    lcp_problem q = {0, g->n, g->W, b};
    int climbed;
    PERP_TRY(mlcp_solve(&q, &mlcp_defaults, k->a, &k->alone, &climbed));
    k->all->climbed += climbed;
    k->s->alone++;
    if (k->alone.outcome != LCP_SOLVED)
        return PERP_FAIL(PERP_BUG, "a step of the impact has no solution, "
                                   "against Theorem 6");
    halm_posa_read(g, k->alone.z, k->alone.w, b + k->s->length, u);
    halm_posa_pose(g, u, b);
    k->lcps[who]++;
    arrived(k, who, halm_posa_colliding(g, k->s->o->tolerance, u));
    return PERP_SUCCESS;
}

/* Eight records, or parts of them, into rows, and back. */
static void turn(const block *k, int length, const packet *p, double *rows)
{
    const double *from[PACKET];
    for (int l = 0; l < PACKET; l++)
        from[l] = l < p->count ? record(k, p->who[l]) : k->nobody;
    k->s->kernel->turn(length, from, rows);
}

/** An exchange at a place, each sample at its row: who enters takes the row of
$z_0$, and $z_0$ the row of who leaves. `to` is where each one is then; null where
it cannot go. */
static perp_status depart(block *k, road *at, double *u, const int *row,
                          road **to)
{
    _Alignas(64) double factor[PACKET] = {0};
    roads *r = &k->s->k;
    const int gap = at->gap;
    for (int l = 0; l < PACKET; l++) {
        to[l] = NULL;
        if (row[l] < 0)
            continue;
        if (at->behind[row[l]] == NULL)
            PERP_TRY(roads_explore(r, at, row[l]));
        to[l] = at->behind[row[l]] == &r->nowhere ? NULL : at->behind[row[l]];
        __builtin_prefetch(to[l]);
        factor[l] = u[row[l] * PACKET + l] * at->factor[row[l]] + 0.0;
    }
    k->s->kernel->move(r->n, at->a, factor, u);
    for (int l = 0; l < PACKET; l++) {
        if (row[l] < 0)
            continue;
        if (gap >= 0)
            u[row[l] * PACKET + l] = u[gap * PACKET + l];
        u[(gap >= 0 ? gap : row[l]) * PACKET + l] = factor[l];
    }
    return PERP_SUCCESS;
}

/* Whoever has a place to go to is there; the others go alone. */
static perp_status spread(block *k, const double *u, const packet *p,
                          road *const *to)
{
    double *place[PACKET];
    int lost = 0;
    for (int l = 0; l < PACKET; l++) {
        int goes = l < p->count && to[l] != NULL;
        place[l] = goes ? crowd_put(&k->s->crowd, to[l], p->who[l]) : k->nobody;
        lost |= l < p->count && !goes;
    }
    k->s->kernel->turn_back(k->s->length, u, place);
    for (int l = 0; lost && l < p->count; l++)
        if (to[l] == NULL)
            PERP_TRY(go_alone(k, p->who[l]));
    return PERP_SUCCESS;
}

/* The bounds of the next steps: halm_posa_bounds, eight at a time. Points of a
   sequence come one at a time. */
static void draw(const block *k, const packet *p)
{
    const halm_posa *g = k->s->g;
    const halm_posa_options *o = k->s->o;
    _Alignas(64) uint64_t sample[PACKET] = {0};
    _Alignas(64) int64_t step[PACKET] = {0};
    double one[ROADS_ROWS];
    for (int l = 0; l < p->count; l++) {
        sample[l] = k->first + (uint64_t)k->of[p->who[l]];
        step[l] = k->lcps[p->who[l]];
    }
    if (o->points == NULL) {
        k->s->kernel->bounds(o, sample, step, g->p, k->x.b);
        return;
    }
    for (int l = 0; l < p->count; l++) {
        halm_posa_bounds(g, o, sample[l], (long)step[l], one);
        for (int j = 0; j < g->p; j++)
            k->x.b[j * PACKET + l] = one[j];
    }
}

/** Who stands at the beginning of a step gets its bounds, and takes the first
exchange: the row that leaves is the lowest of each. */
static perp_status set_out(block *k)
{
    packet p = {.count = k->starts < PACKET ? k->starts : PACKET};
    _Alignas(64) int64_t first[PACKET];
    double *back[PACKET];
    road *to[PACKET];
    int row[PACKET];
    k->starts -= p.count;
    memcpy(p.who, k->start + k->starts, (size_t)p.count * sizeof *p.who);
    turn(k, k->s->length, &p, k->x.b);
    draw(k, &p);
    for (int l = 0; l < PACKET; l++)
        back[l] = l < p.count ? record(k, p.who[l]) : k->nobody;
    k->s->kernel->turn_back(k->s->bounds, k->x.b, back);
    k->s->kernel->first(k->s->g->n, k->s->tie, k->x.b, first);
    for (int l = 0; l < PACKET; l++)
        row[l] = l < p.count ? (int)first[l] : -1;
    PERP_TRY(depart(k, k->s->k.start, k->x.b, row, to));
    return spread(k, k->x.b, &p, to);
}

/* From a place on. */
static perp_status go_on(block *k, const packet *p)
{
    _Alignas(64) uint64_t tied[PACKET];
    const double *from[PACKET];
    roads *r = &k->s->k;
    road *to[PACKET];
    int row[PACKET];
    for (int l = 0; l < PACKET; l++)
        from[l] = p->u + l * k->s->length;
    k->s->kernel->turn(k->s->length, from, k->x.u);
    k->s->kernel->ratios(r->n, k->s->tie, p->at, k->x.u, tied);
    for (int l = 0; l < PACKET; l++)
        row[l] = l < p->count ? roads_leaving(r, p->at, tied[l]) : -1;
    PERP_TRY(depart(k, p->at, k->x.u, row, to));
    return spread(k, k->x.u, p, to);
}

/* One step of a walker; *at is null when it cannot go on. */
static perp_status walk(block *k, walker *x)
{
    roads *r = &k->s->k;
    road *at = x->at;
    double *u = x->u;
    uint64_t tied = k->s->kernel->ratios_of_one(r->n, k->s->tie, at, u);
    int row = roads_leaving(r, at, tied);
    x->at = NULL;
    if (row < 0)
        return PERP_SUCCESS;
    if (at->behind[row] == NULL)
        PERP_TRY(roads_explore(r, at, row));
    if (at->behind[row] == &r->nowhere)
        return PERP_SUCCESS;
    x->at = at->behind[row];
    roads_call(r, x->at);
    double factor = u[row] * at->factor[row] + 0.0;
    k->s->kernel->move_one(r->n, at->a, factor, u);
    u[row] = u[at->gap];
    u[at->gap] = factor;
    return PERP_SUCCESS;
}

/** From where nobody else comes samples go on singly, until they meet somebody or
come to the end. They step in turn: what one waits for, when it comes to a place
that is far away in memory, hides behind the others. */
static perp_status wander(block *k)
{
    while (k->walkers > 0)
        for (int i = k->walkers - 1; i >= 0; i--) {
            walker *x = &k->walker[i];
            PERP_TRY(walk(k, x));
            if (x->at != NULL && x->at->end == NULL && x->at->waiting < 0)
                continue;
            if (x->at == NULL)
                PERP_TRY(go_alone(k, x->who));
            else
                memcpy(crowd_put(&k->s->crowd, x->at, x->who), x->u,
                       (size_t)k->s->length * sizeof *x->u);
            *x = k->walker[--k->walkers];
        }
    return PERP_SUCCESS;
}

/* The samples of a packet become walkers. */
static perp_status go_singly(block *k, const packet *p)
{
    for (int l = 0; l < p->count; l++) {
        walker *x = &k->walker[k->walkers++];
        x->at = p->at;
        x->who = p->who[l];
        roads_call(&k->s->k, p->at);
        memcpy(x->u, p->u + l * k->s->length,
               (size_t)k->s->length * sizeof *x->u);
    }
    return k->walkers > WALKERS - FEW ? wander(k) : PERP_SUCCESS;
}

/* The end of a road: the step is taken. */
static perp_status finish(block *k, const packet *p)
{
    const double *from[PACKET];
    double *back[PACKET];
    uint64_t colliding, bad;
    for (int l = 0; l < PACKET; l++)
        from[l] = p->u + l * k->s->length;
    k->s->kernel->turn(k->s->length, from, k->x.u);
    turn(k, k->s->each, p, k->x.b);
    bad = k->s->kernel->arrive(k->s->g, &k->s->k, p->at, &k->x, &colliding);
    for (int l = 0; l < PACKET; l++)
        back[l] = l < p->count && (bad >> l & 1) == 0 ? record(k, p->who[l])
                                                      : k->nobody;
    k->s->kernel->turn_back(k->s->each, k->x.b, back);
    for (int l = 0; l < p->count; l++)
        if (bad >> l & 1) {
            PERP_TRY(go_alone(k, p->who[l]));
        } else {
            k->lcps[p->who[l]]++;
            arrived(k, p->who[l], (int)(colliding >> l & 1));
        }
    return PERP_SUCCESS;
}

/* The next sample of the block, before its first step. */
static void begin(block *k)
{
    const halm_posa *g = k->s->g;
    const int who = k->spare[--k->spares];
    double *b = record(k, who);
    halm_posa_pose(g, g->u0, b);
    memcpy(b + k->s->length, g->v0, (size_t)g->nv * sizeof *b);
    k->of[who] = k->begun++;
    k->lcps[who] = 0;
    arrived(k, who, halm_posa_colliding(g, k->s->o->tolerance, g->u0));
}

/** Full packets go first. New samples begin when there are none and not too many
packets wait for company; behind the last sample those that wait go as they
are. Places are forgotten when nobody stands there. */
static perp_status next(block *k, int *over)
{
    crowd *c = &k->s->crowd;
    packet *p = crowd_full(c);
    int room = k->s->k.bytes < MOST_BYTES;
    int calm = p == NULL && room && c->partial <= PARTIAL;
    while (calm && k->begun < k->count && k->starts < PACKET && k->spares > 0)
        begin(k);
    if (calm && k->starts >= PACKET)
        return set_out(k);
    if (p == NULL)
        p = crowd_oldest(c);
    if (p != NULL) {
        perp_status s = p->at->end != NULL ? finish(k, p)
                        : p->count < FEW   ? go_singly(k, p)
                                           : go_on(k, p);
        crowd_return(c, p);
        return s;
    }
    if (k->walkers > 0)
        return wander(k);
    if (!room)
        return roads_forget(&k->s->k);
    *over = k->starts == 0;
    return *over ? PERP_SUCCESS : set_out(k);
}

/** Implements HP23 (Alg1). */
perp_status sampler_run(sampler *s, uint64_t first, int count, arena *a,
                        halm_posa_samples *out)
{
    block *k = s->block;
    perp_status st = PERP_SUCCESS;
    int over = 0;
    if (k == NULL)
        return halm_posa_sample(s->g, s->o, first, count, a, out);
    k->s = s;
    k->a = a;
    k->all = out;
    k->first = first;
    k->count = count;
    k->begun = 0;
    out->climbed = 0;
    while (st.code == PERP_OK && !over)
        st = next(k, &over);
    return st;
}

static int padded(int count)
{
    return (count + PACKET - 1) / PACKET * PACKET;
}

perp_status sampler_new(arena *a, const halm_posa *g,
                        const halm_posa_options *o, f64_width width,
                        sampler *out)
{
    *out = (sampler){.g = g, .o = o, .tie = mlcp_defaults.tie};
    if (g->n > ROADS_ROWS)
        return PERP_SUCCESS;
    out->kernel = packet_choose(width);
    out->length = padded(g->n);
    out->bounds = padded(g->p);
    out->each = out->length + padded(g->nv);
    PERP_TRY(crowd_new(a, out->length, UNDER_WAY + PACKET, &out->crowd));
    PERP_TRY(block_new(a, out));
    return roads_new(a, g->n, g->W, &out->k);
}

void sampler_free(sampler *s)
{
    roads_free(&s->k);
}
