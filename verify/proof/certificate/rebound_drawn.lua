--- Collisions drawn anew for each run, all contacts closed from the start: up to four
--- of them with up to two slips each, a joint and a spring or none, a mass matrix that
--- couples everything, one restitution from 0 to 1. For tests of certificates.
local perp = require "perp"
local r = perp.ratio
local runs = perp.param("runs", 10, "how many")
local state = perp.param("seed", 1, "of what is drawn")

--- A whole number from a to b, by the multiplication of Park and Miller.
local function draw(a, b)
  state = state * 48271 % 2147483647
  return a + math.floor(state / 64) % (b - a + 1)
end
for _ = 1, 10 do draw(0, 1) end

local function row(n)
  local out = {}
  for i = 1, n do out[i] = r(draw(-4, 4), 4) end
  return out
end

local function zeros(n)
  local out = {}
  for i = 1, n do out[i] = 0 end
  return out
end

local function along(g, x, names)
  local sum = 0
  for i, name in ipairs(names) do sum = sum + g[i] * x[name] end
  return sum
end

--- Diagonally dominant, so that it is positive definite.
local function mass(n)
  local M = {}
  for i = 1, n do M[i] = {} end
  for i = 1, n do
    for j = 1, i - 1 do
      M[i][j] = r(draw(-2, 2), 8)
      M[j][i] = M[i][j]
    end
    M[i][i] = r(draw(8, 16), 8)
  end
  return M
end

local function scene(name)
  local n, contacts = draw(2, 5), {}
  local names, M, force = {}, mass(n), row(n)
  for i = 1, n do names[i] = "q" .. i end
  for k = 1, draw(1, 4) do
    contacts[k] = { n = row(n), mu = r(draw(0, 4), 4), d = {} }
    for i = 1, draw(0, 2) do contacts[k].d[i] = row(n) end
  end
  local hold, rope = draw(0, 2) == 0 and row(n), draw(0, 1) == 0 and row(n)
  return {
    name = name, e = r(draw(0, 8), 8), h = r(1, 16), T = r(1, 16),
    scheme = "linear-implicit", q = zeros(n), v = row(n), start = "torn",
    system = perp.system {
      coordinates = names, mass = M, force = force,
      joints = hold and function(q) return {
        { name = "hold", along(hold, q, names) } } end or nil,
      springs = rope and function(q) return { { name = "rope", damping = r(1, 4),
        stiffness = 2, elongation = along(rope, q, names) } } end or nil,
      contacts = function(q, v)
        local out = {}
        for k, c in ipairs(contacts) do
          local slips = {}
          for i, d in ipairs(c.d) do slips[i] = along(d, v, names) end
          out[k] = { name = "c" .. k, mu = c.mu, gap = along(c.n, q, names),
                     slips = slips }
        end
        return out
      end,
    },
  }
end

for run = 1, runs do perp.simulate(scene("run" .. run)) end
