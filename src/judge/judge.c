#include "judge/judge.h"
#include "judge/weight.h"
#include "number/literal.h"

#include <string.h>

typedef struct {
    judgement *j;
    stretch x;
    stretch_exact exact;
    explain_memory known;
    arena *a;
} judging;

/* ---- the weight --------------------------------------------------------- */

static perp_status fit(judging *w)
{
    const claimed_motion *m = w->j->of;
    const size_t nq = (size_t)m->nq;
    if (w->j->wish.weight >= 0) {
        w->j->weight = w->j->wish.weight;
        return PERP_SUCCESS;
    }
    arena_mark mark = arena_here(w->a);
    weight_term *term =
        arena_take_any(w->a, (size_t)m->rows * nq + 1, sizeof *term);
    if (term == NULL)
        return PERP_NO_MEMORY((size_t)m->rows * nq * sizeof *term);
    size_t n = 0;
    for (int l = 1; l < m->rows; l++) {
        PERP_TRY(stretch_moves(&w->x, l));
        for (size_t i = 0; i < nq; i++)
            term[n++] = (weight_term){w->x.drift[i], w->x.turn[i]};
    }
    w->j->weight = weight_fit(n, term);
    arena_release(w->a, mark);
    return PERP_SUCCESS;
}

/* ---- all rows, in doubles ----------------------------------------------- */

static int speaks(const judgement *j, law_id id)
{
    const perp_system *s = j->s;
    if (id >= LAW_FIRST_GIVEN && j->of->cn == NULL)
        return 0;
    if (laws[id].place == LAW_OF_JOINT)
        return s->joints > 0;
    if (laws[id].place == LAW_OF_CONTACT || id == LAW_COMPLEMENTARITY ||
        id == LAW_COULOMB)
        return s->contacts > 0;
    return 1;
}

static perp_status take(judging *w)
{
    judgement *j = w->j;
    const size_t rows = (size_t)j->of->rows;
    for (int id = 0; id < LAWS; id++) {
        judged_law *law = &j->law[id];
        *law = (judged_law){.judged = speaks(j, (law_id)id),
                            .bound = -1,
                            .row = -1,
                            .where = -1};
        if (!law->judged)
            continue;
        law->strip = arena_take(w->a, rows, sizeof *law->strip);
        if (law->strip == NULL)
            return PERP_NO_MEMORY(rows * sizeof(double));
    }
    return PERP_SUCCESS;
}

/** A law is kept up to rounding when its number is made of numbers $2^{48}$ times as
large; of the momentum, which is a square, $2^{96}$ times. It is a size and no
proof. */
static void note_rounding(judging *w)
{
    const stretch *x = &w->x;
    for (int id = 0; id < LAWS; id++) {
        const char *unit = laws[id].unit;
        judged_law *law = &w->j->law[id];
        double size = strcmp(unit, "J") == 0         ? x->energy
                      : strncmp(unit, "N s", 3) == 0 ? x->push
                      : strncmp(unit, "m/s", 3) == 0 ? x->speed
                                                     : x->length;
        size *=
            id == LAW_MOMENTUM || id == LAW_GIVEN_MOMENTUM ? 0x1p-96 : 0x1p-48;
        law->rounding = size > law->rounding ? size : law->rounding;
    }
}

static perp_status all_rows(judging *w)
{
    judgement *j = w->j;
    law_size size[LAWS];
    for (int l = 0; l < j->of->rows; l++) {
        arena_mark mark = arena_here(w->a);
        PERP_TRY(breach_find(&w->x, l, j->weight, size));
        arena_release(w->a, mark);
        for (int id = 0; id < LAWS; id++)
            if (j->law[id].judged)
                j->law[id].strip[l] = size[id].size;
        if (l == 0)
            continue;
        note_rounding(w);
        const double h = claimed_h(j->of, l);
        j->h_least = l == 1 || h < j->h_least ? h : j->h_least;
        j->h_most = h > j->h_most ? h : j->h_most;
    }
    return PERP_SUCCESS;
}

/* ---- the worst ones, in fractions --------------------------------------- */

/* The place of the n-th largest number of a strip; -1 when it is 0. `seen` are
   those before. */
static int next_worst(const judged_law *law, int rows, const int *seen, int n)
{
    int best = -1;
    for (int l = 0; l < rows; l++) {
        int known = 0;
        for (int k = 0; k < n; k++)
            known |= seen[k] == l;
        if (!known && law->strip[l] > 0 &&
            (best < 0 || law->strip[l] > law->strip[best]))
            best = l;
    }
    return best;
}

