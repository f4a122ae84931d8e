--- # Which parts of the bodies in space can touch
--
--- A body brings parts: a point, a sphere, the faces of a box, corners (eight of
--- a box, two of a rod, those that a body lists), edges (twelve of a box), the
--- line of a rod, and the hull of both, which spheres touch. Parts of one sort with one friction coefficient are a side;
--- sides that can touch are bound.

local core = require "perp.core"
core.library()
local perp = require "perp"
local never = require "perp.never"

--- ## Parts

local function corners_of_box(half)
  local list = {}
  for i = 0, 7 do
    list[i + 1] = { (i & 1 == 0 and -1 or 1) * half[1],
      (i & 2 == 0 and -1 or 1) * half[2], (i & 4 == 0 and -1 or 1) * half[3] }
  end
  return list
end

--- Along each axis k four edges, with the signs of the other two sides: middle,
--- half vector, the normals of its two faces, depth (half the least side).
local function edges_of_box(half)
  local list, depth = {}, math.min(half[1], half[2], half[3])
  for k = 1, 3 do
    local i, j = k % 3 + 1, (k + 1) % 3 + 1
    for _, s in ipairs { { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } } do
      local p = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, depth }
      p[i], p[j], p[3 + k] = s[1] * half[i], s[2] * half[j], half[k]
      p[6 + i], p[9 + j] = s[1], s[2]
      list[#list + 1] = p
    end
  end
  return list
end

local function parts(body, put)
  local form = body.form
  if body.kind == "point" then
    put("point", {})
  elseif body.kind == "sphere" then
    put("sphere", { form.radius })
  elseif body.kind == "rod" then
    local l = form.length / 2
    put("corner", { -l, 0, 0 }, ".1")
    put("corner", { l, 0, 0 }, ".2")
    put("hull", { l, 0, 0 })
    put("line", { 0, 0, 0, l, 0, 0, 0, 0, 0, 0, 0, 0, 0 })
  elseif body.kind == "box" then
    local half = { form.size[1] / 2, form.size[2] / 2, form.size[3] / 2 }
    put("box", half)
    put("hull", half)
    for i, p in ipairs(corners_of_box(half)) do
      put("corner", p, "." .. i)
    end
    for i, p in ipairs(edges_of_box(half)) do
      put("edge", p, ".e" .. i)
    end
  end
  for i, p in ipairs(form.corners or {}) do
    put("corner", p, "." .. i)
  end
end

local function groups_of(w)
  local groups = {}
  for _, body in ipairs(w.bodies) do
    parts(body, function(shape, params, tag)
      local key = shape .. " " .. tostring(body.mu)
      if not groups[key] then
        groups[key] = { shape = shape, mu = body.mu, list = {} }
        groups[#groups + 1] = groups[key]
      end
      local list = groups[key].list
      list[#list + 1] = { coords = body.names, vels = body.vnames,
        params = params, name = (body.name or "") .. (tag or "") }
    end)
  end
  for _, group in ipairs(groups) do
    group.side = perp.side(group.list)
  end
  return groups
end

--- ## Pairs

local grounded = { point = "point-ground", sphere = "sphere-ground",
  corner = "corner-ground" }
local touching = {
  sphere = { sphere = "sphere-sphere", point = "point-sphere" },
  hull = { sphere = "sphere-box" },
  box = { point = "point-box", corner = "corner-box" },
  edge = { edge = "edge-edge", line = "edge-edge" } }

local function on_ground(w, group, ground)
  return perp.bind { kind = w.kinds[grounded[group.shape]], sideA = ground,
    sideB = group.side, mu = group.mu, names = function(_, name)
      if name == "" or name:sub(1, 1) == "." then
        return w.ground.name .. name
      end
      return name .. "-" .. w.ground.name
    end }
end

--- The parts of one body by their names.
local function names_of(body)
  local list = {}
  parts(body, function(shape)
    list[#list + 1] = shape
  end)
  return list
end

--- The bindings of a world, and the shapes of it that can never touch. A
--- contact of two bodies has the smaller of their coefficients.
return function(w)
  local out, groups = {}, groups_of(w)
  local ground = w.ground and perp.side { { params = w.ground.params } }
  for i, b in ipairs(groups) do
    if ground and grounded[b.shape] then
      out[#out + 1] = on_ground(w, b, ground)
    end
    for k, a in ipairs(groups) do
      local kind = w.collide and #w.bodies > 1 and touching[a.shape] and
        touching[a.shape][b.shape]
      if kind and (a.shape ~= b.shape or k <= i) then
        out[#out + 1] = perp.bind { kind = w.kinds[kind], sideA = a.side,
          sideB = b.side, mu = a.mu < b.mu and a.mu or b.mu, rule = "apart" }
      end
    end
  end
  return out, never.of(w, names_of, touching, grounded)
end
