/* Without #pragma once: march_kernel.h includes this once for every width. The
   end of a path: z and w of the step, and its speeds. */

/** At the end of a path a sample has nothing but its right-hand side, and the place says
which of each pair is basic. From these come, in this order: $z$, by a mask; $w = W z + b$
with the residual test, which together are the proof that the path led somewhere; and the
next state, if the test is passed. Of a problem of the gait this is as long as two or three
exchanges: three or four columns of $W$ are summed up twice, with their signs and without.

**One step of the block** in these words, with the numbers of [halm_posa.h](../impact/halm_posa.h): bounds
$(1, 0)$, $u = (-1, -1, 0, 0)$. At the end $\beta_B$, $\lambda_{n,A}$ and the slip $+$ of A are
basic with their $z$, so the mask leaves $z = (0, \frac3{10}; \frac{17}{20}, 0; \frac3{10}, 0, 0,
0; 0, 0)$. Three columns of $W$ times these, and $b$, are $w$: $1 - \frac{17}{20} = \frac3{20}$ in the first
row. In the rows where $z_i > 0$ three terms or more cancel, and what is left over is
$10^{-17}$: dust, which is compared with the sum of the terms' sizes and is zero then. No row is
below zero, no pair has two positive numbers, and the speeds are read off: $0 - 0$ of A,
$0 - \frac3{10}$ of B, so the sample goes on. */

/** z from the right-hand side. What is left of a difference of two equal numbers is
dust, $10^{-18}$ for zero, and could be all that a row has. So every $z_i$ below
$2^{-44}$ of the largest, $6 \cdot 10^{-14}$ of it, is taken for the zero it stands
for. It matters in the next step: a $\beta_i$ of $10^{-18}$ would be read as an
approach of $10^{-18}$ m/s, collide at tolerance zero, and cost a step that does
nothing. */
INSIDE void NAME(read_z)(int parts, double unit, const double *u,
                             const BITS *in, REAL *z)
{
    REAL zero = {0}, most = zero;
    for (int c = 0; c < parts; c++) {
        z[c] = (REAL)((BITS)PART_OF(u, c) & in[c]);
        most = LARGER(z[c], most);
    }
    REAL dust = NAME(largest)(most) * 0x1p-44;
    for (int c = 0; c < parts; c++) {
        BITS above = z[c] > dust;
        z[c] = (REAL)((BITS)(z[c] * unit) & above);
    }
}

/** $w = A z + b$, column by column: a row is summed up from its terms in their
order, and products with zero change no sum. Dust is taken for zero here too, beside
the terms of the sum; and the residual test, without a division: what a row lacks is
compared with a bar a little below that of mlcp_solve ($2^{-30} < 10^{-9}$). A row
lacks $w_i$ where $z_i > 0$, and $-w_i$ where that is positive. Who fails is solved
again by mlcp_solve, which has the last word. Numbers that are none fail: u or a
scale poisons. The columns are those of the basis and not of the positive $z$ alone:
which ones is known from the place, before a number has been read, and a few
products with zero take less time than a guess that was wrong.

Why compute $w$ anew, if the dictionary has it? Because $u$ has come through all
exchanges of the path and carries their rounding, while a sum over the columns of $W$
carries that of one product. And because it is a test that knows nothing of the path:
whatever went wrong at a place, wrong columns included, $w = W z + b$ would not come
out complementary. A row in the basis by its $w$ gets its value here, one by its $z$
gets a $w$ of exactly zero. */
INSIDE int NAME(read_w)(int parts, const march *m, uint32_t basis,
                        const BITS *in, const REAL *z, const double *u,
                        const double *b, REAL *w)
{
    REAL zero = {0}, poison = zero, sum[MOST_PARTS], scale[MOST_PARTS];
    BITS good = zero <= zero;
    for (int c = 0; c < parts; c++) {
        sum[c] = PART_OF(b, c);
        scale[c] = NAME(size)(sum[c]);
    }
    for (uint32_t left = basis; left != 0; left &= left - 1) {
        int j = __builtin_ctz(left);
        const double *column = m->W + j * m->length;
        REAL each = zero + m->z[j];
        for (int c = 0; c < parts; c++) {
            REAL term = PART_OF(column, c) * each;
            sum[c] += term;
            scale[c] += NAME(size)(term);
        }
    }
    for (int c = 0; c < parts; c++) {
        REAL x =
            (REAL)((BITS)sum[c] & (NAME(size)(sum[c]) > 0x1p-44 * scale[c]));
        REAL up = (REAL)((BITS)x & (z[c] > 0));
        good &= LARGER(up, -x) <= 0x1p-30 * scale[c];
        poison += scale[c] + PART_OF(u, c);
        w[c] = (REAL)((BITS)LARGER(x, zero) & ~in[c]);
    }
    return SIGNS(good & (poison - poison == 0)) == (1u << VECTOR) - 1;
}

/** (75c) with $P = M^{-1} J^\top$: velocities for who reads them, in a sum over the
impulses in their order. No decision depends on it; the speeds of the contacts come
from $w$ and $z$. */

/* v moved by the impulses: P times cn and the differences of lambda_D. */
INSIDE void NAME(move)(const march *m, const double *z, double *v)
{
    const int p = m->g->p, all = p + m->g->r;
    for (int c = 0; c < m->g->nv; c += VECTOR) {
        const double *P = m->P + c;
        REAL sum = {0};
        for (int j = p; j < 2 * p; j++, P += m->each)
            sum += PART_OF(P, 0) * z[j];
        for (int s = p; s < all; s++, P += m->each)
            sum += PART_OF(P, 0) * (z[2 * s] - z[2 * s + 1]);
        *(REAL *)(v + c) = *(REAL *)(v + c) + sum;
    }
}

