#include "run/several.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void several_law(several *s, long row)
{
    s->problems++;
    if (s->undecided == 0)
        s->undecided = row;
}

void several_clear(several *s)
{
    memory_free(s->first.vectors);
    memory_free(s->sure.vectors);
    s->first.vectors = s->sure.vectors = NULL;
}

static void freeze_row(several_row *s, frozen *x)
{
    frozen_count(x, &s->row);
    frozen_reals(x, 1, &s->t);
    frozen_flag(x, &s->exact);
    frozen_reals(x, 1, &s->moved);
    frozen_name(x, s->name, sizeof s->name);
    frozen_reals(x, 1, &s->one_is);
    frozen_reals(x, 1, &s->other_is);
    frozen_text(x, &s->vectors);
}

/** The budgets of the searches are part of the state: a run that goes on searches where
the whole one would. */
void several_freeze(several *s, frozen *x)
{
    frozen_count(x, &s->problems);
    frozen_count(x, &s->one);
    frozen_count(x, &s->undecided);
    frozen_int(x, &s->searches, 0, SEVERAL_SEARCHES);
    frozen_int(x, &s->lists, 0, SEVERAL_LISTS);
    for (int i = 0; i < s->lists; i++)
        frozen_hash(x, &s->seen[i]);
    freeze_row(&s->first, x);
    freeze_row(&s->sure, x);
}

/* An object, or null; how many characters. */
static size_t object(const char *key, const several_row *x, char *text,
                     size_t room)
{
    if (x->row == 0)
        return (size_t)snprintf(text, room, "\"%s\": null", key);
    return (size_t)snprintf(text, room,
                            "\"%s\": {\"row\": %ld, \"t\": %.17g, "
                            "\"exact\": %s, \"moved\": %.17g%s}",
                            key, x->row, x->t, x->exact ? "true" : "false",
                            x->moved, x->vectors);
}

static size_t length(const several_row *x)
{
    return 160 + (x->vectors == NULL ? 0 : strlen(x->vectors));
}

/** `null` is a claim, too: every problem of the run has been proven to have one
velocity. What nobody could decide is "undecided". */
perp_status several_json(several *s, char **out)
{
    const size_t room = 100 + length(&s->first) + length(&s->sure);
    char *text = *out = memory_new(room, 1);
    if (text == NULL)
        return PERP_NO_MEMORY(room);
    size_t n = s->first.row == 0 && s->undecided > 0
                   ? (size_t)snprintf(text, room,
                                      "\"second_velocity\": \"undecided\"")
                   : object("second_velocity", &s->first, text, room);
    if (s->sure.row > 0) {
        n += (size_t)snprintf(text + n, room - n, ", ");
        n += object("second_velocity_exact", &s->sure, text + n, room - n);
    }
    snprintf(text + n, room - n, ", \"one_velocity\": %ld", s->one);
    several_clear(s);
    return PERP_SUCCESS;
}

static void tell(const several_row *x)
{
    char how[80] = "both proven";
    if (!x->exact && x->moved > 0)
        snprintf(how, sizeof how,
                 "the second with normal speeds moved by %.2g m/s", x->moved);
    else if (!x->exact)
        snprintf(how, sizeof how, "the second one proven");
    fprintf(stderr,
            "  more than one velocity in row %ld (t = %.6g s): %s is %.9g or "
            "%.9g, %s\n",
            x->row, x->t, x->name, x->one_is, x->other_is, how);
}

void several_tell(const several *s)
{
    if (s->first.row > 0) {
        tell(&s->first);
        if (s->sure.row > 0)
            tell(&s->sure);
        fputs("  nothing in the scene chooses: from there on runs in doubles, "
              "with --exact-check\n  or on another machine may differ\n",
              stderr);
    } else if (s->undecided > 0)
        fprintf(stderr,
                "  one velocity is proven for %ld of %ld problems, undecided "
                "for the others (the first: row %ld)\n",
                s->one, s->problems, s->undecided);
    else if (s->problems > 0)
        fprintf(stderr, "  one velocity is proven for all %ld problems\n",
                s->problems);
}
