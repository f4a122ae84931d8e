"""Lines, numbers and the statement, for check.py."""
import hashlib
import re
from fractions import Fraction as Q

MANY = 2 ** 28
SCHEMES = ("alpha-gamma", "linear-implicit", "semi-implicit", "stiff-limit")
OPERANDS = {"add": 2, "sub": 2, "mul": 2, "div": 2, "neg": 1, "sqrt": 1,
            "sin": 1, "cos": 1, "max": 2, "sel": 3}


class Refused(Exception):
    pass


def demand(fine, why):
    if not fine:
        raise Refused(why)


def match(form, text):
    demand(re.fullmatch(form, text), "not spelt as it must be: " + text[:40])
    return text


def count(text):
    return int(match("0|[1-9][0-9]{0,9}", text))


def double(text):
    m, _, e = match("0|-?[1-9a-f][0-9a-f]{0,13}(p-?[1-9][0-9]{0,3})?",
                    text).partition("p")
    m, e = int(m, 16), int(e or "0")
    demand(m == 0 or (m % 2 and abs(m) < 2 ** 53 and e >= -1074 and
                      m.bit_length() + e <= 1024), "no double: " + text)
    return m * Q(2) ** e


def whole(text):
    return int(match("0|-?[1-9a-f][0-9a-f]{0,262143}", text), 16)


def ratio(text):
    p, bar, q = text.partition("/")
    x = Q(whole(p), whole(q) if bar else 1) if q != "0" else Q(0)
    demand(x.denominator == (whole(q) if bar else 1) and
           (x.denominator > 1) == bool(bar), "not in lowest terms: " + text)
    return x


def name(text):
    match("%|([A-Za-z0-9_.-]|%[0-9A-F]{2})+", text)
    for c in (chr(int(code, 16)) for code in re.findall("%(..)", text)):
        demand(c != "\0" and not re.fullmatch("[A-Za-z0-9_.-]", c), text)
    return text


def place(text):
    return -1 if text == "w" else count(text)


def pair(text):
    return [count(x) for x in text.split(":")]


WORD = {"@N": name, "@D": count, "@F": double, "@R": ratio, "@W": whole,
        "@P": place, "@I": pair, "@T": str}


