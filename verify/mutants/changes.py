"""All small changes of a function that bears a claim.

Inside its body each rule below gives changes, in the order of the text: they
follow from the sources alone.

    operators    + - * / and their assignments, < <= > >=, == !=, && ||, !
    constants    k becomes k + 1, 1 becomes 0, x becomes 2 x, 0.0 becomes 1.0
    signs        a minus before a number or a name is left out
    indices      a[i n + j] becomes a[j n + i], a[i] becomes a[i + 1]
    conditions   if (c) becomes if (!(c))
    statements   an assignment or a call is left out; so is continue
    functions    add and sub, mul and div, min and max, sin and cos, floor and
                 ceil, rounding up and down change places; fabs, sqrt are left out
    operands     the last two of a call change places

Not changed: assertions, messages, memory, and declarations. The head of a loop
is changed so that it does not leave its arrays: a first or a last turn is missed.
"""
import hashlib
import os
import re

TOKEN = re.compile(r"""
    (?P<number>0[xX][0-9a-fA-F.]+(?:[pP][+-]?\d+)?[uUlL]*
      |(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?[uUlLfF]*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<sign><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[<>=!+*/%&|^-]=|&&|\|\||\S)
  """, re.X)
QUIET = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\])*'"
                   r"|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.S | re.M)
BINARY = {"+": "-", "-": "+", "*": "/", "/": "*", "+=": "-=", "-=": "+=",
          "*=": "/=", "/=": "*=", "==": "!=", "!=": "==", "&&": "||",
          "||": "&&"}
ORDER = {"<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"),
         ">=": (">", "<=")}
PLACES = [("add", "sub"), ("mul", "div"), ("addmul", "submul"), ("min", "max"),
          ("sin", "cos"), ("floor", "ceil"), ("RNDU", "RNDD"), ("fmin", "fmax"),
          ("larger", "smaller")]
PARTNER = {a: b for x, y in PLACES for a, b in ((x, y), (y, x))}
SKIPPED = {"fabs", "sqrt", "mpq_abs"}  # f(x) becomes (x)
COMMUTE = re.compile(r"(add|mul|max|min|larger|smaller|dot|equal|swap)$")
SILENT = re.compile(
    r"assert|PERP_FAIL|PERP_NO_MEMORY|status_fail|\w*printf|sizeof|offsetof"
    r"|arena_\w+|making_take|memory_\w+"
    r"|\w*_(?:init|inits|init2|clear|clears|free|release)"
    r"|INIT|CLEAR")
TYPES = {"double", "int", "long", "size_t", "unsigned", "char", "float", "void",
         "const", "static", "struct", "enum", "uint64_t", "int64_t", "uint8_t"}
KEPT = {"return", "break", "goto", "case", "default", "if", "else", "for", "do",
        "while", "switch", "typedef"} | TYPES


class Token:
    def __init__(self, kind, text, at):
        self.kind, self.text, self.at, self.end = kind, text, at, at + len(text)


def tokens(text, start, stop):
    quiet = QUIET.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    return [Token(m.lastgroup, m.group(), m.start())
            for m in TOKEN.finditer(quiet, start, stop)]


def partners(t):
    """For every bracket the number of the one that belongs to it."""
    open_, out = [], {}
    for i, x in enumerate(t):
        if x.text in ("(", "[", "{"):
            open_.append(i)
        elif x.text in (")", "]", "}") and open_:
            out[i] = open_.pop()
            out[out[i]] = i
    return out


def bodies(t, pair):
    """Numbers (first, last) of the braces of the functions, and the name."""
    i = 0
    while i < len(t):
        if t[i].text == "{" and i in pair:
            if i > 0 and t[i - 1].text == ")":
                head = pair.get(i - 1, 1)
                yield i, pair[i], t[head - 1].text
            i = pair[i]
        i += 1


