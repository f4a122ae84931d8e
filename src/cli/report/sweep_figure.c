#include "cli/report/sweep_figure.h"

#include "base/text.h"
#include "number/literal.h"
#include "scene/bind/bind.h"

#include <string.h>

/* Panels; curves, and those with a legend. */
enum { PANELS = 8, CURVES = 64, LEGEND = 8, WAY = 120 };

/* The number in a cell: 0 when there is none. */
static int number(const sweep_table *t, long row, int column, double *x)
{
    const char *text = sweep_table_cell(t, row, column);
    mpq_t q;
    if (text == NULL)
        return 0;
    mpq_init(q);
    const int fine = literal_ratio(text, strlen(text), q).code == PERP_OK &&
                     literal_double(q, x).code == PERP_OK;
    mpq_clear(q);
    return fine;
}

/* Has the column two different numbers? `whole`: and nothing else. */
static int varies(const sweep_table *t, int column, int whole)
{
    double first = 0, x;
    int met = 0, differs = 0;
    for (long r = 0; r < t->rows; r++) {
        const int is = number(t, r, column, &x);
        if (!is && whole)
            return 0;
        differs |= is && met && x != first;
        first = is && !met ? x : first;
        met |= is;
    }
    return differs;
}

static int begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static int ends(const char *text, const char *with)
{
    const size_t n = strlen(text), m = strlen(with);
    return n >= m && strcmp(text + n - m, with) == 0;
}

/** What a sweep is looked at for: energies, variations, residuals, what is proven, and
of the columns that the scene watches their last values and extremes. In a scene with
several runs each has its own (`runs.NAME.kinetic_last`). */
static int shown(const char *name)
{
    static const char *const keys[] = {"kinetic_last", "tv_v",
                                       "max_residual", "steps_proven",
                                       "collisions",   "joint_gap_max.value"};
    if (begins(name, "set.") || strcmp(name, "run") == 0)
        return 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (ends(name, keys[i]))
            return 1;
    return strstr(name, "watch.") != NULL &&
           (ends(name, ".last") || ends(name, ".most") || ends(name, ".least"));
}

typedef struct {
    const sweep_table *t;
    int against, curves, panels;
    char *other; /* of each column: a parameter that varies, and no axis */
    int *of;     /* of each row: its curve, or -1 when there are too many */
    char label[CURVES][WAY];
    arena a;
} drawing;

/* Is it a parameter with two values? */
static int two_values(const sweep_table *t, int column)
{
    const char *value = sweep_table_cell(t, 0, column);
    for (long r = 1; r < t->rows && begins(t->column[column], "set."); r++) {
        const char *other = sweep_table_cell(t, r, column);
        if (value == NULL || other == NULL || strcmp(value, other) != 0)
            return 1;
    }
    return 0;
}

/* The other parameters of a row, in words: "h = 0.01, e = 0". */
static void way(const drawing *d, long row, char out[WAY])
{
    size_t n = 0;
    out[0] = '\0';
    for (int c = 0; c < d->t->columns && n < WAY; c++) {
        const char *value = sweep_table_cell(d->t, row, c);
        if (!d->other[c])
            continue;
        const int k =
            snprintf(out + n, WAY - n, "%s%.40s = %.40s", n > 0 ? ", " : "",
                     d->t->column[c] + 4, value != NULL ? value : "");
        n += k > 0 ? (size_t)k : 0;
    }
    for (char *at = out; *at != '\0'; at++)
        *at = *at < ' ' || strchr("\\\"_^{}", *at) != NULL ? ' ' : *at;
}

static perp_status find_curves(drawing *d)
{
    const sweep_table *t = d->t;
    char text[WAY];
    d->other = arena_take(&d->a, (size_t)t->columns, 1);
    d->of = arena_take(&d->a, (size_t)t->rows, sizeof *d->of);
    if (d->other == NULL || d->of == NULL)
        return PERP_NO_MEMORY((size_t)t->rows * sizeof *d->of);
    for (int c = 0; c < t->columns; c++)
        d->other[c] = (char)(c != d->against && two_values(t, c));
    for (long r = 0; r < t->rows; r++) {
        int k = 0;
        way(d, r, text);
        while (k < d->curves && strcmp(d->label[k], text) != 0)
            k++;
        if (k == d->curves && k < CURVES)
            strcpy(d->label[d->curves++], text);
        d->of[r] = k < d->curves ? k : -1;
    }
    return PERP_SUCCESS;
}

static void curve(growing_text *w, const drawing *d, int column, int k)
{
    double x, y;
    text_add(w, "do local p = {}\n");
    for (long r = 0; r < d->t->rows; r++)
        if (d->of[r] == k && number(d->t, r, d->against, &x) &&
            number(d->t, r, column, &y))
            text_add(w, "p[#p+1] = { %.17g, %.17g }\n", x, y);
    text_add(w,
             "table.sort(p, function(a, b) return a[1] < b[1] end)\n"
             "local x, y = {}, {}\n"
             "for i, a in ipairs(p) do x[i], y[i] = a[1], a[2] end\n"
             "if x[1] then list[#list+1] = { x = x, y = y, color = %d, "
             "style = \"marked\"%s%s%s } end end\n",
             k % LEGEND + 1, d->curves > 1 ? ", label = \"" : "",
             d->curves > 1 ? d->label[k] : "", d->curves > 1 ? "\"" : "");
}

