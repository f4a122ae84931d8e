--- # Drawing a figure
---
--- From a checked figure (perp.plot) to SVG. Lengths are pixels, y points down.

local axis = require "perp.axis"
local curve = require "perp.curve"
local draw = {}
local floor, max, min = math.floor, math.max, math.min
local px = axis.pixel

--- Okabe and Ito's colours, told apart by colour-blind readers too; the order
--- keeps neighbours apart in lightness, for print in grey.
local palette = { "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
    "#56b4e9", "#7f3c8d", "#4d4d4d" }
local INK, FAINT, FRAME = "#222222", "#e6e6e6", "#555555"
local FONT = "Helvetica Neue, Helvetica, Arial, Liberation Sans, " ..
    "DejaVu Sans, sans-serif"
local TICK, LABEL = 11, 12

local function escape(text)
    text = text:gsub("[%c\127]", " ")
    if not utf8.len(text) then
        text = text:gsub("[\128-\255]", "?")
    end
    return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;",
        [">"] = "&gt;", ['"'] = "&quot;" }))
end

--- `a_{b}` and `a^{b}` as shifted parts.
local function markup(text, size)
    local back, out = 0, escape(text)
    local function shift(sign, inside)
        local by = sign == "_" and 0.25 * size or -0.38 * size
        local open = ('<tspan dy="%s" font-size="%s">%s</tspan>'):format(
            px(by), px(0.72 * size), inside)
        back = by
        return open .. ('<tspan dy="%s">\u{200b}</tspan>'):format(px(-by))
    end
    return (out:gsub("([_^]){([^}]*)}", shift))
end

