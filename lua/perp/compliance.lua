--- # Contacts that yield
--
--- PKS05 gives contacts stiffness and damping. They are written at the contacts,
--- or as two matrices for all of them; here the matrices are made.

local core = require "perp.core"
core.library()
local record = require "perp.record"
local shapes = require "perp.shapes"

local compliance = {}
local is_number = record.is_number

--- The rows that a contact has, n and its slips, as a block of n rows: a number
--- for all of them, a list of one for each, or the block itself.
local function block(x, n, what, f, key)
  local out = {}
  if type(x) == "table" and type(x[1]) == "table" and
    not core.recorderof(x[1]) then
    local list = shapes.matrix(x, n, n, what, f)
    for i = 1, n do
      out[i] = table.move(list, (i - 1) * n + 1, i * n, 1, {})
    end
    return out
  end
  local diagonal = x
  if is_number(x) or core.recorderof(x) then
    diagonal = {}
    for i = 1, n do
      diagonal[i] = x
    end
  end
  diagonal = shapes.vector(diagonal, n, what, f, key)
  for i = 1, n do
    out[i] = {}
    for j = 1, n do
      out[i][j] = i == j and diagonal[i] or 0
    end
  end
  return out
end

--- ## Kelvin and Voigt's contact
--
--- HP23 gives a corner the stiffness $k$ and the damping $c = 2\zeta\sqrt{k m}$ (its (88)
--- prints $\sqrt{k/m}$, which has another unit), and friction that is regularised below
--- a small slip (89)-(90). While a contact is closed $\delta_n = -\Phi$, so PKS05's
--- normal force $k\delta_n + c\dot\delta_n$ is (88); what (90) does below $\varepsilon$
--- is a dashpot of $\mu\lambda_n/\varepsilon$, here one `stick` times as stiff as the
--- normal one.
--
--- Implements HP23 (88), (89), (90).
function compliance.kelvin_voigt(t)
  record.keys(t, { "k", "zeta", "m", "stick", "slips" }, "perp.kelvin_voigt")
  for _, key in ipairs { "k", "zeta", "m" } do
    if not is_number(t[key]) or core.number(t[key]) <= 0 then
      record.fail(("perp.kelvin_voigt: %s = a positive number is wanted")
        :format(key), key)
    end
  end
  local c = 2 * core.number(t.zeta) * math.sqrt(core.number(t.k) *
    core.number(t.m))
  local stiffness, damping = { t.k }, { c }
  for i = 1, t.slips or 1 do
    stiffness[i + 1], damping[i + 1] = t.k, (t.stick or 1e4) * c
  end
  return stiffness, damping
end

--- ## Of a world
--- What a world, a wall or the ground says of all its contacts: a number for the normal
--- and the slips, or { normal, tangential }.

local function is_strength(x)
  return is_number(x) and record.finite(x) and core.number(x) > 0
end

function compliance.strengths(t, what)
  local out = {}
  for _, key in ipairs { "stiffness", "damping" } do
    local x = t[key]
    if x ~= nil and not is_strength(x) and not (type(x) == "table" and
      #x == 2 and is_strength(x[1]) and is_strength(x[2])) then
      record.fail(("%s: %s wants a positive number, or { normal, " ..
        "tangential }"):format(what, key), key, record.of(t))
    end
    out[key] = x
  end
  return out
end

--- The stiffness and the damping of a contact with so many slips: the first of the
--- tables that has one.
function compliance.of(slips, ...)
  local out = {}
  for _, key in ipairs { "damping", "stiffness" } do
    local x
    for _, t in ipairs { ... } do
      if x == nil then
        x = t[key]
      end
    end
    if type(x) == "table" then
      local rows = { x[1] }
      for i = 1, slips do
        rows[i + 1] = x[2]
      end
      x = rows
    end
    out[key] = x
  end
  return out.stiffness, out.damping
end

--- The rows of all contacts: where each begins, and how many there are.
function compliance.layout(contacts, bindings)
  local list, n = {}, 0
  for _, c in ipairs(contacts) do
    list[#list + 1] = { at = n, rows = 1 + #c.slips, name = c.name,
      stiffness = c.stiffness, damping = c.damping, place = c.place }
    n = n + 1 + #c.slips
  end
  for _, b in ipairs(bindings) do
    for _, name in ipairs(b.names) do
      list[#list + 1] = { at = n, rows = 1 + b.slips, name = name,
        stiffness = b.stiffness, damping = b.damping }
      n = n + 1 + b.slips
    end
  end
  return list, n
end

local function from_contacts(list, n, key)
  local out = {}
  for i = 1, n * n do
    out[i] = 0
  end
  for _, c in ipairs(list) do
    if c[key] == nil then
      record.fail(("contact '%s' has no %s; when one contact yields, all " ..
        "must have stiffness and damping"):format(c.name, key), key, c.place)
    end
    local b = block(c[key], c.rows, ("the %s of contact '%s'"):format(key,
      c.name), c.place, key)
    for i = 1, c.rows do
      for j = 1, c.rows do
        out[(c.at + i - 1) * n + c.at + j] = b[i][j]
      end
    end
  end
  return out
end

--- K and C of a system as flat lists by rows, or nil when its contacts do not
--- yield; without contacts both are empty.
--- `given` is what the scene wrote at the system: { K = rows, C = rows }, over
--- all contacts' rows n, slips, each contact's together.
function compliance.matrices(contacts, bindings, given, f)
  local list, n = compliance.layout(contacts, bindings)
  if n == 0 and given == nil then
    return {}, {}
  end
  local written
  for _, c in ipairs(list) do
    written = written or c.stiffness ~= nil or c.damping ~= nil
  end
  if given ~= nil then
    if written then
      record.fail("stiffness and damping stand at the contacts and in " ..
        "compliance; write them once", "compliance")
    elseif type(given) ~= "table" then
      record.fail("compliance = { K = rows, C = rows } is wanted",
        "compliance")
    end
    local at = type(f) == "function" and f or nil
    record.keys(given, { "K", "C" }, "compliance", at)
    return shapes.matrix(given.K, n, n, "compliance.K", at),
      shapes.matrix(given.C, n, n, "compliance.C", at)
  elseif written then
    return from_contacts(list, n, "stiffness"), from_contacts(list, n,
      "damping")
  end
end

--- The deformations at the start: a list of all rows, or a table by the names
--- of contacts, each a number (the normal one) or a list. What is left out is
--- zero. Nil when nothing is given.
function compliance.start(given, contacts, bindings, where)
  if given == nil then
    return nil
  elseif type(given) ~= "table" then
    record.fail("delta = { contact = { n, t, o }, ... } is wanted", "delta",
      where)
  end
  local list, n = compliance.layout(contacts, bindings)
  local out, names = {}, {}
  for i = 1, n do
    out[i] = 0
  end
  if #given > 0 then
    return shapes.vector(given, n, "delta", where, "delta")
  end
  for i, c in ipairs(list) do
    names[i] = c.name
  end
  record.keys(given, names, "delta", where)
  for _, c in ipairs(list) do
    local x = given[c.name]
    local one = (x == nil or is_number(x)) and { x } or x
    if type(one) ~= "table" or #one > c.rows then
      record.fail(("delta.%s: at most %d numbers are wanted"):format(c.name,
        c.rows), c.name, record.of(given, where, "delta"))
    end
    local full = shapes.vector(one, #one, "delta." .. c.name, record.of(given,
      where, "delta"), c.name)
    table.move(full, 1, #full, c.at + 1, out)
  end
  return out
end

return compliance
