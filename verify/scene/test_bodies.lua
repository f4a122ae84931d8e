-- The cases of bodies in space and of stacks, run by the program, against closed
-- forms and an integration of Euler's equations of its own.
local root = os.getenv("PERP_SOURCE") or "."
local check = dofile(root .. "/verify/tools/check.lua")
local binary = assert(os.getenv("PERP_BINARY"), "PERP_BINARY is not set")

-- A run as columns, and its summary.
local function run(case, sets, flags)
    local csv, words = os.tmpname(), {}
    for _, set in ipairs(sets) do
        words[#words + 1] = "--set " .. set
    end
    local text, code = check.run(("%s run %s/cases/GAP08/%s.lua %s %s --csv %s")
        :format(binary, root, case, table.concat(words, " "), flags or "", csv))
    check.that(code == 0, "%s: exit %s: %s", case, code, text)
    local columns, names = {}, {}
    for line in io.lines(csv) do
        local i = 0
        for word in line:gmatch("[^,]+") do
            i = i + 1
            if not tonumber(word) then
                names[i], columns[word] = word, {}
            elseif names[i] then
                table.insert(columns[names[i]], tonumber(word))
            end
        end
    end
    os.remove(csv)
    return columns, text
end

local function all_proven(text, what)
    local some, all = text:match("(%d+) of (%d+) steps proven")
    check.that(some and some == all, "%s: %s", what, text)
end

local axes = { "wx", "wy", "wz" }
local inertia = { 1, 2, 3 }

-- Euler's equations by the classical Runge-Kutta method with small steps.
local function euler(w, T, n)
    local I, h = inertia, T / n
    local function rate(x)
        return { (I[2] - I[3]) / I[1] * x[2] * x[3],
            (I[3] - I[1]) / I[2] * x[3] * x[1],
            (I[1] - I[2]) / I[3] * x[1] * x[2] }
    end
    local function ahead(x, c, d)
        return { x[1] + c * d[1], x[2] + c * d[2], x[3] + c * d[3] }
    end
    for _ = 1, n do
        local a = rate(w)
        local b = rate(ahead(w, h / 2, a))
        local c = rate(ahead(w, h / 2, b))
        local d = rate(ahead(w, h, c))
        for i = 1, 3 do
            w[i] = w[i] + h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i])
        end
    end
    return w
end