/* Names as they are written: no index, no Lua. */
static void plain(const char *text, char out[WAY])
{
    size_t n = 0;
    for (; *text != '\0' && n + 1 < WAY; text++)
        out[n++] =
            *text < ' ' || strchr("\\\"^{}", *text) != NULL ? ' ' : *text;
    out[n] = '\0';
}

static void panel(growing_text *w, drawing *d, int column)
{
    char x[WAY], y[WAY];
    const int first = d->panels++ == 0;
    plain(d->t->column[d->against] + 4, x);
    plain(d->t->column[column], y);
    text_add(w, "list = {}\n");
    for (int k = 0; k < d->curves; k++)
        curve(w, d, column, k);
    text_add(w,
             "panels[#panels+1] = { xlabel = [[%s]], ylabel = [[%s]], legend "
             "= %s, series = list }\n",
             x, y, first && d->curves <= LEGEND ? "nil" : "\"none\"");
}

/* The file's name without directory and ending. */
static void stem(const char *path, char out[WAY])
{
    const char *slash = strrchr(path, '/');
    char text[WAY];
    plain(slash == NULL ? path : slash + 1, text);
    text[strcspn(text, ".")] = '\0';
    snprintf(out, WAY, "%s", text[0] != '\0' ? text : "sweep");
    for (char *at = out; *at != '\0'; at++)
        *at = *at == ' ' ? '_' : *at;
}

/* What varies; when nothing does, what there is. */
static void panels(growing_text *w, drawing *d)
{
    const sweep_table *t = d->t;
    text_add(w, "local panels, list = {}, {}\n");
    for (int all = 0; all <= 1 && d->panels == 0; all++)
        for (int c = 0; c < t->columns && d->panels < PANELS; c++)
            if (shown(t->column[c]) && (all || varies(t, c, 0)))
                panel(w, d, c);
    if (d->panels == 0)
        text_add(w, "panels[1] = { ylabel = \"no run succeeded\", series = "
                    "{} }\n");
}

/* A text of Lua: what might end it, or begin something, by its number. */
static void add_text(growing_text *w, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text >= ' ' && *text != '"' && *text != '\\')
            text_add(w, "%c", *text);
        else
            text_add(w, "\\%03d", (unsigned char)*text);
}

static void add_pair(growing_text *w, const char *key, const char *name,
                     const char *value)
{
    text_add(w, ", \"%s ", key);
    add_text(w, name);
    text_add(w, "%s", *name != '\0' ? " " : "");
    add_text(w, value);
    text_add(w, "\"");
}

/* What the figure says of itself: the values of --set in the first run and the
   last, and of as many runs as it has curves the digests. */
static void about(growing_text *w, const sweep_table *t, const char *name)
{
    text_add(w, "{ \"version %s\", \"name %s\", \"runs %ld\"", PERP_VERSION,
             name, t->rows);
    for (int c = 0; c < t->columns; c++) {
        const char *key = t->column[c];
        const int set = begins(key, "set.");
        if (!set && !(ends(key, "run.digest") && t->rows <= CURVES))
            continue;
        for (long r = 0; r < t->rows; r++) {
            const char *value = sweep_table_cell(t, r, c);
            if (value != NULL && (!set || r == 0 || r == t->rows - 1))
                add_pair(w, set ? "set" : "digest", set ? key + 4 : "", value);
        }
    }
    text_add(w, " }\n");
}

static perp_status draw(drawing *d, const char *scene)
{
    char file[WAY], name[WAY + 8];
    growing_text w = {0};
    PERP_TRY(find_curves(d));
    panels(&w, d);
    stem(scene, file);
    snprintf(name, sizeof name, "%s_sweep", file);
    text_add(&w,
             "return { name = \"%s\", title = \"%s, %ld runs\", columns = %d, "
             "width = %d, panels = panels }, ",
             name, file, d->t->rows, d->panels > 1 ? 2 : 1,
             d->panels > 1 ? 900 : 640);
    about(&w, d->t, file);
    perp_status s = text_end(&w);
    if (s.code == PERP_OK)
        s = bind_draw_alone(name, w.text);
    text_free(&w);
    return s;
}

perp_status sweep_figure_draw(const sweep_table *t, const char *scene)
{
    drawing d = {.t = t, .against = -1};
    for (int c = 0; c < t->columns && d.against < 0; c++)
        if (begins(t->column[c], "set.") && varies(t, c, 1))
            d.against = c;
    if (d.against < 0)
        return PERP_FAIL(PERP_INPUT, "--plot: no parameter of the sweep takes "
                                     "two numbers, so there is no axis");
    perp_status s = draw(&d, scene);
    arena_free(&d.a);
    return s;
}
