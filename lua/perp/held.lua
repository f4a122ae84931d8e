--- # Coordinates that stand still
--
--- A system has coordinates that nothing moves: `inputs`, numbers that hold from one
--- step to the next and that a controller sets, and the pedals of motors (motors.lua).
--- They stand behind those of the scene, with masses, without rates, and coupled to
--- nothing, so their velocities stay zero whatever the scheme. A scene sees them by
--- their names: `q.u`; what counts or walks through q meets its own coordinates only.

local core = require "perp.core"
core.library()
local record = require "perp.record"

local held = {}

--- `inputs = { "u", ... }` of a system.
function held.inputs(list)
  if list == nil then
    return {}
  elseif type(list) ~= "table" or #list == 0 and next(list) ~= nil then
    record.fail("inputs = { 'u', ... }, a list of names, is wanted", "inputs")
  end
  return list[1] and record.names(list, "inputs") or {}
end

--- Names of coordinates behind those of the scene.
function held.further(q, v, more)
  if not more[1] then
    return q, v
  end
  local function longer(list)
    return table.move(more, 1, #more, #list + 1, { table.unpack(list) })
  end
  local all = longer(q)
  return record.names(all, "coordinates"), v == q and all or longer(v)
end

local function bordered(flat, rows, columns, more, diagonal)
  local out = {}
  for i = 1, rows + more do
    for k = 1, columns + more do
      out[#out + 1] = i <= rows and k <= columns and
        flat[(i - 1) * columns + k] or i > rows and i - rows == k - columns and
        diagonal(i - rows) or 0
    end
  end
  return out
end

local function constant(x)
  return function()
    return x
  end
end

--- ## Jacobians
--
--- The Jacobians of a force that depends on an input, and of a bound that depends on q
--- or v, have entries that couple what nothing shall couple: they would multiply
--- velocities that are zero, and take from M~ that it is positive definite. GAP08 asks
--- for approximations of Jacobians: these have zeros there and are else exact. So a bound
--- is taken where the step begins. Null: nothing depends, the derived ones do.
local function jacobians(form, recording, n)
  local r, nq, nv = recording.recorder, recording.nq, recording.nv
  local function depends(x, list)
    return core.recorderof(x) and core.depends(r, x, list)
  end
  local needed, still = false, {}
  for i = nq + 1, nq + n do
    still[#still + 1] = recording.all[i]
  end
  for i = 1, nv + n do
    needed = needed or depends(form.k[i], still) or i > nv and
      (depends(form.k[i], recording.q) or depends(form.k[i], recording.v))
  end
  if not needed then
    return nil
  end
  local by_q, by_v = {}, {}
  for i = 1, nv do
    local symbol = core.recorderof(form.k[i])
    local gq = symbol and core.grad(r, form.k[i], recording.q)
    local gv = symbol and core.grad(r, form.k[i], recording.v)
    for k = 1, nv do
      local sum = gq and not form.G and gq[k] or 0
      for j = 1, gq and form.G and nq or 0 do
        sum = sum + gq[j] * form.G[(j - 1) * nv + k]
      end
      by_q[#by_q + 1], by_v[#by_v + 1] = sum, gv and gv[k] or 0
    end
  end
  local list = bordered(by_q, nv, nv, n, constant(0))
  return (core.tape(r, table.move(bordered(by_v, nv, nv, n, constant(0)), 1,
    (nv + n) * (nv + n), #list + 1, list)))
end

--- Mass, force, F and Gamma of n more coordinates: their masses, and what acts on
--- them. Gives the Jacobians of all, or nil.
function held.enlarge(form, recording, masses, forces)
  local nq, nv, n = recording.nq, recording.nv, #masses
  if n == 0 then
    return nil
  end
  for i = 1, n do
    form.k[nv + i] = forces[i]
  end
  local given = jacobians(form, recording, n)
  form.M = bordered(form.M, nv, nv, n, function(i)
    return masses[i]
  end)
  form.F = form.F and bordered(form.F, nv, nv, n, constant(0))
  form.G = form.G and bordered(form.G, nq, nv, n, constant(1))
  return given
end

--- What an impulse acts through must not depend on an input: the impulse would move it.
function held.apart(form, recording, inputs)
  local still = {}
  for i, name in ipairs(inputs) do
    still[i] = recording.q[name]
  end
  local function check(x, what, name)
    if inputs[1] and core.recorderof(x) and
      core.depends(recording.recorder, x, still) then
      record.fail(("%s '%s' depends on an input; inputs may stand in " ..
        "forces, torques, rates, limits and measures"):format(what, name))
    end
  end
  for i, x in ipairs(form.theta) do
    check(x, "joint", form.joints[i])
  end
  for _, contact in ipairs(form.contacts) do
    check(contact.gap, "the gap of contact", contact.name)
  end
  for _, spring in ipairs(form.springs) do
    check(spring.elongation, "spring", spring.name)
  end
end

return held
