#include "hp23/inclusion/wobble.h"

#include <math.h>

/* The numbers of a wobble: work space, then the body's. */
enum { WORK0, WORK1, WORK2, MASS, G_, RX, RY, L2, HALF, ALPHA, KAPPA };

static void set_numbers(wobble *p)
{
    const pivot *b = p->b;
    mpfr_set_q(p->c[MASS], b->m, MPFR_RNDN);
    mpfr_set_q(p->c[G_], b->g, MPFR_RNDN);
    mpfr_set_q(p->c[RX], b->rx, MPFR_RNDN);
    mpfr_set_q(p->c[RY], b->ry, MPFR_RNDN);
    mpfr_set_q(p->c[KAPPA], b->kappa, MPFR_RNDN);
    mpfr_atan2(p->c[ALPHA], p->c[RY], p->c[RX], MPFR_RNDN);
    mpfr_ui_div(p->c[HALF], 1, p->c[KAPPA], MPFR_RNDN);
    mpfr_div_2ui(p->c[HALF], p->c[HALF], 1, MPFR_RNDN);
    mpfr_sqr(p->c[L2], p->c[RX], MPFR_RNDN);
    mpfr_sqr(p->c[WORK0], p->c[RY], MPFR_RNDN);
    mpfr_add(p->c[L2], p->c[L2], p->c[WORK0], MPFR_RNDN);
}

/* The height and the arm at c in a flight of the first rate w, by energy. */
static void place(wobble *p, mpfr_srcptr w, mpfr_srcptr c, mpfr_ptr X,
                  mpfr_ptr Y)
{
    mpfr_mul(Y, w, c, MPFR_RNDN);
    mpfr_sqr(Y, Y, MPFR_RNDN);
    mpfr_sqr(X, w, MPFR_RNDN);
    mpfr_sub(Y, X, Y, MPFR_RNDN);
    mpfr_mul(Y, Y, p->c[HALF], MPFR_RNDN);
    mpfr_add(Y, Y, p->c[RY], MPFR_RNDN);
    mpfr_sqr(X, Y, MPFR_RNDN);
    mpfr_sub(X, p->c[L2], X, MPFR_RNDN);
    mpfr_sqrt(X, X, MPFR_RNDN);
}

/** **Time.** Energy gives the height for each rate, $\kappa (Y - r_y) = \frac12 (w^2 -
\dot\theta^2)$, and (56) is $\ddot\theta = -\kappa X$ with the arm $X = l \cos(\theta +
\alpha) = \sqrt{l^2 - Y^2}$. With $\dot\theta = w c$ for the variable

$$t = \int_c^1 \frac{w\,dc'}{\kappa X(c')},$$

which is analytic as far as the body stays below its tipping point, so few nodes
give many digits. No sine is taken.

Implements HP23 (56). */
static void flight_time(wobble *p, mpfr_srcptr w, mpfr_srcptr c, mpfr_ptr t)
{
    mpfr_ptr X = p->c[WORK0], Y = p->c[WORK1], at = p->c[WORK2];
    mpfr_t half;
    mpfr_init2(half, mpfr_get_prec(t));
    mpfr_ui_sub(half, 1, c, MPFR_RNDN);
    mpfr_div_2ui(half, half, 1, MPFR_RNDN);
    mpfr_set_zero(t, 1);
    for (int k = 0; k < p->rule.nodes; k++) {
        mpfr_add_ui(at, p->rule.x[k], 1, MPFR_RNDN);
        mpfr_mul(at, at, half, MPFR_RNDN);
        mpfr_add(at, at, c, MPFR_RNDN);
        place(p, w, at, X, Y);
        mpfr_div(X, p->rule.w[k], X, MPFR_RNDN);
        mpfr_add(t, t, X, MPFR_RNDN);
    }
    mpfr_mul(t, t, half, MPFR_RNDN);
    mpfr_mul(t, t, w, MPFR_RNDN);
    mpfr_div(t, t, p->c[KAPPA], MPFR_RNDN);
    mpfr_clear(half);
}

