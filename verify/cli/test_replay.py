"""Replays in a browser: at three widths, dark and light, nothing on its console, no
scrolling sideways, nothing asked of another address; keys move the replay, a body
moves on the picture; each row of a proof is ticked, and one changed digit is refused,
by the digest and, with the digest put right, by the arithmetic. Without Chromium it
is skipped, and says so. test_replay.py whole opens twelve."""
import json
import math
import os
import subprocess
import sys
import tempfile

from browser import PROGRAM, Browser
from program import SOURCE, check, done, run

if not PROGRAM:
    print("SKIPPED: there is no chromium; no replay is opened")
    sys.exit(77)

WHOLE = sys.argv[1:] == ["whole"]
place = tempfile.TemporaryDirectory()
at = lambda name: os.path.join(place.name, name)
by = "document.getElementById('%s')"


def made(name, *words, proof=True):
    page = at(os.path.basename(name) + ".html")
    cert = ("--certify", "L1", "--cert", at("x.cert")) if proof else ()
    scene = name if os.path.isabs(name) else os.path.join("cases", name)
    r = run("run", os.path.join(SOURCE, scene + ".lua"), "--movie",
            page, "--quiet", *cert, *words)
    check(r.returncode == 0, name + ": " + r.stderr)
    return page


# The darkest and the lightest pixel of the letters are the colours that the
# style names; here each pair of them, as WCAG 2 computes its contrast.
CONTRAST = """(() => {
  const light = (c) => {
    const [r, g, b] = c.match(/[\\d.]+/g).slice(0, 3).map((x) => {
      x /= 255;
      return x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const back = (e) => {
    for (; e; e = e.parentElement) {
      const c = getComputedStyle(e).backgroundColor;
      if (!/, 0\\)$/.test(c) && c !== "transparent") return c;
    }
    return "rgb(255, 255, 255)";
  };
  const bad = [];
  for (const e of document.querySelectorAll("body *")) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 &&
      n.textContent.trim());
    if (!own || e.closest("script, style, noscript") || !e.offsetParent)
      continue;
    const a = light(getComputedStyle(e).color), b = light(back(e));
    const c = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (c < 4.5) bad.push(e.tagName + " " + e.id + " " + c.toFixed(2));
  }
  return bad.join("; ");
})()"""

# What of the picture differs from its corner, as a count and a middle.
PICTURE = """(() => {
  const c = document.getElementById("view");
  const g = new OffscreenCanvas(c.width, c.height).getContext("2d",
    { willReadFrequently: true });
  g.drawImage(c, 0, 0);
  const d = g.getImageData(0, 0, c.width, c.height).data;
  let sum = 0, n = 0, x = 0;
  for (let i = 0; i < d.length; i += 4)
    if (d[i + 3] > 0) { n++; x += (i / 4) % c.width; sum = (sum * 31 + d[i] +
      7 * d[i + 1] + 3 * d[i + 2]) % 1000003; }
  return [n, x / Math.max(n, 1), sum];
})()"""


def opened(b, page, width, dark, proof=True):
    name = "%s at %d, %s" % (os.path.basename(page), width,
                             "dark" if dark else "light")
    b.open(page, width, 900, dark, wait="document.documentElement.dataset.ready")
    b.eval("perpReplay.begun")
    if proof:
        b.until("document.documentElement.dataset.checked === 'yes'")
    b.frames(3)
    check(not b.errors, "%s: %s" % (name, b.errors))
    wide = b.eval("document.documentElement.scrollWidth")
    check(wide <= width, "%s: it is %d wide" % (name, wide))
    bad = b.eval(CONTRAST)
    check(bad == "", "%s: contrast: %s" % (name, bad))
    check(b.eval("document.documentElement.dataset.theme") ==
          ("dark" if dark else "light"), name + ": its theme")
    if proof:
        said = b.eval(by % "verdict" + ".textContent")
        check(": accepted, level L1" in said, "%s: %s" % (name, said))
    for strip in b.eval("[...document.querySelectorAll('figure canvas')].map("
                        "(c) => c.getAttribute('aria-label') || '')"):
        check(len(strip) > 40 and "NaN" not in strip and "undefined" not in
              strip, "%s: a strip says '%s'" % (name, strip))
    return name


