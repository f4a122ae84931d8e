"""The book's own reader of Markdown beside pandoc's: for every chapter the same words
in the same order, and as many headings, items, cells, links, pieces of code, words in
italics and in bold. Without pandoc it is skipped, and says so."""
import glob
import html
import os
import re
import shutil
import subprocess
import sys

from program import SOURCE, check, done

if not shutil.which("pandoc"):
    print("SKIPPED: there is no pandoc to compare with")
    sys.exit(77)

OURS = """
package.path = arg[1] .. "/lua/?.lua;" .. package.path
local markdown, inline = require "weave.markdown", require "weave.inline"
local text = io.read("a")
io.write(markdown.html(text, { raw = {}, formula = function(tex)
    return "<var>" .. inline.escape(tex) .. "</var>" end }))
"""
TAGS = ("h1", "h2", "h3", "h4", "li", "td", "th", "pre", "code", "em",
        "strong", "a", "ul", "ol", "img")


def ours(text):
    script = ("arg = { [0] = 'x', [1] = '%s' } " % SOURCE) + OURS
    return subprocess.run(["lua5.4", "-e", script], input=text,
                          capture_output=True, text=True, check=True).stdout


def theirs(text):
    return subprocess.run(
        ["pandoc", "-f", "gfm+tex_math_dollars", "-t", "html", "--mathjax",
         "--wrap=preserve", "--no-highlight"], input=text,
        capture_output=True, text=True, check=True).stdout


def words(page):
    """The words of a page; a formula is one, without blanks."""
    page = re.sub(r"<var>(.*?)</var>", r"\1", page, flags=re.S)
    page = re.sub(r"<!--.*?-->", "", page, flags=re.S)
    page = re.sub(r"</?[a-zA-Z][^<>]*>", " ", page)
    page = html.unescape(page)
    page = re.sub(r"\\[()\[\]]", "", page)
    return re.sub(r"[\s$]+", "", page)


def counts(page):
    page = re.sub(r'<pre[^>]*class="math"[^>]*><code>.*?</code></pre>', "", page,
                  flags=re.S)
    return {tag: len(re.findall(r"<%s[ >]" % tag, page)) for tag in TAGS}


chapters = sorted(glob.glob(os.path.join(SOURCE, "doc", "**", "*.md"),
                            recursive=True))
chapters += [os.path.join(SOURCE, n) for n in ("README.md", "CONTRIBUTING.md")]
for path in chapters:
    with open(path, encoding="utf-8") as file:
        text = file.read()
    a, b = ours(text), theirs(text)
    name = os.path.relpath(path, SOURCE)
    left, right = words(a), words(b)
    if left != right:
        at = len(os.path.commonprefix([left, right]))
        check(False, "%s: '%s', and by pandoc '%s'" % (
            name, left[max(0, at - 40):at + 60],
            right[max(0, at - 40):at + 60]))
    m, n = counts(re.sub(r'<a class="here".*?</a>', "", a)), counts(b)
    check(m == n, "%s: %s" % (name, {t: (m[t], n[t]) for t in TAGS
                                     if m[t] != n[t]}))
check(len(chapters) > 40, "%d chapters" % len(chapters))
done()
