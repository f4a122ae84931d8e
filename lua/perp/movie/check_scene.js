"use strict";
// The statement: what a proof is about.

(function (C) {
  const { demand, within, r, sub, sign, less, count, ratio, name, short } = C;

  // ---- the statement -------------------------------------------------------

  // The lines behind the first one, in their order; a word that is not among
  // those of its line is not known.
  const VERSION = "3";
  const HEAD = [["scheme", "alpha-gamma", "linear-implicit", "semi-implicit",
    "stiff-limit", "paoli", "moreau"], ["h"], ["alpha"], ["gamma"],
  ["restitution"], ["T"], ["tolerance"], ["penetration"],
  ["active", "kept", "sharp"], ["jacobians", "exact", "zero"],
  ["project", "none", "joints", "contacts", "full"],
  ["rounding", "toward-zero", "none"], ["kept_basis", "none", "last"],
  ["clock", "collision", "uniform"], ["jumps", "none", "approaching"],
  ["hits", "none", "closing"], ["gap_t", "none"], ["offset", "none"],
  ["control", "none"]];

  function choice(key, words, w) {
    within(words.includes(w), "statements with '" + key + " " + short(w) + "'");
    return w;
  }

  const TAKES = { add: 2, sub: 2, mul: 2, div: 2, max: 2, neg: 1, sqrt: 1,
    sin: 1, cos: 1, sel: 3 };

  // A tape of `inputs` and `outputs` numbers. Gives of each output its degree
  // in the first `coords` inputs: 0, 1, or 2 for more.
  function tape(L, tag, inputs, outputs, coords) {
    const head = L.line("tape", 5);
    demand(head[0] === tag, "a tape '" + short(head[0]) + "' where " + tag +
      " belongs");
    const [i, c, n, o] = head.slice(1).map(count);
    demand(i === inputs && o === outputs, "tape " + tag + ": its sizes");
    L.line("const", c).forEach(ratio);
    const made = [];
    const degree = (k) => k < coords ? 1 : k < i + c ? 0 : made[k - i - c];
    for (let k = 0; k < n; k++) {
      const words = L.words(), takes = TAKES[words[0]];
      demand(takes === words.length - 1, "tape " + tag + ": '" +
        short(words.join(" ")) + "'");
      const at = words.slice(1).map(count);
      demand(at.every((x) => x < i + c + k), "tape " + tag + ": a slot");
      const d = at.map(degree), most = Math.max(...d);
      made.push(most === 0 ? 0 : words[0] === "add" || words[0] === "sub" ||
        words[0] === "neg" ? most : words[0] === "mul" ? Math.min(2, d[0] +
        d[1]) : words[0] === "div" && d[1] === 0 ? d[0] : 2);
    }
    const out = L.line("out", o).map(count);
    demand(out.every((x) => x < i + c + n), "tape " + tag + ": an output");
    return out.map(degree);
  }

  // Kinds, then sides, then a binding of them, and the contacts that it makes.
  function bindings(L, S, total) {
    const kinds = [], sides = [];
    for (let made = 0, known = 0; made < total;) {
      const tag = L.peek();
      if (tag === "kind" && sides.length === known) {
        const w = L.line("kind", 8);
        name(w[0]);
        const n = w.slice(1).map(count);
        const coords = n[0] + n[3], vels = n[1] + n[4], params = n[2] + n[5];
        const inputs = coords + vels + params;
        const linear = tape(L, "gaps", inputs, 1, coords)[0] < 2;
        within(n[6] <= 64, "more slips of a contact");
        tape(L, "slips", inputs, n[6] * vels, 0);
        kinds.push({ a: n.slice(0, 3), b: n.slice(3, 6), slips: n[6],
          linear });
      } else if (tag === "side") {
        const [things, coords, vels, params] = L.line("side", 4).map(count);
        for (let i = 0; i < things; i++) {
          const w = L.line("thing", coords + vels + params);
          w.forEach((word, k) => {
            if (k >= coords + vels) ratio(word);
            else demand(word === "w" || count(word) < (k < coords ? S.nq :
              S.nv), "a thing has a coordinate that is not there");
          });
        }
        sides.push({ things, form: [coords, vels, params] });
      } else {
        const w = L.line("binding", 5);
        const [k, a, b, pairs] = w.slice(0, 4).map(count);
        const kind = kinds[k], A = sides[a], B = sides[b], mu = ratio(w[4]);
        demand(kind && A && B, "a binding of what is not there");
        demand(String(kind.a) === String(A.form) && String(kind.b) ===
          String(B.form), "a binding whose sides do not fit its kind");
        demand(sign(mu) >= 0, "a coefficient of friction is negative");
        for (const pair of L.line("pairs", pairs)) {
          const ab = pair.split(":").map(count);
          demand(ab.length === 2 && ab[0] < A.things && ab[1] < B.things,
            "a pair of what is not there");
          S.contacts.push({ name: "binding " + made + ", " + pair, mu,
            slips: kind.slips });
          S.linear = S.linear && kind.linear;
        }
        made++;
        known = sides.length;
      }
    }
  }

  function statement(text) {
    const L = new C.Lines(text, "the statement");
    const head = L.words();
    demand(head.length === 3 && head[0] === "perp", "this is no statement");
    within(head[1] === "scene" && head[2] === VERSION, "statements '" +
      short(head.join(" ")) + "'");
    const S = { contacts: [], springs: [], q: [], v: [], open: 0 };
    for (const [key, ...words] of HEAD) {
      const w = L.line(key, 1)[0];
      S[key] = words.length > 0 ? choice(key, words, w) : ratio(w);
    }
    S.e = S.restitution;
    const unit = (x) => sign(x) >= 0 && !less(r(1), x);
    const sizes = L.line("sizes", 8).map(count);
    [S.nq, S.nv, S.F, S.G, S.joints] = sizes;
    within(Math.max(...sizes.slice(0, 6)) <= 10000, "larger sizes");
    demand(S.F < 2 && S.G < 2 && S.nv > 0 && (S.G || S.nq === S.nv),
      "statement: its sizes");
    demand(sign(S.h) > 0 && sign(S.alpha) > 0 && [S.alpha, S.gamma,
      S.e].every(unit) && [S.T, S.tolerance, S.penetration].every((x) =>
      sign(x) >= 0), "statement: its numbers");
    demand(S.rounding !== "none" || S.project === "none", "statement: " +
      "what is projected is rounded");
    S.node = S.scheme === "paoli" || S.scheme === "moreau";
    demand(!S.node || !S.G && !S.joints && !sizes[5] && [S.project, S.jumps,
      S.hits, S.kept_basis].every((w) => w === "none"), "statement: " +
      S.scheme + " has no rates, joints, springs, projections, collisions, " +
      "kept bases");
    const g = S.scheme === "moreau" ? r(1, 2) : r(1);
    if (S.scheme !== "alpha-gamma")
      demand(sign(sub(S.alpha, r(1))) === 0 && sign(sub(S.gamma, g)) === 0,
        "statement: alpha and gamma are not those of " + S.scheme);
    for (const [key, n] of [["q", S.nq], ["v", S.nv]])
      for (let i = 0; i < n; i++) {
        const [called, x] = L.line(key, 2);
        S[name(called) && key].push(ratio(x));
      }
    for (let i = 0; i < S.joints; i++) name(L.line("joint", 1)[0]);
    for (let i = 0; i < sizes[5]; i++) {
      const w = L.line("spring", 3), k = ratio(w[1]), damping = ratio(w[2]);
      S.springs.push({ name: name(w[0]), stiffness: k, damping });
      demand(sign(k) >= 0 && sign(damping) >= 0, "statement: a spring");
    }
    for (let i = 0; i < sizes[6]; i++) {
      const w = L.line("contact", 3), slips = count(w[1]), mu = ratio(w[2]);
      S.contacts.push({ name: name(w[0]), slips, mu });
      within(slips <= 64, "more slips of a contact");
      demand(sign(mu) >= 0, "statement: contact " + i);
    }
    const inputs = S.nq + S.nv + 1, nn = S.nv * S.nv;
    const slips = S.contacts.reduce((sum, c) => sum + c.slips, 0);
    tape(L, "inertia", inputs, nn + S.F * nn + S.G * S.nq * S.nv, 0);
    tape(L, "force", inputs, S.nv, 0);
    tape(L, "joints", inputs, S.joints, 0);
    tape(L, "springs", inputs, S.springs.length, 0);
    S.linear = tape(L, "gaps", inputs, S.contacts.length, inputs)
      .every((x) => x < 2);
    tape(L, "slips", inputs, slips * S.nv, 0);
    bindings(L, S, sizes[7]);
    demand(!S.node || S.contacts.every((c) => !c.slips || sign(c.mu) === 0),
      "statement: " + S.scheme + " has no friction");
    L.line("end", 0);
    demand(L.left === 0, "statement: lines behind its end");
    return S;
  }

  Object.assign(C, { VERSION, statement });
})(globalThis.perpCheck);
