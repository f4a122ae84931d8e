/**
# Where can a solution go from here?

$D_q(v)$, (39), is not the answer. It says which rates are allowed *at* $v$, and a leg
that begins with one of them may leave at once the set of velocities for which it was
allowed: a contact at rest is in $\mathcal I_q(v)$, so it may press in $D_q(v)$; but
if the leg lifts it, it parts for all $s > 0$ and must not press on the leg. The same
with a slip of zero: all of the friction cone is in $D_q(v)$, one edge of it as soon
as the slip has a sign. So the rate of a leg has to be consistent with what it does
itself:

$$\dot v \in \lim_{\epsilon \downarrow 0} D_q(v + \epsilon \dot v),$$

a condition with $\dot v$ on both sides. It is one of signs: speeds that are not zero
keep their sign for a while, and those that are zero get that of their rate. For each
contact it is a choice among up to four alternatives, which `put_choice` lists, and
for each list of choices what is left is a polytope of weights. All of them are found
by [the tree](../../lcp/enumerate/enumerate.h), which also proves that there are no
others.

**The system.** Unknowns are the weights $w_c \ge 0$ of the corners at $v$, one or two
for each contact that does not part, with $\sum w_c = 1$; rows are that sum, a
constant $-1$ that is never nonnegative, to close alternatives that do not exist, and
for each contact $-J_n \dot v$, $J_t \dot v$ and $-J_t \dot v$.

**The block** of the [wing's page](../README.md) as it falls: both corners approach
and have no slip, so each sticks, or begins to slip forward or backward, nine lists.
Behind A's leg, at $v = (\frac3{10}, -\frac3{20}, -\frac3{10})$, A rests and B
approaches, neither slips. With $\lambda_A + \lambda_B = 1$ and the friction $f$ of
both together

$$J_{n,A} \dot v = \tfrac25 + \tfrac65 \lambda_A - \tfrac65 f, \qquad
J_t \dot v = \tfrac65 - \tfrac{12}5 \lambda_A + \tfrac{17}5 f.$$

If A pressed it would not part, so $f \ge \frac13 + \lambda_A$; then both would begin
to slip forward, with all friction backward, $f = -1$. No list with A pressing has a
point. A is idle, and of B's three alternatives only "sticks" holds, $f =
-\frac6{17}$: slipping forward needs $f = -1$, with the rate $-\frac{11}5$, and
backward $f = 1$, with $\frac{23}5$. Of twelve lists one is left, with one rate, and A
parts at $\frac{14}{17}$. At the gait's trailing foot, which is at rest as well, more
lists have points: there it may press, held down by its friction.

**A jam.** Why may a contact press that nothing pushes in? Let a point of
contact have the responses $J_n M^{-1} J_n^\top = a$ and $J_n M^{-1} J_t^\top =
b$, and rest while another contact moves it with $J_n \dot v = e > 0$ per unit
of its own impulse. Idle it parts at $e$. But pressing with the share $\lambda$
and the friction $\lambda_t$ it stays closed when

$$(1 - \lambda)\,e + \lambda\,a + \lambda_t\,b = 0, \qquad |\lambda_t| \le \mu \lambda.$$

With $b \lambda_t < 0$ and $|b| \mu > a$ friction pulls harder than the normal
impulse pushes, and there is such a $\lambda$, as long as the slip that begins
is against that friction or none begins: the leg wedges itself in. Both ways are
solutions of (39), from one $v$. It takes $\mu > a/|b|$; the gait has $\mu = 5$.

**Cost.** With four alternatives at most for each contact there are up to $4^p$
lists, and the tree cuts most of them before they are whole. A pattern is searched
once: the block meets a few of its 81, and on the discs the lists that are kept are
what makes long solutions possible at all. */
#include "hp23/inclusion/ways.h"

#include "number/rational.h"

int ways_planar(const step_exact *d)
{
    int j = 0;
    while (j < d->p && d->slip_at[j + 1] - d->slip_at[j] <= 1)
        j++;
    return j == d->p;
}

/** In the plane a contact has one slip at most; with several the set depends on their
order, too, and the alternatives would be the edges of a polygon. That is not done. */
void ways_new(rates *r, ways *out)
{
    *out = (ways){.r = r};
}

void ways_clear(ways *w)
{
    for (way_set *s = w->list; s != NULL; s = s->next)
        rational_clear(s->point, s->numbers);
    arena_free(&w->a);
    w->list = NULL;
}

/* The system of one pattern. Unknowns are the weights of the corners that are
   taken; row 0 is their sum less one, row 1 is -1, three rows for each contact
   follow. */
typedef struct {
    const rates *r;
    const int8_t *sign;
    choices_system s;
    int *corner; /* cols: of the rates */
    int *back;   /* 2 p: the unknowns of contact j, friction backward, then
                    forward (or none); -1: none */
} question;

enum { PUSHED, FORWARD, BACKWARD, ROWS };

