"""What a trace with states says of itself, computed by another SHA-256; and traces that
are of another run, or were changed: one line with file, value and remedy, and not a byte
of the trace is touched. A word: each byte is changed, else a few. Prints its seed."""
import hashlib
import json
import os
import random
import re
import struct
import sys
import tempfile

import again
from program import SOURCE, check, done, in_file, run

FIG = os.path.join(SOURCE, "cases", "GAP08", "fig9_1.lua")
WORDS = ["--set", "T=0.12"]


def states(trace):
    """Each digest, of the bits of all rows before it and of all that states say."""
    head, *lines = [json.loads(line) for line in trace.splitlines()]
    with open(FIG, "rb") as file:
        check(head["scene"] == hashlib.sha256(file.read()).hexdigest() and
              head["states"] == 3, "the first line: %s" % head)
    rows, met, said = [], 0, hashlib.sha256()
    for line in lines[:-1]:
        if "state" not in line:
            rows.append(line)
            continue
        met += 1
        check(len(rows) == 3 * met, "a state behind %d rows" % len(rows))
        table = hashlib.sha256((",".join(rows[0]) + "\n").encode())
        for row in rows:
            table.update(struct.pack("<%dd" % len(row), *row.values()))
        said.update(line["state"].encode())
        both = hashlib.sha256((table.hexdigest() + said.hexdigest()).encode())
        check(line["digest"] == both.hexdigest(), "state %d" % met)
        said.update(line["digest"].encode())
        words = line["state"].split()
        check(words[0] == str(len(rows)) and
              words[11] == str(12 - len(rows)), "state %d: %s" % (met, words))
    check(met == 3 and len(rows) == 13 and "digest" in lines[-1], "%d states" % met)


def refused(name, trace, code, said, *words, scene=FIG):
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "t")
        with open(path, "wb") as file:
            file.write(trace)
        r = run("run", scene, "-q", "--resume", path, *words)
        with open(path, "rb") as file:
            kept = file.read()
        check(r.returncode == code and len(r.stderr.splitlines()) == 1 and
              re.search(said, r.stderr) and kept == trace and os.listdir(place) == ["t"],
              "%s: %d %s%s" % (name, r.returncode, r.stderr,
                               "" if kept == trace else "; the trace was changed"))


def another(trace):
    """Of another run, or no such trace."""
    refused("--set", trace, 3, r"t:1: another run: 'mu' was \"0.8\" and is \"0.7\"; give",
            *WORDS, "--set", "mu=0.7")
    refused("T", trace, 3, "'T' was \"0.12\" and is \"10\"")
    refused("--exact-check", trace, 3,
            "'arithmetic' was \"double\" and is \"exact-check\"", *WORDS, "--exact-check")
    with open(FIG, encoding="utf-8") as file:
        text = file.read()
    for name, change in (("of a constant", text.replace("9.81", "9.82")),
                         ("of a word", text + "-- a word\n")):
        in_file(lambda path, what=name: refused(
            "a change " + what, trace, 3, "another run: 'scene' was", *WORDS, scene=path),
            change, "fig9_1.lua")
    with tempfile.TemporaryDirectory() as place:
        for name, text in (("m.lua", "return 3\n"), ("fig9_1.lua",
                           "require 'm'\n" + open(FIG, encoding="utf-8").read())):
            with open(os.path.join(place, name), "w", encoding="utf-8") as file:
                file.write(text)
        scene, path = os.path.join(place, "fig9_1.lua"), os.path.join(place, "t")
        run("run", scene, "-q", "--states", "3", "--trace", path, *WORDS)
        with open(path, "rb") as file:
            own = file.read()
        with open(os.path.join(place, "m.lua"), "a", encoding="utf-8") as file:
            file.write("-- a word\n")
        refused("a module", own, 3, "another run: 'scene' was", *WORDS, scene=scene)
    first = trace.index(b"\n")
    refused("no first line", trace[:first], 3, "before its first row", *WORDS)
    refused("an empty file", b"", 3, "before its first row", *WORDS)
    refused("no states", trace.replace(b'"states"', b'"status"'), 3, "--states", *WORDS)
    for long in (b"x", b"x" * 3000): # a key that no run has
        refused("a longer key", trace.replace(b'{"run": {"', b'{"run": {"' + long, 1), 3,
                "another run: 'x.*' was .* and is", *WORDS)
    refused("a key without an end", b'{"run": {, "states": 3, "z\n', 3, "another run",
            *WORDS)
    refused("a table", b"step,t\n0,0\n", 3, "holds no states", *WORDS)
    r = run("run", FIG, "--resume", "/nowhere/t")
    check(r.returncode == 6 and len(r.stderr.splitlines()) == 1, r.stderr)


def options(trace):
    """What does not go together is said before anything is read."""
    for words in (["--trace", "u"], ["--states", "2"], ["--events", "-"],
                  ["--lcp", "1", "u"], ["--lcps", "u"], ["--branches", "3"],
                  ["--set", "mu=0.1,0.2"]):
        refused(words[0], trace, 2, words[0] if "=" not in words[-1] else "--resume",
                *WORDS, *words)
    for words in (["--states", "2"], ["--states", "0", "--trace", "t"],
                  ["--resume", "-"], ["--trace", "-", "--states", "3"]):
        r = run("run", FIG, *words)
        check(r.returncode == 2 and len(r.stderr.splitlines()) == 1, "%s: %s" %
              (words, r.stderr))
    text = "local perp = require 'perp'\nlocal s = perp.system { coordinates = { 'x' }," \
        "mass = function() return { { 1 } } end, force = function() return { 0 } end }\n" \
        "for i = 1, 2 do perp.simulate { name = 'n' .. i, system = s, h = 0.1, T = 1," \
        "alpha = 1, q = { 0 }, v = { 1 } } end\n"
    with tempfile.TemporaryDirectory() as place:
        r = in_file(lambda path: run("run", path, "--states", "2", "--trace",
                                     os.path.join(place, "t")), text, "two.lua")
        check(r.returncode == 2 and "--states is for one run" in r.stderr, r.stderr)


