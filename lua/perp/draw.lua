--- # Drawing a figure
---
--- From a checked figure (perp.plot) to SVG. Lengths are pixels, y points down.

local axis = require "perp.axis"
local curve = require "perp.curve"
local label = require "perp.label"
local legend = require "perp.legend"
local draw = {}
local floor, max, min = math.floor, math.max, math.min
local px = axis.pixel
local text, width_of, escape = label.text, label.width, label.escape

--- Okabe and Ito's colours, told apart by colour-blind readers too; the order
--- keeps neighbours apart in lightness, for print in grey.
local palette = { "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
    "#56b4e9", "#7f3c8d", "#4d4d4d" }
--- By name, for what lies below and above: paths, their ends, what is marked there.
local named = { light = "#cfcfcf", dark = "#333333", red = "#d62728",
    yellow = "#f2b701" }
local INK, FAINT, FRAME = "#222222", "#e6e6e6", "#555555"
local FONT = "Helvetica Neue, Helvetica, Arial, Liberation Sans, " ..
    "DejaVu Sans, sans-serif"
local TICK = label.TICK

local function line(out, x1, y1, x2, y2, color, width)
    out[#out + 1] = ('<path d="M%s %sL%s %s" stroke="%s" stroke-width="%s"/>')
        :format(px(x1), px(y1), px(x2), px(y2), color, px(width))
end

--- All values of a coordinate over the series of a panel.
local function values(panel, name)
    local s, k = 1, 0
    return function()
        while panel.series[s] do
            k = k + 1
            local list = panel.series[s][name]
            if list[k] ~= nil then
                return list[k]
            end
            s, k = s + 1, 0
        end
    end
end

--- Where a triangle of the panel's slope stands under all curves, in the right
--- half; the y axis is lengthened for it unless its limits are given.
local function under_curves(panel)
    local x, y = panel.xr, panel.yr
    local height = y.hi - y.lo
    local run = min(0.16 * (x.hi - x.lo), 0.3 * height / panel.slope)
    local left = x.lo + 0.66 * (x.hi - x.lo)
    local low = curve.lowest(panel.series, function(v)
        return axis.value(x, v)
    end, function(v)
        return axis.value(y, v)
    end, left, left + run, panel.slope)
    low = (low < math.huge and low or y.lo) - 0.08 * height
    if not panel.ylim then
        y.lo = min(y.lo, low - 0.12 * height)
    end
    return { x = left, y = low, run = run }
end

local function ranges(panel)
    local marks = false
    for _, s in ipairs(panel.series) do
        marks = marks or s.style == "points" or s.style == "marked"
    end
    local side = (panel.equal or marks) and 0.04 or 0
    panel.xr = axis.range(panel.xlim, panel.xlog, side, values(panel, "x"))
    panel.yr = axis.range(panel.ylim, panel.ylog, 0.05, values(panel, "y"))
    panel.xr.given, panel.yr.given = panel.xticks, panel.yticks
    panel.yr.whole = true
    for y in values(panel, "y") do
        panel.yr.whole = panel.yr.whole and y == floor(y)
    end
end

--- Panels whose axes bear the same words are there to be compared: they show the
--- same interval, unless limits are given. Of y this holds where x is shared, too.
local function share(figure, name)
    local widest = {}
    local function key(p)
        local words = p[name .. "label"]
        if words and not p[name .. "lim"] and (name == "x" or p.xlabel) then
            return table.concat({ tostring(p[name .. "log"]), words,
                name == "y" and p.xlabel or "" }, "\n")
        end
    end
    for pass = 1, 2 do
        for _, p in ipairs(figure.panels) do
            local r, k = p[name .. "r"], key(p)
            local all = k and (widest[k] or { lo = r.lo, hi = r.hi }) or r
            all.lo, all.hi = min(all.lo, r.lo), max(all.hi, r.hi)
            if k then
                widest[k] = all
            end
            if pass == 2 then
                r.lo, r.hi = all.lo, all.hi
            end
        end
    end
end

--- One unit of length on both axes. A frame that is too broad becomes narrower, to
--- less than half of what it had only at need; else the shorter axis is widened
--- around its middle.
local function equalise(panel)
    local x, y = panel.xr, panel.yr
    local unit = max((x.hi - x.lo) / panel.w, (y.hi - y.lo) / panel.h)
    local w = min(panel.w, max((x.hi - x.lo) / unit, 0.45 * panel.w))
    panel.x0, panel.w = panel.x0 + (panel.w - w) / 2, w
    for _, pair in ipairs { { x, panel.w }, { y, panel.h } } do
        local middle = (pair[1].lo + pair[1].hi) / 2
        pair[1].lo = middle - unit * pair[2] / 2
        pair[1].hi = middle + unit * pair[2] / 2
    end
end

local function x_pixel(panel, v)
    local r = panel.xr
    return panel.x0 + (v - r.lo) / (r.hi - r.lo) * panel.w
end

local function y_pixel(panel, v)
    local r = panel.yr
    return panel.y0 + panel.h - (v - r.lo) / (r.hi - r.lo) * panel.h
end

--- What the labels left and below a panel need.
local function margins(panel)
    local ticks, power = axis.ticks(panel.yr, floor(panel.h / 24))
    local wide = 0
    for _, t in ipairs(ticks) do
        wide = max(wide, t[2] and width_of(t[2], TICK) or 0)
    end
    panel.left = max(panel.least or 0, wide + 8 + (panel.ylabel and 20 or 4) +
        (panel.ylabel and panel.ylabel:find("_{", 1, true) and 4 or 0))
    panel.raised = panel.title and power ~= 0 and 13 or 0 -- over the factor
    panel.above = panel.title and 26 + panel.raised or power ~= 0 and 20 or 8
    panel.below = 20 + (panel.xlabel and 18 or 4)
end

--- Cells of one size; within a column the frames share their left edge, within
--- a row their upper and lower edges. A row is higher by what its legends need
--- that stand above the frames, so that no frame is smaller for them.
--- Equal axes have other ticks than those that the margins were made for: where a
--- label is longer, all is laid out once more.
local function layout(figure, again)
    local top = figure.title and 26 or 2
    local cw = (figure.width - 4) / figure.columns
    local ch = (figure.height - top - 2) / figure.rows
    local left, above, plain, below = {}, {}, {}, {}
    for _, p in ipairs(figure.panels) do
        ranges(p)
    end
    share(figure, "x")
    share(figure, "y")
    for _, p in ipairs(figure.panels) do
        p.triangle = p.slope and under_curves(p)
        p.h = ch * p.rows - 46
        margins(p)
        local last = p.row + p.rows - 1
        left[p.column] = max(left[p.column] or 0, p.left)
        plain[p.row] = max(plain[p.row] or 0, p.above)
        above[p.row] = max(above[p.row] or 0, p.above + (p.strip or 0))
        below[last] = max(below[last] or 0, p.below)
    end
    local before = { [0] = 0 } -- what the legends of the rows so far add
    for row = 1, figure.rows do
        before[row] = before[row - 1] + (above[row] or 0) - (plain[row] or 0)
    end
    for _, p in ipairs(figure.panels) do
        local last = p.row + p.rows - 1
        p.left = left[p.column]
        p.x0 = 2 + cw * (p.column - 1) + p.left
        p.y0 = top + ch * (p.row - 1) + before[p.row - 1] + above[p.row]
        p.w = max(20, cw * p.columns - p.left - 14)
        p.h = max(20, ch * p.rows - plain[p.row] - below[last] +
            before[last] - before[p.row])
        if p.equal then
            local given = p.left
            equalise(p)
            margins(p)
            p.least, p.left = p.left, given
            again = again or p.least > given and 1
        end
    end
    if again == 1 then
        return layout(figure, 2)
    end
    return before[figure.rows]
end

local function x_axis(out, p)
    local ticks, power = axis.ticks(p.xr, floor(p.w / 52))
    local bottom = p.y0 + p.h
    for _, t in ipairs(ticks) do
        local x = x_pixel(p, t[1])
        if not t[3] then
            line(out, x, p.y0, x, bottom, FAINT, 0.7)
        end
        line(out, x, bottom, x, bottom + (t[3] and 2 or 4), FRAME, 0.8)
        if t[2] then
            text(out, x, bottom + 16, t[2], { size = TICK, anchor = "middle" })
        end
    end
    if power ~= 0 then
        text(out, p.x0 + p.w, bottom + 32, "×10^{" ..
            axis.decimal(power, 0) .. "}", { size = TICK, anchor = "end" })
    end
    if p.xlabel then
        text(out, p.x0 + p.w / 2, bottom + 33, p.xlabel, { anchor = "middle" })
    end
end

local function y_axis(out, p)
    local ticks, power = axis.ticks(p.yr, floor(p.h / 24))
    for _, t in ipairs(ticks) do
        local y = y_pixel(p, t[1])
        if not t[3] then
            line(out, p.x0, y, p.x0 + p.w, y, FAINT, 0.7)
        end
        line(out, p.x0 - (t[3] and 2 or 4), y, p.x0, y, FRAME, 0.8)
        if t[2] then
            text(out, p.x0 - 7, y + 0.36 * TICK, t[2],
                { size = TICK, anchor = "end" })
        end
    end
    if power ~= 0 then
        text(out, p.x0, p.y0 - 5 - (p.strip or 0), "×10^{" ..
            axis.decimal(power, 0) .. "}", { size = TICK })
    end
    if p.ylabel then
        text(out, p.x0 - p.left + 13, p.y0 + p.h / 2, p.ylabel,
            { anchor = "middle", turn = true })
    end
end

--- The pixel positions of a series as runs of points without a gap.
local function curves(p, s)
    local runs = curve.runs(#s.y, function(k)
        return axis.value(p.xr, s.x[k]), axis.value(p.yr, s.y[k])
    end, function(x, y)
        return x_pixel(p, x), y_pixel(p, y)
    end)
    for k, run in ipairs(runs) do
        if s.style == "steps" then
            run = curve.steps(run)
        end
        local plain = s.style == "line" or s.style == "steps"
        runs[k] = plain and curve.straight(curve.thin(run, 2 * p.w)) or
            s.style == "area" and curve.hull(run) or run
    end
    return runs
end

--- The right triangle, base 1 and height p: its corners in pixels.
local function triangle(p)
    local t = p.triangle
    return { x_pixel(p, t.x), y_pixel(p, t.y), x_pixel(p, t.x + t.run),
        y_pixel(p, t.y + p.slope * t.run) }
end

local function draw_triangle(out, p)
    local x1, y1, x2, y2 = table.unpack(p.taken)
    out[#out + 1] = ('<path d="M%s %sH%sV%sz" fill="none" stroke="%s" ' ..
        'stroke-width="0.9"/>'):format(px(x1), px(y1), px(x2), px(y2), FRAME)
    local hundredths = floor(100 * p.slope + 0.5)
    local order = axis.decimal(hundredths, -2):gsub("%.?0+$", "")
    text(out, (x1 + x2) / 2, y1 + 12, "1", { size = 10, anchor = "middle" })
    text(out, x2 + 4, (y1 + y2) / 2 + 4, order, { size = 10 })
end

--- Where everything is: legends stand inside the frames where they hide nothing.
--- One that stands outside makes a row higher, and a panel over several rows with
--- it, so the others are asked again; each time one more is outside.
local function arrange(figure)
    local more, again = 0, true
    while again do
        more, again = layout(figure, nil), false
        for _, p in ipairs(figure.panels) do
            for k, s in ipairs(p.series) do
                s.paint = named[s.color] or
                    palette[((s.color or k) - 1) % #palette + 1]
                s.runs = curves(p, s)
            end
            p.taken = p.triangle and triangle(p)
            p.across = p.legend == "above" and figure.width - p.x0 - 14 or p.w
            again = legend.place(p) or again
        end
    end
    figure.height = figure.height + more
end

--- What is drawn of many points: one path for all runs, or for hulls one each.
local many = {}

function many.cloud(s)
    return ('<path class="cloud" d="%s" fill="%s"/>'):format(
        curve.cells(s.runs), s.paint)
end

function many.web(s)
    return ('<path class="web" d="%s" fill="none" stroke="%s" ' ..
        'stroke-width="%s"/>'):format(curve.web(s.runs), s.paint, px(s.width))
end

function many.area(s)
    local out = {}
    for k, run in ipairs(s.runs) do
        out[k] = ('<path class="area" d="%sz" fill="%s" fill-opacity="0.25" ' ..
            'stroke="%s" stroke-width="%s"/>'):format(curve.path(run), s.paint,
            s.paint, px(s.width))
    end
    return table.concat(out, "\n")
end

local function series(out, s, k)
    local color = s.paint
    if many[s.style] then
        out[#out + 1] = many[s.style](s)
        return
    end
    for _, run in ipairs(s.runs) do
        local marked = s.style == "marked" or s.style == "points"
        if s.style ~= "points" and #run > 1 then
            out[#out + 1] = ('<path d="%s" fill="none" stroke="%s" ' ..
                'stroke-width="%s"%s/>'):format(curve.path(run), color,
                px(s.width), s.dash and ' stroke-dasharray="5 3"' or "")
        end
        if marked or #run == 1 then
            out[#out + 1] = ('<path d="%s" fill="%s"/>'):format(
                curve.marks(run, marked and k or 1, marked and 2.6 or 1.2),
                color)
        end
    end
end

local function panel(out, p, k)
    x_axis(out, p)
    y_axis(out, p)
    out[#out + 1] = ('<clipPath id="p%d"><path d="M%s %sh%sv%sh%sz"/>' ..
        '</clipPath>\n<g clip-path="url(#p%d)" stroke-linejoin="round">')
        :format(k, px(p.x0), px(p.y0), px(p.w), px(p.h), px(-p.w), k)
    for j, s in ipairs(p.series) do
        series(out, s, j)
    end
    out[#out + 1] = "</g>"
    out[#out + 1] = ('<path d="M%s %sh%sv%sh%sz" fill="none" stroke="%s" ' ..
        'stroke-width="0.8"/>'):format(px(p.x0), px(p.y0), px(p.w), px(p.h),
        px(-p.w), FRAME)
    if p.slope then
        draw_triangle(out, p)
    end
    legend.draw(out, p)
    if p.title then
        text(out, p.x0 + p.w / 2, p.y0 - 7 - p.raised - (p.strip or 0),
            p.title, { anchor = "middle", bold = true })
    end
end

function draw.figure(figure, about)
    arrange(figure)
    local w, h = px(figure.width), px(figure.height)
    local out = { ('<svg xmlns="http://www.w3.org/2000/svg" width="%s" ' ..
        'height="%s" viewBox="0 0 %s %s" font-family="%s" fill="%s">')
        :format(w, h, w, h, FONT, INK) }
    out[2] = "<title>" .. escape(figure.title or figure.name or "figure") ..
        "</title>" .. (about and about[1] and "<desc>" ..
        escape(table.concat(about, "; ")) .. "</desc>" or "")
    out[3] = ('<path d="M0 0h%sv%sH0z" fill="#ffffff"/>'):format(w, h)
    if figure.title then
        text(out, figure.width / 2, 19, figure.title,
            { size = 13, anchor = "middle", bold = true })
    end
    for k, p in ipairs(figure.panels) do
        panel(out, p, k)
    end
    out[#out + 1] = "</svg>\n"
    return table.concat(out, "\n")
end

return draw