static double rounded(mpq_srcptr q)
{
    double x = 0;
    return literal_double(q, &x).code == PERP_OK ? x : 0x1.fffffffffffffp1023;
}

static breach_look looking(judging *w)
{
    return (breach_look){&w->exact, &w->known, w->j->weight};
}

/** A row that fractions can not decide within the limits keeps its double, without a
bound. */
static perp_status look(judging *w, law_id id, int l, mpq_t size, mpq_t worst)
{
    judged_law *law = &w->j->law[id];
    breach_found f = {.size = size};
    arena_mark mark = arena_here(w->a);
    const breach_look at = looking(w);
    perp_status s = breach_exact(&at, l, id, &f);
    arena_release(w->a, mark);
    if (s.code == PERP_LIMIT) {
        w->j->unproven++;
        mpq_set_d(size, law->strip[l]);
        f.bound = -1;
        f.limit = 0;
        f.where = -1;
    } else if (s.code != PERP_OK)
        return s;
    law->strip[l] = rounded(size);
    if (mpq_cmp(size, worst) <= 0)
        return PERP_SUCCESS;
    mpq_set(worst, size);
    law->worst = law->strip[l];
    law->bound = f.bound;
    law->limit = f.limit;
    law->row = l;
    law->where = f.where;
    return PERP_SUCCESS;
}

/** Doubles propose the order; what they put behind the rows that have been looked at
may still be larger than these proved to be. Then more are looked at, up to four times
as many, unless what is left is rounding. */
enum { MOST_LOOKS = 64, PATIENCE = 4 };

static int enough(const judging *w, law_id id, int looked, int next)
{
    const judged_law *law = &w->j->law[id];
    if (next < 0 || looked >= MOST_LOOKS ||
        looked >= PATIENCE * w->j->wish.prove)
        return 1;
    return looked >= w->j->wish.prove && (law->strip[next] <= law->worst ||
                                          law->strip[next] <= law->rounding);
}

static perp_status worst_of(judging *w, law_id id)
{
    judged_law *law = &w->j->law[id];
    const int bounded = id == LAW_MOMENTUM || id == LAW_COMPLEMENTARITY ||
                        id == LAW_COULOMB || id == LAW_GIVEN_MOMENTUM;
    int seen[MOST_LOOKS];
    perp_status s = PERP_SUCCESS;
    mpq_t size, worst;
    mpq_init(size);
    mpq_init(worst);
    law->worst = 0;
    law->row = law->where = -1;
    law->bound = bounded ? 0 : -1;
    for (int n = 0; s.code == PERP_OK; n++) {
        const int next = next_worst(law, w->j->of->rows, seen, n);
        if (enough(w, id, n, next))
            break;
        seen[n] = next;
        s = look(w, id, next, size, worst);
    }
    mpq_clear(size);
    mpq_clear(worst);
    return s;
}

static void average(judging *w)
{
    const int rows = w->j->of->rows;
    for (int id = 0; id < LAWS; id++) {
        judged_law *law = &w->j->law[id];
        double sum = 0;
        for (int l = 0; law->judged && l < rows; l++)
            sum += law->strip[l];
        law->mean = sum / (laws[id].node ? rows : rows - 1);
    }
}

static perp_status worst_rows(judging *w)
{
    for (int id = 0; id < LAWS; id++)
        if (w->j->law[id].judged)
            PERP_TRY(worst_of(w, (law_id)id));
    return PERP_SUCCESS;
}

/** Whether the scene's formulas are fractions everywhere is seen when one is not: then
all is done again with their doubles. */
static perp_status in_fractions(judging *w)
{
    perp_status s = stretch_exact_new(&w->x, &w->exact);
    if (s.code == PERP_OK)
        s = worst_rows(w);
    if (s.code == PERP_INPUT && w->exact.rational) {
        w->exact.rational = 0;
        explain_forget(&w->known);
        s = worst_rows(w);
    }
    w->j->rational = w->exact.rational;
    return s;
}

/* ---- the impulses that explain best ------------------------------------- */

