"""Which functions can no program reach? The linker says.

    reachable.py BUILD

Every source of perp (with perp.core, its module for Lua, and the functions that perp.h offers to
programs in C) and of perp-check is compiled by
BUILD's own command lines, but without optimisation and with a section for each function, so that
nothing is inlined and nothing merged; the linker is told to leave out what `main`, or `luaopen_perp_core`,
cannot reach, and to say so in its map. A function whose address is taken by something reached counts as
reached. One of a header (static inline, or made by a macro) is reached when it is in any object; what no
file of perp defines, a header of the compiler, is not asked about.

Exit: 0 everything is reached; 1 not; 2 usage, or nothing could be built.

lua/weave.lua reads names instead, which takes a second and no compiler: it refuses `Implements` on what it does not
reach. A local variable of a function's name deceives it, and nothing does the linker.
"""
import collections
import concurrent.futures
import glob
import json
import os
import re
import shlex
import subprocess
import sys

FLAGS = ["-O0", "-g0", "-w", "-fno-inline", "-fkeep-inline-functions",
         "-ffunction-sections", "-fno-sanitize=all", "-fPIC"]
PROGRAMS = {  # the targets of which a program is made, and its roots
    "perp": (("perp_core", "perp_face", "perp"), ["luaopen_perp_core"]),
    "perp-check": (("perp_checker", "perp-check"), []),
}


def door():
    """What perp.h declares: libperp has these names and no other."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..",
                          "..", "src", "scene", "door", "perp.h")
    return re.findall(r"PERP_API\b[^;(]*\b(perp_\w+)\(",
                      open(source).read())


def compiled(build, entries, room):
    """The objects of these entries of compile_commands.json."""
    os.makedirs(room, exist_ok=True)
    jobs = []
    for number, entry in enumerate(entries):
        words = shlex.split(entry["command"])
        at = words.index("-o")
        out = os.path.join(room, "%d.o" % number)
        words[at + 1] = out
        jobs.append((words[:at] + FLAGS + words[at:], entry, out))

    def one(job):
        done = subprocess.run(job[0], cwd=job[1]["directory"],
                              capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stderr)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(one, jobs))
    return {out: entry["file"] for _, entry, out in jobs}


def linked(build, objects, roots, room):
    """(object, function) of what is in the program, and of what is not."""
    cache = open(os.path.join(build, "CMakeCache.txt")).read()
    libraries = re.findall(r"^(?:GMP|MPFR|LUA)_LIBRARY:\w+=(.*)$", cache, re.M)
    path = os.path.join(room, "map")
    done = subprocess.run(
        ["cc", "-o", os.path.join(room, "program"), "-Wl,--gc-sections",
         "-Wl,-Map," + path] + ["-Wl,-u," + root for root in roots] +
        list(objects) + libraries + ["-lm", "-ldl"], capture_output=True,
        text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    out, kept = set(), set()
    text = open(path).read()
    gone, _, rest = text.partition("\nMemory Configuration\n")
    for part, into in (gone, out), (rest, kept):
        for name, file in re.findall(
                r"^ \.text\.(\S+)\s+0x\w+\s+0x\w+ (\S+\.o)$", part, re.M):
            if file in objects:
                into.add((objects[file], name))
    return out, kept


def definition(lines, name):
    """The first and last line of a function in a source of the house's form:
    it begins in column 0 and ends with a brace there."""
    begin = re.compile(r"^[A-Za-z_].*\b%s\(" % re.escape(name))
    for n, line in enumerate(lines):
        if begin.match(line):
            for m in range(n, len(lines)):
                if lines[m].startswith("}"):
                    return n, m
                if lines[m].endswith(";") and lines[m][:1] not in " \t{":
                    break
                if lines[m].endswith(");") and m < n + 8 and "{" not in \
                        "".join(lines[n:m + 1]):
                    break
    return None


def claims(lines, n):
    """Does the prose just above line n say `Implements`?"""
    above = "\n".join(lines[:n]).rstrip()
    if not above.endswith("*/"):
        return False
    return re.search(r"\bImplements\s+(?:AP02|GAP08|HP23|PKS05|P10)\b",
                     above[above.rindex("/*"):]) is not None


def headers(every):
    """The headers beside the sources, each with its lines."""
    places = {os.path.dirname(entry["file"]) for entry in every}
    return {path: open(path).read().split("\n")
            for place in sorted(places) for path in glob.glob(place + "/*.h")}


def unreachable(build):
    """[(file, name)], and how many functions there are."""
    every = json.load(open(os.path.join(build, "compile_commands.json")))
    lost, total, beside = [], 0, headers(every)
    for program, (targets, roots) in PROGRAMS.items():
        if program == "perp":
            roots = roots + door()
        room = os.path.join(build, "reachable", program)
        mine = [e for e in every if re.search(
            r"CMakeFiles/(%s)\.dir/" % "|".join(map(re.escape, targets)),
            e["command"])]
        mine = list({e["file"]: e for e in mine}.values())  # ask.c is in two
        if not mine:
            sys.exit("reachable.py: %s has no source in %s" % (program, build))
        out, kept = linked(build, compiled(build, mine, room), roots, room)
        total += len(out | kept)
        inside = collections.Counter(name for _, name in kept)
        text = {}
        for file, name in sorted(out):
            text.setdefault(file, open(file).read().split("\n"))
            if definition(text[file], name):
                lost.append((file, name))
            elif not inside[name]:
                lost += [(path, name) for path, lines in beside.items()
                         if definition(lines, name)]
    return sorted(set(lost)), total


def main(build):
    lost, total = unreachable(os.path.abspath(build))
    root = os.path.commonpath([file for file, _ in lost] + [
        os.path.dirname(os.path.dirname(os.path.abspath(__file__)))])
    size = refused = 0
    for file, name in lost:
        lines = open(file).read().split("\n")
        where = definition(lines, name)
        first, last = where or (0, 0)
        size += last - first + 1
        claim = where is not None and claims(lines, first)
        refused += claim
        print("%s:%d: %s: %d lines%s" % (
            os.path.relpath(file, root), first + 1, name, last - first + 1,
            "; it bears Implements" if claim else ""))
    print("%d functions; unreachable functions: %d, %d lines; %d of them bear "
          "Implements" % (total, len(lost), size, refused))
    return 1 if lost else 0


if __name__ == "__main__":
    if len(sys.argv) != 2 or not os.path.isdir(sys.argv[1]):
        sys.exit(__doc__) if len(sys.argv) != 2 else sys.exit(2)
    sys.exit(main(sys.argv[1]))
