"use strict";
// The words of a proof: lines, numbers, arrays, digests. With check_rows.js and
// check_run.js a checker of its own, written from the chapter "Certificates" of
// the book (doc/70-certificate.md) and nothing else. What does not hold is
// Refused, what is not known Undecided; nothing is ever accepted by default.

globalThis.perpCheck = globalThis.perpCheck || {};

(function (C) {
  class Refused extends Error {}
  class Undecided extends Error {}
  const refuse = (why) => { throw new Refused(why); };
  const demand = (fine, why) => { if (!fine) refuse(why); };
  const within = (fine, what) => {
    if (!fine) throw new Undecided(what + " are not read here");
  };

  // ---- SHA-256 (FIPS 180-4) of a text of ASCII ---------------------------

  // The first 32 bits behind the point of the roots of primes, exactly.
  const roots = (power, count) => {
    const out = [];
    for (let n = 2; out.length < count; n++) {
      if (out.some((x) => n % x.prime === 0)) continue;
      let x = 0n;
      for (let bit = 1n << 39n; bit > 0n; bit >>= 1n)
        if ((x + bit) ** BigInt(power) <= BigInt(n) << BigInt(32 * power))
          x += bit;
      out.push({ prime: n, bits: Number(x & 0xffffffffn) | 0 });
    }
    return out.map((x) => x.bits);
  };
  const K = roots(3, 64), H = roots(2, 8);

  function block(h, w) {
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      const s = (a >>> 7 | a << 25) ^ (a >>> 18 | a << 14) ^ a >>> 3;
      const t = (b >>> 17 | b << 15) ^ (b >>> 19 | b << 13) ^ b >>> 10;
      w[i] = w[i - 16] + s + w[i - 7] + t | 0;
    }
    let [a, b, c, d, e, f, g, k] = h;
    for (let i = 0; i < 64; i++) {
      const s = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^
        (e >>> 25 | e << 7);
      const x = k + s + (e & f ^ ~e & g) + K[i] + w[i] | 0;
      const t = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^
        (a >>> 22 | a << 10);
      const y = t + (a & b ^ a & c ^ b & c) | 0;
      k = g; g = f; f = e; e = d + x | 0;
      d = c; c = b; b = a; a = x + y | 0;
    }
    [a, b, c, d, e, f, g, k].forEach((x, i) => { h[i] = h[i] + x | 0; });
  }

  // Of the first `length` bytes.
  function sha256(text, length) {
    const n = length === undefined ? text.length : length;
    const h = Int32Array.from(H), w = new Int32Array(64);
    const byte = (i) => i < n ? text.charCodeAt(i) : i === n ? 128 : 0;
    const blocks = Math.floor((n + 8) / 64) + 1;
    for (let b = 0; b < blocks; b++) {
      for (let i = 0, at = 64 * b; i < 16; i++, at += 4)
        w[i] = byte(at) << 24 | byte(at + 1) << 16 | byte(at + 2) << 8 |
          byte(at + 3);
      if (b === blocks - 1) w.set([Math.floor(n / 2 ** 29), n << 3], 14);
      block(h, w);
    }
    return Array.from(h, (x) => (x >>> 0).toString(16).padStart(8, "0"))
      .join("");
  }

  // ---- numbers -------------------------------------------------------------

  const WHOLE = /^(0|-?[1-9a-f][0-9a-f]*)$/;
  const COUNT = /^(0|[1-9][0-9]*)$/;
  const NAME = /^(%|([A-Za-z0-9_.-]|%[0-9A-F]{2})+)$/;
  const NEEDLESS = /%(00|2[DE]|3[0-9]|[46][1-9A-F]|[57][0-9A]|5F)/;
  const SHA = /^[0-9a-f]{64}$/;
  const abs = (x) => x < 0n ? -x : x;
  const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return abs(a); };

  function whole(word) {
    demand(WHOLE.test(word), "'" + short(word) + "' is no whole number");
    within(word.length <= 262144 + (word[0] === "-"), "longer numbers");
    return word[0] === "-" ? -BigInt("0x" + word.slice(1)) :
      BigInt("0x" + word);
  }

  function count(word) {
    demand(COUNT.test(word), "'" + short(word) + "' is no count");
    within(Number(word) <= 2 ** 28, "larger counts");
    return Number(word);
  }

  // { n, d }: n/d with d > 0.
  function ratio(word) {
    const at = word.indexOf("/");
    if (at < 0) return { n: whole(word), d: 1n };
    const n = whole(word.slice(0, at)), d = whole(word.slice(at + 1));
    demand(d > 1n && gcd(d, n) === 1n, "'" + short(word) +
      "' is not in lowest terms");
    return { n, d };
  }

  const name = (w) => (demand(NAME.test(w) && !NEEDLESS.test(w), "'" +
    short(w) + "' is no name"), w);
  const short = (text) => text.length > 40 ? text.slice(0, 37) + "..." : text;
  const twos = (x) => { // how often 2 divides x > 0
    let k = 0n;
    for (let s = 1024n; s > 0n; s >>= 1n)
      while (BigInt.asUintN(Number(s), x) === 0n) { x >>= s; k += s; }
    return k;
  };
  const bits = (x) => BigInt(x.toString(2).length);

  // Is n/d a double? { m, e }: it is m 2^e, m odd; else null.
  function double(n, d) {
    if (n === 0n) return { m: 0n, e: -1074n };
    const g = gcd(d, n), q = d / g, k = twos(q);
    if (q >> k !== 1n) return null;
    const p = abs(n / g), up = twos(p), m = p >> up, e = up - k;
    const top = bits(m) + e;
    return bits(m) <= 53n && e >= -1074n && top <= 1024n ? { m, e } : null;
  }

  // Nearest double, for a person to read.
  function show(n, d) {
    const sign = n < 0n ? -1 : 1, p = abs(n);
    if (p === 0n) return 0;
    const s = bits(p) - bits(d);
    const q = s > 60n ? p / (d << s - 60n) : (p << 60n - s) / d;
    return sign * Number(q) * 2 ** Math.max(-1070, Number(s) - 60);
  }

  // ---- vectors over one denominator: { n: [...], d } ---------------------

  const zeros = (count) => ({ n: new Array(count).fill(0n), d: 1n });

  function plus(a, b, sign) { // a + b, or a - b with sign -1n
    const s = sign === undefined ? 1n : sign;
    let x = 1n, y = 1n;
    if (a.d % b.d === 0n) y = a.d / b.d;
    else if (b.d % a.d === 0n) x = b.d / a.d;
    else [x, y] = [b.d, a.d];
    return { n: a.n.map((v, i) => v * x + s * y * b.n[i]), d: a.d * x };
  }
  const minus = (a, b) => plus(a, b, -1n);
  const times = (c, a) => ({ n: a.n.map((v) => v * c.n), d: a.d * c.d });
  const over = (a, c) => times(c.n < 0n ? { n: -c.d, d: -c.n } :
    { n: c.d, d: c.n }, a);
  const is_zero = (a) => a.n.every((v) => v === 0n);
  const part = (a, from, count) => ({ n: a.n.slice(from, from + count),
    d: a.d });
  const entry = (a, i) => ({ n: a.n[i], d: a.d });

  // Of ratios.
  const r = (n, d) => ({ n: BigInt(n), d: BigInt(d === undefined ? 1 : d) });
  const mul = (a, b) => ({ n: a.n * b.n, d: a.d * b.d });
  const add = (a, b) => a.d === b.d ? { n: a.n + b.n, d: a.d } :
    { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
  const sub = (a, b) => add(a, { n: -b.n, d: b.d });
  const sign = (a) => a.n > 0n ? 1 : a.n < 0n ? -1 : 0;
  const size = (a) => ({ n: abs(a.n), d: a.d });
  const less = (a, b) => a.n * b.d < b.n * a.d;
  const max = (a, b) => less(a, b) ? b : a;

  // ---- matrices: { rows, columns, at: [[i, j, n]], d } --------------------

  const matrix = (a, rows, columns) => ({ rows, columns, d: a.d,
    at: a.at.map(([k, n]) => [Math.floor(k / columns), k % columns, n]) });

  // The matrix whose upper half is given.
  function symmetric(a) {
    const at = [];
    for (const [i, j, n] of a.at) {
      demand(j >= i, "M has an entry below its diagonal");
      at.push([i, j, n]);
      if (i !== j) at.push([j, i, n]);
    }
    return { rows: a.rows, columns: a.columns, d: a.d, at };
  }
  const apply = (A, x) => { // A x
    const n = zeros(A.rows).n;
    for (const [i, j, v] of A.at) n[i] += v * x.n[j];
    return { n, d: A.d * x.d };
  };
  const back = (A, y) => { // A' y
    const n = zeros(A.columns).n;
    for (const [i, j, v] of A.at) n[j] += v * y.n[i];
    return { n, d: A.d * y.d };
  };
  const dot = (a, b) => ({ d: a.d * b.d,
    n: a.n.reduce((sum, v, i) => sum + v * b.n[i], 0n) });

  // ---- lines ---------------------------------------------------------------

  // A text of ASCII, line by line; `at` is the number of the next one.
  class Lines {
    constructor(text, what) {
      demand(/^[\n -~]*$/.test(text), what + ": a byte that is no ASCII");
      demand(text.endsWith("\n"), what + ": it does not end with a line");
      this.list = text.split("\n");
      this.list.pop();
      this.at = 0;
      this.what = what;
    }
    get left() { return this.list.length - this.at; }
    peek() { // its first word
      const line = this.left > 0 ? this.list[this.at] : "";
      const end = line.search(/[ /]/);
      return end < 0 ? line : line.slice(0, end);
    }
    words() {
      demand(this.left > 0, this.what + ": it ends too early");
      const words = this.list[this.at++].split(" ");
      demand(words.every((w) => w !== ""), "line " + this.at + ": blanks");
      return words;
    }
    // The words behind `tag`; with `wanted`, so many.
    line(tag, wanted) {
      const words = this.words();
      demand(words[0] === tag, "line " + this.at + ": '" + short(words[0]) +
        "' where '" + tag + "' belongs");
      demand(wanted === undefined || words.length === wanted + 1,
        "line " + this.at + ": " + (words.length - 1) + " words behind '" +
        tag + "'");
      return words.slice(1);
    }
    // An array of `length` entries: { at: [[index, whole]], d }.
    sparse(tag, length) {
      const words = this.words(), head = words[0].split("/");
      demand(head[0] === tag && head.length <= 2, "line " + this.at + ": '" +
        short(words[0]) + "' where '" + tag + "' belongs");
      const d = head.length === 2 ? whole(head[1]) : 1n;
      demand(head.length === 1 || d > 1n, tag + ": a denominator");
      let last = -1;
      const at = words.slice(1).map((word) => {
        const colon = word.indexOf(":");
        demand(colon > 0, tag + ": '" + short(word) + "' is no entry");
        const k = count(word.slice(0, colon)), n = whole(word.slice(colon + 1));
        demand(k > last && k < length, tag + ": index " + k);
        demand(n !== 0n, tag + ": a zero is written");
        last = k;
        return [k, n];
      });
      let g = d;
      demand(g === 1n || at.some(([, n]) => (g = gcd(g, n)) === 1n), tag +
        ": not in lowest terms");
      return { at, d };
    }
    vector(tag, length) {
      const a = this.sparse(tag, length), out = { n: zeros(length).n, d: a.d };
      for (const [k, v] of a.at) out.n[k] = v;
      return out;
    }
    matrix(tag, rows, columns) {
      return matrix(this.sparse(tag, rows * columns), rows, columns);
    }
  }

  // A text whose last line is the digest of all before it.
  function sealed(text) {
    const found = /(?:^|\n)sha256 ([0-9a-f]{64})\n$/.exec(text);
    demand(found, "its last line is no digest");
    const end = text.lastIndexOf("sha256 ");
    demand(sha256(text, end) === found[1],
      "the digest in the last line is not that of the lines before it");
    return end;
  }

  Object.assign(C, { Refused, Undecided, refuse, demand, within, sha256, whole,
    count, ratio, gcd, abs, double, bits, show, zeros, plus, minus, times, over,
    is_zero, part, entry, r, mul, add, sub, sign, size, less, max, symmetric,
    apply, back, dot, Lines, sealed, name, SHA, short });
})(globalThis.perpCheck);
