-- expect 3 | the run wants a name of at most 200 letters
--
local core = require "perp.core"
local recorder = core.recorder { "x", "v", "t" }
local system = core.system { recorder = recorder, q = { "x" }, v = { "x" },
  M = { 1 }, k = { 0 }, theta = {}, joints = {}, contacts = {}, bindings = {},
  springs = {}, measures = {}, measured = {} }
core.run { system = system, name = "/../../up", scheme = "paoli" }