def row(b):
    return int(b.eval(by % "scrub" + ".value"))


def keys(b, name, last):
    check(row(b) == 0, name + ": it begins at row %d" % row(b))
    first = b.eval(PICTURE)
    for key, wanted, more in (
            ("ArrowRight", 1, {}), ("ArrowRight", 11, {"modifiers": 8}),
            ("ArrowLeft", 10, {}), ("End", last, {}), ("ArrowRight", last, {}),
            ("Home", 0, {}), ("ArrowLeft", 0, {})):
        b.key(key, **more)
        check(row(b) == wanted, "%s: %s leads to row %d, not %d" %
              (name, key, row(b), wanted))
    b.key("End")
    moved = b.eval(PICTURE)
    check(first[0] > 500 and moved[2] != first[2],
          "%s: nothing moves: %s, %s" % (name, first, moved))
    b.key("Home")
    check(b.eval(PICTURE) == first, name + ": the first row is drawn otherwise")
    b.key(" ")
    b.until(by % "scrub" + ".value > 0")
    b.key(" ")
    still = row(b)
    b.frames(5)
    check(row(b) == still, name + ": a pause")
    b.key("?")
    check(b.eval(by % "keys" + ".open"), name + ": ? shows the keys")
    b.eval(by % "keys" + ".close()")
    b.frames()  # the focus goes back
    b.key("d")
    check(b.eval("document.documentElement.dataset.theme") == "dark",
          name + ": d is dark")
    b.key("d")


def spoilt(b, name, rows):
    b.key("p")
    b.key("ArrowRight")
    text = b.eval(by % "details" + ".textContent")
    for part in ("Row ", "accepted", "C1, C2", "Its lines in the proof", "step "):
        check(part in text, "%s: the details lack '%s': %s" %
              (name, part, text[:200]))
    again = "document.documentElement.dataset.checked = 'no'"
    ready = "document.documentElement.dataset.checked === 'yes'"
    for button, why in (("spoil", "the digest in the last line"),
                        ("reseal", " at row ")):
        b.eval(again)
        b.eval(by % button + ".click()")
        b.until(ready)
        b.frames(3)
        said = b.eval(by % "verdict" + ".textContent")
        check("refused" in said and why in said, "%s, %s: %s" %
              (name, button, said))
        check(b.eval(by % "badge" + ".className") == "badge refused",
              "%s, %s: the badge" % (name, button))
        red = b.eval("getComputedStyle(%s).color" % (by % "verdict"))
        channel = [float(x) for x in red[4:-1].split(",")]
        check(channel[0] > 1.5 * max(channel[1:]), "refused in %s" % red)
        b.eval(again)
        b.eval(by % "restore" + ".click()")
        b.until(ready)
    b.frames(3)
    check("All %d rows hold" % rows in b.eval(by % "verdict" + ".textContent"),
          name + ": the digit is back")
    check(not b.errors, "%s: %s" % (name, b.errors))


def drawn_elsewhere(b, page):
    """A picture that is not where the proof says is refused."""
    with open(page) as file:
        text = file.read()
    other = at("elsewhere.html")
    with open(other, "w") as file:
        file.write(text.replace(
            "films = data.runs.map(",
            "data.runs[0].q[0].d[7] += 2; films = data.runs.map("))
    b.open(other, 1280, 900, wait="document.documentElement.dataset.ready")
    b.until("document.documentElement.dataset.checked === 'yes'")
    said = b.eval(by % "verdict" + ".textContent")
    check("are drawn where the proof does not say" in said, "elsewhere: " + said)


