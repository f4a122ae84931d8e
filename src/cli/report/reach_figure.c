#include "cli/report/reach_figure.h"

#include "base/memory.h"
#include "base/text.h"
#include "scene/bind/bind.h"

#include <string.h>

perp_status reach_figure_new(arena *a, int p, int r, reach_figure *out)
{
    const size_t each = (size_t)(p + r);
    *out = (reach_figure){.p = p, .each = p + r};
    out->u = arena_take(a, REACH_POINTS * each, sizeof *out->u);
    return out->u == NULL ? PERP_NO_MEMORY(REACH_POINTS * each) : PERP_SUCCESS;
}

void reach_figure_add(reach_figure *f, const double *u)
{
    if (f->count == REACH_POINTS)
        return;
    memcpy(f->u + (size_t)f->count * (size_t)f->each, u,
           (size_t)f->each * sizeof *u);
    f->count++;
}

static void list(growing_text *w, const reach_figure *f, const char *axis,
                 int at)
{
    text_add(w, "%s = {", axis);
    for (int i = 0; i < f->count; i++)
        text_add(w, "%.6g,", f->u[(size_t)i * (size_t)f->each + (size_t)at]);
    text_add(w, "},");
}

/* Where samples parted with speed x at one contact and y at another; x0 and
   y0 are the places of the speeds in a sample. */
static void panel(growing_text *w, const reach_figure *f,
                  const char *const text[2], int x0, int y0)
{
    text_add(
        w, "{ xlabel = \"%.60s (m/s)\", ylabel = \"%.60s (m/s)\", series = {{ ",
        text[0], text[1]);
    list(w, f, "x", x0);
    list(w, f, "y", y0);
    text_add(w, "style = \"points\", color = 1 }} },\n");
}

/** Contacts two by two: normal speeds against each other; the last one, when
their number is odd, against its own slip. */
static void describe(growing_text *w, const reach_figure *f, const char *name,
                     const char *const *contact)
{
    char text[2][80];
    const char *const label[2] = {text[0], text[1]};
    text_add(w,
             "return { name = \"%.150s\", title = \"%d samples\", panels = {\n",
             name, f->count);
    for (int j = 0; j < f->p; j += 2) {
        int alone = j + 1 == f->p, other = alone ? j : j + 1;
        snprintf(text[0], sizeof text[0], "vn of %.60s", contact[j]);
        snprintf(text[1], sizeof text[1], "v%s of %.60s", alone ? "t" : "n",
                 contact[other]);
        if (!alone || f->each > f->p)
            panel(w, f, label, j, alone ? f->each - 1 : other);
    }
    text_add(w, "} }\n");
}

perp_status reach_figure_draw(const reach_figure *f, const char *name,
                              const char *const *contact)
{
    growing_text w = {0};
    if (f->count == 0)
        return PERP_SUCCESS;
    describe(&w, f, name, contact);
    perp_status s = text_end(&w);
    if (s.code == PERP_OK)
        s = bind_draw(name, w.text);
    text_free(&w);
    return s;
}
