"""The texts of a package beside the build: one version in all, the licence's own
words, the papers of the book's list. With PERP_LONG lintian reads the package that
cpack makes, and luarocks builds the rock."""
import email.utils
import os
import re
import shutil
import subprocess
import sys
import tempfile

from program import BINARY, SOURCE, check, done, run

LONG = os.environ.get("PERP_LONG")


def text(*names):
    with open(os.path.join(SOURCE, *names)) as file:
        return file.read()


package = lambda name: text("doc", "package", name)
version = run("--version").stdout.split()[1].rstrip(",")
check(re.fullmatch(r"\d+\.\d+\.\d+", version), "version " + version)
cff = package("CITATION.cff")
check("\nversion: %s\n" % version in cff, "the citation's version")
check("\n## %s" % version in package("CHANGELOG.md"), "an entry of CHANGELOG")
check(package("changelog").startswith("perp (%s) " % version), "Debian's changes")
check(package("changelog").splitlines()[-1].startswith(" -- ") and
      email.utils.parsedate(package("changelog").split("  ")[-1]), "its date")
rock = package("perp-%s-1.rockspec" % version)
check('version = "%s-1"' % version in rock, "the rock's version")
check("libperp.so.0" in text("doc", "06-versions.md") and
      "SOVERSION 0)" in text("CMakeLists.txt"), "the soname")
grammar, = set(re.findall(r'"perp proof (\d+)', text(
    "src", "proof", "certificate", "certificate.c")))
check("of its own, %s." % grammar in text("doc", "06-versions.md"),
      "the grammar of certificates")

# The licence word by word; the titles of the papers, each with its authors.
words = lambda x: re.sub(r"[\s.]+", " ", x)
check(words(text("LICENSE").split("developers\n", 1)[1]).strip() in words(
    package("copyright")), "the licence's words")
papers = re.findall(r"^\| `\w+` \| (.*?): (.*), (\d{4}) \|$",
                    text("doc", "README.md"), re.M)
check(len(papers) == 5 == cff.count("    title: "), "five papers")
for (who, title, year), said in zip(papers, cff.split("  - type: ")[1:]):
    check('title: "%s"\n    year: %s\n' % (title.removesuffix(", slides"), year)
          in said, title)
    check([" ".join(x) for x in zip(
        re.findall(r'given-names: "(.*)"', said),
        re.findall(r'family-names: "(.*)"', said))] == who.split(", "), who)
check("SPDX-License-Identifier: MIT" in text("src", "scene", "door", "perp.h") and
      "SPDX-License-Identifier: MIT" in text("src", "scene", "door", "perp.py"),
      "what travels alone")

if not LONG:
    done()
place = tempfile.mkdtemp()


def sh(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, **more)


if all(map(shutil.which, ("cpack", "lintian", "dpkg-deb", "gzip"))):
    r = sh("cpack", "--config", os.path.join(os.path.dirname(BINARY),
           "CPackConfig.cmake"), "-B", place, cwd=place)
    debs = [n for n in os.listdir(place) if n.endswith(".deb")]
    check(r.returncode == 0 and len(debs) == 1, "cpack: " + r.stderr)
    r = sh("lintian", "--allow-root", "--fail-on", "error",
           os.path.join(place, debs[0]))
    print(r.stdout)
    check(r.returncode == 0 and "\nE: " not in "\n" + r.stdout, "lintian: " +
          r.stdout + r.stderr)
else:
    print("SKIPPED: no lintian, or no cpack; nobody reads the package")
if all(map(shutil.which, ("luarocks", "lua5.4"))):
    here, tree = os.path.join(place, "perp"), os.path.join(place, "tree")
    for part in ("src", "lua", "doc", "verify/check"):
        shutil.copytree(os.path.join(SOURCE, part), os.path.join(here, part))
    shutil.copy(os.path.join(SOURCE, "CMakeLists.txt"), here)
    r = sh("luarocks", "--lua-version", "5.4", "make", "--tree", tree, os.path.join(
        "doc", "package", "perp-%s-1.rockspec" % version), cwd=here)
    check(r.returncode == 0, "luarocks: " + r.stdout[-600:] + r.stderr[-600:])
    shutil.rmtree(here)
    env = dict(os.environ, LUA_PATH="%s/share/lua/5.4/?.lua;"
               "%s/share/lua/5.4/?/init.lua" % (tree, tree),
               LUA_CPATH=tree + "/lib/lua/5.4/?.so")
    for words in (("share", "lua", "5.4", "perp", "init.lua"),):
        if not os.path.exists(os.path.join(tree, *words)):
            rocks = os.path.join(tree, "lib", "luarocks", "rocks-5.4", "perp",
                                 version + "-1")
            env.update(LUA_PATH="%s/lua/?.lua;%s/lua/?/init.lua" % (rocks, rocks),
                       LUA_CPATH=rocks + "/lib/?.so")
    r = sh("lua5.4", "-e", 'local perp = require "perp"; print(perp.simulate { '
           'name = "x", h = 1/4, T = 1, q = { 1 }, v = { 0 }, system = '
           'perp.system { coordinates = { "y" }, mass = { { 1 } }, force = { -2 '
           '} } }["v.y"][5])', env=env, cwd=place)
    check(r.returncode == 0 and float(r.stdout) == -2, "the rock: " + r.stdout +
          r.stderr)
else:
    print("SKIPPED: no luarocks; nobody builds the rock")
shutil.rmtree(place)
done()
