/**
# Modes are found and counted

Which digit says what is told [with the modes](reach_modes.h). Here are two questions of cost. A digit is found for each
contact of each row, of a million samples of the discs five million; so it is found without a branch. And of the $5^p$ modes
that $p$ contacts with one slip may have (0, 2, 3, 4, 9) a scene has few: the block four of 25, the discs as written 59 of
3125 in 100 000 samples. So there is no counter for each mode, but a table of those that have been met, of
1024; what comes when it is full is counted with all others, and said.
*/
#include "hp23/samples/reach_modes.h"

#include <math.h>
#include <stdlib.h>

/* Slots of the table of codes; four times as many as there may be modes. */
enum { SLOTS = 4 * REACH_MODES };

perp_status reach_modes_new(arena *a, reach_modes *out)
{
    *out = (reach_modes){.count = 0};
    out->mode = arena_take(a, REACH_MODES, sizeof *out->mode);
    out->slot = arena_take(a, SLOTS, sizeof *out->slot);
    if (out->mode == NULL || out->slot == NULL)
        return PERP_NO_MEMORY(REACH_MODES * sizeof *out->mode);
    reach_modes_clear(out);
    return PERP_SUCCESS;
}

/* What a contact with a number of slips does that touches. */
static inline int touching(int slips, const double *t, double zero)
{
    int any = 0;
    if (slips == 1)
        return 2 + (t[0] > zero) + 2 * !(t[0] >= -zero);
    for (int k = 0; k < slips; k++)
        any |= !(fabs(t[k]) <= zero);
    return slips == 0 ? 1 : any ? 5 : 2;
}

/** Which digit it is is as good as random from sample to sample, and a branch on it
would be guessed wrong; so what the contact would do if it touched is found in any
case, in comparisons that are numbers. A slip that is none, a NaN, counts as
backward, since it is not forward and not within the bar; it never comes to that. */
static inline int digit_of(int slips, double normal, const double *t,
                           double zero)
{
    const int away = normal > 0 ? 0 : 9, near = touching(slips, t, zero);
    return fabs(normal) <= zero ? near : away;
}

/** A speed of rounding is no speed: of the discs as coded what is left over from a rounded
$\sqrt 3$ is $10^{-16}$ m/s, and would be one contact that parts, in one sample of two.
The bar of $10^{-9}$ m/s is absolute: it is a speed that nobody measures, and far above the
rounding of impacts at some m/s. */
static inline uint64_t mode_of(int p, const int *slip_at, const double *u,
                               double zero)
{
    uint64_t code = 0;
    for (int j = 0; j < p; j++)
        code = 10 * code +
               (uint64_t)digit_of(slip_at[j + 1] - slip_at[j], u[j],
                                  u + p + slip_at[j], zero);
    return code;
}

/** In the plane with friction everywhere a contact has one slip, its own, and nothing has to be asked about
who has how many: half of the instructions of a row. */
static inline uint64_t plane_mode_of(int p, const double *u, double zero)
{
    uint64_t code = 0;
    for (int j = 0; j < p; j++)
        code = 10 * code + (uint64_t)digit_of(1, u[j], u + p + j, zero);
    return code;
}

static double bar_of(double tolerance)
{
    return tolerance > REACH_MODE_ZERO ? tolerance : REACH_MODE_ZERO;
}

uint64_t reach_mode_of(int p, const int *slip_at, const double *u,
                       double tolerance)
{
    return mode_of(p, slip_at, u, bar_of(tolerance));
}

void reach_modes_of(int count, int p, const int *slip_at, const double *u,
                    double tolerance, uint64_t *mode)
{
    const double zero = bar_of(tolerance);
    const int each = p + slip_at[p];
    int plane = 1;
    for (int j = 0; j < p; j++)
        plane &= slip_at[j + 1] == slip_at[j] + 1;
    if (plane)
        for (int i = 0; i < count; i++, u += each)
            mode[i] = plane_mode_of(p, u, zero);
    else
        for (int i = 0; i < count; i++, u += each)
            mode[i] = mode_of(p, slip_at, u, zero);
}

int reach_mode_valid(int p, double code)
{
    static const int known[10] = {1, 1, 1, 1, 1, 1, 0, 0, 0, 1};
    if (!(code >= 0 && code < 1e15) || code != floor(code))
        return 0;
    uint64_t left = (uint64_t)code;
    int fine = 1;
    for (int j = 0; j < p; j++, left /= 10)
        fine &= known[left % 10];
    return fine && left == 0;
}

/** Codes are spread over the slots by a multiplier without structure, and a slot that is taken
sends to the next one. There are always free ones, so the search ends. */
static inline uint64_t slot_of(const reach_modes *m, uint64_t code)
{
    uint64_t at = (code * UINT64_C(0x9e3779b97f4a7c15) >> 40) % SLOTS;
    while (m->slot[at] >= 0 && m->mode[m->slot[at]].code != code)
        at = (at + 1) % SLOTS;
    return at;
}

/* A code's mode, which may be new; null: it has no place. */
static inline reach_mode *find(reach_modes *m, uint64_t code)
{
    const uint64_t at = slot_of(m, code);
    if (m->slot[at] < 0) {
        if (m->count == REACH_MODES)
            return NULL;
        m->slot[at] = m->count;
        m->mode[m->count++] = (reach_mode){.code = code};
    }
    return &m->mode[m->slot[at]];
}

void reach_modes_add(reach_modes *m, uint64_t code, uint64_t sample)
{
    reach_mode *k = find(m, code);
    if (k == NULL) {
        m->others++;
        return;
    }
    k->samples += k->samples == 0 || k->last != sample;
    k->last = sample;
}

/** The others' modes are in the order of their coming, so that the same ones have a place
as if the others' samples had been counted here one by one; as long as the others have had a
place for all of theirs. */
void reach_modes_join(reach_modes *m, const reach_modes *others)
{
    for (int i = 0; i < others->count; i++) {
        const reach_mode *from = &others->mode[i];
        reach_mode *k = find(m, from->code);
        if (k == NULL)
            m->others += from->samples;
        else {
            k->samples += from->samples;
            k->last = from->last;
        }
    }
    m->others += others->others;
}

void reach_modes_clear(reach_modes *m)
{
    for (int i = 0; i < SLOTS; i++)
        m->slot[i] = -1;
    m->count = 0;
    m->others = 0;
}

static int by_samples(const void *x, const void *y)
{
    const reach_mode *a = x, *b = y;
    if (a->samples != b->samples)
        return a->samples > b->samples ? -1 : 1;
    return a->code < b->code ? -1 : a->code > b->code;
}

/** Behind this no more can be added: the slots have the old places. */
void reach_modes_sort(reach_modes *m)
{
    qsort(m->mode, (size_t)m->count, sizeof *m->mode, by_samples);
}

/** The last contact's digit is the last one, so they are read from behind and kept; the
name of a column is `vn.` and the contact's. */
void reach_mode_words(int p, const char *const *vn, uint64_t code, FILE *out)
{
    static const char *const word[10] = {
        "parts",  "touches", "sticks", "slides forward", "slides backward",
        "slides", "?",       "?",      "?",              "approaches"};
    int digit[REACH_MODE_CONTACTS] = {0};
    for (int j = p - 1; j >= 0; j--, code /= 10)
        digit[j] = (int)(code % 10);
    for (int j = 0; j < p; j++)
        fprintf(out, "%s%s %s", j > 0 ? ", " : "", vn[j] + 3, word[digit[j]]);
}
