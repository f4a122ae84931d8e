#include "proof/certificate/level2.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

/** Ninety-six bits are as fast as fifty-three and $10^{12}$ times narrower. */
perp_status level2_new(level2 *e)
{
    *e = (level2){0};
    return encloser_new(96, &e->w);
}

void level2_clear(level2 *e)
{
    encloser_clear(&e->w);
    memory_free(e->given);
    e->given = NULL;
    e->room = 0;
}

static void write_radius(ink *i, double radius)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_d(q, radius);
    ink_text(i, "radius ");
    ink_ratio(i, q);
    ink_text(i, "\n");
    mpq_clear(q);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* A decompression behind a compression without decided modes has none either:
   how far v^c may be off is not known. */
static perp_status write_modes(level2 *e, ink *i, const modes_of *m, arena *a)
{
    const size_t room = modes_room(m->d);
    char *word = arena_take(a, room, 1);
    double moved = 0;
    int decided = 0;
    if (word == NULL)
        return PERP_NO_MEMORY(room);
    *word = '\0';
    if (m->push == NULL || e->known)
        PERP_TRY(modes_find(a, m, word, &decided, &moved));
    e->known = decided;
    const int slides = strpbrk(word, "+-") != NULL;
    e->sliding += slides;
    e->slid += slides && decided;
    e->decided += decided;
    if (decided)
        e->moved = larger(e->moved, moved);
    ink_text(i, "modes");
    if (!decided)
        ink_text(i, " undecided");
    for (; decided && *word != '\0'; word++)
        ink_text(i, "%c", *word);
    ink_text(i, "\n");
    return PERP_SUCCESS;
}

static int write_decided(ink *i, double radius)
{
    if (radius < HUGE_VAL)
        write_radius(i, radius);
    else
        ink_text(i, "radius undecided\n");
    return radius < HUGE_VAL;
}

perp_status level2_place(level2 *e, ink *i, const radius_place *p)
{
    double radius;
    PERP_TRY(radius_of_place(&e->w, p, &radius));
    write_decided(i, radius);
    return PERP_SUCCESS;
}

perp_status level2_node(level2 *e, ink *i, const radius_node *p)
{
    double radius;
    e->problems++;
    PERP_TRY(radius_of_node(&e->w, p, &radius));
    if (write_decided(i, radius)) {
        e->enclosed++;
        e->radius = larger(e->radius, radius);
    }
    return PERP_SUCCESS;
}

/* Room for what a decompression wants to know of its compression. */
static perp_status make_room(level2 *e, const step_data *d)
{
    const size_t n = (size_t)(d->nv + d->p);
    if (n <= e->room)
        return PERP_SUCCESS;
    memory_free(e->given);
    e->given = memory_new(2 * n, sizeof *e->given);
    e->room = e->given == NULL ? 0 : 2 * n;
    return e->given == NULL ? PERP_NO_MEMORY(2 * n * sizeof *e->given)
                            : PERP_SUCCESS;
}

/** What is not decided is left to level L1, and said.

Both problems of a collision have the same rows, so the radius of the first is that of the second, and is not
written twice. The second is asked with the $y$ of the first in hand. */
perp_status level2_write(level2 *e, ink *i, const level2_problem *p,
                         const lcp_claim *claim)
{
    const int second = p->push != NULL;
    e->problems++;
    if (!second)
        PERP_TRY(radius_find(&e->w, &p->data, &e->last));
    if (second ? !(e->last < HUGE_VAL) : !write_decided(i, e->last))
        return PERP_SUCCESS;
    e->enclosed++;
    e->radius = larger(e->radius, e->last);
    PERP_TRY(make_room(e, p->data.d));
    const modes_of m = {.scheme = p->scheme, .d = p->data.d, .claim = claim,
                        .jump = p->data.jump, .radius = e->last,
                        .back = {p->back[0], p->back[1]},
                        .share = p->share, .push = p->push, .given = e->given,
                        .far = second ? NULL : e->given};
    arena_mark mark = arena_here(p->a);
    perp_status s = write_modes(e, i, &m, p->a);
    arena_release(p->a, mark);
    return s;
}