/** **s.** The normal impulse of a flight is what the weight and the vertical
momentum need, $\int \lambda_n\,dt = m g t + m (\dot y - \dot y_0)$, $\dot y =
\dot\theta X$ by (60). */
static void normal_impulse(wobble *p, mpfr_srcptr w, mpfr_srcptr c,
                           mpfr_srcptr t, mpfr_ptr out)
{
    mpfr_ptr X = p->c[WORK0], Y = p->c[WORK1];
    place(p, w, c, X, Y);
    mpfr_mul(X, X, c, MPFR_RNDN);
    mpfr_sub(X, X, p->c[RX], MPFR_RNDN);
    mpfr_mul(X, X, w, MPFR_RNDN);
    mpfr_mul(Y, p->c[G_], t, MPFR_RNDN);
    mpfr_add(X, X, Y, MPFR_RNDN);
    mpfr_mul(out, X, p->c[MASS], MPFR_RNDN);
}
/** **The apex** is where the rate is zero: $\sin(\theta^* + \alpha) = Y(0)/l$, which
is (57) with the sign before $\sin\alpha$ put right (D11). The bound of the flight's time
is $L = 2 \dot\theta_0/\ddot\theta_{min}$, the deceleration at the apex being the least.

Implements HP23 (57)-(59). */
static void find_apex(wobble *p)
{
    mpfr_ptr X = p->apex, Y = p->longest, one = p->c[WORK2];
    mpfr_set_zero(one, 1);
    place(p, p->rate[0], one, X, Y);
    mpfr_mul(p->c[WORK0], p->c[KAPPA], X, MPFR_RNDN); /* theta''_min */
    mpfr_atan2(X, Y, X, MPFR_RNDN);
    mpfr_sub(p->apex, X, p->c[ALPHA], MPFR_RNDN);
    mpfr_mul_2ui(p->longest, p->rate[0], 1, MPFR_RNDN);
    mpfr_div(p->longest, p->longest, p->c[WORK0], MPFR_RNDN);
}

/* Where flight i ends and the next begins. */
static void one_flight(wobble *p, int i)
{
    mpfr_ptr end = p->c[KAPPA + 1], t = p->c[KAPPA + 2];
    mpfr_ptr x = p->t[i + 1];
    mpfr_set_si(end, -1, MPFR_RNDN);
    flight_time(p, p->rate[i], end, t);
    normal_impulse(p, p->rate[i], end, t, x);
    mpfr_add(p->hit[i], p->s[i], t, MPFR_RNDN);
    mpfr_add(p->hit[i], p->hit[i], x, MPFR_RNDN);
    mpfr_mul_q(x, p->rate[i], p->b->Ln, MPFR_RNDN);
    mpfr_add(p->s[i + 1], p->hit[i], x, MPFR_RNDN);
    mpfr_add(p->t[i + 1], p->t[i], t, MPFR_RNDN);
    mpfr_mul_q(p->rate[i + 1], p->rate[i], p->b->keep, MPFR_RNDN);
}

/* The ellipse on which the arm vanishes: c^2 = 1 - 2 kappa (l - ry)/w^2 = -y^2,
   or closer to 1 on the real axis. */
static double ellipse(const pivot *b)
{
    double rx = mpq_get_d(b->rx), ry = mpq_get_d(b->ry);
    double w = mpq_get_d(b->rate), l = sqrt(rx * rx + ry * ry);
    double q = 2 * mpq_get_d(b->kappa) * (rx * rx / (l + ry)) / (w * w) - 1;
    if (q >= 0)
        return sqrt(q) + sqrt(1 + q); /* at i sqrt(q) */
    return 1; /* cannot be: the body stays below its tipping point */
}

static int count_flights(const pivot *b, int bits)
{
    double left = 1, keep = mpq_get_d(b->keep);
    int n = 0, e = 0, k;
    while (e > -bits && n < WOBBLE_MOST) {
        left = frexp(left * keep, &k);
        e += k;
        n++;
    }
    return n;
}

