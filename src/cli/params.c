#include "cli/subcommand.h"
#include "scene/bind/bind.h"

enum { SET, JSON, COUNT };

static perp_status list(const options_table *t, const option *o)
{
    bind_options b = {.script = t->words[0],
                      .sets = o[SET].count,
                      .set = o[SET].values,
                      .json = o[JSON].count > 0,
                      .quiet = 1};
    return bind_params(&b);
}

static const option params_options[COUNT] = {
    [SET] = {"set", 0, OPTION_LIST, "NAME=VALUE",
             "change a parameter of the scene; p/q is exact"},
    [JSON] = {"json", 0, OPTION_FLAG, 0, "print the summary as JSON"}};

const subcommand subcommand_params = {
    .name = "params",
    .line = "list what --set may change in a scene",
    .words = "SCRIPT.lua",
    .summary = "Lists the parameters of a scene, with "
               "their values and what they mean.",
    .options = params_options,
    .option_count = COUNT,
    .least = 1,
    .most = 1,
    .act = list};