def beside():
    """A proof or events that are not those the run has left: longer ones are cut, and
    shorter and other ones refused, and neither they nor the trace are touched."""
    with tempfile.TemporaryDirectory() as place:
        more = [*WORDS, "--certify", "L1", "--cert", "p", "--events", "e"]
        words = [again.BINARY, "run", FIG, "-q"]
        r = again.run(place, [*words, *more, "--states", "3", "--trace", "t"])
        check(r.returncode == 0, r.stderr)
        names = ["t", "p", "p.scene", "e"]
        _, trace, proof, said, events = again.left(place, None, names)
        for one, text in (("p", proof), ("e", events)):
            end = again.least(trace, one, text)
            check(0 < end <= len(text), "%s: %d of %d" % (one, end, len(text)))
            for name, other in (("shorter", text[:end - 1]), ("gone", None),
                                ("changed", text[:1] + b"?" + text[2:])):
                for file, whole in zip(names, (trace, proof, said, events)):
                    again.put(place, file, whole)
                if other is None:
                    os.remove(os.path.join(place, one))
                else:
                    again.put(place, one, other)
                r = again.run(place, [*words, *more, "--resume", "t"])
                check(r.returncode == (6 if other is None else 3) and
                      len(r.stderr.splitlines()) == 1 and "'%s'" % one in r.stderr and
                      again.left(place, None, names[:1]) == ["", trace],
                      "%s %s: %d %s" % (one, name, r.returncode, r.stderr))
                check(other is None or again.left(place, None, [one])[1] == other,
                      "%s %s: touched" % (one, name))
        for file, whole in zip(names, (trace, proof, said, events)):
            again.put(place, file, whole)
        r = again.run(place, [*words, *WORDS, *more[2:6], "--resume", "t"])
        check(r.returncode == 3 and "'events' was \"yes\" and is \"no\"" in r.stderr,
              r.stderr)
        r = again.run(place, [*words, *WORDS, *more[6:], "--exact-check", "--resume", "t"])
        check(r.returncode == 3 and "'proof' was \"L1\" and is \"no\"" in r.stderr,
              r.stderr)


def changed(rng, trace, everywhere):
    """A byte before the end of the last state, changed into another one, is seen; one
    behind it makes no difference, because that is made again."""
    last = trace.rindex(b'{"state": ')
    end = trace.index(b"\n", last) + 1
    places = range(len(trace)) if everywhere else \
        sorted(rng.sample(range(end), 5)) + [end + 5]
    print("%d bytes changed" % len(places))
    for at in places:
        other = bytes([rng.choice([b for b in b'0123456789-.e"{}, xyz\n'
                                   if b != trace[at]])])
        damaged = trace[:at] + other + trace[at + 1:]
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "t")
            with open(path, "wb") as file:
                file.write(damaged)
            r = run("run", FIG, "-q", "--resume", path, *WORDS)
            with open(path, "rb") as file:
                now = file.read()
        if at >= end:
            check(r.returncode == 0 and now == trace or r.returncode == 3 and
                  now == damaged, "behind: byte %d, %r: %s" % (at, other, r.stderr))
        else:
            check(now == trace or r.returncode == 3 and now == damaged and
                  len(r.stderr.splitlines()) == 1,
                  "byte %d, %r for %r: %d %s" % (at, other, trace[at:at + 1],
                                                 r.returncode, r.stderr))


def drawn(rng, everywhere):
    """What is drawn of a row is made again and compared."""
    with tempfile.TemporaryDirectory() as place:
        r = again.run(place, [again.BINARY, "run", FIG, "-q", *WORDS, "--states", "3",
                              "--trace", "t", "--shapes"])
        check(r.returncode == 0, r.stderr)
        with open(os.path.join(place, "t"), "rb") as file:
            trace = file.read()
    end, spans, k = trace.rindex(b'{"state": '), [], 0
    for line in trace[:end].splitlines(True):
        if line.startswith(b'{"places": '):
            spans += range(k + 11, k + len(line) - 2)
        k += len(line)
    for at in spans if everywhere else rng.sample(spans, 1):
        other = rng.choice([b for b in b'0123456789-.' if b != trace[at]])
        refused("drawn, byte %d" % at, trace[:at] + bytes([other]) + trace[at + 1:], 3,
                "not what is drawn of the row above", *WORDS)


def main():
    seed = int(os.environ.get("PERP_SEED", "2020"))
    print("seed", seed)
    with tempfile.TemporaryDirectory() as place:
        r = again.run(place, [again.BINARY, "run", FIG, "-q", *WORDS, "--states", "3",
                              "--trace", "t"])
        check(r.returncode == 0, r.stderr)
        with open(os.path.join(place, "t"), "rb") as file:
            trace = file.read()
    states(trace)
    another(trace)
    options(trace)
    beside()
    changed(random.Random(seed), trace, len(sys.argv) > 1)
    drawn(random.Random(seed), len(sys.argv) > 1)
    done()


main()
