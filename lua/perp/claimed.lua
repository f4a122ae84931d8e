--- # Columns of a claimed motion
--
--- `judge = { columns = { ["q.y"] = "-pos_z", ["v.th"] = "0.5 * rate" } }` says which
--- column of a table that `perp judge` reads is which, with a sign or a factor: the
--- lines of a file of `--map`, in the scene. `cone = "round"` is `--cone round`.

local record = require "perp.record"
local claimed = {}

--- The lines, sorted by name, or nil; and whether cones are round.
function claimed.read(given, where)
  if given == nil then
    return nil, false
  end
  if type(given) ~= "table" or type(given.columns or {}) ~= "table" then
    record.fail("judge = { columns = { NAME = \"column\", ... } } is wanted",
      "judge", where)
  end
  record.keys(given, { "columns", "cone" }, "judge", where)
  local cone = given.cone or "polygon"
  if cone ~= "polygon" and cone ~= "round" then
    record.fail("judge.cone is 'polygon' or 'round'", "judge", where)
  end
  local lines = {}
  for name, column in pairs(given.columns or {}) do
    if type(name) ~= "string" or type(column) ~= "string" or
      (name .. column):find("[\n=\0]") then
      record.fail(("judge.columns: %s = %s; a name and a column are texts " ..
        "of one line, without ="):format(tostring(name), tostring(column)),
        "judge", where)
    end
    lines[#lines + 1] = name .. " = " .. column
  end
  table.sort(lines)
  return table.concat(lines, "\n"), cone == "round"
end

return claimed
