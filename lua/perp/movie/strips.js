"use strict";
// Strips: what the table says over time, with a sentence for who cannot see
// them. A click moves the replay.

(function (R) {
  const { number } = R;
  const pad = { left: 52, right: 8, top: 8, bottom: 8 };

  const element = (name, more, ...inner) => {
    const e = Object.assign(document.createElement(name), more);
    e.append(...inner);
    return e;
  };

  // { name, unit, colour, t, x } each.
  function limits(lines, zero) {
    let low = Infinity, high = -Infinity;
    for (const l of lines)
      for (const x of l.x) {
        if (x < low) low = x;
        if (x > high) high = x;
      }
    if (!(high >= low)) return [0, 1];
    if (zero) {
      low = Math.min(low, 0);
      high = Math.max(high, 0);
    }
    return high > low ? [low, high] : [low - 1, high + 1];
  }

  function says(l, unit) {
    let least = 0, most = 0;
    l.x.forEach((x, i) => {
      if (x < l.x[least]) least = i;
      if (x > l.x[most]) most = i;
    });
    const at = (i) => number(l.x[i]) + " " + unit + " at " + number(l.t[i]) +
      " s";
    return l.name + ": first " + number(l.x[0]) + " " + unit + ", least " +
      at(least) + ", greatest " + at(most) + ", last " +
      number(l.x[l.x.length - 1]) + " " + unit + ".";
  }

  class Strip {
    constructor(place, title, unit, aria) {
      this.title = title;
      this.unit = unit;
      this.value = element("span");
      this.canvas = element("canvas");
      this.canvas.setAttribute("role", "img");
      this.key = element("ul", { className: "key" });
      this.figure = element("figure", {}, element("figcaption", {},
        element("b", { textContent: title + (unit ? " (" + unit + ")" : "") }),
        this.value), this.canvas, this.key);
      place.append(this.figure);
      this.aria = aria;
      this.canvas.addEventListener("pointerdown", (e) => this.point(e));
      this.canvas.addEventListener("pointermove", (e) => {
        if (e.buttons) this.point(e);
      });
    }
    point(e) {
      const box = this.canvas.getBoundingClientRect();
      const part = (e.clientX - box.left - pad.left) / (box.width - pad.left -
        pad.right);
      if (this.onpoint) this.onpoint(this.from + Math.max(0, Math.min(1,
        part)) * (this.to - this.from));
    }
    span(from, to) {
      this.from = from;
      this.to = to > from ? to : from + 1;
    }
    x_of(t, w) {
      return pad.left + (t - this.from) / (this.to - this.from) *
        (w - pad.left - pad.right);
    }
    // What does not move is painted once for each size.
    still(paint) {
      const { g, w, h } = R.sized(this.canvas), c = this.canvas;
      if (!this.kept || this.kept.width !== c.width ||
        this.kept.height !== c.height) {
        this.kept = element("canvas", { width: c.width, height: c.height });
        const k = this.kept.getContext("2d");
        k.setTransform(g.getTransform());
        paint(k, w, h);
      }
      g.save();
      g.resetTransform();
      g.drawImage(this.kept, 0, 0);
      g.restore();
      return { g, w, h };
    }
    cursor(g, w, h, t) {
      g.strokeStyle = R.palette().accent;
      g.lineWidth = 1.5;
      R.path(g, [[this.x_of(t, w), 0], [this.x_of(t, w), h]]);
      g.stroke();
    }
    keys(list) {
      const same = list.map((l) => l.name + l.colour).join();
      if (this.shown === same) return;
      this.shown = same;
      this.key.replaceChildren(...list.map((l) => {
        const s = element("span", { className: "swatch" });
        s.style.background = l.colour;
        return element("li", {}, s, l.name);
      }));
    }
  }

  const brief = (x) => Math.abs(x) < 1e4 && Math.abs(x) >= 1e-3 || x === 0 ?
    String(Number(x.toPrecision(3))) : x.toExponential(1);

  class Lines extends Strip {
    set(lines, zero) {
      this.lines = lines;
      this.limits = limits(lines, zero);
      this.span(Math.min(...lines.map((l) => l.t[0])),
        Math.max(...lines.map((l) => l.t[l.t.length - 1])));
      this.canvas.setAttribute("aria-label", this.title + " over time. " +
        lines.map((l) => says(l, this.unit)).join(" "));
      this.keep = null;
    }
    draw(t) {
      const { g, w, h } = this.still((k, a, b) => this.paint(k, a, b));
      this.cursor(g, w, h, t);
      this.keys(this.lines.length > 1 ? this.lines : []);
      this.value.textContent = this.lines.length > 4 ? "" : this.lines.map(
        (l) => number(l.x[R.row_at({ t: l.t, n: l.t.length }, t)])).join(", ");
    }
    paint(g, w, h) {
      const palette = R.palette(), [low, high] = this.limits;
      const y = (x) => pad.top + (high - x) / (high - low) * (h - pad.top -
        pad.bottom);
      g.strokeStyle = palette.line;
      g.lineWidth = 1;
      for (const x of low <= 0 && high >= 0 ? [0] : []) {
        R.path(g, [[pad.left, y(x)], [w - pad.right, y(x)]]);
        g.stroke();
      }
      this.lines.forEach((l) => {
        g.strokeStyle = l.colour;
        g.lineWidth = 1.5;
        g.setLineDash(l.dash || []);
        g.beginPath();
        l.x.forEach((x, i) => {
          const px = this.x_of(l.t[i], w);
          if (i === 0) g.moveTo(px, y(x));
          else {
            if (l.steps) g.lineTo(this.x_of(l.t[i - 1], w), y(x));
            g.lineTo(px, y(x));
          }
        });
        g.stroke();
        g.setLineDash([]);
      });
      g.font = "11px system-ui, sans-serif";
      g.fillStyle = palette.quiet;
      g.textAlign = "right";
      for (const [x, at] of [[high, pad.top + 8], [low, h - 5]])
        g.fillText(brief(x), pad.left - 5, at);
      g.textAlign = "left";
    }
  }

  // A line for each contact, coloured while it pushes.
  class Modes extends Strip {
    set(film) {
      this.film = film;
      this.rows = film.impulses.slice(0, 24);
      this.span(film.t[0], film.t[film.n - 1]);
      this.canvas.style.height = 10 + 28 * this.rows.length + "px";
      this.canvas.setAttribute("aria-label", "Modes of contacts, by their " +
        "impulses. " + this.rows.map((p) => this.says(p)).join(" "));
    }
    says(p) {
      const n = { stick: 0, slide: 0, push: 0 };
      for (let i = 1; i < this.film.n; i++) {
        const m = R.mode(this.film, p, i);
        if (m) n[m]++;
      }
      return p.name + " sticks in " + n.stick + " rows, slides in " + n.slide +
        (n.push ? ", pushes without friction in " + n.push : "") + ", of " +
        (this.film.n - 1) + ".";
    }
    draw(t) {
      const { g, w, h } = this.still((k, a, b) => this.paint(k, a, b));
      this.cursor(g, w, h, t);
      const rough = this.rows.some((p) => p.ft.length > 0 &&
        this.film.mu[p.contact] > 0);
      this.keys((rough ? [["sticks (above)", "stick"], ["slides (below)",
        "slide"]] : [["pushes, without friction", "push"]]).map(([name, c]) =>
        ({ name, colour: R.palette()[c] })));
    }
    paint(g, w, h) {
      const film = this.film, palette = R.palette();
      g.font = "11px system-ui, sans-serif";
      this.rows.forEach((p, k) => {
        const y = 18 + 28 * k;
        g.fillStyle = palette.ink;
        g.fillText(p.name, pad.left, y - 4);
        g.fillStyle = palette.ground;
        g.fillRect(pad.left, y, w - pad.left - pad.right, 12);
        for (let i = 1; i < film.n; i++) {
          const m = R.mode(film, p, i);
          if (!m) continue;
          let j = i;
          while (j + 1 < film.n && R.mode(film, p, j + 1) === m) j++;
          g.fillStyle = palette[m];
          const x = this.x_of(film.t[i - 1], w);
          g.fillRect(x, m === "slide" ? y + 6 : y, Math.max(1,
            this.x_of(film.t[j], w) - x), m === "push" ? 12 : 6);
          i = j;
        }
      });
    }
  }

  // ---- which strips a page has ---------------------------------------------

  const colour = (k) => R.palette().list[k % 8];

  function energy(films, lead) {
    const lines = [];
    films.forEach((f, k) => {
      const one = films.length === 1;
      const name = (what) => one ? what : f.label + ", " + what;
      lines.push({ name: name("kinetic"), t: f.t, x: f.kinetic,
        colour: colour(k) });
      if (f.elastic && (one || f === lead))
        lines.push({ name: name("elastic"), t: f.t, x: f.elastic,
          colour: colour(one ? 1 : k), dash: [5, 3] });
    });
    return lines;
  }

  function strips_of(place, films, lead) {
    place.replaceChildren(element("h2", { textContent: "Over time" +
      (films.length > 1 ? ", of " + lead.label : "") }));
    const list = [];
    const lines = (title, unit, all, zero) => {
      if (all.length === 0) return;
      const s = new Lines(place, title, unit);
      s.set(all, zero);
      list.push(s);
    };
    const bodies = lead.picture.bodies.length > 0 || lead.forms.length > 0;
    lines("energy", "J", energy(films, lead), true);
    const pushed = new Set(lead.impulses.map((p) => p.contact));
    const near = lead.gaps.filter((p) => pushed.has(p.contact));
    lines("gaps", "m", (near.length > 0 ? near : lead.gaps.slice(0, 1)).map(
      (p, k) => ({ name: p.name, t: lead.t, x: p.x, colour: colour(k) })),
      true);
    lines("normal impulses", "N s", lead.impulses.slice(0, 8).map((p, k) => ({
      name: p.name, t: lead.t, x: p.cn, colour: colour(k), steps: true })),
      true);
    if (lead.impulses.length > 0) {
      const s = new Modes(place, "modes", "");
      s.set(lead);
      list.push(s);
    }
    if (lead.contacts.length === 0 && lead.mu.length > 0)
      place.append(element("p", { className: "quiet", textContent: lead.mu
        .length + " contacts are too many for the table: no gaps, no " +
        "impulses are drawn." }));
    if (!bodies || films.length > 1 || lead.q.length <= 3)
      lines("coordinates", "", lead.q.slice(0, 6).map((x, k) => ({
        name: lead.coordinates[k], t: lead.t, x, colour: colour(k) })), false);
    return list;
  }

  Object.assign(R, { element, Strip, Lines, Modes, strips_of, says });
})(globalThis.perpReplay);
