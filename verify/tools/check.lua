--- # The test harness for Lua
---
---     local check = dofile(... .. "/verify/tools/check.lua")
---     check.case("name", function() check.that(1 < 2, "remark") end)
---     check.done()
---
--- A failed `that` prints the place and the remark; `done` ends the program
--- with 1 when there was one. `tree` writes files below a fresh temporary
--- directory and removes it afterwards. `run` gives a command's output, errors
--- included, and its exit code.

local check = {}
local failures = 0

function check.that(condition, remark, ...)
    if not condition then
        failures = failures + 1
        local at = debug.getinfo(2, "Sl")
        print(("%s:%d: not true; " .. tostring(remark)):format(at.short_src,
            at.currentline, ...))
    end
    return condition
end

function check.case(name, body)
    local before = failures
    local fine, why = xpcall(body, debug.traceback)
    if not fine then
        failures = failures + 1
        print(why)
    end
    print((failures == before and "ok " or "FAILED ") .. name)
end

--- Prints what a case verified; nothing once a check has failed.
function check.verifies(tags)
    if failures == 0 then
        print("verifies " .. tags)
    end
end

function check.done()
    os.exit(failures == 0 and 0 or 1)
end

function check.quote(word)
    return "'" .. word:gsub("'", "'\\''") .. "'"
end

function check.run(command)
    local pipe = assert(io.popen(command .. " 2>&1"))
    local text = pipe:read("a")
    local _, _, code = pipe:close()
    return text, code
end

--- Calls body(dir) with the files (path -> text) written below dir.
function check.tree(files, body)
    local dir = check.run("mktemp -d"):gsub("%s+$", "")
    for path, text in pairs(files) do
        local full = dir .. "/" .. path
        os.execute("mkdir -p " .. check.quote(full:match("^(.*)/")))
        local file = assert(io.open(full, "wb"))
        file:write(text)
        file:close()
    end
    local fine, why = xpcall(body, debug.traceback, dir)
    os.execute("rm -rf " .. check.quote(dir))
    if not fine then
        error(why, 0)
    end
end

return check
