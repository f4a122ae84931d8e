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
    for (int i = 0; i < SLOTS; i++)
        out->slot[i] = -1;
    return PERP_SUCCESS;
}

static unsigned digit_of(int slips, double normal, const double *t,
                         double zero)
{
    int any = 0;
    if (!(fabs(normal) <= zero))
        return normal > 0 ? 0 : 9;
    for (int k = 0; k < slips; k++)
        any |= !(fabs(t[k]) <= zero);
    return slips == 0 ? 1 : !any ? 2 : slips > 1 ? 5 : t[0] > 0 ? 3 : 4;
}

/** A speed of rounding is no speed: of the discs as coded what is left over from a rounded
$\sqrt 3$ is $10^{-16}$ m/s, and would be one contact that parts, in one sample of two.
The bar of $10^{-9}$ m/s is absolute: it is a speed that nobody measures, and far above the
rounding of impacts at some m/s. */
uint64_t reach_mode_of(int p, const int *slip_at, const double *u,
                       double tolerance)
{
    const double zero =
        tolerance > REACH_MODE_ZERO ? tolerance : REACH_MODE_ZERO;
    uint64_t code = 0;
    for (int j = 0; j < p; j++)
        code = 10 * code + digit_of(slip_at[j + 1] - slip_at[j], u[j],
                                    u + p + slip_at[j], zero);
    return code;
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
void reach_modes_add(reach_modes *m, uint64_t code, uint64_t sample)
{
    uint64_t at = (code * UINT64_C(0x9e3779b97f4a7c15) >> 40) % SLOTS;
    while (m->slot[at] >= 0 && m->mode[m->slot[at]].code != code)
        at = (at + 1) % SLOTS;
    if (m->slot[at] < 0 && m->count == REACH_MODES) {
        m->others++;
        return;
    }
    if (m->slot[at] < 0) {
        m->slot[at] = m->count;
        m->mode[m->count++] = (reach_mode){.code = code};
    }
    reach_mode *k = &m->mode[m->slot[at]];
    k->samples += k->samples == 0 || k->last != sample;
    k->last = sample;
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
