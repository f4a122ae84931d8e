"""The slow oracle of lists of all solutions: which signs can a solution have?

Each pattern of signs is asked by elimination of unknowns (Fourier and Motzkin); no
tree is looked at."""
import functools
import itertools
from fractions import Fraction as Q

from slow_words import number


def has_point(rows):
    """Of strict inequalities c0 + c.x > 0: Fourier and Motzkin."""
    while rows and len(rows[0]) > 1:
        up = [r for r in rows if r[-1] > 0]
        down = [r for r in rows if r[-1] < 0]
        rows = [r[:-1] for r in rows if r[-1] == 0] + [
            [a * -d[-1] + b * u[-1] for a, b in zip(u[:-1], d[:-1])]
            for u in up for d in down]
    return all(r[0] > 0 for r in rows)


def substituted(equations, rows, unknowns):
    """The rows where the equations c0 + c.x = 0 hold; None: they never do."""
    equations = [e[:] for e in equations]
    while equations:
        e = equations.pop()
        j = next((j for j in range(1, unknowns + 1) if e[j]), None)
        if j is None:
            if e[0] != 0:
                return None
            continue
        for r in equations + rows:
            c = r[j] / e[j]
            r[:] = [a - c * b for a, b in zip(r, e)]
    return rows


def patterns(free, A, b):
    """All words of z, w, 0 for which a solution has exactly these signs."""
    m = len(b)
    found = set()
    for word in itertools.product("zw0", repeat=m - free):
        letters = "*" * free + "".join(word)
        equations, rows = [], []
        for i, x in enumerate(letters):
            w = [b[i]] + A[i]
            z = [Q(int(k == i + 1)) for k in range(m + 1)]
            (rows if x == "w" else equations).append(w)
            if x != "*":
                (rows if x == "z" else equations).append(z)
        rows = substituted(equations, [r[:] for r in rows], m)
        if rows is not None and has_point(rows):
            found.add("".join(word))
    return found


def within(p, q):
    return all(a in ("0", b) for a, b in zip(p, q))


def matrix(line, m, columns):
    head, *entries = line.split(" ")
    den = number(head.partition("/")[2] or "1")
    out = [[Q(0)] * columns for _ in range(m)]
    for entry in entries:
        i, x = entry.split(":")
        out[int(i) // columns][int(i) % columns] = number(x) / den
    return out


@functools.cache
def of_problem(head, A, b):
    """Free unknowns, A, b and patterns of three lines; most forgeries leave the problem
    as it is."""
    free, n = map(int, head.split(" ")[1:])
    A = matrix(A, free + n, free + n)
    b = [x[0] for x in matrix(b, free + n, 1)]
    return free, A, b, patterns(free, A, b)


def signs(problem, z):
    """The pattern of a point; "" if it is no solution."""
    free, A, b, _ = problem
    w = [c + sum(a * x for a, x in zip(row, z)) for row, c in zip(A, b)]
    if any(w[:free]) or any(min(*pair) < 0 or (pair[0] and pair[1])
                            for pair in zip(w[free:], z[free:])):
        return ""
    return "".join("w" if a else "z" if c else "0"
                   for a, c in zip(w[free:], z[free:]))


def alone(problem, word):
    """Is there one point at most with what this pattern wants to be 0?"""
    free, A, b, _ = problem
    m, left, rank = len(b), [], 0
    for i, x in enumerate("*" * free + word):
        left += [A[i][:]] * (x != "w")
        left += [[Q(int(k == i)) for k in range(m)]] * (x in "w0")
    for j in range(m):
        k = next((k for k in range(rank, len(left)) if left[k][j]), None)
        if k is None:
            return False
        left[rank], left[k] = left[k], left[rank]
        for k in range(rank + 1, len(left)):
            c = left[k][j] / left[rank][j]
            left[k] = [x - c * y for x, y in zip(left[k], left[rank])]
        rank += 1
    return True


def fine(problem, faces):
    """Are these all faces of all solutions, and each point inside its own?"""
    words, truth = [word for word, _ in faces], problem[3]
    return set(words) <= truth and len(set(words)) == len(words) and \
        all(any(within(p, q) for q in words) for p in truth) and \
        not any(p != q and within(p, q) for p in words for q in words) and \
        all(signs(problem, z) == word for word, z in faces)


def true(scene, proof, points=0):
    """Is what the proof says of the statement true, and are at least so many faces
    single points? The tree is not looked at."""
    told, problems, lists = scene.split("\n"), [], []
    for k, line in enumerate(told):
        if line.startswith("problem "):
            problems.append(of_problem(*told[k:k + 3]))
    lines = proof.split("\n")
    for k, line in enumerate(lines):
        if line.startswith("list "):
            lists.append([])
        elif line.split(" ")[0] == "face":
            m = len(problems[len(lists) - 1][2])
            point = [x[0] for x in matrix(lines[k + 1], m, 1)]
            lists[-1].append(("".join(line.split(" ")[1:]), point))
    return len(problems) == len(lists) and all(map(fine, problems, lists)) and \
        points <= sum(alone(p, word) for p, faces in zip(problems, lists)
                      for word, _ in faces)
