/** # Who waits where: packets fill, leave in order, and come back */
#include "check.h"
#include "base/memory.h"
#include "sample/crowd.h"

enum { PLACES = 9, LENGTH = 8, MOST = 300 };

/* Samples come to places at random; each leaves from where it came to, once, with
   its numbers. */
static void everybody_once(void)
{
    check_random r = {check_seed(8)};
    arena a = {0};
    crowd k;
    static road x[PLACES];
    int at[MOST], gone[MOST] = {0}, in = 0, out = 0, full = 0;
    CHECK(crowd_new(&a, LENGTH, MOST, &k).code == PERP_OK, "new");
    for (int i = 0; i < PLACES; i++)
        x[i].waiting = -1;
    while (out < MOST) {
        if (in < MOST && check_integer(&r, 0, 3) > 0) {
            at[in] = check_integer(&r, 0, PLACES - 1);
            double *u = crowd_put(&k, &x[at[in]], in);
            for (int i = 0; i < LENGTH; i++)
                u[i] = 10 * in + i;
            in++;
            continue;
        }
        packet *p = check_integer(&r, 0, 1) ? crowd_full(&k) : NULL;
        full += p != NULL;
        CHECK(p == NULL || p->count == PACKET, "%d in a full one", p->count);
        if (p == NULL && (in == MOST || check_integer(&r, 0, 30) == 0))
            p = crowd_oldest(&k);
        for (int l = 0; p != NULL && l < p->count; l++) {
            int who = p->who[l];
            CHECK(p->at == &x[at[who]] && !gone[who], "sample %d", who);
            for (int i = 0; i < LENGTH; i++)
                CHECK(p->u[l * LENGTH + i] == 10 * who + i, "numbers");
            gone[who] = 1;
            out++;
        }
        if (p != NULL) {
            CHECK(p->at->waiting < 0 || p->count == PACKET, "still waiting");
            crowd_return(&k, p);
        }
    }
    CHECK(full > 5, "%d full", full);
    CHECK(crowd_full(&k) == NULL && crowd_oldest(&k) == NULL, "empty");
    CHECK(k.partial == 0 && k.spares == MOST, "all are back");
    arena_free(&a);
}

static void the_oldest_goes_first(void)
{
    arena a = {0};
    crowd k;
    road x[3] = {{.waiting = -1}, {.waiting = -1}, {.waiting = -1}};
    CHECK(crowd_new(&a, LENGTH, 40, &k).code == PERP_OK, "new");
    for (int i = 0; i < 17; i++)
        crowd_put(&k, &x[i % 2], i);
    crowd_put(&k, &x[2], 17);
    CHECK(k.partial == 2, "%d partial", k.partial);
    packet *p = crowd_full(&k);
    CHECK(p->at == &x[1], "the last full one");
    CHECK(crowd_oldest(&k)->at == &x[0] && crowd_oldest(&k)->at == &x[2],
          "the oldest");
    CHECK(crowd_full(&k)->at == &x[0] && crowd_full(&k) == NULL, "full ones");
    arena_free(&a);
}

int main(void)
{
    RUN(everybody_once);
    RUN(the_oldest_goes_first);
    DONE;
}
