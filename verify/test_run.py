"""perp run and perp params: what they print where, and their exit codes."""
import json
import os
import tempfile

from program import SOURCE, check, done, expect, run

SCENE = os.path.join(SOURCE, "cases", "GAP08", "fig9_1.lua")

names = expect("params", 0, ["h"], [], "params", SCENE)
listed = run("params", SCENE, "--json")
check(listed.returncode == 0 and not listed.stderr, "params --json")
json.loads(listed.stdout)

quiet = run("run", SCENE, "--quiet")
check(quiet.returncode == 0 and not quiet.stderr, "a quiet run: %d %s" %
      (quiet.returncode, quiet.stderr))
with tempfile.TemporaryDirectory() as place:
    path = os.path.join(place, "out.csv")
    r = run("run", SCENE, "--csv", path, "--json", "--quiet")
    check(r.returncode == 0, "csv and json")
    for line in r.stdout.splitlines():
        json.loads(line)
    with open(path) as file:
        rows = [line.rstrip("\n").split(",") for line in file
                if not line.startswith("#")]
    check(len(rows) > 10 and len({len(row) for row in rows}) == 1,
          "a table of %d rows" % len(rows))
    check(os.listdir(place) == ["out.csv"], "left %s" % os.listdir(place))
piped = run("run", SCENE, "--csv", "-", "--quiet")
check(piped.returncode == 0 and "," in piped.stdout.splitlines()[0],
      "csv on standard output")

expect("two modes", 2, [], ["--exact-check", "--rational"], "run", SCENE,
       "--exact-check", "--rational")
for option in ("--scene-seconds", "--scene-megabytes"):
    for value in ("0", "-1", "1e3", "many", "", "99999999999999999999"):
        expect(option + " " + value, 2, [], [option, "whole number"], "run",
               SCENE, option + "=" + value)
expect("no scene", 6, [], ["nowhere.lua"], "run", "nowhere.lua")
expect("params of no scene", 6, [], ["nowhere.lua"], "params", "nowhere.lua")
done()
