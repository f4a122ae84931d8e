--- # Mass and force from energies
--
--- With the kinetic energy T(q, v), quadratic in v, the potential U(q) and the
--- generalized force Q(t, q, v), Lagrange's equations are M v' = k with
---
---     p = grad_v T,  M = grad_v p,
---     k = grad_q T - (dp/dq) v - grad_q U + Q.
--
--- The derivatives are taken by the recorder. k holds the inertial forces: a
--- system made here has no matrix F of its own.

local core = require "perp.core"
core.library()
local perp = require "perp"
local record = require "perp.record"

local lagrange = {}

--- `lagrange.system{ coordinates, kinetic = function(q, v), potential =
--- function(q), force = function(t, q, v), joints, contacts, bindings, draw }`.
function lagrange.system(s)
  record.keys(s, { "coordinates", "kinetic", "potential", "force", "joints",
    "contacts", "bindings", "draw" }, "lagrange.system")
  if type(s.kinetic) ~= "function" then
    record.fail("lagrange.system: kinetic = function(q, v) is missing")
  end
  local function dynamics(recording)
    local q, v, n = recording.q, recording.v, recording.nv
    local T = recording:call(s.kinetic, "qv", "kinetic")
    local U = s.potential and recording:call(s.potential, "q", "potential") or 0
    local Q = s.force and recording:call(s.force, "tqv", "force")
    local p, Tq, Uq = perp.grad(T, v), perp.grad(T, q), perp.grad(U, q)
    local turn, M, k = perp.tangent(p, q, v), {}, {}
    for i = 1, n do
      M[i] = perp.grad(p[i], v)
      for j = 1, n do
        if perp.depends(M[i][j], v) then
          record.fail(("the kinetic energy is not quadratic in the " ..
            "velocities: its mass [%d][%d] depends on them"):format(i, j), nil,
            s.kinetic)
        end
      end
      k[i] = Tq[i] - turn[i] - Uq[i] + (Q and Q[i] or 0)
    end
    return M, k
  end
  return perp.system { coordinates = s.coordinates, dynamics = dynamics,
    joints = s.joints, contacts = s.contacts, bindings = s.bindings,
    draw = s.draw }
end

return lagrange
