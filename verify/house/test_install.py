"""cmake --install into an empty prefix, and that alone: the program, its pages and
its index, perp for a stock Lua, the Debian package. Where the system lets us, the
checkout and its build are out of sight."""
import os
import re
import shutil
import subprocess
import tempfile

from program import BINARY, HANG, SOURCE, check, done

BUILD = os.path.dirname(BINARY)
LUA = shutil.which("lua5.4")


def sh(*words, cwd="/", env=None, hidden=False):
    """In a bare environment; with `hidden` nothing of the checkout is there."""
    if hidden:
        words = ("unshare", "-m", "sh", "-c", 'mount --bind "$0" "$1" && '
                 'shift && exec "$@"', EMPTY, SOURCE) + words
    return subprocess.run(words, capture_output=True, text=True, cwd=cwd,
                          timeout=HANG, env={"PATH": "/usr/bin:/bin",
                                             "LC_ALL": "C", **(env or {})})


place = tempfile.mkdtemp()
EMPTY = os.path.join(place, "empty")
os.mkdir(EMPTY)
prefix = os.path.join(place, "prefix")
r = sh("cmake", "--install", BUILD, "--prefix", prefix)
if r.returncode != 0:
    print("SKIPPED: not all targets are built: " + r.stderr.strip()[-200:])
    shutil.rmtree(place)
    done()
hidden = sh("true", hidden=True).returncode == 0 and \
    sh("test", "!", "-e", os.path.join(SOURCE, "src"),
       hidden=True).returncode == 0
print("the checkout is %s" % ("out of sight" if hidden else
                              "in sight: no mount namespace here (SKIPPED)"))

perp = os.path.join(prefix, "bin", "perp")
r = sh(perp, "new", "first", cwd=place, hidden=hidden)
check(r.returncode == 0 and r.stdout == "first.lua\n", "new: " + r.stderr)
r = sh(perp, "run", "first.lua", "--exact-check", "--certify", "L1", "--cert",
       "c", cwd=place, hidden=hidden)
if r.returncode == 2:  # one of the two modes
    r = sh(perp, "run", "first.lua", "--certify", "L1", "--cert", "c",
           cwd=place, hidden=hidden)
check(r.returncode == 0, "run: " + r.stderr)
r = sh(os.path.join(prefix, "bin", "perp-check"), "c", cwd=place, hidden=hidden)
check(r.returncode == 0 and "accepted" in r.stdout, "check: " + r.stderr)
r = sh(perp, "eq", "GAP08", "4.4c", hidden=hidden)
check(r.returncode == 0 and "alpha_gamma_pose" in r.stdout, "eq: " + r.stderr)

subs = re.findall(r"^  ([a-z]+) +\S", sh(perp, "--help").stdout, re.M)
pages = os.listdir(os.path.join(prefix, "share", "man", "man1"))
check(sorted(pages) == sorted(["perp.1"] + ["perp-%s.1" % s for s in subs]),
      "man pages: %s" % pages)
for page in pages:
    text = open(os.path.join(prefix, "share/man/man1", page)).read()
    check(text.startswith(".TH "), page)
for where in ("bash-completion/completions/perp", "zsh/site-functions/_perp",
              "fish/vendor_completions.d/perp.fish"):
    check("hypotheses" in open(os.path.join(prefix, "share", where)).read(),
          where)

# A stock Lua finds perp below the prefix, and gets the numbers of the program.
SCRIPT = """
local perp = require "perp"
local run = perp.simulate { name = "x", h = 1/64, T = 1, q = { 1 }, v = { 0 },
  system = perp.system { coordinates = { "y" }, mass = { { 1 } },
    force = { -9.81 }, contacts = function(q) return { { name = "floor",
      gap = q.y } } end } }
for i, y in ipairs(run["q.y"]) do print(("%.17g"):format(y)) end
"""
with open(os.path.join(place, "stock.lua"), "w") as file:
    file.write(SCRIPT)
if LUA is None:
    print("SKIPPED: no lua5.4")
else:
    env = {"LUA_PATH": "%s/share/lua/5.4/?.lua;%s/share/lua/5.4/?/init.lua" %
           (prefix, prefix), "LUA_CPATH": prefix + "/lib/lua/5.4/?.so"}
    linked = re.search(r"lib[at]san\S* => (\S+)", sh(
        "ldd", prefix + "/lib/lua/5.4/perp/core.so").stdout)
    PRELOAD = linked.group(1) if linked else ""  # a sanitized build of ours
    if PRELOAD:
        env["LD_PRELOAD"], env["ASAN_OPTIONS"] = PRELOAD, "detect_leaks=0"
    r = sh(LUA, "stock.lua", cwd=place, env=env, hidden=hidden and not PRELOAD)
    t = sh(perp, "run", "stock.lua", "--csv", "out.csv", "-q", cwd=place)
    rows = [line.split(",") for line in
            open(os.path.join(place, "out.csv")).read().splitlines()]
    at = rows[0].index("q.y")
    check(r.returncode == 0 and r.stdout.split() == [x[at] for x in rows[1:]],
          "stock Lua: %d %s %s" % (r.returncode, r.stderr[-300:], t.stderr))

# The package, unpacked somewhere else.
if os.environ.get("PERP_LONG") and shutil.which("cpack") and \
        shutil.which("dpkg-deb"):
    r = sh("cpack", "--config", os.path.join(BUILD, "CPackConfig.cmake"), "-B",
           os.path.join(place, "package"), cwd=place)
    debs = [n for n in os.listdir(os.path.join(place, "package"))
            if n.endswith(".deb")]
    check(r.returncode == 0 and len(debs) == 1, "cpack: " + r.stdout + r.stderr)
    root = os.path.join(place, "root")
    sh("dpkg-deb", "-x", os.path.join(place, "package", debs[0]), root)
    r = sh(os.path.join(root, "usr/bin/perp"), "run", "first.lua", cwd=place,
           hidden=hidden)
    check(r.returncode == 0, "of the package: " + r.stderr)
    r = sh("dpkg-deb", "-f", os.path.join(place, "package", debs[0]), "Depends")
    check(all(x in r.stdout for x in ("libgmp10", "libmpfr6", "liblua5.4")),
          "what it depends on: " + r.stdout)
shutil.rmtree(place)
done()
