"""For check.py: (C15), (C16), the second problem of a collision with restitution."""
from extra import dot, half, keep
from words import demand


def gives(s, cn):
    """Is there one, behind these normal impulses?"""
    return s.e > 0 and any(c > 0 for c in cn)


def rebound(run, contacts, M, J, who, ids, z, v):
    """Reads it: from v^c of the compression to the velocity that is stored. Of
    the normal impulses e times those of the compression, z, are given."""
    f, s, nv, before = run.f, run.s, run.s.nv, run.v
    nu, _, n, d = J
    x = f.list("rebound", nv + s.m + len(n) + len(d))
    to, rest = f.list("v", nv), iter(x[nv:])
    joint, beyond, slip = ([next(rest) for _ in rows] for rows in (nu, n, d))
    demand(run.level != "L0" or not any(x[:nv]), "level L0 states no x")
    x = to if run.level == "L0" else x[:nv]
    normal = [s.e * a + b for a, b in zip(z[2], beyond)]
    motion = [dot(row, x) - dot(row, v) for row in M]
    for row, c in zip(nu + n + d, joint + normal + slip):
        for i, e in row.items():
            motion[i] -= e * c
    up = [dot(row, x) for row in n]
    impulse, velocity, energy = contacts(who, normal, beyond, slip, up,
                                         [dot(row, x) for row in d])
    keep(run, impulse + [abs(e) for e in motion],
         velocity + [abs(dot(row, x)) for row in nu], energy)
    took = [b - a for a, b in zip(before, v)]
    far = [c - b - s.e * a for a, b, c in zip(took, v, x)]
    gain = half(M, x) + half(M, far) - half(M, v) - s.e ** 2 * half(M, took)
    run.ended(M, to, x, ids, up, gain)
    run.deep.rebound(ids, who, x, [joint, [], beyond, slip], v)
    return to
