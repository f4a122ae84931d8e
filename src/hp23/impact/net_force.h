/**
# Net forces: how fast an impact must end

The vector r of Lemma 6 and the constants that follow from it: HP23 5.2.3, with the
proofs in E.4 and E.5. They bound the number of problems that a sample of Algorithm 1
takes, and in [followed.c](../inclusion/followed.c) how long a solution of (39) can
be.
*/
#pragma once

#include "hp23/impact/impact.h"

/** What is found, with the units that it has when coordinates are metres: `r`
is a pure number, `sigma` kg, `c` a count of problems for each m/s kg$^{1/2}$ of
$\|v_0\|_M$, rounded up.

| | block, $h = 0.3$ | a point of 1 kg, $\mu$ any |
|---|---|---|
| edges | 4: $(1, 1, \frac65)$, $(-1, 1, -\frac{18}5)$, mirror images | 2: $(\pm\mu, 1)$ |
| $r$ | $(0, 1, 0)$ | $(0, 1)$ |
| $\sigma$ | $\frac5{12}$ | 1 |
| $c$ | 64 | $4 \lceil 2/h \rceil$ | */

/* The r of least Euclidean norm with r . M^-1 F >= |lambda_n|_1 for every F of
   the linear friction cone, and what Theorem 8 makes of it: a sample takes more
   than c ceil(|v_0|_M) + k problems with a probability of at most
   exp(-k/(m + 1)^2), whatever its start. Where the cone is not pointed r, c and
   the square are zero, and sigma is found all the same. */
typedef struct {
    int nv, pointed; /* 0: the cone is not pointed, there is no such r */
    mpq_t *r;        /* nv, exact */
    mpq_t square;    /* |r|^2, exact */
    mpq_t sigma;     /* M - sigma I has no negative pivot, exactly; the largest
                        double for which that is so */
    mpz_t c;         /* (78), exact for this sigma */
} net_force;

/* h > 0, N s. Joints are refused: INPUT. Ends with net_force_clear. LIMIT. */
perp_status net_force_find(arena *a, const step_exact *d, mpq_srcptr h,
                           net_force *out);
void net_force_clear(net_force *f);
