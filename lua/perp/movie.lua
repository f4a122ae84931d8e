--- # The data of a replay
---
--- `perp run SCENE --movie FILE` writes a page that draws the bodies of a run,
--- what pushes them, and what the table says. This file makes the data of the
--- page; `movie/` has the page, and doc/03-replays.md the format.
---
--- A column of numbers is kept as whole multiples of a unit, a power of two
--- below a millionth of its greatest number, and of these the second
--- differences: motions are smooth, so they are small, and pack well. What is
--- drawn is rounded by half a unit, and the page says so; what is proven is in
--- the proof, with every digit.

local core = require "perp.core"
local bodies = require "perp.movie_bodies"

local movie = {}
local version = (core.options() or {}).version
local films = { runs = {}, scenes = {}, names = {} }

--- The most rows that are drawn. Of more, every k-th and the last.
local most_rows, most_gaps = 6000, 8

--- ## Text

local function quoted(text)
  return '"' .. text:gsub('[%c"\\<]', function(c)
    return ("\\u%04x"):format(c:byte())
  end) .. '"'
end

--- The keys of a table in alphabetical order, so that the page is the same on
--- every machine; what has a first entry, or nothing, is a list.
local function json(x)
  if type(x) == "table" and (x[1] ~= nil or next(x) == nil) then
    local out = {}
    for i, entry in ipairs(x) do
      out[i] = json(entry)
    end
    return "[" .. table.concat(out, ",") .. "]"
  elseif type(x) == "table" then
    local keys = {}
    for key in pairs(x) do
      keys[#keys + 1] = key
    end
    table.sort(keys)
    for i, key in ipairs(keys) do
      keys[i] = quoted(key) .. ":" .. json(x[key])
    end
    return "{" .. table.concat(keys, ",") .. "}"
  elseif math.type(x) == "integer" or type(x) == "boolean" then
    return tostring(x)
  elseif type(x) == "number" and x - x == 0 then
    return ("%.17g"):format(x)
  elseif type(x) == "number" then
    return "null"
  end
  return core.isratio(x) and json(core.number(x)) or quoted(tostring(x))
end

--- ## Columns

--- The exponent of the unit: 2^exponent is at most a millionth of x; above
--- 2^-1000, so that a script can divide by it.
local function unit_of(x)
  return x > 0 and math.max(-1000, math.floor(math.log(x, 2)) - 20) or 0
end

--- Second differences of whole numbers, the first two of themselves.
local function differences(list)
  local out, last, slope = {}, 0, 0
  for i, n in ipairs(list) do
    local new = n - last
    out[i], last, slope = new - slope, n, new
  end
  return out
end

local function whole(x, unit)
  return math.floor(x / unit + 0.5)
end

--- `{ e, d }`: entry i is 2^e times the whole number that d leads to.
local function column(list, e)
  local most = 0
  for _, x in ipairs(list) do
    most = math.max(most, math.abs(x))
  end
  e = e or unit_of(most)
  local unit, out = 2.0 ^ e, {}
  for i, x in ipairs(list) do
    out[i] = whole(x, unit)
  end
  return { e = e, d = differences(out) }
end

--- ## One run

--- Which rows of the table are drawn: what `core.column` gives with `every`.
local function rows_of(count)
  local every, list = math.max(1, math.ceil(count / most_rows)), {}
  for row = 0, count - 1, every do
    list[#list + 1] = row
  end
  if list[#list] ~= count - 1 then
    list[#list + 1] = count - 1
  end
  list.every = every
  return list
end

local function picked(run, name, rows)
  return core.column(run.core, name, rows.every)
end

--- A push is: frame, contact, then the numbers of point, normal and impulse.
local function pushes(out, i, list, picture, q)
  for _, push in ipairs(list) do
    local p, n, f = bodies.touch(picture, q, push)
    if p then
      out.frame[#out.frame + 1] = i - 1
      out.contact[#out.contact + 1] = push[1] - 1
      for k = 1, picture.dimension do
        out.numbers[k][#out.frame] = p[k]
        out.numbers[picture.dimension + k][#out.frame] = n[k]
        out.numbers[2 * picture.dimension + k][#out.frame] = f[k]
      end
    end
  end
end

--- The contacts whose gaps are drawn: those that come nearest, by their least
--- gap, at most eight; and the least of all.
local function gap_columns(gaps, names)
  local least, order, out = {}, {}, {}
  for j = 1, #names do
    order[j], least[j] = j, 1 / 0
    for _, row in ipairs(gaps) do
      least[j] = math.min(least[j], row[j])
    end
  end
  table.sort(order, function(a, b)
    return least[a] < least[b] or least[a] == least[b] and a < b
  end)
  for k = 1, math.min(#order, most_gaps) do
    local list = {}
    for i, row in ipairs(gaps) do
      list[i] = row[order[k]]
    end
    out[k] = { name = names[order[k]], contact = order[k] - 1,
      column = column(list) }
  end
  return out
end

local function contact_names(run)
  local names = {}
  for _, name in ipairs(run.columns) do
    names[#names + 1] = name:match("^cn%.(.*)$")
  end
  return names
end

--- What happens at contacts: gaps, and pushes.
local function contacts(e, run, rows, q, names, picture)
  local geometry = core.geometry(run.core, e.system.core)
  local gaps, out = {}, { frame = {}, contact = {}, numbers = {} }
  for k = 1, 3 * picture.dimension do
    out.numbers[k] = {}
  end
  for i, row in ipairs(rows) do
    local point, list = {}, nil
    for k, values in ipairs(q) do
      point[k] = values[i]
    end
    gaps[i], list = geometry(row)
    pushes(out, i, list, picture, point)
  end
  for k, list in ipairs(out.numbers) do
    out.numbers[k] = column(list)
  end
  out.frame, out.contact = differences(out.frame), differences(out.contact)
  return gap_columns(gaps, names), out
end

--- Contact by contact with its impulses, those that ever push: c_n, and the
--- friction in all of its directions.
local function impulses(run, rows, names)
  local out = {}
  for j, name in ipairs(names) do
    local cn, any = picked(run, "cn." .. name, rows), false
    for _, x in ipairs(cn) do
      any = any or x ~= 0
    end
    if any then
      local ft = {}
      for _, title in ipairs(run.columns) do
        if title == "ft." .. name or title:match("^ft%." ..
          name:gsub("%p", "%%%0") .. "%.%d+$") then
          ft[#ft + 1] = column(picked(run, title, rows))
        end
      end
      out[#out + 1] = { contact = j - 1, name = name, cn = column(cn),
        ft = ft }
    end
  end
  return out
end

local function marks(e, rows, q, v, t)
  local made = e.system.marks
  if not made then
    return nil
  end
  local columns = {}
  for i in ipairs(rows) do
    local point = {}
    for _, group in ipairs { q, v, { t } } do
      for _, list in ipairs(group) do
        point[#point + 1] = list[i]
      end
    end
    for k, x in ipairs(core.eval(made.tape, point) or {}) do
      columns[k] = columns[k] or {}
      columns[k][i] = x
    end
  end
  for k, list in ipairs(columns) do
    columns[k] = column(#list == #rows and list or { 0 })
  end
  return columns
end

local function scene_of(e)
  for i, scene in ipairs(films.scenes) do
    if scene.system == e.system then
      return i - 1
    end
  end
  local system = e.system
  films.scenes[#films.scenes + 1] = { system = system,
    picture = system.picture or { dimension = 2, bodies = {}, links = {} },
    marks = system.marks and system.marks.forms }
  return #films.scenes - 1
end

local function all_picked(run, prefix, names, rows)
  local out = {}
  for i, name in ipairs(names) do
    out[i] = picked(run, prefix .. name, rows)
  end
  return out
end

--- Adds a run to the page; `x` is what the step loop was given.
function movie.add(e, x, run)
  local has = {}
  for _, name in ipairs(run.columns) do
    has[name] = true
  end
  local count = run.summary.steps + 1
  local rows = rows_of(count)
  local q = all_picked(run, "q.", e.system.coordinates, rows)
  local v = all_picked(run, "v.", e.system.velocities, rows)
  local scene, t = scene_of(e), picked(run, "t", rows)
  local names = contact_names(run)
  local film = { name = x.name, scheme = x.scheme, h = x.h, T = x.T,
    alpha = x.alpha, gamma = x.gamma, e = x.e, scene = scene,
    every = rows.every, rows = count, t = column(t, unit_of(t[#t]) - 12),
    coordinates = e.system.coordinates, contacts = names, q = {},
    mu = core.friction(e.system.core),
    kinetic = column(picked(run, "kinetic", rows)), impulses = impulses(run,
    rows, names), marks = marks(e, rows, q, v, t),
    header = core.header(run.core),
    collisions = run.summary.collisions, outcome = x.outcome, of = x.of }
  for i, list in ipairs(q) do
    film.q[i] = column(list)
  end
  if has.elastic then
    film.elastic = column(picked(run, "elastic", rows))
  end
  if #names > 0 then
    film.gaps, film.pushes = contacts(e, run, rows, q, names,
      films.scenes[scene + 1].picture)
  end
  films.runs[#films.runs + 1] = film
  films.names[#films.names + 1] = x.name
end

--- A function that adds a run of the same experiment which was made otherwise: its
--- table, its name, and which outcome it took of how many at each fork.
function movie.film(e, x)
  return function(made, name, outcome, of)
    movie.add(e, setmetatable({ name = name, outcome = outcome, of = of },
      { __index = x }), { core = made, summary = core.summary(made),
      columns = core.columns(made) })
  end
end

--- Writes the page of all runs.
function movie.finish(title)
  local scenes = {}
  for i, scene in ipairs(films.scenes) do
    scenes[i] = { picture = scene.picture, marks = scene.marks }
  end
  core.movie(json { format = 1, perp = version, title = title,
    scenes = scenes, runs = films.runs }, films.names)
end

return movie
