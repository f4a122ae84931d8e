"""perp run and perp params: what they print where, and their exit codes."""
import json
import os
import stat
import subprocess
import tempfile

from program import BINARY, SOURCE, check, done, expect, run

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

with tempfile.TemporaryDirectory() as place:
    link, kept = (os.path.join(place, n) for n in ("link.csv", "kept.csv"))
    os.symlink("kept.csv", link)
    r = run("run", SCENE, "--csv", link, "--quiet")
    check(r.returncode == 0 and os.path.islink(link), "a link stays a link")
    with open(kept) as file:
        check(file.read() == piped.stdout, "the table goes through a link")
    check(sorted(os.listdir(place)) == ["kept.csv", "link.csv"], "two names")
    r = run("run", os.path.join(SOURCE, "cases", "P10", "comparison.lua"),
            "--csv", link, "--quiet")
    check(r.returncode == 2 and "one run" in r.stderr, "a link for two runs")
if os.path.exists("/dev/full") and stat.S_ISCHR(os.stat("/dev/full").st_mode):
    with open("/dev/full", "w") as full:
        r = subprocess.run([BINARY, "run", SCENE, "--csv", "-", "-q"],
                           stdout=full, stderr=subprocess.PIPE, text=True)
    check(r.returncode == 6 and len(r.stderr.splitlines()) == 1,
          "a full device: %d %s" % (r.returncode, r.stderr))

expect("two modes", 2, [], ["--exact-check", "--rational"], "run", SCENE,
       "--exact-check", "--rational")
for option, most, says in (("--scene-seconds", "1e7", "positive"),
                           ("--scene-megabytes", "1e3", "whole number")):
    for value in ("0", "-1", most, "many", "", "99999999999999999999"):
        expect(option + " " + value, 2, [], [option, says], "run",
               SCENE, option + "=" + value)
expect("no scene", 6, [], ["nowhere.lua"], "run", "nowhere.lua")
expect("params of no scene", 6, [], ["nowhere.lua"], "params", "nowhere.lua")
done()
