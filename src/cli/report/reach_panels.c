#include "cli/report/reach_panels.h"

#include <stdio.h>
#include <string.h>

static const char *join(arena *a, const char *group, const char *name,
                        int number)
{
    const size_t n = strlen(group) + strlen(name) + 16;
    char *text = arena_take(a, n, 1);
    if (text != NULL && number > 0)
        snprintf(text, n, "%s.%s.%d", group, name, number);
    else if (text != NULL)
        snprintf(text, n, "%s.%s", group, name);
    return text;
}

perp_status reach_panels_names(arena *a, const situation *x, const char **name)
{
    const step_exact *d = &x->exact;
    int k = 0, missing = 0;
    for (int j = 0; j < d->p; j++)
        name[k++] = join(a, "vn", situation_contact(x, j), 0);
    for (int j = 0; j < d->p; j++) {
        const int slips = d->slip_at[j + 1] - d->slip_at[j];
        for (int i = 0; i < slips; i++)
            name[k++] =
                join(a, "vt", situation_contact(x, j), slips > 1 ? i + 1 : 0);
    }
    for (int i = 0; i < k; i++)
        missing |= name[i] == NULL;
    return missing ? PERP_NO_MEMORY(k) : PERP_SUCCESS;
}

static void add(reach_panels *p, int x, int y)
{
    if (p->count == REACH_PANELS)
        return;
    p->x[p->count] = x;
    p->y[p->count++] = y;
}

/* Contact j: its slip and its normal speed, or its two slips. */
static void add_contact(const step_exact *d, int j, reach_panels *out)
{
    const int first = d->slip_at[j], slips = d->slip_at[j + 1] - first;
    if (slips == 1)
        add(out, d->p + first, j);
    else if (slips > 1)
        add(out, d->p + first, d->p + first + 1);
}

/** **As the paper has it.** Of two contacts Figures 9 to 13 have three panels: A, both
normal speeds, B. Of the discs Figure 14 has the normal speeds of mirror images, and then
contacts alone; so of more than two the normal speeds come first, by pairs. */
static void as_printed(const step_exact *d, reach_panels *out)
{
    for (int j = 0; j + 1 < d->p && d->p > 2; j += 2)
        add(out, j, j + 1);
    for (int j = 0; j < d->p; j++) {
        add_contact(d, j, out);
        if (d->p == 2 && j == 0)
            add(out, 0, 1);
    }
    if (out->count == 0 && d->p > 0) /* one contact without friction */
        add(out, 0, 0);
}

static int place(const char *at, size_t length, int count,
                 const char *const *name)
{
    for (int k = 0; k < count; k++)
        if (strlen(name[k]) == length && memcmp(name[k], at, length) == 0)
            return k;
    return -1;
}

perp_status reach_panels_find(const char *text, const step_exact *d,
                              const char *const *name, reach_panels *out)
{
    const int all = d->p + d->r;
    *out = (reach_panels){.count = 0};
    if (text == NULL) {
        as_printed(d, out);
        return PERP_SUCCESS;
    }
    for (const char *at = text;; at++) {
        const size_t pair = strcspn(at, ","), first = strcspn(at, ":,");
        const int x = place(at, first, all, name);
        const int y = first < pair
                          ? place(at + first + 1, pair - first - 1, all, name)
                          : -1;
        if (x < 0 || y < 0)
            return PERP_FAIL(PERP_USAGE,
                             "--panels wants pairs such as %s:%s, with commas, "
                             "of columns of the table, not '%.*s'",
                             name[all > d->p ? d->p : 0], name[0],
                             (int)(pair > 60 ? 60 : pair), at);
        if (out->count == REACH_PANELS)
            return PERP_FAIL(PERP_USAGE, "--panels: there are %d at most",
                             REACH_PANELS);
        add(out, x, y);
        at += pair;
        if (*at == '\0')
            return PERP_SUCCESS;
    }
}
