"""A coefficient of restitution, and commands whose law has none."""
import csv
import io
import json
import os
import tempfile

from program import check, done, run

BALL = """
local perp = require "perp"
local e = perp.param("e", 0.5, "restitution")
local system = perp.system { coordinates = { "y" },
  mass = function() return { { 1 } } end,
  contacts = function(q, v) return { { name = "floor", gap = q.y } } end }
return { system = system, h = 1, T = 1, e = e, q = { 0 }, v = { -1 },
  impact = { h = 0.5, N = 20, samples = 4 } }
"""


def restitution(place):
    """A coefficient means nothing to an inelastic law: said on the command line it is
    refused with the command that knows it, which does; in the scene until it is said that
    the inelastic set is meant, and then that is what comes."""
    path = os.path.join(place, "ball.lua")
    with open(path, "w") as file:
        file.write(BALL)
    for sub in ["reach"], ["reach", "--outer"], ["reach", "--contains", "0"], [
            "inclusion"]:
        for text, code, wanted in (
                ("1/2", 2, "--restitution 1/2: perp %s knows the inelastic law of "
                           "HP23 alone; ask perp impact --law interleaved "
                           "--restitution 1/2, or leave it at 0" % sub[0]),
                ("half", 2, "wants a number from 0 to 1, not 'half'"),
                ("1.01", 2, "wants a number from 0 to 1, not '1.01'"),
                ("-0.1", 2, "wants a number from 0 to 1, not '-0.1'"),
                (None, 3, "the scene has e = 0.5, and perp %s knows the inelastic law "
                          "of HP23 alone; say --restitution 0" % sub[0])):
            more = [] if text is None else ["--restitution", text]
            r = run(*sub, path, *more)
            check(r.returncode == code and wanted in r.stderr and
                  r.stderr.count("\n") == 1 and r.stdout == "",
                  "%s %s: %d %s" % (sub, text, r.returncode, r.stderr))
        for more in ["--restitution", "0"], ["--restitution", "0.0"], ["--set", "e=0"]:
            r = run(*sub, path, *more)
            check(r.returncode == 0, "%s %s: %s" % (sub, more, r.stderr))
    r = run("reach", path, "--restitution", "0", "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(r.stdout)))
    check(len(rows) == 4 and all(float(x["v.y"]) == 0 for x in rows), r.stdout)
    r = run("impact", path, "--law", "interleaved", "--restitution", "1/2",
            "--rational", "--json")
    check(["1/2"] in [o["v"] for o in json.loads(r.stdout)["outcomes"]],
          "what the refusal names: %s" % r.stdout)


with tempfile.TemporaryDirectory() as directory:
    restitution(directory)
done()
