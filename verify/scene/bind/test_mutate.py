"""Scenes with one line changed: what is said of each names the place.

A case of a paper is changed in one line: a key of a table is misspelt, a number that is a
key's value becomes a text, a list, negative or a million times as large, a key is left
out. Many such scenes run all the same. Of one that does not, while the case does, the
message is one line about the scene's own file, never about perp's, and names

* the line that was changed, of a key that is misspelt and of a value that is wrong;
* that line, or the one on which the braces open that held it, of a key left out;
* where the table is the scene's own, or its own program stumbles, whatever line of the
  file does.

How many named the very line is printed, by kind.
"""
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

from program import BINARY, SOURCE, check, done

MOST = int(sys.argv[1]) if len(sys.argv) > 1 else 12
SEED = int(os.environ.get("PERP_SEED", "20261123"))
SECONDS = 1  # of CPU: who runs longer is right
draw = random.Random(SEED)
KEYS = re.compile(r"(?:^\s*|[{,]\s*)([a-z]\w*) = (?!=)")
NUMBER = re.compile(r"(?:^\s*|[{,]\s*)[a-z]\w* = (-?\d+\.?\d*(?:e-?\d+)?)"
                    r"(?=\s*[,}])")
WINGS = "AP02", "GAP08", "HP23", "P10", "PKS05"


def code(line):
    """What stands before a comment; nothing where a text could hold one."""
    return line.split("--")[0] if '"' not in line and "[[" not in line else ""


def inside_tables(lines):
    """Lines on which a brace is open at their beginning or opens."""
    depth, out = 0, []
    for i, line in enumerate(lines):
        text = code(line)
        if depth > 0 or "{" in text:
            out.append(i)
        depth += text.count("{") - text.count("}")
    return out


def keys(lines):
    return [(i, m) for i in inside_tables(lines)
            for m in KEYS.finditer(code(lines[i]))
            if not re.match(r" *(local|for) ", lines[i])]


def numbers(lines):
    return [(i, m) for i in inside_tables(lines)
            for m in NUMBER.finditer(code(lines[i]))
            if not re.match(r" *(local|for) ", lines[i])]


def swap(lines, m, i, text):
    line = lines[i]
    lines[i] = line[:m.start(1)] + text + line[m.end(1):]
    return i, m.start(1)


def key(lines):
    i, m = draw.choice(keys(lines))
    word = m.group(1)
    return swap(lines, m, i, word + "q" if len(word) < 3 else
                word[0] + word[2] + word[1] + word[3:] + "q")


def to(make):
    def change(lines):
        i, m = draw.choice(numbers(lines))
        return swap(lines, m, i, make(m.group(1)))
    return change


def missing(lines):
    i, m = draw.choice(keys(lines))
    at = re.compile(r"[^,{}()]*(?:\([^(){}]*\)[^,{}()]*)*,").match(
        lines[i], m.end())
    if at is None:
        raise IndexError
    lines[i] = lines[i][:m.start(1)] + lines[i][at.end():]
    return i, m.start(1)


KINDS = {"key": key, "text": to(lambda x: '"x"'), "list": to(lambda x: "{}"),
         "sign": to(lambda x: "(-%s)" % x), "unit": to(lambda x: x + "e6"),
         "missing": missing}


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def outcome(path):
    r = subprocess.run([BINARY, "run", path, "-q", "--set", "T=0.01"],
                       capture_output=True, text=True, errors="replace",
                       preexec_fn=limits)
    return r.returncode, r.stderr


def scenes(place):
    out = []
    for wing in WINGS:
        room = os.path.join(place, wing)
        out += [os.path.join(room, f) for f in sorted(os.listdir(room))
                if f.endswith(".lua")]
    return out


def owner(lines, i, column):
    """The line on which the innermost brace opened that is open at a place."""
    depth = 0
    for k in range(i, -1, -1):
        text = re.sub(r'"[^"]*"', lambda m: " " * len(m.group()), lines[k])
        text = text.split("--")[0]
        for c in reversed(text[:column] if k == i else text):
            depth += (c == "}") - (c == "{")
            if depth < 0:
                return k
    return None


def judge(kind, path, lines, i, opens, err):
    """The line that was named, and whether it may be."""
    said = [x for x in err.splitlines() if x.startswith("perp: ")]
    place = re.match(r"perp: %s(?::(\d+))?: (.*)" % re.escape(path),
                     said[0] if len(said) == 1 else "")
    if place is None:
        return None, False
    line = int(place.group(1)) - 1 if place.group(1) else None
    own = re.search("attempt to |bad argument|expected|assertion",
                    place.group(2))
    if own:
        return line, line is not None
    if kind == "key":
        word = re.match(r"unknown key '(\w+)'", place.group(2))
        told = word is not None and word.group(1) in lines[i]
        return line, line == i if told else line is not None
    return line, line == i or kind == "missing" and line == opens


def main(place):
    print("seed", SEED)
    for wing in WINGS:
        shutil.copytree(os.path.join(SOURCE, "cases", wing),
                        os.path.join(place, wing))
    named, failed, tries = {}, {}, 0
    cases = scenes(place)
    fine = {}
    while sum(failed.values()) < MOST and tries < 40 * MOST:
        tries += 1
        case = draw.choice(cases)
        kind = draw.choice(list(KINDS))
        with open(case) as f:
            lines = f.read().split("\n")
        try:
            i, column = KINDS[kind](lines)
        except IndexError:
            continue
        with tempfile.NamedTemporaryFile(
                "w", suffix=".lua", dir=os.path.dirname(case)) as f:
            f.write("\n".join(lines))
            f.flush()
            code, err = outcome(f.name)
            if code not in (2, 3, 4, 5):
                check(code in (0, 1, -9, -24), "%s: code %d: %s" % (
                    case, code, err))
                continue
            if case not in fine:
                fine[case] = outcome(case)[0] in (0, 1)
            if not fine[case]:
                continue
            line, may = judge(kind, f.name, lines, i,
                              owner(lines, i, column), err)
        failed[kind] = failed.get(kind, 0) + 1
        named[kind] = named.get(kind, 0) + (line == i)
        check(may, "%s:%d: %s: %s\n%s" % (
            os.path.relpath(case, place), i + 1, kind, lines[i].strip(),
            err))
    for kind in sorted(failed):
        print("%-8s %3d fail, %3d name the very line" % (
            kind, failed[kind], named[kind]))
    print("%d changes tried" % tries)
    check(sum(failed.values()) == MOST, "too few fail")


with tempfile.TemporaryDirectory() as directory:
    main(directory)
done()
