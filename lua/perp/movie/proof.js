"use strict";
// The proof of a run, read and checked in the page: row by row, a little at a
// time, so that the picture moves meanwhile.

(function (R) {
  const C = globalThis.perpCheck, { element } = R;
  const signs = { accepted: "\u2713", refused: "\u2717", undecided: "?" };

  // Is what is drawn what is proven? Each coordinate drawn is a whole multiple
  // of its unit, within half a unit of the row's own.
  function same_place(film, i, q) {
    return film.units.every((e, k) => {
      const n = BigInt(Math.round(film.q[k][i] * 2 ** -e));
      const up = e > 0 ? BigInt(e) : 0n, down = e < 0 ? BigInt(-e) : 0n;
      // |2^e n - q/d| <= 2^e / 2, without fractions
      const off = ((n * q.d << up) - (q.n[k] << down)) * 2n;
      return C.abs(off) <= q.d << up;
    });
  }

  class Proof {
    constructor(film, scene, proof) {
      Object.assign(this, { film, scene, proof, original: proof });
      this.frame_of = new Map();
      for (let i = 0; i < film.n; i++) {
        const row = i === film.n - 1 ? film.rows - 1 : i * film.every;
        this.frame_of.set(row, i);
      }
      this.begin();
    }
    begin() {
      this.run = new C.Run(this.scene, this.proof);
      this.off = 0;
    }
    // For some milliseconds; false when nothing is left.
    work(milliseconds) {
      const end = performance.now() + milliseconds;
      while (performance.now() < end) {
        if (!this.run.next()) return false;
        this.compare();
      }
      return true;
    }
    compare() {
      const row = this.run.row, i = row ? this.frame_of.get(row.number) :
        undefined;
      if (i === undefined || row.word === "refused") return;
      row.drawn = same_place(this.film, i, row.q);
      if (row.drawn) return;
      this.off++;
      Object.assign(row, { word: "refused",
        why: "the proof holds, but the picture is not where it says" });
    }
    row(number) { return this.run.rows[number - 1]; }
    get word() {
      const v = this.run.verdict();
      return this.off > 0 ? "refused" : v.word;
    }

    sentence() {
      const v = this.run.verdict(), name = this.film.name;
      if (!this.run.done) return name + ": " + v.rows + " of " +
        (this.film.rows - 1) + " rows are checked so far.";
      if (this.off > 0) return name + ": refused. " + this.off +
        " rows are drawn where the proof does not say.";
      const digest = " Digest of the scene: " + v.digest + ".";
      if (v.word === "accepted") return name + ": accepted, level " + v.level +
        ". All " + v.rows + " rows hold, and are drawn where they say" +
        (this.film.every > 1 ? " (as far as they are drawn)" : "") + ". " +
        (v.level === "L0" ? "The largest residuals are " + this.residuals(v) +
        ". " : "") + v.also + digest.trim();
      return name + ": " + v.word + (v.row ? " at row " + v.row : "") + ": " +
        v.why + "." + (v.word === "undecided" ? digest : "");
    }
    residuals(v) {
      return Object.keys(v.residuals).map((u) =>
        v.residuals[u].toExponential(2) + " " + u).join(", ") || "zero";
    }

    // One digit of a number in the middle of the proof, made another one.
    spoil(reseal) {
      const lines = this.proof.split("\n");
      let k = Math.floor(lines.length / 2);
      while (k < lines.length && !/^z.*:-?[1-9a-f]/.test(lines[k])) k++;
      if (k === lines.length) k = lines.findIndex((l) => /^z.*:/.test(l));
      if (k < 0) k = Math.floor(lines.length / 2);
      const at = lines[k].search(/[0-9a-f]$/);
      const old = lines[k][at], made = old === "7" ? "5" : "7";
      lines[k] = lines[k].slice(0, at) + made + lines[k].slice(at + 1);
      let text = lines.join("\n");
      const end = text.lastIndexOf("sha256 ");
      if (reseal) text = text.slice(0, end) + "sha256 " +
        C.sha256(text, end) + "\n";
      this.proof = text;
      this.begin();
      return "In line " + (k + 1) + " of the proof the digit " + old +
        " is " + made + " now" + (reseal ? ", and the digest in the last " +
        "line is right again." : ".");
    }
    restore() {
      this.proof = this.original;
      this.begin();
    }

    // ---- the details of a row ----------------------------------------------

    show(place, number) {
      const row = this.row(number);
      place.replaceChildren(element("h2", { textContent: "Row " + number +
        " of " + this.film.name }));
      if (!row) {
        place.append(element("p", { textContent: number === 0 ?
          "Row 0 is the initial state; the statement has it." :
          "This row is not checked: " + (this.run.done ? this.run.done.why :
          "it will be") + "." }));
        return;
      }
      place.append(element("p", { className: row.word, textContent:
        signs[row.word] + " " + row.word + (row.why ? ": " + row.why : "") }));
      for (const P of row.problems) this.problem(place, P);
      if (row.node) this.node(place, row.node);
      const first = row.line, last = row.last || this.run.L.at;
      place.append(element("p", { textContent: "Its lines in the proof, " +
        "numbers in hexadecimal, one denominator for each:" }),
        element("pre", { tabIndex: 0, textContent: this.run.L.list.slice(first,
          last).join("\n") }));
    }

    table(place, head, rows) {
      const tr = (tag, cells) => element("tr", {}, ...cells.map((c) =>
        element(tag, { textContent: c })));
      place.append(element("div", { className: "scrolls", tabIndex: 0 },
        element("table", {}, tr("th", head), ...rows.map((r) => tr("td",
          r)))));
    }

    problem(place, P) {
      const exact = (x) => {
        const text = ratio_text(x);
        return text.length <= 44 ? text : R.number(C.show(x.n, x.d)) + " (" +
          text.length + " digits)";
      };
      place.append(element("p", { textContent: (P.step ? "A step" :
        "A collision") + " of " + this.run.S.nv + " velocities, " +
        this.run.S.joints + " joints, " + P.s + " springs, " + P.p +
        " active contacts with " + P.r + " slips. " + (this.run.exact ?
        "C1, C2, C12: every row of the equations of motion is 0. C3 to C5 " +
        "hold with equality, contact by contact. C7: the stored velocity is " +
        "this solution, cut toward zero." : "Level L0: residuals, computed " +
        "exactly from the stored doubles.") + (P.M.open ? " C18 is left open." :
        " C18: M is positive semidefinite.") + (P.cone ?
        " C14: the friction cone is " + P.cone + "." : "") }));
      if ((P.modes || []).length > 0)
        this.table(place, ["contact", "basis", "n\u1d40x, m/s",
          "\u03b1 c\u2099, N s", "slip \u03bb, m/s"], P.modes.map((m) =>
          [this.film.contacts[m.id] || m.name, m.leaves ? "leaves" : m.mode,
            exact(m.u), exact(m.z), exact(m.lambda)]));
    }

    node(place, N) {
      this.table(place, ["constraint", "gap there, m", "impulse, N s"],
        this.run.S.contacts.map((c, a) => [c.name, R.number(C.show(N.gap.n[a],
          N.gap.d)), R.number(C.show(N.mu.n[a], N.mu.d))]));
    }
  }

  function ratio_text(x) {
    const g = C.gcd(x.d, x.n) || 1n;
    return x.d === g ? String(x.n / g) : x.n / g + "/" + x.d / g;
  }

  Object.assign(R, { Proof, signs });
})(globalThis.perpReplay);
