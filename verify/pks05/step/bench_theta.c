/** What contacts far away cost a step: three supports of a slab, and beside them none,
30 or 100 that are 5 m off; and 30 supports. test_compliant_run counts the systems that
are solved; here is time, that of the step's problem and its proofs without the tapes of
a scene, whose K and C are numbers: their blocks and (D) are those of the first step. */
#include "check.h"
#include "pks05/step/theta_near.h"
#include "pks05/step/theta_slip.h"

#include <math.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void slab(int near, int far, arena *a, theta_data *d)
{
    const int p = near + far, R = 3 * p;
    const size_t RR = (size_t)(R * R);
    double *x = arena_take(a, 2 * RR + (size_t)(7 * R + 2 * p + 90), sizeof *x);
    CHECK(x != NULL, "room");
    double *K = x, *C = K + RR, *rows = C + RR, *delta = rows + 6 * R;
    double *gap = delta + R, *mu = gap + p, *M = mu + p, *J = M + 36;
    double *f = J + 6 * 6, *v = f + 6;
    theta_pattern *pattern = arena_take(a, 1, sizeof *pattern);
    int *at = arena_take(a, (size_t)(p + 1 + R), sizeof *at);
    CHECK(pattern != NULL && at != NULL, "room");
    *pattern = (theta_pattern){at, at + p + 1};
    *d = (theta_data){6, p, 2,   1e-3, 0, M,     J,       f,   rows,
                      K, C, gap, mu,   v, delta, pattern, NULL};
    for (int i = 0; i < R; i++) {
        at[i / 3 + 1] = i + 1;
        at[p + 1 + i] = i;
    }
    for (int i = 0; i < 6; i++)
        M[i * 7] = i < 3 ? 1 : 0.25;
    f[0] = 4;
    f[2] = -9.81;
    for (int i = 0; i < R; i++) {
        const int c = i / 3;
        const double turn =
            6.283185307179586 *
            (c < near ? c / (double)near : (c - near) / (double)far);
        double *row = rows + 6 * i, X = cos(turn), Y = sin(turn);
        K[i * (R + 1)] = i % 3 == 0 ? 2e4 : 1e4;
        C[i * (R + 1)] = i % 3 == 0 ? 100 : 80;
        row[(i + 2) % 3] = 1;
        row[i % 3 == 0 ? 3 : 5] = i % 3 == 2 ? X : -Y;
        row[4] = i % 3 == 0 ? X : 0;
        gap[c] = c < near ? 0 : 5;
        mu[c] = 0.3;
    }
}

/* Seconds a step. */
static double spent(int near, int far, int steps)
{
    arena a = {0};
    theta_data d;
    theta_posed posed;
    theta_end end;
    qvi_answer y;
    theta_blocks blocks;
    int hand = 0;
    slab(near, far, &a, &d);
    const int R = theta_rows(&d);
    const qvi_problem whole = {d.p, 2, NULL, NULL, d.mu, NULL};
    CHECK(theta_blocks_new(&a, d.p, &blocks).code == PERP_OK &&
              theta_posed_new(&a, 6, R, &posed).code == PERP_OK &&
              theta_end_new(&a, 6, R, &end).code == PERP_OK &&
              qvi_answer_new(&a, &whole, &y).code == PERP_OK,
          "room");
    theta_blocks_fill(&d, &blocks);
    d.blocks = &blocks;
    CHECK(theta_definite(&d, &a).code == PERP_OK, "definite");
    double begun = now();
    for (int k = 0; k < steps; k++) {
        arena_mark here = arena_here(&a);
        theta_near x;
        theta_slip s;
        CHECK(theta_definite_mass(&d, &a).code == PERP_OK &&
                  theta_near_find(&d, &a, &x).code == PERP_OK &&
                  theta_pose(&x.d, &a, &posed).code == PERP_OK &&
                  theta_slip_of(&x.d, &posed, &a, &s).code == PERP_OK,
              "pose");
        const qvi_problem p = {x.d.p, 2, posed.A, posed.b, x.d.mu, &s.meant};
        CHECK(qvi_solve(&p, &qvi_defaults, &a, &y).code == PERP_OK &&
                  theta_near_recover(&x, &posed, y.lam, &a, &end).code ==
                      PERP_OK,
              "solve");
        hand = x.d.p;
        arena_release(&a, here);
    }
    double one = (now() - begun) / steps;
    printf("%3d touching, %3d far: %8.1f us a step, %d in hand\n", near, far,
           1e6 * one, hand);
    CHECK(hand == near, "in hand");
    arena_free(&a);
    return one;
}

int main(void)
{
    double alone = spent(3, 0, 2000);
    spent(3, 30, 2000);
    double among = spent(3, 100, 500);
    spent(10, 0, 100);
    spent(30, 0, 20);
    printf("100 contacts far away: %.1f times the cost\n", among / alone);
    CHECK(among < 3 * alone, "that is not what three cost");
    DONE;
}