# Where the ground of walls ends, in a line of the picture above the floor: the last
# pixel of it that is not empty, counted from the left.
EDGE = """(() => {
  const c = document.getElementById("view");
  const g = new OffscreenCanvas(c.width, c.height).getContext("2d",
    { willReadFrequently: true });
  g.drawImage(c, 0, 0);
  const y = Math.round(c.height * 0.2);
  const d = g.getImageData(0, y, c.width, 1).data;
  let x = 0;
  while (x < c.width && d[4 * x + 3] > 0) x++;
  return x;
})()"""

MOVING = """
local perp, planar = require "perp", require "perp.planar"
local w = planar.world { ground = { surface = { 1, 0 } }, mu = 0 }
w:disc { name = "d", mass = 1, radius = 0.1 }
w:wall { name = "ram", point = { -0.8, 0 }, normal = { 1, 0 },
  motion = function(t) return { 0.5 * perp.sin(2 * t), 0 } end }
local q, v = w:state { d = { at = { 0, 0.1 } } }
return { system = w:system(), h = 0.01, T = 0.8, q = q, v = v }
"""


def moving_walls(b):
    """A disc rests on a belt without friction; a wall goes by its law, and the belt's
    hatching moves, alone of all, where the wall stands still for a moment."""
    with open(at("moving.lua"), "w") as file:
        file.write(MOVING)
    b.open(made(at("moving"), proof=False), 1280, 900,
           wait="document.documentElement.dataset.ready")
    edge = {}
    for i in (0, 20, 40, 78):
        b.eval("(() => { const s = %s; s.value = %d; s.dispatchEvent("
               "new Event('input')); })()" % (by % "scrub", i))
        b.frames(3)
        edge[i] = b.eval(EDGE), b.eval(PICTURE)[2]
    gone = {i: 0.5 * math.sin(0.02 * i) for i in edge}
    far = (edge[78][0] - edge[0][0]) / gone[78]
    for i in edge:
        check(far > 40 and abs(edge[i][0] - edge[0][0] - far * gone[i]) <= 1.5,
              "the wall in row %d: %s" % (i, edge))
    b.key("ArrowRight")  # sin 1.56 and sin 1.58: within a tenth of a millimetre
    check(b.eval(EDGE) == edge[78][0] and b.eval(PICTURE)[2] != edge[78][1],
          "the belt stands still")
    check(not b.errors, "moving walls: %s" % b.errors)


b = Browser()
block = made("GAP08/rocking_block", "--set", "T=0.2")
name = opened(b, block, 1280, False)
keys(b, name, int(b.eval(by % "scrub" + ".max")))
spoilt(b, name, int(b.eval("perpReplay.state.proofs[0].film.rows")) - 1)
drawn_elsewhere(b, block)
moving_walls(b)
opened(b, block, 390, True)
fork = made("HP23/dropped_block", "--branches", "9", "--set", "T=0.08",
            proof=False)
name = opened(b, fork, 390, False, proof=False)
runs = b.eval("[...document.querySelectorAll('#runs button')].length")
outcomes = b.eval("[...document.querySelectorAll('#forks button')].length")
check(runs > 2 and outcomes == runs, "%d runs, %d outcomes" % (runs, outcomes))
b.key("End")
seen = set()
for k in range(outcomes):
    b.eval("document.querySelectorAll('#forks button')[%d].click()" % k)
    b.frames(3)
    seen.add(b.eval(PICTURE)[2])
    check(b.eval("perpReplay.state.lead") == k, "fork %d leads to a run" % k)
check(len(seen) == outcomes, "%d pictures of %d outcomes" % (len(seen),
                                                            outcomes))
b.eval(by % "beside" + ".click()")
b.frames(3)
check(b.eval(PICTURE)[2] not in seen and not b.errors, "side by side: %s" %
      b.errors)
# The page that reads a proof and its statement from files.
page = at("check.html")
r = subprocess.run(["lua5.4", SOURCE + "/lua/weave.lua", "checker", page],
                   capture_output=True, text=True)
