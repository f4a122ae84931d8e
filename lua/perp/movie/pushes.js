"use strict";
// Impulses of contacts as arrows inside their friction cones.

(function (R) {
  // What pushes in row i: from the bodies' rows, or where a scene's `draw` has
  // put a contact.
  function pushes_of(film, i) {
    const out = (film.pushes.get(i) || []).slice();
    let k = 0;
    for (const form of film.forms) {
      const x = film.marks.slice(k, k += form.n).map((c) => c[c.length > 1 ?
        i : 0]);
      const p = form.sort === "push" && film.impulses.find((one) =>
        one.name === form.contact);
      if (!p || !(p.cn[i] > 0)) continue;
      const [nx, ny] = x.slice(2), f = p.ft[0] ? p.ft[0][i] : 0;
      out.push({ contact: p.contact, at: [x[0], x[1]], normal: [nx, ny],
        impulse: [nx * p.cn[i] + ny * f, ny * p.cn[i] - nx * f] });
    }
    return out;
  }

  function most_of(film) {
    let most = 0;
    for (const p of film.impulses)
      p.cn.forEach((x, i) => {
        let sum = x * x;
        for (const f of p.ft) sum += f[i] * f[i];
        most = Math.max(most, sum);
      });
    return Math.sqrt(most);
  }

  const length = (p) => Math.hypot(...p);
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] -
    a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

  // The cone up to the height of the arrow: a triangle, or a circle's outline.
  function cone(g, cam, p, mu, high) {
    const n = p.normal, at = p.at;
    const on = (v) => at.map((x, k) => x + v[k]);
    const points = [at];
    if (n.length === 2)
      points.push(on([high * (n[0] - mu * n[1]), high * (n[1] + mu * n[0])]),
        on([high * (n[0] + mu * n[1]), high * (n[1] - mu * n[0])]));
    else {
      const e = Math.abs(n[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0];
      let t = cross(n, e);
      t = t.map((x) => x / length(t));
      const u = cross(n, t);
      for (let k = 0; k < 24; k++) {
        const c = Math.cos(k * Math.PI / 12), s = Math.sin(k * Math.PI / 12);
        points.push(on(n.map((x, m) => high * (x + mu * (c * t[m] +
          s * u[m])))));
      }
    }
    R.path(g, R.hull(points.map((x) => cam.pixel(x))), true);
    g.globalAlpha = 0.18;
    g.fill();
    g.globalAlpha = 0.6;
    g.lineWidth = 1;
    g.stroke();
    g.globalAlpha = 1;
  }

  function arrow(g, from, to) {
    const dx = to[0] - from[0], dy = to[1] - from[1];
    const n = Math.hypot(dx, dy);
    if (n < 1) return;
    const ux = dx / n, uy = dy / n, s = Math.min(9, n / 2);
    R.path(g, [from, [to[0] - s * ux, to[1] - s * uy]]);
    g.lineWidth = 2.4;
    g.stroke();
    R.path(g, [to, [to[0] - s * (ux + uy / 2), to[1] - s * (uy - ux / 2)],
      [to[0] - s * (ux - uy / 2), to[1] - s * (uy + ux / 2)]], true);
    g.fill();
  }

  function draw_pushes(g, cam, film, i, shows) {
    const palette = R.palette();
    film.most = film.most === undefined ? most_of(film) : film.most;
    for (const p of pushes_of(film, i)) {
      const one = film.impulses.find((x) => x.contact === p.contact);
      const size = length(p.impulse), unit = length(p.normal) || 1;
      if (!one || !(size > 0)) continue;
      const pixels = 12 + 68 * Math.sqrt(size / (film.most || 1));
      const f = pixels / cam.scale / size; // metres of the picture per N s
      const to = p.at.map((x, k) => x + f * p.impulse[k]);
      const colour = palette[R.mode(film, one, i) || "push"];
      g.fillStyle = g.strokeStyle = colour;
      const up = p.impulse.reduce((s, x, k) => s + x * p.normal[k], 0) / unit;
      const mu = film.mu[p.contact];
      if (shows.cones && mu > 0 && mu < 20)
        cone(g, cam, { at: p.at, normal: p.normal.map((x) => x / unit) }, mu,
          f * Math.max(up, size / 4));
      if (shows.pushes) arrow(g, cam.pixel(p.at), cam.pixel(to));
      g.beginPath();
      g.arc(...cam.pixel(p.at), 2.5, 0, 2 * Math.PI);
      g.fill();
    }
  }

  // ---- all of a row --------------------------------------------------------

  function label(g, text, [x, y]) {
    const palette = R.palette();
    g.font = "12px system-ui, sans-serif";
    g.lineWidth = 4;
    g.strokeStyle = palette.paper;
    g.lineJoin = "round";
    g.strokeText(text, x + 7, y - 7);
    g.fillStyle = palette.ink;
    g.fillText(text, x + 7, y - 7);
  }

  // The film at row i. `colour` is the run's among several, else each body has
  // one of its own.
  function draw(g, cam, film, i, shows, colour) {
    const palette = R.palette(), scene = film.picture;
    const space = scene.dimension === 3;
    const order = scene.bodies.map((_, b) => b);
    const poses = order.map((b) => R.pose(film, b, i));
    if (space) order.sort((a, b) => cam.depth(poses[a].at) -
      cam.depth(poses[b].at));
    const of = (b) => colour || palette.list[b % palette.list.length];
    if (shows.trails)
      for (const b of order) R.trail(g, cam, film, b, i, of(b));
    for (const b of order)
      (space ? R.body_space : R.body_plane)(g, cam, scene.bodies[b], poses[b],
        of(b));
    R.own_marks(g, cam, film, i, colour || palette.list[0]);
    for (const l of scene.links) R.link(g, cam, film, l, i);
    if (shows.pushes || shows.cones) draw_pushes(g, cam, film, i, shows);
    if (shows.names)
      for (const b of order) label(g, scene.bodies[b].name,
        cam.pixel(poses[b].at));
  }

  // A line of round length, so that a size can be read.
  function ruler(g, cam) {
    const [x, y, w, h] = cam.window, palette = R.palette();
    const metres = 10 ** Math.floor(Math.log10(w / 3 / cam.scale));
    const k = [5, 2, 1].find((m) => m * metres * cam.scale <= w / 3) || 1;
    const long = k * metres * cam.scale;
    g.strokeStyle = g.fillStyle = palette.quiet;
    g.lineWidth = 1.2;
    R.path(g, [[x + 12, y + h - 16], [x + 12, y + h - 12], [x + 12 + long,
      y + h - 12], [x + 12 + long, y + h - 16]]);
    g.stroke();
    g.font = "11px system-ui, sans-serif";
    g.fillText(Number((k * metres).toPrecision(3)) + " m", x + 16,
      y + h - 18);
  }

  Object.assign(R, { draw, ruler, label });
})(globalThis.perpReplay);
