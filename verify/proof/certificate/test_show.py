"""perp-check --show: the text that is printed, read again, is the statement. Formulas
are evaluated from the text and from the tapes at random points; numbers are compared
as fractions; and nothing that a file claims makes the text long."""
import math
import os
import random
import re
import subprocess
import tempfile
from fractions import Fraction

from certificates import CHECK, perp
from program import SOURCE, check, done, run

OP = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b,
      "mul": lambda a, b: a * b, "div": lambda a, b: a / b if b else math.nan,
      "neg": lambda a: -a, "sqrt": lambda a: math.sqrt(max(a, 0)),
      "sin": math.sin, "cos": math.cos, "max": max,
      "sel": lambda a, b, c: a if c >= 0 else b}


def ratio(text):
    p, _, q = text.partition("/")
    return Fraction(int(p, 16), int(q or "1", 16))


def tapes(scene):
    """name, its tape as a function of inputs; those of kinds behind the scene's."""
    lines = scene.split("\n")
    for i, line in enumerate(lines):
        if not line.startswith("tape "):
            continue
        inputs, consts, n, _ = map(int, line.split()[2:])
        const = [float(ratio(x)) for x in lines[i + 1].split()[1:]]
        code = [x.split() for x in lines[i + 2:i + 2 + n]]
        out = [int(x) for x in lines[i + 2 + n].split()[1:]]

        def value(x, const=const, code=code, out=out):
            slot = list(x) + const
            for op, *a in code:
                slot.append(OP[op](*(slot[int(k)] for k in a)))
            return [slot[k] for k in out]
        yield line.split()[1], inputs, value


def shown(path):
    r = subprocess.run([CHECK, "--show", path], capture_output=True, text=True)
    check(r.returncode == 0 and not r.stderr, "%s: %s" % (path, r))
    return r.stdout


def compiled(text, names):
    """A formula of the text: inputs are x[i], t1 and ~0.1 are own[...]."""
    code, at = "", 0
    for word in re.finditer(r"~?[A-Za-z_0-9][\w.%]*(?:e[-+]\d+)?", text):
        w = word[0]
        new = "x[%d]" % names.index(w) if w in names else \
            "own[%r]" % w if w[0] == "~" or re.fullmatch(r"t\d+", w) else w
        code += text[at:word.start()] + new
        at = word.end()
    return compile(code + text[at:], "shown", "eval")


def formulas(block, names):
    """The lines of a section, as a function from inputs to {what: value}."""
    exact, lines = {}, []
    for line in block:
        m = re.match(r"  where (~\S+) is -?0x(\w+)(?:/0x(\w+))?$", line)
        if m:
            exact[m[1].replace("-", "")] = float(
                ratio(m[2] + ("/" + m[3] if m[3] else "")))
            continue
        m = re.match(r"(    t\d+|  \S.*?) = (.*)$", line)
        if m:
            lines.append((m[1], compiled(m[2].replace("~-", "-~"), names)))

    def value(x):
        own, out = dict(exact), {}
        use = {"x": x, "own": own, "sin": math.sin, "cos": math.cos, "max": max,
               "sqrt": lambda a: math.sqrt(max(a, 0)),
               "where": lambda c, a, b: a if c >= 0 else b}
        for what, code in lines:
            (own if what.startswith("    ") else out)[what.strip()] = eval(code, use)
        return out
    return value


def near(a, b):
    return a == b or abs(a - b) <= 1e-11 * max(1, abs(a), abs(b)) or (
        math.isnan(a) and math.isnan(b))


def blocks(text):
    """[(head, lines)]: a head begins in the first column."""
    out = []
    for line in text.split("\n"):
        if line[:1] not in ("", " "):
            out.append((line, []))
        elif line and out:
            out[-1][1].append(line)
    return out


