--- # Legends
---
--- A legend hides nothing. It stands in the corner that the panel asks for, or in
--- the first corner or middle of an edge that no curve, mark or triangle comes
--- near; where there is none, above the frame, in as many lines as it needs. What
--- "comes near" means: the segments that are drawn are cut with the box, not their
--- ends looked at.

local axis = require "perp.axis"
local curve = require "perp.curve"
local label = require "perp.label"
local legend = {}
local max, min = math.max, math.min
local px = axis.pixel

local LINE, NEAR = 15, 4 -- pixels: a line of text; what is kept free around

--- Does the segment from a to b meet the box? Liang and Barsky's cuts of its
--- parameter.
local function meets(a, b, box)
    local from, till = 0, 1
    for i = 1, 2 do
        local d, lo, hi = b[i] - a[i], box[i] - a[i], box[i + 2] - a[i]
        if d == 0 then
            if lo > 0 or hi < 0 then
                return false
            end
        else
            local s, t = lo / d, hi / d
            from, till = max(from, min(s, t)), min(till, max(s, t))
        end
    end
    return from <= till
end

local function is_free(p, box)
    local wide = { box[1] - NEAR, box[2] - NEAR, box[3] + NEAR, box[4] + NEAR }
    for _, s in ipairs(p.series) do
        for _, run in ipairs(s.runs) do
            for k = 1, #run do
                local a = run[k]
                local b = s.style ~= "points" and s.style ~= "cloud" and
                    run[k + 1] or a
                if meets(a, b, wide) then
                    return false
                end
            end
        end
    end
    local t = p.taken
    return not t or not (t[1] < wide[3] and t[3] + 20 > wide[1] and
        t[4] < wide[4] and t[2] + 14 > wide[2])
end

--- The box of the given size in a corner, or in the middle of an edge: "n", "e".
local function corner(p, name, w, h)
    local x = name:find("e") and p.x0 + p.w - w - 6 or name:find("w") and
        p.x0 + 6 or p.x0 + (p.w - w) / 2
    local y = name:find("s") and p.y0 + p.h - h - 6 or name:find("n") and
        p.y0 + 6 or p.y0 + (p.h - h) / 2
    return { x, y, x + w, y + h }
end

--- The entries of a legend: series with a label.
local function named(p)
    local out, wide = {}, 0
    for k, s in ipairs(p.series) do
        if s.label and p.legend ~= "none" then
            out[#out + 1] = { s = s, place = k,
                wide = label.width(s.label, label.TICK) + 36 }
            wide = max(wide, out[#out].wide)
        end
    end
    return out, wide
end

--- Entries one after the other in lines as long as the frame is wide.
local function lines_of(entries, width)
    local line, x = 1, 0
    for _, e in ipairs(entries) do
        if x > 0 and x + e.wide > width then
            line, x = line + 1, 0
        end
        e.x, e.line, x = x, line, x + e.wide
    end
    return line
end

--- Decides where the legend of a panel stands, whose curves have their pixels.
--- True when it goes outside and did not before: `strip` then says how much
--- height it wants above the frame.
function legend.place(p)
    local entries, wide = named(p)
    p.entries, p.box = entries, nil
    if #entries == 0 then
        return false
    elseif p.strip then
        p.strip = LINE * lines_of(entries, p.across) + 4
        return false
    end
    local w, h = wide, LINE * #entries + 6
    for _, name in ipairs(p.legend == "above" and {} or { p.legend or "ne",
        "ne", "nw", "se", "sw", "e", "w", "n", "s" }) do
        local box = corner(p, name, w, h)
        if w + 12 <= p.w and h + 12 <= p.h and is_free(p, box) then
            p.box = box
            return false
        end
    end
    p.strip = LINE * lines_of(entries, p.across) + 4
    return true
end

local function sample(out, s, place, x, y)
    if s.style == "cloud" or s.style == "area" then
        out[#out + 1] = ('<path d="M%s %sh%sv%sh%sz" fill="%s"%s/>'):format(
            px(x + 11), px(y - 4), px(8), px(8), px(-8), s.paint,
            s.style == "area" and ' fill-opacity="0.25" stroke="' .. s.paint ..
            '"' or "")
        return
    end
    if s.style ~= "points" then
        out[#out + 1] = ('<path d="%s" stroke="%s" stroke-width="%s"%s/>')
            :format(curve.path { { x + 5, y }, { x + 25, y } }, s.paint,
            px(max(s.width, 1.3)), s.dash and ' stroke-dasharray="5 3"' or "")
    end
    if s.style == "points" or s.style == "marked" then
        out[#out + 1] = ('<path d="%s" fill="%s"/>'):format(curve.marks(
            { { x + 15, y } }, place, 2.6), s.paint)
    end
end

--- Draws it. A curve of which nothing is in sight has its words and no sample.
function legend.draw(out, p)
    if #p.entries == 0 then
        return
    end
    local x, y, w, h = p.x0, p.y0 - (p.strip or 0) - 2, p.across, p.strip
    if p.box then
        x, y, w, h = p.box[1], p.box[2], p.box[3] - p.box[1],
            p.box[4] - p.box[2]
    end
    out[#out + 1] = ('<g class="legend"><path d="M%s %sh%sv%sh%sz" ' ..
        'fill="none"/>'):format(px(x), px(y), px(w), px(h), px(-w))
    for k, e in ipairs(p.entries) do
        local left = p.box and x or x + e.x
        local at = y + LINE * (p.box and k or e.line) - 4
        if #e.s.runs > 0 then
            sample(out, e.s, e.place, left, at)
        end
        label.text(out, left + 30, at + 4, e.s.label, { size = label.TICK })
    end
    out[#out + 1] = "</g>"
end

return legend
