--- # Words in a figure
---
--- Text as SVG has it, and how wide it is.

local axis = require "perp.axis"
local label = { TICK = 11, LABEL = 12 }
local px = axis.pixel

function label.escape(text)
    text = text:gsub("[%c\127]", " ")
    if not utf8.len(text) then
        text = text:gsub("[\128-\255]", "?")
    end
    return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;",
        [">"] = "&gt;", ['"'] = "&quot;" }))
end

--- `a_{b}` and `a^{b}` as shifted parts.
local function markup(text, size)
    local back, out = 0, label.escape(text)
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
function label.width(text, size)
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

function label.text(out, x, y, words, options)
    options = options or {}
    local size = options.size or label.LABEL
    local turn = options.turn and (' transform="rotate(-90 %s %s)"'):format(
        px(x), px(y)) or ""
    out[#out + 1] = ('<text x="%s" y="%s" font-size="%s" text-anchor="%s"' ..
        '%s%s>%s</text>'):format(px(x), px(y), px(size),
        options.anchor or "start", options.bold and ' font-weight="600"' or "",
        turn, markup(words, size))
end

return label
