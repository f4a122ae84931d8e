"use strict";
// The page: time, keys, buttons.

(function (R) {
  const at = (id) => document.getElementById(id);
  const state = { t: 0, lead: 0, playing: false, shows: {}, proofs: [] };
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let films = [], cam, strips = [], dirty = true;

  const lead = () => films[state.lead];
  const row = (f) => R.row_at(f, state.t);
  const number_of = (f, i) => i === f.n - 1 ? f.rows - 1 : i * f.every;

  // ---- time ----------------------------------------------------------------

  function go(i) {
    const f = lead();
    state.t = f.t[Math.max(0, Math.min(f.n - 1, i))];
    dirty = true;
  }

  function play(on) {
    const f = lead(), end = Math.max(...films.map((x) => x.t[x.n - 1]));
    if (on && state.t >= end - 1e-12) state.t = f.t[0];
    state.playing = on;
    at("play").textContent = on ? "\u275a\u275a" : "\u25b6\ufe0e";
    at("play").setAttribute("aria-label", on ? "pause" : "play");
    dirty = true;
  }

  const speeds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5,
    10, 20, 50, 100];

  function set_speeds() {
    const T = Math.max(...films.map((f) => f.t[f.n - 1]));
    let best = speeds.indexOf(1);
    if (T < 1.5 || T > 20)
      speeds.forEach((s, i) => {
        if (Math.abs(Math.log(T / s / 8)) < Math.abs(Math.log(T /
          speeds[best] / 8))) best = i;
      });
    at("speed").replaceChildren(...speeds.map((s) => R.element("option",
      { value: s, textContent: s + "\u00d7" })));
    at("speed").selectedIndex = best;
  }

  function faster(by) {
    const s = at("speed");
    s.selectedIndex = Math.max(0, Math.min(speeds.length - 1,
      s.selectedIndex + by));
  }

  // ---- picture -------------------------------------------------------------

  function draw() {
    const { g, w, h } = R.sized(at("view"));
    const many = films.length > 1, beside = many && at("beside").checked;
    const shown = beside ? films : films.filter((f) => f !== lead()).concat(
      lead());
    const columns = beside ? Math.ceil(Math.sqrt(shown.length * w / h / 1.4)) :
      1;
    const lines = beside ? Math.ceil(shown.length / columns) : 1;
    shown.forEach((f, k) => {
      const x = beside ? k % columns * w / columns : 0;
      const y = beside ? Math.floor(k / columns) * h / lines : 0;
      g.save();
      g.beginPath();
      g.rect(x, y, w / columns, h / lines);
      g.clip();
      cam.into(x, y, w / columns, h / lines);
      if ((k === 0 || beside) && f.picture.ground)
        (f.picture.dimension === 3 ? R.ground_space : R.ground_plane)(g, cam,
          f.picture.ground);
      for (const wall of k === 0 || beside ? f.picture.walls || [] : [])
        R.ground_plane(g, cam, wall);
      const own = beside ? f : lead();
      for (const wall of k === 0 || beside ? own.picture.moving || [] : [])
        R.moving(g, cam, own, wall, row(own));
      const behind = many && !beside && f !== lead();
      g.globalAlpha = behind ? 0.55 : 1;
      R.draw(g, cam, f, row(f), behind ? { trails: state.shows.trails } :
        state.shows, many ? f.colour() : null);
      if (beside) R.label(g, f.label, [x + 4, y + 24]);
      if (k === 0 || beside) R.ruler(g, cam);
      g.restore();
    });
  }

  function say() {
    const f = lead(), i = row(f);
    at("time").textContent = "t = " + f.t[i].toPrecision(5) + " s, row " +
      number_of(f, i) + " of " + (f.rows - 1);
    at("scrub").value = i;
    at("scrub").setAttribute("aria-valuetext", at("time").textContent);
    at("says").textContent = "At " + at("time").textContent + ": " +
      f.picture.bodies.map((b, k) => b.name + " is at " + R.pose(f, k,
        i).at.map(R.number).join(", ") + " m").join("; ");
  }

  // ---- the proof -----------------------------------------------------------

  const proof = () => state.proofs[state.lead];

  function draw_proof() {
    const p = proof();
    at("proof").hidden = at("badge").hidden = at("tick").hidden = !p;
    if (!p) return;
    const word = p.run.done ? p.word : "undecided", v = p.run.verdict();
    const i = number_of(lead(), row(lead())), now = p.row(i);
    at("badge").className = "badge " + word;
    at("badge").textContent = !p.run.done ? v.rows + " rows checked" :
      R.signs[word] + " " + (word === "accepted" ? v.rows + " rows proven, " +
      v.level : word);
    at("verdict").className = word;
    at("verdict").textContent = p.sentence();
    const { g, w, h } = R.sized(at("ticks")), palette = R.palette();
    const n = lead().rows - 1, x = (k) => 6 + (k - 1) / Math.max(1, n - 1) *
      (w - 12);
    for (const r of p.run.rows) {
      g.fillStyle = r.word === "accepted" ? palette.good : r.word ===
        "refused" ? palette.bad : palette.open;
      const wide = r.word === "refused" ? 4 : Math.max(1, (w - 12) / n * 0.7);
      g.fillRect(x(r.number || 1) - wide / 2, r.word === "refused" ? 2 : 8,
        wide, h - (r.word === "refused" ? 4 : 16));
    }
    g.fillStyle = palette.accent;
    g.fillRect(x(Math.max(1, i)) - 1, 0, 2, h);
    at("tick").hidden = !now;
    if (now) {
      at("tick").className = now.word;
      at("tick").textContent = R.signs[now.word] + " " + (now.word ===
        "accepted" ? "proven" : now.word);
    }
    at("ticks").setAttribute("aria-label", v.rows + " rows are checked; row " +
      i + (now ? " is " + now.word : " is not checked"));
    if (!at("details").hidden && state.detailed !== p.run.rows.length + ":" +
      i + p.proof.length + word) {
      state.detailed = p.run.rows.length + ":" + i + p.proof.length + word;
      p.show(at("details"), i);
    }
  }

  function open_details(on) {
    at("details").hidden = !on;
    state.detailed = "";
    dirty = true;
    if (on) at("details").scrollIntoView({ block: "nearest" });
  }

  function spoil(reseal) {
    if (!proof()) return;
    at("spoilt").textContent = proof().spoil(reseal);
    at("restore").hidden = false;
    work();
  }

  let working = false, said = 0;
  function work() {
    if (working) return;
    working = true;
    const turn = () => {
      const p = state.proofs.find((x) => x && !x.run.done);
      if (p) p.work(20);
      if (p && p.run.done || performance.now() > said + 200) {
        said = performance.now();
        draw_proof();
      }
      if (p) return setTimeout(turn, 0);
      working = false;
      document.documentElement.dataset.checked = "yes";
    };
    setTimeout(turn, 0);
  }

  // ---- runs ----------------------------------------------------------------

  function choose(k) {
    state.lead = (k + films.length) % films.length;
    at("scrub").max = lead().n - 1;
    const f = lead();
    at("about").textContent = about(f);
    strips = R.strips_of(at("strips"), films, f);
    for (const s of strips) s.onpoint = (t) => {
      state.t = t;
      dirty = true;
    };
    for (const b of at("runs").children) b.setAttribute("aria-pressed",
      String(Number(b.dataset.run) === state.lead));
    set_forks();
    dirty = true;
  }

  function about(f) {
    const x = (v) => String(Number(v.toPrecision(6)));
    return f.scheme + ", h = " + x(f.h) + " s, \u03b1 = " + x(f.alpha) +
      ", \u03b3 = " + x(f.gamma) + (f.e > 0 ? ", e = " + x(f.e) : "") + ", " +
      (f.rows - 1) + " rows" + (f.collisions > 0 ? ", " + f.collisions +
      " collisions" : "") + (f.every > 1 ? ", one in " + f.every +
      " is drawn" : "") + (f.unfinished ? "; the run was not finished" : "");
  }

  function set_runs() {
    if (films.length < 2) return;
    at("beside-label").hidden = false;
    at("runs").replaceChildren(...films.map((f, k) => {
      const s = R.element("span", { className: "swatch" });
      const b = R.element("button", {}, s, f.label);
      f.swatch = s;
      b.dataset.run = k;
      b.addEventListener("click", () => choose(k));
      return b;
    }));
  }

  // Runs that part at forks: a choice at each fork leads to the run that went
  // this way, as far as it is one with those before.
  function set_forks() {
    const most = Math.max(...films.map((f) => (f.of || []).length));
    at("forks").hidden = !(most > 0);
    if (!(most > 0)) return;
    const way = lead().outcome;
    at("forks").replaceChildren(...way.map((taken, k) => R.element("span", {
      className: "row" }, "fork " + (k + 1) + ":", ...Array.from({ length:
      lead().of[k] }, (_, i) => {
      const to = films.findIndex((f) => f.outcome[k] === i + 1 &&
        way.slice(0, k).every((w, m) => f.outcome[m] === w));
      const b = R.element("button", { textContent: i + 1, disabled: to < 0 });
      b.setAttribute("aria-pressed", String(taken === i + 1));
      b.setAttribute("aria-label", "fork " + (k + 1) + ", outcome " + (i + 1) +
        " of " + lead().of[k]);
      b.addEventListener("click", () => choose(to));
      return b;
    }))));
  }

  // ---- keys, theme, pointer ------------------------------------------------

  function theme(name) {
    document.documentElement.dataset.theme = name;
    R.colours();
    films.forEach((f) => { if (f.swatch) f.swatch.style.background =
      f.colour(); });
    if (films.length) choose(state.lead);
  }

  const flip = (id) => {
    at(id).checked = !at(id).checked;
    shows();
  };
  function shows() {
    for (const id of ["trails", "pushes", "cones", "names"])
      state.shows[id] = at(id).checked;
    dirty = true;
  }

  const keys = {
    " ": () => play(!state.playing),
    ArrowLeft: (e) => go(row(lead()) - (e.shiftKey ? 10 : 1)),
    ArrowRight: (e) => go(row(lead()) + (e.shiftKey ? 10 : 1)),
    Home: () => go(0), End: () => go(lead().n - 1),
    "+": () => faster(1), "=": () => faster(1), "-": () => faster(-1),
    "[": () => choose(state.lead - 1), "]": () => choose(state.lead + 1),
    t: () => flip("trails"), i: () => flip("pushes"), c: () => flip("cones"),
    n: () => flip("names"), p: () => open_details(at("details").hidden),
    d: () => other_theme(), "?": () => at("keys").showModal(),
  };

  function key(e) {
    const own = e.target.closest("select, pre, .scrolls, dialog");
    const button = e.key === " " && e.target.closest("button, label, input" +
      ":not(#scrub)");
    if (own || button || e.ctrlKey || e.metaKey || e.altKey || !keys[e.key])
      return;
    e.preventDefault();
    if (e.key.startsWith("Arrow") || e.key === "Home" || e.key === "End")
      play(false);
    keys[e.key](e);
  }

  const other_theme = () => theme(document.documentElement.dataset.theme ===
    "dark" ? "light" : "dark");

  function listen() {
    const on = (id, what) => at(id).addEventListener("click", what);
    on("play", () => play(!state.playing));
    on("first", () => { play(false); go(0); });
    on("last", () => { play(false); go(lead().n - 1); });
    on("back", () => { play(false); go(row(lead()) - 1); });
    on("on", () => { play(false); go(row(lead()) + 1); });
    on("theme", other_theme);
    on("help", () => at("keys").showModal());
    on("close", () => at("keys").close());
    on("badge", () => at("proof").scrollIntoView());
    on("open", () => open_details(at("details").hidden));
    on("spoil", () => spoil(false));
    on("reseal", () => spoil(true));
    on("restore", () => {
      proof().restore();
      at("restore").hidden = true;
      at("spoilt").textContent = "";
      work();
    });
    at("ticks").addEventListener("click", (e) => {
      const box = at("ticks").getBoundingClientRect(), f = lead();
      const part = (e.clientX - box.left - 6) / (box.width - 12);
      play(false);
      go(Math.round((1 + part * (f.rows - 2)) / f.every));
      open_details(true);
    });
    at("scrub").addEventListener("input", () => {
      play(false);
      go(Number(at("scrub").value));
    });
    for (const id of ["trails", "pushes", "cones", "names", "beside"])
      at(id).addEventListener("change", shows);
    document.addEventListener("keydown", key);
    addEventListener("resize", () => { dirty = true; });
    R.pointer(at("view"), cam, () => { dirty = true; });
  }

  // ---- the beginning -------------------------------------------------------

  let before = 0;
  function frame(now) {
    const by = Math.min(0.1, (now - before) / 1000);
    before = now;
    if (state.playing) {
      const end = Math.max(...films.map((f) => f.t[f.n - 1]));
      state.t = Math.min(end, state.t + by * Number(at("speed").value));
      if (state.t >= end) play(false);
      dirty = true;
    }
    if (dirty) {
      dirty = false;
      draw();
      say();
      draw_proof();
      for (const s of strips) s.draw(state.t);
    }
    requestAnimationFrame(frame);
  }

  async function begin() {
    const data = JSON.parse(await R.block("data"));
    films = data.runs.map((f) => R.film(f, data));
    films.forEach((f, k) => {
      f.colour = () => R.palette().list[k % 8];
      f.label = films.length > 1 && f.name.startsWith(data.title + ".") ?
        f.name.slice(data.title.length + 1) : f.name;
    });
    at("title").textContent = document.title = data.title;
    at("foot").textContent = "A replay by perp " + data.perp + ". What is " +
      "drawn is rounded to a millionth of each column's greatest number; " +
      "each picture is a row of the table, nothing is drawn between rows.";
    cam = new R.Camera(films);
    at("view").classList.toggle("space", cam.space);
    set_speeds();
    set_runs();
    shows();
    theme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" :
      "light");
    const bodies = films.some((f) => f.picture.bodies.length > 0 ||
      f.forms.length > 0);
    at("view").hidden = !bodies;
    document.querySelector("main").classList.toggle("plain", !bodies);
    document.querySelector(".layers").hidden = !bodies;
    listen();
    requestAnimationFrame(frame);
    document.documentElement.dataset.ready = "yes";
    if (!calm) play(true);
    for (let k = 0; k < films.length; k++) {
      const scene = await R.block("scene-" + k);
      if (scene === null) continue;
      state.proofs[k] = new R.Proof(films[k], scene,
        await R.block("proof-" + k));
      work();
    }
  }

  R.state = state;
  R.begun = begin().catch((e) => {
    document.documentElement.dataset.ready = "no";
    at("about").textContent = "This page is damaged: " + e.message;
    throw e;
  });
})(globalThis.perpReplay);
