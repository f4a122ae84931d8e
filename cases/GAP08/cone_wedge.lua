--- # A disc in a groove
--
--- Shows GAP08 (Def3.1), (3.9): with `--plot` the direction u is drawn at the disc.
--
--- A disc of radius r rests in a groove between two walls with the normals
--- (1, tau) and (-1, tau), before scaling. For mu < tau the disc can leave
--- upwards and the friction cone is pointed. For mu >= tau the walls hold it by
--- friction alone: push both with any force and let friction pull the disc down
--- as much as the normals lift it. These impulses cancel, they may be as large
--- as they like, and no bound on them exists.
--
---     perp cone cone_wedge.lua --set mu=1/2
---     perp cone cone_wedge.lua --set mu=3/4

local perp = require "perp"
local mu = perp.param("mu", perp.ratio(1, 2), "coefficient of friction")
local tau = 0.75 -- n = (4/5, 3/5): the walls lean by atan(3/4)
local r = 0.5

local system = perp.system {
  coordinates = { "x", "y", "th" },
  mass = function() return { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 0.125 } } end,
  force = function() return { 0, -9.81, 0 } end,
  contacts = function(q, v)
    local function wall(name, sign)
      return { name = name, mu = mu,
        gap = sign * q.x + tau * q.y,
        slips = { -sign * tau * v.x + v.y - sign * 1.25 * r * v.th } }
    end
    return { wall("left", 1), wall("right", -1) }
  end,
  draw = function(q) -- the walls go through r (-sign, -tau) / 1.25 of the disc
    local x, y = 0.8 * r, -0.6 * r
    local function wall(sign)
      return { "line", sign * (x - 0.6), y - 0.8, sign * (x + 0.6), y + 0.8 }
    end
    return { wall(1), wall(-1), { "circle", q.x, q.y, r } }
  end,
}

return { system = system, h = 0.01, T = 0.1,
  q = { x = 0, y = 0, th = 0 }, v = { x = 0, y = 0, th = 0 },
  reference = function() return { q = { 0, 0, 0 }, v = { 0, 0, 0 } } end }
