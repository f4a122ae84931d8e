"use strict";
// The checker of a replay's page under node.
//
//   node page_checker.js FILE...   a verdict a line; FILE.scene is the statement
//   node page_checker.js           asked through standard input: "LENGTH LENGTH\n",
//                                  then so many bytes of statement and proof;
//                                  a verdict a line
const fs = require("fs");
const path = require("path");

const home = path.join(__dirname, "..", "..", "lua", "perp", "movie");
for (const name of ["check_words", "check_scene", "check_rows", "check_run"])
  require(path.join(home, name + ".js"));

function say(scene, proof) {
  const v = globalThis.perpCheck.check(scene, proof);
  return [v.word, v.level || "-", v.rows, v.digest || "-", v.why ||
    v.also].join(" ");
}

const files = process.argv.slice(2);
for (const file of files)
  console.log(say(fs.readFileSync(file + ".scene", "latin1"),
    fs.readFileSync(file, "latin1")));

if (files.length === 0) {
  let all = Buffer.alloc(0);
  process.stdin.on("data", (part) => {
    let end;
    all = Buffer.concat([all, part]);
    while ((end = all.indexOf(10)) >= 0) {
      const [a, b] = all.toString("latin1", 0, end).split(" ").map(Number);
      if (all.length < end + 1 + a + b) break;
      const text = all.toString("latin1", end + 1, end + 1 + a + b);
      fs.writeSync(1, say(text.slice(0, a), text.slice(a)) + "\n");
      all = all.subarray(end + 1 + a + b);
    }
  });
}
