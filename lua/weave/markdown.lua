--- # Markdown
---
--- The part of GitHub's dialect that chapters and comments use, as HTML:
--- headings, paragraphs, lists, tables, fences, indented code, lines of tags
--- such as `<details>`. A line that is only a number between two bytes 1 stands
--- for what the caller has made himself. Written here because a book of more
--- than a thousand pages would otherwise start another program for each;
--- verify/house/markdown_pandoc.py compares it with pandoc.

local inline = require "weave.inline"
local highlight = require "weave.highlight"
local markdown = {}

local blocks

local function mark(line)
    local blank, sign, rest = line:match("^(%s*)([-*+])(%s+)%f[%S]")
    if not sign then
        blank, sign, rest = line:match("^(%s*)(%d%d?%d?%d?[.)])(%s+)%f[%S]")
    end
    if sign and #blank < 4 then
        local width = #blank + #sign + (#rest > 4 and 1 or #rest)
        return width, sign:match("%d+"), sign:sub(-1)
    end
end

--- May the line end a paragraph that it follows?
local function interrupts(line)
    local _, number = mark(line)
    return line:match("^%s*```") or line:match("^%s*~~~") or
        line:match("^#+%s") or line:match("^\1") or
        line:match("^</?%a[%w]*[%s>]") and markdown.is_block(line) or
        mark(line) and (not number or number == "1")
end

local BLOCK = { details = true, summary = true, div = true, table = true,
    figure = true, p = true }

--- Does the line begin with a tag that is a block of its own?
function markdown.is_block(line)
    return BLOCK[line:match("^</?(%a[%w]*)") or ""]
end

