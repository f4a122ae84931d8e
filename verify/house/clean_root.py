"""A Debian without anything, and what README says: in a root that debootstrap makes,
its packages, its two commands, its lines that install. Then the checkout gets another
name, and a consumer in C by pkg-config and by find_package, one in Lua, one in Python,
the man page and the completion find what was installed. In a second such root the
package that cpack made is read by lintian, installed, run, linked and removed, and
leaves nothing.

    python3 verify/house/clean_root.py [--tests REGEX] [--base DIR]

`--tests`: of the second command only these tests. `--base`: what debootstrap made
before. Packages come from where apt on this machine has them. Without root, debootstrap
or a network all is skipped."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from program import SOURCE, check, done

SKIP = 77
HOME = "/srv/somebody"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def skipped(why):
    print("SKIPPED: no clean root: " + why)
    sys.exit(SKIP)


def text(*names):
    with open(os.path.join(SOURCE, *names), encoding="utf-8") as file:
        return file.read()


def output(*words):
    return subprocess.run(words, capture_output=True, text=True,
                          check=False).stdout


# ## Where packages come from

def debian():
    """The release, and the lines of its parts as apt knows them."""
    if os.geteuid() != 0:
        skipped("it takes root")
    for program in ("debootstrap", "unshare", "chroot", "apt-get"):
        if shutil.which(program) is None:
            skipped("no " + program)
    told = dict(re.findall(r'^(\w+)="?([^"\n]*)',
                           open("/etc/os-release").read(), re.M))
    code = told.get("VERSION_CODENAME", "")
    lines = output("apt-get", "indextargets", "--format",
                   "deb $(SITE) $(RELEASE) $(COMPONENT)",
                   "Created-By: Packages").splitlines()
    lines = [x for x in dict.fromkeys(lines)
             if re.match(r"deb \S+ %s(-updates|-security)? main$" % code, x)]
    if told.get("ID") != "debian" or not lines:
        skipped("apt knows no Debian here")
    return code, lines


def base(place, code, lines):
    path = os.path.join(place, "base")
    site = next(x.split()[1] for x in lines if x.split()[2] == code)
    r = subprocess.run(["debootstrap", "--variant=minbase", code, path, site],
                       capture_output=True, text=True, check=False)
    if r.returncode != 0:
        skipped("debootstrap: " + (r.stdout + r.stderr)[-300:])
    return path


class Root:
    def __init__(self, path, bare, lines):
        self.path = path
        subprocess.run(["cp", "-a", bare, path], check=True)
        self.write("/etc/apt/sources.list", "\n".join(lines) + "\n")
        self.write("/etc/apt/apt.conf.d/99here", "".join(
            x + "\n" for x in output("apt-config", "dump").splitlines()
            if re.match(r"Acquire::https?::Proxy", x)))
        for name in ("/etc/resolv.conf", "/etc/hosts"):
            if os.path.exists(name):
                shutil.copy(name, path + name)
        os.makedirs(path + HOME)
        self.must("apt-get update")

    def write(self, name, words):
        with open(self.path + name, "w", encoding="utf-8") as file:
            file.write(words)

    def sh(self, words, cwd=HOME, **env):
        """A shell in the root: no variable, mount or process of this machine's."""
        start = time.time()
        r = subprocess.run(
            ["unshare", "-m", "-p", "-f", "sh", "-c", 'mount -t proc proc "$0/proc" '
             '&& mount --rbind /dev "$0/dev" && exec chroot "$0" /usr/bin/env -i '
             '"$@"', self.path, "PATH=" + PATH, "HOME=" + HOME, "LC_ALL=C.UTF-8",
             "DEBIAN_FRONTEND=noninteractive"] +
            ["%s=%s" % x for x in env.items()] +
            ["sh", "-c", 'cd "$0" && eval "$1"', cwd, words],
            capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        print("%6.0f s, %3d: %s" % (time.time() - start, r.returncode,
                                    words[:90].replace("\n", "; ")), flush=True)
        return r

    def must(self, words, *says, **more):
        r = self.sh(words, **more)
        check(r.returncode == 0 and all(x in r.stdout + r.stderr for x in says),
              "%s: %d\n%s\n%s" % (words, r.returncode, r.stdout[-1500:],
                                  r.stderr[-1500:]))
        return r.stdout

    def install(self, *packages):
        self.must("apt-get install -y --no-install-recommends " +
                  " ".join(packages))


# ## What README and the chapter on the library say

README = text("README.md")
LIBRARY = text("doc", "04-library.md")


def lines_of(page, heading):
    """The indented lines of one part of a page."""
    part = page.split("\n%s\n" % heading, 1)[1].split("\n## ", 1)[0]
    return [x[4:] for x in part.split("\n") if x.startswith("    ")]


def quoted(page, fence):
    return page.split("```%s\n" % fence, 1)[1].split("```", 1)[0]


def printed(page):
    """What is indented below "The program prints"."""
    return "".join(x[4:] + "\n" for x in page.split(
        "program prints\n\n", 1)[1].split("\n\n", 1)[0].split("\n"))


def checkout(root):
    """What somebody gets who clones: the files that git knows."""
    names = output("git", "-C", SOURCE, "ls-files", "-z").split("\0")
    names = [n for n in names if n and os.path.isfile(os.path.join(SOURCE, n))]
    if not names:
        names = [n for n in os.listdir(SOURCE) if n != "build"]
    pack = subprocess.run(["tar", "-C", SOURCE, "-cf", "-", "--null", "-T", "-"],
                          input="\0".join(names).encode(), capture_output=True,
                          check=True).stdout
    os.makedirs(root.path + HOME + "/perp")
    subprocess.run(["tar", "-C", root.path + HOME + "/perp", "--no-same-owner",
                    "-xf", "-"], input=pack, check=True)


def commands(root, tests):
    first, says, second, installed = None, [], None, []
    for line in lines_of(README, "## Two commands"):
        if line.startswith("apt-get"):
            first = line
        elif line.startswith("cmake --workflow"):
            second = line
        elif line.startswith("cmake "):
            installed.append(line)
        else:
            says.append(line.strip())
    check(first and second and installed and len(says) == 2, "README's commands")
    place = HOME + "/perp"
    root.must(first, *says, cwd=place)
    check(os.path.exists(root.path + place + "/build/release/figures/fig9_1.svg") or
          os.path.exists(root.path + place + "/build/demo/figures/fig9_1.svg"),
          "the figure is not there")
    if tests is None:
        root.must(second, "100% tests passed", cwd=place)
    else:
        root.must("cmake --preset test", cwd=place)
        chosen = "ctest --preset test -R '%s'" % tests
        names = re.findall(r"Test +#\d+: (\w+)$", root.must(chosen + " -N",
                                                            cwd=place), re.M)
        made = [n for n in names if re.match(r"(test|prop|fuzz)_", n) and output(
            "find", SOURCE + "/verify", "-name", n + ".c")]
        root.must("cmake --build --preset test --target installed " +
                  " ".join(made), cwd=place)
        root.must(chosen, "100% tests passed", cwd=place)
    for line in installed:
        root.must(line, cwd=place)


# ## Consumers

CMAKE = """cmake_minimum_required(VERSION 3.20)
project(first C)
find_package(perp 0.1 REQUIRED)
add_executable(shared first.c)
target_link_libraries(shared PRIVATE perp::perp)
add_executable(static first.c)
target_link_libraries(static PRIVATE perp::static)
"""
STOCK = """
local perp = require "perp"
local run = perp.simulate { name = "x", h = 1/4, T = 1, q = { 1 }, v = { 0 },
  system = perp.system { coordinates = { "y" }, mass = { { 1 } },
    force = { -2 } } }
print(run["v.y"][5])
"""


def written(root):
    root.write(HOME + "/first.c", quoted(LIBRARY, "c"))
    root.write(HOME + "/first.py", quoted(LIBRARY, "python"))
    root.write(HOME + "/scene.lua", quoted(text("doc", "01-scenes.md"), "lua"))
    root.write(HOME + "/stock.lua", STOCK)
    root.write(HOME + "/complete.sh", """
. /usr/share/bash-completion/bash_completion
_completion_loader perp
COMP_WORDS=(perp est); COMP_CWORD=1; _perp
echo "${COMPREPLY[@]}"
""")


def used(root, prefix, cmake=True):
    """All that was installed below the prefix, by people who know README and the
    chapter."""
    root.install("pkg-config", "python3", "man-db", "bash-completion", "gcc",
                 "libc6-dev", "lua5.4")
    written(root)
    root.must("ldconfig")
    root.must("perp --version", "perp 0.1.0")
    root.must("perp new new && perp run new.lua --certify L1 --cert new.cert && "
              "perp-check new.cert", "accepted")
    root.must("perp eq GAP08 4.4c", "alpha_gamma_pose")
    prints = printed(LIBRARY)
    build = next(x for x in lines_of("\n" + LIBRARY, "## A first program")
                 if x.startswith("cc first.c"))
    root.must(build + " && ./a.out", prints)
    if cmake:
        root.must("mkdir -p consumer && cp first.c consumer")
        root.write(HOME + "/consumer/CMakeLists.txt", CMAKE)
        root.must("cmake -S consumer -B made && cmake --build made")
        root.must("made/shared", prints)
        root.must("made/static", prints,
                  PERP_LUA=prefix + "/share/perp/lua")
    said = root.must("lua5.4 stock.lua")
    check(said.strip() == "-2.0", "stock Lua: " + said)
    said = root.must("python3 -B first.py", "101 rows, at the end x = 0.262444",
                     "no parameter 'nu'", "proven: 100", **({
                         "PYTHONPATH": prefix + "/lib/python3/dist-packages"}
                         if prefix != "/usr" else {}))
    root.must("man perp | cat", "SYNOPSIS", "hypotheses")
    root.must("man perp-run | cat", "--exact-check")
    said = root.must("bash complete.sh")
    check(said.split() == ["estimates"], "completion: " + said)


# ## The package

def files(root):
    """What is there, but for caches, logs and what apt keeps for itself."""
    out = set()
    for place, folders, names in os.walk(root.path):
        inside = place[len(root.path):] or "/"
        if inside == "/":
            folders[:] = [x for x in folders if x not in ("proc", "dev", "tmp",
                                                          "srv", "run")]
        if inside == "/var":
            folders[:] = [x for x in folders if x not in ("cache", "log")]
        if inside == "/var/lib":
            folders[:] = [x for x in folders if x != "apt"]
        if inside == "/var/lib/dpkg":
            names, folders[:] = [], [x for x in folders if x == "info"]
        out.update(os.path.join(inside, n) for n in names + folders)
    return out


def packaged(root, deb):
    shutil.copy(deb, root.path + "/tmp/perp.deb")
    root.install("pkg-config", "python3", "man-db", "bash-completion", "gcc",
                 "libc6-dev", "lua5.4", "libgmp10", "libmpfr6", "liblua5.4-0")
    before = files(root)
    root.must("apt-get install -y --no-install-recommends /tmp/perp.deb")
    check(len(files(root) - before) > 50, "nothing was installed")
    used(root, "/usr", cmake=False)
    root.must("apt-get purge -y perp")
    more, less = files(root) - before, before - files(root)
    check(not more and not less, "left: %s; gone: %s" % (sorted(more)[:20],
                                                         sorted(less)[:20]))
    check("libperp" not in root.must("ldconfig -p"), "the linker's cache")
    root.install("lintian")
    said = root.must("lintian --allow-root --fail-on error /tmp/perp.deb",
                     cwd="/tmp")
    print(said)


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("--tests")
    ask.add_argument("--base")
    asked = ask.parse_args()
    code, lines = debian()
    place = tempfile.mkdtemp(prefix="clean-root-")
    try:
        bare = asked.base or base(place, code, lines)
        root = Root(os.path.join(place, "first"), bare, lines)
        checkout(root)
        commands(root, asked.tests)
        root.must("cmake --preset release -DBUILD_TESTING=OFF && "
                  "cpack --config build/release/CPackConfig.cmake -B " + HOME +
                  "/package", cwd=HOME + "/perp")
        made = os.path.join(root.path + HOME, "package")
        debs = [n for n in (os.listdir(made) if os.path.isdir(made) else [])
                if n.endswith(".deb")]
        os.rename(root.path + HOME + "/perp", root.path + HOME + "/elsewhere")
        used(root, "/usr/local")
        check(len(debs) == 1, "packages: %s" % debs)
        if debs:
            packaged(Root(os.path.join(place, "second"), bare, lines),
                     os.path.join(made, debs[0]))
    finally:
        shutil.rmtree(place)
    done()


if __name__ == "__main__":
    main()
