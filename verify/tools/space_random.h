/**
# Random contacts in space

Boxes on each other, every one on four corners, turned as a whole so that no
number is short: the four normals of a box depend on each other, up to the
rounding of their entries. Or bodies with contacts anywhere. Six velocities per
body, four directions of friction per contact, the mixed form of AP02 (17), M
diagonal and positive: AP02's Theorem 2.2 says that each has a solution.
*/
#pragma once

#include "planar_random.h"

typedef struct {
    int boxes;            /* one on the other; 0: bodies anywhere */
    int bodies, contacts; /* of those */
    double mass_ratio;    /* masses are m or m times this, at random */
    double twin;          /* != 0: odd contacts are the one before, moved */
    double speed;         /* m/s, beside the fall of one step */
} space_kind;

static inline void space_cross(const double *a, const double *b, double *out)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = a[j] * b[k] - a[k] * b[j];
    }
}

static inline void space_unit(double *a)
{
    double size = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    for (int i = 0; i < 3; i++)
        a[i] /= size;
}

/* Three directions at right angles. */
static inline void space_frame(check_random *r, double frame[3][3])
{
    double any[3];
    for (int i = 0; i < 3; i++) {
        frame[0][i] = check_uniform(r, -1, 1);
        any[i] = check_uniform(r, -1, 1);
    }
    space_unit(frame[0]);
    space_cross(frame[0], any, frame[1]);
    space_unit(frame[1]);
    space_cross(frame[0], frame[1], frame[2]);
}

/* One contact: rows of the normal and of two slips, nv numbers each. The
   first body is pushed along frame[2] at the place `at[0]` from its centre,
   the second, unless it is -1, the other way at at[1]. */
typedef struct {
    int body[2];
    double at[2][3], frame[3][3];
} space_contact;

static inline void space_rows(const space_contact *c, int nv, double *row)
{
    static const int axis[3] = {2, 0, 1};
    memset(row, 0, 3 * (size_t)nv * sizeof *row);
    for (int l = 0; l < 3; l++)
        for (int side = 0; side < 2 && c->body[side] >= 0; side++) {
            double *to = row + l * nv + 6 * c->body[side], turn[3];
            const double *n = c->frame[axis[l]];
            space_cross(c->at[side], n, turn);
            for (int i = 0; i < 3; i++) {
                to[i] = side == 0 ? n[i] : -n[i];
                to[3 + i] = side == 0 ? turn[i] : -turn[i];
            }
        }
}

/* Corner c % 4 of box c / 4, which stands on box c / 4 - 1, turned by `yaw`
   against it. */
static inline void space_corner(double world[3][3], int c, double yaw,
                                space_contact *out)
{
    int box = c / 4;
    double half = 0.5 - 0.015 * box;
    double a = c % 4 == 1 || c % 4 == 2 ? half : -half;
    double b = c % 4 >= 2 ? half : -half;
    double x = cos(yaw) * a - sin(yaw) * b, y = sin(yaw) * a + cos(yaw) * b;
    memcpy(out->frame, world, sizeof out->frame);
    out->body[0] = box;
    out->body[1] = box - 1;
    for (int i = 0; i < 3; i++) {
        double flat = world[0][i] * x + world[1][i] * y;
        out->at[0][i] = flat - 0.25 * world[2][i];
        out->at[1][i] = flat + 0.25 * world[2][i];
    }
}

static inline void space_anywhere(check_random *r, int bodies,
                                  space_contact *out)
{
    out->body[0] = check_integer(r, 0, bodies - 1);
    out->body[1] = check_integer(r, -1, bodies - 1);
    if (out->body[1] == out->body[0])
        out->body[1] = -1;
    for (int i = 0; i < 3; i++) {
        out->at[0][i] = check_uniform(r, -0.5, 0.5);
        out->at[1][i] = check_uniform(r, -0.5, 0.5);
    }
    space_frame(r, out->frame);
}

/* Contact c of the problem from its rows. */
static inline void space_put(check_random *r, planar *f, int contacts, int c,
                             const double *row)
{
    int nv = f->p.free, m = contacts, all = nv + f->p.n;
    int cn = nv + c, up = nv + m + 4 * c, la = nv + 5 * m + c;
    for (int i = 0; i < nv; i++) {
        double n = row[i], s = row[nv + i], t = row[2 * nv + i];
        double entry[5] = {n, s, -s, t, -t};
        for (int l = 0; l < 5; l++) {
            int at = l == 0 ? cn : up + l - 1;
            f->A[i * all + at] = -entry[l];
            f->A[at * all + i] = entry[l];
        }
    }
    f->A[la * all + cn] = check_uniform(r, 0.1, 1);
    for (int l = 0; l < 4; l++) {
        f->A[(up + l) * all + la] = 1;
        f->A[la * all + up + l] = -1;
    }
}

/* Masses, and -M v with the velocity v that one step of 0.01 s falls to. */
static inline void space_bodies(check_random *r, const space_kind *k,
                                const double *up, planar *f)
{
    int nv = f->p.free, all = nv + f->p.n;
    for (int i = 0; i < nv; i += 6) {
        double mass = check_uniform(r, 0.5, 2);
        if (check_integer(r, 0, 1))
            mass *= k->mass_ratio;
        for (int c = i; c < i + 6; c++) {
            double v = k->speed * check_uniform(r, -1, 1);
            double own = c < i + 3 ? mass : mass * check_uniform(r, 0.1, 0.3);
            f->A[c * all + c] = own;
            f->b[c] = -own * (c < i + 3 ? v - 0.0981 * up[c - i] : v);
        }
    }
}

/* A random problem; given back with planar_free. */
static inline planar space_new(check_random *r, const space_kind *k)
{
    int bodies = k->boxes > 0 ? k->boxes : k->bodies;
    int m = k->boxes > 0 ? 4 * k->boxes : k->contacts;
    int nv = 6 * bodies, all = nv + 6 * m;
    double *A = memory_new((size_t)all * (size_t)all, sizeof *A);
    double *b = memory_new((size_t)all, sizeof *b);
    double *row = memory_new((size_t)(6 * nv), sizeof *row);
    double *last = row + 3 * nv, world[3][3], yaw = 0;
    planar f = {{nv, 6 * m, A, b}, A, b};
    space_frame(r, world);
    space_bodies(r, k, world[2], &f);
    for (int c = 0; c < m; c++) {
        space_contact at;
        if (k->boxes > 0) {
            yaw = c % 4 == 0 ? check_uniform(r, 0, 6.28) : yaw;
            space_corner(world, c, yaw, &at);
        } else {
            space_anywhere(r, bodies, &at);
        }
        space_rows(&at, nv, row);
        for (int i = 0; k->twin != 0 && c % 2 == 1 && i < 3 * nv; i++)
            row[i] =
                last[i] == 0 ? 0 : last[i] + k->twin * check_uniform(r, -1, 1);
        memcpy(last, row, 3 * (size_t)nv * sizeof *row);
        space_put(r, &f, m, c, row);
    }
    memory_free(row);
    return f;
}