local function fence(lines, at, context, out)
    local blank, ticks, kind = lines[at]:match("^(%s*)([`~][`~][`~]+)%s*(%w*)")
    local text = {}
    at = at + 1
    while at <= #lines do
        local close = lines[at]:match("^%s*([`~][`~][`~]+)%s*$")
        if close and #close >= #ticks and
            close:sub(1, 1) == ticks:sub(1, 1) then
            break
        end
        text[#text + 1] = lines[at]:gsub("^" .. (" "):rep(#blank), "")
        at = at + 1
    end
    text = table.concat(text, "\n")
    if kind == "math" then
        out[#out + 1] = '<div class="display">' ..
            context.formula(text, true) .. "</div>"
    else
        out[#out + 1] = highlight.block(text, kind)
    end
    return at + 1
end

local function heading(line, context, out)
    local level, text = line:match("^(#+)%s+(.-)%s*#*%s*$")
    local id = context.heading and context.heading(#level, text)
    text = inline.html(text, context)
    level = math.min(#level + (context.deeper or 0), 6)
    out[#out + 1] = ("<h%d%s>%s%s</h%d>"):format(level,
        id and ' id="' .. id .. '"' or "", text, id and level > 1 and
        ('<a class="here" href="#%s" aria-label="link to this heading">¶</a>')
        :format(id) or "", level)
end

--- The cells of a row; `\|` is no border.
local function cells(line)
    local out = {}
    line = line:gsub("\\|", "\4"):gsub("^%s*|", ""):gsub("|%s*$", "")
    for cell in (line .. "|"):gmatch("(.-)|") do
        out[#out + 1] = cell:gsub("\4", "|"):match("^%s*(.-)%s*$")
    end
    return out
end

local function is_table(lines, at)
    local rule = lines[at + 1]
    return lines[at]:find("|", 1, true) and rule and rule:find("|", 1, true)
        and rule:match("^%s*|?[%s:|-]*%-[%s:|-]*$")
end

local function rows(lines, at, context, out)
    local right = {}
    for k, cell in ipairs(cells(lines[at + 1])) do
        right[k] = cell:match(":$") and ' class="right"' or ""
    end
    local function row(line, tag)
        local list = cells(line)
        out[#out + 1] = "<tr>"
        for k = 1, #right do
            out[#out + 1] = ("<%s%s>%s</%s>"):format(tag, right[k],
                inline.html(list[k] or "", context), tag)
        end
        out[#out + 1] = "</tr>"
    end
    out[#out + 1] = '<div class="wide"><table>'
    if lines[at]:find("[^|%s]") then
        out[#out + 1] = "<thead>"
        row(lines[at], "th")
        out[#out + 1] = "</thead>"
    end
    out[#out + 1] = "<tbody>"
    at = at + 2
    while at <= #lines and lines[at]:find("|", 1, true) do
        row(lines[at], "td")
        at = at + 1
    end
    out[#out + 1] = "</tbody></table></div>"
    return at
end

--- The lines of one item, without its mark and margin; the next line; whether a
--- blank line stands inside, whether one stands behind.
local function item(lines, at, width)
    local own, blank, inner = { lines[at]:sub(width + 1) }, false, false
    local fenced = false
    at = at + 1
    while at <= #lines do
        local line = lines[at]
        if line:match("^%s*$") then
            blank, own[#own + 1] = true, ""
        elseif #line:match("^%s*") >= width then
            inner = inner or blank and not fenced
            line = line:sub(width + 1)
            if line:match("^```") then
                fenced = not fenced
            end
            own[#own + 1], blank = line, false
        elseif not blank and not fenced and not mark(line)
            and not interrupts(line) then
            own[#own + 1] = line:match("^%s*(.*)$")
        else
            break
        end
        at = at + 1
    end
    while own[#own] == "" do
        own[#own] = nil
    end
    return own, at, inner, blank
end

local function list(lines, at, context, out)
    local width, number, sign = mark(lines[at])
    local items, loose, behind = {}, false, false
    local first = number
    while at <= #lines do
        local w, n, s = mark(lines[at])
        if not w or s ~= sign or (n == nil) ~= (first == nil) then
            break
        end
        width = w
        loose = loose or behind
        local inner
        items[#items + 1], at, inner, behind = item(lines, at, width)
        loose = loose or inner
    end
    local tag = first and "ol" or "ul"
    out[#out + 1] = "<" .. tag .. (first and first ~= "1" and ' start="' ..
        first .. '"' or "") .. ">"
    for _, own in ipairs(items) do
        local deeper = setmetatable({ tight = not loose },
            { __index = context })
        out[#out + 1] = "<li>" .. blocks(own, deeper) .. "</li>"
    end
    out[#out + 1] = "</" .. tag .. ">"
    return at
end

local function indented(lines, at, out)
    local text = {}
    while at <= #lines and (lines[at]:match("^    ") or
        lines[at]:match("^%s*$")) do
        text[#text + 1] = lines[at]:sub(5)
        at = at + 1
    end
    out[#out + 1] = highlight.block(table.concat(text, "\n"):gsub("%s+$", ""),
        "")
    return at
end

--- A display that is open is not interrupted.
local function paragraph(lines, at, context, out)
    local text, open = { lines[at] }, false
    local function turn(line)
        local _, n = line:gsub("%$%$", "")
        open = open ~= (n % 2 == 1)
    end
    turn(lines[at])
    at = at + 1
    while at <= #lines and not lines[at]:match("^%s*$") and (open or
        not interrupts(lines[at]) and not is_table(lines, at)) do
        turn(lines[at])
        text[#text + 1] = lines[at]:match("^%s*(.-)%s*$")
        at = at + 1
    end
    local html = inline.html(table.concat(text, "\n"), context)
        :match("^%s*(.-)%s*$")
    if html ~= "" then
        out[#out + 1] = context.tight and html or "<p>" .. html .. "</p>"
    end
    return at
end

function blocks(lines, context)
    local out, at = {}, 1
    while at <= #lines do
        local line = lines[at]
        local number = line:match("^\1(%d+)\1$")
        if line:match("^%s*$") then
            at = at + 1
        elseif number then
            local made = context.raw[tonumber(number)]
            out[#out + 1] = type(made) == "function" and made() or made
            at = at + 1
        elseif line:match("^%s?%s?%s?```") or line:match("^%s?%s?%s?~~~") then
            at = fence(lines, at, context, out)
        elseif line:match("^#+%s") then
            heading(line, context, out)
            at = at + 1
        elseif is_table(lines, at) then
            at = rows(lines, at, context, out)
        elseif markdown.is_block(line) then
            out[#out + 1] = line
            at = at + 1
        elseif mark(line) then
            at = list(lines, at, context, out)
        elseif line:match("^    ") then
            at = indented(lines, at, out)
        else
            at = paragraph(lines, at, context, out)
        end
    end
    return table.concat(out, "\n")
end

--- context: formula(tex, display), heading(level, text) -> id, raw, deeper, tags.
function markdown.html(text, context)
    local lines = {}
    for line in (text .. "\n"):gmatch("(.-)\r?\n") do
        lines[#lines + 1] = line
    end
    return blocks(lines, context)
end

return markdown
