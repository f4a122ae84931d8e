"use strict";
// The chain from row to row (C8, C11, C13, C17), nodes, and the verdict.
//
//   const run = new perpCheck.Run(statement, proof);   // two texts
//   while (run.next()) { run.row }                     // row by row
//   run.verdict()   // { word: "accepted" | "refused" | "undecided", why, ... }

(function (C) {
  const { demand, within, Undecided, Refused, plus, minus, times, over, is_zero,
    entry, r, mul, add, sub, sign, less, apply, back, dot, count, ratio, SHA,
    short } = C;

  const LONG = 4n * 262144n; // bits

  // Ratios as one vector.
  function vector(list) {
    let d = 1n;
    for (const x of list) d = d / C.gcd(d, x.d) * x.d;
    within(d >> LONG === 0n, "longer denominators");
    return { n: list.map((x) => x.n * (d / x.d)), d };
  }

  // ---- the run -------------------------------------------------------------

  const TWO = "the lines of level L2 are not read here; what L1 says holds";
  const LEVELS = ["L0", "L1", "R", "L2"];

  class Run {
    constructor(scene, proof) {
      Object.assign(this, { rows: [], row: null, time: r(0), done: null,
        steps: 0, jumps: 0, hits: 0, projections: 0, moved: 0, stay: [] });
      this.guard(() => this.begin(scene, proof));
    }

    guard(act) {
      try { act(); } catch (e) {
        const large = e instanceof RangeError; // no memory for a number
        if (!(e instanceof Refused || e instanceof Undecided || large)) throw e;
        this.end(e instanceof Refused ? "refused" : "undecided", large ?
          "larger numbers are not read here" : e.message);
      }
    }

    end(word, why) {
      this.done = this.done || { word, why };
      if (this.row && word !== "accepted")
        Object.assign(this.row, { word, why });
    }

    begin(scene, proof) {
      this.digest = C.sha256(scene);
      const L = this.L = new C.Lines(proof, "the proof"), head = L.words();
      demand(/^perp,proof,[^,]*$/.test(head), "this is no proof");
      within(head[2] === C.VERSION, "proofs of version " + short(head[2]));
      this.level = L.line("level", 1)[0];
      within(LEVELS.includes(this.level), "proofs of level " +
        short(this.level));
      const digest = L.line("scene", 1)[0];
      demand(SHA.test(digest), "the scene's digest is no digest");
      demand(digest === this.digest, "the proof is of another scene");
      C.sealed(proof);
      const S = this.S = C.statement(scene);
      this.exact = this.level !== "L0";
      this.rational = this.level === "R";
      demand(this.rational === (S.rounding === "none"), "level " + this.level +
        " of a statement with rounding " + S.rounding);
      this.R = new C.Residual(this.exact);
      this.q = vector(S.q);
      this.v = vector(S.v);
      this.steps_wanted = { n: S.T.n * S.h.d, d: S.T.d * S.h.n };
    }

    // One more row; false when there is none.
    next() {
      if (this.done) return false;
      const read = this.rows.length;
      this.guard(() => this.advance());
      return this.rows.length > read;
    }

    advance() {
      const L = this.L, S = this.S;
      if (L.peek() === "end") {
        this.row = null;
        return this.finish();
      }
      this.row = { line: L.at, word: "accepted", why: "", problems: [] };
      this.rows.push(this.row);
      const number = count(L.line(S.node ? "node" : "row", 1)[0]);
      demand(number === this.rows.length, "row " + number + " out of order");
      demand(less(this.time, this.steps_wanted), "C11: a row behind the end");
      this.row.number = number;
      if (S.node) this.node(); else this.velocity_row();
      Object.assign(this.row, { q: this.q, v: this.v, last: L.at });
    }

    finish() {
      const L = this.L;
      demand(count(L.line("end", 1)[0]) === this.rows.length, "its rows");
      L.line("sha256", 1);
      demand(L.left === 0, "lines behind the digest");
      const wanted = sub(this.steps_wanted, r(1, 1n << 28n));
      demand(!less(this.time, wanted), "C11: the run ends too early");
      if (this.level === "L2") this.end("undecided", TWO);
      else this.end("accepted", "");
    }

    clock(by) {
      const t = add(this.time, this.S.clock === "uniform" ? r(1) : by);
      const g = C.gcd(t.d, t.n);
      this.time = { n: t.n / g, d: t.d / g };
      within(this.time.d >> LONG === 0n, "longer times");
    }

    velocity_row() {
      const L = this.L, S = this.S;
      const from = this.v, q = this.q;
      if (L.peek() === "jump") {
        demand(S.jumps === "approaching" && !this.met, "C17: a collision at " +
          "rest has no place here");
        const kept = this.stay, P = this.problem("jump"), u = apply(P.n, from);
        demand(P.ids.some((id, i) => u.n[i] < 0n && !kept.includes(id)),
          "C17: nothing collides");
        this.met = true;
        return this.clock(r(0));
      }
      const P = this.problem("step");
      if (L.peek() !== "hit") {
        this.q = L.vector("q", S.nq);
        C.follows(S, S.G ? P.G : null, this.q, q, S.h, [sub(r(1), S.gamma),
          from], [S.gamma, this.v], this.rational, "C9: position");
        const ids = this.project();
        if (this.exact) this.in_hand(ids, this.stay);
        this.steps++;
        this.met = false;
        return this.clock(r(1));
      }
      demand(S.hits === "closing", "C17: a collision in a step");
      const hit = { s: ratio(L.line("hit", 1)[0]), q: L.vector("q", S.nq),
        v: L.vector("v", S.nv) };
      C.check_hit(S, S.G ? P.G : null, hit, q, from, this.v, this.rational);
      this.q = hit.q;
      this.v = hit.v;
      this.row.hit = hit.s;
      const ids = this.project(), J = this.problem("jump");
      demand(J.ids.some((id) => !P.ids.includes(id)), "C17: nothing collides");
      this.in_hand(ids, J.ids);
      this.met = true;
      this.steps++;
      this.hits++;
      this.clock(hit.s);
    }

    // C13, exactly where the statement has it; the contacts in hand.
    project() {
      if (this.S.project === "none") return [];
      const { p, ids, moved } = C.project(this.L, this.S, this.q, this.R);
      this.q = p;
      this.moved = Math.max(this.moved, moved);
      this.projections++;
      this.skip();
      return ids;
    }

    // Those that are kept, and of "full" perhaps others.
    in_hand(ids, kept) {
      const mode = this.S.project;
      demand(mode === "none" || mode === "joints" || kept.every((id) =>
        ids.includes(id)) && (mode === "full" || ids.length === kept.length),
        "C13: other contacts are in hand");
    }

    // A problem with what stands behind it; moves this.v.
    problem(tag) {
      const L = this.L, S = this.S, R = this.R, from = this.v;
      const P = C.read_problem(L, tag, S);
      this.row.problems.push(P);
      const rebounds = tag === "jump" && sign(S.e) > 0 &&
        P.zn.n.some((n) => n > 0n);
      let stored = null;
      if (!rebounds || !this.exact) stored = L.vector("v", S.nv);
      const { x } = C.check_problem(S, P, from, stored, R);
      this.kept(P);
      this.skip();
      if (["pointed", "vanishing"].includes(L.peek()))
        P.cone = C.check_cone(L, S, P);
      this.jumps += P.step ? 0 : 1;
      if (rebounds) return this.rebound(P);
      const alpha = P.step ? S.alpha : r(1);
      const next = over(minus(x, times(sub(r(1), alpha), from)), alpha);
      return this.store(stored, next, P);
    }

    rebound(P) {
      const L = this.L, S = this.S;
      P.rebound = C.read_rebound(L, S, P);
      const stored = L.vector("v", S.nv);
      return this.store(stored, C.check_rebound(S, P, P.rebound, P.x, stored,
        this.R), P);
    }

    // C7; the contacts of P that stay.
    store(v, exact, P) {
      if (this.exact) C.check_stored(v, exact, this.rational, "C7: velocity");
      this.v = v;
      if (P && this.exact)
        this.stay = P.modes.filter((m) => !m.leaves).map((m) => m.id);
      return P;
    }

    // C8: who stayed in the problem before is in this one.
    kept(P) {
      if (this.S.active === "sharp") return;
      for (const id of this.stay) demand(P.ids.includes(id), "C8: " +
        this.S.contacts[id].name + " did not leave, and is not there");
    }

    // Level L2 has lines here that this checker does not know.
    skip() {
      const L = this.L;
      while (this.level === "L2" && ["radius", "modes"].includes(L.peek())) {
        L.at++;
        Object.assign(this.row, { word: "undecided", why: TWO });
      }
    }

    // ---- nodes of P10 ------------------------------------------------------

    node() {
      const L = this.L, S = this.S, R = this.R, nv = S.nv;
      const N = S.contacts.length, first = this.rows.length === 1;
      const moreau = S.scheme === "moreau";
      const M = C.mass(L, S);
      const g = L.vector("g", nv), f = L.vector("f", N);
      const n = L.matrix("n", N, nv);
      const e = first && !moreau ? r(0) : S.e, u = add(r(1), e);
      const old = times(moreau ? sub(r(0), e) : e, this.v);
      const z = this.exact ? L.vector("z", nv + N) : L.vector("impulse", N);
      const mu = C.part(z, z.n.length - N, N);
      const stored = L.vector("v", nv);
      this.skip();
      const q = L.vector("q", S.nq);
      const w = this.exact ? C.part(z, 0, nv) : over(minus(stored, old), u);
      const V = plus(old, times(u, w));
      R.zero("P1: momentum is not balanced", "N s", minus(apply(M, minus(V,
        this.v)), plus(times(S.h, g), back(n, mu))));
      const nw = apply(n, w), gap = plus(f, times(S.h, nw));
      for (let a = 0; a < N; a++) {
        const m = entry(mu, a);
        const y = moreau ? entry(nw, a) : this.exact ? entry(gap, a) :
          mul(entry(gap, a), { n: S.h.d, d: S.h.n });
        const away = moreau && f.n[a] > 0n, both = away ? m : mul(m, y);
        R.zero("P2: an impulse at a gap", away ? "N s" : "J", { n: [both.n],
          d: both.d });
        if (away) continue;
        R.least("P2: an impulse pulls", "N s", m);
        R.least("P2: a gap is closed", "m/s", y);
      }
      const c = S.gamma, before = this.v;
      this.store(stored, V);
      C.follows(S, null, q, this.q, S.h, [sub(r(1), c), before], [c, stored],
        this.rational, "C9: position");
      if (this.exact && !moreau && S.linear)
        this.polyhedron({ M, g, n, f, mu, gap, q: this.q, v: stored });
      this.row.node = { f, gap, mu, M, n };
      this.q = q;
      this.steps++;
      this.clock(r(1));
    }

    // P3, and in level R what Lemma 2 says of three nodes in a row.
    polyhedron(now) {
      const S = this.S, e = S.e, past = this.past = [now].concat(this.past ||
        []).slice(0, 3), [, one, two] = past, two_e = mul(r(2), e);
      const same = (A, B) => is_zero(minus(vector_of(A), vector_of(B)));
      now.offset = minus(now.f, apply(now.n, now.q));
      demand(!one || same(now.n, one.n) && is_zero(minus(now.offset,
        one.offset)), "P3: linear constraints, not those of the node before");
      if (!this.rational || !two) return;
      const U = plus(now.v, times(e, two.v)), nU = apply(now.n, U);
      demand(nU.n.every((x, a) => x <= 0n || now.gap.n[a] !== 0n), "C2");
      demand(sign(dot(now.mu, nU)) <= 0, "Lemma 2, C3");
      const square = (v) => dot(v, apply(now.M, v));
      demand(!less(add(add(mul(add(r(1), e), square(one.v)), mul(two_e,
        square(two.v))), mul(mul(r(2), S.h), dot(now.g, U))), mul(sub(r(1), e),
        square(now.v))), "Lemma 2, C5");
    }

    verdict() {
      const d = this.done || { word: "undecided", why: "rows are left" };
      const { digest, steps, jumps, hits, projections, row } = this;
      return { ...d, level: this.level || "", rows: this.rows.length, digest,
        steps, jumps, hits, projections, also: this.also(),
        residuals: this.R ? this.R.most : {},
        row: d.word !== "accepted" && row && row.number || null };
    }

    // What belongs to an accepted proof, for a person to read.
    also() {
      const open = this.S ? this.S.open : 0;
      return (this.projections > 0 ? this.projections + " projections move a " +
        "coordinate by up to about " + this.moved.toExponential(2) + ". " :
        "") + (open > 0 ? "Of " + open + " problems the mass is not shown to " +
        "be positive semidefinite. " : "");
    }
  }

  // A sparse matrix as one vector.
  function vector_of(A) {
    const n = new Array(A.rows * A.columns).fill(0n);
    for (const [i, j, x] of A.at) n[i * A.columns + j] = x;
    return { n, d: A.d };
  }

  const check = (scene, proof) => {
    const run = new Run(scene, proof);
    while (run.next());
    return run.verdict();
  };

  Object.assign(C, { Run, check });
})(globalThis.perpCheck);
