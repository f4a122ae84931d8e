"""Files of FCLIB's, through HDF5's own library (hdf5_peer), and what is asked of
them, in fractions."""
import os
import re
import subprocess
import tempfile
from fractions import Fraction as F

SOURCE = os.environ.get("PERP_SOURCE", ".")
PLACE = tempfile.mkdtemp()


def kept(name):
    """A file that the library wrote, from kept_hdf5.txt."""
    with open(os.path.join(SOURCE, "verify/lcp/formats/kept_hdf5.txt")) as file:
        parts = file.read().split("file ")[1:]
    text = {p.split("\n")[0]: "".join(p.split("\n")[1:]) for p in parts}[name]
    return b"".join(bytes(int(zeros)) if zeros else bytes.fromhex(hexes)
                    for zeros, hexes in re.findall(r"\((\d+)\)|([0-9a-f]+)", text))


def written(peer, arrays, age="old"):
    """arrays: path -> (type, how, numbers). The file's bytes."""
    lines = "\n".join("%s %s %s %d %s" % (
        path, kind, how, len(v), " ".join(x if isinstance(x, str) else
                                          repr(x) for x in v))
        for path, (kind, how, v) in arrays.items())
    path = os.path.join(PLACE, "written")
    subprocess.run([peer, "write", path, age], input=lines, text=True, check=True,
                   timeout=600)
    with open(path, "rb") as file:
        return file.read()


def read(peer, path):
    """path in the file -> (class and size, numbers)."""
    out = subprocess.run([peer, "read", path], capture_output=True, text=True,
                         check=True, timeout=600).stdout
    words = [line.split() for line in out.splitlines()]
    return {w[0]: (w[1], [F(float.fromhex(x)) for x in w[3:]]) for w in words}


def stored(W, how):
    """The members of W in one of its three ways; W: rows of doubles, or of lists of
    doubles that are added (triplets)."""
    m = len(W)
    entries = [(i, j, x) for i in range(m) for j in range(m)
               for x in (W[i][j] if isinstance(W[i][j], list) else [W[i][j]])
               if x != 0]
    if how == "triplets":
        entries = entries[::-1]
        nz, p, i = len(entries), [e[0] for e in entries], [e[1] for e in entries]
    else:
        lines = 1 if how == "columns" else 0
        entries.sort(key=lambda e: (e[lines], -e[1 - lines]))
        nz = -1 if how == "columns" else -2
        p = [sum(e[lines] < k for e in entries) for k in range(m + 1)]
        i = [e[1 - lines] for e in entries]
    return {"nzmax": [len(entries)], "m": [m], "n": [m], "nz": [nz], "p": p,
            "i": i, "x": [e[2] for e in entries]}


def problem(d, W, q, mu, how="columns", r=None):
    """What fclib writes of a local problem, and of a solution."""
    out = {"/fclib_local/spacedim": ("i4", "plain", [d])}
    for key, v in stored(W, how).items():
        out["/fclib_local/W/" + key] = ("f8" if key == "x" else "i4", "plain", v)
    out["/fclib_local/vectors/q"] = ("f8", "plain", q)
    out["/fclib_local/vectors/mu"] = ("f8", "plain", mu)
    if r is not None:
        out["/solution/r"] = ("f8", "plain", r)
    return out
