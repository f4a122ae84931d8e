/* The impulses of joints behind a law of impact: random collisions made from
   known impulses, c_nu first, then v+ = v- + M^-1 (n c_n + d f + nu c_nu), in
   whole numbers with a diagonal M. */
#include "base/memory.h"
#include "check.h"
#include "gap08/run/held.h"

#include <string.h>

enum { NV = 4, M = 3, P = 2, R = 2, ALL = 200 };

typedef struct {
    mpq_t all[ALL];
    int used;
    step_exact d;
    step_result_exact y;
    mpq_t want[M];
} collision;

static mpq_t *some(collision *c, int n)
{
    mpq_t *at = c->all + c->used;
    c->used += n;
    CHECK(c->used <= ALL, "%d numbers", c->used);
    return at;
}

static void draw(mpq_t *x, int n, unsigned *seed)
{
    for (int i = 0; i < n; i++) {
        *seed = *seed * 1664525u + 1013904223u;
        mpq_set_si(x[i], (long)(*seed >> 16) % 19 - 9, 1 + (*seed >> 10) % 5);
        mpq_canonicalize(x[i]);
    }
}

/* What M (v+ - v-) is, from the impulses. */
static void push(collision *c, int i, int n, const mpq_t *rows, const mpq_t *x)
{
    mpq_t t;
    mpq_init(t);
    for (int k = 0; k < n; k++) {
        mpq_mul(t, rows[k * NV + i], x[k]);
        mpq_div(t, t, c->d.M[i * NV + i]);
        mpq_add(c->y.v[i], c->y.v[i], t);
    }
    mpq_clear(t);
}

static void make(collision *c, unsigned *seed, int dependent)
{
    memset(c, 0, sizeof *c);
    for (int i = 0; i < ALL; i++)
        mpq_init(c->all[i]);
    for (int k = 0; k < M; k++)
        mpq_init(c->want[k]);
    c->d = (step_exact){.nv = NV, .m = M, .p = P, .r = R};
    c->d.M = some(c, NV * NV);
    for (int i = 0; i < NV; i++)
        mpq_set_si(c->d.M[i * NV + i], 1 + i, 1);
    c->d.v = some(c, NV), c->y.v = some(c, NV);
    c->d.n = some(c, P * NV), c->d.d = some(c, R * NV);
    c->d.nu = some(c, M * NV);
    c->y.cn = some(c, P), c->y.f = some(c, R), c->y.cnu = some(c, M);
    draw(c->d.v, NV, seed);
    draw(c->d.n, (P + R) * NV + M * NV, seed);
    draw(c->y.cn, P, seed);
    draw(c->y.f, R, seed);
    draw(c->want, M, seed);
    for (int i = 0; dependent && i < NV; i++) /* twice the first */
        mpq_mul_2exp(c->d.nu[(M - 1) * NV + i], c->d.nu[i], 1);
    for (int i = 0; i < NV; i++) {
        mpq_set(c->y.v[i], c->d.v[i]);
        push(c, i, P, (const mpq_t *)c->d.n, (const mpq_t *)c->y.cn);
        push(c, i, R, (const mpq_t *)c->d.d, (const mpq_t *)c->y.f);
        push(c, i, M, (const mpq_t *)c->d.nu, (const mpq_t *)c->want);
    }
}

static void gone(collision *c)
{
    for (int i = 0; i < ALL; i++)
        mpq_clear(c->all[i]);
    for (int k = 0; k < M; k++)
        mpq_clear(c->want[k]);
}

/* The very impulses; with a gradient that is twice the first one those of the
   others, and the first has both: c_1 + 2 c_3. */
static void found(void)
{
    unsigned seed = 41;
    for (int n = 0; n < 60; n++) {
        collision c;
        arena a = {0};
        make(&c, &seed, n % 2);
        CHECK(held_find(&a, &c.d, &c.y).code == PERP_OK, "case %d", n);
        if (n % 2) {
            mpq_mul_2exp(c.want[M - 1], c.want[M - 1], 1);
            mpq_add(c.want[0], c.want[0], c.want[M - 1]);
            mpq_set_ui(c.want[M - 1], 0, 1);
        }
        for (int k = 0; k < M; k++)
            CHECK(mpq_equal(c.y.cnu[k], c.want[k]), "case %d, joint %d: %g", n,
                  k, mpq_get_d(c.y.cnu[k]));
        arena_free(&a);
        gone(&c);
    }
}

/* The determinant of n rows of 4 whole multiples, by expansion. */
static void determinant(int n, mpq_t *const *row, unsigned columns, mpq_ptr out)
{
    mpq_t part;
    int sign = 1;
    if (n == 0) {
        mpq_set_ui(out, 1, 1);
        return;
    }
    mpq_init(part);
    mpq_set_ui(out, 0, 1);
    for (int j = 0; j < NV; j++) {
        if (!(columns >> j & 1))
            continue;
        determinant(n - 1, row + 1, columns & ~(1u << j), part);
        mpq_mul(part, part, row[0][j]);
        if (sign < 0)
            mpq_neg(part, part);
        mpq_add(out, out, part);
        sign = -sign;
    }
    mpq_clear(part);
}

/* v+ is moved by M^-1 g, g random times a power of two that a machine word does not
   see: no impulses of joints make that when g is not in their span, and some do
   when it is. The span is asked by a determinant. */
static void broken(void)
{
    unsigned seed = 43;
    int kept = 0, lost = 0;
    for (int n = 0; n < 120; n++) {
        collision c;
        arena a = {0};
        mpq_t g[NV], t;
        make(&c, &seed, 0);
        mpq_init(t);
        for (int i = 0; i < NV; i++)
            mpq_init(g[i]);
        draw(g, NV, &seed);
        for (int i = 0; i < NV && n % 3 == 0; i++) /* a sum of gradients */
            mpq_sub(g[i], c.d.nu[i], c.d.nu[NV + i]);
        mpq_t *row[] = {c.d.nu, c.d.nu + NV, c.d.nu + 2 * NV, g};
        determinant(NV, row, 15, t);
        const int inside = mpq_sgn(t) == 0;
        const long far = (const long[]){0, 64, 70, -64, -70}[n % 5];
        for (int i = 0; i < NV; i++) {
            mpq_div(t, g[i], c.d.M[i * NV + i]);
            if (far < 0)
                mpq_div_2exp(t, t, (mp_bitcnt_t)-far);
            else
                mpq_mul_2exp(t, t, (mp_bitcnt_t)far);
            mpq_add(c.y.v[i], c.y.v[i], t);
        }
        const int code = held_find(&a, &c.d, &c.y).code;
        CHECK(code == (inside ? PERP_OK : PERP_REFUTED), "case %d: %d", n, code);
        kept += inside;
        lost += !inside;
        for (int i = 0; i < NV; i++)
            mpq_clear(g[i]);
        mpq_clear(t);
        arena_free(&a);
        gone(&c);
    }
    CHECK(kept >= 40 && lost >= 60, "%d kept, %d broken", kept, lost);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(found);
    RUN(broken);
    DONE;
}
