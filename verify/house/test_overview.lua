--- lua/perp/overview.lua: which columns a figure has that nobody wrote, and of which
--- runs perp draws one.

local source = os.getenv("PERP_SOURCE") or os.getenv("PWD")
package.path = source .. "/lua/?.lua;" .. package.path
local check = dofile(source .. "/verify/tools/check.lua")
local overview = require "perp.overview"
local plot = require "perp.plot"
local program = os.getenv("PERP_BINARY")

--- A run with n coordinates, the k-th of size k, and what else is given.
local function run_of(n, more)
    local run = { t = { 0, 1, 2 }, columns = {} }
    for k = 1, n do
        run.columns[k] = "q.c" .. k
        run["q.c" .. k] = { 0, -k, 0 }
    end
    for _, column in ipairs(more or {}) do
        run.columns[#run.columns + 1] = column[1]
        run[column[1]] = column[2]
    end
    return run
end

local function labels(panel)
    local out = {}
    for _, s in ipairs(panel.series) do
        out[#out + 1] = s.label
    end
    return table.concat(out, " ")
end

check.case("columns by what they are; zero ones are left out", function()
    local f = overview.figure(run_of(2, { { "v.c1", { 0, 0, 0 } },
        { "v.c2", { 0, 0 / 0, 1 } }, { "kinetic", { 1, 2, 3 } },
        { "elastic", { 0, 1, 0 } }, { "cn.a", { 0, 1, 0 } },
        { "ft.a", { 0, 0, 0 } } }), "name")
    check.that(#f.panels == 4, "%d panels", #f.panels)
    check.that(labels(f.panels[1]) == "c1 c2", labels(f.panels[1]))
    check.that(labels(f.panels[2]) == "c2", labels(f.panels[2]))
    check.that(labels(f.panels[3]) == "kinetic elastic", labels(f.panels[3]))
    check.that(f.panels[4].series[1].style == "steps", "impulses are steps")
    check.that(f.panels[1].series[1].y[2] == -1, "the column itself")
    check.that(plot.svg(plot.figure and plot.figure(f) or f):find("<svg"),
        "it can be drawn")
end)

check.case("the eight largest, in the order of the table", function()
    local f = overview.figure(run_of(11), "name")
    check.that(labels(f.panels[1]) == "c4 c5 c6 c7 c8 c9 c10 c11",
        labels(f.panels[1]))
    check.that(f.panels[1].title == "the largest 8 of 11", f.panels[1].title)
    check.that(overview.figure(run_of(8), "name").panels[1].title == nil, "all")
end)

local SCENE = [[
local perp = require "perp"
local s = perp.system { coordinates = { "x" }, mass = { { 1 } }, force = { 1 } }
local function run(name, figures)
  return { name = name, system = s, h = 1/4, T = 1, q = { 0 }, v = { 1 },
    figures = figures }
end
%s
]]

local function drawn(body)
    local names
    check.tree({ ["scene.lua"] = SCENE:format(body) }, function(dir)
        local text, code = check.run(("%s run %s/scene.lua -q --plot %s/f")
            :format(check.quote(program), dir, dir))
        check.that(code == 0, "%s", text)
        names = check.run("ls " .. dir .. "/f"):gsub("%s+", " ")
    end)
    return names
end

check.case("a run without figures gets one, unless the scene draws", function()
    check.that(drawn('return run("a")') == "a.svg ", "one run")
    check.that(drawn('perp.simulate(run("a")) return run("b")') ==
        "a.svg b.svg ", "two runs")
    check.that(drawn([[perp.simulate(run("a")) return run("b", function(r)
        return { { name = "own", panels = { { x = r.t, y = r["q.x"] } } } }
        end)]]) == "own.svg ", "a scene that draws")
    local many = drawn('for k = 1, 20 do perp.simulate(run("r" .. k)) end')
    check.that(select(2, many:gsub("svg", "")) == 16, many)
end)

check.done()
