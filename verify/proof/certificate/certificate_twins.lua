--- Points in the plane and walls between them in all directions, masses 1 or
--- `ratio`, each contact twice, `apart` from itself: what makes a problem hard for
--- doubles, drawn anew for each run. For tests of certificates.
local perp = require "perp"
local count = perp.param("count", 5, "pairs of contacts")
local runs = perp.param("runs", 10, "how many, of one step each")
local ratio = perp.param("ratio", 1e6, "of the masses")
local apart = perp.param("apart", 1e-13, "between the contacts of a pair")
local h = perp.param("h", 0.01, "step, s")
local state = perp.param("seed", 1, "of what is drawn")

--- A number in [-1, 1), by the multiplication of Park and Miller.
local function draw()
  state = state * 48271 % 2147483647
  return 2 * state / 2147483647 - 1
end
for _ = 1, 10 do draw() end

local function scene(name)
  local coordinates, q, v, mass, force, rows = {}, {}, {}, {}, {}, {}
  for i = 1, 2 * count do
    coordinates[i] = "q" .. i
    q[i], v[i], force[i], mass[i] = 0, draw(), 10 * draw(), {}
    for j = 1, 2 * count do mass[i][j] = 0 end
    mass[i][i] = (1.25 + 0.75 * draw()) * (draw() < 0 and 1 or ratio)
    force[i] = force[i] * mass[i][i]
  end
  for c = 1, count do
    local one, two = draw(), draw()
    one = math.floor(count * (one + 1) / 2)
    two = math.floor((count + 1) * (two + 1) / 2) - 1
    local x, y, mu = draw(), draw(), 0.55 + 0.45 * draw()
    for k = 0, 1 do
      local row = { n = {}, d = {}, mu = mu }
      for i = 1, 2 * count do row.n[i], row.d[i] = 0, 0 end
      local function side(body, sign)
        local function near() return sign * k * apart * draw() end
        row.n[2 * body + 1] = sign * x + near()
        row.n[2 * body + 2] = sign * y + near()
        row.d[2 * body + 1] = -sign * y + near()
        row.d[2 * body + 2] = sign * x + near()
      end
      side(one, 1)
      if two >= 0 and two ~= one then side(two, -1) end
      rows[#rows + 1] = row
    end
  end
  local function along(row, x)
    local sum = 0
    for i = 1, 2 * count do
      if row[i] ~= 0 then sum = sum + row[i] * x["q" .. i] end
    end
    return sum
  end
  return {
    name = name,
    system = perp.system {
      coordinates = coordinates,
      mass = function() return mass end,
      force = function() return force end,
      contacts = function(q, v)
        local c = {}
        for k, row in ipairs(rows) do
          c[k] = { name = "c" .. k, mu = row.mu, gap = along(row.n, q),
                   slips = { along(row.d, v) } }
        end
        return c
      end,
    },
    alpha = 1, gamma = 1, h = h, T = h, tolerance = 1e-9, q = q, v = v,
  }
end

for run = 1, runs do perp.simulate(scene("run" .. run)) end
