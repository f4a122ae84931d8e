/**
# Which boxes meet, and who is in them
*/
#include "check.h"
#include "hp23/within/places.h"

#include <math.h>

enum { BOXES = 6 };

/* In one coordinate: 0 meets 2, 2 meets 4, so these are one place though 0 and 4
   are apart; 3 and 5 touch in a point; 1 is alone. The order is that of the
   first of each. */
static void chains(void)
{
    double low[BOXES] = {0, 10, 1, -5, 2.5, -4};
    double high[BOXES] = {1.5, 11, 3, -4, HUGE_VAL, -3};
    static const int wanted[BOXES] = {0, 0, 0, 1, 0, 1};
    within_mode m[BOXES];
    within w = {.nv = 1, .count = BOXES, .first = m};
    mpq_t v[1];
    for (int k = 0; k < BOXES; k++)
        m[k] = (within_mode){.next = k + 1 < BOXES ? m + k + 1 : NULL,
                             .low = low + k,
                             .high = high + k};
    places_find(&w);
    CHECK(w.places == 2, "%d places", w.places);
    for (int k = 0; k < BOXES; k++)
        CHECK(m[k].place == wanted[k], "box %d: place %d", k, m[k].place);
    high[4] = 9;
    w.places = 0;
    places_find(&w);
    CHECK(w.places == 3 && m[1].place == 1 && m[3].place == 2 &&
              m[4].place == 0,
          "a bound more: %d places", w.places);
    mpq_init(v[0]);
    static const struct {
        double x;
        int place, held;
    } point[] = {{9, 0, 1},  {9.5, 0, 0}, {10, 1, 1},  {11.5, 1, 0},
                 {-3, 2, 1}, {-3, 0, 0},  {0.0, 0, 1}, {-0.5, 0, 0}};
    for (int i = 0; i < 8; i++) {
        mpq_set_d(v[0], point[i].x);
        CHECK(places_hold(&w, point[i].place, (const mpq_t *)v) ==
                  point[i].held,
              "%g at %d", point[i].x, point[i].place);
    }
    low[1] = -HUGE_VAL;
    mpq_set_d(v[0], -1e300);
    CHECK(places_hold(&w, 1, (const mpq_t *)v), "no lower end");
    mpq_clear(v[0]);
}

/* Two coordinates: both have to meet. */
static void rectangles(void)
{
    double low[2][2] = {{0, 0}, {0.5, 2}}, high[2][2] = {{1, 1}, {2, 3}};
    within_mode m[2] = {{.next = m + 1, .low = low[0], .high = high[0]},
                        {.low = low[1], .high = high[1]}};
    within w = {.nv = 2, .count = 2, .first = m};
    places_find(&w);
    CHECK(w.places == 2, "above each other");
    low[1][1] = 1;
    w.places = 0;
    places_find(&w);
    CHECK(w.places == 1, "they touch");
}

int main(void)
{
    RUN(chains);
    RUN(rectangles);
    DONE;
}
