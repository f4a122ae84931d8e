"use strict";
// From metres to pixels: a map that one moves, and in space a direction that
// one looks along. Nothing is nearer by being larger: the view is orthographic.

(function (R) {
  // The place of body b of a film at row i: centre, and how it is turned.
  function pose(film, b, i) {
    const at = film.picture.bodies[b], q = (k) => film.q[at.q + k][i];
    if (film.picture.dimension === 2) {
      const th = at.turns ? q(2) : 0, c = Math.cos(th), s = Math.sin(th);
      return { at: [q(0), q(1)],
        out: ([x, y]) => [q(0) + c * x - s * y, q(1) + s * x + c * y] };
    }
    const p = [q(0), q(1), q(2)];
    if (!at.turns) return { at: p, out: (x) => x.map((v, k) => v + p[k]) };
    const a = q(3), b1 = q(4), c = q(5), d = q(6);
    const s = 2 / (a * a + b1 * b1 + c * c + d * d);
    const M = [
      [1 - s * (c * c + d * d), s * (b1 * c - a * d), s * (b1 * d + a * c)],
      [s * (b1 * c + a * d), 1 - s * (b1 * b1 + d * d), s * (c * d - a * b1)],
      [s * (b1 * d - a * c), s * (c * d + a * b1), 1 - s * (b1 * b1 + c * c)]];
    return { at: p, M, out: (x) => M.map((row, k) => p[k] + row[0] * x[0] +
      row[1] * x[1] + row[2] * x[2]) };
  }

  function reach(body) { // how far a body goes from its centre
    if (body.size) return Math.hypot(...body.size) / 2;
    if (body.corners) return Math.max(...body.corners.map((p) =>
      Math.hypot(...p)));
    return body.radius || (body.length || 0) / 2;
  }

  // A number of a row that no column has; one alone stands for all rows.
  const mark = (film, k, i) => film.marks[k][film.marks[k].length > 1 ? i : 0];

  // The numbers of a wall that moves, at row i: its plane has gone n . motion.
  function plane(film, wall, i) {
    const d = film.picture.dimension, out = wall.params.slice();
    if (wall.motion !== undefined)
      for (let k = 0; k < d; k++)
        out[d] += out[k] * mark(film, wall.motion + k, i);
    return out;
  }

  class Camera {
    constructor(films) {
      this.films = films;
      this.space = films.some((f) => f.picture.dimension === 3);
      this.turn = -0.9;
      this.lift = 0.35;
      this.axes();
      this.home();
    }
    axes() {
      const a = Math.cos(this.turn), b = Math.sin(this.turn);
      const c = Math.cos(this.lift), s = Math.sin(this.lift);
      this.right = this.space ? [-b, a, 0] : [1, 0];
      this.up = this.space ? [-s * a, -s * b, c] : [0, 1];
      this.near = [c * a, c * b, s];
    }
    flat(p) { // metres right and up of what one sees
      let x = 0, y = 0;
      for (let k = 0; k < p.length; k++) {
        x += this.right[k] * p[k];
        y += this.up[k] * p[k];
      }
      return [x, y];
    }
    depth(p) {
      return p[0] * this.near[0] + p[1] * this.near[1] + p[2] * this.near[2];
    }
    // All that is drawn in some row.
    home() {
      const box = [Infinity, Infinity, -Infinity, -Infinity];
      const take = ([x, y], r) => {
        box[0] = Math.min(box[0], x - r);
        box[1] = Math.min(box[1], y - r);
        box[2] = Math.max(box[2], x + r);
        box[3] = Math.max(box[3], y + r);
      };
      for (const film of this.films) this.cover(film, take);
      if (!(box[2] >= box[0])) box.splice(0, 4, -1, -1, 1, 1);
      const least = 1e-6 + 0.02 * Math.max(box[2] - box[0], box[3] - box[1]);
      this.span = [Math.max(box[2] - box[0], least),
        Math.max(box[3] - box[1], least)];
      this.middle = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
      this.zoom = 1;
    }
    cover(film, take) {
      const every = Math.max(1, Math.floor(film.n / 400));
      for (let i = 0; i < film.n; i += every) {
        film.picture.bodies.forEach((body, b) => {
          const { at } = pose(film, b, i), d = at.length;
          take(this.flat(at), reach(body));
          for (const wall of film.picture.moving || []) { // its nearest point
            const n = plane(film, wall, i);
            const far = at.reduce((sum, x, k) => sum - x * n[k], n[d]);
            if (wall.motion !== undefined)
              take(this.flat(at.map((x, k) => x + far * n[k])), 0);
          }
        });
        for (const link of film.picture.links)
          if (link.b < 0 && i === 0) take(this.flat(link.on), 0);
        let k = 0;
        for (const form of film.forms) {
          const x = film.marks.slice(k, k += form.n).map((c) => c[c.length > 1 ?
            i : 0]);
          if (form.sort === "circle") take(this.flat([x[0], x[1]]), x[2]);
          else if (form.sort === "point") take(this.flat(x), 0);
          else if (form.sort === "line")
            for (let j = 0; j < x.length; j += 2)
              take(this.flat([x[j], x[j + 1]]), 0);
        }
      }
    }
    // Looks into the rectangle x, y, w, h of pixels.
    into(x, y, w, h) {
      const pad = Math.min(34, w / 10);
      this.scale = this.zoom * Math.min((w - 2 * pad) / this.span[0],
        (h - 2 * pad) / this.span[1]);
      this.shift = [x + w / 2, y + h / 2];
      this.window = [x, y, w, h];
    }
    pixel(p) {
      const [a, b] = p.length === 3 || !this.space ? this.flat(p) :
        this.flat([p[0], p[1], 0]);
      return [this.shift[0] + this.scale * (a - this.middle[0]),
        this.shift[1] - this.scale * (b - this.middle[1])];
    }
    drag(dx, dy, moves) {
      if (this.space && !moves) {
        this.turn -= dx / 140;
        this.lift = Math.max(-1.5, Math.min(1.5, this.lift + dy / 140));
        const keep = this.zoom;
        this.axes();
        this.home();
        this.zoom = keep;
      } else {
        this.middle[0] -= dx / this.scale;
        this.middle[1] += dy / this.scale;
      }
    }
  }

  // Fingers and the wheel on the picture.
  function pointer(view, cam, moved) {
    const fingers = new Map();
    view.addEventListener("pointerdown", (e) => {
      fingers.set(e.pointerId, [e.clientX, e.clientY]);
      view.setPointerCapture(e.pointerId);
    });
    for (const end of ["pointerup", "pointercancel"])
      view.addEventListener(end, (e) => fingers.delete(e.pointerId));
    view.addEventListener("pointermove", (e) => {
      const old = fingers.get(e.pointerId);
      if (!old) return;
      const now = [e.clientX, e.clientY];
      fingers.set(e.pointerId, now);
      if (fingers.size === 2) {
        const other = [...fingers].find(([id]) => id !== e.pointerId)[1];
        const far = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
        cam.zoom *= far(now) / far(old);
      } else cam.drag(now[0] - old[0], now[1] - old[1], e.shiftKey);
      moved();
    });
    view.addEventListener("wheel", (e) => {
      e.preventDefault();
      cam.zoom = Math.max(0.05, Math.min(500, cam.zoom * 1.002 ** -e.deltaY));
      moved();
    }, { passive: false });
    view.addEventListener("dblclick", () => {
      cam.home();
      moved();
    });
  }

  Object.assign(R, { pose, mark, plane, reach, Camera, pointer });
})(globalThis.perpReplay);
