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
local json = require "perp.json"

local movie = {}
local version = (core.options() or {}).version
local films = { runs = {}, scenes = {}, known = {}, names = {} }

--- The most rows that are drawn. Of more, every k-th and the last.
local most_rows, most_gaps = 6000, 8

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

--- ## Where it comes from
---
--- A run that was made now, or a trace of one: `table` has its rows, and the rest
--- is what no column holds. `made(e, run)` is that of a run of the experiment e.

local function pushed_now(e, run)
  local ask
  return function(i)
    ask = ask or core.geometry(run.core, e.system.core)
    return ask(i)
  end
end

--- The numbers of marks and of walls that move, in a row with this q, v, t.
local function marks_now(made)
  return made and function(point)
    return core.eval(made.tape, point)
  end
end

local function made(e, run)
  local s = e.system
  return { table = run.core, columns = run.columns,
    rows = run.summary.steps + 1, collisions = run.summary.collisions,
    header = core.header(run.core), coordinates = s.coordinates,
    velocities = s.velocities, mu = core.friction(s.core),
    picture = movie.picture(s), forms = s.marks and s.marks.forms,
    geometry = pushed_now(e, run), marks = marks_now(s.marks) }
end

--- What is drawn of a system.
function movie.picture(system)
  return system.picture or { dimension = 2, bodies = {}, links = {} }
end

local function picked(of, name, rows)
  return core.column(of.table, name, rows.every)
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

local function contact_names(of)
  local names = {}
  for _, name in ipairs(of.columns) do
    names[#names + 1] = name:match("^cn%.(.*)$")
  end
  return names
end

--- What happens at contacts: gaps, and pushes.
local function contacts(of, rows, q, names)
  local picture = of.picture
  local gaps, out = {}, { frame = {}, contact = {}, numbers = {} }
  for k = 1, 3 * picture.dimension do
    out.numbers[k] = {}
  end
  for i, row in ipairs(rows) do
    local point, list = {}, nil
    for k, values in ipairs(q) do
      point[k] = values[i]
    end
    gaps[i], list = of.geometry(row)
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
local function impulses(of, rows, names)
  local out = {}
  for j, name in ipairs(names) do
    local cn, any = picked(of, "cn." .. name, rows), false
    for _, x in ipairs(cn) do
      any = any or x ~= 0
    end
    if any then
      local ft = {}
      for _, title in ipairs(of.columns) do
        if title == "ft." .. name or title:match("^ft%." ..
          name:gsub("%p", "%%%0") .. "%.%d+$") then
          ft[#ft + 1] = column(picked(of, title, rows))
        end
      end
      out[#out + 1] = { contact = j - 1, name = name, cn = column(cn),
        ft = ft }
    end
  end
  return out
end

local function marks(of, rows, q, v, t)
  if not of.marks then
    return nil
  end
  local columns = {}
  for i, row in ipairs(rows) do
    local point = {}
    for _, group in ipairs { q, v, { t } } do
      for _, list in ipairs(group) do
        point[#point + 1] = list[i]
      end
    end
    for k, x in ipairs(of.marks(point, row) or {}) do
      columns[k] = columns[k] or {}
      columns[k][i] = x
    end
  end
  for k, list in ipairs(columns) do
    columns[k] = column(#list == #rows and list or { 0 })
  end
  return columns
end

--- Runs with one picture and the same marks share a scene.
local function scene_of(of)
  local new = { picture = of.picture, marks = of.forms }
  local text = json.encode(new)
  for i, scene in ipairs(films.scenes) do
    if films.known[i] == text then
      return i - 1
    end
  end
  films.scenes[#films.scenes + 1], films.known[#films.known + 1] = new, text
  return #films.scenes - 1
end

local function all_picked(of, prefix, names, rows)
  local out = {}
  for i, name in ipairs(names) do
    out[i] = picked(of, prefix .. name, rows)
  end
  return out
end

--- Adds a run to the page; `x` is what the step loop was given.
function movie.draw(x, of)
  local has = {}
  for _, name in ipairs(of.columns) do
    has[name] = true
  end
  local rows = rows_of(of.rows)
  local q = all_picked(of, "q.", of.coordinates, rows)
  local v = all_picked(of, "v.", of.velocities, rows)
  local t, names = picked(of, "t", rows), contact_names(of)
  local film = { name = x.name, scheme = x.scheme, h = x.h, T = x.T,
    alpha = x.alpha, gamma = x.gamma, e = x.e, scene = scene_of(of),
    every = rows.every, rows = of.rows, t = column(t, unit_of(t[#t]) - 12),
    coordinates = of.coordinates, contacts = names, q = {}, mu = of.mu,
    kinetic = column(picked(of, "kinetic", rows)), impulses = impulses(of,
    rows, names), marks = marks(of, rows, q, v, t), header = of.header,
    collisions = of.collisions, unfinished = of.unfinished,
    outcome = x.outcome, of = x.of }
  for i, list in ipairs(q) do
    film.q[i] = column(list)
  end
  if has.elastic then
    film.elastic = column(picked(of, "elastic", rows))
  end
  if #names > 0 then
    film.gaps, film.pushes = contacts(of, rows, q, names)
  end
  films.runs[#films.runs + 1] = film
  films.names[#films.names + 1] = x.name
end

function movie.add(e, x, run)
  movie.draw(x, made(e, run))
end

--- ## For a trace
---
--- The first line of a trace has what the page wants to know and no row says, as
--- JSON: `x` is what the step loop is given. The title is the scene's.
function movie.shapes(e, x)
  local s, mu = e.system, core.friction(e.system.core)
  return json.encode { title = movie.title(), name = x.name,
    scheme = x.scheme, h = x.h, T = x.T, alpha = x.alpha, gamma = x.gamma,
    e = x.e, coordinates = s.coordinates, velocities = s.velocities, mu = mu,
    picture = movie.picture(s), marks = s.marks and s.marks.forms }
end

--- The stem of the scene's file.
function movie.title()
  return core.options().script:match("([^/]-)%.?[^./]*$")
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
  core.movie(json.encode { format = 1, perp = version, title = title,
    scenes = films.scenes, runs = films.runs }, films.names)
end

return movie
