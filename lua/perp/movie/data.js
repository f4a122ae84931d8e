"use strict";
// The data of a page: blocks of letters, unpacked; columns, added up.

globalThis.perpReplay = globalThis.perpReplay || {};

(function (R) {
  // The bytes of a block: base 64, then deflate.
  async function unpack(text) {
    const raw = atob(text.replace(/\s/g, ""));
    const bytes = Uint8Array.from(raw, (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream()
      .pipeThrough(new DecompressionStream("deflate-raw"));
    return new TextDecoder("latin1").decode(
      await new Response(stream).arrayBuffer());
  }

  const block = (id) => {
    const at = document.getElementById(id);
    return at ? unpack(at.textContent) : Promise.resolve(null);
  };

  // Second differences of whole numbers, as numbers: see doc/03-replays.md.
  function column(c) {
    const out = new Float64Array(c.d.length), unit = 2 ** c.e;
    let x = 0, slope = 0;
    c.d.forEach((d, i) => {
      slope += d;
      x += slope;
      out[i] = x * unit;
    });
    return out;
  }

  const whole = (d) => Array.from(column({ d, e: 0 }));

  // A run with its columns as arrays of numbers.
  function film(f, data) {
    const scene = data.scenes[f.scene];
    const out = { ...f, picture: scene.picture, forms: scene.marks || [] };
    out.t = column(f.t);
    out.n = out.t.length;
    out.units = f.q.map((c) => c.e);
    out.q = f.q.map(column);
    out.kinetic = column(f.kinetic);
    out.elastic = f.elastic ? column(f.elastic) : null;
    out.gaps = (f.gaps || []).map((g) => ({ ...g, x: column(g.column) }));
    out.impulses = (f.impulses || []).map((p) => ({ ...p, cn: column(p.cn),
      ft: p.ft.map(column) }));
    out.marks = (f.marks || []).map(column);
    out.pushes = pushes(f.pushes, scene.picture.dimension);
    return out;
  }

  // Pushes by row of the drawing.
  function pushes(p, dimension) {
    const at = new Map();
    if (!p) return at;
    const frame = whole(p.frame), contact = whole(p.contact);
    const x = p.numbers.map(column);
    const three = (k, i) => Array.from({ length: dimension }, (_, c) =>
      x[k * dimension + c][i]);
    frame.forEach((f, i) => {
      if (!at.has(f)) at.set(f, []);
      at.get(f).push({ contact: contact[i], at: three(0, i),
        normal: three(1, i), impulse: three(2, i) });
    });
    return at;
  }

  // The last row that is not behind the time t.
  function row_at(film, t) {
    let low = 0, high = film.n - 1;
    while (low < high) {
      const mid = Math.ceil((low + high) / 2);
      if (film.t[mid] <= t + 1e-12) low = mid; else high = mid - 1;
    }
    return low;
  }

  // How a contact is at a row, by its impulses: at the border of its cone it
  // slides. "" when it does not push.
  function mode(film, p, i) {
    if (!(p.cn[i] > 0)) return "";
    let sum = 0;
    for (const f of p.ft) sum += Math.abs(f[i]);
    const mu = film.mu[p.contact];
    if (p.ft.length === 0 || mu === 0) return "push";
    return sum < mu * p.cn[i] * (1 - 1e-5) ? "stick" : "slide";
  }

  const number = (x) => {
    if (x === 0) return "0";
    const a = Math.abs(x);
    return a >= 1e5 || a < 1e-3 ? x.toExponential(3) : x.toPrecision(4);
  };

  Object.assign(R, { unpack, block, film, row_at, mode, number });
})(globalThis.perpReplay);
