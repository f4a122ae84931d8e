-- Bodies in space by hand, for tests: vectors, quaternion products (no matrix),
-- levers. A body's rows: the velocity of the material at the lever r (in the
-- body) along a world direction d is d.v + w.(r x R'd).
local hand = {}

function hand.dot(a, b)
  return a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
end

function hand.cross(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3],
    a[1] * b[2] - a[2] * b[1] }
end

function hand.sum(a, b, c)
  return { a[1] + (c or 1) * b[1], a[2] + (c or 1) * b[2],
    a[3] + (c or 1) * b[3] }
end

function hand.times(c, a)
  return { c * a[1], c * a[2], c * a[3] }
end

function hand.length(a)
  return math.sqrt(hand.dot(a, a))
end

-- The Hamilton product of quaternions { s, x, y, z }.
function hand.product(a, b)
  return { a[1] * b[1] - a[2] * b[2] - a[3] * b[3] - a[4] * b[4],
    a[1] * b[2] + a[2] * b[1] + a[3] * b[4] - a[4] * b[3],
    a[1] * b[3] - a[2] * b[4] + a[3] * b[1] + a[4] * b[2],
    a[1] * b[4] + a[2] * b[3] - a[3] * b[2] + a[4] * b[1] }
end

-- q x q^-1 for any length of q; back turns the other way.
function hand.turn(q, x, back)
  local n = q[1] ^ 2 + q[2] ^ 2 + q[3] ^ 2 + q[4] ^ 2
  local s = back and -1 or 1
  local p = { q[1], s * q[2], s * q[3], s * q[4] }
  local c = { q[1], -s * q[2], -s * q[3], -s * q[4] }
  local y = hand.product(hand.product(p, { 0, x[1], x[2], x[3] }), c)
  return { y[2] / n, y[3] / n, y[4] / n }
end

-- Body i of a state whose bodies all turn, or a mass point at these places.
function hand.body(q, v, at, vat, is_point)
  local b = { c = { q[at], q[at + 1], q[at + 2] },
    v = { v[vat], v[vat + 1], v[vat + 2] } }
  if not is_point then
    b.q = { q[at + 3], q[at + 4], q[at + 5], q[at + 6] }
    b.w = { v[vat + 3], v[vat + 4], v[vat + 5] }
  end
  return b
end

function hand.place(b, r)
  return b.q and hand.sum(b.c, hand.turn(b.q, r)) or b.c
end

function hand.velocity(b, r)
  return b.q and hand.sum(b.v, hand.turn(b.q, hand.cross(b.w, r))) or b.v
end

-- The row of "d times the velocity at r", r in the body.
function hand.row(b, r, d, sign)
  local list = hand.times(sign or 1, d)
  if b.q then
    local turning = hand.cross(r, hand.turn(b.q, d, true))
    table.move(hand.times(sign or 1, turning), 1, 3, 4, list)
  end
  return list
end

function hand.join(a, b)
  return table.move(b, 1, #b, #a + 1, table.move(a, 1, #a, 1, {}))
end

function hand.apply(row, v)
  local sum = 0
  for i = 1, #row do
    sum = sum + row[i] * v[i]
  end
  return sum
end

function hand.near(a, b, what, tolerance)
  if not (math.abs(a - b) <= (tolerance or 4e-12) * math.max(1, math.abs(b)))
  then
    error(("%s: %.17g, wanted %.17g"):format(what, a, b), 2)
  end
end

function hand.rows(got, wanted, what, tolerance)
  assert(#got == #wanted, what .. ": number of rows")
  for i, row in ipairs(wanted) do
    assert(#got[i] == #row, what .. ": length")
    for k = 1, #row do
      hand.near(got[i][k], row[k], ("%s, row %d, entry %d"):format(what, i, k),
        tolerance)
    end
  end
end

-- A state: places in [-2, 2], quaternions of any length above 0.3.
function hand.state(nq, nv, random)
  local q, v = {}, {}
  for i = 1, nq do
    q[i] = random()
  end
  for i = 1, nv do
    v[i] = random()
  end
  return q, v
end

return hand