static perp_status pushes(judging *w)
{
    judgement *j = w->j;
    const int row = j->law[LAW_MOMENTUM].row;
    if (row < 1)
        return PERP_SUCCESS;
    PERP_TRY(stretch_look(&w->x, row));
    const int p = w->x.data.p, r = w->x.data.r;
    j->contact = arena_take(w->a, (size_t)p + 1, sizeof *j->contact);
    j->slip_at = arena_take(w->a, (size_t)p + 1, sizeof *j->slip_at);
    j->cn = arena_take(w->a, (size_t)p + 1, sizeof *j->cn);
    j->f = arena_take(w->a, (size_t)r + 1, sizeof *j->f);
    if (!j->contact || !j->slip_at || !j->cn || !j->f)
        return PERP_NO_MEMORY(p);
    memcpy(j->contact, w->x.set.id, (size_t)p * sizeof *j->contact);
    memcpy(j->slip_at, w->x.data.slip_at, ((size_t)p + 1) * sizeof(int));
    const breach_look at = looking(w);
    perp_status s = breach_impulses(&at, row, j->cn, j->f);
    if (s.code == PERP_OK)
        j->pushes = p;
    return s.code == PERP_LIMIT ? PERP_SUCCESS : s;
}

/* ---- where the data stand ------------------------------------------------ */

static perp_status mean_at(judging *w, stretch_place place, double *mean)
{
    const judgement *j = w->j;
    stretch_rule rule = j->wish.rule;
    stretch x;
    rule.place = place;
    PERP_TRY(stretch_new(j->s, j->of, &rule, w->a, &x));
    *mean = 0;
    for (int l = 1; l < j->of->rows; l++) {
        explained n;
        arena_mark mark = arena_here(w->a);
        PERP_TRY(stretch_look(&x, l));
        PERP_TRY(explain_find(&x, x.J, 1, &n));
        *mean += n.distance > 0 ? n.distance : 0;
        arena_release(w->a, mark);
    }
    *mean /= j->of->rows - 1;
    return PERP_SUCCESS;
}

static perp_status compare(judging *w)
{
    judgement *j = w->j;
    for (int p = 0; p < 3; p++) {
        const int same = j->wish.rule.place == (stretch_place)p;
        j->place[p] = -1;
        if (same)
            j->place[p] = j->law[LAW_MOMENTUM].mean;
        else if (j->wish.compare)
            PERP_TRY(mean_at(w, (stretch_place)p, &j->place[p]));
    }
    return PERP_SUCCESS;
}

/* ---- bars ---------------------------------------------------------------- */

/** A motion is looked for unless there is none. */
static perp_status within(judging *w)
{
    judgement *j = w->j;
    follower f = {.of = NULL};
    PERP_TRY(bars_find(&w->exact, j->wish.weight, &j->wish.bars, j->bars));
    for (int k = 0; k < BARS_LAWS; k++)
        if (j->bars[k].least > 1)
            return PERP_SUCCESS;
    perp_status s = follower_new(&w->exact, j->weight, &f);
    if (s.code == PERP_OK)
        s = start_find(&f, &j->wish.bars, &j->start);
    j->start_rational = f.x.rational;
    if (s.code == PERP_OK && j->start.proven && j->wish.kept != NULL)
        kept_write(&f, j->wish.kept);
    follower_clear(&f);
    return s;
}

/* As in_fractions. */
static perp_status bars(judging *w)
{
    perp_status s = within(w);
    if (s.code != PERP_INPUT || !w->exact.rational)
        return s;
    w->exact.rational = 0;
    return within(w);
}

static perp_status judge(judging *w)
{
    judgement *j = w->j;
    PERP_TRY(stretch_new(j->s, j->of, &j->wish.rule, w->a, &w->x));
    PERP_TRY(take(w));
    PERP_TRY(fit(w));
    PERP_TRY(all_rows(w));
    PERP_TRY(in_fractions(w));
    average(w);
    PERP_TRY(pushes(w));
    if (j->wish.bars.q > 0 || j->wish.bars.v > 0)
        PERP_TRY(bars(w));
    return compare(w);
}

perp_status judge_motion(const perp_system *s, const claimed_motion *m,
                         const judge_wish *wish, arena *a, judgement *out)
{
    *out = (judgement){.s = s, .of = m, .wish = *wish};
    if (out->wish.prove > MOST_LOOKS)
        out->wish.prove = MOST_LOOKS;
    judging w = {.j = out, .a = a};
    perp_status st = judge(&w);
    explain_forget(&w.known);
    stretch_exact_clear(&w.exact);
    return st;
}
