"""Where require looks: an installed perp uses the Lua it was installed with,
PERP_LUA overrides, a perp in its build tree uses the source tree; and a scene's own
modules lie beside it or below, nowhere else."""
import os
import shutil
import subprocess
import tempfile

from program import BINARY, HANG, SOURCE, check, done

SCENE = """local perp = require "perp"
return { system = perp.system { coordinates = { "x" },
  mass = function() return { { 1 } } end, force = function() return { 0 } end },
  h = 1, T = 1, q = { 0 }, v = { 0 } }
"""
# The marked library says on stderr which one it is.
MARK = 'io.write("library %s\\n")\n'


def run(program, scene, **variables):
    with_own = {k: v for k, v in os.environ.items() if k != "PERP_LUA"}
    return subprocess.run([program, "run", "-q", scene], capture_output=True,
                          text=True, timeout=HANG, env={**with_own, **variables})


def library(place, name):
    """A copy of perp's Lua that says its name, in place/perp."""
    shutil.copytree(os.path.join(SOURCE, "lua", "perp"),
                    os.path.join(place, "perp"))
    path = os.path.join(place, "perp", "init.lua")
    with open(path) as file:
        text = file.read()
    with open(path, "w") as file:
        file.write(MARK % name + text)


def whose(r, name, what):
    check(r.returncode == 0 and r.stderr == "library %s\n" % name if name else
          r.returncode == 0 and not r.stderr,
          "%s: %d %s" % (what, r.returncode, r.stderr))


def installed(place, scene):
    """As cmake --install does it, in two prefixes that know nothing of each other;
    of one the Lua is taken away."""
    programs = []
    for name in ("one", "two"):
        prefix = os.path.join(place, name)
        r = subprocess.run(["cmake", "--install", os.path.dirname(BINARY),
                            "--prefix", prefix], capture_output=True, text=True)
        program = os.path.join(prefix, "bin", "perp")
        if r.returncode != 0:  # not all targets are built: their places by hand
            os.makedirs(os.path.dirname(program), exist_ok=True)
            shutil.copy(BINARY, program)
        share = os.path.join(prefix, "share", "perp", "lua")
        shutil.rmtree(share, ignore_errors=True)
        library(share, name)
        programs.append(program)
    for program, name in zip(programs, ("one", "two")):
        whose(run(program, scene), name, "installed")
    link = os.path.join(place, "link")
    os.symlink(programs[0], link)
    whose(run(link, scene), "one", "by a link")
    whose(run(programs[0], scene, PERP_LUA=os.path.join(
        place, "two", "share", "perp", "lua")), "two", "PERP_LUA")
    shutil.rmtree(os.path.join(place, "one", "share"))
    r = run(programs[0], scene)
    if os.path.exists("/usr/local/share/perp/lua/perp/init.lua"):
        return  # that is the last place, and another perp's
    check(r.returncode == 6 and len(r.stderr.splitlines()) == 1 and
          "PERP_LUA" in r.stderr and os.path.join(place, "one") in r.stderr and
          os.path.abspath(SOURCE) not in r.stderr, "no Lua: %d %s" %
          (r.returncode, r.stderr))


def in_the_tree(place, scene):
    whose(run(BINARY, scene), "", "in its build tree")
    other = os.path.join(place, "other")
    library(other, "other")
    whose(run(BINARY, scene, PERP_LUA=other), "other", "PERP_LUA in the tree")
    r = run(BINARY, scene, PERP_LUA=os.path.join(place, "nowhere"))
    check(r.returncode == 6 and "nowhere" in r.stderr, "a PERP_LUA without: %d %s"
          % (r.returncode, r.stderr))


def own_modules(place):
    """b and sub/c lie beside the scene; up and /.../abs do not."""
    scenes = os.path.join(place, "scenes")
    os.makedirs(os.path.join(scenes, "sub"))
    for path in ("b.lua", "sub/c.lua", "../up.lua"):
        with open(os.path.join(scenes, path), "w") as file:
            file.write("return '%s'\n" % path)
    for word, found in (("b", "b.lua"), ("sub.c", "sub/c.lua"),
                        ("sub/c", "sub/c.lua"), ("../up", None), ("..up", None),
                        (place + "/up", None), ("/b", "b.lua"), ("", None)):
        path = os.path.join(scenes, "a.lua")
        with open(path, "w") as file:
            file.write("io.write(require '%s', '\\n')\n" % word + SCENE)
        r = subprocess.run([BINARY, "run", "-q", "a.lua"], capture_output=True,
                           text=True, timeout=HANG, cwd=scenes)
        check(r.returncode == 0 and r.stderr == found + "\n" if found else
              r.returncode == 3, "require '%s': %d %s" %
              (word, r.returncode, r.stderr))


with tempfile.TemporaryDirectory() as place:
    place = os.path.realpath(place)
    scene = os.path.join(place, "a.lua")
    with open(scene, "w") as file:
        file.write(SCENE)
    installed(place, scene)
    in_the_tree(place, scene)
    own_modules(place)
done()
