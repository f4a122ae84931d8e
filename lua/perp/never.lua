--- # Shapes that can never touch
--
--- Two bodies touch where their parts have a kind of contact. A disc and a box
--- in the plane have none: they pass through each other, and no number of the
--- run says so. So a world names such shapes to its system, and each run says
--- it. Pairs that do not collide are not meant (joined bodies, what world:ignore
--- names, any with `collide = false`), nor two mass points, which have no extent.

local world = require "perp.world"

local never = {}

--- Have two lists of parts a kind in common?
local function meet(some, others, touching)
  for part in pairs(some) do
    for other in pairs(others) do
      if touching[part] and touching[part][other] or
        touching[other] and touching[other][part] then
        return true
      end
    end
  end
  return false
end

--- Bodies with the same parts, in the order of the first.
local function classes(bodies, parts)
  local list, at = {}, {}
  for _, body in ipairs(bodies) do
    local own, words = {}, {}
    for _, part in ipairs(parts(body)) do
      if not own[part] then
        own[part], words[#words + 1] = true, part
      end
    end
    table.sort(words)
    local key = body.kind .. ":" .. table.concat(words, ",")
    if not at[key] then
      at[key] = { kind = body.kind, parts = own }
      list[#list + 1] = at[key]
    end
    table.insert(at[key], body)
  end
  return list
end

--- The first pair of two classes that may collide, and how many there are.
local function apart(w, a, b)
  local first, count = nil, 0
  for i, one in ipairs(a) do
    for k = a == b and i + 1 or 1, #b do
      if not world.apart(w, one, b[k]) then
        first, count = first or { one, b[k] }, count + 1
      end
    end
  end
  return first, count
end

local function named(body)
  return ("%s '%s'"):format(body.kind, body.name or "")
end

local function line(first, second, count)
  local more = count > 2 and (", and %d more pairs"):format(count - 1) or
    count == 2 and ", and another pair" or ""
  return ("%s and %s%s"):format(first, second, more)
end

--- The pairs of shapes of a world as lines, one for each two shapes. `parts`
--- lists what a body brings; `touching` and `grounded` are the kinds there are.
function never.of(w, parts, touching, grounded)
  local out, list = {}, classes(w.bodies, parts)
  local floor = {}
  for part in pairs(grounded) do
    floor[part] = { ground = true }
  end
  for i, a in ipairs(list) do
    for _, wall in ipairs(w.walls) do
      local first, count = apart(w, a, { wall })
      if first and not meet(a.parts, { ground = true }, floor) then
        out[#out + 1] = line(named(first[1]), wall.name, count)
      end
    end
    for k = i, w.collide and #list or 0 do
      local b = list[k]
      local both = a.kind == "point" and b.kind == "point"
      if not both and not meet(a.parts, b.parts, touching) then
        local first, count = apart(w, a, b)
        if first then
          out[#out + 1] = line(named(first[1]), named(first[2]), count)
        end
      end
    end
  end
  return out
end

return never
