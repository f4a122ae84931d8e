--- # Claims: the sentences that tie code to papers
---
--- A claim is a verb, a paper's key and tags: a list of `(tag)` and
--- `(tag)-(tag)`, separated by commas or the word and, several papers
--- separated by semicolons, closed by a full stop or a colon; `Context` and
--- `Open` are closed by a colon and a reason. Anything that begins like a claim
--- and does not end like one is an error: a misspelt claim must not be
--- overlooked.

local tree = require "weave.tree"

local claims = {}

claims.papers = { "AP02", "GAP08", "HP23", "PKS05", "P10" }
local is_paper = {}
for _, key in ipairs(claims.papers) do
    is_paper[key] = true
end
claims.is_paper = is_paper

local verbs = { "Implements", "Verifies", "Shows", "Context", "Open" }

--- One paper's list of items at `at`: { {from, to or nil}... } and the offset
--- behind it, or nil.
local function items(text, at)
    local list = {}
    while true do
        local _, stop, tag = text:find("^%s*%(([%w%.*'_-]+)%)", at)
        if not stop then
            return nil
        end
        local _, far, to = text:find("^%s*%-%s*%(([%w%.*'_-]+)%)", stop + 1)
        list[#list + 1] = { tag, to }
        at = (far or stop) + 1
        local _, comma = text:find("^,%s*and%s*%f[(]", at)
        if not comma then
            _, comma = text:find("^,%s*%f[(]", at)
        end
        if not comma then
            _, comma = text:find("^%s+and%s+%f[(]", at)
        end
        if not comma then
            return list, at
        end
        at = comma + 1
    end
end

local function reason_of(text, at)
    local reason = text:match("^:%s*(.-)%s*$", at)
    return reason and reason:gsub("%s+", " ") or nil
end

--- Reads the claim whose verb ends before `at`; quotations are masked in text,
--- not in raw. Returns its parts
--- { {key, items}... }, the offset behind it and the reason; or nil and why.
local function claim_at(text, verb, at, raw)
    local parts = {}
    repeat
        local _, stop, key = text:find("^%s*(%u+%d+)%f[%W]", at)
        if not stop then
            return nil, "a paper's key is missing"
        elseif not is_paper[key] then
            return nil, "unknown paper '" .. key .. "'"
        end
        local list, after = items(text, stop + 1)
        if not list then
            return nil, "a tag such as (4.4c) is missing behind " .. key
        end
        parts[#parts + 1] = { key = key, items = list }
        local _, semicolon = text:find("^[;,]%s*%f[%u]", after)
        at = semicolon and semicolon + 1 or after
    until not semicolon
    if verb == "Context" or verb == "Open" then
        local reason = reason_of(raw, at)
        if not reason or reason == "" then
            return nil, "a colon and a reason must follow"
        end
        return parts, #text, reason
    end
    if not text:find("^[.:]", at) then
        return nil, "a full stop or a colon must close the tags"
    end
    return parts, at
end

--- All claims in a text whose first line has number `line`, but for those
--- quoted in backticks. `bad(line, why)` is called for what begins like a claim
--- and is none.
function claims.read(text, line, bad)
    local out, raw = {}, text
    text = tree.mask(text)
    for _, verb in ipairs(verbs) do
        local at = 1
        while true do
            local a, b = text:find("%f[%w]" .. verb .. "%s+%f[%u]%u+%d+%f[%W]",
                at)
            if not a then
                break
            end
            local _, breaks = text:sub(1, a - 1):gsub("\n", "")
            local parts, after, reason = claim_at(text, verb, a + #verb, raw)
            if parts then
                out[#out + 1] = { verb = verb, parts = parts,
                    line = line + breaks, reason = reason }
                at = after
            else
                bad(line + breaks, verb .. ": " .. after)
                at = b + 1
            end
        end
    end
    return out
end

--- A paper's number as a list that can be compared: "4.4c" is 4, 4, "c"; nil
--- for names such as Thm2.1.
local function number(tag)
    local a, b, letter = tag:match("^(%d+)%.(%d+)(%l?)$")
    if a then
        return { tonumber(a), tonumber(b), letter }
    end
    a, letter = tag:match("^(%d+)(%l?)$")
    return a and { tonumber(a), 0, letter } or nil
end

--- Does the tag lie between two ends? An end without a letter holds all its
--- letters: (4.4c) lies between (4.2) and (4.4).
local function between(tag, from, to)
    local t, a, b = number(tag), number(from), number(to)
    if not (t and a and b) then
        return false
    end
    local function rank(x)
        return x[1] * 10000 + x[2]
    end
    local low, high = rank(t) - rank(a), rank(b) - rank(t)
    return (low > 0 or low == 0 and (a[3] == "" or t[3] >= a[3]))
        and (high > 0 or high == 0 and (b[3] == "" or t[3] <= b[3]))
end

--- ## What must run
---
--- These can run, so quoting them as Context is refused. `Thm*` stands for all
--- names that begin so.
claims.must_run = {
    GAP08 = { "2.1-2.8", "3.1-3.9", "4.2-4.13", "4.17-4.18", "Thm5.1", "7.5",
        "7.13", "8.10", "8.19", "Lemma8.3" },
    AP02 = { "1-7", "10-25", "30-35", "38", "46-48", "Thm*" },
    HP23 = { "24", "30-40", "47-53", "56-60", "63", "66", "68", "72-79",
        "88-90", "Alg1", "Alg2", "Lemma6", "Lemma8", "Lemma11", "Lemma13" },
    PKS05 = { "5-18", "27-28", "Prop1", "Lemma4" },
    P10 = { "MDI", "Newton", "scheme0", "schemee", "scheme", "1", "2", "L1",
        "L2", "L3" },
}

function claims.may_be_context(key, tag)
    for _, rule in ipairs(claims.must_run[key]) do
        local from, to = rule:match("^([%d.]+)%-([%d.]+)$")
        local stem = rule:match("^(%a+)%*$")
        if (from and between(tag, from, to)) or between(tag, rule, rule)
            or tag == rule or (stem and tag:sub(1, #stem) == stem) then
            return false
        end
    end
    return true
end

return claims
