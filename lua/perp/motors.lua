--- # Motors: a rate within a limit
--
--- A motor holds a speed s(q, v), linear in v, at the rate w(q, t), as far as a torque
--- T(t, q, v) will do that: its impulse f obeys
---
---     |f| <= h T,  and where |f| < h T the speed is w,
---
--- with the sign against s - w elsewhere. That is dry friction under a normal force that
--- is known, a clutch: its driving side turns at the rate w, whatever acts on it, and a
--- pedal presses it with T, mu = 1. The rows of a contact are all that it needs. The
--- pedal is a coordinate of its own, p, with a mass and nothing else:
---
---     gap p,  slip s,  surface w,  force -T on p,  mu = 1.
---
--- It starts at p = 0 at rest and stays there: with p' = 0 before, its row of (4.4b) is
--- c_n = h T, T weighted like every force of the step, and (4.4e), (4.4f) are the law
--- above. In a collision no force acts, c_n = 0, and so the motor has no impulse, as a
--- bounded torque in no time must have none. Where T <= 0 the clutch is open: T is taken
--- as max(T, 0), for the pedal would lift.
---
--- *The mass of the pedal* is in no equation of the motion, because p'' = 0. The proof
--- that a step has one velocity (`gap08/step/alone.c`) bounds what p might do by its
--- square root, so it is small, 2^-20 kg; and it is a power of two, exact in a fraction.

local core = require "perp.core"
core.library()
local record = require "perp.record"
local shapes = require "perp.shapes"

local motors = {}
local mass = 0x1p-20

local function numeric(x)
  return record.is_number(x) and record.finite(x)
end

--- A number, or a function of the scene that gives an expression. `why` is added to
--- what is said of its absence.
function motors.value(t, key, what, form, why)
  local x = t[key]
  if x == nil then
    record.fail(("%s: %s is missing%s"):format(what, key, why or ""), key,
      record.of(t))
  elseif not numeric(x) and type(x) ~= "function" then
    record.fail(("%s: %s is a number or %s, not %s"):format(what, key, form,
      type(x) == "number" and record.shown(x) or type(x) == "string" and
      "the text '" .. x .. "'" or "a " .. type(x)), key, record.of(t))
  end
  return x
end

--- The target and the bound of a motor, checked.
function motors.bounds(t, what)
  local limit = motors.value(t, "limit", what, "function(t, q, v)",
    "; what the motor can do at most, N m or N")
  if record.is_number(limit) and limit < 0 then
    record.fail(("%s: limit = %s is negative; a bound of |torque| is >= 0")
      :format(what, record.shown(limit)), "limit", record.of(t))
  end
  return motors.value(t, "rate", what, "function(t, q)"), limit
end

--- A name of columns, and of a pedal.
function motors.named(name, what)
  if type(name) ~= "string" or not name:find("^[%w_.:+-]+$") then
    record.fail(("%s: the name, first in its table, is a text of letters, " ..
      "digits and _ . : + -"):format(what))
  end
end

--- ## What a system is told
---
---     motors = { { "drive", speed = function(q, v) return v.th end, rate = 3,
---       limit = 2 } }
---
--- Worlds write a `made(recording)` in the place of speed. Gives the names of the
--- pedals.
function motors.pedals(list)
  local names = {}
  if list ~= nil and (type(list) ~= "table" or list[1] == nil and
    next(list) ~= nil) then
    record.fail("perp.system: motors = { { name, speed = function(q, v) ... " ..
      "end, rate = ..., limit = ... } } is wanted", "motors")
  end
  for i, t in ipairs(list or {}) do
    local name = type(t) == "table" and t[1]
    local what = ("motor %s"):format(type(name) == "string" and
      "'" .. name .. "'" or i)
    record.keys(t, { 1, "speed", "rate", "limit", "made" }, what)
    motors.named(name, what)
    if t.made == nil and type(t.speed) ~= "function" then
      record.fail(("%s: speed = function(q, v) ... end is wanted, what the " ..
        "motor drives"):format(what), "speed", record.of(t))
    end
    motors.bounds(t, what)
    names[i] = name .. ".pedal"
  end
  return names
end

--- ## What a system gets

--- A motor as a contact, and the force on its pedal.
local function clutch(t, recording)
  local what = ("motor '%s'"):format(t[1])
  local function told(key, shape)
    local f = t[key]
    return shapes.entry(recording:call(f, shape, key .. " of " .. what),
      ("the %s of %s"):format(key, what), type(f) == "function" and f or nil)
  end
  local speed = t.made and t.made(recording) or told("speed", "qv")
  local rate = told("rate", "tqv")
  if core.recorderof(rate) and core.depends(recording.recorder, rate,
    recording.v) then
    record.fail(("%s: the rate depends on a velocity; it is a function of t " ..
      "and q"):format(what), nil, t.rate)
  end
  return { name = t[1], mu = 1, slips = { speed },
    surface = { rate }, gap = recording.q[t[1] .. ".pedal"] },
    -core.max(told("limit", "tqv"), 0)
end

--- The contacts of the scene, and behind them those that motors are; masses and forces of
--- the pedals are put behind those in the lists.
function motors.driven(list, recording, contacts, masses, forces)
  if list == nil or type(contacts or {}) ~= "table" then
    return contacts
  end
  local out = {}
  for key, contact in pairs(contacts or {}) do
    out[key] = contact
  end
  for _, t in ipairs(list) do
    out[#out + 1], forces[#forces + 1] = clutch(t, recording)
    masses[#masses + 1] = mass
  end
  return out
end

return motors
