"""How many clicks it is in the book from an equation to its code, test, case, figure and
motion. A click follows a link; the first one is a link of the trail below the equation,
or of the equation's own page behind its number. For each equation of each paper that a
case shows, two are enough; of GAP08 ten are drawn by a seed and listed.

    python3 verify/house/book_clicks.py build/book [SEED]
"""
import glob
import os
import random
import re
import sys

KINDS = {"code": r"(src|lua)-", "test": r"verify-", "case": r"cases-"}
TRAIL = re.compile(r'<div class="trail">(<b><a href="concordance\.html.*?)</div>',
                   re.S)
LINE = re.compile(r'<b><a href="concordance\.html#([^"]+)">(.*?)(?=<br><b>|$)', re.S)
SHOWS = re.compile(r"\bShows ((?:[^.]|\.(?=\S))*)")


class Book:
    def __init__(self, place):
        self.place, self.pages = place, {}
        self.trails = {}  # tag: its page, its own links
        for path in glob.glob(os.path.join(place, "[0-9]*.html")):
            name = os.path.basename(path)
            for block in TRAIL.findall(self.page(name)):
                for tag, line in LINE.findall(block):
                    if 'id="%s"' % tag in self.page(name):
                        self.trails.setdefault(tag, (name, links(line)))

    def page(self, name):
        if name not in self.pages:
            path = os.path.join(self.place, name)
            with open(path, encoding="utf-8") as file:
                self.pages[name] = file.read()
        return self.pages[name]

    def there(self, name):
        return os.path.exists(os.path.join(self.place, name))

    def clicks(self, tag):
        """Of code, test, case, figure, motion: the least number of clicks, up to
        two, and where it leads. A picture that stands on a page costs none more."""
        own = self.trails[tag][1]
        found = {}

        def meet(kind, n, where):
            found.setdefault(kind, (n, where))

        cases = {stem(p) for p in own if p.startswith("cases-")}
        ahead = [(1, p) for p in own]
        for n, page in ahead:
            for kind, head in KINDS.items():
                if re.match(head, page):
                    meet(kind, n, page)
            if not page.endswith(".html") or not self.there(page):
                continue
            text = self.page(page)
            for kind, start in (("figure", r'<img src="figures/'),
                                ("motion", r'<iframe src="replays/')):
                for what in re.findall(start + r'([^"]+)"', text):
                    if re.split(r"[/.]", what)[0] in cases:
                        meet(kind, n, what)
            if n == 1:
                ahead += [(2, p) for p in links(text)]
            if len(found) == 5:
                break
        return found


def links(text):
    return list(dict.fromkeys(re.findall(r'href="([^"#:]+)', text)))


def stem(page):
    return re.sub(r"^cases-|\.lua\.html$", "", page)


def shown(source):
    """Tags that cases say they show, but for what stands inside a range: asked of
    the cases themselves, not of the book."""
    tags = set()
    for path in glob.glob(os.path.join(source, "cases/*/*.lua")):
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"\n---? *", " ", file.read())
        for claim in SHOWS.findall(re.sub(r"`[^`]*`", "", text)):
            for paper, list_ in re.findall(r"([A-Z]+\d\d) ([^:;A-Z]*(?:[A-Z][^:;]*)?)",
                                           claim):
                tags |= {"%s-%s" % (paper, t)
                         for t in re.findall(r"\(([^() ]+)\)", list_)}
    return tags


def ask(place, source, check, seed=21):
    """Each equation with a case; prints ten of GAP08."""
    book, wanted = Book(place), shown(source)
    tags = sorted(t for t, (_, own) in book.trails.items()
                  if any(p.startswith("cases-") for p in own))
    missing = sorted(wanted - set(tags))
    check(not missing, "shown by a case, and no trail says so: %s" % missing)
    check(len(tags) > 100 and len(wanted) > 50, "%d equations, %d named" %
          (len(tags), len(wanted)))
    for tag in tags:
        found = book.clicks(tag)
        for kind in ("code", "test", "case", "figure", "motion"):
            has = kind != "code" or not re.search(r"-(Fig|Ex|Thm|Lemma|Cor|Prop|Def)",
                                                  tag)
            check(kind in found or not has, "%s: no %s in two clicks" % (tag, kind))
    for tag in sorted(random.Random(seed).sample(
            [t for t in tags if t.startswith("GAP08-")], 10)):
        found = book.clicks(tag)
        print("%s, %s:" % (tag, book.trails[tag][0]))
        for kind, (n, where) in found.items():
            print("    %-6s %d  %s" % (kind, n, where))
    return len(tags)


if __name__ == "__main__":
    wrong = []
    here = os.path.dirname(os.path.abspath(__file__))
    count = ask(sys.argv[1], os.path.join(here, "../.."), lambda fine, remark:
                fine or wrong.append(remark), *map(int, sys.argv[2:3]))
    print("\n".join(wrong))
    print("%d equations have a case; of %d something is farther than two clicks" %
          (count, len({w.split(":")[0] for w in wrong})))
    sys.exit(bool(wrong))
