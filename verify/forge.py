"""Forged certificates: none is accepted unless what it says is true.

forge.py SECONDS tries as many as fit in that time, forge.py 0 all. perp-check
judges in a process of its own (judge); what it accepts goes to the slow oracle;
a share of everything goes to the second checker, which must agree."""
import hashlib
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from fractions import Fraction as Q

SOURCE = os.environ["PERP_SOURCE"]
sys.path[:0] = [SOURCE + "/verify/check", SOURCE + "/verify"]
import check as second
import slow_certificate
from words import Refused

# Small ones: a scene, what is set, the level.
SMALL = [
    ("GAP08/ex9_1", "T=0.03", "L1"), ("GAP08/ex9_1", "T=0.03", "L0"),
    ("GAP08/ex9_1", "T=0.03 alpha=3/4 gamma=1/3", "L1"),
    ("GAP08/fig9_1", "T=0.03", "L1"), ("GAP08/fig9_1", "T=0.03", "L0"),
    ("GAP08/fig9_1", "T=0.03 mu=1", "L1"),
    ("GAP08/fig9_1", "T=0.06 h=1/50 alpha=2/3 gamma=2/3", "L1"),
    ("GAP08/fig9_1", "T=0.02 mu=0 m=3", "L1"),
    ("GAP08/pendulum_contact", "T=0.02", "L1"),
    ("GAP08/pendulum_contact", "T=0.2 h=0.1 wall=0.8 eps=0.1", "L1"),
    ("GAP08/pendulum_contact", "T=0.2 h=0.1 wall=0.8 clock=uniform", "L1"),
    ("GAP08/pendulum_contact", "T=0.2 h=0.1 wall=0.8", "L0"),
    ("GAP08/rod_tip", "T=0.02", "L1"),
    ("GAP08/rod_tip", "T=0.04 h=0.02 mu=0.3 active=sharp", "L1"),
    ("GAP08/rocking_block", "T=0.002", "L1"),
    ("GAP08/rocking_block", "T=0.16 h=0.04 th=0.01", "L1"),
    ("GAP08/painleve_rod", "T=0.002", "L1"),
    ("GAP08/box_stack", "count=1 T=0.02", "L1"),
    ("GAP08/box_stack", "count=1 T=0.02", "L0"),
    ("GAP08/four_bar", "T=0.005", "L1"),
    ("GAP08/fig9_1", "T=0.01", "L1"),
    ("GAP08/fig9_1", "T=0.01 mu=1 alpha=0.75", "L1"),
    ("GAP08/fig9_1", "T=0.01 mu=0", "L1"),
    ("GAP08/pendulum_contact", "T=0.01", "L1"),
    ("GAP08/box_stack", "count=1 T=0.01", "L1"),
    ("AP02/two_bodies", "T=0.05", "L1"),
    ("AP02/two_bodies", "T=0.1", "L1"), ("AP02/two_bodies", "T=0.1", "L0"),
    ("AP02/two_bodies --scheme semi-implicit", "T=0.1 damping=3", "L1"),
    ("AP02/two_bodies --scheme stiff-limit", "T=0.1 mu=0.1", "L1"),
    ("AP02/two_bodies --scheme alpha-gamma", "T=0.1", "L1"),
    ("GAP08/ex9_1 --rational", "T=0.03", "R"),
    ("GAP08/ex9_1 --rational", "T=0.02 alpha=3/4 gamma=1/3", "R"),
]


# Of records that the slow oracle does not read: here the two checkers must agree.
OTHERS = [("P10/corner", "T=0.04 h=1/100", "L1"),
          ("P10/gravity_ball --rational", "T=2 h=1/2 e=1", "R"),
          ("P10/corner --rational", "T=2 h=1/3", "R"),
          ("P10/disc", "T=1.4 h=1/5", "L1"), ("P10/clearance", "T=1.5 h=1/4", "L1"),
          ("P10/bouncing_ball", "T=0.3 h=1/10", "L0"),
          ("AP02/two_bars", "T=0.02", "L1")]


