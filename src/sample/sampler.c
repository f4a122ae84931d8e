#include "sample/sampler.h"

#include <string.h>

/* As many are under way at once, and as many places may have packets that are
   not full before the oldest has to go. */
enum { UNDER_WAY = 4096, PARTIAL = 512 };

/* Fewer than these go singly. */
enum { FEW = 3 };

/* Bytes for places; behind them all are forgotten and begin anew. */
enum { MOST_BYTES = 1 << 27 };

/* One block under way. */
typedef struct {
    sampler *s;
    halm_posa_samples *all;
    uint64_t first;
    int begun, count, alive; /* samples begun, of how many; under way */
    double *most;            /* count times p: the bounds of the step */
    int start[UNDER_WAY], starts; /* who is about to begin a step */
    packet_rows x;
    double *turned; /* a packet's samples */
    lcp_answer alone;
    arena *a;
} block;

static perp_status block_new(block *k, arena *a)
{
    const halm_posa *g = k->s->g;
    const int n = g->n, p = g->p;
    const int length = k->s->crowd.length;
    size_t rows = (size_t)(2 * n + 3 * length + p + g->r + g->nv);
    size_t numbers = rows * PACKET + (size_t)(k->count * p + n);
    double *at = arena_take(a, numbers, sizeof *at);
    if (at == NULL)
        return PERP_NO_MEMORY(numbers * sizeof *at);
    k->x = (packet_rows){.b = at};
    k->x.u = at + length * PACKET;
    k->turned = k->x.u + length * PACKET;
    k->x.z = k->turned + length * PACKET;
    k->x.w = k->x.z + n * PACKET;
    k->x.speed = k->x.w + n * PACKET;
    k->x.gain = k->x.speed + (p + g->r) * PACKET;
    k->most = k->x.gain + g->nv * PACKET;
    return lcp_answer_new(a, 0, n, &k->alone);
}

static double *speeds(const block *k, int i)
{
    return k->all->u + (size_t)i * (size_t)(k->s->g->p + k->s->g->r);
}

/** A sample is where its step has led: at its end, or before the next one. */
static void arrived(block *k, int i)
{
    const halm_posa_options *o = k->s->o;
    k->all->ended[i] =
        !halm_posa_colliding(k->s->g, o->tolerance, speeds(k, i));
    if (k->all->ended[i] || k->all->lcps[i] > o->N)
        k->alive--;
    else
        k->start[k->starts++] = i;
}

/* Somebody who cannot go with the others. */
static perp_status go_alone(block *k, int i)
{
    const halm_posa *g = k->s->g;
    double *b = k->most + k->count * g->p;
    lcp_problem q = {0, g->n, g->W, b};
    int climbed;
    memcpy(b, k->most + i * g->p, (size_t)g->p * sizeof *b);
    halm_posa_pose(g, speeds(k, i), b);
    PERP_TRY(mlcp_solve(&q, &mlcp_defaults, k->a, &k->alone, &climbed));
    k->all->climbed += climbed;
    k->s->alone++;
    if (k->alone.outcome != LCP_SOLVED)
        return PERP_FAIL(PERP_BUG, "a step of the impact has no solution, "
                                   "against Theorem 6");
    halm_posa_read(g, k->alone.z, k->alone.w,
                   k->all->v + (size_t)i * (size_t)g->nv, speeds(k, i));
    k->all->lcps[i]++;
    arrived(k, i);
    return PERP_SUCCESS;
}

/* The problems of eight samples, (75a), into rows. */
static void pose(block *k, int count, const int *who)
{
    const halm_posa *g = k->s->g;
    const int p = g->p;
    memset(k->x.b + (g->n - p) * PACKET, 0,
           (size_t)(p * PACKET) * sizeof *k->x.b);
    for (int l = 0; l < count; l++) {
        const double *most = k->most + who[l] * p, *u = speeds(k, who[l]);
        double *b = k->x.b + l;
        for (int j = 0; j < p; j++) {
            b[j * PACKET] = most[j];
            b[(p + j) * PACKET] = u[j];
        }
        for (int s = 0; s < g->r; s++) {
            b[(2 * p + 2 * s) * PACKET] = u[p + s];
            b[(2 * p + 2 * s + 1) * PACKET] = 0.0 - u[p + s];
        }
    }
}

