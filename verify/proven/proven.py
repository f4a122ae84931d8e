"""The proven program's verdict of a certificate: python3 proven.py PROGRAM FILE

The reader of verify/proven: it turns the two texts of a certificate (doc/70) into
the records of statement.v, for PROGRAM, which Coq made of check.v. Decided here
are spelling, grammar, digests; nothing else. Exit code 0: proven, 1: refused,
2: usage, 4: a record that the theorems do not cover, 6: a file cannot be read."""
import os
import subprocess
import sys
from fractions import Fraction as Q
from math import lcm

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..",
                             "check"))
from statement import Scene
from words import VERSION, Lines, Refused, demand

SCHEMES = ("alpha-gamma", "linear-implicit", "semi-implicit", "stiff-limit")


class Outside(Exception):
    """What the theorems do not speak of."""


# ---- words of a request, as driver.ml reads them

def ratio(x):
    return ["%x" % x.numerator, "%x" % x.denominator]


def over(xs):
    """The common denominator, and the numerators."""
    q = lcm(*(x.denominator for x in xs))
    return q, ["%x" % (x.numerator * (q // x.denominator)) for x in xs]


def vec(xs):
    q, numerators = over(xs)
    return ["%x" % q, str(len(xs)), *numerators]


def rows(matrix):
    q, numerators = over([x for row in matrix for x in row])
    out, at = ["%x" % q, str(len(matrix))], 0
    for row in matrix:
        out += [str(len(row)), *numerators[at:at + len(row)]]
        at += len(row)
    return out


def dense(sparse, columns):
    return [[row.get(j, Q(0)) for j in range(columns)] for row in sparse]


def many(items):
    return [str(len(items)), *(word for item in items for word in item)]


def flag(x):
    return ["1" if x else "0"]


# ---- levels L1, R, and the rows of L2

class Rows:
    def __init__(self, f, s, level):
        self.f, self.s, self.level = f, s, level

    def array(self, tag, n):
        return dense(self.f.array(tag, n, self.s.nv), self.s.nv)

    def problem(self, jump):
        """The words of a problem, and what a rebound needs to know of it."""
        f, s, nv = self.f, self.s, self.s.nv
        ids = f.take(("jump" if jump else "step") + " @D*")[0]
        who = [s.find(i) for i in ids]
        half = self.array("M", nv)
        demand(not any(x for i, row in enumerate(half) for x in row[:i]), "M")
        out = rows([row[i:] for i, row in enumerate(half)])
        springs = 0 if jump else len(s.springs)
        phi = []
        for tag in ("F", "kv", "kq"):
            out += rows([] if jump else self.array(tag, nv))
        for tag in ("k0", "k1"):
            out += vec([] if jump else f.list(tag, nv))
        out += rows([] if jump else self.array("G", s.nq * s.G))
        if not jump:
            phi = f.list("phi", springs)
        nu = self.array("nu", s.m)
        a = [] if jump else self.array("a", springs)
        n, d = self.array("n", len(ids)), self.array("d", sum(k for k, _ in who))
        z = f.list("z", nv + s.m + springs + len(ids) + len(d))
        part = iter(z)
        x, joints, pulls, pushes = ([next(part) for _ in range(k)] for k in (
            nv, s.m, springs, len(ids)))
        out += vec(phi) + rows(nu) + rows(a)
        contacts, at = [], 0
        for i, (k, _), normal, push in zip(ids, who, n, pushes):
            contacts.append(["%x" % i, *vec(normal), *rows(d[at:at + k]), *ratio(push),
                             *many([ratio(next(part)) for _ in range(k)])])
            at += k
        return out + many(contacts) + vec(joints) + vec(pulls) + vec(x), who

    def deep(self):
        """What level L2 and cones add is read and not looked at, or refused."""
        if self.level == "L2":
            if self.f.take("radius @T")[0] != "undecided" and self.f.ahead("modes"):
                self.f.take("modes @T*")
        if self.f.ahead("pointed") or self.f.ahead("vanishing"):
            raise Outside("a cone")

    def step(self):
        p, _ = self.problem(False)
        v = vec(self.f.list("v", self.s.nv))
        self.deep()
        return p, v

    def collision(self):
        f, nv = self.f, self.s.nv
        p, who = self.problem(True)
        v = vec(f.list("v", nv)) if any(
            f.ahead(x) for x in ("v\n", "v ", "v/")) else None
        self.deep()
        if v is not None:
            return p + flag(False) + v
        slips = [k for k, _ in who]
        z = iter(f.list("rebound", nv + self.s.m + len(slips) + sum(slips)))
        x, joints, pushes, rubs = ([next(z) for _ in range(k)] for k in (
            nv, self.s.m, len(slips), sum(slips)))
        rest = iter(rubs)
        both = [ratio(push) + vec([next(rest) for _ in range(k)])
                for push, k in zip(pushes, slips)]
        out = p + flag(True) + vec(x) + vec(joints) + many(both) + \
            vec(f.list("v", nv))
        if self.level == "L2" and f.ahead("modes"):
            f.take("modes @T*")
        return out

    def row(self):
        f, s = self.f, self.s
        if not f.ahead("step"):
            return ["jump", *self.collision()]
        p, v = self.step()
        part = None if f.ahead("q") else f.take("hit @R")[0]
        q = vec(f.list("q", s.nq))
        if part is None:
            return ["step", *p, *v, *q]
        before = vec(f.list("v", s.nv))
        return ["hit", *p, *v, *ratio(part), *q, *before, *self.collision()]


def run_request(statement, f):
    s = Scene(statement)
    demand(f.take("perp proof @D") == [VERSION], "another version")
    level = f.take("level @T")[0]
    if s.scheme not in SCHEMES:
        raise Outside("the scheme " + s.scheme)
    if level == "L0":
        raise Outside("level L0")
    if s.project != "none":
        raise Outside("projections")
    demand(level in ("L1", "L2", "R") and (level == "R") == s.exact, "a level")
    demand(f.take("scene @T") == [s.digest], "the proof is of another scene")
    reader, out = Rows(f, s, level), []
    while f.ahead("row"):
        demand(f.take("row @D") == [len(out) + 1], "from 1")
        out.append(reader.row())
    ended(f, len(out))
    parameters = [x for y in (s.h, s.alpha, s.gamma, s.e, s.T) for x in ratio(y)]
    for x in (s.exact, s.sharp, s.uniform, s.jumps, s.hits, s.G):
        parameters += flag(x)
    return ["run", s.scheme, *parameters, str(s.nv),
            *many([ratio(k) + ratio(c) for k, c in s.springs]),
            *many([["%x" % n, str(slips), *ratio(mu)]
                   for n, slips, mu in s.contacts]),
            *vec(s.q), *vec(s.v), *many(out)]


def ended(f, n):
    demand(f.take("end @D") == [n], "not at its end")
    digest = f.digest()
    demand(f.take("sha256 @T") == [digest] and f.at == len(f.text), "digest")


# ---- level N

def lists_request(statement, f):
    problems = []
    statement.take("perp problems 1")
    while statement.ahead("p"):
        free, n = statement.take("problem @D @D")
        m = free + n
        demand(max(free, n) <= 10000, "a size")
        problems.append((free, n, dense(statement.array("A", m, m), m),
                         statement.list("b", m)))
    demand(statement.take("end @D") == [len(problems)] and
           statement.at == len(statement.text), "its end")
    demand(f.take("perp proof @D") == [VERSION], "another version")
    f.take("level N")
    demand(f.take("scene @T") == [statement.digest()], "of something else")
    out = [listed(f, k + 1, *p) for k, p in enumerate(problems)]
    ended(f, len(problems))
    return ["lists", *many(out)]


def listed(f, number, free, n, A, b):
    m, faces = free + n, []
    demand(f.take("list @D") == [number], "they count from 1")
    for _ in range(f.take("faces @D")[0]):
        letters = f.take("face" + " @T" * n)
        demand(all(x in ("w", "z", "0") for x in letters), "a letter")
        faces.append([*many([[x] for x in letters]), *vec(f.list("point", m))])
    tree, left = [], 1
    while left > 0:
        if f.ahead("b"):
            tree += ["branch", str(f.take("branch @D")[0])]
            left += 1
            continue
        inside = f.ahead("i")
        tree += ["inside", str(f.take("inside @D")[0])] if inside else ["empty"]
        y = f.list("y" if inside else "empty", m)
        demand(all(c.denominator == 1 for c in y), "factors are whole")
        tree += vec(y)
        left -= 1
    return [str(free), *rows(A), *vec(b), *many(faces), *tree]


def request(statement, f):
    """One line for the program; Refused, or Outside."""
    if statement.ahead("perp problems"):
        return " ".join(lists_request(statement, f))
    if statement.ahead("perp impact"):
        raise Outside("an impact")
    return " ".join(run_request(statement, f))


class Proven:
    """The program in a process of its own, asked often."""

    def __init__(self, program):
        self.p = subprocess.Popen([program], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True)

    def __call__(self, statement, f):
        """"yes", "no", or what is not covered or read."""
        try:
            line = request(statement, f)
        except Outside as why:
            return "not covered: %s" % why
        except (Refused, ValueError, OverflowError) as why:
            return "not read: %s" % why
        self.p.stdin.write(line + "\n")
        self.p.stdin.flush()
        answer = self.p.stdout.readline().strip()
        if answer not in ("yes", "no"):
            raise RuntimeError("the proven program died")
        return answer


# What "yes" means, by the level of the proof.
PROVEN = {"L1": "proven: each row holds behind the one before, as %s says of level L1",
          "L2": "proven: each row holds behind the one before, as %s says of level L1; "
                "the lines of level L2 were not looked at",
          "R": "proven: each row holds behind the one before, as %s says of level R",
          "N": "proven: all solutions are listed, as %s says of level N"}


def main(program, path):
    try:
        f = Lines(path)
        level = f.text.split("\n")[1].partition(" ")[2] if "\n" in f.text else ""
        said = Proven(program)(Lines(path + ".scene"), f)
    except OSError as why:
        print("cannot read: %s" % why, file=sys.stderr)
        return 6
    print(PROVEN[level] % "verify/proven/statement.v" if said == "yes" else
          "refused: a condition does not hold" if said == "no" else
          said.replace("not read", "refused"))
    return 0 if said == "yes" else 4 if said.startswith("not covered") else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print("usage: proven.py PROGRAM FILE", file=sys.stderr)
        sys.exit(2)
    sys.exit(main(*sys.argv[1:]))
