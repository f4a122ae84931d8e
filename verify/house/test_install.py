"""cmake --install into an empty prefix, and that alone: the program, its pages and
its index, perp for a stock Lua, the C library and its consumers, the Debian package.
Where the system lets us, the
checkout and its build are out of sight."""
import os
import re
import shutil
import subprocess
import sys
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

told = sorted(os.listdir(os.path.join(prefix, "share", "doc", "perp")))
check(told == ["CHANGELOG.md", "CITATION.cff", "VERSIONING.md", "copyright"],
      "share/doc/perp: %s" % told)

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

# The chapter's program and lines, by pkg-config, find_package and from Python. What
# is linked with a library with sanitizers needs them, too.
CHAPTER = open(os.path.join(SOURCE, "doc", "04-library.md")).read()
SCENES = open(os.path.join(SOURCE, "doc", "01-scenes.md")).read()


def quoted(text, fence):
    return text.split("```%s\n" % fence, 1)[1].split("```", 1)[0]


def put(name, text):
    with open(os.path.join(place, name), "w") as to:
        to.write(text)


put("first.c", quoted(CHAPTER, "c"))
put("scene.lua", quoted(SCENES, "lua"))
PRINTS = "".join(line[4:] + "\n" for line in CHAPTER.split(
    "program prints\n\n", 1)[1].split("\n\n", 1)[0].split("\n"))
MORE = ["-fsanitize=address,undefined"] if PRELOAD else []
LIB = os.path.join(prefix, "lib")
LOADS = {"LD_LIBRARY_PATH": LIB}
PKG = {"PKG_CONFIG_PATH": LIB + "/pkgconfig"}


def prints(name, env):
    r = sh("./" + name, cwd=place, env=env, hidden=hidden)
    check(r.returncode == 0 and r.stdout == PRINTS, "%s: %d %s%s" %
          (name, r.returncode, r.stdout, r.stderr[-500:]))


if shutil.which("pkg-config"):
    flags = sh("pkg-config", "--cflags", "--libs", "perp", env=PKG).stdout.split()
    r = sh("cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "first.c", *MORE,
           *flags, "-o", "by_pkg", cwd=place, hidden=hidden)
    check(r.returncode == 0, "cc by pkg-config: " + r.stderr)
    prints("by_pkg", LOADS)
    r = sh("./by_pkg", "/no/such", env=LOADS, cwd=place)
    check(r.returncode == 6 and "cannot read the scene" in r.stderr, r.stderr)
    words = sh("pkg-config", "--static", "--libs", "perp", env=PKG).stdout
    check(all(x in words for x in ("-lgmp", "-lmpfr")), "static: " + words)
    said = sh("pkg-config", "--variable=luadir", "perp", env=PKG).stdout.strip()
    check(os.path.exists(said + "/perp/init.lua"), "luadir: " + said)
else:
    print("SKIPPED: no pkg-config")
if shutil.which("c++"):
    put("first.cpp", '#include "perp.h"\nint main() { return !perp_version(); }\n')
    r = sh("c++", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I",
           os.path.join(prefix, "include"), "first.cpp", cwd=place)
    check(r.returncode == 0, "c++: " + r.stderr)

put("CMakeLists.txt", """cmake_minimum_required(VERSION 3.20)
project(first C)
find_package(perp 0.1 REQUIRED)
add_executable(shared first.c)
target_link_libraries(shared PRIVATE perp::perp)
add_executable(static first.c)
target_link_libraries(static PRIVATE perp::static)
file(WRITE ${CMAKE_BINARY_DIR}/lua.txt ${PERP_LUA_DIR})
""")
r = sh("cmake", "-S", ".", "-B", "made", "-DCMAKE_PREFIX_PATH=" + prefix,
       "-DCMAKE_C_FLAGS=" + " ".join(MORE), cwd=place, hidden=hidden)
check(r.returncode == 0, "find_package: " + r.stderr)
r = sh("cmake", "--build", "made", cwd=place, hidden=hidden)
check(r.returncode == 0, "with find_package: " + r.stdout + r.stderr)
if r.returncode == 0:
    prints("made/shared", {})
    lua = open(os.path.join(place, "made", "lua.txt")).read()
    prints("made/static", {"PERP_LUA": lua})
    words = sh("nm", "-g", "--defined-only", "made/static", cwd=place).stdout
    check(" perp_run_step" in words and "loop_step" not in words,
          "names of the static library")
put("CMakeLists.txt", """cmake_minimum_required(VERSION 3.20)
project(first C)
find_package(perp 7.0 REQUIRED)
""")
r = sh("cmake", "-S", ".", "-B", "other", "-DCMAKE_PREFIX_PATH=" + prefix,
       cwd=place)
check(r.returncode != 0 and "version" in r.stderr, "version 7 is not there")

put("first.py", quoted(CHAPTER, "python"))
env = {"PYTHONPATH": LIB + "/python3/dist-packages",
       "PYTHONDONTWRITEBYTECODE": "1"}
if PRELOAD:
    env["LD_PRELOAD"], env["ASAN_OPTIONS"] = PRELOAD, "detect_leaks=0"
r = sh(sys.executable, "first.py", cwd=place, env=env,
       hidden=hidden and not PRELOAD)
lines = r.stdout.split("\n")
check(r.returncode == 0 and len(lines) == 5 and
      lines[0] == "101 rows, at the end x = 0.262444" and
      lines[1].startswith("2 ") and "no parameter 'nu'" in lines[1] and
      lines[2] == "proven: 100" and
      lines[3] == "[Fraction(1, 2), Fraction(1, 3)]",
      "Python: %d %s%s" % (r.returncode, r.stdout, r.stderr[-500:]))

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
