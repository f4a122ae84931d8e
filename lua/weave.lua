--- # Weave
---
---     lua5.4 lua/weave.lua check [--root DIR] [--ran FILE...]
---     lua5.4 lua/weave.lua book DIR [--perp PROGRAM] [--jobs N] [--root DIR]
---     lua5.4 lua/weave.lua checker FILE [--root DIR]
---     lua5.4 lua/weave.lua prose [--least PERCENT ROOM...] [--root DIR]
---     lua5.4 lua/weave.lua index [--root DIR]
---
--- `check` compares what the chapters declare with what code, tests and cases
--- claim (lua/weave/ledger.lua, verdict.lua). `book` writes the static book
--- (lua/weave/book.lua), with the figures and replays that PROGRAM makes of the cases,
--- N at a time (2); `checker` its page that checks proofs. `prose` prints how
--- many lines of each room are prose (lua/weave/prose.lua), and complains where that
--- is less than asked. `index` prints every equation with its formula, code, tests
--- and cases for `perp eq` (lua/weave/index.lua). Exit: 0 all is well, 1 there are
--- complaints, 2 usage, 5 a tool for the book is
--- missing, 6 a file cannot be written.

local here = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path

local function usage(why)
    io.stderr:write("weave: ", why, "\nusage: weave.lua check [--root DIR] ",
        "[--ran FILE...]\n       weave.lua book DIR [--perp PROGRAM] ",
        "[--jobs N] [--root DIR]\n       ",
        "weave.lua checker FILE [--root DIR]\n       ",
        "weave.lua prose [--least PERCENT ROOM...] [--root DIR]\n       ",
        "weave.lua index [--root DIR]\n")
    os.exit(2)
end

local function options(list)
    local out, at = { root = here .. "/.." }, 1
    while at <= #list do
        local word = list[at]
        if word == "--root" then
            out.root = list[at + 1] or usage("--root needs a directory")
            at = at + 1
        elseif word == "--least" then
            out.least = tonumber(list[at + 1])
                or usage("--least needs a number of percent")
            at = at + 1
        elseif word == "--perp" then
            out.perp = list[at + 1] or usage("--perp needs a program")
            at = at + 1
        elseif word == "--jobs" then
            out.jobs = math.tointeger(tonumber(list[at + 1]))
            if not out.jobs or out.jobs < 1 then
                usage("--jobs needs a number of processes")
            end
            at = at + 1
        elseif word == "--ran" then
            out.ran = table.move(list, at + 1, #list, 1, {})
            at = #list
        elseif word:sub(1, 1) == "-" then
            usage("unknown option '" .. word .. "'")
        else
            out[#out + 1] = word
        end
        at = at + 1
    end
    return out
end

local command = arg[1]
local chosen = options(table.move(arg, 2, #arg, 1, {}))
if command == "check" then
    if #chosen > 0 then
        usage("check takes no '" .. chosen[1] .. "'")
    end
    local verdict = require "weave.verdict"
    local book = require "weave.ledger".read(chosen.root)
    require "weave.book".check_links(chosen.root, book)
    local complaints = verdict.check(book, chosen.ran)
    io.write(verdict.summary(book))
    for _, text in ipairs(complaints) do
        io.stderr:write(text, "\n")
    end
    if not chosen.ran then
        io.write("(not compared with tests that ran: no --ran)\n")
    end
    os.exit(#complaints == 0 and 0 or 1)
elseif command == "book" then
    local dir = #chosen == 1 and chosen[1] or usage("book needs one directory")
    os.exit(require "weave.book".write(chosen.root, dir, chosen))
elseif command == "index" then
    if #chosen > 0 then
        usage("index takes no '" .. chosen[1] .. "'")
    end
    local book = require "weave.ledger".read(chosen.root)
    io.write(require "weave.index".text(book, chosen.root,
        require "weave.claims".papers))
    os.exit(0)
elseif command == "checker" then
    local file = #chosen == 1 and chosen[1] or usage("checker needs one file")
    require "weave.tree".write(file, require "weave.checker".page(chosen.root))
    os.exit(0)
elseif command == "prose" then
    local prose = require "weave.prose"
    if (#chosen > 0) ~= (chosen.least ~= nil) then
        usage("--least and rooms go together")
    end
    io.write(prose.table(chosen.root))
    local complaints = prose.below(chosen.root, chosen.least, chosen)
    for _, text in ipairs(complaints) do
        io.stderr:write(text, "\n")
    end
    os.exit(#complaints == 0)
end
usage(command and "unknown command '" .. command .. "'" or "no command")
