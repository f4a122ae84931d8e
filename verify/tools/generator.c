#include "contact_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/**
## The families
*/
typedef struct {
    int directions;
    int contacts;
    double
        ratio; /* the heaviest mass over the lightest, from a family's list */
} size_of;

/* 1, sqrt(ratio) or ratio. */
static double density(world *w, const size_of *s)
{
    int k = dice_below(w->d, 3);
    return dice_in(w->d, 0.8, 1.25) * (k == 0   ? 1
                                       : k == 1 ? sqrt(s->ratio)
                                                : s->ratio);
}

static const double origin[3] = {0};

/* A body that strikes the ground, somewhere below its centre. */
static void tiny_one(world *w, const size_of *s)
{
    int up = w->dim - 1;
    double n[3] = {0}, m = dice_in(w->d, 0.5, 2);
    double p[3], inertia[3];
    (void)s;
    for (int i = 0; i < 3; i++)
        p[i] = i < up ? dice_in(w->d, -1, 1) : 0;
    n[up] = 1;
    p[up] = -dice_in(w->d, 0.2, 1);
    for (int i = 0; i < 3; i++)
        inertia[i] = m * dice_in(w->d, 0.2, 0.6);
    add_body(w, origin, m, inertia);
    add_contact(w, -1, 0, p, n);
}

/* A box on two corners, a disc in a wedge, or a disc on a disc. */
static void tiny_two(world *w, const size_of *s)
{
    double a = dice_in(w->d, 0.3, 1), b = dice_in(w->d, 0.3, 1);
    double m = dice_in(w->d, 0.5, 2), i = m * (a * a + b * b) / 3;
    int which = dice_below(w->d, 3);
    (void)s;
    if (which == 0) {
        add_body(w, origin, m, &i);
        add_contact(w, -1, 0, (double[3]){-a, -b}, (double[3]){0, 1});
        add_contact(w, -1, 0, (double[3]){a, -b}, (double[3]){0, 1});
        return;
    }
    double left[3] = {a, b, 0}, right[3] = {-b, a, 0};
    unit(left);
    unit(right);
    if (which == 1) {
        add_ball(w, origin, 1, m);
        add_contact(w, -1, 0, (double[3]){-left[0], -left[1]}, left);
        add_contact(w, -1, 0, (double[3]){-right[0], -right[1]}, right);
        return;
    }
    add_ball(w, origin, a, m);
    add_ball(w, (double[3]){(a + b) * left[0], (a + b) * left[1]}, b, 1);
    add_contact(w, -1, 0, (double[3]){0, -a}, (double[3]){0, 1});
    add_contact(w, 0, 1, (double[3]){a * left[0], a * left[1]}, left);
}

/* Two bars with a hinge on top, both feet on the ground: AP02's last example
   at some angle. */
static void two_bars(world *w, const size_of *s)
{
    (void)s;
    for (int side = -1; side <= 1; side += 2) {
        double x[3] = {0};
        x[0] = dice_in(w->d, 0.2, 1) * side;
        x[1] = dice_in(w->d, 0.4, 1);
        double m = dice_in(w->d, 0.5, 2);
        double inertia = m * (x[0] * x[0] + x[1] * x[1]) / 3;
        int who = add_body(w, x, m, &inertia);
        add_contact(w, -1, who, (double[3]){2 * x[0], 0}, (double[3]){0, 1});
    }
    double hinge[3] = {0, w->b[0].x[1] + w->b[1].x[1], 0};
    for (int axis = 0; axis < 2; axis++) {
        double e[3] = {axis == 0, axis == 1, 0};
        row_add(w, &w->joint[axis], 0, hinge, e, 1);
        row_add(w, &w->joint[axis], 1, hinge, e, -1);
    }
    w->joints = 2;
}

