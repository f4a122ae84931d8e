-- Edge against edge. Every one of the 144 pairs of two boxes by hand; and where
-- the nearest points of two boxes lie inside an edge of each, the gap of that
-- pair is the distance of the boxes, found by alternating projections.
return function(hand, random)
  local spatial = require "perp.spatial"
  local dot, cross, sum, times = hand.dot, hand.cross, hand.sum, hand.times
  local half = { { 0.5, 0.4, 0.7 }, { 0.6, 0.3, 0.45 } }
  local depth = 0.25 * (0.4 + 0.3)

  local w = spatial.world { ground = false }
  for i, name in ipairs { "a", "b" } do
    w:box { name = name, mass = 1, size = times(2, half[i]) }
  end
  local system, which = w:system(), nil
  for i = 1, 4 do
    local fine, n = pcall(probe_rows, system.core, i)
    which = fine and n == 144 and i or which
    if which then
      break
    end
  end
  assert(which, "no binding of edges")

  -- Edge number i of a box: along axis k, four sign pairs.
  local function edge(i, h)
    local k, s = (i - 1) // 4 + 1, (i - 1) % 4
    local a, b = k % 3 + 1, (k + 1) % 3 + 1
    local m, e, f, g = { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 }
    f[a], g[b] = s % 2 * 2 - 1, s // 2 * 2 - 1
    m[a], m[b], e[k] = f[a] * h[a], g[b] * h[b], h[k]
    return m, e, f, g
  end

  -- The nearest points of two lines from the two equations that say the
  -- connection is perpendicular to both.
  local function lines(a, ma, ea, b, mb, eb)
    local d, g = hand.turn(a.q, ea), hand.turn(b.q, eb)
    local r = sum(hand.place(b, mb), hand.place(a, ma), -1)
    local aa, ab, bb = dot(d, d), dot(d, g), dot(g, g)
    local det = aa * bb - ab * ab
    local s = (bb * dot(d, r) - ab * dot(g, r)) / det
    local t = (ab * dot(d, r) - aa * dot(g, r)) / det
    return s, t, d, g, det / (aa * bb)
  end

  -- The gap by the rules of the header, and how far from their borders.
  local function by_hand(a, b, i, j)
    local ma, ea, fa, ga = edge(i, half[1])
    local mb, eb, fb, gb = edge(j, half[2])
    local s, t, d, g, sine = lines(a, ma, ea, b, mb, eb)
    local n = cross(d, g)
    n = times(1 / hand.length(n), n)
    local outer = { hand.turn(a.q, fa), hand.turn(a.q, ga),
      times(-1, hand.turn(b.q, fb)), times(-1, hand.turn(b.q, gb)) }
    local out = sum(sum(outer[1], outer[2]), sum(outer[3], outer[4]))
    if dot(n, out) < 0 then
      n = times(-1, n)
    end
    local ra, rb = sum(ma, ea, s), sum(mb, eb, t)
    local gap = dot(n, sum(hand.place(b, rb), hand.place(a, ra), -1))
    local margin = math.min(1 - math.abs(s), 1 - math.abs(t), gap + depth)
    for _, o in ipairs(outer) do
      margin = math.min(margin, dot(n, o))
    end
    return { gap = gap, n = n, ra = ra, rb = rb, margin = margin, s = s, t = t,
      sine = sine, long = hand.length(ea), t1 = times(1 / hand.length(d), d) }
  end

  -- Two boxes near each other.
  local function state()
    local q, v = hand.state(14, 12, random)
    for i = 1, 3 do
      q[7 + i] = q[i] + 0.8 * random()
    end
    return q, v, hand.body(q, v, 1, 1), hand.body(q, v, 8, 7)
  end

  local touching, not_touching = 0, 0
  for round = 1, 80 do
    local q, v, a, b = state()
    for pair = 1, 144 do
      local h = by_hand(a, b, (pair - 1) // 12 + 1, (pair - 1) % 12 + 1)
      if math.abs(h.margin) > 1e-6 and h.sine > 1e-3 and
        (round < 5 or h.margin > 0) then
        local gap, rows = probe_rows(system.core, which, pair, q)
        if h.margin < 0 then
          not_touching = not_touching + 1
          hand.near(gap, h.long, "edges that do not face each other")
        else
          touching = touching + 1
          hand.near(gap, h.gap, "edge-edge gap", 1e-10)
          local want = {}
          for k, d in ipairs { h.n, h.t1, cross(h.n, h.t1) } do
            want[k] = hand.join(hand.row(a, h.ra, d, -1), hand.row(b, h.rb, d))
          end
          hand.rows(rows, want, "edge-edge", 1e-9)
          hand.near(hand.apply(rows[1], v), dot(h.n,
            sum(hand.velocity(b, h.rb), hand.velocity(a, h.ra), -1)),
            "edge-edge normal velocity", 1e-9)
        end
      end
    end
  end
  assert(touching > 15 and not_touching > 400, touching)

  -- Alternating projections between two boxes.
  local function clamp(b, h, p)
    local x = hand.turn(b.q, sum(p, b.c, -1), true)
    for i = 1, 3 do
      x[i] = math.max(-h[i], math.min(h[i], x[i]))
    end
    return x
  end

  local function nearest(a, b)
    local xa, xb = { 0, 0, 0 }, nil
    for k = 1, 4000 do
      xb = clamp(b, half[2], hand.place(a, xa))
      local new = clamp(a, half[1], hand.place(b, xb))
      if k > 10 and hand.length(sum(new, xa, -1)) < 1e-13 then
        break
      end
      xa = new
    end
    return xa, xb, hand.length(sum(hand.place(b, xb), hand.place(a, xa), -1))
  end

  -- The one edge whose interior holds the point, if there is one.
  local function on_edge(x, h)
    local free = {}
    for i = 1, 3 do
      if h[i] - math.abs(x[i]) > 1e-3 then
        free[#free + 1] = i
      end
    end
    if #free ~= 1 then
      return nil
    end
    local a, b = free[1] % 3 + 1, (free[1] + 1) % 3 + 1
    return 4 * (free[1] - 1) + (x[a] > 0 and 1 or 0) + (x[b] > 0 and 2 or 0) + 1
  end

  local found = 0
  for _ = 1, 250 do
    local q, _, a, b = state()
    local xa, xb, distance = nearest(a, b)
    local i = distance > 0.01 and on_edge(xa, half[1])
    local j = i and on_edge(xb, half[2])
    if j and by_hand(a, b, i, j).sine > 0.05 then
      found = found + 1
      hand.near(probe_rows(system.core, which, 12 * (i - 1) + j, q), distance,
        "the distance of two boxes", 1e-7)
    end
  end
  assert(found > 20, found)
  -- A rod across the upper edge of a box along y: its normal lies between x and
  -- z, and comes from the edge alone. All of it turned and shifted at random.
  w = spatial.world { ground = false }
  w:box { name = "a", mass = 1, size = { 1, 1, 1 } }
  w:rod { name = "r", mass = 1, length = 2 }
  system, which = w:system(), nil
  for i = 1, 4 do
    local fine, n = pcall(probe_rows, system.core, i)
    which = fine and n == 12 and i or which
    if which then
      break
    end
  end
  for _ = 1, 50 do
    local q, v = hand.state(14, 12, random)
    local tilt, y = 0.1 + 1.3 * math.random(), 0.8 * math.random() - 0.4
    local apart, along = 0.2 * math.random() - 0.05, random() / 4
    local a = hand.body(q, v, 1, 1)
    local turn = hand.product(a.q, { math.cos(tilt / 2), 0, math.sin(tilt / 2),
      0 })
    local n = { math.sin(tilt), 0, math.cos(tilt) }
    local d = { math.cos(tilt), 0, -math.sin(tilt) }
    local centre = sum(sum({ 0.5, y, 0.5 }, n, apart), d, along)
    table.move(sum(a.c, hand.turn(a.q, centre)), 1, 3, 8, q)
    table.move(turn, 1, 4, 11, q)
    -- Along y (k = 2) the other axes are z, x: both signs +, the eighth edge.
    local gap, rows = probe_rows(system.core, which, 8, q)
    hand.near(gap, apart, "rod on an edge")
    local b = hand.body(q, v, 8, 7)
    local ra, rb = { 0.5, y, 0.5 }, { -along, 0, 0 }
    hand.near(hand.apply(rows[1], v), dot(hand.turn(a.q, n),
      sum(hand.velocity(b, rb), hand.velocity(a, ra), -1)), "rod, n v")
    hand.near(hand.apply(rows[2], v), dot(hand.turn(a.q, { 0, 1, 0 }),
      sum(hand.velocity(b, rb), hand.velocity(a, ra), -1)), "rod, slip")
  end
  print(("edges: %d pairs touch, %d do not; %d distances of boxes"):format(
    touching, not_touching, found))
end
