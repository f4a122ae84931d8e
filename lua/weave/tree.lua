--- # Files, comments and places
---
--- What both `weave` and `floors` need of a source tree: the list of its files
--- in a fixed order, their text, the number of the line at an offset, and the
--- comments of C and Lua sources. A *comment* is a record with its first and
--- last line, its text without the comment signs (line breaks kept), and
--- `owns`: true for a block `/** ... */` that opens in column 0 and for a run
--- of lines that begin with `---` in column 0.

local tree = {}

--- The paths below root (relative, sorted), without what is built.
function tree.files(root)
    local quoted = "'" .. root:gsub("'", "'\\''") .. "'"
    local pipe = assert(io.popen("cd " .. quoted ..
        " && LC_ALL=C find . \\( -path ./build -o -path ./book -o" ..
        " -path ./.git \\) -prune -o -type f -print | LC_ALL=C sort"))
    local out = {}
    for line in pipe:lines() do
        out[#out + 1] = line:sub(3)
    end
    pipe:close()
    return out
end

function tree.read(path)
    local file, why = io.open(path, "rb")
    if not file then
        return nil, why
    end
    local text = file:read("a")
    file:close()
    return text
end

function tree.write(path, text)
    local file = assert(io.open(path, "wb"))
    assert(file:write(text))
    assert(file:close())
end

function tree.set(names)
    local out = {}
    for _, name in ipairs(names) do
        out[name] = true
    end
    return out
end

function tree.lines(text)
    local out, n = {}, 0
    if text:byte(-1) ~= 10 then
        text = text .. "\n"
    end
    if text:find("\r", 1, true) then
        text = text:gsub("\r\n", "\n")
    end
    for line in text:gmatch("([^\n]*)\n") do
        n = n + 1
        out[n] = line
    end
    return out
end

--- The text with every quotation in backticks replaced by as many bytes that
--- mean nothing.
function tree.mask(text)
    return (text:gsub("`+[^`\n]*`+", function(quoted)
        return ("\1"):rep(#quoted)
    end))
end

--- A function that turns an offset of the text into a line number. Offsets must
--- be asked for in increasing order.
local function counter(text)
    local line, from = 1, 1
    return function(at)
        local _, breaks = text:sub(from, at - 1):gsub("\n", "")
        line, from = line + breaks, at
        return line
    end
end

--- One left-to-right pass over C: strings and characters are stepped over, so
--- that a quoted `/*` is no comment. `code` is the text with every comment and
--- (unless `literals` keeps them) every literal's inside replaced by blanks, so
--- that offsets stay.
local function c_pass(text, literals)
    local comments, parts, from, at = {}, {}, 1, 1
    local function blank(s)
        return (s:gsub("[^\n]", " "))
    end
    local function replace(a, b)
        parts[#parts + 1] = text:sub(from, a - 1)
        parts[#parts + 1] = blank(text:sub(a, b))
        from, at = b + 1, b + 1
    end
    while true do
        local a = text:find("[\"'/]", at)
        if not a then
            break
        end
        local two = text:sub(a, a + 1)
        if two == "/*" then
            local _, b = text:find("*/", a + 2, true)
            comments[#comments + 1] = { a, b or #text }
            replace(a, b or #text)
        elseif two == "//" then
            local b = (text:find("\n", a, true) or #text + 1) - 1
            comments[#comments + 1] = { a, b }
            replace(a, b)
        elseif two:sub(1, 1) == "/" then
            at = a + 1
        else
            local quote, b = two:sub(1, 1), a + 1
            local stop = quote == '"' and '["\\]' or "['\\]"
            b = text:find(stop, b) or #text
            while b < #text and text:sub(b, b) == "\\" do
                b = text:find(stop, b + 2) or #text
            end
            if b - 1 >= a + 1 and not literals then
                replace(a + 1, b - 1)
            end
            at = b + 1
        end
    end
    parts[#parts + 1] = text:sub(from)
    return comments, table.concat(parts)
end

function tree.c_code(text, literals)
    local _, code = c_pass(text, literals)
    return code
end

local function c_comments(text)
    local out, line_at = {}, counter(text)
    for _, span in ipairs((c_pass(text))) do
        local a, b = span[1], span[2]
        local raw = text:sub(a, b)
        local first = line_at(a)
        local _, breaks = raw:gsub("\n", "")
        local owns = raw:sub(1, 3) == "/**"
            and (a == 1 or text:sub(a - 1, a - 1) == "\n")
        local body = raw:gsub("^/%*%*?", ""):gsub("^//", "")
            :gsub("%s*%*/$", "")
        out[#out + 1] = { first = first, last = first + breaks, text = body,
            owns = owns, block = raw:sub(1, 2) == "/*" }
    end
    return out
end

--- Comments of Coq; one that opens with two stars in column 0 owns the code below.
local function coq_comments(text)
    local out, line_at = {}, counter(text)
    for a, body in text:gmatch("()%(%*(.-)%*%)") do
        local first = line_at(a)
        local _, breaks = body:gsub("\n", "")
        out[#out + 1] = { first = first, last = first + breaks,
            text = (body:gsub("^%*%s*", ""):gsub("%s+$", "")),
            owns = body:sub(1, 1) == "*"
                and (a == 1 or text:sub(a - 1, a - 1) == "\n"),
            block = true }
    end
    return out
end

--- Runs of lines that are comments; a run of `---` owns the code below. Long
--- strings and long comments are stepped over.
local function dash_comments(text, sign)
    local out, run, long = {}, nil, nil
    local function close()
        if run then
            run.text = table.concat(run, "\n")
            out[#out + 1] = run
        end
        run = nil
    end
    for n, line in ipairs(tree.lines(text)) do
        local dashes, rest = line:match("^%s*(" .. sign .. ")%s?(.*)$")
        if long then
            dashes = nil
            long = not line:find(long, 1, true) and long or nil
        else
            local level = sign ~= "#+" and line:match("%[(=*)%[")
            if level and not line:find("]" .. level .. "]", 1, true) then
                long = "]" .. level .. "]"
            end
        end
        local owns = dashes == "---" and line:sub(1, 3) == "---"
            or line == "--" and run ~= nil and run.owns
        if not dashes or (run and run.owns ~= owns) then
            close()
        end
        if dashes then
            run = run or { first = n, owns = owns }
            run.last = n
            run[#run + 1] = rest
        end
    end
    close()
    return out
end

--- The comments of a file, by its extension; an empty list for others.
function tree.comments(path, text)
    if path:match("%.[ch]$") then
        return c_comments(text)
    elseif path:match("%.lua$") then
        return dash_comments(text, "%-%-%-*")
    elseif path:match("%.v$") then
        return coq_comments(text)
    elseif path:match("%.py$") or path:match("%.cmake$")
        or path:match("%.sh$") then
        return dash_comments(text, "#+")
    end
    return {}
end

--- The name that the line defines, if it opens a definition in C, Lua, Python,
--- JavaScript.
function tree.defines(path, line)
    if path:match("%.[ch]$") then
        return line:match("^#%s*define%s+([%w_]+)")
            or (line:match("^[%a_]") and not line:match("^typedef")
                and (line:match("([%w_]+)%s*%(") or
                    line:match("([%w_]+)%s*%[[^%]]*%]%s*=")))
            or line:match("^typedef%s+%w+%s+([%w_]+)")
    elseif path:match("%.lua$") then
        return line:match("^%s*function%s+([%w_.:]+)")
            or line:match("^%s*local%s+function%s+([%w_]+)")
            or line:match("^([%w_.]+)%s*=%s*function")
            or line:match("^%s*local%s+([%w_]+)%s*=")
            or line:match("^%s*[%w_.:]+%s*%(?%s*[\"']([^\"']+)[\"']")
    elseif path:match("%.py$") then
        return line:match("^%s*def%s+([%w_]+)")
    elseif path:match("%.js$") then
        return line:match("^%s*function%s+([%w_]+)")
            or line:match("^%s*class%s+([%w_]+)")
            or line:match("^    ([%w_]+)%([%w_, ]*%)%s*{")
    elseif path:match("%.cmake$") then
        return line:match("^%s*[%w_]+%(%s*([%w_]+)")
    end
end

return tree