/* Three discs in a row on the ground: five contacts. */
static void three_discs(world *w, const size_of *s)
{
    double x = 0, before = 0;
    for (int i = 0; i < 3; i++) {
        double r = dice_in(w->d, 0.5, 1);
        x += i == 0 ? 0 : 2 * sqrt(before * r);
        int who = add_ball(w, (double[3]){x, r}, r, density(w, s));
        add_contact(w, -1, who, (double[3]){x, 0}, (double[3]){0, 1});
        before = r;
    }
    for (int i = 0; i < 2; i++) {
        const double *a = w->b[i].x, *b = w->b[i + 1].x;
        double n[3] = {b[0] - a[0], b[1] - a[1], 0};
        unit(n);
        add_contact(w, i, i + 1,
                    (double[3]){a[0] + a[1] * n[0], a[1] + a[1] * n[1]}, n);
    }
}

/* Contact of a ball with all balls before it that are near, or the ground. */
static void touch(world *w, int who, const size_of *s)
{
    int up = w->dim - 1;
    const double *b = w->b[who].x;
    if (b[up] < 0.8) {
        double n[3] = {0}, p[3] = {b[0], b[1], 0};
        n[up] = 1;
        p[up] = b[up] - 0.5;
        add_contact(w, -1, who, p, n);
    }
    for (int i = who - 1; i >= 0 && w->contacts < s->contacts; i--) {
        const double *a = w->b[i].x;
        double n[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        double far = n[0] * n[0] + n[1] * n[1] + n[2] * n[2], p[3];
        if (far > 1.3 || dice_below(w->d, 5) == 0)
            continue;
        for (int k = 0; k < 3; k++)
            p[k] = (a[k] + b[k]) / 2;
        unit(n);
        add_contact(w, i, who, p, n);
    }
}

/** A pile is a dense packing, shaken a little so that no two normals are the
same; one contact in five is lost. It is built from the ground up until it has
as many contacts as are wanted. */
static void pile(world *w, const size_of *s)
{
    int side = 2, flat = w->dim == 2;
    while (flat ? side * side * 2 < s->contacts
                : side * side * side * 3 < s->contacts)
        side++;
    double rise = flat ? sqrt(0.75) : sqrt(0.5);
    for (int layer = 0; w->contacts < s->contacts; layer++) {
        double shift = layer % 2 == 0 ? 0 : 0.5;
        for (int i = 0; i < (flat ? side : side * side); i++) {
            double x[3] = {i % side + shift, i / side + shift, 0};
            if (flat)
                x[1] = 0;
            x[w->dim - 1] = 0.5 + rise * layer;
            for (int k = 0; k < w->dim; k++)
                x[k] += dice_in(w->d, -0.05, 0.05);
            double radius = dice_in(w->d, 0.45, 0.55), weight = density(w, s);
            if (w->contacts < s->contacts)
                touch(w, add_ball(w, x, radius, weight), s);
        }
    }
}

/* Boxes on boxes: two corners each in the plane, four in space. */
static void stack(world *w, const size_of *s)
{
    double floor = 0, half = 0, under = 10;
    int up = w->dim - 1, corners = w->dim == 2 ? 2 : 4;
    for (int k = 0; w->contacts < s->contacts; k++) {
        double a = dice_in(w->d, 0.4, 0.6), x[3] = {0};
        half = dice_in(w->d, 0.1, 0.5);
        x[0] = dice_in(w->d, -0.1, 0.1);
        x[up] = floor + half;
        double m = density(w, s) * a * half;
        double tall = m * (a * a + half * half) / 3;
        int who = add_body(w, x, m, (double[3]){tall, tall, m * a * a / 1.5});
        double width = a < under ? a : under;
        for (int c = 0; c < corners; c++) {
            double n[3] = {0}, p[3] = {x[0] + (c % 2 ? width : -width),
                                       c / 2 ? width : -width, 0};
            n[up] = 1;
            p[up] = floor;
            add_contact(w, who - 1, who, p, n);
        }
        floor += 2 * half;
        under = a;
    }
}

/* A plate on a grid of points, far more than carry it. */
static void slab(world *w, const size_of *s)
{
    double m = density(w, s), half = 0.1;
    add_body(w, (double[3]){0, 0, half}, m, (double[3]){m / 3, m / 3, m / 1.5});
    for (int c = 0; c < s->contacts; c++) {
        double p[3] = {(c % 4) / 1.5 - 1, (c / 4) * 8.0 / s->contacts - 1, 0};
        add_contact(w, -1, 0, p, (double[3]){0, 0, 1});
    }
}

/* The same row, every number off by 1e-12 of itself at most. */
static void double_row(world *w, row *to, const row *from)
{
    *to = *from;
    for (int i = 0; i < to->count; i++)
        to->value[i] *= 1 + dice_in(w->d, -1e-12, 1e-12);
}

static void measure_row(row *r, double unit)
{
    for (int i = 0; i < r->count; i++)
        r->value[i] *= unit;
}

/** A pile as somebody else's program may hand it over: every contact is found twice,
by both bodies, with points that differ by rounding of their own; and each gap has its
own unit, from a thousandth to a thousand. What a contact does to itself then spans
twelve decades, and half of the rows depend on others but for $10^{-12}$. The cone keeps
its coefficients, $\lambda$ being measured in the reciprocal unit. */
static void foreign(world *w, const size_of *s)
{
    const size_of half = {s->directions, s->contacts / 2, s->ratio};
    const int nd = s->directions;
    pile(w, &half);
    for (int c = 0; c < half.contacts; c++, w->contacts++) {
        const int to = w->contacts;
        double_row(w, &w->normal[to], &w->normal[c]);
        for (int k = 0; k < nd; k += 2) {
            row *t = &w->tangent[to * nd + k];
            double_row(w, t, &w->tangent[c * nd + k]);
            t[1] = *t;
            measure_row(&t[1], -1);
        }
        w->mu[to] = w->mu[c];
    }
    for (int c = 0; c < w->contacts; c++) {
        double unit = dice_in(w->d, 0.7, 1.4);
        for (int k = dice_below(w->d, 21); k > 0; k--)
            unit *= 2;
        measure_row(&w->normal[c], unit / 1024);
        for (int k = 0; k < nd; k++)
            measure_row(&w->tangent[c * nd + k], unit / 1024);
    }
}

typedef struct {
    void (*build)(world *w, const size_of *s);
    int dim, increment;
    size_of s;
} recipe;

const generator_family generator_families[] = {
    {"impact-4", "impact, 1 contact, plane", 4, 1},
    {"impact-6", "impact, 1 contact, 4 directions", 6, 1},
    {"impact-8", "impact, 2 contacts, plane", 8, 2},
    {"impact-10", "impact, 1 contact, 8 directions", 10, 1},
    {"ap-8", "step of AP02, two bars and a hinge", 8, 2},
    {"hp-10", "increment of HP23, 2 contacts", 10, 2},
    {"hp-25", "increment of HP23, three discs", 25, 5},
    {"pile2-10", "pile of discs", 40, 10},
    {"pile2-50", "pile of discs", 200, 50},
    {"pile2-200", "pile of discs", 800, 200},
    {"pile3-10", "pile of balls, 4 directions", 60, 10},
    {"pile3-50", "pile of balls, 4 directions", 300, 50},
    {"pile3-200", "pile of balls, 4 directions", 1200, 200},
    {"stack2-4", "stack of boxes, plane", 16, 4},
    {"stack2-10", "stack of boxes, plane", 40, 10},
    {"stack3-12", "stack of boxes, 4 directions", 72, 12},
    {"stack3-40", "stack of boxes, 4 directions", 240, 40},
    {"slab-8", "slab, redundant contacts", 48, 8},
    {"slab-16", "slab, redundant contacts", 96, 16},
    {"slab-32", "slab, redundant contacts", 192, 32},
    {"ratio2-1e2", "stack, masses 1 to 1e2", 24, 6},
    {"ratio2-1e4", "stack, masses 1 to 1e4", 24, 6},
    {"ratio2-1e6", "stack, masses 1 to 1e6", 24, 6},
    {"ratio2-1e8", "stack, masses 1 to 1e8", 24, 6},
    {"ratio3-1e2", "pile of balls, masses 1 to 1e2", 120, 20},
    {"ratio3-1e4", "pile of balls, masses 1 to 1e4", 120, 20},
    {"ratio3-1e6", "pile of balls, masses 1 to 1e6", 120, 20},
    {"ratio3-1e8", "pile of balls, masses 1 to 1e8", 120, 20},
    {"foreign-2", "balls, contacts twice, own units", 12, 2},
    {"foreign-8", "balls, contacts twice, own units", 48, 8},
    {"foreign-20", "balls, contacts twice, own units", 120, 20},
    {"foreign-64", "balls, contacts twice, own units", 384, 64},
    {"foreign-226", "balls, contacts twice, own units", 1356, 226},
    {"foreign-500", "balls, contacts twice, own units", 3000, 500},
};

const int generator_count =
    sizeof generator_families / sizeof *generator_families;

static const recipe recipes[] = {
    {tiny_one, 2, 0, {2, 1, 1}},    {tiny_one, 3, 0, {4, 1, 1}},
    {tiny_two, 2, 0, {2, 2, 1}},    {tiny_one, 3, 0, {8, 1, 1}},
    {two_bars, 2, 0, {2, 2, 1}},    {tiny_two, 2, 1, {2, 2, 1}},
    {three_discs, 2, 1, {2, 5, 4}}, {pile, 2, 0, {2, 10, 1}},
    {pile, 2, 0, {2, 50, 1}},       {pile, 2, 0, {2, 200, 1}},
    {pile, 3, 0, {4, 10, 1}},       {pile, 3, 0, {4, 50, 1}},
    {pile, 3, 0, {4, 200, 1}},      {stack, 2, 0, {2, 4, 1}},
    {stack, 2, 0, {2, 10, 1}},      {stack, 3, 0, {4, 12, 1}},
    {stack, 3, 0, {4, 40, 1}},      {slab, 3, 0, {4, 8, 1}},
    {slab, 3, 0, {4, 16, 1}},       {slab, 3, 0, {4, 32, 1}},
    {stack, 2, 0, {2, 6, 1e2}},     {stack, 2, 0, {2, 6, 1e4}},
    {stack, 2, 0, {2, 6, 1e6}},     {stack, 2, 0, {2, 6, 1e8}},
    {pile, 3, 0, {4, 20, 1e2}},     {pile, 3, 0, {4, 20, 1e4}},
    {pile, 3, 0, {4, 20, 1e6}},     {pile, 3, 0, {4, 20, 1e8}},
    {foreign, 3, 0, {4, 2, 1}},     {foreign, 3, 0, {4, 8, 1}},
    {foreign, 3, 0, {4, 20, 1}},    {foreign, 3, 0, {4, 64, 1}},
    {foreign, 3, 0, {4, 226, 1}},   {foreign, 3, 0, {4, 500, 1}},
};

int generator_find(const char *name)
{
    for (int i = 0; i < generator_count; i++)
        if (strcmp(name, generator_families[i].name) == 0)
            return i;
    return -1;
}

/** An impact has no forces: the small ones and the increments are always in the
second kind of motion. */
int generator_make(int family, uint64_t seed, int index, generated *out)
{
    const recipe *r = &recipes[family];
    dice d = {seed ^ ((uint64_t)family << 32) ^ (uint64_t)index};
    world w;
    d.state = dice_bits(&d);
    *out = (generated){0};
    int failed = world_new(&w, r->dim, r->s.directions, &d);
    if (!failed) {
        int impact =
            r->increment || r->build == tiny_one || r->build == tiny_two;
        r->build(&w, &r->s);
        set_in_motion(&w, impact ? 1 : index);
        failed =
            r->increment ? condense_increment(&w, out) : condense_step(&w, out);
    }
    world_free(&w);
    if (failed)
        generator_free(out);
    return failed;
}

void generator_free(generated *g)
{
    free(g->A);
    free(g->b);
    *g = (generated){0};
}

int generator_write(FILE *f, const generated *g, const char *comment)
{
    fprintf(f, "# %s\n%d\n", comment, g->n);
    for (int i = 0; i <= g->n; i++) {
        const double *x = i < g->n ? g->A + i * g->n : g->b;
        for (int j = 0; j < g->n; j++)
            fprintf(f, "%a%c", x[j], j + 1 < g->n ? ' ' : '\n');
    }
    return ferror(f) ? -1 : 0;
}
