--- # The ledger: every equation answers for itself
---
--- `ledger.read(root)` collects what the chapters declare and what the rooms
--- claim, and complains about what is no declaration or no claim, with file and
--- line; weave.verdict compares the two. The rules are written for people in
--- doc/90-style.md.

local tree = require "weave.tree"
local claims = require "weave.claims"
local reach = require "weave.reach"

local ledger = {}

local SPELLING = { Theorem = "Thm", Th = "Thm", Lem = "Lemma",
    Proposition = "Prop", Algorithm = "Alg", Figure = "Fig", Example = "Ex",
    Corollary = "Cor", Definition = "Def" }

--- Which verb may be spoken where.
local rooms = {
    { "^src/", "Implements" }, { "^lua/perp/", "Implements" },
    { "^verify/", "Verifies" }, { "^cases/", "Shows" },
    { "^doc/", "Context", "Open" },
}

function ledger.complain(book, file, line, text)
    book.complaints[#book.complaints + 1] =
        ("%s:%d: %s"):format(file, line, text)
end

function ledger.name_of(key, tag)
    return key .. " (" .. tag .. ")"
end

local complain, name_of = ledger.complain, ledger.name_of

--- An equation needs code and a test; an algorithm too. A figure or an example
--- needs a case that shows it. All else (theorems, lemmas) needs a test.
local function kind_of(tag, displayed)
    if displayed or tag:match("^Alg") then
        return "equation"
    end
    return (tag:match("^Fig") or tag:match("^Ex")) and "figure" or "statement"
end

local function declare(book, file, line, key, tag, displayed)
    local right = SPELLING[tag:match("^%a+") or ""]
    if not key then
        return complain(book, file, line, "(" .. tag ..
            ") is declared before any `<!-- paper: KEY -->` line")
    elseif right then
        return complain(book, file, line, ("write %s for %s"):format(
            tag:gsub("^%a+", right), tag))
    end
    local paper = book.papers[key]
    local old = paper.by_tag[tag]
    if old then
        return complain(book, file, line, ("%s is declared twice, first at " ..
            "%s:%d"):format(name_of(key, tag), old.file, old.line))
    end
    local entry = { key = key, tag = tag, file = file, line = line,
        kind = kind_of(tag, displayed), order = #paper + 1,
        Implements = {}, Verifies = {}, Shows = {} }
    paper[#paper + 1] = entry
    paper.by_tag[tag] = entry
end

--- The chapter without its fences and quoted code, as paragraphs with their
--- first line; the declarations are entered on the way.
local function chapter(book, file, text)
    local key, fence, out, current = nil, nil, {}, nil
    for n, line in ipairs(tree.lines(text)) do
        local ticks, language = line:match("^%s*(```+)%s*(%w*)")
        if fence then
            if ticks and #ticks >= #fence.ticks and language == "" then
                if (fence.tags or 0) > 1 and not fence.aligned then
                    complain(book, file, fence.line, "several tags need " ..
                        "\\begin{align} or {gather} around them")
                end
                fence = nil
            elseif fence.language == "math" then
                fence.aligned = fence.aligned or line:find("\\begin{align}")
                    or line:find("\\begin{gather}")
                for tag in line:gmatch("\\tag%*?{([^}]*)}") do
                    declare(book, file, n, key, tag, true)
                    fence.tags = (fence.tags or 0) + 1
                end
            end
            line = ""
        elseif ticks then
            fence, line = { ticks = ticks, language = language, line = n }, ""
        end
        local plain = tree.mask(line)
        local paper = plain:match("<!%-%-%s*paper:%s*(%S+)%s*%-%->")
        if paper and not claims.is_paper[paper] then
            complain(book, file, n, "unknown paper '" .. paper .. "'")
        elseif paper then
            key = paper
        end
        for tag in plain:gmatch("<!%-%-%s*tag:%s*(%S+)%s*%-%->") do
            declare(book, file, n, key, tag, false)
        end
        local starts = plain:match("^%s*[-*]%s") or plain:match("^Open%s")
            or plain:match("^Context%s")
        if plain:match("^%s*$") or starts then
            current = nil
        end
        if not plain:match("^%s*$") then
            if not current then
                current = { line = n }
                out[#out + 1] = current
            end
            current[#current + 1] = line
        end
    end
    if fence then
        complain(book, file, #tree.lines(text), "a fence is not closed")
    end
    return out
end

--- Where a claim may stand beyond its room; nil when it may.
local function misplaced(comment, claim, file, lines)
    if claim.verb == "Implements" then
        if not comment.owns then
            return "must stand in a block that opens in column 0 with /** " ..
                "(in Lua: ---)"
        end
        for n = comment.last + 1, #lines do
            local name = tree.defines(file, lines[n])
            if name then
                claim.name, claim.at = name, n
                return nil
            end
        end
        return "stands above no definition"
    elseif claim.verb == "Verifies" then
        local below = lines[comment.last + 1]
        claim.name = below and tree.defines(file, below)
        claim.at = comment.last + 1
        return not claim.name and "must stand directly above a test function"
            or nil
    end
end

local function room_of(file)
    for _, room in ipairs(rooms) do
        if file:match(room[1]) then
            return room
        end
    end
end

local function keep(book, file, claim, why)
    local room = room_of(file)
    if not room or (room[2] ~= claim.verb and room[3] ~= claim.verb) then
        why = "does not belong into this room"
    end
    if why then
        return complain(book, file, claim.line, claim.verb .. " " .. why)
    end
    claim.file = file
    book.claims[#book.claims + 1] = claim
end

local function read_source(book, file, text)
    local lines = tree.lines(text)
    for _, comment in ipairs(tree.comments(file, text)) do
        local function bad(line, why)
            complain(book, file, line, why)
        end
        local found = claims.read(comment.text, comment.first, bad)
        for _, claim in ipairs(found) do
            keep(book, file, claim, misplaced(comment, claim, file, lines))
        end
    end
end

local function read_chapter(book, file, text)
    for _, paragraph in ipairs(chapter(book, file, text)) do
        local plain = table.concat(paragraph, "\n"):gsub("^%s*[-*]%s+", "")
        local found = claims.read(plain, paragraph.line, function(line, why)
            complain(book, file, line, why)
        end)
        for _, claim in ipairs(found) do
            keep(book, file, claim)
        end
    end
end

--- Replaces the items of a claim by the entries they name.
function ledger.resolve(book, part, file, line)
    local paper, out = book.papers[part.key], {}
    for _, item in ipairs(part.items) do
        local from = paper.by_tag[item[1]]
        local to = paper.by_tag[item[2] or item[1]]
        if not from or not to then
            complain(book, file, line, "unknown tag " ..
                name_of(part.key, from and item[2] or item[1]))
        elseif from.order > to.order then
            complain(book, file, line, ("the range (%s)-(%s) runs backwards")
                :format(item[1], item[2]))
        else
            for k = from.order, to.order do
                out[#out + 1] = paper[k]
            end
        end
    end
    return out
end

local function enter(book, claim)
    claim.entries = {}
    for _, part in ipairs(claim.parts) do
        local named = ledger.resolve(book, part, claim.file, claim.line)
        for _, e in ipairs(named) do
            claim.entries[#claim.entries + 1] = e
            local other = e.reason
            if not claim.reason then
                local list = e[claim.verb]
                list[#list + 1] = claim
            elseif other then
                complain(book, claim.file, claim.line, ("%s has a reason " ..
                    "already, at %s:%d"):format(name_of(e.key, e.tag),
                    other.file, other.line))
            else
                e.reason = claim
            end
        end
    end
end

--- The ledger of a tree: papers (lists of entries), claims, complaints, what the
--- programs reach.
function ledger.read(root)
    local book = { papers = {}, claims = {}, complaints = {} }
    for _, key in ipairs(claims.papers) do
        book.papers[key] = { by_tag = {} }
    end
    local files = tree.files(root)
    book.reached = reach.read(root, files)
    for _, file in ipairs(files) do
        if file:match("^doc/[^/]+%.md$") then
            read_chapter(book, file, assert(tree.read(root .. "/" .. file)))
        elseif file:match("^src/") or file:match("^lua/")
            or file:match("^verify/") or file:match("^cases/") then
            read_source(book, file, assert(tree.read(root .. "/" .. file)))
        end
    end
    for _, claim in ipairs(book.claims) do
        enter(book, claim)
    end
    return book
end

return ledger
