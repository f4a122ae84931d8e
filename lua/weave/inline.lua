--- # Markdown inside a line
---
--- Code, formulas, links, pictures, emphasis, and the few tags that chapters
--- write. What is finished is put aside under a number between two bytes that no
--- text has, so that nothing looks into it again; at the end all comes back.

local inline = {}

local ENTITY = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;",
    ['"'] = "&quot;" }

function inline.escape(text)
    return (text:gsub('[&<>"]', ENTITY))
end

--- ` code ` loses one blank at each end when both are there, as in GitHub's dialect.
local function code(text)
    text = text:gsub("\n", " ")
    return "<code>" .. inline.escape(text:match("^ (.*%S.*) $") or text) ..
        "</code>"
end

--- `$...$` is a formula when no blank stands inside its dollars; `$$...$$` is a
--- display.
local function formulas(text, keep, context)
    text = text:gsub("%$%$(.-)%$%$", function(tex)
        return keep(context.formula(tex, true))
    end)
    return (text:gsub("%$([^$]+)%$", function(tex)
        return tex:match("^%S") and tex:match("%S$") and
            keep(context.formula(tex, false)) or nil
    end))
end

local function links(text, keep, context)
    text = text:gsub("!(%b[])(%b())", function(label, target)
        return keep(('<img src="%s" alt="%s">'):format(
            inline.escape(target:sub(2, -2)), inline.escape(label:sub(2, -2))))
    end)
    return (text:gsub("(%b[])(%b())", function(label, target)
        target = target:sub(2, -2)
        if target:find("%s") then
            return nil
        end
        return keep('<a href="' .. inline.escape(target) .. '">') ..
            links(label:sub(2, -2), keep, context) .. keep("</a>")
    end))
end

local function emphasis(text)
    text = text:gsub("%*%*(%S.-)%*%*", "<strong>%1</strong>")
    text = text:gsub("%*(%S[^*]*)%*", function(inner)
        return inner:match("%S$") and "<em>" .. inner .. "</em>" or nil
    end)
    return (text:gsub("%f[%w_]_([^%s_][^_]*)_%f[^%w_]", "<em>%1</em>"))
end

--- Markdown to HTML. context.formula(tex, display) returns what stands for a
--- formula; context.tags(text), if there, sets links on plain text already
--- escaped.
function inline.html(text, context)
    local kept = {}
    local function keep(html)
        kept[#kept + 1] = html
        return "\3" .. #kept .. "\3"
    end
    -- a run of backticks up to the next run of the same length
    local at, out = 1, {}
    while true do
        local a, b = text:find("`+", at)
        if not a then
            break
        end
        local ticks, from, c, d = text:sub(a, b), b + 1, nil, nil
        repeat
            c, d = text:find("`+", from)
            from = d and d + 1
        until not c or d - c == b - a
        out[#out + 1] = text:sub(at, a - 1)
        out[#out + 1] = c and keep(code(text:sub(b + 1, c - 1))) or ticks
        at = (d or b) + 1
    end
    text = (table.concat(out) .. text:sub(at)):gsub("<!%-%-.-%-%->", "")
    text = text:gsub("\\([$])", function(c) return keep(c) end)
    text = formulas(text, keep, context)
    text = text:gsub("\\([%p])", function(c) return keep(ENTITY[c] or c) end)
    text = text:gsub("</?%a[%w]*%f[%s/>][^<>]*>", keep)
    text = links(text, keep, context)
    text = inline.escape(text)
    if context.tags then
        text = context.tags(text, keep)
    end
    text = emphasis(text)
    local count
    repeat
        text, count = text:gsub("\3(%d+)\3", function(n)
            return kept[tonumber(n)]
        end)
    until count == 0
    return text
end

return inline
