--- # The verdict: declared against claimed, claimed against run

local tree = require "weave.tree"
local claims = require "weave.claims"
local ledger = require "weave.ledger"
local complain, name_of = ledger.complain, ledger.name_of

local verdict = {}

--- Has the entry all that its kind asks for?
function verdict.satisfied(e)
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
    local done, name = verdict.satisfied(e), name_of(e.key, e.tag)
    local reason = e.reason
    if not reason then
        if not done then
            complain(book, e.file, e.line, ("%s lacks %s, or a reason " ..
                "(Context, Open)"):format(name, missing(e)))
        end
    elseif done then
        complain(book, reason.file, reason.line, ("%s is built and " ..
            "verified; take it out of this %s"):format(name, reason.verb))
    elseif reason.verb == "Context" and
        not claims.may_be_context(e.key, e.tag) then
        complain(book, reason.file, reason.line,
            name .. " can run; Context is not enough (build it, or Open)")
    end
end

--- An equation that no program can reach is not implemented.
local function check_reached(book)
    for _, claim in ipairs(book.claims) do
        local key = claim.verb == "Implements" and claim.name
            and claim.file .. ":" .. claim.name
        if key and book.reached[key] == false then
            complain(book, claim.file, claim.line, ("Implements stands on " ..
                "%s, which no program reaches: give it a door, or take it " ..
                "out"):format(claim.name))
        end
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
                    for _, e in ipairs(ledger.resolve(book, part, path, n)) do
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
function verdict.check(book, ran)
    for _, key in ipairs(claims.papers) do
        for _, e in ipairs(book.papers[key]) do
            check_entry(book, e)
        end
    end
    check_reached(book)
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

--- Of the entries that a function implements, how many a case shows; and how
--- many there are.
function verdict.shown(book)
    local shown, all = 0, 0
    for _, key in ipairs(claims.papers) do
        for _, e in ipairs(book.papers[key]) do
            all = all + (#e.Implements > 0 and 1 or 0)
            shown = shown + (#e.Implements > 0 and #e.Shows > 0 and 1 or 0)
        end
    end
    return shown, all
end

--- The counts per paper, and the list of what is open, as text.
function verdict.summary(book)
    local out = { "paper   declared   built   context   open" }
    local open = {}
    for _, key in ipairs(claims.papers) do
        local n = { built = 0, Context = 0, Open = 0 }
        for _, e in ipairs(book.papers[key]) do
            local bin = e.reason and e.reason.verb
                or verdict.satisfied(e) and "built"
            if bin then
                n[bin] = n[bin] + 1
            end
        end
        out[#out + 1] = ("%-7s %8d %7d %9d %6d"):format(key,
            #book.papers[key], n.built, n.Context, n.Open)
    end
    out[#out + 1] = ("%d of %d implemented have a case"):format(
        verdict.shown(book))
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

return verdict
