--- # Curves: lists of pixels
---
--- A run is a list of points { x, y } without a gap.

local axis = require "perp.axis"
local curve = {}
local floor = math.floor
local px = axis.pixel

--- Cuts n points into runs at every value that is NaN; `to_pixel` maps what
--- `value(k)` gives.
function curve.runs(n, value, to_pixel)
    local out, run = {}, nil
    for k = 1, n do
        local x, y = value(k)
        if x == x and y == y then
            run = run or {}
            local u, v = to_pixel(x, y)
            run[#run + 1] = { u, v }
        elseif run then
            out[#out + 1], run = run, nil
        end
    end
    out[#out + 1] = run
    return out
end

--- The step function that is y_k on (x_{k-1}, x_k].
function curve.steps(run)
    local out = { run[1] }
    for k = 2, #run do
        out[#out + 1] = { run[k - 1][1], run[k][2] }
        out[#out + 1] = run[k]
    end
    return out
end

local function rises(run)
    for k = 2, #run do
        if run[k][1] < run[k - 1][1] then
            return false
        end
    end
    return true
end

--- Of each half pixel column the first, least, greatest and last point, in
--- their order.
local function by_columns(run)
    local out, k = {}, 1
    while k <= #run do
        local column, first, least, most = floor(2 * run[k][1]), k, k, k
        while run[k + 1] and floor(2 * run[k + 1][1]) == column do
            k = k + 1
            least = run[k][2] < run[least][2] and k or least
            most = run[k][2] > run[most][2] and k or most
        end
        local kept = 0
        for _, j in ipairs { first, least < most and least or most,
            least < most and most or least, k } do
            if j > kept then
                out[#out + 1], kept = run[j], j
            end
        end
        k = k + 1
    end
    return out
end

--- Leaves out a point that lies within a twentieth of a pixel of the last one
--- kept; the end stays.
local function by_distance(run)
    local out = { run[1] }
    for k = 2, #run do
        local a, b = out[#out], run[k]
        local dx, dy = b[1] - a[1], b[2] - a[2]
        if k == #run or dx * dx + dy * dy > 0.0025 then
            out[#out + 1] = b
        end
    end
    return out
end

--- A run with more than `most` points, thinned without losing an extreme.
function curve.thin(run, most)
    if #run <= most then
        return run
    end
    return rises(run) and by_columns(run) or by_distance(run)
end

local THIN, FAR = 0.03, 48 -- pixels; points that one segment may replace

--- Are all points between i and j within THIN of the segment from i to j, and
--- their feet on it?
local function is_straight(run, i, j)
    local a, b = run[i], run[j]
    local dx, dy = b[1] - a[1], b[2] - a[2]
    local square = dx * dx + dy * dy
    for k = i + 1, j - 1 do
        local u, v = run[k][1] - a[1], run[k][2] - a[2]
        local across, along = dx * v - dy * u, dx * u + dy * v
        if across * across > THIN * THIN * square or along < 0 or
            along > square then
            return false
        end
    end
    return true
end

--- Leaves out the points that lie on the segments between the others: a flat part
--- is one segment.
function curve.straight(run)
    local out, i = { run[1] }, 1
    while i < #run do
        local j = i + 1
        while j < #run and j - i < FAR and is_straight(run, i, j + 1) do
            j = j + 1
        end
        out[#out + 1], i = run[j], j
    end
    return out
end

function curve.path(run)
    local out = {}
    for k, point in ipairs(run) do
        out[k] = (k == 1 and "M" or "L") .. px(point[1]) .. " " .. px(point[2])
    end
    return table.concat(out)
end

--- Marks of one of four shapes around the points, r their radius; a mark that
--- hides exactly behind the one before is left out.
local shapes = {
    function(x, y, r)
        return ("M%s %sa%s %s 0 1 0 %s 0a%s %s 0 1 0 %s 0z"):format(px(x - r),
            px(y), px(r), px(r), px(2 * r), px(r), px(r), px(-2 * r))
    end,
    function(x, y, r)
        return ("M%s %sh%sv%sh%sz"):format(px(x - 0.9 * r), px(y - 0.9 * r),
            px(1.8 * r), px(1.8 * r), px(-1.8 * r))
    end,
    function(x, y, r)
        return ("M%s %sl%s %sh%sz"):format(px(x), px(y - 1.2 * r), px(1.15 * r),
            px(2 * r), px(-2.3 * r))
    end,
    function(x, y, r)
        return ("M%s %sl%s %sl%s %sl%s %sz"):format(px(x), px(y - 1.3 * r),
            px(1.3 * r), px(1.3 * r), px(-1.3 * r), px(1.3 * r), px(-1.3 * r),
            px(-1.3 * r))
    end,
}

function curve.marks(run, shape, r)
    local out, last = {}, nil
    for _, point in ipairs(run) do
        local mark = shapes[(shape - 1) % #shapes + 1](point[1], point[2], r)
        if mark ~= last then
            out[#out + 1], last = mark, mark
        end
    end
    return table.concat(out)
end

--- ## Many points

local CELL, CELLS, SEGMENTS = 2, 4000, 3000 -- pixels; rows of cells; segments

--- The cells of a grid that have a point, as rows of neighbours: { row, from, to }.
local function rows_of(runs, size)
    local seen, cells, out = {}, {}, {}
    for _, run in ipairs(runs) do
        for _, point in ipairs(run) do
            local i, j = floor(point[1] / size), floor(point[2] / size)
            local key = (j + 32768) * 65536 + i + 32768
            if not seen[key] then
                seen[key] = true
                cells[#cells + 1] = key
            end
        end
    end
    table.sort(cells)
    for _, key in ipairs(cells) do
        local last = out[#out]
        if last and last[2] + 1 == key then
            last[2] = key
        else
            out[#out + 1] = { key, key }
        end
    end
    return out
end

--- Points as squares of two pixels, neighbours in one; where that is too much, of
--- four, and so on. A square covers its point.
function curve.cells(runs)
    local size, rows = CELL, rows_of(runs, CELL)
    while #rows > CELLS do
        size = 2 * size
        rows = rows_of(runs, size)
    end
    for k, row in ipairs(rows) do
        local i, j = row[1] % 65536 - 32768, row[1] // 65536 - 32768
        rows[k] = ("M%s %sh%sv%sh%sz"):format(px(size * i), px(size * j),
            px(size * (row[2] - row[1] + 1)), px(size),
            px(-size * (row[2] - row[1] + 1)))
    end
    return table.concat(rows)
end

--- Segments between half pixels, each once and the first ones only.
function curve.web(runs)
    local out, seen, count = {}, {}, 0
    for _, run in ipairs(runs) do
        local last, on
        for _, point in ipairs(run) do
            local at = px(floor(2 * point[1] + 0.5) / 2) .. " " ..
                px(floor(2 * point[2] + 0.5) / 2)
            local key = last and (last < at and last .. "L" .. at or
                at .. "L" .. last)
            if last and last ~= at and not seen[key] and count < SEGMENTS then
                out[#out + 1] = on and "L" .. at or "M" .. last .. "L" .. at
                seen[key], count, on = true, count + 1, true
            elseif last ~= at then
                on = false
            end
            last = at
        end
    end
    return table.concat(out)
end

--- The corners of the convex hull, by Andrew's two chains; of points on a line its
--- ends.
function curve.hull(run)
    local points, out = table.move(run, 1, #run, 1, {}), {}
    table.sort(points, function(a, b)
        return a[1] < b[1] or a[1] == b[1] and a[2] < b[2]
    end)
    local function chain(from, to, step)
        local first = #out
        for k = from, to, step do
            local c = points[k]
            while #out - first >= 2 do
                local a, b = out[#out - 1], out[#out]
                if (b[1] - a[1]) * (c[2] - a[2]) >
                    (b[2] - a[2]) * (c[1] - a[1]) then
                    break
                end
                out[#out] = nil
            end
            out[#out + 1] = c
        end
        out[#out] = nil
    end
    chain(1, #points, 1)
    chain(#points, 1, -1)
    return #out > 0 and out or { points[1] }
end

--- The place of a series in its panel.
function curve.place(list, series)
    for k, s in ipairs(list) do
        if s == series then
            return k
        end
    end
end

--- How low a line of the given slope must start at x = a so that it stays
--- below every polygon between a and b; value_x and value_y give logarithms.
function curve.lowest(list, value_x, value_y, a, b, slope)
    local low = math.huge
    local function consider(x, y)
        if x >= a and x <= b then
            low = math.min(low, y - slope * (x - a))
        end
    end
    for _, s in ipairs(list) do
        for k = 1, #s.x - 1 do
            local x, y = value_x(s.x[k]), value_y(s.y[k])
            local u, v = value_x(s.x[k + 1]), value_y(s.y[k + 1])
            consider(x, y)
            consider(u, v)
            for _, at in ipairs(u ~= x and { a, b } or {}) do
                local f = (at - x) / (u - x)
                if f >= 0 and f <= 1 then
                    consider(at, y + f * (v - y))
                end
            end
        end
    end
    return low
end

return curve
