--- # Figures
---
---     local plot = require "perp.plot"
---     local text = plot.svg(plot.figure {
---         name = "fig9_1", columns = 2,
---         panels = {
---             { rows = 2, xlabel = "t (s)", ylabel = "x (m)",
---               series = { { x = t, y = x, label = "x" } } },
---             { x = t, y = v, xlabel = "t (s)", ylabel = "v (m/s)" },
---             { x = t, y = w, xlabel = "t (s)", ylabel = "v (m/s)" } } })
---
--- A figure is a grid of panels, filled row by row (a panel may span several
--- `rows` and `columns`); a panel has series, or is one itself. The text is the
--- same on every machine, byte for byte. A value that is not finite, or not
--- positive on a logarithmic axis, is a gap. A series with more points than
--- pixels keeps of each pixel column the first, the least, the greatest and the
--- last point, so no extreme is lost.
---
--- | key of a figure | meaning |
--- |---|---|
--- | `name`, `title` | the SVG's title; a line above the panels |
--- | `width`, `height` | pixels; 640 and 220 per row; legends outside add height |
--- | `columns` | of the grid; 1 |
--- | `tables` | numbers behind it, by names: lists of rows, the first of them headings |
---
--- | key of a panel | meaning |
--- |---|---|
--- | `xlabel`, `ylabel`, `title` | with the unit; `_{}` and `^{}` shift |
--- | `xlim`, `ylim` | { low, high } instead of the data's range |
--- | `xscale`, `yscale` | "log" or "linear" |
--- | `xticks`, `yticks` | list of whole numbers: ticks there and nowhere else |
--- | `equal` | true: one metre is the same length on both axes |
--- | `slope` | order p: a triangle of slope p on doubly logarithmic axes |
--- | `legend` | "none", "above" (the frames of the row), or a corner to try first: "ne", "nw", "se", "sw" |
--- | `rows`, `columns` | cells that the panel spans |
---
--- | key of a series | meaning |
--- |---|---|
--- | `x`, `y` | lists of the same length; `x` may stand in the panel |
--- | `label`, `color` | legend text; 1 to 8, else the place in the panel; or "light", "dark", "red", "yellow" |
--- | `style` | "line", "steps", "points", "marked" (line and points), "cloud", "web", "area" |
--- | `dash`, `width` | true; line width in pixels, 1.3 |
---
--- A legend stands where it hides nothing, and where there is no such place in the
--- frame above it (perp.legend). Axes with the same words show the same interval, so
--- that panels can be compared: `xlabel` for x, both labels for y.
---
--- For many points there are three more. "cloud" draws the cells that have one, "web" each
--- segment once, of at most 3000, and "area" the convex hull of each run of points; so a
--- figure of a hundred thousand points is as large as one of some thousands.
---
--- "steps" draws the function that is $y_k$ on $(x_{k-1}, x_k]$, as the step
--- functions of the papers are.

local axis = require "perp.axis"
local draw = require "perp.draw"
local plot = {}

local styles = { line = true, steps = true, points = true, marked = true,
    cloud = true, web = true, area = true }
local scales = { linear = true, log = true }
local corners = { ne = true, nw = true, se = true, sw = true, none = true,
    above = true }

local SERIES = { x = "list", y = "list", label = "string", color = "paint",
    style = styles, dash = "boolean", width = "number" }
local PANEL = { x = "list", y = "list", label = "string", color = "paint",
    style = styles, dash = "boolean", width = "number", series = "table",
    xticks = "list", yticks = "list",
    xlabel = "string", ylabel = "string", title = "string", xlim = "limits",
    ylim = "limits", xscale = scales, yscale = scales, equal = "boolean",
    slope = "number", legend = corners, rows = "count", columns = "count" }
local FIGURE = { name = "string", title = "string", width = "number",
    height = "number", columns = "count", panels = "table", tables = "table" }

