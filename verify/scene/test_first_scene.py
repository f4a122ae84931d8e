"""The first scenes of the book: what README and the chapter on scenes print is
what somebody gets who saves and runs it."""
import csv
import io
import os
import re

from program import SOURCE, check, done, in_file, run


def scene_of(*path):
    """The first Lua scene of a page that returns an experiment."""
    with open(os.path.join(SOURCE, *path), encoding="utf-8") as file:
        blocks = re.findall(r"^```lua\n(.*?)^```$", file.read(), re.M | re.S)
    return next(b for b in blocks if re.search(r"^return ", b, re.M))


def table(text, *words):
    r = in_file(lambda path: run("run", path, "--csv", "-", *words), text,
                "scene.lua")
    check(r.returncode == 0, r.stderr)
    return list(csv.DictReader(io.StringIO(r.stdout)))


def chapter():
    """Braked by mu g - 3, and at rest from 0.53 s on; with less friction never."""
    text = scene_of("doc", "01-scenes.md")
    rows = table(text)
    stop = 1 / (2 * (0.5 * 9.81 - 3))
    check("%.5f" % stop == "0.26247", "the chapter's closed form")
    check(len(rows) == 101, "%d rows" % len(rows))
    rest = [r for r in rows if float(r["t"]) > 0.5299]
    check({"%.6f" % float(r["q.x"]) for r in rest} == {"0.262444"},
          "at rest: %s" % {r["q.x"] for r in rest})
    check(abs(float(rest[0]["q.x"]) - stop) < 1e-4, "far from the closed form")
    for k, r in enumerate(rest):
        check(float(r["va.x"]) == 0 and
              "%.4f" % float(r["v.x"]) == ("0.0094" if k % 2 else "-0.0094"),
              "row %d: v %s, va %s" % (k, r["v.x"], r["va.x"]))
    check(float(rows[52]["va.x"]) > 0, "at rest before")
    end = table(text, "--set", "mu=1/3")[-1]
    check(abs(float(end["v.x"]) - (1 - (9.81 / 3 - 3))) < 1e-12, end["v.x"])


def readme():
    """mu g = 7.848 is below 8: the block slips at first, and sticks at 1 s."""
    rows = table(scene_of("README.md"))
    check(len(rows) == 1001, "%d rows" % len(rows))
    check(float(rows[1]["va.x"]) > 0 and float(rows[100]["va.x"]) == 0,
          "slip %s, stick %s" % (rows[1]["va.x"], rows[100]["va.x"]))


chapter()
readme()
done()
