/**
# The rates that the inclusion allows

At a velocity v the law (39) allows a set of rates dv/ds: the hull of finitely many
corners, the rates under one contact alone, pressing with the rate one.

HP23 3.2. The clock $s$ is the normal impulse of all contacts together, N s, so a rate
is in m/s per N s, 1/kg for a coordinate in metres. A corner belongs to a contact and
to one direction of its friction; a combination of corners with weights $w_c \ge 0$,
$\sum w_c = 1$, is normal impulse rates $\lambda_{n,i} = \sum w_c$ over the corners of
contact $i$, (37), and friction within its bound.
How large the set is depends on $v$. For two contacts with a slip each:

| at $v$ | corners |
|---|---|
| both approach, neither slips | 4 |
| both approach, both slip | 2 |
| A approaches and sticks, B parts | 2 |
| A rests and slips, B approaches and slips | 2 |
| both part, A more slowly | those of A: 1 or 2 |

The last is the continuation outside of the impact. `rates_at` may be asked at
any $v$.
*/
#pragma once

#include "hp23/impact/impact.h"

/* The set at the velocity of the last rates_at. Corner c: nv numbers from
   corner + c nv on, of contact[c], with the friction that side[c] says: of the
   block as it falls contact is 0 0 1 1 and side 1 -1 2 -2. */
typedef struct {
    const step_exact *d; /* borrowed */
    int nv, count, most; /* corners now, and at most */
    mpq_t *corner;       /* count x nv */
    int *contact;        /* count: whose corner it is */
    int *side;           /* count: and of which direction of friction: slip k
                            forward k + 1, backward -k - 1; 0: none */
    mpq_t *wn, *wd;      /* p x nv, r x nv: M^-1 n and M^-1 d, joints held */
    mpq_t *u;            /* p + r: the speeds that rates_at has computed */
    size_t numbers;      /* of all these, from corner on */
} rates;

/* The set for the impact of d. d->v is not read. Ends with rates_clear. INPUT
   when M or the joints are singular. LIMIT. */
perp_status rates_new(arena *a, const step_exact *d, rates *out);
void rates_clear(rates *r);

/* Which contacts and directions are there depends on v, what their rates are
   does not: corners are copied together from wn and wd at every call. The
   corners at v (nv numbers), into r->corner, r->count of them, at least 1.
   A speed of at most `tolerance` (>= 0, m/s) counts as zero: this is what the
   set contains within that distance of v, which upper semicontinuity allows to
   be larger than D(v), and never smaller. */
void rates_at(rates *r, const mpq_t *v, mpq_srcptr tolerance);

/* The same where r->u has the speeds already, in any unit; tolerance in it. */
void rates_of_speeds(rates *r, mpq_srcptr tolerance);

/* u = unit times the speeds of v, p + r; unit, set here, is the least that
   makes v whole numbers. They are left in whole: nv, denominators 1 before. */
void rates_speeds(const rates *r, const mpq_t *v, mpz_ptr unit, mpq_t *whole,
                  mpq_t *u);

/* out = the rate of the kinetic energy at v for v' = rate: v'M rate, W. */
void rates_power(const rates *r, const mpq_t *v, const mpq_t *rate,
                 mpq_ptr out);