class Lines:
    """The lines of a file; digest() is that of all lines taken."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.text = file.read().decode("latin-1")
        self.at = self.line = 0

    def take(self, form):
        """The words of the next line that stand for the @ words of the form;
        the last of them may be repeated: @D*."""
        end = self.text.find("\n", self.at)
        words, out = self.text[self.at:max(end, self.at)].split(" "), []
        self.line += 1
        for want in form.split(" "):
            if want[2:] == "*":
                return self.step(end, out + [[WORD[want[:2]](w) for w in words]])
            demand(words, "line %d is too short" % self.line)
            word = words.pop(0)
            if want in WORD:
                out.append(WORD[want](word))
            else:
                demand(word == want, "line %d: %s expected" % (self.line, want))
        demand(not words, "line %d is too long" % self.line)
        return self.step(end, out)

    def ahead(self, text):
        return self.text.startswith(text, self.at)

    def step(self, end, out):
        demand(end >= 0, "the file ends within a line")
        self.at = end + 1
        return out

    def digest(self):
        return hashlib.sha256(self.text[:self.at].encode("latin-1")).hexdigest()

    def array(self, tag, n, number=double):
        out, last = {}, -1
        for entry in self.take(tag + " @T*")[0]:
            i, _, x = entry.partition(":")
            i, x = count(i), number(x)
            demand(last < i < n and x != 0, "an entry of " + tag)
            out[i], last = x, i
        return out


def read_tape(f, tag, inputs, outputs):
    n, consts, instrs, outs = f.take("tape %s @D @D @D @D" % tag)
    demand((n, outs) == (inputs, outputs) and max(consts, instrs) <= MANY and
           len(f.take("const @R*")[0]) == consts, "a tape does not fit")
    for slot in range(n + consts, n + consts + instrs):
        op, args = f.take("@T @D*")
        demand(len(args) == OPERANDS.get(op) and max(args) < slot, "its code")
    out = f.take("out @D*")[0]
    demand(len(out) == outs and all(s < n + consts + instrs for s in out),
           "the outputs of a tape")


class Scene:
    def __init__(self, f):
        f.take("perp scene 1")
        self.scheme = f.take("scheme @T")[0]
        self.h, self.alpha, self.gamma, self.T, tolerance = (
            f.take(key + " @R")[0]
            for key in ("h", "alpha", "gamma", "T", "tolerance"))
        demand(self.scheme in SCHEMES and (self.scheme == SCHEMES[0] or
               self.alpha == self.gamma == 1), "the scheme")
        demand(self.h > 0 and 0 < self.alpha <= 1 and 0 <= self.gamma <= 1 and
               self.T >= 0 and tolerance >= 0, "a parameter")
        words = [f.take(k + " @T")[0] for k in ("active", "clock", "jacobians")]
        for word, known in zip(words, (("kept", "sharp"), ("collision",
                               "uniform"), ("zero", "exact"))):
            demand(word in known, word)
        self.sharp, self.uniform = words[0] == "sharp", words[1] == "uniform"
        nq, nv, F, G, m, springs, own, bindings = f.take(
            "sizes" + " @D" * 8)
        demand(max(nq, nv, m, springs) <= 10000 and F < 2 and G < 2 and nv > 0 and
               max(own, bindings) <= MANY and (G or nq == nv), "sizes")
        self.nq, self.nv, self.G, self.m = nq, nv, G, m
        self.q = [f.take("q @N @F")[1] for _ in range(nq)]
        self.v = [f.take("v @N @F")[1] for _ in range(nv)]
        for _ in range(m):
            f.take("joint @N")
        self.springs = [f.take("spring @N @F @F")[1:] for _ in range(springs)]
        demand(all(x >= 0 for s in self.springs for x in s), "a spring")
        self.contacts, self.kinds, self.sides = [], [], []
        slips = sum(self.contact(1, *f.take("contact @N @D @F")[1:])
                    for _ in range(own))
        for tag, out in (("inertia", nv * nv * (1 + F) + G * nq * nv),
                         ("force", nv), ("joints", m),
                         ("springs", springs), ("gaps", own),
                         ("slips", slips * nv)):
            read_tape(f, tag, nq + nv + 1, out)
        for _ in range(bindings):
            self.binding(f)
        f.take("end")
        demand(f.at == len(f.text), "something behind the end")
        self.digest = f.digest()

    def contact(self, n, slips, mu):
        demand(mu >= 0 and slips <= 64, "a contact")
        self.contacts.append((n, slips, mu))
        demand(sum(c[0] for c in self.contacts[-1:]) <= MANY, "contacts")
        return slips

    def find(self, i):
        for n, slips, mu in self.contacts:
            if i < n:
                return slips, mu
            i -= n
        raise Refused("there is no such contact")

    def binding(self, f):
        while f.ahead("k"):
            z = f.take("kind @N @D @D @D @D @D @D @D")[1:]
            demand(max(z[:6]) <= 10000 and z[6] <= 64, "a kind")
            read_tape(f, "gaps", sum(z[:6]), 1)
            read_tape(f, "slips", sum(z[:6]), z[6] * (z[1] + z[4]))
            self.kinds.append(z)
        while f.ahead("s"):
            n, *z = f.take("side @D @D @D @D")
            demand(n <= MANY and max(z) <= 10000, "a side")
            for _ in range(n):
                words = f.take(" ".join(["thing"] + ["@P"] * (z[0] + z[1]) +
                                        ["@F"] * z[2]))
                demand(all(p < self.nq for p in words[:z[0]]) and
                       all(p < self.nv for p in words[z[0]:z[0] + z[1]]), "w")
            self.sides.append((n, z))
        k, a, b, n, mu = f.take("binding @D @D @D @D @F")
        demand(k < len(self.kinds) and max(a, b) < len(self.sides), "binding")
        z, a, b = self.kinds[k], self.sides[a], self.sides[b]
        self.contact(n, z[6], mu)
        pairs = f.take("pairs @I*")[0]
        demand(a[1] == z[:3] and b[1] == z[3:6] and len(pairs) == n and
               all(len(p) == 2 and p[0] < a[0] and p[1] < b[0] for p in pairs),
               "the pairs of a binding")