--- The number of single-letter changes between two words.
local function distance(a, b)
    local row = {}
    for j = 0, #b do
        row[j] = j
    end
    for i = 1, #a do
        local corner = row[0]
        row[0] = i
        for j = 1, #b do
            local same = a:byte(i) == b:byte(j) and 0 or 1
            corner, row[j] = row[j],
                math.min(row[j] + 1, row[j - 1] + 1, corner + same)
        end
    end
    return row[#b]
end

local function nearest(word, known)
    local best, least = nil, 4
    local names = {}
    for name in pairs(known) do
        names[#names + 1] = name
    end
    table.sort(names)
    for _, name in ipairs(names) do
        local d = distance(tostring(word), name)
        if d < least then
            best, least = name, d
        end
    end
    return best and (" (did you mean '%s'?)"):format(best) or ""
end

local function fail(where, text, ...)
    error(("plot: %s: "):format(where) .. text:format(...), 0)
end

local tests = {}

function tests.list(v)
    if type(v) ~= "table" then
        return "a list of numbers"
    end
    for k = 1, #v do
        if type(v[k]) ~= "number" then
            return ("numbers only; entry %d is a %s"):format(k, type(v[k]))
        end
    end
end

function tests.limits(v)
    local fine = type(v) == "table" and #v == 2 and type(v[1]) == "number"
        and type(v[2]) == "number" and v[1] < v[2] and axis.drawable(v[1])
        and axis.drawable(v[2])
    return not fine and "{ low, high } with low < high" or nil
end

function tests.count(v)
    return (math.type(v) ~= "integer" or v < 1 or v > 64)
        and "an integer from 1 to 64" or nil
end

function tests.paint(v)
    local named = { light = true, dark = true, red = true, yellow = true }
    return not named[v] and tests.count(v) and
        "an integer from 1 to 64, or light, dark, red, yellow" or nil
end

function tests.number(v)
    return (type(v) ~= "number" or not (v > 0 and v <= 10000))
        and "a number above 0, at most 10000" or nil
end

local function check(where, t, known)
    if type(t) ~= "table" then
        fail(where, "must be a table, is a %s", type(t))
    end
    for key, value in pairs(t) do
        local rule = known[key]
        if not rule and key ~= 1 then
            fail(where, "unknown key '%s'%s", tostring(key),
                nearest(key, known))
        elseif not rule then
            fail(where, "unknown entry 1: all keys have names")
        elseif type(rule) == "table" then
            if not rule[value] then
                fail(where, "unknown %s '%s'%s", key, tostring(value),
                    nearest(value, rule))
            end
        else
            local why = tests[rule] and tests[rule](value)
            if not tests[rule] and type(value) ~= rule then
                why = "a " .. rule
            end
            if why then
                fail(where, "'%s' must be %s", key, why)
            end
        end
    end
end

local function check_series(where, s, panel)
    check(where, s, SERIES)
    local x = s.x or panel.x
    if not x or not s.y then
        fail(where, "x and y are needed")
    elseif #x ~= #s.y then
        fail(where, "x has %d entries, y has %d", #x, #s.y)
    end
    return { x = x, y = s.y, label = s.label, color = s.color,
        style = s.style or "line", dash = s.dash, width = s.width or 1.3 }
end

local function check_panel(where, p)
    check(where, p, PANEL)
    local out = { series = {} }
    for key in pairs(PANEL) do
        out[key] = out[key] or p[key]
    end
    if p.y then
        out.series[1] = check_series(where, { y = p.y, label = p.label,
            color = p.color, style = p.style, dash = p.dash,
            width = p.width }, p)
    end
    for k, s in ipairs(p.series or {}) do
        table.insert(out.series,
            check_series(where .. ", series " .. k, s, p))
    end
    if #out.series == 0 then
        fail(where, "has nothing to draw: y or series is needed")
    end
    for _, name in ipairs { "x", "y" } do
        local limits = p[name .. "lim"]
        out[name .. "log"] = p[name .. "scale"] == "log"
        if out[name .. "log"] and limits and limits[1] <= 0 then
            fail(where, "%slim must be positive on a log axis", name)
        end
    end
    if p.slope and not (out.xlog and out.ylog) then
        fail(where, "slope needs xscale and yscale \"log\"")
    elseif p.equal and (out.xlog or out.ylog) then
        fail(where, "equal needs linear axes")
    end
    return out
end

--- Gives every panel the first free cells of the grid, row by row.
local function place(panels, columns)
    local taken, height = {}, 0
    local function free(row, column, p)
        for r = row, row + p.rows - 1 do
            for c = column, column + p.columns - 1 do
                if taken[r * 100 + c] or c > columns then
                    return false
                end
            end
        end
        return true
    end
    local function take(p)
        for row = 1, 100 * #panels do
            for column = 1, columns do
                if free(row, column, p) then
                    p.row, p.column = row, column
                    return
                end
            end
        end
    end
    for k, p in ipairs(panels) do
        p.rows, p.columns = p.rows or 1, p.columns or 1
        if p.columns > columns then
            fail("panel " .. k, "spans %d columns of %d", p.columns, columns)
        end
        take(p)
        for r = p.row, p.row + p.rows - 1 do
            for c = p.column, p.column + p.columns - 1 do
                taken[r * 100 + c] = true
            end
        end
        height = math.max(height, p.row + p.rows - 1)
    end
    return height
end

local checked = {}

--- Checks a description and returns the figure; an error names panel and
--- series, and a misspelt key with its likely meaning.
function plot.figure(t)
    check("figure", t, FIGURE)
    if not t.panels or #t.panels == 0 then
        fail("figure", "panels are needed")
    end
    local f = { name = t.name, title = t.title, panels = {},
        columns = t.columns or 1 }
    for k, p in ipairs(t.panels) do
        f.panels[k] = check_panel("panel " .. k, p)
    end
    f.rows = place(f.panels, f.columns)
    f.width = t.width or 640
    f.height = t.height or 220 * f.rows
    return setmetatable(f, checked)
end

--- The figure as the text of an SVG file; `about` are lines of what it shows, for
--- readers of the file: viewers do not draw them.
function plot.svg(figure, about)
    if getmetatable(figure) ~= checked then
        figure = plot.figure(figure)
    end
    return draw.figure(figure, about)
end

--- A row of `tables` as a line; a cell is a number, a truth, a fraction or a word.
local function line(row)
    local out = {}
    for i, cell in ipairs(row) do
        out[i] = tostring(cell)
    end
    return table.concat(out, ",") .. "\n"
end

--- Writes NAME.svg and, of each table, NAME.KEY.csv into the directory of `--plot`.
--- All rows of a table have as many cells as its first.
function plot.write(name, figure, about)
    local core, keys = require "perp.core", {}
    core.figure(name, plot.svg(figure, about))
    for key in pairs(figure.tables or {}) do
        keys[#keys + 1] = tostring(key)
    end
    table.sort(keys)
    for _, key in ipairs(keys) do
        local rows, lines = figure.tables[key], {}
        for i, row in ipairs(type(rows) == "table" and rows or {}) do
            if type(row) ~= "table" or #row ~= #rows[1] or #row == 0 then
                fail("table " .. key, "row %d: a list as long as the first", i)
            end
            lines[i] = line(row)
        end
        core.table(name .. "." .. key, table.concat(lines))
    end
end

return plot
