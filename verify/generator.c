#include "generator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/**
## Random numbers

SplitMix64. The seed, the family and the index are mixed, so problem 7 does not
depend on how many came before it. Two throws never stand in one argument list or
one initialiser: C leaves their order open, and compilers differ.
*/
typedef struct {
    uint64_t state;
} dice;

static uint64_t dice_bits(dice *d)
{
    uint64_t z = d->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static double dice_in(dice *d, double lo, double hi)
{
    return lo + (hi - lo) * ((double)(dice_bits(d) >> 11) * 0x1p-53);
}

static int dice_below(dice *d, int n)
{
    return (int)(dice_bits(d) % (uint64_t)n);
}

/**
## Bodies and contacts

Every mass matrix here is diagonal: positions in the world's axes, inertia of
spheres, of plates that lie flat, or in the plane. A row is what a contact or a
joint does to the velocities of at most two bodies.
*/
enum { ROW_MOST = 12 };

typedef struct {
    int count, at[ROW_MOST];
    double value[ROW_MOST];
} row;

typedef struct {
    int first;   /* its first velocity; -1: the ground */
    double x[3]; /* its centre */
} body;

typedef struct {
    int dim, directions; /* 2 or 3; friction directions per contact */
    int nv, contacts, joints;
    int bodies;
    double *mass, *v, *force; /* nv: M's diagonal, v, h k */
    body *b;
    row *normal, *tangent, *joint; /* contacts, contacts x directions, joints */
    double *mu;
    dice *d;
} world;

enum { MOST_CONTACTS = 256, MOST_BODIES = 512, MOST_JOINTS = 4 };
enum { MOST_DIRECTIONS = 8 };

static void world_free(world *w)
{
    free(w->mass);
    free(w->b);
    free(w->normal);
    free(w->mu);
}

/* 0, or -1 when memory is refused; world_free accepts both. */
static int world_new(world *w, int dim, int directions, dice *d)
{
    size_t rows = MOST_CONTACTS * (1 + MOST_DIRECTIONS) + MOST_JOINTS;
    *w = (world){.dim = dim, .directions = directions, .d = d};
    w->mass = calloc(3 * 6 * MOST_BODIES, sizeof *w->mass);
    w->b = calloc(MOST_BODIES, sizeof *w->b);
    w->normal = calloc(rows, sizeof *w->normal);
    w->mu = calloc(MOST_CONTACTS, sizeof *w->mu);
    if (!w->mass || !w->b || !w->normal || !w->mu)
        return -1;
    w->v = w->mass + 6 * MOST_BODIES;
    w->force = w->v + 6 * MOST_BODIES;
    w->tangent = w->normal + MOST_CONTACTS;
    w->joint = w->tangent + MOST_CONTACTS * MOST_DIRECTIONS;
    return 0;
}

/* A body at x with its inertia about each axis (in the plane: one number). */
static int add_body(world *w, const double *x, double m, const double *inertia)
{
    body *b = &w->b[w->bodies];
    int spins = w->dim == 2 ? 1 : 3;
    b->first = w->nv;
    for (int i = 0; i < w->dim; i++) {
        b->x[i] = x[i];
        w->mass[w->nv++] = m;
    }
    for (int i = 0; i < spins; i++)
        w->mass[w->nv++] = inertia[i];
    return w->bodies++;
}

static int add_ball(world *w, const double *x, double radius, double density)
{
    double m = density * radius * radius * (w->dim == 3 ? radius : 1);
    double i = m * radius * radius * (w->dim == 3 ? 0.4 : 0.5);
    return add_body(w, x, m, (double[3]){i, i, i});
}

static void cross(const double *a, const double *b, double *out)
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* The velocity of the point p of a body along u, with a sign, into the row. */
static void row_add(const world *w, row *r, int who, const double *p,
                    const double *u, double sign)
{
    if (who < 0)
        return;
    const body *b = &w->b[who];
    double arm[3] = {p[0] - b->x[0], p[1] - b->x[1], 0}, spin[3];
    for (int i = 0; i < w->dim; i++) {
        arm[i] = p[i] - b->x[i];
        r->at[r->count] = b->first + i;
        r->value[r->count++] = sign * u[i];
    }
    cross(arm, u, spin);
    for (int i = w->dim == 2 ? 2 : 0; i < 3; i++) {
        r->at[r->count] = b->first + w->dim + (w->dim == 2 ? 0 : i);
        r->value[r->count++] = sign * spin[i];
    }
}

static void unit(double *u)
{
    double len = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    for (int i = 0; i < 3; i++)
        u[i] /= len;
}

/* Two tangents of the unit normal n, away from the axis it is nearest to. */
static void frame(const double *n, double *s, double *t)
{
    int least = 0;
    for (int i = 1; i < 3; i++)
        if (fabs(n[i]) < fabs(n[least]))
            least = i;
    double e[3] = {0};
    e[least] = 1;
    cross(n, e, s);
    unit(s);
    cross(n, s, t);
}

/* Direction k of the friction polygon: s, -s, t, -t, then the diagonals. */
static void direction(const world *w, const double *n, int k, double *u)
{
    double s[3], t[3], sign = k % 2 == 0 ? 1 : -1, half = sqrt(0.5);
    if (w->dim == 2) {
        u[0] = -sign * n[1];
        u[1] = sign * n[0];
        u[2] = 0;
        return;
    }
    frame(n, s, t);
    static const int cs[4] = {1, 0, 1, 1}, ct[4] = {0, 1, 1, -1};
    for (int i = 0; i < 3; i++)
        u[i] =
            sign * (k < 4 ? 1 : half) * (cs[k / 2] * s[i] + ct[k / 2] * t[i]);
}

/* A contact at p; n points from body a (-1: ground) to body b. */
static void add_contact(world *w, int a, int b, const double *p,
                        const double *n)
{
    int c = w->contacts++;
    row_add(w, &w->normal[c], b, p, n, 1);
    row_add(w, &w->normal[c], a, p, n, -1);
    for (int k = 0; k < w->directions; k++) {
        double u[3];
        row *r = &w->tangent[c * w->directions + k];
        direction(w, n, k, u);
        row_add(w, r, b, p, u, 1);
        row_add(w, r, a, p, u, -1);
    }
    w->mu[c] = dice_in(w->d, 0.1, 1);
}

/** Three kinds of motion. At rest under gravity everything sticks, and half of
the problem is degenerate. An impact has velocities and no forces. Pushed, one
body runs against the others that rest. */
static void set_in_motion(world *w, int index)
{
    int per = w->dim == 2 ? 3 : 6, up = w->dim - 1;
    double h = 0.01, g = 9.81, speed = dice_in(w->d, 0.1, 2);
    int pushed = dice_below(w->d, w->bodies);
    for (int i = 0; i < w->nv; i++) {
        int who = i / per, axis = i % per;
        if (index % 3 == 1)
            w->v[i] = speed * dice_in(w->d, -1, 1) - (axis == up ? speed : 0);
        else if (axis == up)
            w->force[i] = -h * g * w->mass[i];
        if (index % 3 == 2 && who == pushed && axis == 0)
            w->v[i] = speed;
    }
}

/**
## Condensing

With the joints eliminated, $W = M^{-1} - M^{-1} F (F^T M^{-1} F)^{-1} F^T
M^{-1}$, and $H = (n, D, 0)$, AP02's (24) has $A = H^T W H + N$ and $b = H^T W
(M v + h k)$. The rows of N are $(0,0,0)$, $(0,0,E)$, $(\mu,-E^T,0)$.
*/
static double row_dot(const row *r, const double *u)
{
    double sum = 0;
    for (int i = 0; i < r->count; i++)
        sum += r->value[i] * u[r->at[i]];
    return sum;
}

/* u = W x for an impulse x, in place: u = M^-1 x minus the joints' part. */
static void respond(const world *w, double *u)
{
    double S[MOST_JOINTS][MOST_JOINTS + 1] = {{0}};
    int m = w->joints;
    for (int i = 0; i < w->nv; i++)
        u[i] /= w->mass[i];
    for (int i = 0; i < m; i++) {
        for (int k = 0; k < w->joint[i].count; k++)
            for (int j = 0; j < m; j++)
                for (int l = 0; l < w->joint[j].count; l++)
                    if (w->joint[i].at[k] == w->joint[j].at[l])
                        S[i][j] += w->joint[i].value[k] * w->joint[j].value[l] /
                                   w->mass[w->joint[i].at[k]];
        S[i][m] = row_dot(&w->joint[i], u);
    }
    for (int c = 0; c < m; c++)
        for (int i = 0; i < m; i++) {
            double q = i == c ? 0 : S[i][c] / S[c][c];
            for (int j = c; j <= m; j++)
                S[i][j] -= q * S[c][j];
        }
    for (int i = 0; i < m; i++)
        for (int k = 0; k < w->joint[i].count; k++)
            u[w->joint[i].at[k]] -= w->joint[i].value[k] * S[i][m] / S[i][i] /
                                    w->mass[w->joint[i].at[k]];
}

static int generated_new(generated *g, int n)
{
    *g = (generated){n, calloc((size_t)n * (size_t)n, sizeof *g->A),
                     calloc((size_t)n, sizeof *g->b)};
    return g->A != NULL && g->b != NULL ? 0 : -1;
}

/* H'WH and H'W(Mv + hk) at rows and columns at.. at + m (1 + directions). */
static int fill_symmetric(const world *w, generated *g, int at)
{
    int rows = w->contacts * (1 + w->directions), nv = w->nv;
    double *u = calloc((size_t)nv, sizeof *u);
    const row *list[MOST_CONTACTS * (1 + MOST_DIRECTIONS)];
    if (u == NULL)
        return -1;
    for (int i = 0; i < rows; i++)
        list[i] =
            i < w->contacts ? &w->normal[i] : &w->tangent[i - w->contacts];
    for (int j = 0; j < rows; j++) {
        memset(u, 0, (size_t)nv * sizeof *u);
        for (int k = 0; k < list[j]->count; k++)
            u[list[j]->at[k]] += list[j]->value[k];
        respond(w, u);
        for (int i = 0; i <= j; i++) {
            double a = row_dot(list[i], u);
            g->A[(at + i) * g->n + at + j] = a;
            g->A[(at + j) * g->n + at + i] = a;
        }
    }
    for (int i = 0; i < nv; i++)
        u[i] = w->mass[i] * w->v[i] + w->force[i];
    respond(w, u);
    for (int i = 0; i < rows; i++)
        g->b[at + i] = row_dot(list[i], u);
    free(u);
    return 0;
}

static void fill_cone(const world *w, generated *g, int at)
{
    int m = w->contacts, nd = w->directions, n = g->n;
    for (int c = 0; c < m; c++) {
        int slack = at + m * (1 + nd) + c;
        g->A[slack * n + at + c] = w->mu[c];
        for (int k = 0; k < nd; k++) {
            int beta = at + m + c * nd + k;
            g->A[beta * n + slack] = 1;
            g->A[slack * n + beta] = -1;
        }
    }
}

static int condense_step(const world *w, generated *g)
{
    if (generated_new(g, w->contacts * (2 + w->directions)) != 0 ||
        fill_symmetric(w, g, 0) != 0)
        return -1;
    fill_cone(w, g, 0);
    return 0;
}

/** HP23 (75): in front of everything stand the $\beta_i$, with the rows
$\lambda_{n,max} - \lambda_n$; each appears in the row of its normal. */
static int condense_increment(const world *w, generated *g)
{
    int m = w->contacts;
    if (generated_new(g, m * (3 + w->directions)) != 0 ||
        fill_symmetric(w, g, m) != 0)
        return -1;
    fill_cone(w, g, m);
    for (int i = 0; i < m; i++) {
        g->A[i * g->n + m + i] = -1;
        g->A[(m + i) * g->n + i] = 1;
        g->b[i] = dice_in(w->d, 0, 0.5);
    }
    return 0;
}

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