def small(place, which=None):
    """The certificates as [statement, proof, level]."""
    out = []
    for k, (case, sets, level) in enumerate(which or SMALL):
        path = os.path.join(place, "c%d" % k)
        words = [x for s in sets.split() for x in ("--set", s)]
        case, *scheme = case.split(" ")
        subprocess.run([os.environ["PERP_BINARY"], "run",
                        "%s/cases/%s.lua" % (SOURCE, case), *scheme,
                        "--certify", level,
                        "--cert", path, "-q"] + words, check=True)
        out.append([open(path + ".scene").read(), open(path).read(), level])
    return out


def sealed(scene, proof):
    """The same with both digests recomputed."""
    head = proof.split("\n")
    if len(head) > 2 and head[2].startswith("scene "):
        head[2] = "scene " + hashlib.sha256(scene.encode("latin-1")).hexdigest()
    body = "\n".join(head)
    at = body.rfind("\nsha256 ") + 1
    if at > 0:
        sum_ = hashlib.sha256(body[:at].encode("latin-1")).hexdigest()
        body = body[:at] + "sha256 " + sum_ + "\n"
    return scene, body


class Judge:
    def __init__(self):
        self.p = subprocess.Popen([os.environ["PERP_JUDGE"]],
                                  stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE)

    def __call__(self, scene, proof):
        a, b = scene.encode("latin-1"), proof.encode("latin-1")
        self.p.stdin.write(b"%d %d\n" % (len(a), len(b)) + a + b)
        self.p.stdin.flush()
        answer = self.p.stdout.readline()
        if answer[:1] not in (b"0", b"1"):
            open("/tmp/ck/bad","w").write(proof); open("/tmp/ck/bad.scene","w").write(scene)
            assert 0
        return answer[:1] == b"1"


class Text(second.Lines):
    def __init__(self, text):
        self.text, self.at, self.line = text, 0, 0


def second_says(scene, proof):
    try:
        second.check_texts(Text(scene), Text(proof))
        return True
    except (Refused, ValueError, OverflowError):
        return False


def change(text, how, i, c):
    """The change of a name that the sweep prints."""
    return {"byte": lambda: text[:i] + chr(c) + text[i + 1:],
            "deleted": lambda: text[:i] + text[i + 1:],
            "swapped": lambda: text[:i - 1] + text[i] + text[i - 1] +
            text[i + 1:], "cut": lambda: text[:i]}[how]()