static perp_status room(arena *a, wobble *p)
{
    const size_t n = (size_t)p->flights + 1, count = 4 * n + WOBBLE_NUMBERS + 2;
    p->all = arena_take(a, count, sizeof *p->all);
    if (p->all == NULL)
        return PERP_NO_MEMORY(count * sizeof *p->all);
    for (size_t i = 0; i < count; i++)
        mpfr_init2(p->all[i], p->bits + 32);
    p->numbers = count;
    p->t = p->all;
    p->s = p->t + n;
    p->rate = p->s + n;
    p->hit = p->rate + n;
    p->c = p->hit + n;
    p->apex = p->c[WOBBLE_NUMBERS];
    p->longest = p->c[WOBBLE_NUMBERS + 1];
    return PERP_SUCCESS;
}

/** **All flights.** Every impact leaves the same part of the rate, so the flights
are as many as it takes for the rate to be below the last bit. What is left out
behind them is below it, too.

Implements HP23 (63). */
perp_status wobble_new(arena *a, const pivot *b, int bits, wobble *out)
{
    *out = (wobble){.b = b, .bits = bits, .flights = count_flights(b, bits)};
    if (out->flights == WOBBLE_MOST)
        return PERP_FAIL(PERP_LIMIT,
                         "more than %d flights: the impacts keep %g of the "
                         "rate; ask for fewer digits",
                         WOBBLE_MOST, mpq_get_d(b->keep));
    PERP_TRY(
        legendre_new(a, legendre_nodes(ellipse(b), bits), bits, &out->rule));
    PERP_TRY(room(a, out));
    set_numbers(out);
    mpfr_set_zero(out->t[0], 1);
    mpfr_set_zero(out->s[0], 1);
    mpfr_set_q(out->rate[0], b->rate, MPFR_RNDN);
    find_apex(out);
    for (int i = 0; i < out->flights; i++)
        one_flight(out, i);
    return PERP_SUCCESS;
}

void wobble_clear(wobble *p)
{
    legendre_clear(&p->rule);
    for (size_t i = 0; i < p->numbers; i++)
        mpfr_clear(p->all[i]);
    p->numbers = 0;
}

perp_status wobble_state_new(arena *a, const wobble *p, wobble_state *x)
{
    *x = (wobble_state){.all = arena_take(a, WOBBLE_STATE, sizeof *x->all)};
    if (x->all == NULL)
        return PERP_NO_MEMORY(WOBBLE_STATE * sizeof *x->all);
    for (int i = 0; i < WOBBLE_STATE; i++)
        mpfr_init2(x->all[i], p->bits + 32);
    x->t = x->all[0];
    x->s = x->all[1];
    x->tdot = x->all[2];
    x->q = x->all + 3;
    x->v = x->all + 6;
    x->a = x->all + 9;
    x->normal = x->all + 12;
    x->slip = x->all + 14;
    return PERP_SUCCESS;
}

void wobble_state_clear(wobble_state *x)
{
    for (int i = 0; x->all != NULL && i < WOBBLE_STATE; i++)
        mpfr_clear(x->all[i]);
    x->all = NULL;
}

/* The mirror image: of every second flight. */
static void mirror(wobble_state *x)
{
    for (int i = 0; i < 3; i += 2) {
        mpfr_neg(x->q[i], x->q[i], MPFR_RNDN);
        mpfr_neg(x->v[i], x->v[i], MPFR_RNDN);
        mpfr_neg(x->a[i], x->a[i], MPFR_RNDN);
    }
    mpfr_swap(x->normal[0], x->normal[1]);
    mpfr_swap(x->slip[0], x->slip[1]);
    mpfr_neg(x->slip[0], x->slip[0], MPFR_RNDN);
    mpfr_neg(x->slip[1], x->slip[1], MPFR_RNDN);
}

/* out = x y - z u. */
static void cross(mpfr_ptr out, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z,
                  mpfr_srcptr u)
{
    mpfr_fmms(out, x, y, z, u, MPFR_RNDN);
}

/* Velocity and acceleration of the centre, (60) and its derivative, from the
   arm (X, Y); and the forces that they need, (61)-(62). */
