#include "cli/report/sweep_lists.h"

#include "base/memory.h"
#include "cli/report/sweep_points.h"
#include "cli/report/sweep_table.h"
#include "cli/report/workers.h"

#include <stdio.h>
#include <string.h>

/** A comma may be part of a text (`--set scheme=moreau,paoli`), so the scene is asked:
its parameters are listed in a process of its own, with every value that is one in any
case, and what it declares as a text is one value. `h` and `T` are numbers, `scheme` is
a text, where the scene has no parameter of that name. */
typedef struct {
    bind_options asked;
    sweep_table t;
} listing;

static perp_status list(void *user, long job)
{
    (void)job;
    return bind_params(&((listing *)user)->asked);
}

static perp_status take(void *user, long job, const worker_end *e, int *stop)
{
    listing *l = user;
    (void)job;
    (void)stop;
    if (e->code != PERP_OK)
        return PERP_FAIL((perp_code)e->code, "%s",
                         e->message != NULL ? e->message : "the scene ended");
    PERP_TRY(sweep_table_json(&l->t, e->out));
    return sweep_table_end_row(&l->t);
}

static int is_a_text(const sweep_table *t, const char *set)
{
    char name[300];
    const int n = (int)strcspn(set, "=");
    snprintf(name, sizeof name, "%.*s.type", n < 200 ? n : 200, set);
    const int c = sweep_table_find(t, name);
    if (c < 0)
        return n == 6 && memcmp(set, "scheme", 6) == 0;
    return strcmp(sweep_table_cell(t, 0, c), "text") == 0;
}

static int listed(const char *set)
{
    const char *value = strchr(set, '=');
    return value != NULL && sweep_points_listed(value + 1);
}

perp_status sweep_lists(const bind_options *b, int always, char *is_text)
{
    const char **plain = memory_new((size_t)b->sets + 1, sizeof *plain);
    listing l = {.asked = *b};
    bind_options *asked = &l.asked;
    if (plain == NULL)
        return PERP_NO_MEMORY((size_t)b->sets * sizeof *plain);
    asked->sets = 0;
    asked->set = plain;
    asked->quiet = asked->json = 1;
    if (b->csv != NULL && strcmp(b->csv, "-") == 0)
        asked->csv = NULL;
    for (int k = 0; k < b->sets; k++)
        if (!listed(b->set[k]))
            plain[asked->sets++] = b->set[k];
    const int ask = always || asked->sets < b->sets;
    const workers w = {
        .end = ask, .side = 1, .act = list, .take = take, .user = &l};
    perp_status s = workers_run(&w);
    for (int k = 0; k < b->sets && s.code == PERP_OK; k++)
        is_text[k] = listed(b->set[k]) && is_a_text(&l.t, b->set[k]);
    sweep_table_free(&l.t);
    memory_free(plain);
    return s;
}
