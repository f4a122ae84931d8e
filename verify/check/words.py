"""Lines, words and numbers, for check.py."""
import hashlib
import re
from fractions import Fraction as Q
from math import gcd

MANY, SIZE, VERSION = 2 ** 28, 10000, 3
SCHEMES = ("alpha-gamma", "linear-implicit", "semi-implicit", "stiff-limit",
           "paoli", "moreau")


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


def whole(text):
    return int(match("0|-?[1-9a-f][0-9a-f]{0,262143}", text), 16)


def over(text, bar):
    demand(not bar or whole(text) > 1, "a denominator")
    return whole(text) if bar else 1


def ratio(text):
    p, bar, q = text.partition("/")
    x = Q(whole(p), over(q, bar))
    demand(x.denominator == over(q, bar), "not in lowest terms: " + text)
    return x


def name(text):
    match("%|([A-Za-z0-9_.-]|%[0-9A-F]{2})+", text)
    for c in (chr(int(code, 16)) for code in re.findall("%(..)", text)):
        demand(c != "\0" and not re.fullmatch("[A-Za-z0-9_.-]", c), text)
    return text


WORD = {"@N": name, "@D": count, "@R": ratio, "@T": str,
        "@P": lambda text: -1 if text == "w" else count(text),
        "@I": lambda text: [count(x) for x in text.split(":")]}


class Lines:
    """The lines of a file; digest() is that of all lines taken."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.text = file.read().decode("latin-1")
        self.at, self.line, self.mass = 0, 0, None

    def take(self, form):
        """The words of the next line that stand for the @ words of the form;
        the last of them may be repeated: @D*."""
        end = self.text.find("\n", self.at)
        demand(end >= 0, "the file ends within a line")
        words, out = self.text[self.at:end].split(" "), []
        self.at, self.line = end + 1, self.line + 1
        for want in form.split(" "):
            if want[2:] == "*":
                return out + [[WORD[want[:2]](w) for w in words]]
            demand(words, "line %d is too short" % self.line)
            word = words.pop(0)
            if want in WORD:
                out.append(WORD[want](word))
            else:
                demand(word == want, "line %d: %s expected" % (self.line, want))
        demand(not words, "line %d is too long" % self.line)
        return out

    def ahead(self, text):
        return self.text.startswith(text, self.at)

    def digest(self):
        return hashlib.sha256(self.text[:self.at].encode("latin-1")).hexdigest()

    def array(self, tag, n, columns):
        """n rows of a matrix, each {column: entry}."""
        head, entries = self.take("@T @T*")
        word, bar, den = head.partition("/")
        demand(word == tag, "line %d: %s expected" % (self.line, tag))
        den, last, out = over(den, bar), -1, [{} for _ in range(n)]
        common = den
        for entry in entries:
            i, _, x = entry.partition(":")
            i, x = count(i), whole(x)
            demand(last < i < n * columns and x != 0, "an entry of " + tag)
            out[i // columns][i % columns], last = Q(x, den), i
            common = gcd(common, x)
        demand(common == 1, "not in lowest terms: " + tag)
        return out

    def list(self, tag, n):
        return [row.get(0, Q(0)) for row in self.array(tag, n, 1)]