static void move(const wobble *p, mpfr_srcptr X, mpfr_srcptr Y, wobble_state *x)
{
    mpfr_ptr w = x->v[2], turn = x->a[2], square = x->tdot;
    mpfr_mul(x->v[0], w, Y, MPFR_RNDN);
    mpfr_neg(x->v[0], x->v[0], MPFR_RNDN);
    mpfr_mul(x->v[1], w, X, MPFR_RNDN);
    mpfr_mul(turn, p->c[KAPPA], X, MPFR_RNDN);
    mpfr_neg(turn, turn, MPFR_RNDN);
    mpfr_sqr(square, w, MPFR_RNDN);
    cross(x->a[1], turn, X, square, Y);
    mpfr_fmma(x->a[0], turn, Y, square, X, MPFR_RNDN);
    mpfr_neg(x->a[0], x->a[0], MPFR_RNDN);
    mpfr_add(x->normal[0], x->a[1], p->c[G_], MPFR_RNDN);
    mpfr_mul(x->normal[0], x->normal[0], p->c[MASS], MPFR_RNDN);
    mpfr_mul(x->slip[0], x->a[0], p->c[MASS], MPFR_RNDN);
    mpfr_set_zero(x->normal[1], 1);
    mpfr_set_zero(x->slip[1], 1);
    mpfr_add_ui(x->tdot, x->normal[0], 1, MPFR_RNDN);
    mpfr_ui_div(x->tdot, 1, x->tdot, MPFR_RNDN);
}

/** **In flight**, about A; every second one is the mirror image. The centre is at
$(X, Y)$ from the point it turns about, with the velocity $\dot\theta(-Y, X)$.

Implements HP23 (60). */
void wobble_fly(wobble *p, int i, mpfr_srcptr c, wobble_state *x)
{
    mpfr_ptr X = x->q[0], Y = x->q[1];
    x->phase = WOBBLE_FLIES;
    x->flight = i;
    flight_time(p, p->rate[i], c, x->t);
    normal_impulse(p, p->rate[i], c, x->t, x->s);
    mpfr_add(x->s, x->s, x->t, MPFR_RNDN);
    mpfr_add(x->s, x->s, p->s[i], MPFR_RNDN);
    mpfr_add(x->t, x->t, p->t[i], MPFR_RNDN);
    place(p, p->rate[i], c, X, Y);
    mpfr_mul(x->v[2], p->rate[i], c, MPFR_RNDN);
    move(p, X, Y, x);
    mpfr_atan2(x->q[2], Y, X, MPFR_RNDN);
    mpfr_sub(x->q[2], x->q[2], p->c[ALPHA], MPFR_RNDN);
    mpfr_sub(X, X, p->c[RX], MPFR_RNDN);
    if (i % 2 == 1)
        mirror(x);
}

/** The c of flight i at s, by Newton's method: $ds = (1 + \lambda_n)\,dt$ and $dt =
d\dot\theta/\ddot\theta$, so $dc = \Delta s\,\dot t\,\ddot\theta/w$; $s$ is nearly linear in
$c$, and the line between the ends is where it begins. A step below half of the bits is the last,
since the next would be below all of them. */
static void find_c(wobble *p, int i, mpfr_srcptr s, mpfr_ptr c, wobble_state *x)
{
    mpfr_t step;
    mpfr_init2(step, p->bits + 32);
    mpfr_sub(c, s, p->s[i], MPFR_RNDN);
    mpfr_sub(step, p->hit[i], p->s[i], MPFR_RNDN);
    mpfr_div(c, c, step, MPFR_RNDN);
    mpfr_mul_si(c, c, -2, MPFR_RNDN);
    mpfr_add_ui(c, c, 1, MPFR_RNDN);
    for (int k = 0, last = 0; k < 60 && !last; k++) {
        wobble_fly(p, i, c, x);
        mpfr_sub(step, s, x->s, MPFR_RNDN);
        mpfr_mul(step, step, x->tdot, MPFR_RNDN); /* dt */
        mpfr_mul(step, step, x->a[2], MPFR_RNDN); /* d theta' */
        mpfr_div(step, step, p->rate[i], MPFR_RNDN);
        if (i % 2 == 1)
            mpfr_neg(step, step, MPFR_RNDN);
        last = mpfr_zero_p(step) || mpfr_get_exp(step) < -p->bits / 2 - 8;
        mpfr_add(c, c, step, MPFR_RNDN);
        if (mpfr_cmpabs_ui(c, 1) > 0)
            mpfr_set_si(c, mpfr_sgn(c), MPFR_RNDN);
    }
    wobble_fly(p, i, c, x);
    mpfr_clear(step);
}