check(r.returncode == 0 and "<!-- inc" not in open(page).read(), r.stderr)
b.open(page, 390, 800, True, wait="globalThis.perpDrop")
proof, scene = (open(at("x.cert" + end)).read() for end in ("", ".scene"))
said = []
for text, name in ((proof, "a"), (proof.replace("end ", "end 1", 1), "b"),
                   (proof.replace("proof 3", "proof 4", 1), "c")):
    b.eval("perpDrop.take([new File([%s], '%s'), new File([%s], '%s.scene')])"
           % (json.dumps(text), name, json.dumps(scene), name))
    said.append(b.eval("document.querySelector('.verdict').textContent"))
check("accepted, level L1" in said[0] and "refused" in said[1] and
      "c: undecided" in said[2], "drop: %s" % said)
bad = b.eval(CONTRAST)
check(bad == "" and not b.errors and
      b.eval("document.documentElement.scrollWidth") <= 390,
      "check.html: %s %s" % (bad, b.errors))
# Who has not asked for less motion sees it play; the page begins by itself.
b.open(block, 1280, 900, calm=False, wait="document.documentElement.dataset.ready")
b.until(by % "scrub" + ".value > 0")
check(not b.errors, "it plays by itself: %s" % b.errors)
# No numbers but those of a function of the scene's own: a circle that falls.
with open(at("drawn.lua"), "w") as file:
    file.write("""
local perp = require "perp"
return { h = 0.05, T = 1, q = { 1 }, v = { 0 }, system = perp.system {
  coordinates = { "y" }, mass = { { 1 } }, force = { -1 },
  draw = function(q) return { { "circle", 0, q.y, 0.2 } } end } }
""")
b.open(made(at("drawn"), proof=False), 1280, 900,
       wait="document.documentElement.dataset.ready")
b.frames(3)
first = b.eval(PICTURE)
b.key("End")
check(first[0] > 500 and b.eval(PICTURE)[2] != first[2] and not b.errors,
      "what a scene draws: %s %s" % (first, b.errors))


def opening(b, page):
    """CPU seconds of the page's thread until it can be played, and up to then."""
    before = b.seconds()
    b.open(page, wait="document.documentElement.dataset.ready")
    now = b.seconds()
    return (now - before if now >= before else now), now


def in_time(b):
    """CPU time of the page, which no other program lengthens: to open below 1 s, to
    check the thousand steps of Figure 9.1 below 2 s."""
    ready, before = opening(b, made("GAP08/fig9_1"))
    b.until("document.documentElement.dataset.checked === 'yes'")
    checked = b.seconds() - before
    said = b.eval(by % "verdict" + ".textContent")
    check("All 1000 rows hold" in said, "Figure 9.1: " + said)
    print("Figure 9.1: open after %.3f s, checked in %.3f s" % (ready, checked))
    check(ready < 1 and checked < 2, "open %.3f s, checked %.3f s" % (ready, checked))


if WHOLE:
    in_time(b)
    boxes = os.path.join(SOURCE, "verify", "cli", "five_boxes")
    for proof, most in ((False, 1e6), (True, 4e6)):
        page = made(boxes, proof=proof)
        size = os.path.getsize(page)
        ready, _ = opening(b, page)
        print("five boxes: %d bytes, open after %.3f s" % (size, ready))
        check(size <= most and ready < 1, "five boxes: %d bytes, %.3f s" %
              (size, ready))
        name = opened(b, page, 1280, False, proof=proof)
        rows = b.eval("perpReplay.state.proofs[0]?.film.rows ?? 1001")
        check(rows > 1000, "%s: %d rows" % (name, rows))
    for case in ("GAP08/thrown_block", "GAP08/rocking_block",
                 "GAP08/fig9_1", "GAP08/box_stack", "GAP08/four_bar",
                 "GAP08/tumbling_body", "GAP08/ex9_1", "AP02/two_bodies",
                 "AP02/bouncing_disc", "HP23/disk_stack", "P10/corner",
                 "P10/bouncing_ball"):
        page = made(case)
        for width in (390, 1280, 1600):
            for dark in (False, True):
                opened(b, page, width, dark)
b.close()
done()