def entries(name, values, q, v, f, g):
    """What a tape's outputs are called in the text."""
    n = len(v)
    if name == "inertia":
        for i, (a, b) in enumerate([(a, b) for a in v for b in v]):
            yield "M[%s, %s]" % (a, b), values[i]
            if f:
                yield "F[%s, %s]" % (a, b), values[n * n + i]
        for i, (a, b) in enumerate([(a, b) for a in q for b in v] if g else []):
            yield "Gamma[%s, %s]" % (a, b), values[n * n * (1 + f) + i]
    if name == "force":
        for a, x in zip(v, values):
            yield "k[%s]" % a, x


def same(place, path, name, draw):
    """The tapes of a statement and what is shown of them."""
    scene, text = open(path + ".scene").read(), shown(path)
    listed = lambda tag: re.findall("^%s (\\S+)" % tag, scene, re.M)
    q, v = listed("q"), listed("v")
    sizes = [int(x) for x in re.search("^sizes (.*)$", scene, re.M)[1].split()]
    names = ["q." + x for x in q] + ["v." + x for x in v] + ["t"]
    parts = blocks(text)
    heads = [h for h, _ in parts]
    find = lambda begin: next((b for h, b in parts if h.startswith(begin)), [])
    of = {"inertia": "mass", "force": "force", "joints": "joints",
          "springs": "springs:", "gaps": "gaps", "slips": "slips"}
    kinds = [b for h, b in parts if h.startswith("kind '")]
    count, seen = 0, 0
    for tape, inputs, value in tapes(scene):
        count += 1
        if count > 6:                     # of a kind: gap, slips, gap, slips
            block = kinds[(count - 7) // 2]
            line = re.search(r"^kind \S+ (.*)$", "\n".join(
                l for l in scene.split("\n") if l.startswith("kind "))
                .split("\n")[(count - 7) // 2])[1].split()
            a, b = [int(x) for x in line[:3]], [int(x) for x in line[3:6]]
            put = lambda k: ["A.%s%d" % ("qvp"[k], i + 1) for i in range(a[k])] + \
                ["B.%s%d" % ("qvp"[k], i + 1) for i in range(b[k])]
            names = put(0) + put(1) + put(2)
            speeds, block = put(1), halves(block, tape)
        else:
            block, speeds = find(of[tape]), ["v." + x for x in v]
        shown_ = formulas(block, names)
        for _ in range(5):
            x = [draw.uniform(-2, 2) for _ in range(inputs)]
            got, said = value(x), shown_(x)
            speed = [x[names.index(s)] for s in speeds]
            wanted = dict(entries(tape, got, q, v, sizes[2], sizes[3]))
            if tape in ("joints", "springs") or (tape == "gaps" and count <= 6):
                tag = {"joints": "joint", "springs": "spring",
                       "gaps": "contact"}[tape]
                wanted = {"%s '%s'" % ("gap of" if tag == "contact" else tag, n): y
                          for n, y in zip(listed(tag), got)}
            elif tape == "gaps":
                wanted = {"gap": got[0]}
            elif tape == "slips":
                rows = [sum(d * s for d, s in zip(got[i:], speed))
                        for i in range(0, len(got), max(1, len(speed)))]
                calls = ["slip %d" % (i + 1) for i in range(len(rows))]
                if count <= 6:
                    calls = ["slip %d of '%s'" % (k + 1, n) for n, slips in
                             re.findall(r"^contact (\S+) (\d+)", scene, re.M)
                             for k in range(int(slips))]
                wanted = dict(zip(calls, rows, strict=True))
            for what, y in wanted.items():
                z = said.get(what, 0)
                mirror = re.sub(r"M\[(.*), (.*)\]", r"M[\2, \1]", what)
                if what not in said and mirror in said:
                    z = said[mirror]
                check(near(y, z), "%s: %s = %g, shown %g" % (name, what, y, z))
                seen += 1
            check(set(said) <= set(wanted), "%s: %s" % (
                name, set(said) - set(wanted)))
    numbers(name, scene, text, heads)
    return seen


def halves(block, tape):
    """A kind's block has the lines of its gap, then those of its slips."""
    at = next(i for i, l in enumerate(block) if l.startswith("  gap = ")) + 1
    while at < len(block) and block[at].startswith("  where"):
        at += 1
    return block[:at] if tape == "gaps" else block[at:]


def number(text):
    """A shown number: a decimal, p/q, or ~ and the number itself."""
    m = re.search(r"\((-?)0x(\w+)(?:/0x(\w+))?\)", text)
    if m:
        exact = ratio(m[2] + ("/" + m[3] if m[3] else "")) * (-1 if m[1] else 1)
        near_ = float(text.split(" ")[0].replace("~", ""))
        check(near_ == float(exact) and text[0] == "~", text)
        return exact
    check("~" not in text, "no number behind " + text)
    return Fraction(text.split(" ")[0])


def numbers(name, scene, text, heads):
    """Heads, initial state and coefficients, as fractions."""
    stated = dict(re.findall(r"^(h|alpha|gamma|restitution|T|tolerance) (\S+)$",
                             scene, re.M))
    for key, value in stated.items():
        line = next(h for h in heads if h.startswith(key + " = "))
        check(number(line.split(" = ")[1]) == ratio(value), name + ": " + line)
    for tag in "qv":
        for n, value in re.findall(r"^%s (\S+) (\S+)$" % tag, scene, re.M):
            line = re.search(r"^  %s\.%s = (.*)$" % (tag, re.escape(n)), text, re.M)
            check(number(line[1]) == ratio(value), "%s: %s" % (name, line[0]))
    for n, mu in re.findall(r"^contact (\S+) \d+ (\S+)$", scene, re.M):
        line = re.search(r"^contact '%s': .* friction (.*)$" % re.escape(n), text,
                         re.M)
        check(number(line[1]) == ratio(mu), "%s: %s" % (name, line[0]))
    for n, k, d in re.findall(r"^spring (\S+) (\S+) (\S+)$", scene, re.M):
        line = re.search(r"^spring '%s': stiffness (.*) N/m, damping (.*) N s/m$"
                         % re.escape(n), text, re.M)
        check((number(line[1]), number(line[2])) == (ratio(k), ratio(d)), line[0])
    for word in ("scheme", "active", "clock", "jacobians"):
        check(re.search("^%s .*$" % word, scene, re.M)[0] in heads, word)


CASES = [("GAP08/fig9_1", "T=0.01 h=0.01"), ("GAP08/rocking_block", "T=0.01 h=0.01"),
         ("GAP08/box_stack", "count=2 T=0.01 h=0.01"),
         ("GAP08/four_bar", "T=0.01 h=0.01"), ("GAP08/spring_block", "T=0.1 h=0.1"),
         ("GAP08/tumbling_body", "T=0.001 h=0.001"), ("AP02/two_bodies", "T=0.1 h=0.1"),
         ("GAP08/thrown_block", "T=0.001 h=0.001"), ("P10/corner", ""),
         ("GAP08/symmetric_top", "T=0.001 h=0.001")]


def example(path):
    """The chapter's."""
    chapter = open(SOURCE + "/doc/70-certificate.md").read()
    scene, text = (re.search("```text %s\n(.*?)```" % tag, chapter, re.S)[1]
                   for tag in ("scene", "show"))
    with open(path + ".scene", "w") as file:
        file.write(scene)
    check(shown(path) == text, shown(path))
    return scene


def bounded(path, scene):
    """A deep tape, a wide one, many contacts, long names and numbers: a short text,
    soon, that says it is cut."""
    deep = 100000
    chain = "".join("neg %d\n" % (4 + i if i else 1) for i in range(deep))
    wide = "".join("add %d 1\nsin %d\n" % (1 if i == 0 else 4 + 2 * i, 5 + 2 * i)
                   for i in range(20000))
    gaps = "tape gaps 5 0 0 1\nconst\nout 1\n"
    check(gaps in scene, "the tape of gaps")
    pairs = [("deep", scene.replace(gaps, "tape gaps 5 0 %d 1\nconst\n%sout %d\n" %
                                    (deep, chain, 4 + deep))),
             ("wide", scene.replace(gaps, "tape gaps 5 0 40000 1\nconst\n%sout %d\n" %
                                    (wide, 4 + 40000))),
             ("name", scene.replace("q x", "q " + "x" * 100000)),
             ("number", scene.replace("q x 0", "q x " + "f" * 200000)),
             ("fraction", scene.replace("q x 0", "q x 1/" + "f" * 200000)),
             ("many", scene.replace(" 1 0\nq", " 5000 0\nq").replace(
                 "contact ground 1 1/2\n", "contact ground 1 1/2\n" * 5000).replace(
                 gaps, "tape gaps 5 0 0 5000\nconst\nout" + " 1" * 5000 + "\n")
              .replace("tape slips 5 2 0 2\nconst 0 1\nout 6 5",
                       "tape slips 5 2 0 10000\nconst 0 1\nout" + " 6 5" * 5000))]
    for name, text in pairs:
        with open(path + ".scene", "w") as file:
            file.write(text)
        got = shown(path)
        check(len(got) < 200000 and got.count("\n") < 1000, "%s: %d bytes, %d "
              "lines" % (name, len(got), got.count("\n")))
        check("..." in got or "digits" in got, "%s: nothing is said to be cut" % name)


def refused(path, scene):
    """What is no statement, and what cannot be read."""
    for text, wanted in ((scene.replace("h 1/2", "h 0"), 1), (scene[:-5], 7),
                         (scene.replace("h 1/2", "h " + "1" * (1 << 18) + "1"), 5)):
        with open(path + ".scene", "w") as file:
            file.write(text)
        r = subprocess.run([CHECK, "--show", path], capture_output=True, text=True)
        check(r.returncode == wanted and not r.stdout and "no statement" in r.stderr,
              "%d: %s" % (wanted, r))
    os.remove(path + ".scene")
    r = subprocess.run([CHECK, "--show", path], capture_output=True, text=True)
    check(r.returncode == 6 and not r.stdout, "%s" % r)


def of_impact(path):
    """The chapter's impact, its numbers read by hand: v+ = (3, 3, -6)/32."""
    with open(SOURCE + "/doc/70-certificate.md") as file:
        text = next(x for x in re.findall("```text[^\n]*\n(.*?)```", file.read(), re.S)
                    if x.startswith("perp impact 1\n") and "to/20 0:3 1:3 2:-6\n" in x)
    with open(path + ".scene", "w") as file:
        file.write(text)
    got = shown(path)
    check(got.endswith(
        "an impact by the law 'sequential': 3 velocities, 0 joints, 2 contacts\n"
        "order: 0 1\ncontact 0: 1 slips, friction 1\ncontact 1: 1 slips, friction 1\n"
        "v: 0 -1 0\nv+: 0.09375 0.09375 -0.1875\n"), got)


seed = int(os.environ.get("PERP_SEED", "70"))
print("seed %d" % seed)
draw = random.Random(seed)
with tempfile.TemporaryDirectory() as place:
    path, seen = os.path.join(place, "c"), 0
    for name, sets in CASES:
        perp(name, place, "--certify", "L0", "--cert", path, "-q", sets=sets)
        seen += same(place, path, name, draw)
    print("%d values of formulas" % seen)
    scene = example(path)
    bounded(path, scene)
    refused(path, scene)
    of_impact(path)
    open(path + ".lcp", "w").write("2 2 1 1 2 -1 -1/3\n")
    run("solve", path + ".lcp", "--all", "--cert", path)
    check("  A 2 1\n  A 1 2\n  b -1 -1/3\n" in shown(path), shown(path))
done()
