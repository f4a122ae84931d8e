#include "base/file.h"
#include "cli/subcommand.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { KIND, COUNT };

/** A scene to begin with. Each runs as it stands, and says at each line what may
be changed; the tests run all of them. */
typedef struct {
    const char *kind, *text;
} start;

static const start starts[] = {
    {"planar",
     "--- A block slides on the level ground and comes to rest.\n"
     "---\n"
     "---     perp run NAME.lua --csv NAME.csv --plot figures\n"
     "---     perp run NAME.lua --set mu=0.5 --exact-check\n"
     "\n"
     "local perp = require \"perp\"\n"
     "local planar = require \"perp.planar\"\n"
     "\n"
     "-- What --set may change: name, default, what it is.\n"
     "local mu = perp.param(\"mu\", 0.3, \"coefficient of friction\")\n"
     "local speed = perp.param(\"speed\", 2, \"at the start, m/s\")\n"
     "\n"
     "local world = planar.world { gravity = { 0, -9.81 }, mu = mu }\n"
     "world:box { name = \"block\", mass = 1, width = 0.4, height = 0.2 }\n"
     "\n"
     "-- Coordinates are the centre (m) and the angle (rad) of each body.\n"
     "return {\n"
     "  system = world:system(),\n"
     "  h = perp.param(\"h\", 0.005, \"step, s\"),\n"
     "  T = perp.param(\"T\", 1, \"duration, s\"),\n"
     "  q = { 0, 0.1, 0 },\n"
     "  v = { speed, 0, 0 },\n"
     "  figures = function(run)\n"
     "    return { { name = \"NAME\", panels = { { x = run.t,\n"
     "      y = run[\"q.block.x\"], xlabel = \"t (s)\", ylabel = \"x (m)\" "
     "} } } }\n"
     "  end,\n"
     "}\n"},
    {"spatial",
     "--- A box in space falls on the ground, turning.\n"
     "---\n"
     "---     perp run NAME.lua --csv NAME.csv\n"
     "---     perp run NAME.lua --set spin=4 --exact-check\n"
     "\n"
     "local perp = require \"perp\"\n"
     "local spatial = require \"perp.spatial\"\n"
     "local mu = perp.param(\"mu\", 0.3, \"coefficient of friction\")\n"
     "local spin = perp.param(\"spin\", 1, \"about the x axis, rad/s\")\n"
     "\n"
     "local world = spatial.world { gravity = { 0, 0, -9.81 }, mu = mu "
     "}\n"
     "world:box { name = \"box\", mass = 1, size = { 0.4, 0.3, 0.2 } }\n"
     "\n"
     "-- Where each body is, in m and m/s, and how it turns, in rad/s.\n"
     "local q, v = world:state { box = { at = { 0, 0, 0.5 },\n"
     "  velocity = { 1, 0, 0 }, spin = { spin, 0, 0 } } }\n"
     "\n"
     "return {\n"
     "  system = world:system(),\n"
     "  h = perp.param(\"h\", 0.005, \"step, s\"),\n"
     "  T = perp.param(\"T\", 1, \"duration, s\"),\n"
     "  q = q,\n"
     "  v = v,\n"
     "}\n"},
    {"system",
     "--- A point on the ground, pushed to and fro, in its own coordinates.\n"
     "---\n"
     "---     perp run NAME.lua --csv NAME.csv --plot figures\n"
     "---     perp run NAME.lua --set mu=0.5 --rational\n"
     "\n"
     "local perp = require \"perp\"\n"
     "local mu = perp.param(\"mu\", 0.8, \"coefficient of friction\")\n"
     "\n"
     "-- Every function is called once, with symbols, and gives expressions.\n"
     "local system = perp.system {\n"
     "  coordinates = { \"x\", \"y\" },\n"
     "  mass = function(q) return { { 1, 0 }, { 0, 1 } } end, -- kg\n"
     "  force = function(t, q, v) -- N\n"
     "    return { 9 - 18 * perp.where(t - 1, 1, 0), -10 }\n"
     "  end,\n"
     "  contacts = function(q, v) -- gap >= 0 in m, slips in m/s\n"
     "    return { { name = \"ground\", gap = q.y, slips = { v.x }, mu = mu "
     "} }\n"
     "  end,\n"
     "}\n"
     "\n"
     "return {\n"
     "  system = system,\n"
     "  h = perp.param(\"h\", perp.ratio(1, 100), \"step, s\"),\n"
     "  T = perp.param(\"T\", 2, \"duration, s\"),\n"
     "  q = { x = 0, y = 0 },\n"
     "  v = { x = 0, y = 0 },\n"
     "  figures = function(run)\n"
     "    return { { name = \"NAME\", panels = { { x = run.t, y = "
     "run[\"v.x\"],\n"
     "      style = \"steps\", xlabel = \"t (s)\", ylabel = \"v (m/s)\" } } "
     "} }\n"
     "  end,\n"
     "}\n"},
};

enum { STARTS = sizeof starts / sizeof *starts, LONGEST = 100 };

/* The text with the name of the scene for NAME. */
static void put(const char *text, const char *name, FILE *out)
{
    for (const char *at = strstr(text, "NAME"); at != NULL;
         at = strstr(text, "NAME")) {
        fprintf(out, "%.*s%s", (int)(at - text), text, name);
        text = at + strlen("NAME");
    }
    fputs(text, out);
}

/** The name stands in the scene, too: so it has letters that mean nothing to Lua or
the shell. The file appears only where there is none: nothing is overwritten. */
static perp_status write_scene(const char *name, const start *s)
{
    char path[LONGEST + 8];
    struct stat at;
    FILE *out;
    const char *good = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                       "0123456789_-";
    size_t n = strlen(name);
    if (n > 4 && strcmp(name + n - 4, ".lua") == 0)
        n -= 4;
    if (n == 0 || n > LONGEST || strspn(name, good) < n)
        return PERP_FAIL(PERP_USAGE,
                         "'%.60s' is no name for a scene: letters, digits, _ "
                         "and -, at most %d",
                         name, LONGEST);
    snprintf(path, sizeof path, "%.*s.lua", (int)n, name);
    if (lstat(path, &at) == 0)
        return PERP_FAIL(PERP_IO, "%s is there already; take another name",
                         path);
    PERP_TRY(file_fresh(path, &out));
    path[n] = '\0';
    put(s->text, path, out);
    path[n] = '.';
    PERP_TRY(file_end(out, path));
    printf("%s\n", path);
    return file_appear();
}

static perp_status make(const options_table *t, const option *o)
{
    const char *kind = o[KIND].value != NULL ? o[KIND].value : "planar";
    for (int i = 0; i < STARTS; i++)
        if (strcmp(kind, starts[i].kind) == 0)
            return write_scene(t->words[0], &starts[i]);
    return PERP_FAIL(PERP_USAGE,
                     "--kind '%.60s' is not one of planar, spatial, system",
                     kind);
}

static const option new_options[COUNT] = {
    [KIND] = {"kind", 0, OPTION_VALUE, "planar|spatial|system",
              "bodies in the plane, in space, or any system"}};

const subcommand subcommand_new = {
    .name = "new",
    .line = "write a scene to begin with, NAME.lua",
    .words = "NAME",
    .summary = "Writes a short scene that runs as it stands, with comments.",
    .options = new_options,
    .option_count = COUNT,
    .least = 1,
    .most = 1,
    .act = make};
