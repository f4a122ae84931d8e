"""The whole book in a browser: it is made, no link of it is broken, and every page is
opened at three widths, light and dark: nothing on the console, no scrolling
sideways, no picture missing, no text under a contrast of 4.5 : 1. So are twelve
replays. From each equation with a case two clicks lead to code, test, figure and
motion. `book_pages.py DIR K` takes the book in DIR as it is, and of its sources
each K-th. Without Chromium, node or KaTeX it is skipped, and says so."""
import glob
import os
import re
import subprocess
import sys
import tempfile

import book_clicks
from browser import PROGRAM, Browser
from program import BINARY, SOURCE, check, done

SKIP = 77
WIDTHS = (390, 1280, 1600)
REPLAYS = ("GAP08-thrown_block", "GAP08-rocking_block", "GAP08-fig9_1",
           "GAP08-box_stack", "GAP08-four_bar", "GAP08-tumbling_body",
           "AP02-two_bodies", "AP02-bouncing_disc", "HP23-zeno_block",
           "P10-corner", "P10-bouncing_ball", "PKS05-pushed_block")

# What stands out of the page, and the widest element that does.
WIDE = """(() => {
  const wide = document.documentElement.scrollWidth;
  if (wide <= innerWidth) return "";
  const inside = (e) => {
    for (e = e.parentElement; e; e = e.parentElement)
      if (/auto|scroll|hidden/.test(getComputedStyle(e).overflowX)) return true;
    return false;
  };
  for (const e of document.querySelectorAll("main *"))
    if (e.getBoundingClientRect().right > innerWidth + 1 && !inside(e))
      return wide + ": " + e.outerHTML.slice(0, 150);
  return String(wide);
})()"""

PICTURES = """Promise.all([...document.images].map(async (i) => {
  i.loading = "eager";
  try { await i.decode(); } catch { return i.src; }
  return i.naturalWidth > 0 ? "" : i.src;
})).then((list) => list.filter(Boolean).join(" "))"""

# Each colour on each ground once.
CONTRAST = """(() => {
  const light = (c) => {
    const [r, g, b] = c.match(/[\\d.]+/g).slice(0, 3).map((x) => {
      x /= 255;
      return x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const grounds = new Map();
  const back = (e) => {
    if (!e) return "rgb(255, 255, 255)";
    if (!grounds.has(e)) {
      const c = getComputedStyle(e).backgroundColor;
      grounds.set(e, /, 0\\)$/.test(c) || c === "transparent" ?
        back(e.parentElement) : c);
    }
    return grounds.get(e);
  };
  const bad = new Set();
  for (const e of document.querySelectorAll("body *")) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 &&
      n.textContent.trim());
    if (!own || e.closest("script, style, noscript, .katex-mathml") ||
      e.classList.contains("here")) continue;
    const a = light(getComputedStyle(e).color), b = light(back(e));
    const c = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (c < 4.5) bad.add(e.tagName + "." + e.className + " " + c.toFixed(2));
  }
  return [...bad].join("; ");
})()"""


def look(b, page, wait="true"):
    """One page, opened once and then made wide and narrow, light and dark."""
    name = os.path.basename(page)
    b.open(page, WIDTHS[1], 900, wait=wait)
    missing = b.eval(PICTURES)
    check(missing == "", "%s: no picture %s" % (name, missing))
    for dark in (False, True):
        for width in WIDTHS:
            b.call("Emulation.setEmulatedMedia", features=[
                {"name": "prefers-color-scheme",
                 "value": "dark" if dark else "light"}])
            b.call("Emulation.setDeviceMetricsOverride", width=width,
                   height=900, deviceScaleFactor=1, mobile=False)
            wide = b.eval(WIDE)
            check(wide == "", "%s at %d is wide: %s" % (name, width, wide))
        bad = b.eval(CONTRAST)
        check(bad == "", "%s, %s: contrast %s" % (
            name, "dark" if dark else "light", bad))
    check(not b.errors, "%s: %s" % (name, b.errors))


def made(place):
    r = subprocess.run(["lua5.4", SOURCE + "/lua/weave.lua", "book", place,
                        "--root", SOURCE, "--perp", BINARY],
                       capture_output=True, text=True)
    if r.returncode == 5:
        print("SKIPPED: " + r.stderr)
        sys.exit(SKIP)
    check(r.returncode == 0, "the book: %s" % r.stderr[-2000:])


def search(b, place):
    b.open(os.path.join(place, "index.html"), 1280, 900)
    box = "document.querySelector('#search input')"
    for question, wanted in (("GAP08 (4.4c)", "20-GAP08-step.html#GAP08-4.4c"),
                             ("lemke_run", "src-lcp-solve-lemke"),
                             ("Zeno", "zeno"), ("friction cone", "html")):
        b.eval(box + ".focus()")
        b.until("document.getElementById('search-data')")
        b.eval("%s.value = '%s'" % (box, question))
        b.until("(%s.dispatchEvent(new Event('input')), "
                "document.querySelector('#found a'))" % box)
        first = b.eval("document.querySelector('#found a').href")
        check(wanted in first, "%s leads to %s" % (question, first))
    check(not b.errors, "search: %s" % b.errors)


if not PROGRAM:
    print("SKIPPED: there is no chromium; no page of the book is opened")
    sys.exit(SKIP)
scratch = tempfile.TemporaryDirectory()
book = sys.argv[1] if len(sys.argv) > 2 else scratch.name
step = int(sys.argv[2]) if len(sys.argv) > 2 else 1
if len(sys.argv) < 3:
    made(book)
book_clicks.ask(book, SOURCE, check)
pages = sorted(glob.glob(os.path.join(book, "*.html")))
code = [p for p in pages if re.match(r"(src|lua|verify|cases-wrong)-",
                                     os.path.basename(p))]
browser = Browser()
search(browser, book)
for path in [p for p in pages if p not in set(code)] + code[::step]:
    look(browser, path)
for film in REPLAYS:
    look(browser, os.path.join(book, "replays", film + ".html"),
         "document.documentElement.dataset.ready")
browser.close()
print("%d pages, %d of them code, %d replays" % (
    len(pages) - len(code) + len(code[::step]), len(code[::step]),
    len(REPLAYS)))
done()
