"""No output takes the place of anything that is read, nor of another output: each
pair of the files of each command, under the same name and by links. Exit code 2,
one line that names both, and every byte stays as it was."""
import os
import shutil
import subprocess
import tempfile

from program import BINARY, HANG, SOURCE, check, done

SCENE = """local perp = require "perp"
local module = require "module"
local function one(name)
  return { system = perp.system { coordinates = { "x" },
      mass = function() return { { 1 } } end, force = function() return { 0 } end },
    h = 1, T = 1, q = { 0 }, v = { 0 }, name = name,
    figures = function(run) return { { name = "fig", panels = { { series = {
      { x = run.t, y = run.t } } } } } } end }
end
if perp.param("two", 0, "1: two runs") == 1 then
  perp.simulate(one "a")
  perp.simulate(one "b")
else
  return one "a"
end
"""
PROBLEM = "1 1 -1\n"
# A command, the files it reads, its options that name outputs, and more words that
# belong to it.
COMMANDS = [
    (["run", "s.lua"], ["s.lua", "module.lua"],
     ["--csv", "--trace", "--cert"], ["--certify", "L1"]),
    (["run", "s.lua"], ["s.lua", "module.lua"], ["--csv", "--trace"],
     ["--json"]),
    (["converge", "s.lua", "--h", "1,1/2"], ["s.lua", "module.lua"],
     ["--csv"], []),
    (["compare", "s.lua", "--scheme", "alpha-gamma"], ["s.lua", "module.lua"],
     ["--csv"], []),
    (["inclusion", "box.lua", "--solutions", "2"], ["box.lua"], ["--csv"],
     []),
    (["impact", "box.lua", "--all"], ["box.lua"], ["--proof"], []),
    (["reach", "rock.lua", "--samples", "4", "-q"], ["rock.lua"],
     ["--csv"], []),
    (["merge", "part1", "part2"], ["part1", "part2"], ["--csv"], []),
    (["solve", "p.lcp", "--all"], ["p.lcp"], ["--proof", "--cert"], []),
]


def perp(place, *words):
    return subprocess.run([BINARY, *words], capture_output=True, text=True,
                          cwd=place, timeout=HANG)


def furnish(place):
    with open(os.path.join(place, "s.lua"), "w") as file:
        file.write(SCENE)
    with open(os.path.join(place, "module.lua"), "w") as file:
        file.write("return 1\n")
    with open(os.path.join(place, "p.lcp"), "w") as file:
        file.write(PROBLEM)
    for name, case in (("box", "box_wall"), ("rock", "rocking_block")):
        shutil.copy(os.path.join(SOURCE, "cases", "HP23", case + ".lua"),
                    os.path.join(place, name + ".lua"))
    for i in "12":
        r = perp(place, "reach", "rock.lua", "-q", "--samples", "4", "--shard",
                 i + "/2", "--csv", "part" + i)
        check(r.returncode == 0, r.stderr)


def contents(place):
    found = {}
    for at, _, files in os.walk(place):
        for name in files:
            path = os.path.join(at, name)
            found[path] = None
            if os.path.exists(path):  # not a link to nowhere
                with open(path, "rb") as file:
                    found[path] = file.read()
    return found


def refused(place, what, words, *parts, first=()):
    """`first`: files of a run that was over before the name was known."""
    before = contents(place)
    r = perp(place, *words)
    check(r.returncode == 2 and len(r.stderr.splitlines()) == 1 and
          not r.stdout and all(part in r.stderr for part in parts),
          "%s: %s: %d %s" % (what, " ".join(words), r.returncode, r.stderr))
    for name in first:
        if os.path.exists(os.path.join(place, name)):
            os.remove(os.path.join(place, name))
    check(contents(place) == before, "%s: %s: files have changed" %
          (what, " ".join(words)))


def links(place, name):
    """Other names of that file: ./name, a hard link, a soft one, through a
    directory."""
    for kind in ("hard", "soft"):
        if os.path.lexists(os.path.join(place, kind)):
            os.remove(os.path.join(place, kind))
    os.link(os.path.join(place, name), os.path.join(place, "hard"))
    os.symlink(name, os.path.join(place, "soft"))
    return name, "./" + name, "hard", "soft", os.path.join(place, name)


def inputs(place):
    for words, reads, options, more in COMMANDS:
        for name in reads:
            others = links(place, name)
            for option in options:
                cert = ["--cert", "new"] if "--certify" in more and \
                    option != "--cert" else []
                for other in others if name == reads[0] else others[:1]:
                    refused(place, "an input", words + more + cert +
                            [option, other], option, "would overwrite")


def statements(place):
    """The statement of FILE is FILE.scene, an output like the others."""
    cert = ["run", "s.lua", "--certify", "L1", "--cert", "c"]
    refused(place, "a statement", cert + ["--csv", "c.scene"], "c.scene")
    refused(place, "a statement", cert + ["--trace", "./c.scene"], "c.scene")
    shutil.copy(os.path.join(place, "s.lua"), os.path.join(place, "x.scene"))
    refused(place, "a statement", ["run", "x.scene", "--certify", "L1", "--cert",
                                   "x"], "x.scene")
    shutil.copy(os.path.join(place, "p.lcp"), os.path.join(place, "q.scene"))
    refused(place, "a statement", ["solve", "q.scene", "--all", "--cert", "q"],
            "q.scene")
    refused(place, "a statement", ["solve", "p.lcp", "--all", "--cert", "q",
                                   "--proof", "q.scene"], "q.scene")
    for words in (["run", "s.lua", "--certify", "L1"], ["solve", "p.lcp", "--all"]):
        refused(place, "no name", words + ["--cert", "-"], "--cert")