class Function:
    """The changes of one function body, as (start, end, new text)."""

    def __init__(self, text, t, pair, first, last):
        self.text, self.t, self.pair, self.out = text, t, pair, []
        self.loops, self.skip, i = set(), set(), first
        for i in range(first, last):
            if t[i + 1].text == "(" and SILENT.fullmatch(t[i].text):
                self.skip.update(range(i, pair[i + 1] + 1))
            if t[i].text == "for":
                self.loops.update(range(i, pair[i + 1]))
        for i in range(first + 1, last):
            if i not in self.skip:
                self.token(i)
                self.statement(i)
        self.out = sorted(set(x for x in self.out
                              if text[x[0]:x[1]] != x[2]))

    def put(self, i, j, new):
        self.out.append((self.t[i].at, self.t[j].end, new))

    def binary(self, i):
        before = self.t[i - 1]
        if before.text == ")" and i - 1 in self.pair:  # a cast?
            inside = self.t[self.pair[i - 1] + 1:i - 1]
            return not inside or inside[0].text not in TYPES
        return before.kind == "number" or before.text == "]" or \
            before.kind == "name" and before.text not in KEPT

    def token(self, i):
        x, t = self.t[i], self.t
        if x.kind == "number":
            self.number(i)
        elif x.kind == "name":
            self.name(i)
        elif x.text == "[":
            self.index(i)
        elif x.text == "!" and t[i + 1].text != "=":
            self.put(i, i, "")
        elif x.text in ORDER and self.binary(i):
            if i in self.loops:
                self.put(i, i, {"<": "+ 1 <", "<=": "<", ">": "- 1 >",
                                ">=": ">"}[x.text])
            else:
                for new in ORDER[x.text]:
                    self.put(i, i, new)
        elif x.text == "-" and not self.binary(i):
            self.put(i, i, "")
        elif x.text in BINARY and self.binary(i) and (
                x.text not in "*+-/" or self.text[x.end] in " \n") and \
                t[i + 1].text != "sizeof":
            self.put(i, i, BINARY[x.text])

    def number(self, i):
        x, before = self.t[i].text, self.t[i - 1].text
        if before == "case" or \
                [y.text for y in self.t[i - 2:i]] == ["0", ","]:
            return  # 0/1 is 0/2
        if re.fullmatch(r"\d+[uUlL]*", x):
            k, tail = re.fullmatch(r"(\d+)(\D*)", x).groups()
            self.put(i, i, str(int(k) + 1) + tail)
            if k == "1":
                self.put(i, i, "0" + tail)
        else:
            zero = re.fullmatch(r"[0.]+", x)
            self.put(i, i, "1.0" if zero else "(2 * %s)" % x)

    def name(self, i):
        x, t = self.t[i].text, self.t
        head, _, tail = x.rpartition("_")
        if tail in PARTNER and (t[i + 1].text == "(" or "RND" in tail):
            self.put(i, i, head + (head and "_") + PARTNER[tail])
        if t[i + 1].text != "(":
            return
        if x in SKIPPED:
            self.put(i, i, "")
        if x == "if":
            a, b = i + 1, self.pair[i + 1]
            self.put(a, b, "(!%s)" % self.text[t[a].at:t[b].end])
        elif x not in KEPT and not COMMUTE.search(x):
            self.operands(i + 1)

    def operands(self, a):
        parts, at, i = [], a + 1, a + 1
        while i <= self.pair[a]:
            if self.t[i].text in "([{":
                i = self.pair[i]
            elif self.t[i].text == "," or i == self.pair[a]:
                parts.append((at, i - 1))
                at = i + 1
            i += 1
        if len(parts) > 1:
            (p, q), (r, s) = parts[-2:]
            one, two = (self.text[self.t[x].at:self.t[y].end]
                        for x, y in ((p, q), (r, s)))
            between = self.text[self.t[q].end:self.t[r].at]
            self.put(p, s, two + between + one)

    def index(self, i):
        j = self.pair[i]
        inside = [x.text for x in self.t[i + 1:j]]
        if j == i + 1 or self.t[i - 1].kind == "name" and \
                self.t[i - 2].text in TYPES:
            return
        if len(inside) == 5 and inside[1] == "*" and inside[3] == "+":
            self.put(i, j, "[%s * %s + %s]" % (inside[4], inside[2], inside[0]))
        if self.t[j - 1].kind == "name":
            self.put(j - 1, j - 1, inside[-1] + " + 1")

    def statement(self, i):
        t, x = self.t, self.t[i]
        if x.text == "continue":
            self.put(i, i, "")
        if t[i - 1].text not in (";", "{", "}", ")", "else") or \
                i in self.loops or x.text in KEPT or \
                not (x.kind == "name" or x.text == "*"):
            return
        if t[i - 1].text == ")" and t[self.pair[i - 1] - 1].text not in (
                "if", "for", "while"):
            return
        if x.kind == "name" and (t[i + 1].kind == "name" or (
                t[i + 1].text == "*" and t[i + 1].end == t[i + 2].at)):
            return  # a declaration
        j = i
        while t[j].text not in (";", "{", "}"):
            j = self.pair[j] + 1 if t[j].text in ("(", "[") else j + 1
        if t[j].text == ";" and t[j - 1].text not in ("++", "--"):
            self.put(i, j, ";")


def line_of(text, at):
    return text.count("\n", 0, at) + 1


class Change:
    """One mutant: where it is, what it says, and a key that stays the same when
    other functions change."""

    def __init__(self, file, name, body, text, span, occurrence):
        self.file, self.span, self.line = file, span, line_of(text, span[0])
        first = text.rfind("\n", 0, span[0]) + 1
        last = text.find("\n", span[1])
        old = text[first:last]
        new = text[first:span[0]] + span[2] + text[span[1]:last]
        self.label = "%s %s: %s -> %s" % (os.path.basename(file), name, *(" ".join(
            re.sub(r"/\*.*?(\*/|$)", "", x, flags=re.S).split())
            for x in (old, new)))
        if occurrence.setdefault(self.label, 0):
            self.label += " #%d" % (occurrence[self.label] + 1)
        occurrence[self.label.split(" #")[0]] += 1
        self.digest = hashlib.sha256(
            (body + "\0" + self.label).encode()).hexdigest()[:16]

    def applied(self, text):
        return text[:self.span[0]] + self.span[2] + text[self.span[1]:]


def changes(file, text, line):
    """Of the function whose definition is at that line."""
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    t = tokens(text, start, len(text))
    pair, seen = partners(t), {}
    first, last, name = next(bodies(t, pair), (0, 0, None))
    if not name:
        return []
    body = text[t[first].at:t[last].end]
    return [Change(file, name, body, text, span, seen)
            for span in Function(text, t, pair, first, last).out]
