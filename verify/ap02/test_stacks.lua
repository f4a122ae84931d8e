-- Piles and stacks, every step proven, against what must hold whatever the
-- boxes do: their corners seen from each other, the balance of momentum, the
-- cones, the energy. With the argument "long" the whole pile.
local root = os.getenv("PERP_SOURCE") or "."
local check = dofile(root .. "/verify/tools/check.lua")
local binary = assert(os.getenv("PERP_BINARY"), "PERP_BINARY is not set")

-- A run as columns, every step of it proven, and its summary as text.
local function run(case, sets)
    local csv, words = os.tmpname(), {}
    for name, value in pairs(sets) do
        words[#words + 1] = ("--set %s=%s"):format(name, value)
    end
    table.sort(words)
    local text, code = check.run(("%s run %s/cases/GAP08/%s.lua %s "
        .. "--exact-check --json --csv %s"):format(binary, root, case,
        table.concat(words, " "), csv))
    check.that(code == 0, "%s: exit %s: %s", case, code, text)
    local columns, names = {}, {}
    for line in io.lines(csv) do
        local i = 0
        for word in (line .. ","):gmatch("([^,]*),") do
            i = i + 1
            if not names[i] and not tonumber(word) then
                names[i], columns[word] = word, {}
            else
                table.insert(columns[names[i]], tonumber(word) or 0)
            end
        end
    end
    os.remove(csv)
    local steps = text:match('"steps": (%d+)')
    check.that(steps and text:find('"steps_proven": ' .. steps .. ",", 1, true),
        "%s: not all proven: %s", case, text)
    check.that(text:find('"fallbacks": 0,', 1, true),
        "%s: exact Lemke was needed: %s", case, text)
    print((table.concat(words, " "):gsub("%-%-set ", "")) .. ": " .. steps ..
        " steps, by rung " .. text:match('"rungs": (%b[])'))
    return columns
end

local function bodies(r)
    local names = {}
    for key in pairs(r) do
        names[#names + 1] = key:match("^q%.(b%d+)%.x$")
    end
    table.sort(names)
    return names
end

local g = 9.81

-- How deep the deepest corner is, in the ground or in another box.
local function deepest(r, names, l, a, b)
    local worst = 0
    local function at(name)
        local th = r["q." .. name .. ".th"][l]
        return r["q." .. name .. ".x"][l], r["q." .. name .. ".y"][l],
            math.cos(th), math.sin(th)
    end
    for _, name in ipairs(names) do
        local x, y, c, s = at(name)
        for _, k in ipairs { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } } do
            local px = x + k[1] * a * c - k[2] * b * s
            local py = y + k[1] * a * s + k[2] * b * c
            worst = math.max(worst, -py)
            for _, other in ipairs(names) do
                local ox, oy, oc, os_ = at(other)
                local dx, dy = px - ox, py - oy
                local gap = math.max(math.abs(oc * dx + os_ * dy) - a,
                    math.abs(oc * dy - os_ * dx) - b)
                if other ~= name then
                    worst = math.max(worst, -gap)
                end
            end
        end
    end
    return worst
end

-- Twice over h^2, what a corner can come nearer in one step than its velocity at the end of it
-- says: the second derivative of a distance between two bodies, at most (w + w')^2 d + 2 (w + w') |v - v'|, d the diagonal.
local function curvature(r, names, l, d)
    local w, v = 0, 0
    for _, name in ipairs(names) do
        w = math.max(w, math.abs(r["v." .. name .. ".th"][l]))
        v = math.max(v, math.abs(r["v." .. name .. ".x"][l]),
            math.abs(r["v." .. name .. ".y"][l]))
    end
    return 4 * w * w * d + 8 * w * v
end

-- Momentum in x and y, energy in row l.
local function sums(r, names, l, ratio)
    local px, py, potential = 0, 0, 0
    for i, name in ipairs(names) do
        local m = i % 2 == 0 and ratio or 1
        px = px + m * r["v." .. name .. ".x"][l]
        py = py + m * r["v." .. name .. ".y"][l]
        potential = potential + m * g * r["q." .. name .. ".y"][l]
    end
    return px, py, r.kinetic[l] + potential
end

-- The impulses of the ground in row l; every one is in its cone. With many
-- contacts the table leaves them out, and the balance is not asked for.
local function ground(r, l, mu)
    local cn, ft = 0, 0
    for key, column in pairs(r) do
        local contact = key:match("^cn%.(.*)$")
        if contact then
            local n, f = column[l], r["ft." .. contact][l]
            check.that(n >= 0 and math.abs(f) <= mu * n * (1 + 1e-15),
                "row %d, %s: %g, %g", l, contact, n, f)
            if contact:find("-ground", 1, true) then
                cn, ft = cn + n, ft + f
            end
        end
    end
    return cn, ft
end

-- Is row l a step of any length, q = q + h v? Else it is a collision, whose table holds the
-- impulses of the collision but not those of the way to it.
local function is_step(r, names, l, h)
    for _, name in ipairs(names) do
        for _, tag in ipairs { "x", "y", "th" } do
            local key = name .. "." .. tag
            local to = r["q." .. key][l - 1] + h * r["v." .. key][l]
            if math.abs(r["q." .. key][l] - to) > 1e-13 then
                return false
            end
        end
    end
    return true
end

-- All that is known of a pile.
local function pile(sets)
    local r = run("pile", sets)
    local h, mu, ratio = sets.h, sets.mu or 0.5, sets.ratio or 1
    local names, M, told = bodies(r), 0, false
    for key in pairs(r) do
        told = told or key:find("^cn%.") ~= nil
    end
    check.that(told or sets.count > 8, "no impulses in the table")
    for i in ipairs(names) do
        M = M + (i % 2 == 0 and ratio or 1)
    end
    local depth, most, steps, off, up = 0, 0, 0, 0, 0
    local px, py, energy = sums(r, names, 1, ratio)
    for l = 2, #r.t do
        local cn, ft = ground(r, l, mu)
        local qx, qy, e = sums(r, names, l, ratio)
        if is_step(r, names, l, r.t[l] - r.t[l - 1]) then
            local fell = M * g * (r.t[l] - r.t[l - 1])
            steps = steps + 1
            off = math.max(off, math.abs(qx - px - ft),
                math.abs(qy - py - cn + fell))
            up = math.max(up, e - energy)
        end
        depth = math.max(depth, deepest(r, names, l, 0.25, 0.125))
        most = math.max(most, curvature(r, names, l, math.sqrt(0.3125)))
        px, py, energy = qx, qy, e
    end
    print(("  depth %.2e m, %.2g of the bound; momentum off by %s, energy up "
        .. "by %.1e per kg; %d steps, %d collisions"):format(depth,
        2 * depth / h / h / most,
        told and ("%.1e"):format(off / M) or "?", up / M, steps, #r.t - 1 - steps))
    check.that(not told or off < 1e-12 * M, "momentum is off by %g", off)
    check.that(up < 1e-12 * M, "energy rises by %g", up)
    check.that(depth <= h * h / 2 * most, "%g deep", depth)
    check.that(steps > 0 and steps < #r.t - 1, "%d of %d", steps, #r.t)
end

if arg[1] == "long" then
    check.case("the whole pile", function()
        pile { count = 16, h = 0.005 }
    end)
    check.case("five boxes on four corners, twenty contacts", function()
        run("box_stack", { space = true, count = 5, T = 0.2, yaw = 0.3,
            slide = 0.5 })
        run("box_stack", { space = true, count = 5, T = 0.1, yaw = 1,
            slide = 0.5, ratio = 100000000, twist = 0.02 })
    end)
    check.done()
    return
end

check.case("piles", function()
    pile { count = 4, h = 0.005, T = 0.5 }
    pile { count = 6, columns = 3, h = 0.005, T = 0.4, ratio = 1000000,
        mu = 0.2 }
    pile { count = 4, columns = 1, h = 0.004, T = 0.5, tilt = 0.1 }
    pile { count = 4, h = 0.005, T = 0.3, clock = "uniform", tolerance = 0 }
end)

-- A stack that slides and does not tip: its ground carries its weight in every
-- step, its energy falls, its height stays.
check.case("stacks that slide in space", function()
    for _, sets in ipairs { { count = 1, yaw = 0.3, slide = 1, T = 0.08 },
        { count = 2, yaw = 0.3, slide = 1, T = 0.04 },
        { count = 2, yaw = 1, slide = 0.5, T = 0.04, directions = 6,
            ratio = 1000000 } } do
        sets.space = true
        local r = run("box_stack", sets)
        local weight = 0.01 * g * (1 + (sets.count - 1) * (sets.ratio or 1))
        for l = 2, #r.t do
            local cn = 0
            for key, column in pairs(r) do
                if key:find("^cn%..*%-ground$") then
                    cn = cn + column[l]
                end
            end
            check.that(math.abs(cn - weight) < 1e-12 * weight,
                "row %d: %g beside %g", l, cn, weight)
            check.that(r.kinetic[l] <= r.kinetic[l - 1], "row %d: energy", l)
        end
        for i = 1, sets.count do
            local z = r[("q.b%d.z"):format(i)]
            check.that(math.abs(z[#z] - z[1]) < 1e-12, "box %d: %g", i,
                z[#z] - z[1])
        end
    end
end)

check.done()
