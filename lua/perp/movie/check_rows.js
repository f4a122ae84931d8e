"use strict";
// What the records of a proof say, and whether it holds: C1 to C5, C7, C9, C10,
// C12 to C15, C18. Letters are those of the chapter.

(function (C) {
  const { demand, within, plus, minus, times, over, is_zero, part, entry, r,
    mul, add, sub, sign, size, less, max, symmetric, apply, back, dot, count,
    abs, double } = C;

  const LAWS = { // how a scheme's coefficients differ, C1 and C12
    "alpha-gamma": {},
    "linear-implicit": { old: true },
    "semi-implicit": { old: true, explicit: true },
    "stiff-limit": { old: true, rigid: true },
  };

  function contact_ids(S, words) {
    const ids = words.map(count);
    demand(ids.every((id, i) => id < S.contacts.length && (i === 0 || id >
      ids[i - 1])), "contacts that do not grow or are not");
    within(ids.length < 4096, "more contacts");
    return ids;
  }

  // The active contacts behind `tag`, and where their slips begin.
  function active(L, tag, S) {
    const ids = contact_ids(S, L.line(tag)), slips = [0];
    ids.forEach((id, i) => slips.push(slips[i] + S.contacts[id].slips));
    return { ids, slips, p: ids.length, r: slips[ids.length] };
  }

  // x and the impulses, one behind the other.
  function solution(L, tag, S, P, s) {
    const sizes = [S.nv, S.joints, s, P.p, P.r];
    const z = L.vector(tag, sizes.reduce((a, b) => a + b));
    let at = 0;
    const [x, znu, zs, zn, zf] = sizes.map((k) => part(z, (at += k) - k, k));
    return { x, znu, zs, zn, zf };
  }

  // By Bareiss's rule, of rows of whole numbers: a pivot that is 0 has only
  // zeros beside it, and its row is as if it were not there.
  function eliminated(a) {
    let before = 1n;
    return a.every((row, k) => {
      const p = row[k];
      if (p <= 0n) return row.every((x, j) => j < k || x === 0n);
      for (let i = k + 1; i < a.length; i++) {
        const f = a[i][k];
        a[i] = a[i].map((x, j) => j > k ? (x * p - f * row[j]) / before : 0n);
      }
      before = p;
      return true;
    });
  }

  // C18, part by part of what is coupled; where a part is too large, `open`.
  function semidefinite(M) {
    const of = Array.from({ length: M.rows }, (_, i) => i), parts = new Map();
    const root = (i) => {
      while (of[i] !== i) i = of[i] = of[of[i]];
      return i;
    };
    for (const [i, j] of M.at) of[root(i)] = root(j);
    for (const e of M.at) {
      const k = root(e[0]), part = parts.get(k) || { is: new Map(), at: [] };
      if (!part.is.has(e[0])) part.is.set(e[0], part.is.size);
      part.at.push(e);
      parts.set(k, part);
    }
    let open = false;
    for (const { is, at } of parts.values()) {
      const n = is.size, a = Array.from({ length: n }, () => C.zeros(n).n);
      const long = Math.max(...at.map((e) => e[2].toString(16).length)) * 4;
      for (const [i, j, x] of n > 32 ? [] : at) a[is.get(i)][is.get(j)] = x;
      if (n > 32 || n > 1 && n * n * long > 1 << 20) open = true;
      else demand(eliminated(a), "C18: M is not positive semidefinite");
    }
    return open;
  }

  // The M of a problem; that of the one before is known.
  function mass(L, S) {
    const text = L.list[L.at], M = symmetric(L.matrix("M", S.nv, S.nv));
    if (text !== S.mass) S.heavy = semidefinite(M);
    S.mass = text;
    S.open += S.heavy ? 1 : 0;
    return { ...M, open: S.heavy };
  }

  // STEP or JUMP with its solution.
  function read_problem(L, tag, S) {
    const P = active(L, tag, S), nv = S.nv, step = tag === "step";
    P.line = L.at - 1;
    P.step = step;
    P.M = mass(L, S);
    if (step) {
      for (const key of ["F", "kv", "kq"]) P[key] = L.matrix(key, nv, nv);
      for (const key of ["k0", "k1"]) P[key] = L.vector(key, nv);
      P.G = L.matrix("G", S.G ? S.nq : 0, nv);
      P.phi = L.vector("phi", S.springs.length);
    }
    P.nu = L.matrix("nu", S.joints, nv);
    P.s = step ? S.springs.length : 0;
    if (step) P.a = L.matrix("a", P.s, nv);
    P.n = L.matrix("n", P.p, nv);
    P.d = L.matrix("d", P.r, nv);
    return Object.assign(P, solution(L, "z", S, P, P.s));
  }

  // What a run keeps of residuals in level L0, as numbers to show.
  class Residual {
    constructor(exact) { this.exact = exact; this.most = {}; }
    zero(what, unit, a) {
      if (this.exact) demand(is_zero(a), what);
      else a.n.forEach((n) => this.take(unit, { n: abs(n), d: a.d }));
    }
    least(what, unit, x) { // x >= 0
      if (this.exact) demand(sign(x) >= 0, what);
      else if (sign(x) < 0) this.take(unit, size(x));
    }
    take(unit, x) {
      const y = C.show(x.n, x.d);
      if (!(y <= (this.most[unit] || 0))) this.most[unit] = y;
    }
  }

  // C5 of one contact with its normal impulse p.
  function friction(R, name, mu, p, f, slip) {
    let lambda = r(0), sum = r(0);
    for (let k = 0; k < f.n.length; k++) {
      lambda = max(lambda, size(entry(slip, k)));
      sum = add(sum, size(entry(f, k)));
    }
    const zeta = sub(mul(mu, p), sum);
    R.least("C5: the friction of " + name + " leaves its cone", "N s", zeta);
    for (let k = 0; k < f.n.length; k++) {
      const fk = entry(f, k);
      R.zero("C5: " + name + ": friction with the slip", "J",
        as_vector(add(mul(size(fk), lambda), mul(fk, entry(slip, k)))));
    }
    R.zero("C5: " + name + " slides, its friction inside the cone", "J",
      as_vector(mul(zeta, lambda)));
    return { lambda, zeta, sum };
  }
  const as_vector = (x) => ({ n: [x.n], d: x.d });

  // C3, C4, C5 over all contacts; p: what friction may use, zn: what is new.
  function contacts(R, S, P, x, zn, p, zf) {
    const un = apply(P.n, x), ut = apply(P.d, x);
    P.modes = P.ids.map((id, i) => {
      const name = S.contacts[id].name, from = P.slips[i];
      const u = entry(un, i), z = entry(zn, i), m = P.slips[i + 1] - from;
      R.least("C3: " + name + " goes inside", "m/s", u);
      R.least("C3: " + name + " pulls", "N s", z);
      R.zero("C4: " + name + " pushes and leaves", "J", as_vector(mul(u, z)));
      const c = friction(R, name, S.contacts[id].mu, entry(p, i),
        part(zf, from, m), part(ut, from, m));
      const mode = sign(entry(p, i)) <= 0 ? "free" :
        sign(c.lambda) > 0 ? "slides" : m > 0 ? "sticks" : "pushes";
      return { id, name, mode, u, z: entry(p, i), leaves: sign(u) > 0,
        lambda: c.lambda, zeta: c.zeta };
    });
  }

  // A step from v: C1 to C5, C12. In level L0 the velocity `stored` is given,
  // and impulses without the factor alpha.
  function check_problem(S, P, v, stored, R) {
    const law = P.step ? LAWS[S.scheme] : {};
    const h = P.step ? S.h : r(0), one = r(1);
    const alpha = P.step ? S.alpha : one, gamma = P.step ? S.gamma : one;
    let { x, znu, zs, zn, zf } = P;
    if (!R.exact) {
      demand(is_zero(x), "z: x is not empty in level L0");
      x = plus(times(sub(one, alpha), v), times(alpha, stored));
      [znu, zs, zn, zf] = [znu, zs, zn, zf].map((y) => times(alpha, y));
    }
    P.x = x;
    const ah = mul(alpha, h), hh = mul(h, h), w = minus(x, v);
    let m = apply(P.M, w), k = C.zeros(S.nv), rhs;
    if (P.step) {
      const agh = mul(mul(alpha, gamma), hh);
      if (!law.explicit) {
        m = minus(m, times(ah, apply(P.kv, w)));
        m = minus(m, times(agh, apply(P.kq, w)));
        k = times(mul(mul(alpha, alpha), hh), apply(P.kq, v));
        m = minus(m, times(ah, apply(P.F, x)));
      } else m = minus(m, times(h, apply(P.F, v)));
      k = law.old ? plus(times(h, P.k0), k) : plus(plus(
        times(mul(mul(alpha, sub(one, alpha)), h), P.k0),
        times(mul(mul(alpha, alpha), h), P.k1)), k);
    }
    rhs = plus(back(P.n, zn), back(P.d, zf));
    if (S.joints > 0) rhs = plus(rhs, back(P.nu, znu));
    if (P.s > 0) rhs = plus(rhs, back(P.a, zs));
    R.zero("C1: momentum is not balanced", "N s", minus(minus(m, k), rhs));
    R.zero("C2: a joint is torn", "m/s", apply(P.nu, x));
    if (P.s > 0) springs(S, P, law, h, alpha, gamma, v, x, zs, R);
    contacts(R, S, P, x, zn, zn, zf);
    return { x, zn, zf };
  }

  // C12.
  function springs(S, P, law, h, alpha, gamma, v, x, zs, R) {
    const ax = apply(P.a, x), av = apply(P.a, v);
    S.springs.forEach(({ name, stiffness, damping }, i) => {
      const what = "C12: the spring " + name;
      const z = entry(zs, i), phi = entry(P.phi, i);
      const u = entry(ax, i), old = entry(av, i);
      if (law.rigid && (sign(stiffness) > 0 || sign(damping) > 0)) {
        R.zero(what, "m/s", as_vector(u));
        return;
      }
      const to = add(mul(sub(alpha, gamma), old), mul(gamma, u));
      const force = law.explicit ?
        add(mul(stiffness, phi), mul(damping, old)) :
        add(mul(stiffness, add(phi, mul(h, to))), mul(damping, u));
      const factor = law.explicit ? h : mul(alpha, h);
      R.zero(what, "N s", as_vector(add(z, mul(factor, force))));
    });
  }

  // C7: is each v_i the exact one, cut toward zero? In level R it is exact.
  function check_stored(v, exact, rational, what) {
    v.n.forEach((n, i) => {
      const e = entry(exact, i);
      if (rational) {
        demand(n * e.d === e.n * v.d, what + " " + i + " is not the exact one");
        return;
      }
      const f = double(n, v.d);
      demand(f, what + " " + i + " is no double");
      demand(n === 0n || n > 0n === e.n > 0n, what + " " + i + ": its sign");
      // |exact| - |v| in [0, u), u = 2^top the unit in the last place
      let top = f.m === 0n ? -1074n : f.e + BigInt(f.m.toString(2).length) -
        53n;
      if (top < -1074n) top = -1074n;
      const rest = sub(size(e), { n: abs(n), d: v.d });
      const u = top < 0n ? r(1, 1n << -top) : r(1n << top);
      demand(sign(rest) >= 0 && less(rest, u), what + " " + i +
        " is not the exact one, cut");
    });
  }

  // C9 and C10: does `to` follow from `from` by the velocities?
  function follows(S, G, to, from, h, [c0, v0], [c1, v1], rational, what) {
    const go = plus(times(c0, v0), times(c1, v1));
    const moved = times(h, G ? apply(G, go) : go);
    const off = minus(minus(to, from), moved);
    if (rational) return demand(is_zero(off), what + " does not follow");
    const wide = (v) => ({ n: v.n.map(abs), d: v.d });
    const all = plus(wide(v0), wide(v1));
    const sum = G ? apply({ ...G, at: G.at.map(([i, j, n]) => [i, j, abs(n)])
      }, all) : all;
    const most = plus(wide(from), times(h, sum));
    const c = r(S.nv + 8, 1n << 50n), tiny = r(1, 1n << 1000n);
    off.n.forEach((n, i) => {
      const bound = add(mul(c, entry(most, i)), tiny);
      demand(!less(bound, { n: abs(n), d: off.d }), what + " " + i +
        " does not follow");
    });
  }

  // C10: the cubic of a step at the fraction s; position, then velocity.
  function check_hit(S, G, hit, from, v0, v1, rational) {
    const s = hit.s, g = S.gamma, one = r(1), rest = sub(one, s);
    demand(sign(s) > 0 && !less(one, s), "C10: the fraction of a step");
    const W = mul(mul(s, s), sub(mul(g, add(one, mul(r(2), rest))), rest));
    const w = mul(s, add(mul(mul(r(6), rest), g), sub(one, mul(r(3), rest))));
    follows(S, G, hit.q, from, S.h, [sub(s, W), v0], [W, v1], rational,
      "C10: position");
    follows(S, null, hit.v, C.zeros(S.nv), one, [sub(one, w), v0], [w, v1],
      rational, "C10: velocity");
  }

  // C15: the second phase of a collision, from vc = the x of the JUMP.
  function check_rebound(S, P, B, vc, stored, R) {
    const x = R.exact ? B.x : stored;
    if (!R.exact) demand(is_zero(B.x), "rebound: x is not empty in level L0");
    const p = plus(times(S.e, P.zn), B.zn), w = minus(x, vc);
    let rhs = plus(back(P.n, p), back(P.d, B.zf));
    if (S.joints > 0) rhs = plus(rhs, back(P.nu, B.znu));
    R.zero("C15: momentum is not balanced", "N s", minus(apply(P.M, w), rhs));
    R.zero("C15: a joint is torn", "m/s", apply(P.nu, x));
    contacts(R, S, P, x, B.zn, p, B.zf);
    return x;
  }

  const read_rebound = (L, S, P) => solution(L, "rebound", S, P, 0);

  // C13: the position that it comes to, and its contacts in hand. Residuals are
  // lengths, at most 2^-39 of the position.
  function project(L, S, q, R) {
    const head = L.line("project");
    demand(head.length >= 2, "project: words are missing");
    const m = count(head[0]), s = count(head[1]);
    const ids = contact_ids(S, head.slice(2)), rows = S.joints + s + ids.length;
    const held = S.springs.filter((x) => sign(x.stiffness) > 0);
    demand(s === (S.project === "full" ? held.length : 0) &&
      (S.project !== "joints" || ids.length === 0), "C13: rows that '" +
      S.project + "' has not");
    demand(m === S.joints + s || S.project === "contacts" && m === rows,
      "C13: its equations");
    const G = L.matrix("G", S.G ? S.nq : 0, S.nv);
    const groups = [["nu", S.joints], ["a", s], ["n", ids.length]].map(([tag,
      k]) => L.matrix(tag, k, S.nv));
    const value = L.vector("value", rows), force = L.vector("force", rows);
    const p = L.vector("p", S.nq);
    let at = 0;
    const sum = groups.map((J) => back(J, part(force, (at += J.rows) - J.rows,
      J.rows))).reduce((a, b) => plus(a, b));
    const w = minus(p, q), off = minus(S.G ? back(G, w) : w, sum);
    const largest = (v) => v.n.reduce((a, n) => abs(n) > a ? abs(n) : a, 0n);
    const far = mul(max(r(1), { n: largest(p), d: p.d }), r(1, 1n << 39n));
    const small = (x) => {
      demand(!less(far, size(x)), "C13: the conditions do not hold");
      R.take("m", size(x));
    };
    small({ n: largest(off), d: off.d });
    value.n.forEach((t, i) => {
      const f = force.n[i];
      if (i < m || t <= 0n || f !== 0n) small(entry(value, i));
      if (i >= m && f < 0n) small(entry(force, i));
    });
    return { p, ids, moved: C.show(largest(w), w.d) };
  }

  // C14: is the cone of these rows pointed?
  const prime = (1n << 61n) - 1n;

  // Row by row, without a division: what is left of a row is not zero.
  function independent(A) {
    const rows = Array.from({ length: A.rows }, () =>
      new Array(A.columns).fill(0n));
    for (const [i, j, n] of A.at) rows[i][j] = n % prime;
    return rows.every((top, i) => {
      const j = top.findIndex((x) => x !== 0n);
      for (let k = i + 1; j >= 0 && k < rows.length; k++) {
        const f = rows[k][j];
        rows[k] = rows[k].map((x, c) => (x * top[j] - f * top[c]) % prime);
      }
      return j >= 0;
    });
  }

  function check_cone(L, S, P) {
    const R = new Residual(true);
    const mu = (i) => S.contacts[P.ids[i]].mu;
    if (L.peek() === "pointed") {
      const delta = L.vector("pointed", S.nv);
      R.zero("C14: the direction tears a joint", "", apply(P.nu, delta));
      const un = apply(P.n, delta), ut = apply(P.d, delta);
      for (let i = 0; i < P.p; i++) {
        const u = entry(un, i);
        demand(sign(u) > 0, "C14: the direction leaves no contact");
        for (let k = P.slips[i]; k < P.slips[i + 1]; k++)
          demand(less(mul(mu(i), size(entry(ut, k))), u),
            "C14: the direction is not inside");
      }
      demand(independent(P.nu), "C14: the joints are not independent");
      return "pointed";
    }
    const z = L.vector("vanishing", S.joints + P.p + P.r);
    const y = part(z, 0, S.joints), cn = part(z, S.joints, P.p);
    const f = part(z, S.joints + P.p, P.r);
    demand(!is_zero(z), "C14: nothing vanishes");
    for (let i = 0; i < P.p; i++) {
      let sum = r(0);
      for (let k = P.slips[i]; k < P.slips[i + 1]; k++)
        sum = add(sum, size(entry(f, k)));
      demand(cn.n[i] >= 0n && !less(mul(mu(i), entry(cn, i)), sum),
        "C14: an impulse is outside its cone");
    }
    R.zero("C14: the combination does not vanish", "", plus(plus(back(P.nu, y),
      back(P.n, cn)), back(P.d, f)));
    return "not pointed";
  }

  Object.assign(C, { LAWS, Residual, mass, read_problem, check_problem,
    check_stored, follows, check_hit, read_rebound, check_rebound, project,
    check_cone });
})(globalThis.perpCheck);
