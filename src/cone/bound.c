#include "cone/bound.h"

#include "cone/witness.h"
#include "number/rational.h"

#include <math.h>

static mpq_t *vector_at(const bound *b, int i)
{
    return b->vector + i * b->nv;
}

static perp_status bound_new(arena *a, const cone *c, int round, bound *out)
{
    round = round && full_has_disc(c);
    *out = (bound){.round = round, .nv = c->nv, .count = 1 + c->p + 2 * c->m};
    size_t numbers = (size_t)(out->count * c->nv) + 1;
    PERP_TRY(cone_impulse_new(a, c, &out->most));
    out->vector = rational_array(a, numbers);
    out->square = rational_array(a, BOUND_SQUARES);
    out->u = arena_take(a, (size_t)c->nv + 1, sizeof *out->u);
    if (out->vector != NULL && out->square != NULL && out->u != NULL)
        return PERP_SUCCESS;
    bound_clear(out);
    return PERP_NO_MEMORY(numbers * sizeof(mpq_t));
}

void bound_clear(bound *b)
{
    cone_impulse_clear(&b->most);
    rational_clear(b->vector, (size_t)(b->count * b->nv) + 1);
    rational_clear(b->square, BOUND_SQUARES);
    *b = (bound){.vector = NULL};
}

/* The least g.d over the edges of contact j. */
static void margin(const cone_rays *r, int round, int j, const mpq_t *d,
                   mpq_ptr out)
{
    int first = 1;
    mpq_t dot;
    if (round) {
        full_margin(r->of, j, d, out);
        return;
    }
    mpq_init(dot);
    for (int i = 0; i < r->count; i++) {
        if (r->contact[i] != j)
            continue;
        cone_dot(r->of->nv, (const mpq_t *)r->g + i * r->of->nv, d, dot);
        if (first || mpq_cmp(dot, out) < 0)
            mpq_set(out, dot);
        first = 0;
    }
    mpq_clear(dot);
}

/* The largest lack of margin; contact `own` wants 1 (all: own = -1), the others
   0, or with own = p nobody more. */
static void lack(const cone_rays *r, int round, int own, const mpq_t *d,
                 mpq_ptr out)
{
    mpq_t m, want;
    mpq_inits(m, want, NULL);
    mpq_set_ui(out, 0, 1);
    for (int j = 0; j < r->of->p; j++) {
        margin(r, round, j, d, m);
        mpq_set_ui(want, own < 0 || own == j, 1);
        mpq_sub(want, want, m);
        if (mpq_cmp(want, out) > 0)
            mpq_set(out, want);
    }
    mpq_clears(m, want, NULL);
}

/** **Repair.** A vector of the inner polyhedron may lack a little margin on the
round cone. Margins are concave and homogeneous in $d$, so adding $\epsilon$
times the first vector, whose margins are one, adds at least $\epsilon$ to each,
and moves no joint. The bound on roots from above takes $2^{-60}$, which twice
the lack covers when once does not. */
static void repair(const cone_rays *r, bound *b, int own, mpq_t *d)
{
    mpq_t eps, part;
    mpq_inits(eps, part, NULL);
    lack(r, b->round, own, (const mpq_t *)d, eps);
    for (int twice = 0; twice < 2 && mpq_sgn(eps) > 0; twice++) {
        for (int i = 0; i < b->nv; i++) {
            mpq_mul(part, eps, b->vector[i]);
            mpq_add(d[i], d[i], part);
        }
        lack(r, b->round, own, (const mpq_t *)d, eps);
        mpq_add(eps, eps, eps);
    }
    mpq_clears(eps, part, NULL);
}

/* The first vector: d over its least margin. */
static void scale_first(const cone_rays *r, const mpq_t *d, bound *b)
{
    mpq_t least, m;
    mpq_inits(least, m, NULL);
    for (int j = 0; j < r->of->p; j++) {
        margin(r, b->round, j, d, m);
        if (j == 0 || mpq_cmp(m, least) < 0)
            mpq_set(least, m);
    }
    for (int i = 0; i < b->nv && r->of->p > 0; i++)
        mpq_div(b->vector[i], d[i], least);
    mpq_clears(least, m, NULL);
}

