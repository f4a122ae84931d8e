--- lua/perp/residuals.lua on tables whose residuals are known; and the cases that
--- put equations to runs, with several parameters and with formulas that are wrong.

local source = os.getenv("PERP_SOURCE") or os.getenv("PWD")
package.path = source .. "/lua/?.lua;" .. package.path
local check = dofile(source .. "/verify/tools/check.lua")
local residuals = require "perp.residuals"
local program = os.getenv("PERP_BINARY")
local long = os.getenv("PERP_LONG")

local run = { t = { 0, 1, 2, 3 }, x = { 1, -2, 4, -8 } }

check.case("what is lacking", function()
    check.that(residuals.lack(2) == 0 and residuals.lack(0) == 0, "held")
    check.that(residuals.lack(-3) == 3, "lacking")
    check.that(residuals.lack(0 / 0) ~= 0, "no number")
    local b = residuals.both(-1, 2)
    check.that(b[1] == 1 and b[2] == 0 and b[3] == -2, "both")
end)

check.case("the largest, step by step, and what has no equation", function()
    local put = residuals.put(run)
    local worst = put("(1)", "m", 8, function(l) return run.x[l + 1] end)
    check.that(worst == 8, "the bound is attained and held")
    put("(2)", "m", nil, function(l)
        return l ~= 2 and { 0, -run.x[l], 1 / 2 } or nil
    end)
    put("(3)", "N", 0, function() return 0 end)
    local f = put:figure("name", "title")
    check.that(#f.panels == 2 and #f.panels[1].series == 2, "a panel a unit")
    local s = f.panels[1].series
    check.that(table.concat(s[1].y, " ") == "2 4 8", "(1)")
    check.that(table.concat(s[2].x, " ") == "1 3" and s[2].y[1] == 1
        and s[2].y[2] == 4, "(2)")
    check.that(f.panels[1].yscale == "log" and f.panels[2].yscale == "linear"
        and f.panels[2].series[1].label == "(3): 0", "scales")
end)

check.case("equal curves share an entry, and zeros one", function()
    local put = residuals.put(run)
    for i, f in ipairs { function(l) return run.x[l] end,
        function(l) return -run.x[l] end, function() return 0 end,
        function(l) return run.x[l] + (l == 3 and 1 or 0) end,
        function() return { 0, 0 } end,
        function(l) return l > 1 and run.x[l] or nil end } do
        put(("(%d)"):format(i), "m", nil, f)
    end
    local labels = {}
    for i, s in ipairs(put:figure("name", "title").panels[1].series) do
        labels[i] = s.label
    end
    check.that(table.concat(labels, "; ") == "(1), (2); (3), (5): 0; (4); (6)",
        table.concat(labels, "; "))
end)

check.case("too much, or no number, is refused with its row", function()
    local put = residuals.put(run)
    local fine, why = pcall(put, "(1)", "m", 7, function(l)
        return run.x[l + 1]
    end)
    check.that(not fine and why == "(1) leaves 8 m in row 3, more than 7", why)
    for _, bound in ipairs { 1, math.huge } do
        fine, why = pcall(put, "(1)", "m", bound, function(l)
            return { 0, l == 2 and 0 / 0 or 0 }
        end)
        check.that(not fine and why:find("row 2", 1, true), why)
    end
end)

--- Every case with every list of words must run, and one with a wrong formula
--- must end with 3 and name an equation.
local cases = {
    { "GAP08/equations", figures = 5,
        { "", "alpha=1 T=1", "alpha=0.75 gamma=0.5 mu=0.3 T=2",
            "B=3 h=0.005 T=1" },
        { "claimed=0.6 T=0.1", "alpha=1 claimed=0.999999 T=0.1" } },
    { "AP02/equations", figures = 6,
        { "", "mu=0.05 damping=50 T=0.3", "stiffness=400 damping=2 T=0.4",
            "h=0.01 mu=0.1 T=0.4" },
        { "claimed=41 T=0.1", "stiffness=400 claimed=399.999 T=0.1" } },
    { "P10/equations", figures = 4,
        { "", "e=0", "e=1 drag=0", "e=0.25 h=0.005" },
        { "claimed=0.51", "e=0 claimed=0.001" } },
    { "PKS05/equations", figures = 3,
        { "runs=2 T=0.5", "theta=0.5 runs=1 T=0.5", "mu=0.6 k=2000 T=0.3 runs=1",
            "h=0.004 mu=0 runs=1" }, { "claimed=0.29 runs=1 T=0.1" } },
}

for _, case in ipairs(cases) do
    check.case(case[1], function()
        for wrong = 0, 1 do
            -- by default without the last of four
            for at = 1, #case[2 + wrong] - (long and 0 or 1 - wrong) do
                local list = case[2 + wrong][at]
                check.tree({}, function(dir)
                    local words = list:gsub("%S+", "--set %0")
                    local text, code = check.run(("%s run %s/cases/%s.lua -q " ..
                        "--plot %s %s"):format(check.quote(program),
                        check.quote(source), case[1], dir, words))
                    if wrong == 1 then
                        check.that(code == 3 and text:match(
                            "perp: %([%w.]+%)[^\n]* leaves [%d.e-]+ [%a/ ]+ " ..
                            "in row %d+, more than"), "%s: %s", list, text)
                    else
                        local _, many = text:gsub("written: ", "")
                        check.that(code == 0, "%s: %s", list, text)
                        local files = check.run("ls " .. dir)
                        _, many = files:gsub("%.svg", "")
                        check.that(many == case.figures, "%s: %d figures", list,
                            many)
                    end
                end)
            end
        end
    end)
end

check.done()