def sweep(court, all_):
    """Every change of the twenty smallest certificates, by the judge alone; what
    it accepts goes to the court."""
    small_ones = sorted(all_, key=lambda x: len(x[0]) + len(x[1]))[:20]
    frames = [(which, s, p, level) for s, p, level in small_ones
              for which in (0, 1)]
    judges = [subprocess.Popen([os.environ["PERP_JUDGE"], "sweep"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
              for _ in range(2)]
    def send(k):
        which, s, p, _ = frames[k]
        a, b = s.encode("latin-1"), p.encode("latin-1")
        judges[k % 2].stdin.write(b"%d %d %d\n" % (which, len(a), len(b)) +
                                  a + b)
        judges[k % 2].stdin.flush()

    send(0)
    send(1)
    for k, (which, s, p, level) in enumerate(frames):
        of = " of the proof" if which else " of the scene"
        for line in judges[k % 2].stdout:
            words = line.decode().split()
            if words[0] == "done":
                if k + 2 < len(frames):
                    send(k + 2)
                court.tried["all changes" + of] += int(words[1])
                break
            how, i, c = words[-3], int(words[-2]), int(words[-1])
            if which:
                end = p.rfind("\nsha256 ") + 1
                body = change(p[:end], how, i, c)
                if how == "swapped" and i == end:
                    body = p[:end - 1] + "s"  # it took a byte of the last line
                pair = (s, body + "sha256 " + hashlib.sha256(
                    body.encode("latin-1")).hexdigest() + "\n")
            else:
                pair = sealed(change(s, how, i, c), p)
            if words[0] == "KEPT":
                court.fail("accepted with its digest: %s" % words, *pair)
            else:
                court.try_("accepted change: " + how + of, *pair, level, 0.02)


def changes(text, r, share):
    """Each byte changed, left out, swapped with the next; each line left out,
    said twice, swapped; each beginning of the whole."""
    for i in range(len(text)):
        for c in range(256):
            if chr(c) != text[i] and r.random() < share:
                yield "byte", text[:i] + chr(c) + text[i + 1:]
        if r.random() < share:
            yield "deleted", text[:i] + text[i + 1:]
        if i and text[i] != text[i - 1] and r.random() < share:
            yield "swapped", text[:i - 1] + text[i] + text[i - 1] + text[i + 1:]
        if r.random() < share:
            yield "cut", text[:i]
    lines = text.split("\n")
    for i in range(len(lines) - 1):
        if r.random() > 30 * share:
            continue
        yield "line out", "\n".join(lines[:i] + lines[i + 1:])
        yield "line twice", "\n".join(lines[:i + 1] + lines[i:])
        yield "lines swapped", "\n".join(
            lines[:i] + [lines[i + 1], lines[i]] + lines[i + 2:])


def entries(lines, tags):
    """Where numbers stand: (line, word) of the lines with these tags."""
    return [(i, k) for i, l in enumerate(lines)
            if l.split(" ")[0].split("/")[0] in tags
            for k in range(1, len(l.split(" ")))]


def respell(word, r):
    """Another number in the place of index:whole or of p/q."""
    i, bar, x = word.rpartition(":")
    p, over, q = x.partition("/")
    p, way = int(p, 16), r.randrange(5)
    p = (-p, p + 1, p - 1, 2 * p, p // 2)[way]
    return i + bar + "%x" % p + over + q


def semantic(all_, r):
    """One forgery with a meaning, of one of the certificates."""
    k = r.randrange(len(all_))
    scene, proof, _ = all_[k]
    lines, other = proof.split("\n"), all_[r.randrange(len(all_))][1]
    rows = [i for i, l in enumerate(lines) if l[:4] in ("row ", "node")]
    way = r.choice(("number", "data", "scaled", "stranger", "contacts", "sign",
                    "friction", "dropped", "repeated", "parameter", "tape"))
    if way in ("number", "sign", "data"):
        tags = (("M", "F", "kq", "kv", "k0", "k1", "G", "nu", "phi", "a", "n",
                 "d", "g", "f", "value")
                if way == "data" else ("z", "v", "q", "hit", "p", "force"))
        where = entries(lines, tags)
        if not where:
            return None
        i, w = r.choice(where)
        words = lines[i].split(" ")
        if way == "sign":
            a, bar, x = words[w].rpartition(":")
            words[w] = a + bar + (x[1:] if x[0] == "-" else "-" + x)
        else:
            words[w] = respell(words[w], r)
        lines[i] = " ".join(words)
    elif way == "scaled":  # numerators, the denominator, or both times 3
        where = [i for i, l in enumerate(lines) if l[:1] == "z"]
        if not where:
            return None
        i = r.choice(where)
        head, *rest = lines[i].split(" ")
        which = r.randrange(3)
        den = int(head.partition("/")[2] or "1", 16)
        head = "z/%x" % (3 * den) if which != 0 else head
        lines[i] = " ".join([head] + [w if which == 1 else w.split(":")[0] +
                                      ":%x" % (3 * int(w.split(":")[1], 16))
                                      for w in rest])
    elif way == "stranger":
        theirs = other.split("\n")
        from_ = [i for i, l in enumerate(theirs) if l[:4] in ("row ", "node")]
        if not from_:
            return None
        a, b = r.randrange(len(rows)), r.randrange(len(from_))
        end = (rows + [len(lines) - 3])[a + 1]
        cut = (from_ + [len(theirs) - 3])[b + 1]
        lines[rows[a] + 1:end] = theirs[from_[b] + 1:cut]
    elif way in ("contacts", "dropped"):
        where = [i for i, l in enumerate(lines) if l[:5] in ("step ", "jump ")]
        if not where:
            return None
        i = r.choice(where)
        words = lines[i].split(" ")
        if way == "dropped":
            words.pop(r.randrange(1, len(words)))
        else:
            words[1:] = r.sample(words[1:], len(words) - 1)
            if len(words) == 2 or r.random() < 0.5:
                words[r.randrange(1, len(words))] = str(r.randrange(8))
        lines[i] = " ".join(words)
    elif way == "repeated":
        a = r.randrange(len(rows))
        end = (rows + [len(lines) - 3])[a + 1]
        block = lines[rows[a]:end]
        lines[end:end] = block
        n = 0
        for i, l in enumerate(lines):
            if l[:4] in ("row ", "node"):
                n += 1
                lines[i] = "%s %d" % (l.split(" ")[0], n)
            elif l.startswith("end "):
                lines[i] = "end %d" % n
    else:
        told = scene.split("\n")
        tags = {"friction": ("contact", "binding", "spring"),
                "parameter": ("h", "alpha", "gamma", "T", "tolerance", "q",
                              "v"),
                "tape": ("const", "add", "sub", "mul", "out")}[way]
        where = entries(told, tags)
        if not where:
            return None
        i, w = r.choice(where)
        words = told[i].split(" ")
        w = len(words) - 1 if words[0] in ("q", "v", "contact",
                                       "spring", "binding") else w
        if way == "tape" or "/" in words[w]:
            a, bar, x = words[w].partition("/")
            words[w] = "%x" % (int(a.lstrip("-"), 16) + 1) + bar + x
        else:
            words[w] = respell(words[w], r)
        told[i] = " ".join(words)
        scene = "\n".join(told)
    return way, scene, "\n".join(lines)


def listed(tag, numbers):
    """An array of fractions."""
    numbers = list(numbers)
    den = math.lcm(1, *[Q(x).denominator for x in numbers])
    return " ".join([tag + ("/%x" % den if den > 1 else "")] + [
        "%d:%x" % (i, int(x * den)) for i, x in enumerate(numbers) if x != 0])


def eliminated(A, b):
    """The solution of A z + b = 0, or None."""
    n = len(b)
    rows = [r[:] + [-c] for r, c in zip(A, b)]
    for i in range(n):
        k = next((k for k in range(i, n) if rows[k][i] != 0), None)
        if k is None:
            return None
        rows[i], rows[k] = rows[k], rows[i]
        rows[i] = [e / rows[i][i] for e in rows[i]]
        for k in range(n):
            if k != i and rows[k][i] != 0:
                rows[k] = [e - rows[k][i] * c
                           for e, c in zip(rows[k], rows[i])]
    return [r[n] for r in rows]


def other_solution(scene, proof, r):
    """Of a proof with one row and no collision: the numbers of another choice.
    Of each pair z_i, w_i one is zero, or z_i is just some number; equations
    hold, the stored velocity and position follow. Mostly a sign is wrong."""
    s = slow_certificate.Statement(scene)
    lines = proof.split("\n")
    ids = [int(w) for w in lines[4].split()[1:]]
    at = next(i for i, l in enumerate(lines) if l[:1] == "z")
    d = {slow_certificate.tag(l): slow_certificate.table(l)
         for l in lines[5:at]}
    who = [s.contacts[k] for k in ids]
    A, b, slips, beta, lam = slow_certificate.posed(
        s, (s.h, s.alpha, s.gamma), d, s.v, who)
    free = beta - len(who)
    for i in range(free, len(b)):
        way = r.random()
        if way < 0.6:  # z_i is 0, or some number
            A[i] = [Q(int(i == j)) for j in range(len(b))]
            b[i] = Q(0) if way < 0.45 else -Q(r.randrange(-4, 9), 16)
    z = eliminated(A, b)
    if z is None:
        return None
    stated = z[:beta] + [z[k] - z[k + 1] for k in range(beta, lam, 2)]
    v = [slow_certificate.toward_zero((x - (1 - s.alpha) * old) / s.alpha)
         for x, old in zip(z, s.v)]
    g, h = float(s.gamma), float(s.h)
    q = [float(a) + h * ((1 - g) * float(old) + g * new)
         for a, old, new in zip(s.q, s.v, v)]
    new = [listed("z", stated), listed("v", map(Q, v)), listed("q", map(Q, q))]
    return scene, "\n".join(lines[:at] + new + lines[at + 3:])


class Court:
    def __init__(self, seed):
        self.judge, self.r = Judge(), random.Random(seed)
        self.tried, self.accepted, self.why = Counter(), Counter(), Counter()
        self.asked = self.failed = 0
        self.known = set()

    def fail(self, what, scene, proof):
        self.failed += 1
        print("FAILED: " + what)
        if self.failed <= 3:
            print(scene, proof, sep="\n---\n")

    def try_(self, name, scene, proof, level, share=0.002):
        self.tried[name] += 1
        fine = self.judge(scene, proof)
        if fine or self.r.random() < share:
            self.asked += 1
            if second_says(scene, proof) != fine:
                self.fail(name + ": the second checker disagrees with %d" %
                          fine, scene, proof)
        if not fine:
            return
        self.accepted[name] += 1
        if level not in ("L1", "R"):
            self.why["level L0: its residuals are printed, not claimed"] += 1
            return
        # What the oracle does not read cannot change its answer.
        key = (repr(sorted(vars(slow_certificate.Statement(scene)).items())),
               proof.split("\n", 3)[3].rpartition("sha256")[0])
        try:
            if key not in self.known:
                slow_certificate.true(scene, proof)
                self.known = {key} if len(self.known) > 999 else \
                    self.known | {key}
            self.why["the slow oracle finds it true"] += 1
        except slow_certificate.Untrue as why:
            self.fail("%s: accepted, and untrue: %s" % (name, why), scene,
                      proof)


def main():
    seconds = float(sys.argv[1])
    seed = int(os.environ.get("PERP_SEED", "7"))
    print("seed %d" % seed)
    court, r = Court(seed), random.Random(seed + 1)
    with tempfile.TemporaryDirectory() as place:
        all_, others = small(place), small(place, OTHERS)
    begun = time.time()
    for scene, proof, level in all_:
        assert court.judge(scene, proof) and second_says(scene, proof)
        assert sealed(scene, proof) == (scene, proof)
        if level != "L0":
            slow_certificate.true(scene, proof)
    total = sum(262 * (len(s) + len(p)) for s, p, _ in all_)
    share = 0 if seconds == 0 else min(1.0, seconds * 800 / total)
    if seconds == 0:
        sweep(court, all_)
    print("%d certificates, %d bytes, share %.3g" %
          (len(all_), total // 262, share))
    for scene, proof, level in all_ if seconds else []:
        for which, text in enumerate((scene, proof)):
            for how, forged in changes(text, r, share):
                pair = (scene, forged) if which else (forged, proof)
                if pair == (scene, proof):
                    continue
                name = how + (" of the proof" if which else " of the scene")
                if r.random() < 0.5:
                    kept = court.judge(*pair)
                    court.tried[name + ", digest kept"] += 1
                    if kept:
                        court.fail(name + ": accepted with its digest", *pair)
                if r.random() < 0.5:
                    pair = sealed(*pair)
                    if pair != (scene, proof):
                        court.try_(name, *pair, level)
    for scene, proof, level in all_:
        if level != "L1" or "row 2\n" in proof or "hit" in proof or \
                "jump" in proof or "sizes" in scene and scene.split(
                    "sizes ")[1].split(" ")[3] != "0":
            continue
        for _ in range(500 if seconds == 0 else int(6 * seconds)):
            pair = other_solution(scene, proof, r)
            if pair is not None and sealed(*pair) != (scene, proof):
                court.try_("meaning: another solution", *sealed(*pair), level,
                           share=0.02)
    wanted = 10000 if seconds == 0 else int(60 * seconds)
    while wanted > 0:
        forged = semantic(all_, r)
        if forged is None:
            continue
        wanted -= 1
        pair = sealed(*forged[1:])
        if any(pair == (s, p) for s, p, _ in all_):
            continue
        court.try_("meaning: " + forged[0], *pair,
                   pair[1].split("\n")[1].split(" ")[-1], share=0.02)
    wanted = 1000 if seconds == 0 else int(8 * seconds)
    while wanted > 0:
        forged = semantic(others, r)
        if forged is not None:
            wanted -= 1
            pair, name = sealed(*forged[1:]), "nodes, projections: " + forged[0]
            fine = court.judge(*pair)
            court.tried[name] += 1
            court.accepted[name] += fine
            if fine != second_says(*pair):
                court.fail(name + ": the checkers do not agree", *pair)
    for name in sorted(court.tried):
        print("%7d tried, %5d accepted: %s" %
              (court.tried[name], court.accepted[name], name))
    for why, n in court.why.items():
        print("%d accepted because %s" % (n, why))
    print("%d forgeries in %.0f s; both checkers asked about %d; %d failures" %
          (sum(court.tried.values()), time.time() - begun, court.asked,
           court.failed))
    sys.exit(1 if court.failed else 0)


main()
