--- Builds a scene of scenes.lua for perp, which runs it and judges what others have
--- made of it.
local perp = require "perp"
local name = perp.param("scene", "stick", "a name of scenes.lua")

local world, space, h, T, e
local states, pushes = {}, {}

local function shift(words, n)
  local out = {}
  for i = 1, n do
    out[i] = tonumber(table.remove(words, 1))
  end
  return out
end

local here = false
for line in require "scenes":gmatch "[^\n]+" do
  local words = {}
  for word in line:gmatch "%S+" do
    words[#words + 1] = word
  end
  local what, of = table.remove(words, 1), table.remove(words, 1)
  if what == "scene" then
    here = of == name
  end
  if not here then
    goto next
  elseif what == "scene" then
    space = table.remove(words, 1) == "3"
    local mu, gravity
    h, T, mu, e = table.unpack(shift(words, 4))
    gravity = shift(words, #words)
    world = require(space and "perp.spatial" or "perp.planar").world {
      gravity = gravity, mu = mu, ground = false }
  elseif what == "wall" then
    world:wall { name = of, point = shift(words, space and 3 or 2),
      normal = shift(words, #words) }
  elseif what == "pin" then
    world:revolute { "pin", a = of, at = shift(words, 2), on = shift(words, 2) }
  elseif what == "push" then
    local a, w = table.unpack(shift(words, 2))
    pushes[of] = function(t) return a * perp.cos(w * t) end
  else
    local mass = tonumber(table.remove(words, 1))
    if what == "disc" then
      world:disc { name = of, mass = mass, radius = shift(words, 1)[1] }
    elseif space then
      world:box { name = of, mass = mass, size = shift(words, 3) }
    else
      local size = shift(words, 2)
      world:box { name = of, mass = mass, width = size[1], height = size[2],
        force = function(t) return { pushes[of] and pushes[of](t) or 0, 0, 0 } end }
    end
    local n = space and 3 or 2
    local at, turn = shift(words, n), shift(words, space and 4 or 1)
    local velocity, spin = shift(words, n), shift(words, space and 3 or 1)
    states[of] = { at = at, turn = space and turn or turn[1],
      velocity = velocity, spin = space and spin or spin[1] }
  end
  ::next::
end

if not world then
  error(("scenes.lua has no scene '%s'"):format(name))
end
local q, v = world:state(states)
return { system = world:system(), q = q, v = v, h = h, e = e,
  T = perp.param("T", T, "duration, s"), alpha = 1, gamma = 1,
  clock = "uniform", tolerance = 1e-4 }
