#include "contact_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void world_free(world *w)
{
    free(w->mass);
    free(w->b);
    free(w->normal);
    free(w->mu);
}

/* 0, or -1 when memory is refused; world_free accepts both. */
int world_new(world *w, int dim, int directions, dice *d)
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
int add_body(world *w, const double *x, double m, const double *inertia)
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

int add_ball(world *w, const double *x, double radius, double density)
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
void row_add(const world *w, row *r, int who, const double *p, const double *u,
             double sign)
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

void unit(double *u)
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

void add_contact(world *w, int a, int b, const double *p, const double *n)
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
void set_in_motion(world *w, int index)
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

int condense_step(const world *w, generated *g)
{
    if (generated_new(g, w->contacts * (2 + w->directions)) != 0 ||
        fill_symmetric(w, g, 0) != 0)
        return -1;
    fill_cone(w, g, 0);
    return 0;
}

/** HP23 (75): in front of everything stand the $\beta_i$, with the rows
$\lambda_{n,max} - \lambda_n$; each appears in the row of its normal. */
int condense_increment(const world *w, generated *g)
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
