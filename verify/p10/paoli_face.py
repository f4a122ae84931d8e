"""Runs of P10's cases, as a user starts them."""
import json
import os
import subprocess
import tempfile
from fractions import Fraction as F

SOURCE = os.environ.get("PERP_SOURCE", ".")
BINARY = os.environ["PERP_BINARY"]
LONG = os.environ.get("PERP_LONG") == "1"


def run(case, *flags, **sets):
    command = [BINARY, "run", os.path.join(SOURCE, "cases", "P10",
                                           case + ".lua"), "--csv", "-"]
    for name, value in sets.items():
        command += ["--set", f"{name}={value}"]
    done = subprocess.run(command + list(flags), text=True,
                          capture_output=True)
    assert done.returncode == 0, (case, sets, done.stderr)
    head, *rows = [line.split(",") for line in done.stdout.splitlines()]
    number = F if "--rational" in flags else float
    table = {n: [number(r[i]) for r in rows] for i, n in enumerate(head)}
    return table, done.stderr


def exactly(case, **sets):
    table, said = run(case, "--rational", **sets)
    steps = len(table["t"]) - 1
    assert f"{steps} of {steps} steps solved and proven" in said, said
    return table


def several(case, *flags, **sets):
    """All runs of a case, by name."""
    with tempfile.TemporaryDirectory() as out:
        command = [BINARY, "run", os.path.join(SOURCE, "cases", "P10",
                                               case + ".lua"), "-q", "--csv",
                   os.path.join(out, "t.csv"), *flags]
        for name, value in sets.items():
            command += ["--set", f"{name}={value}"]
        command = [x.replace("OUT", out) for x in command]
        done = subprocess.run(command, text=True, capture_output=True)
        assert done.returncode == 0, (case, sets, done.stderr)
        tables = {}
        pictures = [f for f in os.listdir(out) if f.endswith(".svg")]
        assert ("OUT" in flags) == (f"{case}.svg" in pictures), pictures
        assert sets.get("sweep") is None or len(pictures) == 2, pictures
        for file in os.listdir(out):
            if file.endswith(".csv"):
                with open(os.path.join(out, file), encoding="utf-8") as text:
                    head, *rows = [x.split(",") for x in text.read().split()]
                tables[file[2:-4]] = {n: [float(r[i]) for r in rows]
                                      for i, n in enumerate(head)}
        return tables


def summary(case, *flags, **sets):
    command = [BINARY, "run", os.path.join(SOURCE, "cases", "P10",
                                           case + ".lua"), "--json", *flags]
    for name, value in sets.items():
        command += ["--set", f"{name}={value}"]
    done = subprocess.run(command, text=True, capture_output=True)
    assert done.returncode == 0, (case, sets, done.stderr)
    return json.loads(done.stdout)
