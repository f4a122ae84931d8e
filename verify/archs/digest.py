#!/usr/bin/env python3
"""digest.py PERP PERP_CHECK [--sets|--tables]: one line for each thing that perp computes,
the SHA-256 of its bytes, and at the end one of all.

PERP and PERP_CHECK are commands (words split at blanks), so that an emulator may
stand before the program. What is run: every case as it is written, its table; its
figures; every scene that must be refused, its sentence and exit code; steps proven
in fractions, with their certificates and the checker's words; problems of the corpus
in doubles, in fractions and completely; impacts by each law; with --sets samples of
sets; with --tables the cases' tables and no more. Standard error counts where no time of day stands in it. Nothing of the machine
is in the bytes: paths are relative, and no second is printed.
"""
import hashlib
import pathlib
import shlex
import subprocess
import sys
import tempfile

HOME = pathlib.Path(__file__).resolve().parents[2]
# Scenes that are refused for their time or their memory, by the clock.
BY_THE_CLOCK = ("loop", "memory", "stack_overflow", "many_coordinates")
SLOW = ("pile",)  # seconds in doubles, minutes under an emulator
PROVEN = ("GAP08/fig9_1", "GAP08/rocking_block", "AP02/two_bars", "P10/bar",
          "GAP08/newton_rod", "GAP08/thrown_block", "AP02/bouncing_disc")
RIGID = ("P10/bar",)  # schemes without level L2


class Digest:
    def __init__(self, perp, check):
        self.perp, self.check = shlex.split(perp), shlex.split(check)
        self.all = hashlib.sha256()
        self.count = 0

    def say(self, name, *parts):
        one = hashlib.sha256()
        for part in parts:
            one.update(len(part).to_bytes(8, "big") + part)
        self.all.update(f"{name} {one.hexdigest()}\n".encode())
        self.count += 1
        print(one.hexdigest()[:16], name, flush=True)

    def run(self, command, *arguments, ends=(0,)):
        done = subprocess.run([*command, *map(str, arguments)], cwd=HOME,
                              stdin=subprocess.DEVNULL, capture_output=True)
        if ends and done.returncode not in ends:
            sys.exit(f"{' '.join(map(str, arguments))}: exit code "
                     f"{done.returncode}: {done.stderr.decode()[:300]}")
        return done.stdout, str(done.returncode).encode(), done.stderr

    def cases(self, folder):
        for path in sorted((HOME / "cases").glob("*/*.lua")):
            scene = path.relative_to(HOME)
            if scene.parts[1] == "wrong" or path.stem in SLOW:
                continue
            _, code, _ = self.run(self.perp, "run", scene, "--csv",
                                  folder / "table.csv", "-q", ends=(0, 3, 4, 5))
            tables = sorted(folder.iterdir())
            self.say(f"table {scene}", code, *(t.read_bytes() for t in tables))
            for table in tables:
                table.unlink()

    def wrong(self):
        for path in sorted((HOME / "cases/wrong").glob("*.lua")):
            if not path.stem.startswith(BY_THE_CLOCK):
                self.say(f"refusal {path.stem}", *self.run(
                    self.perp, "run", path.relative_to(HOME), "--csv", "-", "-q",
                    ends=()))

    def figures(self, folder):
        for case in PROVEN:
            self.run(self.perp, "run", f"cases/{case}.lua", "--plot", folder, "-q")
        for path in sorted(folder.iterdir()):
            self.say(f"figure {path.name}", path.read_bytes())

    def proofs(self, folder):
        for case in PROVEN:
            for level in ("L0", "L1") + ("L2",) * (case not in RIGID):
                out = folder / f"{case.replace('/', '-')}.{level}"
                self.run(self.perp, "run", f"cases/{case}.lua", "-q", "--certify",
                         level, "--cert", out, "--set", "T=0.2")
                words, code, _ = self.run(self.check, out)
                self.say(f"proof {case} {level}", out.read_bytes(), code,
                         pathlib.Path(f"{out}.scene").read_bytes(),
                         words.replace(str(folder).encode(), b""))

    def problems(self):
        for path in sorted((HOME / "verify/corpus").glob("*.lcp")):
            file = path.relative_to(HOME)
            for how in (), ("--exact",), ("--all",):
                self.say(" ".join(("problem", file.name, *how)),
                         *self.run(self.perp, "solve", file, *how, ends=(0, 4, 5)))

    def impacts(self, sets):
        for path in sorted((HOME / "cases/HP23").glob("*.lua")):
            scene = path.relative_to(HOME)
            self.say(f"impact {scene}", *self.run(self.perp, "impact", scene,
                                                  ends=(0, 3, 4, 5)))
            if sets:
                for select, samples in ("first", 200), ("random", 4):
                    table, code, _ = self.run(
                        self.perp, "reach", scene, "--samples", samples, "--select",
                        select, "--draw", "uniform", "--csv", "-", "-q", ends=(0, 3, 4, 5))
                    self.say(f"reach {scene} {select}", table, code)


def main():
    words = [w for w in sys.argv[1:] if w not in ("--sets", "--tables")]
    if len(words) != 2:
        sys.exit("usage: digest.py PERP PERP_CHECK [--sets|--tables]")
    d = Digest(*words)
    with tempfile.TemporaryDirectory() as scratch:
        folders = [pathlib.Path(scratch, name) for name in ("tables", "figures", "proofs")]
        for folder in folders:
            folder.mkdir()
        d.cases(folders[0])
        if "--tables" not in sys.argv:
            d.wrong()
            d.figures(folders[1])
            d.proofs(folders[2])
            d.problems()
            d.impacts("--sets" in sys.argv)
    print(d.all.hexdigest(), f"all: {d.count} digests")


if __name__ == "__main__":
    main()
