--- # Which parts of the bodies in the plane can touch

local perp = require "perp"
local never = require "perp.never"

--- The things that can touch: a point, a disc, a box as a face, and corners
--- (four of a box, two of a rod). Grouped by friction, because a binding has
--- one coefficient.
local function entries(w)
  local groups = {}
  local function put(shape, body, params, tag)
    local key = shape .. " " .. tostring(body.mu)
    if not groups[key] then
      groups[key] = { shape = shape, mu = body.mu, list = {} }
      groups[#groups + 1] = groups[key]
    end
    local list = groups[key].list
    list[#list + 1] = { coords = body.names, params = params,
      name = (body.name or "") .. (tag or "") }
  end
  for _, body in ipairs(w.bodies) do
    local f = body.form
    if body.kind == "point" then
      put("point", body, {})
    elseif body.kind == "disc" then
      put("disc", body, { f.radius })
    elseif body.kind == "rod" then
      put("corner", body, { -f.length / 2, 0 }, ".1")
      put("corner", body, { f.length / 2, 0 }, ".2")
    else
      local a, b = f.width / 2, f.height / 2
      put("box", body, { a, b })
      for i, s in ipairs { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } } do
        put("corner", body, { s[1] * a, s[2] * b }, "." .. i)
      end
    end
  end
  for _, group in ipairs(groups) do
    group.side = perp.side(group.list)
  end
  return groups
end

local grounded = { point = "point_ground", disc = "disc_ground",
  corner = "corner_ground" }
local touching = { disc = { disc = "disc_disc", point = "point_disc" },
  box = { point = "point_box", corner = "corner_box" } }
local parts = { point = { "point" }, disc = { "disc" }, rod = { "corner" },
  box = { "box", "corner" } }

--- A contact of two bodies has the smaller of their coefficients.
local function bindings(w, kinds)
  local out, groups = {}, entries(w)
  local ground = w.ground and perp.side { { params = w.ground.params } }
  for i, b in ipairs(groups) do
    if ground and grounded[b.shape] then
      out[#out + 1] = perp.bind { kind = kinds[grounded[b.shape]],
        sideA = ground, sideB = b.side, mu = b.mu, names = function(_, name)
          if name == "" or name:sub(1, 1) == "." then
            return w.ground.name .. name
          end
          return name .. "-" .. w.ground.name
        end }
    end
    for k, a in ipairs(groups) do
      local kind = w.collide and touching[a.shape] and
        touching[a.shape][b.shape]
      if kind and (a.shape ~= b.shape or k <= i) then
        out[#out + 1] = perp.bind { kind = kinds[kind], sideA = a.side,
          sideB = b.side, mu = a.mu < b.mu and a.mu or b.mu, rule = "apart" }
      end
    end
  end
  return out
end

--- The bindings of a world, and the shapes of it that can never touch.
return function(w, kinds)
  return bindings(w, kinds), never.of(w, function(body)
    return parts[body.kind]
  end, touching, grounded)
end
