"""Scenes with a few words changed, removed or added at random.

Whatever a scene says, perp ends with one of its exit codes, says at most one
line that is not a note, and leaves no half-written file. Prints its seed;
PERP_SEED chooses another; a scene that breaks the promise is printed whole,
after lines that are not needed for it have been taken out.
"""
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

CASES = ["cases/GAP08/fig9_1.lua", "cases/GAP08/ex9_1.lua"]
WORDS = ["nil", "0", "-1", "1e308", "1/0", "0/0", "{}", "q", "v", "q.x", '"x"',
         "function() end", "perp", "perp.ratio(1,3)", "true", "..", "#q",
         "perp.sqrt(-1)", "(2^53)", "math.huge", "perp.where(q.x,1,2)",
         "error()", "setmetatable({},{__index=error})", "q.y*q.x", "perp.max",
         "string.rep('x',1e9)", "coroutine.yield()", "1e-320", "{{}}"]
MODES = [[], ["--rational"], ["--exact-check"]]


def mutate(text, rng):
    lines = text.split("\n")
    code = [i for i, line in enumerate(lines)
            if line.strip() and not line.strip().startswith("--")]
    for _ in range(rng.randint(1, 3)):
        i = rng.choice(code)
        words = list(re.finditer(r"[\w.]+|[{}(),=]", lines[i]))
        if not words:
            continue
        word, kind = rng.choice(words), rng.random()
        put = rng.choice(WORDS) if kind < 0.6 else ""
        if kind < 0.8:
            lines[i] = lines[i][:word.start()] + put + lines[i][word.end():]
        else:
            lines[i] += " " + rng.choice(WORDS)
    return "\n".join(lines)


def broken(perp, scene, mode, directory):
    """What is wrong with this run, or None."""
    path = os.path.join(directory, "scene.lua")
    table = os.path.join(directory, "table.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.write(scene)
    run = subprocess.run(
        [perp, "run", path, "-q", "--scene-seconds", "2", "--csv", table,
         "--plot", os.path.join(directory, "figures"), "--set", "T=1/10"]
        + mode, capture_output=True, text=True, timeout=3000, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (60, 61)))
    said = run.stderr.strip().split("\n")
    left = [name for name in os.listdir(directory) if name.endswith(".tmp")]
    if run.returncode not in (0, 1, 2, 3, 4, 5):
        return f"exit {run.returncode}: {run.stderr[:2000]}"
    if len(said) > 1:
        return f"{len(said)} lines: {run.stderr[:2000]}"
    if left:
        return f"left behind: {left}"
    if run.returncode == 0 and not os.path.exists(table):
        return "no table"
    if os.path.exists(table):
        os.remove(table)
    return None


def shrunk(perp, scene, mode, directory):
    lines = scene.split("\n")
    i = 0
    while i < len(lines):
        fewer = lines[:i] + lines[i + 1:]
        if broken(perp, "\n".join(fewer), mode, directory):
            lines = fewer
        else:
            i += 1
    return "\n".join(lines)


def main():
    source, perp = os.environ["PERP_SOURCE"], os.environ["PERP_BINARY"]
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(os.environ.get("PERP_SEED", "9"))
    print("seed", seed)
    rng = random.Random(seed)
    texts = [open(os.path.join(source, case), encoding="utf-8").read()
             for case in CASES]
    with tempfile.TemporaryDirectory() as directory:
        for number in range(count):
            scene = mutate(rng.choice(texts), rng)
            mode = rng.choice(MODES)
            wrong = broken(perp, scene, mode, directory)
            if wrong:
                print(f"scene {number} {mode}: {wrong}")
                print(shrunk(perp, scene, mode, directory))
                return 1
    print(f"{count} scenes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
