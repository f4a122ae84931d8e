/**
# Bindings: one formula for many pairs

doc/70-certificate.md, The statement: KIND, SIDE, BINDING. A pile of a
thousand discs has half a million possible contacts. Written out, each would
have a gap formula of its own. A *kind* has the formula once, over the
coordinates, velocities and parameters of two things A and B; a *side* is a
table of things, each naming which coordinates and velocities of the system
are its own, and its parameters (a radius, the corners of a box); a *binding*
is a kind, two sides, a coefficient of friction and a list of pairs.

    kind disc_floor 2 2 1 0 0 1 1    x, y, their rates, radius; height
    tape gaps 6 0 2 1                inputs x y vx vy r h
    const
    sub 1 5
    sub 6 4                          y - h - r
    out 7
    tape slips 6 2 0 2
    const 0 1
    out 7 6                          d = (1, 0) over the velocities of A, of B
    side 2 2 2 1
    thing 0 1 0 1 1/4                the disc q[0], q[1], of radius 1/4
    thing 3 4 3 4 1/2
    side 1 0 0 1
    thing 0                          a floor at height 0
    binding 0 0 1 2 1/2
    pairs 0:0 1:0

The contacts of this binding are two, and are numbered behind those of the
scene: if that has three, contact 3 is the disc 0 on the floor, contact 4 the
disc 1. The order of pairs is the order of numbers, so a statement with two
pairs exchanged is another statement, whose proofs list other numbers.

What a place `w` means: this coordinate is the world's, is 0, and has no
derivative. Places are compared with $n_q$ and $n_v$ when they are read, kinds,
sides and things with how many there are so far: there is no reference forward,
and none that leads nowhere. Sizes of a side that are not those of the kind end
with "a side does not fit its kind".

Levels L0, L1 and R use of all this how many contacts there are, and of each
the slips and the coefficient. What a tape says of a pair is contacts.c, level
L2.
*/
#include "statement.h"

#include <stdlib.h>
#include <string.h>

static long size(reader *r, long most)
{
    read_text(r, " ");
    return read_within(r, most);
}

/* Which of n things that are there. */
static long which(reader *r, long n)
{
    read_text(r, " ");
    return read_count(r, n - 1);
}

/* kind NAME coords vels params (of A) coords vels params (of B) slips */
static void read_kind(reader *r, scene *s)
{
    s->kind =
        more(r, s->kind, (size_t)s->kinds + 1, &s->kind_room, sizeof *s->kind);
    kind *k = &s->kind[s->kinds++];
    memset(k, 0, sizeof *k);
    long inputs = 0, vels = 0;
    read_text(r, "kind ");
    read_name(r);
    for (int w = 0; w < 2; w++)
        for (int i = 0; i < 3; i++) {
            k->size[w][i] = size(r, MOST_SIZE);
            inputs += k->size[w][i];
            vels += i == 1 ? k->size[w][i] : 0;
        }
    k->slips = (int)size(r, MOST_SLIPS);
    read_text(r, "\n");
    read_tape(r, "gaps", inputs, 1, &k->gap);
    read_tape(r, "slips", inputs, k->slips * vels, &k->d);
}

/* A coordinate or velocity of the system, or -1 for the world's. */
static int32_t read_place(reader *r, long most)
{
    read_text(r, " ");
    if (peek(r) != 'w')
        return (int32_t)read_count(r, most - 1);
    read_text(r, "w");
    return -1;
}

/* side things coords vels params, then a line for each thing */
static void read_side(reader *r, scene *s)
{
    size_t rooms[2] = {0, 0}, places = 0;
    s->side =
        more(r, s->side, (size_t)s->sides + 1, &s->side_room, sizeof *s->side);
    side *x = &s->side[s->sides++];
    memset(x, 0, sizeof *x);
    read_text(r, "side");
    x->n = size(r, MOST_COUNT);
    for (int i = 0; i < 3; i++)
        x->size[i] = size(r, MOST_SIZE);
    for (long e = 0; e < x->n; e++) {
        read_text(r, "\nthing");
        for (long i = 0; i < x->size[0] + x->size[1]; i++) {
            x->place =
                more(r, x->place, places + 1, &rooms[0], sizeof *x->place);
            x->place[places++] = read_place(r, i < x->size[0] ? s->nq : s->nv);
        }
        for (long i = 0; i < x->size[2]; i++) {
            x->param = more(r, x->param, (size_t)x->numbers + 1, &rooms[1],
                            sizeof *x->param);
            mpq_init(x->param[x->numbers++]);
            read_text(r, " ");
            read_ratio(r, x->param[x->numbers - 1]);
        }
    }
    read_text(r, "\n");
}

/* binding KIND SIDE SIDE pairs mu, then the pairs. Kinds and sides stand before
   the binding that first needs them; their number is the next one. */
static void read_binding(reader *r, scene *s, range *b)
{
    while (peek(r) == 'k')
        read_kind(r, s);
    while (peek(r) == 's')
        read_side(r, s);
    read_text(r, "binding");
    b->kind = which(r, s->kinds);
    b->side[0] = which(r, s->sides);
    b->side[1] = which(r, s->sides);
    const kind *k = &s->kind[b->kind];
    for (int i = 0; i < 2; i++)
        if (memcmp(k->size[i], s->side[b->side[i]].size, sizeof k->size[i]) !=
            0)
            refuse(r, "a side does not fit its kind");
    b->n = size(r, MOST_COUNT);
    b->each.slips = k->slips;
    read_friction(r, s, &b->each);
    read_text(r, "\npairs");
    size_t room = 0;
    for (long i = 0; i < b->n; i++) {
        b->pair = more(r, b->pair, 2 * (size_t)i + 2, &room, sizeof *b->pair);
        b->pair[2 * i] = (int32_t)which(r, s->side[b->side[0]].n);
        read_text(r, ":");
        b->pair[2 * i + 1] = (int32_t)read_count(r, s->side[b->side[1]].n - 1);
    }
    read_text(r, "\n");
}

void bindings_read(reader *r, scene *s)
{
    size_t room = 0;
    long wanted = s->bindings;
    s->contacts = s->own;
    for (s->bindings = 0; s->bindings < wanted;) {
        s->range =
            more(r, s->range, (size_t)s->bindings + 1, &room, sizeof *s->range);
        range *b = &s->range[s->bindings];
        memset(b, 0, sizeof *b);
        mpq_init(b->each.mu);
        b->first = s->contacts;
        s->bindings++;
        read_binding(r, s, b);
        s->contacts += b->n;
        if ((r->over = s->contacts > MOST_COUNT))
            refuse(r, "more than %d contacts", MOST_COUNT);
    }
}

void bindings_free(scene *s)
{
    for (long i = 0; i < s->kinds; i++) {
        tape_free(&s->kind[i].gap);
        tape_free(&s->kind[i].d);
    }
    for (long i = 0; i < s->sides; i++) {
        for (long k = 0; k < s->side[i].numbers; k++)
            mpq_clear(s->side[i].param[k]);
        given_back(s->side[i].place);
        given_back(s->side[i].param);
    }
    for (long i = 0; s->range != NULL && i < s->bindings; i++) {
        mpq_clear(s->range[i].each.mu);
        given_back(s->range[i].pair);
    }
    given_back(s->kind);
    given_back(s->side);
    given_back(s->range);
}
