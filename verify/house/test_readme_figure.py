"""The figure on README's first screen is what README's first command makes, byte for
byte. The command is read from the target `demo` that the workflow of that name
builds; a second run with another coefficient of friction draws something else."""
import json
import os
import re
import tempfile

from program import SOURCE, check, done, run

FIRST_SCREEN = 40  # lines


def text(name):
    with open(os.path.join(SOURCE, name), encoding="utf-8") as file:
        return file.read()


readme = text("README.md")
first = "\n".join(readme.split("\n")[:FIRST_SCREEN])
picture = re.search(r"!\[[^\]]+\]\(([\w/.]+\.svg)\)", first)
check(picture, "no figure on the first %d lines" % FIRST_SCREEN)
command = re.search(r"cmake --workflow --preset (\w+)", first)
check(command and command.group(1) == "demo", "the first command is another")
presets = json.loads(text("CMakePresets.json"))
targets = [p["targets"] for p in presets["buildPresets"] if p["name"] == "demo"]
check(targets == [["demo"]], "the demo builds %s" % targets)
words = re.search(r"add_custom_target\(demo\s+COMMAND perp (.*?)\s+USES_TERMINAL",
                  text("CMakeLists.txt"), re.S).group(1).split()
with tempfile.TemporaryDirectory() as place:
    words = [w.replace("${PROJECT_SOURCE_DIR}", SOURCE)
             .replace("${CMAKE_BINARY_DIR}", place) for w in words]
    made = []
    for more in ((), ("--set", "mu=0.7")):
        r = run(*words, *more)
        check(r.returncode == 0, r.stderr)
        with open(os.path.join(place, "figures", "fig9_1.svg"), "rb") as file:
            made.append(file.read())
    with open(os.path.join(SOURCE, picture.group(1)), "rb") as file:
        kept = file.read()
check(made[0] == kept, "%s is not what the demo makes: %d and %d bytes" %
      (picture.group(1), len(kept), len(made[0])))
check(made[1] != kept, "another friction draws the same figure")
check(len(kept) < 60000, "%d bytes" % len(kept))
done()