static int row_of(const question *q, int j, int which)
{
    return q->s.cols + 2 + ROWS * j + which;
}

static mpq_ptr entry(const question *q, int variable, int col)
{
    return q->s.B[(variable - q->s.cols) * q->s.cols + col];
}

/** The rows as functions of the weights: each speed's rate is linear in the
corners' own. Pushed in is asked as $-J_n \dot v \ge 0$. A slip has two rows, so
that "at least zero" and "at most zero" are both a sign of a variable, and "zero" is
one of either. */
static void put_rows(question *q)
{
    const step_exact *d = q->r->d;
    const int nv = q->r->nv;
    for (int c = 0; c < q->s.cols; c++) {
        const mpq_t *g = (const mpq_t *)q->r->corner + q->corner[c] * nv;
        mpq_set_ui(q->s.B[c], 1, 1);
        q->s.sign[c] = CHOICES_NONNEGATIVE;
        for (int j = 0; j < d->p; j++) {
            mpq_ptr x = entry(q, row_of(q, j, PUSHED), c);
            impact_normal(d, j, g, x);
            mpq_neg(x, x);
            if (d->slip_at[j] == d->slip_at[j + 1])
                continue;
            x = entry(q, row_of(q, j, FORWARD), c);
            impact_slip(d, d->slip_at[j], g, x);
            mpq_neg(entry(q, row_of(q, j, BACKWARD), c), x);
        }
    }
    mpq_set_si(q->s.g[0], -1, 1);
    mpq_set_si(q->s.g[1], -1, 1);
    q->s.sign[q->s.cols] = CHOICES_ZERO;
}

static void add(choices_alternative *to, int variable, choices_sign sign)
{
    to->list[to->count++] = (choices_restriction){variable, sign};
}

/** **What a contact may do.** One that is pushed in may press at any rate; one at
rest may press unless it parts, so $\lambda_{n} > 0$ only with $J_n \dot v \le 0$: it is
held there, or the others push it in while it presses. A slip that is not zero has its
friction. One that is zero begins with the sign of $J_t \dot v$, and what presses has
the friction of that sign:

| | $J_n \dot v$ | $J_t \dot v$ | friction |
|---|---|---|---|
| idle, at rest only | any | any | |
| sticks | $\le 0$ at rest | $0$ | any in the cone |
| begins to slip forward | $\le 0$ at rest | $\ge 0$ | backward, at its bound |
| backward | $\le 0$ at rest | $\le 0$ | forward, at its bound |

On the leg no other sign changes until the next event. So these are all rates with which
a straight leg begins that solves (39), jams included: a contact at rest that
presses and is held down by friction. */
static void put_choice(question *q, int j, choices_alternative *way)
{
    const int rests = q->sign[j] == 0, never = q->s.cols + 1;
    const int minus = q->back[2 * j], plus = q->back[2 * j + 1];
    int k = 0;
    if (rests) {
        add(&way[k], minus, CHOICES_ZERO);
        if (plus >= 0)
            add(&way[k], plus, CHOICES_ZERO);
        k++;
    }
    for (int i = k; rests && i < (plus >= 0 ? 4 : 2); i++)
        add(&way[i], row_of(q, j, PUSHED), CHOICES_NONNEGATIVE);
    if (plus >= 0) {
        add(&way[k++], row_of(q, j, FORWARD), CHOICES_ZERO);
        add(&way[k], row_of(q, j, FORWARD), CHOICES_NONNEGATIVE);
        add(&way[k++], plus, CHOICES_ZERO);
        add(&way[k], row_of(q, j, BACKWARD), CHOICES_NONNEGATIVE);
        add(&way[k++], minus, CHOICES_ZERO);
    } else {
        k++;
    }
    for (; k < 4; k++)
        add(&way[k], never, CHOICES_NONNEGATIVE);
}

/* Does contact j leave a choice? */
static int chooses(const question *q, int j)
{
    return q->back[2 * j] >= 0 && (q->sign[j] == 0 || q->back[2 * j + 1] >= 0);
}

/* Which corners are unknowns, and whose. */
static perp_status pick_corners(arena *a, question *q, int only)
{
    const rates *r = q->r;
    const int p = r->d->p;
    q->corner =
        arena_take(a, (size_t)(r->count + 2 * p) + 1, sizeof *q->corner);
    if (q->corner == NULL)
        return PERP_NO_MEMORY(r->count);
    q->back = q->corner + r->count;
    for (int j = 0; j < 2 * p; j++)
        q->back[j] = -1;
    for (int c = 0; c < r->count; c++) {
        const int j = r->contact[c];
        if (only >= 0 && j != only)
            continue;
        if (q->back[2 * j] < 0)
            q->back[2 * j] = q->s.cols;
        else
            q->back[2 * j + 1] = q->s.cols;
        q->corner[q->s.cols++] = c;
    }
    return PERP_SUCCESS;
}