/* Is |x|^2 / |z|^2 the largest ratio so far? */
static void consider(const cone_rays *r, const closest_answer *x, bound *b,
                     cone_impulse *work)
{
    mpq_t ratio, length;
    mpq_inits(ratio, length, NULL);
    const cone *c = r->of;
    for (int k = 0; k < c->m; k++)
        mpq_set(work->y[k], x->y[k]);
    rays_impulse(r, (const mpq_t *)x->c, work);
    cone_dot(c->m + c->p + c->r, (const mpq_t *)work->all,
             (const mpq_t *)work->all, ratio);
    cone_dot(c->nv, (const mpq_t *)x->d, (const mpq_t *)x->d, length);
    if (mpq_sgn(length) > 0) {
        mpq_div(ratio, ratio, length);
        if (mpq_cmp(ratio, b->square[BOUND_LEAST]) > 0) {
            mpq_set(b->square[BOUND_LEAST], ratio);
            for (int i = 0; i < c->m + c->p + c->r; i++)
                mpq_set(b->most.all[i], work->all[i]);
        }
    }
    mpq_clears(ratio, length, NULL);
}

/* The closest-point problems, one after the other. */
typedef struct {
    arena *a;
    const cone_rays *r;
    bound *b;
    closest_answer x;
    cone_impulse work;
    mpq_t *margin, *joint; /* zero but for what the problem wants */
} finding;

static perp_status find_one(finding *f, int at, int own)
{
    closest_problem p = {.rays = f->r,
                         .joint = (const mpq_t *)f->joint,
                         .margin = (const mpq_t *)f->margin};
    PERP_TRY(closest_solve(f->a, &p, &f->x));
    mpq_t *d = vector_at(f->b, at);
    for (int i = 0; i < f->b->nv; i++)
        mpq_set(d[i], f->x.d[i]);
    consider(f->r, &f->x, f->b, &f->work);
    repair(f->r, f->b, own, d);
    return PERP_SUCCESS;
}

/**
## A bound on every multiplier

Let $z = \nu y + \sum_i c_i g_i$, $c \ge 0$. A vector with $\nu^T d = 0$ and
$g \cdot d \ge 1$ on the edges of contact $j$, $\ge 0$ on the others, gives
$c_n^{(j)} \le d \cdot z \le |d|\,|z|$. The best bound of this kind is the
largest value of $c_n^{(j)}$ on $|z| \le 1$: the two problems are dual, and the
solution of the closest-point problem with these margins solves both. In the same
way $\nu^T d = \pm e_i$ and $g \cdot d \ge 0$ give $\pm y_i \le |d|\,|z|$. So each
vector comes with multipliers that attain it: the largest of these ratios is a
lower bound on $c_{FC}$, found on the way.
*/
static perp_status find_all(finding *f)
{
    const cone *c = f->r->of;
    for (int j = 0; j < c->p; j++) {
        for (int i = 0; i < f->r->count; i++)
            mpq_set_ui(f->margin[i], f->r->contact[i] == j, 1);
        PERP_TRY(find_one(f, 1 + j, j));
    }
    for (int i = 0; i < f->r->count; i++)
        mpq_set_ui(f->margin[i], 0, 1);
    for (int k = 0; k < c->m; k++)
        for (int way = 0; way < 2; way++) {
            mpq_set_si(f->joint[k], way == 0 ? 1 : -1, 1);
            PERP_TRY(find_one(f, 1 + c->p + 2 * k + way, c->p));
            mpq_set_ui(f->joint[k], 0, 1);
        }
    return PERP_SUCCESS;
}

static void squared_length(const bound *b, int i, mpq_ptr out)
{
    const mpq_t *d = (const mpq_t *)vector_at(b, i);
    cone_dot(b->nv, d, d, out);
}

/* The joints' part of c^2: the larger side of each, squared and added up. */
static void joint_part(const cone *c, const bound *b, mpq_ptr out)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    mpq_set_ui(out, 0, 1);
    for (int k = 0; k < c->m; k++) {
        squared_length(b, 1 + c->p + 2 * k, x);
        squared_length(b, 2 + c->p + 2 * k, y);
        mpq_add(out, out, mpq_cmp(x, y) < 0 ? y : x);
    }
    mpq_clears(x, y, NULL);
}

