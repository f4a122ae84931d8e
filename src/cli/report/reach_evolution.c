/**
# Samples that are watched

The first samples once more, in doubles, by those who go from step to step and can be
[watched](../../hp23/impact/halm_posa.h). What a sample is depends on its number alone, so
these are the ways to the ends that are drawn. With `--exact-check` the ends are those of
fractions, which differ where a law jumps. With `--epsilon` Algorithm 2's last step is not
among the steps: it is as short as $\varepsilon$. */
#include "cli/report/reach_evolution.h"

#include "hp23/samples/choosing.h"
#include "hp23/samples/contact_modes.h"

static perp_status of_first(const reach_evolution *e,
                            const halm_posa_options *o, int count, arena *a)
{
    halm_posa_samples b;
    PERP_TRY(halm_posa_room(a, e->g, count, &b));
    return halm_posa_sample(e->g, o, e->first, count, a, &b);
}

/** A tree of all solutions is watched whole: each of its edges is a step. */
static perp_status of_choices(const reach_evolution *e,
                              const halm_posa_options *o, int count, arena *a)
{
    const halm_posa_proof p = {
        .d = e->d, .g = e->g, .o = o, .select = e->select};
    modes m;
    choosing c;
    PERP_TRY(contact_modes_new(a, e->d, e->g, o->h, &m));
    choosing_new(&m, &p, &c);
    perp_status s = choosing_run(&c, e->first, count);
    choosing_free(&c);
    return s;
}

perp_status reach_evolution_find(const reach_evolution *e, reach_figure *f)
{
    const uint64_t all = e->last - e->first;
    const int count = (int)(all < REACH_TRACED ? all : REACH_TRACED);
    const halm_posa_watch watch = {reach_figure_step, f};
    halm_posa_options o = *e->o;
    arena a = {0};
    perp_status s;
    o.watch = &watch;
    f->first = e->first;
    f->paths = f->paths < count ? f->paths : count;
    if (e->select == HALM_POSA_FIRST)
        s = of_first(e, &o, count, &a);
    else if (contact_modes_fit(e->g))
        s = of_choices(e, &o, count, &a);
    else
        return PERP_SUCCESS;
    f->traced = (uint64_t)count;
    arena_free(&a);
    return s;
}
