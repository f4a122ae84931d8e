"""Columns by another name, sign and unit: the same verdict, and what is wrong in a
map is said with its line."""
import math
import tempfile

from program import check, done, expect
from systems import SYSTEMS
from tables import by_law, own_run, verdict, write

with tempfile.TemporaryDirectory() as place:
    corner = SYSTEMS[3]
    scene, table = own_run(corner, place)
    plain = verdict(scene, write(place, "m.csv", table.text()), "--impulses")

    # y points the other way and z is in quarters of a metre: signs and powers of
    # two change no digit.
    other = table.copy()
    names = {"t": "time", "q.x": "pos x", "q.y": "-pos y", "q.z": "0.25 * pos_z",
             "v.x": "vel_x", "v.y": "-1 * vel_y", "v.z": "0.25*vel_z",
             "cn.ground": "N1", "ft.ground.1": "- F1"}
    lines = ["# the engine's names", ""]
    for name, says in names.items():
        k = other.at(name)
        lines.append("%s = %s   " % (name, says))
        factor = 1.0
        if says.startswith("-") and "*" not in says:
            factor, says = -1.0, says[1:]
        elif "*" in says:
            number, says = says.split("*")
            factor = float(number)
        other.head[k] = says.strip()
        for r in other.rows:
            r[k] /= factor
    mapped = verdict(scene, write(place, "o.csv", other.text()), "--impulses",
                     "--map", write(place, "m.map", "\n".join(lines)))
    check(by_law(mapped) == by_law(plain), "the mapped table is another one")

    # The same lines in the scene; a file stands in their place.
    def inside(columns):
        return write(place, "own.lua", corner.lua.replace(
            "return { system", "return { judge = { columns = {%s} }, system" %
            columns))
    own = inside(",".join('["%s"] = "%s"' % x for x in names.items()))
    mapped = verdict(own, place + "/o.csv", "--impulses")
    check(by_law(mapped) == by_law(plain), "the scene's columns")
    mapped = verdict(own, place + "/m.csv", "--impulses", "--map",
                     write(place, "empty.map", ""))
    check(by_law(mapped) == by_law(plain), "the file's columns")
    expect("the scene's line", 3, (), ("judge.columns:2", "'q.xx'"), "judge",
           inside('["q.xx"] = "a", ["q.x"] = "b"'), place + "/m.csv")
    for columns in ("1", '["q.x"] = 1', '["q.x"] = "a=b"'):
        expect(columns, 3, (), ("own.lua", "judge"), "judge", inside(columns),
               place + "/m.csv")
    expect("a key of judge", 3, (), ("own.lua", "column"), "judge", write(
        place, "own.lua", corner.lua.replace(
            "return { system", "return { judge = { column = {} }, system")),
        place + "/m.csv")

    # Degrees: the factor is rounded once a cell.
    turn = write(place, "turn.lua", """
local perp = require "perp"
return { system = perp.system { coordinates = { "th" },
  mass = function() return { { 1 } } end,
  force = function() return { 0 } end },
  h = 0.5, T = 1, q = { 0 }, v = { 1 } }
""")
    text = "t,q.th,deg_s\n" + "".join(
        "%r,%r,%r\n" % (l / 4, l / 4, math.degrees(1)) for l in range(8))
    path = write(place, "turn.csv", text)
    got = verdict(turn, path, "--map", write(
        place, "d.map", "v.th = 0.017453292519943295 * deg_s\n"))
    check(by_law(got)["kinematics"]["worst"] < 1e-15, "degrees")
    expect("degrees, unmapped", 3, (), ("q.th", "180/pi times slower", "--map"),
           "judge", turn, path, "--map", write(place, "e.map",
                                               "v.th = deg_s\n"))

    # What is wrong in a map.
    def wrong(name, text, *parts):
        expect(name, 3, (), parts, "judge", scene, path, "--map",
               write(place, "w.map", text))
    wrong("no =", "# x\nq.x pos\n", "w.map:2", "no = in 'q.x pos'")
    wrong("unknown", "q.xx = pos\n", "w.map:1", "'q.xx'", "did you mean 'q.x'")
    wrong("far", "nonsense.name = pos\n", "w.map:1", "left of =")
    wrong("impulse without --impulses", "cn.ground = N\n", "w.map:1",
          "'cn.ground'")
    wrong("twice", "q.x = a\nq.x = b\n", "w.map:2", "line 1")
    wrong("no column", "q.x = \n", "w.map:1", "no column")
    wrong("no column behind *", "q.x = 2 * \n", "w.map:1", "no column")
    wrong("factor", "q.x = two * a\n", "w.map:1", "'two' is no factor")
    wrong("zero", "q.x = 0 * a\n", "w.map:1", "'0' is no factor")
    wrong("nan", "q.x = nan * a\n", "w.map:1", "'nan' is no factor")
    wrong("no such column", "q.x = elsewhere\n", "turn.csv:1", "'elsewhere'",
          "the map takes for q.x")
    expect("no map", 6, (), ("none.map",), "judge", scene, path, "--map",
           place + "/none.map")
done()