/* The same of many velocities: three registers share what is read of z. Those
   that are behind the last one are zeros, as long as `each` has them. */
INSIDE void NAME(move_many)(const march *m, const double *z, double *v)
{
    const int p = m->g->p, all = p + m->g->r;
    const double *P = m->P;
    REAL sum[3] = {{0}};
    for (int j = p; j < 2 * p; j++, P += m->each)
        for (int k = 0; k < 3; k++)
            sum[k] += PART_OF(P, k) * z[j];
    for (int s = p; s < all; s++, P += m->each)
        for (int k = 0; k < 3; k++)
            sum[k] += PART_OF(P, k) * (z[2 * s] - z[2 * s + 1]);
    for (int k = 0; k < 3; k++)
        PART(v, k) = PART(v, k) + sum[k];
}

/** What halm_posa_read and halm_posa_pose do, in one: the speeds behind the step, $J_n
v' = w_n - \beta$ and $J_t v' = \frac12 (w_+ - w_-)$, are written where the next step
expects them, so a sample that goes on needs no copy. Its bounds are drawn later, and
are zero until then, as its last $p$ numbers always are. The answer: is it colliding?

All rows are computed as if they were slips, and a mask says which ones are. The
partner of a slip stands beside it, since there are $2 p$ rows before the first one.
Of a slip $-s$ is $\frac12 (w_- - w_+)$, the same bits as $0 - s$ but for a zero of
rounding, whose sign `plus` sees to: it has $+0$ where a slip is turned round, and
elsewhere $-0$, which changes nothing. Normals are few, and each is read by itself:
a register of $\beta$ that begins $p$ rows further on would have to wait until what
was written by the register has left the processor. */
INSIDE int NAME(read_speeds)(int parts, const march *m, const REAL *w,
                             double *b)
{
    const int p = m->g->p;
    double lowest = 0;
    for (int c = 0; c < parts; c++) {
        REAL slip = 0.5 * (w[c] - NAME(swapped)(w[c], 1));
        slip = slip + PART_OF(m->plus, c);
        PART(b, c) = (REAL)((BITS)PART_OF(m->slip, c) & (BITS)slip);
        PART(m->w, c) = w[c];
    }
    for (int j = 0; j < p; j++) {
        double speed = m->w[p + j] - m->z[j];
        lowest = speed < lowest ? speed : lowest;
        b[p + j] = speed;
    }
    return lowest < -m->tolerance;
}

/** **A step without an impulse changes nothing**, and that to the last bit: by (75c)
$v' = v$. Where bounds are corners of their box, contacts that approach may all have
the bound zero, and $\beta$ is what they approach with. It comes out of a path that
added $z_0$ and took it away, so that the speed $0 - \beta$ would be another in its
last digit after each such step, and a sample that stands still would drift through
states that [are all new](corners.c). So the speeds stay, and only the bounds go.
With bounds that are all above zero there is no such step: of a contact that
approaches and has no impulse the bound is not reached, so $\beta$ is zero, and it
would not approach at all.

Normal impulses are asked alone, for there is no friction without one: the row of
$\gamma$ in (75b) says so, and has passed the residual test. No $z_j$ is negative
here, so that a sum tells whether one is positive. On the block, behind the step of
the table above: A at rest, B approaching with $\frac3{10}$ m/s, bounds $(1, 0)$
once more. $\beta_B = \frac3{10}$ is all that is positive, and the speeds that stay
are $0$ and $-\frac3{10}$. */
INSIDE int NAME(nobody_presses)(const march *m)
{
    double sum = 0;
    for (int j = m->g->p; j < 2 * m->g->p; j++)
        sum += m->z[j];
    return sum == 0;
}

INSIDE int NAME(stand_still)(const march *m, double *b)
{
    const int p = m->g->p;
    double lowest = 0;
    for (int j = 0; j < p; j++) {
        b[j] = 0;
        lowest = b[p + j] < lowest ? b[p + j] : lowest;
    }
    return lowest < -m->tolerance;
}

/** The end of a path. Of a sample that fails the test nothing is changed, neither
speeds nor $v$, so the step can be taken again by other means. */
INSIDE int NAME(arrive_at)(int parts, const march *m, const road *at, int who)
{
    REAL z[MOST_PARTS], w[MOST_PARTS];
    BITS in[MOST_PARTS], places = {0};
    const double *u = march_side(m, who);
    double *b = march_problem(m, who);
    for (int c = 0; c < VECTOR; c++)
        places[c] = (int64_t)1 << c;
    for (int c = 0; c < parts; c++)
        in[c] = AMONG(at->basis, c);
    NAME(read_z)(parts, m->k->unit, u, in, z);
    for (int c = 0; c < parts; c++)
        PART(m->z, c) = z[c];
    if (!NAME(read_w)(parts, m, at->basis, in, z, u, b, w))
        return -1;
    if (m->corners && NAME(nobody_presses)(m))
        return NAME(stand_still)(m, b);
    const int collides = NAME(read_speeds)(parts, m, w, b);
    if (parts * VECTOR > ROADS_SHORT && m->g->nv > 2 * VECTOR &&
        m->g->nv <= 3 * VECTOR)
        NAME(move_many)(m, m->z, b + m->length);
    else
        NAME(move)(m, m->z, b + m->length);
    return collides;
}

INSIDE void NAME(arrive_in)(int parts, const march *m, const march_group *who)
{
    const march own = *m; /* which nothing that is written can change */
    for (int i = 0; i < who->count; i++) {
        const road *at = own.at[who->of[i]];
        who->row[i] = at == &own.k->nowhere
                          ? -1
                          : NAME(arrive_at)(parts, &own, at, who->of[i]);
    }
}