/* sum and largest of a_j^e |d_j|^2 over the contacts, a_j = 1 + mu_j^2 or, with
   `normal`, one; e = 1 for the sum, 2 for the largest. */
static void contact_part(const cone *c, const bound *b, int normal, mpq_ptr sum,
                         mpq_ptr most)
{
    mpq_t x, weight, one;
    mpq_inits(x, weight, one, NULL);
    mpq_set_ui(one, 1, 1);
    mpq_set_ui(sum, 0, 1);
    mpq_set_ui(most, 0, 1);
    for (int j = 0; j < c->p; j++) {
        mpq_mul(weight, c->mu[j], c->mu[j]);
        mpq_add(weight, weight, one);
        if (normal)
            mpq_set(weight, one);
        squared_length(b, 1 + j, x);
        mpq_mul(x, x, weight);
        mpq_add(sum, sum, x);
        mpq_mul(x, x, weight);
        if (mpq_cmp(x, most) > 0)
            mpq_set(most, x);
    }
    mpq_clears(x, weight, one, NULL);
}

/* The smaller of the two bounds on sum a_j c_j^2. */
static void contacts_squared(const cone *c, const bound *b, int normal,
                             mpq_ptr out)
{
    mpq_t most, all;
    mpq_inits(most, all, NULL);
    contact_part(c, b, normal, out, most);
    squared_length(b, 0, all);
    mpq_mul(most, most, all);
    cone_root_up(most, most);
    if (mpq_cmp(most, out) < 0)
        mpq_set(out, most);
    mpq_clears(most, all, NULL);
}

/**
## The constant

With $B_j$, $B_0$ the lengths of the vectors for one contact and for all, and
$\|\beta^{(j)}\|_2 \le \|\beta^{(j)}\|_1 \le \mu^{(j)} c_n^{(j)}$, the squares of
the contact impulses are at most $\sum_j a_j (c_n^{(j)})^2$, $a_j = 1 + \mu_j^2$,
and for $|z| = 1$ that is at most

$$\sum_j a_j B_j^2 \quad\text{and}\quad
\max_j (a_j c_n^{(j)}) \cdot \sum_j c_n^{(j)} \le \max_j (a_j B_j)\, B_0 .$$

The first is good when one contact carries the most, the second when many do. To
the smaller one the squares of the joints' bounds are added. Since every single
bound is attained in a polyhedral cone, $c$ is too large by a factor of at most
$\sqrt{m + \sum a_j}$.

Implements GAP08 (3.3), (3.4). */
static void find_constant(const cone *c, bound *b)
{
    mpq_ptr square = b->square[BOUND_C];
    mpq_t joints;
    mpq_init(joints);
    contacts_squared(c, b, 0, square);
    joint_part(c, b, joints);
    mpq_add(square, square, joints);
    cone_root_up(square, joints);
    b->c = cone_above(joints);
    cone_root_down(b->square[BOUND_LEAST], joints);
    b->least = cone_below(joints);
    mpq_clear(joints);
}

