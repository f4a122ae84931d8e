"""The figure of a fan: XML, a panel a coordinate, a line a run."""
import os
import tempfile
import xml.dom.minidom

from fan import said, scene, words
from program import check, done, run


def figure(path, name, *more, **sets):
    with tempfile.TemporaryDirectory() as place:
        r = run("run", path, "--plot", place, "-q", *more, *words(**sets))
        check(r.returncode == 0 and os.listdir(place) == [name],
              "%s: %s %s" % (path, r.stderr, os.listdir(place)))
        with open(os.path.join(place, name)) as f:
            return f.read()


def lines(text):
    """The curves: what is stroked inside the frames' clip paths."""
    tree = xml.dom.minidom.parseString(text)
    return [e for e in tree.getElementsByTagName("path")
            if e.parentNode.getAttribute("clip-path") and
            e.getAttribute("fill") == "none"]


def labels(text):
    tree = xml.dom.minidom.parseString(text)
    return ["".join(n.data for n in e.childNodes if n.nodeType == n.TEXT_NODE)
            for e in tree.getElementsByTagName("text")]


for name, sets, more, panels in (
        ("dropped_block", {}, ["--branches", "9"], 3),
        ("compass_gait", {}, ["--branches", "3"], 4),
        ("disk_stack", {"law": "halm_posa", "drop": 0.02, "T": 0.06},
         ["--branches", "40", "--depth", "1", "--samples", "64"], 9)):
    text = figure(scene(name), name + "_fan.svg", *more, **sets)
    runs = said(scene(name), *more, **sets)["branches"]
    check(len(lines(text)) == panels * runs, "%s: %d lines for %d runs" %
          (name, len(lines(text)), runs))
    said_there = labels(text)
    check(said_there.count("t (s)") == panels, "%s: panels" % name)
    check(any(l.startswith("%d runs, law " % runs) for l in said_there),
          "%s: %s" % (name, said_there))
    check(("1" in said_there) == (runs <= 8), "%s: legend" % name)
# many rows are thinned out, the last one stays
short = figure(scene("dropped_block"), "dropped_block_fan.svg", "--branches",
               "9", T=0.3)
long = figure(scene("dropped_block"), "dropped_block_fan.svg", "--branches",
              "9", T=4)
check(short == figure(scene("dropped_block"), "dropped_block_fan.svg",
                      "--branches", "9", T=0.3), "not the same again")
check(len(long) < 4 * len(short), "%d and %d bytes" % (len(short), len(long)))
check("4" in labels(long) or "4.0" in labels(long), "the end of the axis")
done()
