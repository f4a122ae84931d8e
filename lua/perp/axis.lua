--- # Axes: from numbers to pixels and labels
---
--- Everything here is computed with + - * / and integers, so that a figure has
--- the same bytes on every machine: the C library's logarithm and its printing
--- of decimals are not asked (the one depends on the machine, the other on the
--- locale).

local axis = {}
local max = math.max
local floor, ceil, huge = math.floor, math.ceil, math.huge

--- Values beyond this size cannot be drawn and are treated like NaN: a gap.
local LARGEST = 1e300

function axis.drawable(v)
    return v == v and v <= LARGEST and v >= -LARGEST
end

--- $\log_{10} x$ for $x > 0$ to about 1e-15: $x = 2^k m$ with
--- $m \in [1/\sqrt2, \sqrt2]$, and $\ln m = 2 \operatorname{artanh} s$ with
--- $s = (m-1)/(m+1)$, $|s| \le 0.172$, whose series has reached the last bit
--- after eleven terms.
function axis.log10(x)
    local k = 0
    while x >= 1.4142135623730951 do
        x, k = x / 2, k + 1
    end
    while x < 0.7071067811865476 do
        x, k = x * 2, k - 1
    end
    local s = (x - 1) / (x + 1)
    local sum, power = 0, s
    for n = 1, 21, 2 do
        sum, power = sum + power / n, power * s * s
    end
    return 2 * sum * 0.4342944819032518 + k * 0.3010299956639812
end

--- The integer n times 10^e in plain decimals, with a true minus sign.
function axis.decimal(n, e)
    local digits = ("%d"):format(n < 0 and -n or n)
    if e >= 0 then
        digits = n == 0 and digits or digits .. ("0"):rep(e)
    else
        digits = ("0"):rep(1 - e - #digits) .. digits
        digits = digits:sub(1, e - 1) .. "." .. digits:sub(e)
    end
    return (n < 0 and "−" or "") .. digits
end

--- A length in pixels with two decimals, trailing zeros dropped.
function axis.pixel(v)
    v = v > 20000 and 20000 or v < -20000 and -20000 or v
    local n = floor(v * 100 + 0.5)
    local sign = n < 0 and "-" or ""
    n = n < 0 and -n or n
    local whole, part = ("%d"):format(n // 100), ("%02d"):format(n % 100)
    part = part:gsub("0+$", "")
    return sign .. whole .. (part == "" and "" or "." .. part)
end

--- The largest e with 10^e <= v.
local function exponent(v)
    local e = floor(axis.log10(v))
    if v >= tonumber("1e" .. (e + 1)) then
        return e + 1
    end
    return v < tonumber("1e" .. e) and e - 1 or e
end

--- Ticks of a linear axis at k m 10^e with m in {1, 2, 5}, at most `most`.
--- Returns { {value, label}... } and the power of ten taken out of the labels.
local function linear_ticks(lo, hi, most)
    local e = exponent((hi - lo) / most)
    local m
    for _, try in ipairs { 1, 2, 5, 10 } do
        m = try
        if try * tonumber("1e" .. e) * most >= hi - lo then
            break
        end
    end
    if m == 10 then
        m, e = 1, e + 1
    end
    local unit = tonumber("1e" .. e)
    local step = m * unit
    local largest = hi > -lo and hi or -lo
    local out, power = {}, exponent(largest)
    power = (power >= 5 or power <= -4) and power or 0
    for k = ceil(lo / step - 1e-6), floor(hi / step + 1e-6) do
        out[#out + 1] = { k * step, axis.decimal(k * m, e - power) }
    end
    return out, power
end

--- Ticks of a logarithmic axis, lo and hi being logarithms: decades, labelled
--- when `most` allows; between them 2 to 9 without a label, or with one for 2
--- and 5 (for all, in less than 0.7 decades) when fewer than two decades are in
--- sight.
local function log_ticks(lo, hi, most)
    local out = {}
    local first, last = ceil(lo - 1e-9), floor(hi + 1e-9)
    local every = last < first and 1 or ceil((last - first + 1) / most)
    local close = hi - lo < 0.7
    for e = floor(lo), last do
        for m = 1, 9 do
            local at = e + axis.log10(m)
            local label
            if m == 1 and (e - first) % every == 0 then
                label = "10^{" .. axis.decimal(e, 0) .. "}"
            elseif last - first < 1 and (close or m == 2 or m == 5) then
                label = m .. "·10^{" .. axis.decimal(e, 0) .. "}"
            end
            if at >= lo - 1e-9 and at <= hi + 1e-9
                and (label or m == 1 or every == 1) then
                out[#out + 1] = { at, label, m > 1 and not label }
            end
        end
    end
    return out, 0
end

--- Widens an interval that has no length to speak of.
local function opened(lo, hi)
    local size = hi > -lo and hi or -lo
    if hi - lo <= 1e-9 * size or hi - lo < 1e-290 then
        local by = size > 1e-280 and size / 10 or 1
        return lo - by, hi + by
    end
    return lo, hi
end

--- The interval of what is drawn: limits given by the caller, or the data's,
--- widened by `pad` of its length. `values` yields the data.
function axis.range(given, log, pad, values)
    local lo, hi = huge, -huge
    for v in values do
        if axis.drawable(v) and (not log or v > 0) then
            lo, hi = v < lo and v or lo, v > hi and v or hi
        end
    end
    if lo > hi then
        lo, hi = log and 0.1 or 0, 1
    end
    if log then
        lo, hi = axis.log10(lo), axis.log10(hi)
    end
    lo, hi = opened(lo, hi)
    if log and hi - lo < 0.4 then
        lo, hi = lo - 0.2, hi + 0.2
    end
    local by = pad * (hi - lo)
    lo, hi = lo - by, hi + by
    if given then
        lo = log and axis.log10(given[1]) or given[1]
        hi = log and axis.log10(given[2]) or given[2]
    end
    return { lo = lo, hi = hi, log = log }
end

--- A value on the axis, as a logarithm where the axis is one; NaN where it
--- cannot be drawn.
function axis.value(range, v)
    if not axis.drawable(v) or (range.log and v <= 0) then
        return 0 / 0
    end
    return range.log and axis.log10(v) or v
end

--- The ticks that the scene wants, of those that are in sight.
local function given(range)
    local out = {}
    for _, v in ipairs(range.given) do
        local at = axis.value(range, v)
        if at >= range.lo and at <= range.hi then
            out[#out + 1] = { at, axis.decimal(floor(v + 0.5), 0) }
        end
    end
    return out, 0
end

--- Where all values are whole, a count, so are the ticks. One tick alone would give no
--- scale: then there are more.
function axis.ticks(range, most)
    if range.given then
        return given(range)
    end
    if range.whole and range.hi - range.lo >= 2 then
        most = most < range.hi - range.lo and most or floor(range.hi - range.lo)
    end
    if range.log then
        return log_ticks(range.lo, range.hi, max(most, 2))
    end
    local out, power
    most = max(most, 2) - 1
    repeat
        most = most + 1
        out, power = linear_ticks(range.lo, range.hi, most)
    until #out > 1 or most > 9 or range.whole
    return out, power
end

return axis