/**
## The opening direction

$u = \nu_\perp u_0 = d/|d|$ with the first vector: a unit vector along which no
joint moves and every edge opens. For $z = \nu y + \sum c_i g_i$,
$u \cdot z = \sum c_i\, u \cdot g_i$, and $|z_r| = |P z| \le \sum c_i |P g_i|$, so

$$u \cdot z \ge C_2 |z_r|, \qquad C_2 = \min_i \frac{u \cdot g_i}{|P g_i|},$$

and no larger constant is right for this $u$: a single edge attains it. For the
round cone $u \cdot g \ge 1/|d|$ takes the place of the numerator. All vectors of
the contacts satisfy $d \cdot z = d \cdot z_r$, so the bound on $|c_n|$ holds with
$|z_r|$: $|c_n| \le \kappa |z_r|$ and $C_3 = C_2/\kappa$.

Implements GAP08 (3.9). */
static perp_status find_direction(finding *f)
{
    bound *b = f->b;
    const cone *c = f->r->of;
    mpq_t length, kappa;
    mpq_ptr least = b->square[BOUND_C2];
    if (b->round)
        PERP_TRY(full_slowest(f->a, c, least));
    else
        PERP_TRY(pointed_slowest(f->a, f->r, (const mpq_t *)b->vector, least));
    mpq_inits(length, kappa, NULL);
    if (c->p > 0) {
        squared_length(b, 0, length);
        mpq_div(least, least, length);
        contacts_squared(c, b, 1, kappa);
        mpq_div(b->square[BOUND_C3], least, kappa);
        cone_root_down(least, kappa);
        b->C2 = cone_below(kappa);
        cone_root_down(b->square[BOUND_C3], kappa);
        b->C3 = cone_below(kappa);
        cone_root_down(length, length);
        for (int i = 0; i < b->nv; i++) {
            mpq_div(kappa, b->vector[i], length);
            b->u[i] = rational_truncated(kappa);
        }
    }
    mpq_clears(length, kappa, NULL);
    return PERP_SUCCESS;
}

static perp_status find(finding *f)
{
    size_t count = (size_t)(f->r->count + f->r->of->m) + 1;
    mpq_t *want = rational_array(f->a, count);
    if (want == NULL)
        return PERP_NO_MEMORY(count * sizeof *want);
    f->margin = want;
    f->joint = want + f->r->count;
    perp_status s = find_all(f);
    rational_clear(want, count);
    PERP_TRY(s);
    find_constant(f->r->of, f->b);
    return find_direction(f);
}

perp_status bound_find(arena *a, const cone_rays *r, int round, const mpq_t *d,
                       bound *out)
{
    finding f = {.a = a, .r = r, .b = out};
    PERP_TRY(bound_new(a, r->of, round, out));
    scale_first(r, d, out);
    perp_status s = closest_new(a, r, &f.x);
    if (s.code == PERP_OK) {
        s = cone_impulse_new(a, r->of, &f.work);
        if (s.code == PERP_OK)
            s = find(&f);
        cone_impulse_clear(&f.work);
        closest_clear(&f.x);
    }
    if (s.code == PERP_OK)
        s = bound_check(r, out);
    if (s.code == PERP_REFUTED)
        s = PERP_FAIL(PERP_BUG, "a cone's bound fails its check: %s",
                      s.message);
    if (s.code != PERP_OK)
        bound_clear(out);
    return s;
}

/* Vector i has the margins it should have. */
static perp_status check_vector(const cone_rays *r, const bound *b, int i)
{
    const cone *c = r->of;
    int joint = i - 1 - c->p;
    witness_margin w = {.rays = b->round ? NULL : r,
                        .own = i == 0 ? -1 : i - 1,
                        .joint = joint < 0 ? -1 : joint / 2,
                        .sign = joint % 2 == 0 ? 1 : -1};
    return witness_margins(c, &w, (const mpq_t *)vector_at(b, i));
}

/** Without a root: what the joints leave of $c^2$ is at least $\sum_j a_j B_j^2$,
or its square is at least $\max_j a_j^2 B_j^2 B_0^2$. */
perp_status bound_check(const cone_rays *r, const bound *b)
{
    for (int i = 0; i < b->count; i++)
        PERP_TRY(check_vector(r, b, i));
    mpq_t rest, sum, most, all;
    mpq_inits(rest, sum, most, all, NULL);
    joint_part(r->of, b, rest);
    mpq_sub(rest, b->square[BOUND_C], rest);
    contact_part(r->of, b, 0, sum, most);
    squared_length(b, 0, all);
    mpq_mul(most, most, all);
    mpq_mul(all, rest, rest);
    int holds = mpq_cmp(rest, sum) >= 0 ||
                (mpq_sgn(rest) >= 0 && mpq_cmp(all, most) >= 0);
    mpq_clears(rest, sum, most, all, NULL);
    return holds ? PERP_SUCCESS
                 : PERP_FAIL(PERP_REFUTED, "the constant is too small");
}
