#include "sample/crowd.h"

perp_status crowd_new(arena *a, int length, int most, crowd *out)
{
    const size_t count = (size_t)most, each = (size_t)(length * PACKET);
    *out = (crowd){.length = length, .oldest = -1, .newest = -1};
    out->all = arena_take(a, count, sizeof *out->all);
    out->spare = arena_take(a, 2 * count, sizeof *out->spare);
    double *u = arena_take(a, count * each, sizeof *u);
    if (out->all == NULL || out->spare == NULL || u == NULL)
        return PERP_NO_MEMORY(count * each * sizeof *u);
    out->full = out->spare + count;
    for (int i = 0; i < most; i++) {
        out->all[i].u = u + (size_t)i * each;
        out->spare[out->spares++] = most - 1 - i;
    }
    return PERP_SUCCESS;
}

static void append(crowd *k, int i)
{
    packet *p = &k->all[i];
    p->older = k->newest;
    p->newer = -1;
    if (k->newest >= 0)
        k->all[k->newest].newer = i;
    else
        k->oldest = i;
    k->newest = i;
    k->partial++;
}

static void take_out(crowd *k, const packet *p)
{
    if (p->older >= 0)
        k->all[p->older].newer = p->newer;
    else
        k->oldest = p->newer;
    if (p->newer >= 0)
        k->all[p->newer].older = p->older;
    else
        k->newest = p->older;
    k->partial--;
}

double *crowd_put(crowd *k, road *x, int who)
{
    if (x->waiting < 0) {
        packet *p = &k->all[k->spare[--k->spares]];
        p->at = x;
        p->count = 0;
        x->waiting = (int)(p - k->all);
        append(k, x->waiting);
    }
    packet *p = &k->all[x->waiting];
    double *u = p->u + p->count * k->length;
    p->who[p->count++] = who;
    if (p->count == PACKET) {
        take_out(k, p);
        k->full[k->fulls++] = x->waiting;
        x->waiting = -1;
    }
    return u;
}

packet *crowd_full(crowd *k)
{
    return k->fulls > 0 ? &k->all[k->full[--k->fulls]] : NULL;
}

packet *crowd_oldest(crowd *k)
{
    if (k->oldest < 0)
        return NULL;
    packet *p = &k->all[k->oldest];
    p->at->waiting = -1;
    take_out(k, p);
    return p;
}

void crowd_return(crowd *k, packet *p)
{
    k->spare[k->spares++] = (int)(p - k->all);
}
