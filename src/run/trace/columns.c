#include "run/trace/columns.h"

#include <stdio.h>
#include <string.h>

/** Which columns a trace has, and where each group begins. Contacts get
columns of their own while a person can still read the table. */
enum { CONTACT_COLUMNS = 256 };

perp_status columns_layout(arena *a, const perp_system *s, columns *out)
{
    int shown = s->contacts <= CONTACT_COLUMNS ? s->contacts : 0;
    out->ft_at = arena_take(a, (size_t)s->contacts + 1, sizeof(int));
    if (out->ft_at == NULL)
        return PERP_NO_MEMORY(s->contacts);
    out->q = 2;
    out->v = out->q + s->nq;
    out->va = out->v + s->nv;
    out->kinetic = out->va + s->nv;
    out->cn = out->kinetic + 1;
    out->ft = out->cn + shown;
    for (int j = 0; j < s->contacts; j++)
        out->ft_at[j + 1] = out->ft_at[j] + s->slips[j];
    out->count = out->ft + (shown > 0 ? s->total_slips : 0);
    if (shown == 0)
        out->ft = out->cn = -1;
    out->elastic = s->springs > 0 ? out->count : -1;
    out->cs = s->springs > 0 ? out->count + 1 : -1;
    out->count += s->springs > 0 ? 1 + s->springs : 0;
    out->cj = s->joints > 0 ? out->count : -1;
    out->count += s->joints;
    out->measure = out->count;
    out->count += s->measures;
    return PERP_SUCCESS;
}

typedef struct {
    arena *a;
    const char **name;
    int n;
    perp_status status;
} name_list;

static void add_name(name_list *l, const char *prefix, const char *name,
                     int number)
{
    size_t bytes = strlen(prefix) + strlen(name) + 16;
    char *text = arena_take(l->a, bytes, 1);
    if (text == NULL) {
        l->status = PERP_NO_MEMORY(bytes);
        return;
    }
    if (number > 0)
        snprintf(text, bytes, "%s%s.%d", prefix, name, number);
    else
        snprintf(text, bytes, "%s%s", prefix, name);
    l->name[l->n++] = text;
}

perp_status columns_names(arena *a, const perp_system *s, const columns *at,
                          const char ***out)
{
    name_list l = {.a = a};
    l.name = arena_take(a, (size_t)at->count, sizeof *l.name);
    if (l.name == NULL)
        return PERP_NO_MEMORY(at->count);
    add_name(&l, "step", "", 0);
    add_name(&l, "t", "", 0);
    for (int i = 0; i < s->nq; i++)
        add_name(&l, "q.", s->q_name[i], 0);
    for (int i = 0; i < s->nv; i++)
        add_name(&l, "v.", s->v_name[i], 0);
    for (int i = 0; i < s->nv; i++)
        add_name(&l, "va.", s->v_name[i], 0);
    add_name(&l, "kinetic", "", 0);
    for (int j = 0; at->cn >= 0 && j < s->contacts; j++)
        add_name(&l, "cn.", s->contact_name[j], 0);
    for (int j = 0; at->ft >= 0 && j < s->contacts; j++)
        for (int k = 0; k < s->slips[j]; k++)
            add_name(&l, "ft.", s->contact_name[j],
                     s->slips[j] > 1 ? k + 1 : 0);
    if (at->elastic >= 0)
        add_name(&l, "elastic", "", 0);
    for (int i = 0; i < s->springs; i++)
        add_name(&l, "cs.", s->spring_name[i], 0);
    for (int i = 0; i < s->joints; i++)
        add_name(&l, "cj.", s->joint_name[i], 0);
    for (int i = 0; i < s->measures; i++) {
        add_name(&l, "", s->measure_name[i], 0);
        for (int j = 0; l.status.code == PERP_OK && j < l.n - 1; j++)
            if (strcmp(l.name[j], s->measure_name[i]) == 0)
                return PERP_FAIL(PERP_INPUT,
                                 "the measure '%s' has the name of another "
                                 "column; call it something else",
                                 s->measure_name[i]);
    }
    *out = l.name;
    return l.status;
}
