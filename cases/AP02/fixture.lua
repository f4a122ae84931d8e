--- # A block in a fixture
--
--- A cube lies on the ground, held from four sides and from above by rods with a
--- spring and a damper each, as a workpiece is. The upper one is preloaded: it
--- presses with `clamp` newtons. A tool pushes with `push` newtons, growing for
--- the first second, along (cos, sin) of the angle `towards`. The stiffer the
--- rods, the less the block moves, and the less of the push is left for friction:
---
---     perp run cases/AP02/fixture.lua --set stiffness=1e8 --exact-check
---     perp run cases/AP02/fixture.lua --scheme stiff-limit --csv -
---
--- An explicit step would need h < 2e-4 s for 1e8 N/m and 1e4 N s/m; this one
--- takes h = 0.01. Anitescu and Potra name stabilized fixtures as the reason for
--- their scheme.

local perp = require "perp"
local spatial = require "perp.spatial"
local stiffness = perp.param("stiffness", 1e6, "of each rod, N/m")
local damping = perp.param("damping", 1e4, "of each rod, N s/m")
local clamp = perp.param("clamp", 50, "preload from above, N")
local push = perp.param("push", 60, "force of the tool, N")
local towards = perp.param("towards", 0.5, "its direction, rad from x")
local mu = perp.param("mu", 0.3, "friction on the ground")
local h = perp.param("h", 0.01, "step, s")
local T = perp.param("T", 2, "duration, s")

local c, s = perp.cos(towards), perp.sin(towards)

local world = spatial.world { mu = mu, directions = 8 }
local block = world:box { name = "block", mass = 2, size = { 1, 1, 1 },
  force = function(t)
    local f = push * perp.min(t, 1)
    return { f * c, f * s, 0, 0, 0, 0 }
  end }

local function rod(name, at, on, preload)
  world:spring { name, a = block, at = at, on = on, stiffness = stiffness,
    damping = damping, rest = 1 + preload / stiffness }
end
rod("east", { 0.5, 0, 0 }, { 1.5, 0, 0.5 }, 0)
rod("north", { 0, 0.5, 0 }, { 0, 1.5, 0.5 }, 0)
rod("west", { -0.5, 0, 0 }, { -1.5, 0, 0.5 }, 0)
rod("south", { 0, -0.5, 0 }, { 0, -1.5, 0.5 }, 0)
rod("top", { 0, 0, 0.5 }, { 0, 0, 2 }, clamp)

local q, v = world:state { block = { at = { 0, 0, 0.5 } } }

return {
  system = world:system(), scheme = "linear-implicit", h = h, T = T, q = q,
  v = v,
  figures = function(run)
    local t, panels, forces = run.t, {}, { xlabel = "t (s)",
      ylabel = "force (N)", series = {} }
    for _, name in ipairs { "block.x", "block.y" } do
      panels[#panels + 1] = { x = t, y = run["q." .. name], xlabel = "t (s)",
        ylabel = name .. " (m)" }
    end
    for _, name in ipairs { "east", "north", "west", "south", "top" } do
      local y = {}
      for i, x in ipairs(run["cs." .. name]) do
        y[i] = x / h
      end
      forces.series[#forces.series + 1] = { x = t, y = y, label = name }
    end
    panels[#panels + 1] = forces
    return { { name = "fixture", title = "A block in a fixture",
      panels = panels } }
  end,
}