/* The bounds of the next steps: halm_posa's, eight at a time. */
static void draw(block *k, int count, const int *who)
{
    const halm_posa *g = k->s->g;
    const halm_posa_options *o = k->s->o;
    _Alignas(64) uint64_t sample[PACKET] = {0};
    _Alignas(64) int64_t step[PACKET] = {0};
    for (int l = 0; l < count; l++) {
        sample[l] = k->first + (uint64_t)who[l];
        step[l] = k->all->lcps[who[l]];
    }
    k->s->kernel->uniform(o->seed, sample, step, g->p, k->x.u);
    for (int l = 0; l < count; l++) {
        double *to = k->most + who[l] * g->p;
        for (int j = 0; j < g->p; j++)
            to[j] = k->x.u[j * PACKET + l];
        draw_scale(o->h, o->normalised, g->p, to);
    }
}

/** An exchange at a place, each sample at its row: who enters takes the row of
$z_0$, and $z_0$ the row of who leaves. `to` is where each one is then; null where
it cannot go. */
static perp_status depart(block *k, road *at, double *u, const int *row,
                          road **to)
{
    _Alignas(64) double factor[PACKET] = {0};
    const int n = k->s->k.n, gap = at->gap;
    for (int l = 0; l < PACKET; l++) {
        to[l] = NULL;
        if (row[l] < 0)
            continue;
        PERP_TRY(roads_behind(&k->s->k, at, row[l], &to[l]));
        factor[l] = u[row[l] * PACKET + l] * at->factor[row[l]] + 0.0;
        __builtin_prefetch(to[l]);
    }
    k->s->kernel->move(n, at->a, factor, u);
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
    const int length = k->s->crowd.length;
    k->s->kernel->turn_back(length, u, k->turned);
    for (int l = 0; l < p->count; l++)
        if (to[l] != NULL)
            crowd_put(&k->s->crowd, to[l], k->turned + l * length, p->who[l]);
    for (int l = 0; l < p->count; l++)
        if (to[l] == NULL)
            PERP_TRY(go_alone(k, p->who[l]));
    return PERP_SUCCESS;
}

/** Who stands at the beginning of a step takes the first exchange: the row that
leaves is the lowest of each. */
static perp_status set_out(block *k)
{
    const halm_posa *g = k->s->g;
    packet p = {.count = k->starts < PACKET ? k->starts : PACKET};
    _Alignas(64) int64_t first[PACKET];
    road *to[PACKET];
    int row[PACKET];
    k->starts -= p.count;
    memcpy(p.who, k->start + k->starts, (size_t)p.count * sizeof *p.who);
    draw(k, p.count, p.who);
    pose(k, p.count, p.who);
    k->s->kernel->first(g->n, k->s->tie, k->x.b, first);
    for (int l = 0; l < PACKET; l++)
        row[l] = l < p.count ? (int)first[l] : -1;
    PERP_TRY(depart(k, k->s->k.start, k->x.b, row, to));
    return spread(k, k->x.b, &p, to);
}

/* From a place on. */
static perp_status go_on(block *k, const packet *p)
{
    _Alignas(64) uint64_t tied[PACKET];
    roads *r = &k->s->k;
    road *to[PACKET];
    int row[PACKET];
    k->s->kernel->turn(k->s->crowd.length, p->u, k->x.u);
    k->s->kernel->ratios(r->n, k->s->tie, p->at, k->x.u, tied);
    for (int l = 0; l < PACKET; l++)
        row[l] = l < p->count ? roads_leaving(r, p->at, tied[l]) : -1;
    PERP_TRY(depart(k, p->at, k->x.u, row, to));
    return spread(k, k->x.u, p, to);
}

/** From where nobody else comes a sample goes on by itself, until it meets
somebody or comes to the end. */
static perp_status wander(block *k, road *at, double *u, int who)
{
    roads *r = &k->s->k;
    do {
        uint64_t tied =
            k->s->kernel->ratios_of_one(r->n, k->s->tie, at, u);
        int row = roads_leaving(r, at, tied);
        road *to = NULL;
        if (row >= 0)
            PERP_TRY(roads_behind(r, at, row, &to));
        if (to == NULL)
            return go_alone(k, who);
        double factor = u[row] * at->factor[row] + 0.0;
        k->s->kernel->move_one(r->n, at->a, factor, u);
        u[row] = u[at->gap];
        u[at->gap] = factor;
        at = to;
    } while (at->end == NULL && at->waiting < 0);
    crowd_put(&k->s->crowd, at, u, who);
    return PERP_SUCCESS;
}