/** **In the impact** the body does not move, and $v$ goes straight from the rate
before it to the one behind it, (67). */
static void hit(wobble *p, int i, mpfr_srcptr s, wobble_state *x)
{
    mpfr_ptr end = p->c[KAPPA + 3];
    mpq_t ratio;
    mpq_init(ratio);
    mpfr_set_si(end, -1, MPFR_RNDN);
    wobble_fly(p, i, end, x);
    if (i % 2 == 1)
        mirror(x);
    x->phase = WOBBLE_HITS;
    mpfr_set_zero(x->tdot, 1);
    mpfr_set_zero(x->normal[0], 1);
    mpfr_set_zero(x->slip[0], 1);
    mpfr_set_ui(x->normal[1], 1, MPFR_RNDN);
    mpq_div(ratio, p->b->Lt, p->b->Ln);
    mpfr_set_q(x->slip[1], ratio, MPFR_RNDN);
    mpfr_div(x->a[0], x->slip[1], p->c[MASS], MPFR_RNDN);
    mpfr_ui_div(x->a[1], 1, p->c[MASS], MPFR_RNDN);
    mpfr_fmma(x->a[2], p->c[RX], x->normal[1], p->c[RY], x->slip[1],
              MPFR_RNDN); /* n_B = (0, 1, rx), d_B = (1, 0, ry) */
    mpfr_div_q(x->a[2], x->a[2], p->b->I, MPFR_RNDN);
    mpfr_sub(end, s, p->hit[i], MPFR_RNDN);
    for (int k = 0; k < 3; k++)
        mpfr_fma(x->v[k], end, x->a[k], x->v[k], MPFR_RNDN);
    mpfr_set(x->s, s, MPFR_RNDN);
    mpq_clear(ratio);
    if (i % 2 == 1)
        mirror(x);
}

/* Behind the accumulation both corners carry half the weight. */
static void rest(wobble *p, mpfr_srcptr s, wobble_state *x)
{
    x->phase = WOBBLE_RESTS;
    x->flight = p->flights;
    for (int i = 0; i < 3; i++) {
        mpfr_set_zero(x->q[i], 1);
        mpfr_set_zero(x->v[i], 1);
        mpfr_set_zero(x->a[i], 1);
    }
    mpfr_set(x->q[1], p->c[RY], MPFR_RNDN);
    mpfr_mul(x->tdot, p->c[MASS], p->c[G_], MPFR_RNDN);
    for (int j = 0; j < 2; j++) {
        mpfr_div_2ui(x->normal[j], x->tdot, 1, MPFR_RNDN);
        mpfr_set_zero(x->slip[j], 1);
    }
    mpfr_add_ui(x->tdot, x->tdot, 1, MPFR_RNDN);
    mpfr_ui_div(x->tdot, 1, x->tdot, MPFR_RNDN);
    mpfr_sub(x->t, s, p->s[p->flights], MPFR_RNDN);
    mpfr_mul(x->t, x->t, x->tdot, MPFR_RNDN);
    mpfr_add(x->t, x->t, p->t[p->flights], MPFR_RNDN);
    mpfr_set(x->s, s, MPFR_RNDN);
}

void wobble_at(wobble *p, mpfr_srcptr s, wobble_state *x)
{
    int low = 0, high = p->flights; /* s[low] <= s < s[high] */
    if (mpfr_cmp(s, p->s[high]) >= 0) {
        rest(p, s, x);
        return;
    }
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (mpfr_cmp(p->s[middle], s) <= 0)
            low = middle;
        else
            high = middle;
    }
    if (mpfr_cmp(s, p->hit[low]) >= 0)
        hit(p, low, s, x);
    else
        find_c(p, low, s, p->c[KAPPA + 3], x);
}