static perp_status pose(arena *a, question *q, int only)
{
    const int p = q->r->d->p;
    PERP_TRY(pick_corners(a, q, only));
    q->s.rows = 2 + ROWS * p;
    q->s.alternatives = CHOICES_ALTERNATIVES;
    for (int j = 0; j < p; j++)
        q->s.choices += chooses(q, j);
    PERP_TRY(choices_new(a, &q->s));
    put_rows(q);
    for (int j = 0, c = 0; j < p; j++)
        if (chooses(q, j))
            put_choice(q, j, q->s.of + CHOICES_ALTERNATIVES * c++);
    return PERP_SUCCESS;
}

/* The rates at the vertices of the faces. */
static perp_status keep(ways *w, const question *q, const enumeration *e,
                        way_set *to)
{
    const size_t nv = (size_t)w->r->nv;
    size_t points = 0;
    to->first = arena_take(&w->a, 2 * (size_t)e->faces + 1, sizeof(int));
    if (to->first == NULL)
        return PERP_NO_MEMORY(e->faces);
    to->dimension = to->first + e->faces + 1;
    for (int i = 0; i < e->faces; i++) {
        to->dimension[i] = e->face[i].points.dimension;
        to->first[i] = (int)points;
        points += (size_t)e->face[i].points.vertices;
    }
    to->first[e->faces] = (int)points;
    to->point = rational_array(&w->a, points * nv + 1);
    if (to->point == NULL)
        return PERP_NO_MEMORY(points * nv * sizeof(mpq_t));
    to->numbers = points * nv + 1;
    to->count = e->faces;
    mpq_t t;
    mpq_init(t);
    for (int i = 0; i < e->faces; i++) {
        const generators *g = &e->face[i].points;
        mpq_t *at = to->point + (size_t)to->first[i] * nv;
        for (int k = 0; k < g->vertices; k++)
            for (int c = 0; c < g->cols; c++)
                for (size_t l = 0; l < nv; l++) {
                    mpq_mul(t, g->vertex[k * g->cols + c],
                            w->r->corner[(size_t)q->corner[c] * nv + l]);
                    mpq_add(at[(size_t)k * nv + l], at[(size_t)k * nv + l], t);
                }
    }
    mpq_clear(t);
    return PERP_SUCCESS;
}

/** The search works in an arena of its own, and only the rates at the vertices are
kept: a polytope of weights goes to one of rates, which is the hull of the images of
its vertices. There are no rays, for the weights have the sum one. */
static perp_status find(ways *w, const exact_limit *limit, way_set *to)
{
    const enumerate_options o = {.limit = {0, limit->until}};
    question q = {.r = w->r, .sign = to->sign};
    enumeration e = {0};
    arena_mark mark = arena_here(&w->a);
    arena work = {0};
    perp_status s = pose(&work, &q, to->only);
    if (s.code == PERP_OK)
        s = enumerate_all(&q.s, &o, &work, &e);
    if (s.code == PERP_OK)
        s = keep(w, &q, &e, to);
    if (s.code != PERP_OK) {
        rational_clear(to->point, to->numbers);
        arena_release(&w->a, mark);
    }
    enumerate_free(&e);
    choices_clear(&q.s);
    arena_free(&work);
    return s;
}

static int same_signs(int n, const int8_t *sign, const mpq_t *u)
{
    int i = 0;
    while (i < n && sign[i] == mpq_sgn(u[i]))
        i++;
    return i == n;
}

/** The corners are asked for at a velocity that need not exist: speeds of $-1$, 0 and 1
with the pattern's signs. With one slip a contact nothing compares sizes, so the
corners are those of every true velocity of the pattern.

$D_q(v)$ depends on the signs of the speeds and on nothing else where contacts have
one slip, and so do the polytopes. A sample of solutions meets the same few
patterns again and again, and each is worked out once, in short numbers, however
long those of v are. */
perp_status ways_at(ways *w, const mpq_t *u, int only, const exact_limit *limit,
                    const way_set **out)
{
    const int n = w->r->d->p + w->r->d->r;
    for (way_set *s = w->list; s != NULL; s = s->next)
        if (s->only == only && same_signs(n, s->sign, u)) {
            *out = s;
            return PERP_SUCCESS;
        }
    mpq_t zero;
    way_set *new = arena_take(&w->a, 1, sizeof *new);
    int8_t *sign = arena_take(&w->a, (size_t)n + 1, 1);
    if (new == NULL || sign == NULL)
        return PERP_NO_MEMORY(n);
    *new = (way_set){.sign = sign, .only = only};
    for (int i = 0; i < n; i++) {
        sign[i] = (int8_t)mpq_sgn(u[i]);
        mpq_set_si(w->r->u[i], sign[i], 1);
    }
    mpq_init(zero);
    rates_of_speeds(w->r, zero);
    mpq_clear(zero);
    PERP_TRY(find(w, limit, new));
    new->next = w->list;
    w->list = new;
    *out = new;
    w->sets++;
    return PERP_SUCCESS;
}
