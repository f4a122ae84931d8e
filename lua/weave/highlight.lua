--- # Code in colours
---
--- Comments, strings, numbers and words of the language; one pass, a token at a
--- time. Each line is a `span` of its own, so that it has an id and a number.

local inline = require "weave.inline"
local highlight = {}

local function words(text)
    local out = {}
    for word in text:gmatch("%S+") do
        out[word] = true
    end
    return out
end

local C = words [[auto break case char const continue default do double else
    enum extern float for goto if inline int long register return short signed
    sizeof static struct switch typedef union unsigned void volatile while bool
    size_t true false NULL]]
local LUA = words [[and break do else elseif end false for function goto if in
    local nil not or repeat return then true until while]]
local PYTHON = words [[and as assert break class continue def del elif else
    except False finally for from global if import in is lambda None nonlocal
    not or pass raise return True try while with yield]]
local JS = words [[async await break case catch class const continue default
    delete do else export extends false finally for function if import in
    instanceof let new null of return static super switch this throw true try
    typeof undefined var void while yield]]

--- Of a language: its words, and how a token ends that begins at a place. What
--- opens is a pattern; what closes is plain text or a function.
local LANGUAGES = {
    c = { words = C, comment = { "^/%*", "*/" }, line = "^//" },
    js = { words = JS, comment = { "^/%*", "*/" }, line = "^//",
        quote = "[\"'`]" },
    lua = { words = LUA, line = "^%-%-", long = true },
    python = { words = PYTHON, line = "^#", triple = true },
}
for alias, name in pairs { h = "c", javascript = "js", py = "python",
    cpp = "c" } do
    LANGUAGES[alias] = LANGUAGES[name]
end

local function behind_quote(text, at)
    local quote, b = text:sub(at, at), at + 1
    while b <= #text do
        local c = text:sub(b, b)
        if c == "\\" then
            b = b + 1
        elseif c == quote or c == "\n" and quote ~= "`" then
            return b
        end
        b = b + 1
    end
    return #text
end

local function closed(text, mark, from)
    local _, b = text:find(mark, from, true)
    return b or #text
end

--- The kind and the last byte of the token at `at`.
local function token(text, at, language)
    local comment = language.comment
    if comment and text:find(comment[1], at) then
        return "co", closed(text, comment[2], at + 2)
    elseif language.line and text:find(language.line, at) then
        local level = language.long and text:match("^%-%-%[(=*)%[", at)
        return "co", level and closed(text, "]" .. level .. "]", at) or
            (text:find("\n", at, true) or #text + 1) - 1
    end
    local level = language.long and text:match("^%[(=*)%[", at)
    if level then
        return "st", closed(text, "]" .. level .. "]", at)
    end
    local three = language.triple and (text:match('^"""', at) or
        text:match("^'''", at))
    if three then
        return "st", closed(text, three, at + 3)
    elseif text:find("^" .. (language.quote or "[\"']"), at) then
        return "st", behind_quote(text, at)
    end
    local _, word = text:find("^[%a_][%w_]*", at)
    if word then
        return language.words[text:sub(at, word)] and "kw" or nil, word
    end
    local _, number = text:find("^%d[%w.]*", at)
    if number then
        return "dv", number
    end
    return nil, at
end

--- Each line of a token in its own span.
local function coloured(kind, text, tags)
    text = inline.escape(text)
    if tags and kind == "co" then
        text = tags(text, function(html) return html end)
    end
    return kind and '<i class="' .. kind .. '">' ..
        text:gsub("\n", '</i>\n<i class="' .. kind .. '">') .. "</i>" or text
end

--- The text as HTML; tags(text, keep) may set links in its comments.
function highlight.html(text, name, tags)
    local language = LANGUAGES[name]
    if not language then
        return inline.escape(text)
    end
    local out, at, plain = {}, 1, 1
    while at <= #text do
        local a = text:find("[%w_\"'`/#%[-]", at)
        if not a then
            break
        end
        local kind, last = token(text, a, language)
        if kind then
            out[#out + 1] = inline.escape(text:sub(plain, a - 1))
            out[#out + 1] = coloured(kind, text:sub(a, last), tags)
            plain = last + 1
        end
        at = last + 1
    end
    out[#out + 1] = inline.escape(text:sub(plain))
    return table.concat(out)
end

--- A block of code without numbers.
function highlight.block(text, name)
    return '<pre class="code" tabindex="0"><code>' ..
        highlight.html(text, name) .. "</code></pre>"
end

--- A block whose first line has the number `first`; with `ids`, each line has
--- its number as id.
function highlight.numbered(text, name, first, ids, tags)
    local out, n = {}, first
    for line in (highlight.html(text, name, tags) .. "\n"):gmatch("(.-)\n") do
        out[#out + 1] = ("<span%s>%s\n</span>"):format(
            ids and ' id="L' .. n .. '"' or "", line)
        n = n + 1
    end
    return ('<pre class="code lines" tabindex="0" style="counter-reset:' ..
        ' line %d"><code>%s</code></pre>'):format(first - 1,
        table.concat(out))
end

return highlight
