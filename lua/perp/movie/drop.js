"use strict";
// A page that reads FILE and FILE.scene, and says what the checker says.

globalThis.perpDrop = (function (C) {
  const at = (id) => document.getElementById(id);
  const kept = new Map(); // texts by names
  const signs = { accepted: "\u2713", refused: "\u2717", undecided: "?" };

  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";

  function say(name, v) {
    const p = document.createElement("p");
    p.className = "verdict " + v.word;
    p.textContent = signs[v.word] + " " + name + ": " + v.word + (v.level ?
      ", level " + v.level : "") + ", " + v.rows + " rows" + (v.row ?
      ", row " + v.row : "") + (v.why ? ": " + v.why : "") + ". " + (v.digest ?
      "Digest of the scene: " + v.digest + ". " : "") + (v.level === "L0" ?
      "Largest residuals: " + JSON.stringify(v.residuals) + ". " : "") +
      (v.word === "accepted" ? v.also : "");
    at("verdicts").prepend(p);
  }

  // Whatever has its other half is checked, and forgotten.
  function judge() {
    for (const [name, proof] of kept) {
      const scene = kept.get(name + ".scene");
      if (scene === undefined) continue;
      kept.delete(name);
      kept.delete(name + ".scene");
      say(name, C.check(scene, proof));
    }
    const alone = [...kept.keys()];
    at("drop").firstChild.textContent = alone.length === 0 ?
      "Drop both files here, or choose them:" : "Its other half is missing: " +
      alone.join(", ");
  }

  async function take(files) {
    for (const file of files)
      kept.set(file.name, new TextDecoder("latin1").decode(
        await file.arrayBuffer()));
    judge();
  }

  at("files").addEventListener("change", (e) => take(e.target.files));
  for (const kind of ["dragover", "drop"])
    document.addEventListener(kind, (e) => {
      e.preventDefault();
      if (kind === "drop") take(e.dataTransfer.files);
    });
  return { take };
})(globalThis.perpCheck);
