--- # Replays of traces
---
--- `perp movie TRACE...`: each trace with shapes becomes a run of one page, with the
--- frames that `perp run --movie` would have drawn. A trace is a file of
--- anybody's: what is not there, or is no list of numbers, is said, with file and line.

local core = require "perp.core"
core.library()
local json = require "perp.json"
local movie = require "perp.movie"

local function stem(path)
  return path:match("([^/]-)%.?[^./]*$")
end

--- `where` is a line, or "row 7": what stands behind that row.
local function wrong(path, where, what)
  core.fail(("%s: %s: %s; write the trace anew, with --shapes"):format(path,
    where, what), 3)
end

local function decoded(path, where, text)
  local x, more = json.decode(text)
  if type(x) ~= "table" then
    wrong(path, where, ("no object of JSON, at byte %d"):format(x and 1 or
      more))
  end
  return x, more
end

--- Is x as the pattern says? A pattern is a type; or a table: of one entry, `{ p }`,
--- for lists of any length, else of keys. A type that ends with ? may be missing.
local function fits(x, pattern)
  if type(pattern) == "string" then
    return type(x) == pattern:match("%l+") or x == nil and
      pattern:sub(-1) == "?"
  elseif type(x) ~= "table" then
    return x == nil and pattern.maybe
  elseif pattern[1] then
    for _, entry in ipairs(x) do
      if not fits(entry, pattern[1]) then
        return false
      end
    end
    return true
  end
  for key, sub in pairs(pattern) do
    if key ~= "maybe" and not fits(x[key], sub) then
      return false
    end
  end
  return true
end

local numbers = { "number" }
local some = { "number", maybe = true }
local wall = { params = numbers, motion = "number?", surface = "number?" }
local picture = { dimension = "number", ground = some,
  walls = { numbers, maybe = true }, moving = { wall, maybe = true },
  bodies = { { kind = "string", name = "string", q = "number", v = "number",
    turns = "boolean", radius = "number?", length = "number?", size = some,
    corners = { numbers, maybe = true } } },
  links = { { sort = "string", name = "string?", a = "number", b = "number",
    at = numbers, on = numbers } } }
local shapes = { title = "string", name = "string", scheme = "string",
  h = "number", T = "number", alpha = "number", gamma = "number", e = "number",
  coordinates = { "string" }, velocities = { "string" }, mu = numbers,
  picture = picture, marks = { { sort = "string", n = "number",
    contact = "string?" }, maybe = true } }
local place = { gaps = numbers, marks = some, pushes = { {
  contact = "number", p = numbers, n = numbers, d = some } } }

--- A list of n numbers from index and value of those that are not 0.
local function dense(list, n)
  local out = {}
  for i = 1, n do
    out[i] = 0
  end
  for i = 1, #list - 1, 2 do
    out[list[i] + 1] = list[i + 1]
  end
  return out
end

--- What a row has besides its cells, of the line behind it.
local function looked(path, text_of, has)
  local known, at = nil, nil
  return function(row)
    if at ~= row then
      local where = ("row %d"):format(row)
      known, at = decoded(path, where, text_of(row)).places, row
      if not fits(known, place) or #known.gaps < #has.contacts then
        wrong(path, where, "this is not what is drawn of a row")
      end
      for _, push in ipairs(known.pushes) do
        if not has.contacts[push.contact + 1] then
          wrong(path, where, ("there is no contact %s"):format(push.contact))
        end
        push[1] = push.contact + 1
        for _, key in ipairs { "p", "n", "d" } do
          push[key] = push[key] and dense(push[key], #has.velocities)
        end
      end
    end
    return known
  end
end

--- What the run was, as `core.header` says it.
local function header(run, keys, digest)
  local out = {}
  for _, key in ipairs(keys[run]) do
    if type(run[key]) == "string" and key ~= "commit" and key ~= "digest" then
      out[#out + 1] = key .. " " .. run[key]
    end
  end
  for _, key in ipairs(keys[run.parameters] or {}) do
    out[#out + 1] = ("set %s %s"):format(key, tostring(run.parameters[key]))
  end
  out[#out + 1] = digest and "digest " .. digest
  return out
end

--- Bodies are drawn by coordinates, and pushed in velocities, that the rows have.
local function embodied(has)
  local d = has.picture.dimension
  for _, body in ipairs(has.picture.bodies) do
    local most = body.turns and (d == 2 and { 3, 3 } or { 7, 6 }) or { d, d }
    for k, list in ipairs { has.coordinates, has.velocities } do
      local at = k == 1 and body.q or body.v
      if at < 0 or at % 1 ~= 0 or at + most[k] > #list then
        return false
      end
    end
  end
  return d == 2 or d == 3
end

--- What the run was, and where its rows come from; nothing of no run.
local function traced(run, head, text_of, last, path)
  if not run then
    return nil
  end
  local first, keys = decoded(path, "line 1", head)
  local has, columns = first.shapes, core.columns(run)
  if not fits(first.run, { parameters = {} }) or not fits(has, shapes) or
    not embodied(has) then
    wrong(path, "line 1", "this is no head of a trace with shapes")
  end
  local end_of = last and decoded(path, "the last line", last) or {}
  has.contacts = {}
  for _, name in ipairs(columns) do
    has.contacts[#has.contacts + 1] = name:match("^cn%.(.*)$")
  end
  if #has.mu < #has.contacts then
    wrong(path, "line 1", "contacts without a coefficient of friction")
  end
  for _, list in ipairs { { "q.", has.coordinates }, { "v.", has.velocities },
    { "", { "step", "t", "kinetic" } } } do
    for _, name in ipairs(list[2]) do
      if not core.column(run, list[1] .. name) then
        wrong(path, "row 0", ("there is no column '%s%s'"):format(list[1],
          name))
      end
    end
  end
  local look = looked(path, text_of, has)
  return { has, { table = run, columns = columns,
    rows = #core.column(run, "t"), collisions = end_of.collisions,
    unfinished = not last or nil, header = header(first.run, keys,
      end_of.digest), coordinates = has.coordinates,
    velocities = has.velocities, mu = has.mu, picture = has.picture,
    forms = has.marks,
    geometry = function(row)
      local x = look(row)
      return x.gaps, x.pushes
    end,
    marks = (has.marks or look(0).marks) and function(_, row)
      return look(row).marks
    end }, path }
end

--- Several traces of one name are told apart by their files'.
return function()
  local all, titles, count = {}, {}, {}
  local one = traced(core.reread(1))
  while one do
    local has = one[1]
    all[#all + 1] = one
    count[has.name] = (count[has.name] or 0) + 1
    if not titles[has.title] then
      titles[has.title], titles[#titles + 1] = true, has.title
    end
    one = traced(core.reread(#all + 1))
  end
  for _, x in ipairs(all) do
    local has = x[1]
    if count[has.name] > 1 then
      has.name = has.name .. "." .. stem(x[3])
    end
    movie.draw(has, x[2])
  end
  movie.finish(table.concat(titles, ", "))
end
