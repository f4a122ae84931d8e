--- # Two contacts on one patch in space
--
--- Five coordinates with a full mass matrix, two contacts with three rows each,
--- whose stiffness and damping couple all six, a load that turns, a force that
--- turns the velocity, and springs. `which` takes one of eleven: friction from
--- 0.1 to 2, implicit and explicit weights, a weak and a strong coupling, and a
--- damping that is nearly singular.
local perp = require "perp"
local which = perp.param("which", 1, "which of the eleven, 1 to 11")

--- Friction, weight of the old value, how much the rows couple, the least of
--- the damping's diagonal.
local kinds = {
  { 0.1, 0, 0.05, 1 }, { 0.1, 1, 0.05, 1 }, { 0.2, 0.5, 0.05, 1 },
  { 0.3, 0, 1, 1 }, { 0.3, 1, 1, 1 }, { 0.5, 0, 1, 1 }, { 0.5, 1, 1, 1 },
  { 1, 0, 1, 1 }, { 1, 0.5, 1, 1 }, { 2, 0, 1, 1 }, { 0.5, 0, 1, 1e-6 },
}
local mu, theta, couple, least = table.unpack(kinds[which])

--- L D L' of a unit lower triangle: positive definite for every L. What an
--- entry couples is scaled by `couple`.
local function definite(diagonal, below)
  local n, A = #diagonal, {}
  local function L(i, j)
    return i == j and 1 or j < i and couple * below[i][j] or 0
  end
  for i = 1, n do
    A[i] = {}
    for j = 1, n do
      A[i][j] = 0
      for k = 1, math.min(i, j) do
        A[i][j] = A[i][j] + L(i, k) * diagonal[k] * L(j, k)
      end
    end
  end
  return A
end

local stiff = definite({ 2e4, 1.5e4, 1e4, 2e4, 1.5e4, 1e4 },
  { {}, { 0.5 }, { -0.25, 0.375 }, { 0.25, 0.125, -0.5 },
    { 0.125, -0.25, 0.25, 0.5 }, { -0.25, 0.25, 0.125, -0.375, 0.5 } })
local damp = definite({ 100, 80, 60, 100, 80, 60 * least },
  { {}, { -0.375 }, { 0.5, 0.25 }, { 0.25, -0.25, 0.125 },
    { -0.5, 0.25, 0.25, -0.375 }, { 0.25, 0.125, -0.25, 0.5, 0.25 } })

local system = perp.system {
  coordinates = { "x", "y", "z", "a", "b" },
  mass = function()
    return { { 1.5, 0.25, 0.125, 0.0625, 0 }, { 0.25, 1.25, 0, 0.125, 0.0625 },
      { 0.125, 0, 1.75, 0.0625, -0.125 }, { 0.0625, 0.125, 0.0625, 0.5, 0.125 },
      { 0, 0.0625, -0.125, 0.125, 0.625 } }
  end,
  force = function(t, q, v)
    local push = 14 * mu + 3
    return { push * perp.cos(7 * t) - 2 * q.x + 0.5 * v.y,
      push * perp.sin(7 * t) - 2 * q.y - 0.5 * v.x,
      -16 + 4 * perp.sin(11 * t) - 3 * q.z,
      -4 * q.a + 0.25 * v.b, -4 * q.b - 0.25 * v.a }
  end,
  contacts = function(q, v)
    return {
      { name = "left", mu = mu, gap = q.z - 0.5 * q.a + 0.25 * q.b,
        slips = { v.x + 0.25 * v.a, v.y - 0.25 * v.b } },
      { name = "right", mu = mu, gap = q.z + 0.5 * q.a - 0.125 * q.b,
        slips = { v.x - 0.125 * v.b, v.y + 0.25 * v.a + 0.125 * v.b } } }
  end,
  compliance = { K = stiff, C = damp },
}

return { system = system, scheme = "theta", theta = theta,
  h = perp.param("h", perp.ratio(1, 1024), "step, s"),
  T = perp.param("T", perp.ratio(600, 1024), "duration, s"),
  q = { 0, 0, 0.001, 0, 0 }, v = { 0.25, 0, -0.25, 0.1, 0 } }
