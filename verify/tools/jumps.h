/**
# Collisions with small whole numbers

Their problem has b = -Mv and a matrix of the numbers themselves: doubles hold it
exactly.
*/
#pragma once

#include "check.h"
#include "gap08/step/alpha_gamma.h"
#include "ap02/collision.h"

enum { JUMP_NV = 6, JUMP_P = 4, JUMP_R = 8 };

typedef struct {
    step_data d;
    double M[JUMP_NV * JUMP_NV], zero[JUMP_NV * JUMP_NV], v[JUMP_NV];
    double n[JUMP_P * JUMP_NV], slip[JUMP_R * JUMP_NV], mu[JUMP_P];
    int slip_at[JUMP_P + 1];
    double A[900], b[30], Mt[JUMP_NV * JUMP_NV];
    lcp_problem p;
} jump;

/* The problem of j's data; nv, p and the slips of each contact are set. */
static inline void jump_pose(jump *j)
{
    step_data *d = &j->d;
    d->M = j->M;
    d->F = d->kq = d->kv = d->k0 = d->k1 = j->zero;
    d->n = j->n;
    d->d = j->slip;
    d->mu = j->mu;
    d->v = j->v;
    d->slip_at = j->slip_at;
    d->r = j->slip_at[d->p];
    j->p = (lcp_problem){d->nv, alpha_gamma_pairs(d->p, d->r), j->A, j->b};
    alpha_gamma_pose(&compression, d, j->Mt, j->A, j->b);
}

/* Any numbers: M = B'B + I, gradients up to 3, friction up to `most` quarters,
   `slips` of each contact. */
static inline void jump_random(check_random *r, int nv, int p, int slips,
                               int most, jump *j)
{
    double B[JUMP_NV * JUMP_NV];
    *j = (jump){.d = {.nv = nv, .p = p}};
    for (int i = 0; i < nv * nv; i++)
        B[i] = (double)check_integer(r, -2, 2);
    for (int a = 0; a < nv; a++)
        for (int c = 0; c < nv; c++) {
            j->M[a * nv + c] = a == c;
            for (int k = 0; k < nv; k++)
                j->M[a * nv + c] += B[k * nv + a] * B[k * nv + c];
        }
    for (int i = 0; i < p * nv; i++)
        j->n[i] = (double)check_integer(r, -3, 3);
    for (int i = 0; i < p * slips * nv; i++)
        j->slip[i] = (double)check_integer(r, -3, 3);
    for (int i = 0; i < p; i++)
        j->mu[i] = (double)check_integer(r, 0, most) / 4;
    for (int i = 0; i <= p; i++)
        j->slip_at[i] = i * slips;
    for (int i = 0; i < nv; i++)
        j->v[i] = (double)check_integer(r, -8, 8);
    jump_pose(j);
}
