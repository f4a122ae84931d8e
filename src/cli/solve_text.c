#include "cli/solve_text.h"

#include "lcp/formats/directions.h"

void solve_keep_worst(perp_status st, perp_status *worst)
{
    static char kept[512];
    if (st.code <= worst->code)
        return;
    if (st.message != kept)
        snprintf(kept, sizeof kept, "%s", st.message);
    *worst = (perp_status){st.code, kept, st.origin};
}

/* Decimals that stand for doubles: the problem becomes that of its doubles. */
static perp_status to_doubles(lcp_text_problem *p, arena *a)
{
    lcp_exact_problem rounded;
    PERP_TRY(lcp_exact_problem_new(a, &p->nearest, &rounded));
    lcp_exact_problem_clear(&p->exact);
    p->exact = rounded;
    return PERP_SUCCESS;
}

static perp_status one_problem(lcp_text_problem *p, solve_wishes *w, arena *a)
{
    if (w->doubles)
        PERP_TRY(to_doubles(p, a));
    w->number++;
    return w->write != FOREIGN_AUTO
               ? foreign_write(stdout, w->write, w->number, p, w->doubles)
               : solve_problem(p, w->number, w, a);
}

/* The complementarity problem of so many directions stands for them. */
static perp_status by_directions(const contact_problem *c, solve_wishes *w,
                                 arena *a)
{
    lcp_text_problem p;
    PERP_TRY(directions_pose(a, c, w->directions, &p));
    perp_status s = one_problem(&p, w, a);
    lcp_exact_problem_clear(&p.exact);
    return s;
}

/* Contacts with round cones are judged and written; nobody solves them. */
static perp_status one_of_contacts(contact_problem *c, solve_wishes *w,
                                   arena *a)
{
    if (w->doubles)
        PERP_TRY(contact_problem_round(c));
    if (w->directions > 0)
        return by_directions(c, w, a);
    w->number++;
    if (w->write != FOREIGN_AUTO)
        return foreign_write_contacts(stdout, w->write, w->number, c);
    if (w->given != NULL)
        return solve_given_contacts(c, w->number, w->given, w->search.json, a);
    return PERP_FAIL(PERP_USAGE,
                     "problem %d is one of contacts with round "
                     "cones, which is judged with --given R and "
                     "not solved",
                     w->number);
}

/* The next problem of either kind; *read: what was wrong was not its text. */
static perp_status next(lcp_text *text, solve_wishes *w, arena *a, int *more,
                        int *read)
{
    lcp_text_problem p;
    contact_problem c;
    int contacts = contact_text_ahead(text);
    perp_status st = contacts ? contact_text_next(text, a, &c)
                              : lcp_text_next(text, a, &p, more);
    *read = st.code == PERP_OK;
    if (!*read || !*more)
        return st;
    st = contacts ? one_of_contacts(&c, w, a) : one_problem(&p, w, a);
    if (contacts)
        contact_problem_clear(&c);
    else
        lcp_exact_problem_clear(&p.exact);
    return st;
}

/** Every problem of the file is read and solved; the worst verdict is the
exit code, so that one ray does not hide the answers behind it. A problem that
can not be read ends the reading: what follows it is not the next one. */
perp_status solve_text(lcp_text *text, solve_wishes *w)
{
    perp_status worst = PERP_SUCCESS;
    for (int more = 1, read; more;) {
        arena a = {0};
        perp_status st = next(text, w, &a, &more, &read);
        arena_free(&a);
        if (!read || (st.code != PERP_OK && st.code != PERP_NO_SOLUTION &&
                      st.code != PERP_REFUTED && st.code != PERP_LIMIT))
            return st;
        solve_keep_worst(st, &worst);
    }
    if (text->problem > 0)
        return worst;
    return PERP_FAIL(PERP_INPUT,
                     "%s: no problem in it; write n, A by rows and b",
                     text->name);
}
