--- # A motion solved by itself
---
--- For a scene's `reference`: ordinary differential equations of few unknowns, piece
--- by piece, by the Runge-Kutta method of order 4 with a small step, as far as it is
--- asked for. It knows nothing of contacts, matrices or schemes; what ends a piece,
--- and what is then, the scene says.
---
---     local solved = require "perp.solved"
---     local motion = solved.motion { y = { 1, 0 },
---       rate = function(t, y) return { y[2], -9.81 * perp.sin(y[1]) } end,
---       lasts = function(t, y) return y[1] end, -- the piece ends where it is 0
---       next = function(t, y) return { y = { 0, -y[2] / 2 }, ... } end }
---     local angle, rate = motion(0.5)
---
--- A piece without `lasts` has no end. Where `next` gives nothing, all stays as it
--- is. `step` is a number of motion's second argument, 1e-3 s without it.

local solved = {}

local function along(y, d, rates)
  local out = {}
  for i, x in ipairs(y) do
    out[i] = x + d * rates[i]
  end
  return out
end

--- One step of length d.
local function step(piece, t, y, d)
  local a = piece.rate(t, y)
  local b = piece.rate(t + d / 2, along(y, d / 2, a))
  local c = piece.rate(t + d / 2, along(y, d / 2, b))
  local e = piece.rate(t + d, along(y, d, c))
  local sum = {}
  for i in ipairs(y) do
    sum[i] = (a[i] + 2 * b[i] + 2 * c[i] + e[i]) / 6
  end
  return along(y, d, sum)
end

--- Where in a step of length d the piece ends, by bisection to the last bit.
local function ending(piece, t, y, d)
  local a, b = 0, d
  while true do
    local c = (a + b) / 2
    if c == a or c == b then
      return b
    elseif piece.lasts(t + c, step(piece, t, y, c)) > 0 then
      a = c
    else
      b = c
    end
  end
end

--- A function of time that gives the unknowns, one after the other. Of the rows that
--- it walks over every one is kept, so that no time costs more than one step.
function solved.motion(first, d)
  d = d or 1e-3
  local rows = { { t = 0, y = first.y, piece = first } }
  local function extend()
    local last = rows[#rows]
    local piece, t, y = last.piece, last.t, last.y
    local after = step(piece, t, y, d)
    if not piece.lasts or piece.lasts(t + d, after) > 0 or
      piece.lasts(t, y) <= 0 and #rows > 1 and rows[#rows - 1].piece == piece
    then
      rows[#rows + 1] = { t = t + d, y = after, piece = piece }
      return
    end
    local long = ending(piece, t, y, d)
    local at = step(piece, t, y, long)
    local follows = piece.next and piece.next(t + long, at)
    rows[#rows + 1] = { t = t + long, y = follows and follows.y or at,
      piece = follows or { rate = function() return along(at, -1, at) end } }
  end
  return function(t)
    while rows[#rows].t < t do
      extend()
    end
    local low, high = 1, #rows
    while low < high do -- the last row that is not behind t
      local middle = (low + high + 1) // 2
      if rows[middle].t <= t then low = middle else high = middle - 1 end
    end
    local row = rows[low]
    return table.unpack(step(row.piece, row.t, row.y, t - row.t))
  end
end

return solved
