"use strict";
// The picture of one row: ground, trails, bodies, links, impulses.

(function (R) {
  const { pose } = R;

  let palette = {};
  function colours() {
    const style = getComputedStyle(document.documentElement);
    const get = (name) => style.getPropertyValue("--" + name).trim();
    palette = {};
    for (const name of ["paper", "ground", "ink", "quiet", "line", "hatch",
      "accent", "stick", "slide", "push", "good", "bad", "open"])
      palette[name] = get(name);
    palette.list = Array.from({ length: 8 }, (_, i) => get("c" + i));
    return palette;
  }

  function sized(canvas) {
    const ratio = window.devicePixelRatio || 1;
    const w = canvas.clientWidth, h = canvas.clientHeight;
    if (canvas.width !== Math.round(w * ratio) ||
      canvas.height !== Math.round(h * ratio)) {
      canvas.width = Math.round(w * ratio);
      canvas.height = Math.round(h * ratio);
    }
    const g = canvas.getContext("2d");
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, w, h);
    return { g, w, h };
  }

  function path(g, points, close) {
    g.beginPath();
    points.forEach(([x, y], i) => i ? g.lineTo(x, y) : g.moveTo(x, y));
    if (close) g.closePath();
  }

  // ---- ground --------------------------------------------------------------

  // What lies behind a line; its hatching has gone `along` pixels.
  function ground_plane(g, cam, [nx, ny, off], along = 0) {
    const [x0, y0, w, h] = cam.window, long = (w + h) * 2;
    const a = cam.pixel([nx * off, ny * off]);
    const mid = [x0 + w / 2 - a[0], y0 + h / 2 - a[1]];
    const t = [ny, nx], down = [-nx, ny]; // in pixels, y downward
    const s = mid[0] * t[0] + mid[1] * t[1];
    const c = [a[0] + s * t[0], a[1] + s * t[1]];
    const p = (u, v) => [c[0] + u * t[0] + v * down[0],
      c[1] + u * t[1] + v * down[1]];
    g.fillStyle = palette.ground;
    path(g, [p(-long, 0), p(long, 0), p(long, long), p(-long, long)], true);
    g.fill();
    g.strokeStyle = palette.hatch;
    g.lineWidth = 1.5;
    path(g, [p(-long, 0), p(long, 0)]);
    g.stroke();
    g.lineWidth = 1;
    g.globalAlpha = 0.6;
    const from = (along - s) % 12; // s: the line's own point under c
    for (let k = -Math.ceil(long / 12); k < long / 12; k++) {
      const u = 12 * k + from;
      path(g, [p(u, 0), p(u - 7, 9)]);
      g.stroke();
    }
    g.globalAlpha = 1;
  }

  function ground_space(g, cam, G) {
    const n = G.slice(0, 3), t = G.slice(4, 7), u = G.slice(7, 10);
    const size = 0.75 * Math.max(cam.span[0], cam.span[1]);
    let step = 10 ** Math.floor(Math.log10(size / 3));
    if (size / step > 15) step *= 5;
    else if (size / step > 6) step *= 2;
    const k = Math.ceil(size / step);
    const c = cam.home_point || [0, 0, 0];
    const at = (i, j) => [0, 1, 2].map((m) => n[m] * G[3] + t[m] * i * step +
      u[m] * j * step + c[m] - n[m] * (c[0] * n[0] + c[1] * n[1] +
      c[2] * n[2]));
    g.strokeStyle = palette.line;
    g.lineWidth = 1;
    g.fillStyle = palette.ground;
    path(g, [at(-k, -k), at(k, -k), at(k, k), at(-k, k)].map((p) =>
      cam.pixel(p)), true);
    g.fill();
    for (let i = -k; i <= k; i++) {
      path(g, [cam.pixel(at(i, -k)), cam.pixel(at(i, k))]);
      g.stroke();
      path(g, [cam.pixel(at(-k, i)), cam.pixel(at(k, i))]);
      g.stroke();
    }
  }

  // A wall at row i, at the place that its motion gives; the hatching of a belt
  // has gone as far as its surface, the speeds of the rows added up.
  function moving(g, cam, film, wall, i) {
    const params = R.plane(film, wall, i), tangent = [params[1], -params[0]];
    let along = 0;
    if (film.picture.dimension === 3) return ground_space(g, cam, params);
    for (let k = 0; k < 2; k++) {
      if (wall.motion !== undefined)
        along += tangent[k] * R.mark(film, wall.motion + k, i);
      if (wall.surface !== undefined)
        along += tangent[k] * gone(film, wall.surface + k, i);
    }
    ground_plane(g, cam, params, along * cam.scale);
  }

  // The integral of a column of velocities up to row i, by trapezoids.
  function gone(film, c, i) {
    film.sums = film.sums || new Map();
    if (!film.sums.has(c)) {
      const sum = new Float64Array(film.n);
      for (let k = 1; k < film.n; k++)
        sum[k] = sum[k - 1] + (film.t[k] - film.t[k - 1]) *
          (R.mark(film, c, k) + R.mark(film, c, k - 1)) / 2;
      film.sums.set(c, sum);
    }
    return film.sums.get(c)[i];
  }

  // ---- bodies --------------------------------------------------------------

  function filled(g, colour, points) {
    path(g, points, true);
    g.fillStyle = colour;
    g.globalAlpha *= 0.25;
    g.fill();
    g.globalAlpha *= 4;
    g.strokeStyle = colour;
    g.lineWidth = 1.8;
    g.lineJoin = "round";
    g.stroke();
  }

  function round(g, colour, [x, y], r) {
    g.beginPath();
    g.arc(x, y, r, 0, 2 * Math.PI);
    g.fillStyle = colour;
    g.globalAlpha *= 0.25;
    g.fill();
    g.globalAlpha *= 4;
    g.strokeStyle = colour;
    g.lineWidth = 1.8;
    g.stroke();
  }

  function body_plane(g, cam, body, P, colour) {
    if (body.kind === "point") {
      g.beginPath();
      g.arc(...cam.pixel(P.at), 5, 0, 2 * Math.PI);
      g.fillStyle = colour;
      g.fill();
    } else if (body.kind === "disc") {
      round(g, colour, cam.pixel(P.at), Math.max(2, body.radius * cam.scale));
      path(g, [cam.pixel(P.at), cam.pixel(P.out([body.radius, 0]))]);
      g.stroke();
    } else if (body.kind === "rod") {
      const l = body.length / 2;
      g.strokeStyle = colour;
      g.lineWidth = 5;
      g.lineCap = "round";
      path(g, [cam.pixel(P.out([-l, 0])), cam.pixel(P.out([l, 0]))]);
      g.stroke();
      g.lineCap = "butt";
    } else {
      const [a, b] = (body.size || [0, 0]).map((x) => x / 2);
      const rim = body.corners || [[-a, -b], [a, -b], [a, b], [-a, b]];
      filled(g, colour, rim.map((p) => cam.pixel(P.out(p))));
    }
  }

  // The outline of points of the plane, counter-clockwise.
  function hull(points) {
    const p = points.slice().sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) -
      (b[1] - a[1]) * (c[0] - a[0]);
    const half = (list) => {
      const out = [];
      for (const x of list) {
        while (out.length > 1 && turn(out[out.length - 2],
          out[out.length - 1], x) <= 0) out.pop();
        out.push(x);
      }
      out.pop();
      return out;
    };
    return half(p).concat(half(p.reverse()));
  }

  const faces = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];

  function box_space(g, cam, body, P, colour) {
    const half = body.size.map((x) => x / 2);
    for (const [k, i, j] of faces)
      for (const side of [-1, 1]) {
        const n = P.M.map((row) => side * row[k]);
        const facing = n[0] * cam.near[0] + n[1] * cam.near[1] +
          n[2] * cam.near[2];
        if (facing <= 0) continue;
        const points = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => {
          const x = [0, 0, 0];
          x[k] = side * half[k];
          x[i] = a * half[i];
          x[j] = b * half[j];
          return cam.pixel(P.out(x));
        });
        path(g, points, true);
        g.fillStyle = palette.paper;
        g.fill();
        g.fillStyle = colour;
        const keep = g.globalAlpha;
        g.globalAlpha = keep * (0.16 + 0.34 * Math.max(0, n[2] * 0.7 +
          facing * 0.3));
        g.fill();
        g.globalAlpha = keep;
        g.strokeStyle = colour;
        g.lineWidth = 1.4;
        g.lineJoin = "round";
        g.stroke();
      }
  }

  function sphere_space(g, cam, body, P, colour) {
    const c = cam.pixel(P.at), r = Math.max(2, body.radius * cam.scale);
    g.beginPath();
    g.arc(...c, r, 0, 2 * Math.PI);
    g.fillStyle = palette.paper;
    g.fill();
    round(g, colour, c, r);
    g.lineWidth = 1;
    for (const [, i, j] of faces) { // the near halves of three great circles
      let pen = false;
      g.beginPath();
      for (let a = 0; a <= 48; a++) {
        const x = [0, 0, 0];
        x[i] = body.radius * Math.cos(a * Math.PI / 24);
        x[j] = body.radius * Math.sin(a * Math.PI / 24);
        const p = P.out(x);
        const seen = cam.depth(p) >= cam.depth(P.at);
        if (seen && pen) g.lineTo(...cam.pixel(p));
        else if (seen) g.moveTo(...cam.pixel(p));
        pen = seen;
      }
      g.stroke();
    }
  }

  function body_space(g, cam, body, P, colour) {
    if (body.kind === "box") return box_space(g, cam, body, P, colour);
    if (body.kind === "sphere") return sphere_space(g, cam, body, P, colour);
    if (body.kind === "rod") {
      const l = body.length / 2;
      g.strokeStyle = colour;
      g.lineWidth = 5;
      g.lineCap = "round";
      path(g, [cam.pixel(P.out([-l, 0, 0])), cam.pixel(P.out([l, 0, 0]))]);
      g.stroke();
      g.lineCap = "butt";
    } else if (body.corners) {
      filled(g, colour, hull(body.corners.map((p) => cam.pixel(P.out(p)))));
      if (body.radius) { // how far it has rolled
        path(g, [cam.pixel(P.at), cam.pixel(P.out(body.corners[0]))]);
        g.stroke();
      }
    } else {
      g.beginPath();
      g.arc(...cam.pixel(P.at), 5, 0, 2 * Math.PI);
      g.fillStyle = colour;
      g.fill();
      if (P.M) axes_of(g, cam, P);
    }
  }

  // A body without a shape shows how it is turned.
  function axes_of(g, cam, P) {
    const long = 0.12 * Math.max(...cam.span);
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]].forEach((e, k) => {
      g.strokeStyle = palette.list[k];
      g.lineWidth = 2;
      path(g, [cam.pixel(P.at), cam.pixel(P.out(e.map((x) => x * long)))]);
      g.stroke();
    });
  }

  // ---- trails, links, marks ------------------------------------------------

  function trail(g, cam, film, b, i, colour) {
    const every = Math.max(1, Math.floor(i / 900));
    g.strokeStyle = colour;
    g.lineWidth = 1.2;
    g.globalAlpha *= 0.55;
    const at = film.picture.bodies[b].q, d = film.picture.dimension;
    g.beginPath();
    for (let k = 0; k <= i; k = k < i && k + every > i ? i : k + every) {
      const p = film.q.slice(at, at + d).map((c) => c[k]);
      const [x, y] = cam.pixel(p);
      if (k) g.lineTo(x, y); else g.moveTo(x, y);
      if (k === i) break;
    }
    g.stroke();
    g.globalAlpha /= 0.55;
  }

  function link(g, cam, film, l, i) {
    const place = (b, p) => b < 0 ? p : pose(film, b, i).out(p);
    const a = cam.pixel(place(l.a, l.at)), b = cam.pixel(place(l.b, l.on));
    g.strokeStyle = palette.ink;
    g.fillStyle = palette.paper;
    g.lineWidth = 1.4;
    if (l.sort === "spring" || l.sort === "damper") {
      const dx = b[0] - a[0], dy = b[1] - a[1], n = Math.hypot(dx, dy) || 1;
      const p = (s, w) => [a[0] + s * dx - w * dy / n,
        a[1] + s * dy + w * dx / n];
      const points = [p(0, 0), p(0.15, 0)];
      if (l.sort === "spring")
        for (let k = 0; k < 10; k++)
          points.push(p(0.2 + 0.065 * k, k % 2 ? 5 : -5));
      else points.push(p(0.35, 0), p(0.35, 5), p(0.6, 5), p(0.6, -5),
        p(0.35, -5), p(0.35, 0), p(0.6, 0));
      points.push(p(0.85, 0), p(1, 0));
      path(g, points);
      g.stroke();
    } else if (l.sort === "prismatic" || l.sort === "fixed") {
      g.beginPath();
      g.rect(a[0] - 4.5, a[1] - 4.5, 9, 9);
      g.fill();
      g.stroke();
    } else {
      g.beginPath();
      g.arc(a[0], a[1], 4.5, 0, 2 * Math.PI);
      g.fill();
      g.stroke();
    }
    if (l.b < 0 && l.sort !== "spring" && l.sort !== "damper") {
      path(g, [[b[0] - 8, b[1] + 12], [b[0], b[1]], [b[0] + 8, b[1] + 12]],
        true);
      g.stroke();
    }
  }

  function own_marks(g, cam, film, i, colour) {
    let k = 0;
    for (const form of film.forms) {
      const x = film.marks.slice(k, k += form.n).map((c) => c[c.length > 1 ?
        i : 0]);
      if (form.sort === "circle")
        round(g, colour, cam.pixel([x[0], x[1]]), x[2] * cam.scale);
      else if (form.sort === "point") {
        g.beginPath();
        g.arc(...cam.pixel(x), 5, 0, 2 * Math.PI);
        g.fillStyle = colour;
        g.fill();
      } else if (form.sort === "line") {
        const points = [];
        for (let j = 0; j < x.length; j += 2)
          points.push(cam.pixel([x[j], x[j + 1]]));
        g.strokeStyle = colour;
        g.lineWidth = 1.8;
        g.lineJoin = "round";
        path(g, points);
        g.stroke();
      }
    }
  }

  Object.assign(R, { colours, sized, path, ground_plane, ground_space, moving,
    body_plane, body_space, trail, link, own_marks, hull,
    palette: () => palette });
})(globalThis.perpReplay);