local function last_error(r, wanted)
    local worst = 0
    for i, name in ipairs(axes) do
        local column = r["v." .. name]
        worst = math.max(worst, math.abs(column[#column] - wanted[i]))
    end
    return worst
end

-- alpha = 1/2 keeps the kinetic energy; alpha = 1 loses |v+ - v|^2_M / 2 in
-- each step; in between (alpha - 1/2) |v+ - v|^2_M.
local function energy(r, alpha)
    local worst, total = 0, 0
    for l = 2, #r.t do
        local jump = 0
        for i, name in ipairs(axes) do
            local w = r["v." .. name]
            jump = jump + inertia[i] * (w[l] - w[l - 1]) ^ 2
        end
        local change = r.kinetic[l] - r.kinetic[l - 1]
        worst = math.max(worst, math.abs(change + (alpha - 0.5) * jump))
        total = math.max(total, math.abs(r.kinetic[l] - r.kinetic[1]))
    end
    return worst, total
end

-- |q|^2 grows by the factor 1 + h^2 |w|^2 / 4 in each step, with the velocity
-- that the step moves by; nothing else happens to it.
local function drift(r, h)
    local square, worst = 1, 0
    for l = 2, #r.t do
        local ww, qq = 0, 0
        for _, name in ipairs(axes) do
            ww = ww + r["va." .. name][l] ^ 2
        end
        for i = 0, 3 do
            qq = qq + r["q.q" .. i][l] ^ 2
        end
        square = square * (1 + h * h * ww / 4)
        worst = math.max(worst, math.abs(qq / square - 1))
    end
    return worst, math.sqrt(square)
end

check.case("tumbling_body: energy, order, the length of the quaternion",
    function()
    local wanted = euler({ 0.3, 1, 0.4 }, 5, 10000)
    for _, alpha in ipairs { 0.5, 0.75, 1 } do
        local errors = {}
        for k, h in ipairs { 0.01, 0.005 } do
            local r = run("tumbling_body", { "T=5", "h=" .. h, "alpha=" ..
                alpha })
            local step, total = energy(r, alpha)
            local length, norm = drift(r, h)
            errors[k] = last_error(r, wanted)
            check.that(step < 4e-15, "a step's energy: %g", step)
            check.that((total < 1e-12) == (alpha == 0.5), "energy: %g", total)
            check.that(length < 1e-12, "|q| is off by %g", length)
            print(("alpha = %g, h = %g: energy %.2e, error %.2e, |q| = %.6f")
                :format(alpha, h, total, errors[k], norm))
        end
        local order = math.log(errors[1] / errors[2], 2)
        check.that(math.abs(order - 1) < 0.1, "order %g", order)
    end
end)

-- A symmetric body: w3 stays, (w1, w2) turns with the rate (I3 - I1) w3 / I1.
-- The error of alpha = 1/2 is first order with a known sign: none in |w|.
check.case("tumbling_body: a symmetric top in closed form", function()
    local errors = {}
    for k, h in ipairs { 0.01, 0.005 } do
        local r = run("tumbling_body", { "T=2", "h=" .. h, "I1=2", "I2=2",
            "I3=3", "wx=1", "wy=0", "wz=2" })
        local rate, worst = (3 - 2) * 2 / 2, 0
        for l, t in ipairs(r.t) do
            worst = math.max(worst, math.abs(r["v.wx"][l] - math.cos(rate * t)),
                math.abs(r["v.wy"][l] - math.sin(rate * t)),
                math.abs(r["v.wz"][l] - 2))
        end
        errors[k] = worst
    end
    print(("errors %.3e, %.3e"):format(errors[1], errors[2]))
    check.that(errors[1] < 0.05 and errors[1] / errors[2] > 1.8, "errors %g, %g",
        errors[1], errors[2])
end)

-- About one axis a step turns by 2 atan(h w / 2), not by h w.
check.case("tumbling_body: the angle of a step", function()
    local r, h, spin = run("tumbling_body", { "T=5", "h=0.05", "wx=0", "wy=0",
        "wz=2" }), 0.05, 2
    for l in ipairs(r.t) do
        local half = (l - 1) * math.atan(h * spin / 2)
        local a, d = r["q.q0"][l], r["q.q3"][l]
        local length = math.sqrt(a * a + d * d)
        check.that(math.abs(a / length - math.cos(half)) < 1e-12 and
            math.abs(d / length - math.sin(half)) < 1e-12, "row %d", l)
    end
end)

check.case("tumbling_body: every step proven", function()
    local _, text = run("tumbling_body", { "T=0.5" }, "--exact-check")
    all_proven(text, "tumbling_body")
end)

local function slide(k, t)
    local V, brake = 3, 0.5 * 9.81
    local c, s = math.cos(math.pi / 8), math.sin(math.pi / 8)
    if k == 16 then -- pi/8 is one of the directions: the round cone's brake
        local speed = math.max(0, V - brake * t)
        return speed * c, speed * s
    elseif k == 8 then
        local speed = math.max(0, V - brake * c * t)
        return speed * c, speed * s
    end
    local sum = math.max(0, V * (c + s) - brake * t)
    local x = math.max(sum / 2, V * c - brake * t)
    return x, sum - x
end

check.case("thrown_block: 4, 8, 16 directions in closed form, proven", function()
    for _, sets in ipairs { { 4 }, { 8 }, { 16 }, { 4, "turn=0.3" },
        { 16, "turn=0.3" },
        { 8, "turn=0.3", "angle=-1.1780972450961724" } } do
        local k, swap = sets[1], sets[3]
        local r, text = run("thrown_block", table.move(sets, 2, #sets, 2,
            { "directions=" .. k }), "--exact-check")
        all_proven(text, "thrown_block")
        local worst = 0
        for l, t in ipairs(r.t) do
            local x, y = slide(k, t)
            if swap then -- the angle -3 pi/8: (x, y) becomes (y, -x)
                x, y = y, -x
            end
            worst = math.max(worst, math.abs(r["v.vx"][l] - x),
                math.abs(r["v.vy"][l] - y), math.abs(r["v.vz"][l]),
                math.abs(r["v.wx"][l]), math.abs(r["v.wy"][l]),
                math.abs(r["v.wz"][l]))
        end
        check.that(worst < 1e-12, "%d directions: off by %g", k, worst)
        print(("%d directions: off by %.2e"):format(k, worst))
    end
end)

-- How far anything is from where it began.
local function creep(r)
    local worst = 0
    for name, column in pairs(r) do
        if name:find("^q%.") then
            for _, x in ipairs(column) do
                worst = math.max(worst, math.abs(x - column[1]))
            end
        end
    end
    return worst
end

check.case("box_stack: creep of a stack at rest", function()
    for _, sets in ipairs { { "count=10" }, { "count=2", "space=true" } } do
        local r, text = run("box_stack", sets)
        check.that(#r.t == 1001, "%d rows: %s", #r.t, text)
        check.that(creep(r) < 1e-9, "creep %g", creep(r))
        print(("%s: creep %.2e"):format(sets[2] or "plane", creep(r)))
    end
    for _, sets in ipairs { { "count=10", "T=0.05" },
        { "count=2", "T=0.05", "space=true", "twist=0.78" } } do
        local r, text = run("box_stack", sets, "--exact-check")
        all_proven(text, "box_stack")
        check.that(creep(r) < 1e-9, "creep %g", creep(r))
    end
end)

check.done()
