// All formulas of the book in one process. A line of the input is D (a display)
// or I, and TeX; a line of the output the HTML and MathML of that formula, or !
// and what is wrong. The argument is the file of KaTeX.
"use strict";
const katex = require(require("path").resolve(process.argv[2]));
const lines = require("fs").readFileSync(0, "utf8").split("\n");
lines.pop();
process.stdout.write(lines.map((line) => {
  try {
    return katex.renderToString(line.slice(1), { throwOnError: true,
      displayMode: line[0] === "D", strict: "ignore" }).replace(/\n/g, " ");
  } catch (e) {
    return "!" + String(e.message).replace(/\n/g, " ");
  }
}).concat("").join("\n"));