--- How wide the text is at most, about: there is no font to ask. Digits, points
--- and the minus sign are those of DejaVu Sans, the widest of the list.
local function width_of(text, size)
    local small = 0
    local plain = text:gsub("[_^]{([^}]*)}", function(inside)
        small = small + (utf8.len(inside) or #inside)
        return ""
    end)
    local wide = 0.46 * small
    for c in plain:gmatch("[^\128-\191][\128-\191]*") do
        wide = wide + (c == "−" and 0.84 or c:find("^[%. ]$") and 0.32 or
            c:find("^%d$") and 0.64 or 0.56)
    end
    return size * wide
end

local function text(out, x, y, words, options)
    options = options or {}
    local size = options.size or LABEL
    local turn = options.turn and (' transform="rotate(-90 %s %s)"'):format(
        px(x), px(y)) or ""
    out[#out + 1] = ('<text x="%s" y="%s" font-size="%s" text-anchor="%s"' ..
        '%s%s>%s</text>'):format(px(x), px(y), px(size),
        options.anchor or "start", options.bold and ' font-weight="600"' or "",
        turn, markup(words, size))
end

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
    if panel.slope then
        panel.triangle = under_curves(panel)
    end
end

--- One unit of length on both axes: the shorter axis is widened around its
--- middle.
local function equalise(panel)
    local x, y = panel.xr, panel.yr
    local unit = max((x.hi - x.lo) / panel.w, (y.hi - y.lo) / panel.h)
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
    panel.left = wide + 8 + (panel.ylabel and 20 or 4) +
        (panel.ylabel and panel.ylabel:find("_{", 1, true) and 4 or 0)
    panel.above = panel.title and 26 or power ~= 0 and 20 or 8
    panel.below = 20 + (panel.xlabel and 18 or 4)
end

--- Cells of one size; within a column the frames share their left edge, within
--- a row their upper and lower edges.
local function layout(figure)
    local top = figure.title and 26 or 2
    local cw = (figure.width - 4) / figure.columns
    local ch = (figure.height - top - 2) / figure.rows
    local left, above, below = {}, {}, {}
    for _, p in ipairs(figure.panels) do
        ranges(p)
        p.h = ch * p.rows - 46
        margins(p)
        local last = p.row + p.rows - 1
        left[p.column] = max(left[p.column] or 0, p.left)
        above[p.row] = max(above[p.row] or 0, p.above)
        below[last] = max(below[last] or 0, p.below)
    end
    for _, p in ipairs(figure.panels) do
        local last = p.row + p.rows - 1
        p.left = left[p.column]
        p.x0 = 2 + cw * (p.column - 1) + p.left
        p.y0 = top + ch * (p.row - 1) + above[p.row]
        p.w = max(20, cw * p.columns - p.left - 14)
        p.h = max(20, ch * p.rows - above[p.row] - below[last])
        if p.equal then
            equalise(p)
        end
    end
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
        text(out, p.x0, p.y0 - 5, "×10^{" .. axis.decimal(power, 0) .. "}",
            { size = TICK })
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
        runs[k] = s.style == "points" and run or curve.thin(run, 2 * p.w)
    end
    return runs
end

local function series(out, p, s, k)
    local color = palette[((s.color or k) - 1) % #palette + 1]
    local runs = curves(p, s)
    s.paint, s.runs = color, runs
    for _, run in ipairs(runs) do
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

--- How many sampled points of the curves lie in a box.
local function crowd(p, x, y, w, h)
    local count = 0
    for _, s in ipairs(p.series) do
        for _, run in ipairs(s.runs) do
            for k = 1, #run do
                local a, b = run[k], run[k + 1] or run[k]
                for j = 0, 7 do
                    local u = a[1] + (b[1] - a[1]) * j / 8
                    local v = a[2] + (b[2] - a[2]) * j / 8
                    if u > x - 3 and u < x + w + 3 and v > y - 3
                        and v < y + h + 3 then
                        count = count + 1
                    end
                end
            end
        end
    end
    return count
end

local function corner(p, name, w, h)
    local x = name:sub(2) == "e" and p.x0 + p.w - w - 6 or p.x0 + 6
    local y = name:sub(1, 1) == "s" and p.y0 + p.h - h - 6 or p.y0 + 6
    return x, y
end

local function legend(out, p)
    local named, wide = {}, 0
    for _, s in ipairs(p.series) do
        if s.label and p.legend ~= "none" then
            named[#named + 1] = s
            wide = max(wide, width_of(s.label, TICK))
        end
    end
    if #named == 0 then
        return
    end
    local w, h = wide + 36, 15 * #named + 6
    local best, least = p.legend, math.huge
    for _, name in ipairs(p.legend and {} or { "ne", "nw", "se", "sw" }) do
        local x, y = corner(p, name, w, h)
        local count = crowd(p, x, y, w, h)
        if count < least then
            best, least = name, count
        end
    end
    local x, y = corner(p, best, w, h)
    out[#out + 1] = ('<path d="M%s %sh%sv%sh%sz" fill="#ffffff" ' ..
        'fill-opacity="0.85"/>'):format(px(x), px(y), px(w), px(h), px(-w))
    for k, s in ipairs(named) do
        local at = y + 15 * k - 4
        local sample = { { x + 5, at }, { x + 25, at } }
        if s.style ~= "points" then
            out[#out + 1] = ('<path d="%s" stroke="%s" stroke-width="%s"%s/>')
                :format(curve.path(sample), s.paint, px(max(s.width, 1.3)),
                    s.dash and ' stroke-dasharray="5 3"' or "")
        end
        if s.style == "points" or s.style == "marked" then
            out[#out + 1] = ('<path d="%s" fill="%s"/>'):format(curve.marks(
                { { x + 15, at } }, curve.place(p.series, s), 2.6), s.paint)
        end
        text(out, x + 30, at + 4, s.label, { size = TICK })
    end
end

--- The right triangle: base 1, height p.
local function triangle(out, p)
    local t = p.triangle
    local x1, x2 = x_pixel(p, t.x), x_pixel(p, t.x + t.run)
    local y1, y2 = y_pixel(p, t.y), y_pixel(p, t.y + p.slope * t.run)
    out[#out + 1] = ('<path d="M%s %sH%sV%sz" fill="none" stroke="%s" ' ..
        'stroke-width="0.9"/>'):format(px(x1), px(y1), px(x2), px(y2), FRAME)
    local hundredths = floor(100 * p.slope + 0.5)
    local order = axis.decimal(hundredths, -2):gsub("%.?0+$", "")
    text(out, (x1 + x2) / 2, y1 + 12, "1", { size = 10, anchor = "middle" })
    text(out, x2 + 4, (y1 + y2) / 2 + 4, order, { size = 10 })
end

local function panel(out, p, k)
    x_axis(out, p)
    y_axis(out, p)
    out[#out + 1] = ('<clipPath id="p%d"><path d="M%s %sh%sv%sh%sz"/>' ..
        '</clipPath>\n<g clip-path="url(#p%d)" stroke-linejoin="round">')
        :format(k, px(p.x0), px(p.y0), px(p.w), px(p.h), px(-p.w), k)
    for j, s in ipairs(p.series) do
        series(out, p, s, j)
    end
    out[#out + 1] = "</g>"
    out[#out + 1] = ('<path d="M%s %sh%sv%sh%sz" fill="none" stroke="%s" ' ..
        'stroke-width="0.8"/>'):format(px(p.x0), px(p.y0), px(p.w), px(p.h),
        px(-p.w), FRAME)
    if p.slope then
        triangle(out, p)
    end
    legend(out, p)
    if p.title then
        text(out, p.x0 + p.w / 2, p.y0 - 7, p.title,
            { anchor = "middle", bold = true })
    end
end

function draw.figure(figure, about)
    layout(figure)
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
