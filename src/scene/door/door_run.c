/**
# The door: runs

A run is a held scene (`scene/bind/hold.c`), the layout of its table and room to ask
for gaps. The current row is the table's last; before the end of the run it lacks its
energies, which the next step or the end fills in, so it is no row of the table yet: a
number that is not known is not shown as 0.
*/
#include "scene/door/door.h"

#include "base/memory.h"
#include "model/step/assemble.h"
#include "run/loop.h"

#include <string.h>

struct perp_run {
    perp_scene *scene; /* its own */
    bind_held *held;
    arena a;
    columns at;
    assembler gaps;
    int proven; /* the current row; of a whole run: every one */
};

static const trace *table(const perp_run *r)
{
    return bind_kept(r->held)->t;
}

static const perp_system *system_of(const perp_run *r)
{
    return bind_kept(r->held)->e->sys;
}

static int ended(const perp_run *r)
{
    return bind_kept(r->held)->l == NULL;
}

static void all_proven(perp_run *r)
{
    const summary *s = bind_kept(r->held)->sum;
    r->proven = s->steps > 0 && s->steps_proven == s->steps;
}

static perp_status open_run(perp_run *r, const perp_scene *scene,
                            const char *name, int by_steps)
{
    PERP_TRY(door_arithmetic());
    if ((r->scene = door_copy(scene)) == NULL)
        return PERP_NO_MEMORY(sizeof *scene);
    const bind_options o = door_options(r->scene, name);
    PERP_TRY(bind_hold(&o, by_steps, &r->held));
    PERP_TRY(columns_layout(&r->a, system_of(r), &r->at));
    PERP_TRY(assembler_new(&r->a, system_of(r), 0, &r->gaps));
    if (!by_steps)
        all_proven(r);
    return PERP_SUCCESS;
}

static perp_run *new_run(const perp_scene *scene, const char *name,
                         int by_steps, perp_error *error)
{
    perp_run *r = memory_new(1, sizeof *r);
    perp_status s = r == NULL ? PERP_NO_MEMORY(sizeof *r)
                              : open_run(r, scene, name, by_steps);
    if (door_end(error, s) == 0)
        return r;
    perp_run_free(r);
    return NULL;
}

perp_run *perp_run_whole(perp_scene *scene, const char *name, perp_error *error)
{
    return new_run(scene, name, 0, error);
}

perp_run *perp_run_begin(perp_scene *scene, const char *name, perp_error *error)
{
    return new_run(scene, name, 1, error);
}

int perp_run_step(perp_run *r, perp_error *error)
{
    const summary *sum = bind_kept(r->held)->sum;
    if (ended(r)) {
        const int failed = table(r)->rows == 0;
        return door_end(
            error, failed ? PERP_FAIL(PERP_USAGE, "the run has failed before")
                          : PERP_SUCCESS);
    }
    const long before = sum->steps_proven;
    perp_status s = door_arithmetic();
    if (s.code == PERP_OK)
        s = bind_step(r->held);
    r->proven = s.code == PERP_OK && sum->steps_proven > before;
    return door_end(error, s) != 0 ? -1 : !ended(r);
}

void perp_run_free(perp_run *r)
{
    if (r == NULL)
        return;
    assembler_clear(&r->gaps);
    arena_free(&r->a);
    bind_release(r->held);
    perp_scene_free(r->scene);
    memory_free(r);
}

perp_sizes perp_run_sizes(const perp_run *r)
{
    const perp_system *s = system_of(r);
    return (perp_sizes){s->nq, s->nv, s->contacts, s->total_slips};
}

long perp_run_rows(const perp_run *r)
{
    const long rows = table(r)->rows;
    return ended(r) || rows == 0 ? rows : rows - 1;
}

const char *perp_run_column_name(const perp_run *r, int i)
{
    const trace *t = table(r);
    return i >= 0 && t->rows > 0 && i < t->columns ? t->name[i] : NULL;
}

const double *perp_run_column(const perp_run *r, const char *name,
                              size_t *stride)
{
    const trace *t = table(r);
    const int c = t->rows > 0 && name != NULL ? trace_column(t, name) : -1;
    if (stride != NULL)
        *stride = (size_t)t->columns;
    return c < 0 ? NULL : t->cell + c;
}

/* The current row; null: there is none. */
static const double *current(const perp_run *r)
{
    const trace *t = table(r);
    return t->rows > 0 ? t->cell + (size_t)(t->rows - 1) * (size_t)t->columns
                       : NULL;
}

static void give(double *to, const double *from, int n)
{
    if (to != NULL && n > 0)
        memcpy(to, from, (size_t)n * sizeof *to);
}

int perp_run_state(const perp_run *r, double *t, double *q, double *v)
{
    const double *row = current(r);
    if (row == NULL)
        return -1;
    give(t, row + 1, 1);
    give(q, row + r->at.q, system_of(r)->nq);
    give(v, row + r->at.v, system_of(r)->nv);
    return 0;
}

int perp_run_gaps(const perp_run *r, double *gaps, perp_error *error)
{
    const double *row = current(r);
    perp_run *own = (perp_run *)r; /* its work space */
    if (row == NULL)
        return door_end(error,
                        PERP_FAIL(PERP_USAGE, "the run has no rows any more"));
    perp_status s =
        assemble_gaps_at(system_of(r), &own->gaps, row + r->at.q, row[1]);
    if (s.code == PERP_OK)
        give(gaps, r->gaps.gap, system_of(r)->contacts);
    return door_end(error, s);
}

int perp_run_impulses(const perp_run *r, double *normal, double *friction)
{
    const double *row = current(r);
    const perp_system *s = system_of(r);
    if (row == NULL || (s->contacts > 0 && r->at.cn < 0))
        return -1;
    if (s->contacts == 0)
        return 0;
    give(normal, row + r->at.cn, s->contacts);
    give(friction, row + r->at.ft, s->total_slips);
    return 0;
}

const char *perp_run_contact(const perp_run *r, int i)
{
    const perp_system *s = system_of(r);
    return i >= 0 && i < s->contacts ? s->contact_name[i] : NULL;
}

int perp_run_proven(const perp_run *r)
{
    return r->proven;
}

int perp_run_number(const perp_run *r, const char *key, double *out)
{
    const summary *s = bind_kept(r->held)->sum;
    const struct {
        const char *key;
        double x;
    } all[] = {{"steps", (double)s->steps},
               {"steps_proven", (double)s->steps_proven},
               {"collisions", (double)s->collisions},
               {"lcps", (double)s->lcps},
               {"fallbacks", (double)s->fallbacks},
               {"max_residual", s->max_residual},
               {"tv_v", s->tv_v},
               {"tv_va", s->tv_va},
               {"kinetic_first", s->kinetic_first},
               {"kinetic_last", s->kinetic_last}};
    if (!ended(r) || table(r)->rows == 0 || key == NULL)
        return -1;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].key, key) == 0) {
            give(out, &all[i].x, 1);
            return 0;
        }
    return -1;
}
