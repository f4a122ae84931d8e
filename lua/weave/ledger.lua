--- # The ledger: every equation answers for itself
---
--- `ledger.read(root)` collects what the chapters declare and what the rooms
--- claim; `ledger.check` compares them and returns the complaints, each with
--- file and line. The rules are written for people in doc/90-style.md.

local tree = require "weave.tree"
local claims = require "weave.claims"

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

local function complain(book, file, line, text)
    book.complaints[#book.complaints + 1] =
        ("%s:%d: %s"):format(file, line, text)
end

local function name_of(key, tag)
    return key .. " (" .. tag .. ")"
end

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
                fence = nil
            elseif fence.language == "math" then
                for tag in line:gmatch("\\tag%*?{([^}]*)}") do
                    declare(book, file, n, key, tag, true)
                end
            end
            line = ""
        elseif ticks then
            fence, line = { ticks = ticks, language = language }, ""
        end
        local plain = line:gsub("``.-``", ""):gsub("`[^`]*`", "")
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
            current[#current + 1] = plain
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
        local plain = comment.text:gsub("`[^`\n]*`", "")
        local found = claims.read(plain, comment.first, function(line, why)
            complain(book, file, line, why)
        end)
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
local function resolve(book, part, file, line)
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
        for _, e in ipairs(resolve(book, part, claim.file, claim.line)) do
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

--- The ledger of a tree: papers (lists of entries), claims, complaints.
function ledger.read(root)
    local book = { papers = {}, claims = {}, complaints = {} }
    for _, key in ipairs(claims.papers) do
        book.papers[key] = { by_tag = {} }
    end
    for _, file in ipairs(tree.files(root)) do
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

function ledger.satisfied(e)
    if e.kind == "figure" then
        return #e.Shows > 0
    end
    return #e.Verifies > 0 and (e.kind == "statement" or #e.Implements > 0)
end

local function missing(e)
    local out = {}
    if e.kind == "figure" then
        return "a case that shows it"
    end
    if e.kind == "equation" and #e.Implements == 0 then
        out[1] = "an implementing function"
    end
    if #e.Verifies == 0 then
        out[#out + 1] = "a verifying test"
    end
    return table.concat(out, " and ")
end

local function check_entry(book, e)
    local done, name = ledger.satisfied(e), name_of(e.key, e.tag)
    local reason = e.reason
    if not reason then
        if not done then
            complain(book, e.file, e.line, ("%s lacks %s, or a reason " ..
                "(Context, Open)"):format(name, missing(e)))
        end
    elseif done then
        complain(book, reason.file, reason.line, ("%s is built and verified; " ..
            "take it out of this %s"):format(name, reason.verb))
    elseif reason.verb == "Context" and
        not claims.may_be_context(e.key, e.tag) then
        complain(book, reason.file, reason.line,
            name .. " can run; Context is not enough (build it, or Open)")
    end
end

--- What the outputs of the tests say: stem -> "KEY (tag)" -> place.
local function read_ran(book, files)
    local ran = {}
    for _, path in ipairs(files) do
        local stem = path:match("([^/]+)%.txt$") or path
        stem = stem:match("^[^.]+") or stem
        local text = tree.read(path)
        ran[stem] = ran[stem] or text and {} or nil
        for n, line in ipairs(text and tree.lines(text) or {}) do
            local said = line:match("^verifies (.+)$")
            for _, claim in ipairs(said and claims.read(
                "Verifies " .. said:gsub("%.?%s*$", "."), n, function(_, why)
                    complain(book, path, n, why)
                end) or {}) do
                for _, part in ipairs(claim.parts) do
                    for _, e in ipairs(resolve(book, part, path, n)) do
                        ran[stem][name_of(e.key, e.tag)] = { path, n }
                    end
                end
            end
        end
    end
    return ran
end

local function check_ran(book, files)
    local ran, claimed = read_ran(book, files), {}
    for _, claim in ipairs(book.claims) do
        if claim.verb == "Verifies" then
            local stem = claim.file:match("([^/]+)%.[^.]*$")
            claimed[stem] = claimed[stem] or {}
            for _, e in ipairs(claim.entries) do
                local name = name_of(e.key, e.tag)
                claimed[stem][name] = true
                if not (ran[stem] and ran[stem][name]) then
                    complain(book, claim.file, claim.line, ("the test did " ..
                        "not run, or failed: no line 'verifies %s' from %s")
                        :format(name, stem))
                end
            end
        end
    end
    for stem, names in pairs(ran) do
        for name, place in pairs(names) do
            if not (claimed[stem] and claimed[stem][name]) then
                complain(book, place[1], place[2], stem .. " prints " ..
                    "'verifies " .. name .. "' and no comment in it says so")
            end
        end
    end
end

--- All complaints, in the order of file and line. ran: the files with the
--- outputs of the tests, or nil to leave that comparison out.
function ledger.check(book, ran)
    for _, key in ipairs(claims.papers) do
        for _, e in ipairs(book.papers[key]) do
            check_entry(book, e)
        end
    end
    if ran then
        check_ran(book, ran)
    end
    local function place(s)
        local file, line = s:match("^(.-):(%d+):")
        return file, tonumber(line)
    end
    table.sort(book.complaints, function(a, b)
        local f, m = place(a)
        local g, n = place(b)
        if f ~= g then
            return f < g
        end
        return m < n or m == n and a < b
    end)
    return book.complaints
end

--- The counts per paper, and the list of what is open, as text.
function ledger.summary(book)
    local out = { "paper   declared   built   context   open" }
    local open = {}
    for _, key in ipairs(claims.papers) do
        local n = { built = 0, Context = 0, Open = 0 }
        for _, e in ipairs(book.papers[key]) do
            local bin = e.reason and e.reason.verb
                or ledger.satisfied(e) and "built"
            if bin then
                n[bin] = n[bin] + 1
            end
        end
        out[#out + 1] = ("%-7s %8d %7d %9d %6d"):format(key,
            #book.papers[key], n.built, n.Context, n.Open)
    end
    for _, claim in ipairs(book.claims) do
        if claim.verb == "Open" and #claim.entries > 0 then
            local tags = {}
            for _, e in ipairs(claim.entries) do
                tags[#tags + 1] = "(" .. e.tag .. ")"
            end
            open[#open + 1] = ("  %s %s: %s"):format(claim.entries[1].key,
                table.concat(tags, " "), claim.reason)
        end
    end
    if #open > 0 then
        out[#out + 1] = "NOT BUILT YET:"
        table.move(open, 1, #open, #out + 1, out)
    end
    return table.concat(out, "\n") .. "\n"
end

return ledger
