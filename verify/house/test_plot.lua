--- Figures, read back: the SVG is taken apart again and compared with the data
--- that went in. PERP_LONG=1: five times as many figures of odd data.

local source = os.getenv("PERP_SOURCE") or os.getenv("PWD")
package.path = source .. "/lua/?.lua;" .. package.path
local check = dofile(source .. "/verify/tools/check.lua")
local axis = require "perp.axis"
local plot = require "perp.plot"

math.randomseed(20080404)

--- The subpaths of every curve (stroked and clipped) as lists of points.
local function curves(svg)
    local out = {}
    for d in svg:gmatch('<path d="(M[^"]*)" fill="none" stroke="#%x+" ' ..
        'stroke%-width="1.3"') do
        local run = {}
        for x, y in d:gmatch("[ML](%S+) ([%d.-]+)") do
            run[#run + 1] = { tonumber(x), tonumber(y) }
        end
        out[#out + 1] = run
    end
    return out
end

--- The frames { x, y, w, h } of the panels.
local function frames(svg)
    local out = {}
    for x, y, w, h in svg:gmatch("<clipPath id=\"p%d+\"><path d=\"M(%S+) " ..
        "([%d.]+)h([%d.]+)v([%d.]+)h") do
        out[#out + 1] = { tonumber(x), tonumber(y), tonumber(w), tonumber(h) }
    end
    return out
end

local function ramp(n)
    local out = {}
    for k = 1, n do
        out[k] = (k - 1) / (n - 1)
    end
    return out
end

check.case("the logarithm agrees with the library's", function()
    for _ = 1, 20000 do
        local x = (1 + math.random()) * 2.0 ^ math.random(-990, 990)
        local want = math.log(x, 10)
        check.that(math.abs(axis.log10(x) - want) <= 1e-15 * math.abs(want) +
            4e-16, "log10(%a) = %.17g, not %.17g", x, axis.log10(x), want)
    end
    for e = -300, 300 do
        check.that(math.abs(axis.log10(tonumber("1e" .. e)) - e) < 1e-12,
            "1e%d", e)
    end
end)

check.case("decimals without the library's printing", function()
    for _, row in ipairs { { 0, 0, "0" }, { 5, 0, "5" }, { -5, 2, "−500" },
        { 25, -1, "2.5" }, { 5, -3, "0.005" }, { -20, -1, "−2.0" },
        { 0, -2, "0.00" }, { 123456, -3, "123.456" }, { 0, 3, "0" } } do
        local got = axis.decimal(row[1], row[2])
        check.that(got == row[3], "%s, not %s", got, row[3])
    end
    for _ = 1, 5000 do
        local v = (math.random() - 0.5) * 10.0 ^ math.random(-2, 4)
        local want = ("%.2f"):format(math.floor(v * 100 + 0.5) / 100)
        check.that(tonumber(axis.pixel(v)) == tonumber(want) and
            not axis.pixel(v):find("%.%d*0$"), "%s, not %s", axis.pixel(v),
            want)
    end
end)

check.case("ticks are nice, inside, and say what they are", function()
    for _ = 1, 5000 do
        local size = 10.0 ^ math.random(-12, 12)
        local lo = (math.random() - 0.5) * size
        local hi = lo + math.random() * size + size * 1e-3
        local ticks, power = axis.ticks({ lo = lo, hi = hi }, 6)
        local step = ticks[2] and ticks[2][1] - ticks[1][1] or 1
        local lead = tonumber(("%.3e"):format(step):sub(1, 1))
        check.that(#ticks >= 2 and #ticks <= 7, "%d ticks in [%g, %g]",
            #ticks, lo, hi)
        check.that(lead == 1 or lead == 2 or lead == 5, "step %g", step)
        for _, t in ipairs(ticks) do
            local said = tonumber((t[2]:gsub("−", "-"))) * 10.0 ^ power
            check.that(t[1] >= lo - 1e-5 * step and t[1] <= hi + 1e-5 * step and
                math.abs(said - t[1]) <= 1e-9 * step, "'%s' x 10^%d at %.17g",
                t[2], power, t[1])
        end
    end
end)

check.case("logarithmic ticks", function()
    for _ = 1, 500 do
        local lo = math.random(-60, 60) / 4 + math.random()
        local hi = lo + 0.4 + 12 * math.random() ^ 2
        local labelled = 0
        for _, t in ipairs(axis.ticks({ lo = lo, hi = hi, log = true }, 6)) do
            local m, e = 1, t[2] and t[2]:match("10^{(.-)}")
            if e then
                m = tonumber(t[2]:match("^(%d)·")) or 1
                labelled = labelled + 1
                local said = math.log(m, 10) + tonumber((e:gsub("−", "-")))
                check.that(math.abs(said - t[1]) < 1e-9, "%s at %g", t[2], t[1])
            end
            check.that(t[1] > lo - 1e-8 and t[1] < hi + 1e-8, "%g", t[1])
        end
        check.that(labelled >= 1 and labelled <= 8, "%d labels in [%g, %g]",
            labelled, lo, hi)
    end
end)

--- How far the label of the y axis is from the tick labels, in DejaVu Sans:
--- 0.636 em a digit, 0.318 the point, 0.838 the minus sign, and a quarter of an
--- em below the line, where an index begins anew.
local function beside(svg, index)
    local x = tonumber(svg:match('<text x="(%S+)"[^>]* transform="rotate'))
    local near = math.huge
    for at, words in svg:gmatch('<text x="(%S+)" y="%S+" font%-size="11" ' ..
        'text%-anchor="end">([^<]*)</text>') do
        local em = 0
        for _, c in utf8.codes(words) do
            em = em + (c == 0x2212 and 0.838 or c == 46 and 0.318 or 0.636)
        end
        near = math.min(near, tonumber(at) - 11 * em)
    end
    return near - x - 12 * (index and 0.5 or 0.25)
end

check.case("the label of the y axis is beside the numbers", function()
    for _, row in ipairs { { 0, 1 }, { -0.1, 0 }, { 2.9914, 3.0042 },
        { -1200, 34567 }, { -0.0012, 0.0001 } } do
        for _, label in ipairs { "x (m)", "q^{n} - q(t_{n}) (m)" } do
            local svg = plot.svg { panels = { { x = { 0, 1 }, y = row,
                ylabel = label } } }
            local free = beside(svg, label:find("_"))
            check.that(free > 0 and free < 25, "%g to %g, %s: %g pixels",
                row[1], row[2], label, free)
        end
    end
end)

check.case("a straight line lies where the axes say", function()
    local svg = plot.svg { panels = { { x = { 1, 3 }, y = { 2, 6 },
        xlim = { 0, 4 }, ylim = { 0, 8 } } } }
    local f, c = frames(svg)[1], curves(svg)[1]
    for k, want in ipairs { { 0.25, 0.75 }, { 0.75, 0.25 } } do
        check.that(math.abs(c[k][1] - f[1] - want[1] * f[3]) < 0.02 and
            math.abs(c[k][2] - f[2] - want[2] * f[4]) < 0.02, "point %d", k)
    end
end)

check.case("no extreme is lost among many points", function()
    local n = 20000
    for _ = 1, 20 do
        local x, y = ramp(n), {}
        for k = 1, n do
            y[k] = math.random()
        end
        local top, low = math.random(n), math.random(n)
        y[top], y[low] = 3, -2
        local svg = plot.svg { panels = { { x = x, y = y,
            ylim = { -2, 3 } } } }
        local f, run = frames(svg)[1], curves(svg)[1]
        local most, least = math.huge, -math.huge
        for _, p in ipairs(run) do
            most, least = math.min(most, p[2]), math.max(least, p[2])
        end
        check.that(#run < 6000, "%d points", #run)
        check.that(math.abs(most - f[2]) < 0.02, "top %g at %d", most, top)
        check.that(math.abs(least - f[2] - f[4]) < 0.02, "low %g", least)
        check.that(run[1][1] <= f[1] + 0.5 and
            run[#run][1] >= f[1] + f[3] - 0.5, "an end is lost")
    end
end)

check.case("NaN, infinity and nonpositive logarithms are gaps", function()
    local nan, inf = 0 / 0, math.huge
    local svg = plot.svg { panels = { { x = ramp(9),
        y = { 1, 2, nan, 3, 4, inf, 5, -inf, 6 } } } }
    check.that(#curves(svg) == 2, "%d curves", #curves(svg))
    local dots = select(2, svg:gsub('a1%.2 1%.2 0 1 0 2%.4 0', ""))
    check.that(dots == 2, "%d lone points", dots)
    svg = plot.svg { panels = { { x = { 1, 2, 3, 4, 5 }, yscale = "log",
        y = { 1, 10, 0, 10, 100 } } } }
    check.that(#curves(svg) == 2, "%d curves", #curves(svg))
    check.that(not svg:find("nan") and not svg:find("inf"), "leaked")
    svg = plot.svg { panels = { { x = { nan }, y = { nan } },
        { x = {}, y = {} }, { x = { 1, 2 }, y = { 1e308, -1e308 } } } }
    check.that(not svg:find("nan") and not svg:find("inf"), "leaked")
end)

check.case("steps hold the value to the left of its time", function()
    local svg = plot.svg { panels = { { x = { 0, 1, 2 }, y = { 0, 1, 0.5 },
        style = "steps", xlim = { 0, 2 }, ylim = { 0, 1 } } } }
    local f, c = frames(svg)[1], curves(svg)[1]
    local want = { { 0, 0 }, { 0, 1 }, { 1, 1 }, { 1, 0.5 }, { 2, 0.5 } }
    check.that(#c == #want, "%d corners", #c)
    for k, p in ipairs(c) do
        check.that(math.abs(p[1] - f[1] - want[k][1] / 2 * f[3]) < 0.02 and
            math.abs(p[2] - f[2] - (1 - want[k][2]) * f[4]) < 0.02, "%d", k)
    end
end)

check.case("ticks that are asked for, at their places", function()
    local svg = plot.svg { panels = { { x = { 2, 32 }, y = { 1, 2 },
        xscale = "log", xlim = { 2, 32 }, xticks = { 4, 8, 16, 64 } } } }
    local f, found = frames(svg)[1], {}
    for x, word in svg:gmatch('<text x="(%S+)"[^>]*"middle">(%d+)</text>') do
        found[word] = (tonumber(x) - f[1]) / f[3]
    end
    for k, word in ipairs { "4", "8", "16" } do
        check.that(found[word] and math.abs(found[word] - k / 4) < 1e-3,
            "%s at %s", word, tostring(found[word]))
    end
    check.that(not found["64"] and not found["2"], "no other tick")
end)

check.case("equal axes: the frame is as broad as the motion", function()
    local svg = plot.svg { width = 800, height = 300, panels = {
        { x = { 0, 1 }, y = { 0, 1 }, equal = true },
    } }
    local f, c = frames(svg)[1], curves(svg)[1]
    check.that(math.abs(c[2][1] - c[1][1] - c[1][2] + c[2][2]) < 0.05 and
        f[3] < 1.7 * f[4] and f[1] > 100, "a frame of %g by %g at %g", f[3],
        f[4], f[1])
end)

check.case("equal axes: a circle is round", function()
    local x, y = {}, {}
    for k = 0, 60 do
        x[k + 1], y[k + 1] = 7 + math.cos(k / 9), math.sin(k / 9)
    end
    local svg = plot.svg { width = 500, height = 300, panels = {
        { x = x, y = y, equal = true } } }
    local lo, hi = { 1e9, 1e9 }, { -1e9, -1e9 }
    for _, p in ipairs(curves(svg)[1]) do
        for i = 1, 2 do
            lo[i], hi[i] = math.min(lo[i], p[i]), math.max(hi[i], p[i])
        end
    end
    check.that(math.abs((hi[1] - lo[1]) / (hi[2] - lo[2]) - 1) < 0.01,
        "%g by %g", hi[1] - lo[1], hi[2] - lo[2])
    local f = frames(svg)[1]
    check.that(lo[1] >= f[1] and hi[1] <= f[1] + f[3] and lo[2] >= f[2] and
        hi[2] <= f[2] + f[4], "the circle leaves the frame")
    check.that(hi[2] - lo[2] > 0.85 * math.min(f[3], f[4]), "it is small")
end)

check.case("the slope triangle has the slope and touches no curve", function()
    for _, order in ipairs { 1, 2, 0.5 } do
        local h, e = {}, {}
        for k = 1, 6 do
            h[k], e[k] = 0.1 / 2 ^ k, 3 * (0.1 / 2 ^ k) ^ order
        end
        local svg = plot.svg { panels = { { x = h, y = e, xscale = "log",
            yscale = "log", slope = order } } }
        local a, b, c, d = svg:match('d="M(%S+) (%S+)H(%S+)V([%d.]+)z"')
        local run = curves(svg)[1]
        local p, q = run[1], run[#run]
        a, b = tonumber(a), tonumber(b)
        c, d = tonumber(c), tonumber(d)
        local curve = (q[2] - p[2]) / (q[1] - p[1])
        local sloped = (d - b) / (c - a)
        check.that(math.abs(sloped / curve - 1) < 0.01, "%g, %g", sloped, curve)
        local flat = plot.svg { panels = { { xscale = "log", yscale = "log",
            slope = order, series = { { x = h, y = e },
                { x = h, y = { 1e-5, 1e-5, 1e-5, 1e-5, 1e-5, 1e-5 } } } } } }
        local top = tonumber((flat:match('d="M%S+ %S+H%S+V([%d.]+)z"')))
        check.that(top > curves(flat)[2][1][2] + 2, "order %g: %g", order, top)
        check.that(d > p[2] + curve * (c - p[1]) + 2, "order %g touches", order)
    end
end)

check.case("no data breaks a figure", function()
    local odd = { 0, -0.0, 1, -1, 1e-320, 1e-300, -1e300, 1e300, 1e308, 0 / 0,
        math.huge, -math.huge, 3, 1 << 62, 5e-324, 0.1, 0.1 + 2.0 ^ -56 }
    local styles = { "line", "steps", "points", "marked" }
    local scales = { "linear", "log" }
    for k = 1, os.getenv("PERP_LONG") and 3000 or 600 do
        local p = { series = {}, xscale = scales[math.random(2)],
            yscale = scales[math.random(2)] }
        for s = 1, math.random(2) do
            local x, y = {}, {}
            for j = 1, math.random(0, 4) do
                x[j], y[j] = odd[math.random(#odd)], odd[math.random(#odd)]
            end
            p.series[s] = { x = x, y = y, style = styles[math.random(4)],
                label = math.random(2) == 1 and "a" or nil }
        end
        local logs = (p.xscale == "log" and 1 or 0) +
            (p.yscale == "log" and 1 or 0)
        p.slope = logs == 2 and math.random(3) or nil
        p.equal = logs == 0 and math.random(2) == 1
        local fine, svg = pcall(plot.svg, { panels = { p } })
        check.that(fine and not svg:find("nan") and not svg:find("inf"),
            "figure %d: %s", k, fine and "nan or inf" or svg)
    end
end)

check.case("Figure 9.1's panels: one left, two right", function()
    local t = ramp(50)
    local function make()
        return plot.svg { name = "f", columns = 2, panels = {
            { rows = 2, x = t, y = t, ylabel = "x (m)", xlabel = "t (s)" },
            { x = t, y = t, ylabel = "v (m/s)", xlabel = "t (s)" },
            { x = t, y = t, ylabel = "v (m/s)", xlabel = "t (s)" } } }
    end
    local svg = make()
    local f = frames(svg)
    check.that(#f == 3 and f[1][1] + f[1][3] < f[2][1] and f[2][1] == f[3][1]
        and f[2][2] + f[2][4] < f[3][2] and f[1][2] == f[2][2]
        and math.abs(f[1][2] + f[1][4] - f[3][2] - f[3][4]) < 0.02, "layout")
    check.that(svg == make(), "two runs differ")
end)

check.case("the text is XML", function()
    local svg = plot.svg { title = 'a < b & "c"\1', panels = { { x = { 1, 2 },
        y = { 1, 2 }, label = "<q_{1}> \255", xlabel = "t^{2} (s)" } } }
    local open = {}
    for close, name, tail in svg:gmatch("<(/?)(%a+)[^<>]-(/?)>") do
        if close == "/" then
            check.that(table.remove(open) == name, "</%s>", name)
        elseif tail ~= "/" then
            open[#open + 1] = name
        end
    end
    check.that(#open == 0 and utf8.len(svg), "%d open", #open)
    check.that(not svg:gsub("&%a+;", ""):find("&"), "a bare &")
    check.that(svg:find("a &lt; b &amp; &quot;c&quot; ", 1, true), "title")
end)

--- A cloud: every point has its square, every square a point, and there are at most
--- four thousand rows of squares, however many points; hulls beside the corners that
--- no line between two others hides; segments once.
check.case("many points", function()
    local x, y, n = {}, {}, 6000
    for k = 1, n do
        x[k], y[k] = k * 0.6180339887 % 1, k * 0.7548776662 % 1
    end
    local svg = plot.svg { panels = { { xlim = { 0, 1 }, ylim = { 0, 1 },
        series = { { x = x, y = y, style = "cloud" } } } } }
    local box, squares, rows = frames(svg)[1], {}, 0
    local d = svg:match('class="cloud" d="([^"]*)"')
    for a, b, w, h in d:gmatch("M(%S+) ([%d.]+)h([%d.]+)v([%d.]+)h") do
        rows = rows + 1
        for i = 0, (w // h) - 1 do
            squares[("%d %d"):format((a + i * h) // h, b // h)] = 0
            squares.size = tonumber(h)
        end
    end
    check.that(rows <= 4000 and #svg < 200000, "%d rows", rows)
    local size, missed = squares.size, 0
    squares.size = nil
    for k = 1, n do
        local key = ("%d %d"):format((box[1] + x[k] * box[3]) // size,
            (box[2] + (1 - y[k]) * box[4]) // size)
        missed = missed + (squares[key] and 0 or 1)
        squares[key] = 1
    end
    local empty = 0
    for _, used in pairs(squares) do
        empty = empty + (used == 1 and 0 or 1)
    end
    check.that(missed == 0 and empty == 0, "%d without, %d too many", missed,
        empty)
end)

check.case("hulls and segments", function()
    local curve = require "perp.curve"
    local run = {}
    for k = 1, 40 do
        run[k] = { (k * 37 % 41), (k * k * 11 % 43) }
    end
    local hull, corner = curve.hull(run), {}
    for k, a in ipairs(hull) do
        local b = hull[k % #hull + 1]
        corner[a] = true
        for _, c in ipairs(run) do
            check.that((b[1] - a[1]) * (c[2] - a[2]) >=
                (b[2] - a[2]) * (c[1] - a[1]), "a point outside")
        end
    end
    check.that(#hull > 3 and #hull < 15, "%d corners", #hull)
    check.that(#curve.hull { { 1, 2 } } == 1, "a point")
    local line = curve.hull { { 0, 0 }, { 2, 2 }, { 1, 1 }, { 3, 3 } }
    check.that(#line == 2 and line[1][1] == 0 and line[2][1] == 3, "a line")
    local web = curve.web { { { 0, 0 }, { 5, 5 }, { 0, 0 }, { 5, 5.1 } },
        { { 5, 5 }, { 7, 0 } } }
    check.that(web == "M0 0L5 5M5 5L7 0", "%s", web)
end)

check.case("what is wrong is named", function()
    local ok = { x = { 1 }, y = { 1 } }
    for said, figure in pairs {
        ["figure: unknown key 'colums' (did you mean 'columns'?)"] =
            { colums = 2, panels = { ok } },
        ["panel 1: unknown key 'xlabl' (did you mean 'xlabel'?)"] =
            { panels = { { x = { 1 }, y = { 1 }, xlabl = "t" } } },
        ["panel 2, series 1: unknown key 'lable' (did you mean 'label'?)"] =
            { panels = { ok,
                { series = { { x = {}, y = {}, lable = "" } } } } },
        ["panel 1: unknown style 'stepps' (did you mean 'steps'?)"] =
            { panels = { { x = { 1 }, y = { 1 }, style = "stepps" } } },
        ["panel 1: x has 1 entries, y has 2"] =
            { panels = { { x = { 1 }, y = { 1, 2 } } } },
        ["panel 1: 'y' must be numbers only; entry 2 is a string"] =
            { panels = { { x = { 1, 2 }, y = { 1, "2" } } } },
        ["panel 1: 'xlim' must be { low, high } with low < high"] =
            { panels = { { x = { 1 }, y = { 1 }, xlim = { 2, 1 } } } },
        ["panel 1: spans 2 columns of 1"] =
            { panels = { { x = { 1 }, y = { 1 }, columns = 2 } } },
        ["panel 1: slope needs xscale and yscale \"log\""] =
            { panels = { { x = { 1 }, y = { 1 }, slope = 1 } } },
        ["panel 1: has nothing to draw: y or series is needed"] =
            { panels = { { x = { 1 } } } },
        ["figure: panels are needed"] = { name = "x" },
    } do
        local fine, why = pcall(plot.svg, figure)
        check.that(not fine and tostring(why) == "plot: " .. said, "%s", why)
    end
end)

check.done()
