--- A rod of length 2 over the floor, a cart u that it drives through a joint, a spring
--- between both. One end arrives while the other, which is closed, parts: what comes
--- back to the first would press the second into the floor, so it takes an impulse
--- beyond its share. With `fall` both ends arrive at once, in a step.
local perp = require "perp"
local r = perp.ratio
local e = perp.param("e", r(1), "restitution, 0 to 1")
local mu = perp.param("mu", r(1, 8), "friction of the first end")
local fall = perp.param("fall", 0, "height over the floor, m")
local vy = perp.param("vy", r(-1, 4), "at the start, m/s")
local turn = perp.param("turn", r(-7, 4), "at the start, rad/s")
local h = perp.param("h", r(1, 8), "step, s")
local T = perp.param("T", r(1, 8), "duration, s")
local clock = perp.param("clock", "collision", "or uniform")
local scheme = perp.param("scheme", "alpha-gamma", "of the velocity level")
local family = scheme == "alpha-gamma"
local alpha = perp.param("alpha", r(1, 2), "of alpha-gamma, and gamma")

local system = perp.system {
  coordinates = { "x", "y", "th", "u" },
  mass = { { 1, 0, 0, r(1, 4) }, { 0, 1, 0, 0 }, { 0, 0, r(1, 3), 0 },
    { r(1, 4), 0, 0, 2 } },
  force = { 0, -10, 0, 0 },
  joints = function(q) return { { name = "drive", q.x - 2 * q.u } } end,
  springs = function(q) return {
    { name = "rope", elongation = q.u - q.y / 2, stiffness = 3, damping = 1 } }
  end,
  contacts = function(q, v) return {
    { name = "one", gap = q.y + q.th, slips = { v.x, v.x - v.u }, mu = mu },
    { name = "two", gap = q.y - q.th, slips = { v.x + v.th }, mu = r(1, 2) } }
  end,
}
return { system = system, scheme = scheme, e = e, h = h, T = T,
  alpha = family and alpha or nil, gamma = family and alpha or nil,
  clock = clock, q = { 0, fall, 0, 0 }, v = { 1, vy, turn, r(1, 2) } }