def two_outputs(place):
    run = ["run", "s.lua", "--certify", "L1"]
    for a, b in (("--csv", "--trace"), ("--csv", "--cert"),
                 ("--trace", "--cert")):
        cert = [] if "--cert" in (a, b) else ["--cert", "c"]
        for x, y in (("a", "a"), ("a", "./a"), ("d/a", "d/../d/a"), ("to_a", "a")):
            refused(place, "two outputs", run + cert + [a, x, b, y], a, b)
    refused(place, "two outputs", ["solve", "p.lcp", "--all", "--proof", "a",
                                   "--cert", "a"], "--proof", "--cert")
    for a, b in (("--csv", "--trace"), ("--trace", "--csv")):
        refused(place, "standard output", ["run", "s.lua", a, "-", b, "-"], a, b)
    refused(place, "standard output", ["run", "s.lua", "--trace", "-", "--json"],
            "--trace", "--json")
    refused(place, "standard output", ["impact", "box.lua", "--all", "--proof",
                                       "-"], "--proof")
    refused(place, "--check", ["solve", "p.lcp", "--check", "part1", "--all",
                               "--cert", "part1"], "--cert")


def derived(place):
    """With several runs and figures, names come from the scene."""
    two = ["run", "s.lua", "--set", "two=1"]
    refused(place, "a table's own name", two + ["-q", "--csv", "o.csv", "--trace",
                                                "o.a.csv"], "--csv", "--trace",
            first=("o.a.csv",))
    for name in ("o.b.lua", "o.a.lua"):
        shutil.copy(os.path.join(place, "s.lua"), os.path.join(place, name))
        refused(place, "a table's own name", ["run", name, "--set", "two=1",
                                              "--csv", "o.lua"], name)
    refused(place, "a proof's own name",
            ["run", "o.b.lua", "-q", "--set", "two=1", "--csv", "u", "--cert",
             "o.lua", "--certify", "L1"], "o.b.lua",
            first=("o.lua", "o.lua.scene"))
    refused(place, "a figure", ["run", "s.lua", "--plot", "d", "--csv",
                                "d/fig.svg"], "--plot", "--csv")
    os.makedirs(os.path.join(place, "figs"))
    os.symlink(os.path.join(place, "s.lua"), os.path.join(place, "figs/fig.svg"))
    refused(place, "a figure", ["run", "s.lua", "--plot", "figs"], "--plot")
    refused(place, "the directory", ["run", "s.lua", "--plot", "n", "--csv",
                                     "n"], "--plot", "--csv")


def shared(place):
    """What may be one: a device; and nothing else is refused."""
    r = perp(place, "run", "s.lua", "-q", "--csv", "/dev/null", "--trace",
             "/dev/null")
    check(r.returncode == 0, "/dev/null twice: %s" % r.stderr)
    r = perp(place, "run", "s.lua", "-q", "--csv", "fine.csv", "--trace",
             "fine.jsonl", "--certify", "L1", "--cert", "fine", "--plot", "p",
             "--json", "--set", "two=0")
    check(r.returncode == 0 and sorted(os.listdir(os.path.join(place, "p"))) ==
          ["fig.svg"], "all at once: %s" % r.stderr)
    lines = perp(place, "run", "s.lua", "-q", "--trace", "-")
    with open(os.path.join(place, "fine.jsonl")) as file:
        check(lines.returncode == 0 and lines.stdout == file.read(),
              "--trace -: %s" % lines.stderr)
    check(not os.path.exists(os.path.join(place, "-")), "a file called -")
    with open(os.path.join(place, "t.jsonl"), "w") as out:
        r = subprocess.run([BINARY, "run", "s.lua", "--json", "--trace",
                            "t.jsonl"], stdout=out, stderr=subprocess.PIPE,
                           cwd=place, timeout=HANG, text=True)
    check(r.returncode == 2 and "--trace" in r.stderr,
          "standard output is the trace: %d %s" % (r.returncode, r.stderr))


def closed(place):
    """With standard output closed, the first file that is opened would get its
    number, and what is printed: nothing goes there, and that is told."""
    for words, code in ((["--json"], 6), ([], 0)):
        r = subprocess.run([BINARY, "run", "s.lua", "-q", "--trace", "closed",
                            *words], stderr=subprocess.PIPE, cwd=place,
                           timeout=HANG, preexec_fn=lambda: os.close(1))
        with open(os.path.join(place, "closed"), "rb") as file, \
                open(os.path.join(place, "fine.jsonl"), "rb") as other:
            check(r.returncode == code and file.read() == other.read(),
                  "closed: %d %s" % (r.returncode, r.stderr))


with tempfile.TemporaryDirectory() as place:
    place = os.path.realpath(place)
    furnish(place)
    os.makedirs(os.path.join(place, "d"))
    os.symlink("a", os.path.join(place, "to_a"))
    inputs(place)
    statements(place)
    two_outputs(place)
    derived(place)
    shared(place)
    closed(place)
done()