static perp_status go_singly(block *k, const packet *p)
{
    for (int l = 0; l < p->count; l++)
        PERP_TRY(wander(k, p->at, p->u + l * k->s->crowd.length, p->who[l]));
    return PERP_SUCCESS;
}

static void write_step(block *k, int l, int i)
{
    const halm_posa *g = k->s->g;
    double *u = speeds(k, i), *v = k->all->v + (size_t)i * (size_t)g->nv;
    for (int j = 0; j < g->p + g->r; j++)
        u[j] = k->x.speed[j * PACKET + l];
    for (int j = 0; j < g->nv; j++)
        v[j] += k->x.gain[j * PACKET + l];
    k->all->lcps[i]++;
    arrived(k, i);
}

/* The end of a road: the step is taken. */
static perp_status finish(block *k, const packet *p)
{
    k->s->kernel->turn(k->s->crowd.length, p->u, k->x.u);
    pose(k, p->count, p->who);
    uint64_t bad = k->s->kernel->arrive(k->s->g, &k->s->k, p->at, &k->x);
    for (int l = 0; l < p->count; l++)
        if ((bad >> l & 1) == 0)
            write_step(k, l, p->who[l]);
        else
            PERP_TRY(go_alone(k, p->who[l]));
    return PERP_SUCCESS;
}

/* The next sample of the block, before its first step. */
static void begin(block *k)
{
    const halm_posa *g = k->s->g;
    int i = k->begun++;
    memcpy(k->all->v + (size_t)i * (size_t)g->nv, g->v0,
           (size_t)g->nv * sizeof *g->v0);
    memcpy(speeds(k, i), g->u0, (size_t)(g->p + g->r) * sizeof *g->u0);
    k->all->lcps[i] = 0;
    k->alive++;
    arrived(k, i);
}

/** Full packets go first. New samples begin when there are none and not too many
packets wait for company; behind the last sample those that wait go as they
are. Places are forgotten when nobody stands there. */
static perp_status turn(block *k, int *over)
{
    packet *p = crowd_full(&k->s->crowd);
    int room = k->s->k.bytes < MOST_BYTES;
    int calm = p == NULL && room && k->s->crowd.partial <= PARTIAL;
    while (calm && k->begun < k->count && k->starts < PACKET &&
           k->alive < UNDER_WAY)
        begin(k);
    if (calm && k->starts >= PACKET)
        return set_out(k);
    if (p == NULL)
        p = crowd_oldest(&k->s->crowd);
    if (p != NULL) {
        perp_status s = p->at->end != NULL ? finish(k, p)
                        : p->count < FEW   ? go_singly(k, p)
                                           : go_on(k, p);
        crowd_return(&k->s->crowd, p);
        return s;
    }
    if (!room)
        return roads_forget(&k->s->k);
    *over = k->starts == 0;
    return *over ? PERP_SUCCESS : set_out(k);
}

/** Implements HP23 (Alg1). */
perp_status sampler_run(sampler *s, uint64_t first, int count, arena *a,
                        halm_posa_samples *out)
{
    arena_mark mark = arena_here(a);
    block k = {.s = s, .all = out, .first = first, .count = count, .a = a};
    int over = 0;
    if (s->kernel == NULL)
        return halm_posa_sample(s->g, s->o, first, count, a, out);
    out->climbed = 0;
    perp_status st = block_new(&k, a);
    while (st.code == PERP_OK && !over)
        st = turn(&k, &over);
    arena_release(a, mark);
    return st;
}

perp_status sampler_new(arena *a, const halm_posa *g,
                        const halm_posa_options *o, f64_width width,
                        sampler *out)
{
    *out = (sampler){.g = g, .o = o, .tie = mlcp_defaults.tie};
    if (g->n > ROADS_ROWS)
        return PERP_SUCCESS;
    out->kernel = packet_choose(width);
    PERP_TRY(crowd_new(a, (g->n + PACKET - 1) / PACKET * PACKET,
                       UNDER_WAY + PACKET, &out->crowd));
    return roads_new(a, g->n, g->W, &out->k);
}

void sampler_free(sampler *s)
{
    roads_free(&s->k);
}
