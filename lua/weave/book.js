// The search: its data are a script of their own, read when somebody searches.
"use strict";
(() => {
  let data = null;
  const input = document.createElement("input");
  input.type = "search";
  input.placeholder = "Search";
  input.setAttribute("aria-label", "Search the book");
  const list = document.createElement("ul");
  list.id = "found";
  list.hidden = true;
  const place = document.getElementById("search");
  place.append(input, list);
  globalThis.perpSearch = (rows) => {
    data = rows.map((row) => [...row, row[0].toLowerCase(),
      row[2].toLowerCase()]);
    show();
  };
  const load = () => {
    if (document.getElementById("search-data")) return;
    const script = document.createElement("script");
    script.id = "search-data";
    script.src = "search-data.js";
    document.head.append(script);
  };
  // Every word must occur; in the title it counts for more, and a title that is
  // the whole question for most.
  const rank = (row, words, whole) => {
    let sum = row[3] === whole ? 100 : row[3].startsWith(whole) ? 20 : 0;
    for (const word of words) {
      if (row[3].includes(word)) sum += 10;
      else if (row[4].includes(word)) sum += 1;
      else return 0;
    }
    return sum;
  };
  const around = (row, words) => {
    const at = Math.max(0, ...words.map((w) => row[4].indexOf(w)));
    return (at > 60 ? "…" : "") + row[2].slice(Math.max(0, at - 60), at + 100);
  };
  function show() {
    const whole = input.value.trim().toLowerCase();
    const words = whole.split(/\s+/).filter(Boolean);
    list.hidden = words.length === 0 || data === null;
    if (list.hidden) return;
    const best = data.map((row) => [rank(row, words, whole), row])
      .filter(([n]) => n > 0).sort((a, b) => b[0] - a[0]).slice(0, 30);
    list.replaceChildren(...best.map(([, row]) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = row[1];
      link.textContent = row[0];
      const text = document.createElement("small");
      text.textContent = around(row, words);
      item.append(link, text);
      return item;
    }));
    if (best.length === 0) list.textContent = "nothing found";
  }
  input.addEventListener("focus", load);
  input.addEventListener("input", show);
  input.addEventListener("keydown", (e) => {
    if (e.key === "Escape") { input.value = ""; show(); }
    const first = list.querySelector("a");
    if (e.key === "Enter" && first) first.click();
  });
  list.addEventListener("click", () => { list.hidden = true; });
  document.addEventListener("keydown", (e) => {
    if (e.key === "/" && document.activeElement === document.body) {
      e.preventDefault();
      input.focus();
    }
  });
})();
