--- # The plan of the house
---
--- The wings of lua/house.lua as floors and as a picture. A wing stands one
--- floor above the highest of those that it knows, so an arrow runs down, and a
--- list that had a circle could not be drawn. An arrow is drawn to what a wing
--- knows by its own row and not through another: the rest follows.
---
--- Nothing is measured: the picture changes when the list does, and not with
--- each commit.

local plan = {}
local WIDTH, TALL, GAP, BOX = 900, 64, 20, 44

--- Adds to each wing its floor and, in `direct`, the wings below that it knows
--- through no other; returns the wings of each floor.
function plan.floors(house)
    local by, floors = {}, {}
    for _, w in ipairs(house) do
        local one = { wing = w.wing, question = w.question, floor = 1,
            rooms = w.rooms or {}, all = {}, direct = {} }
        for _, name in ipairs(w.knows or {}) do
            local below = assert(by[name], "house.lua: the list goes up")
            one.floor = math.max(one.floor, below.floor + 1)
            for far in pairs(below.all) do
                one.all[far] = true
            end
        end
        for _, name in ipairs(w.knows or {}) do
            if not one.all[name] then
                one.direct[#one.direct + 1] = by[name]
            end
        end
        for _, name in ipairs(w.knows or {}) do
            one.all[name] = true
        end
        by[w.wing] = one
        floors[one.floor] = floors[one.floor] or {}
        table.insert(floors[one.floor], one)
    end
    return floors
end

--- How many wings there are, on how many floors, in a sentence.
function plan.count(house)
    return ("%d wings on %d floors"):format(#house, #plan.floors(house))
end

local function escape(text)
    return (text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;",
        [">"] = "&gt;" }))
end

--- Where the boxes stand: a floor's share the width, the lowest is at the foot.
--- Who is known from afar stands to the left, where the arrow passes by others.
local function place(floors)
    local far = {}
    for _, floor in ipairs(floors) do
        for _, one in ipairs(floor) do
            for _, below in ipairs(one.direct) do
                far[below] = math.max(far[below] or 0, one.floor - below.floor)
            end
        end
    end
    for k, floor in ipairs(floors) do
        for i, one in ipairs(floor) do
            one.at = i
        end
        table.sort(floor, function(a, b)
            local x, y = far[a] or 0, far[b] or 0
            return x > y or x == y and a.at < b.at
        end)
        local wide = math.min((WIDTH - GAP) / #floor - GAP, 340)
        local left = (WIDTH - #floor * wide - (#floor - 1) * GAP) / 2
        for i, one in ipairs(floor) do
            one.x, one.wide = left + (i - 1) * (wide + GAP), wide
            one.y = 10 + (#floors - k) * TALL
        end
    end
end

local function arrows(out, floors)
    for _, floor in ipairs(floors) do
        for _, one in ipairs(floor) do
            for _, below in ipairs(one.direct) do
                out[#out + 1] = ('<path d="M%.0f %.0fL%.0f %.0f"/>'):format(
                    one.x + one.wide / 2, one.y + BOX,
                    below.x + below.wide / 2, below.y - 4)
            end
        end
    end
end

local function box(out, one)
    local rooms = {}
    for _, room in ipairs(one.rooms) do
        rooms[#rooms + 1] = room ~= "." and room or nil
    end
    out[#out + 1] = ('<g><title>%s</title><rect x="%.0f" y="%.0f" ' ..
        'width="%.0f" height="%d" rx="4"/>'):format(escape(one.question),
        one.x, one.y, one.wide, BOX)
    local middle = one.x + one.wide / 2
    out[#out + 1] = ('<text x="%.0f" y="%.0f" font-weight="bold">%s</text>')
        :format(middle, one.y + (#rooms > 0 and 19 or 27), one.wing)
    if #rooms > 0 then
        out[#out + 1] = ('<text x="%.0f" y="%.0f" font-size="11" ' ..
            'fill="#555">%s</text>'):format(middle, one.y + 35,
            table.concat(rooms, " "))
    end
    out[#out + 1] = "</g>"
end

--- The picture, SVG.
function plan.draw(house)
    local floors = plan.floors(house)
    place(floors)
    local height = 10 + #floors * TALL - (TALL - BOX) + 10
    local out = { ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d ' ..
        '%d" width="%d" height="%d" font-family="Helvetica, Arial, ' ..
        'sans-serif" font-size="15" text-anchor="middle">'):format(WIDTH,
        height, WIDTH, height),
        "<title>The wings of src: " .. plan.count(house) .. "</title>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" ' ..
        'markerWidth="7" markerHeight="7" orient="auto">' ..
        '<path d="M0 0L8 4L0 8z" fill="#555"/></marker>',
        '<g stroke="#555" fill="none" marker-end="url(#tip)">' }
    arrows(out, floors)
    out[#out + 1] = '</g><g fill="#222">'
    for _, floor in ipairs(floors) do
        for _, one in ipairs(floor) do
            box(out, one)
        end
    end
    local text = table.concat(out, "\n") .. "\n</g>\n</svg>\n"
    return (text:gsub("<rect x=", '<rect fill="#dfe9f3" stroke="#47739e" x='))
end

return plan
