--- # The house
---
--- The one list of wings, lowest first: the question that a wing answers, the
--- wings that it may know besides what those know, and its rooms. Inside a wing
--- a room includes itself and those before it; "." is the wing's own folder.
--- `floors` holds includes and linker symbols against this list and makes
--- CONTRIBUTING's table from it.

return {
    { wing = "base",
      question = "what is an error, a piece of memory, a file?" },
    { wing = "number", knows = { "base" }, rooms = { ".", "linear" },
      question = "numbers beyond double, linear systems without rounding, " ..
          "sequences" },
    { wing = "lcp", knows = { "number" },
      rooms = { "problem", "formats", "tableau", "kernel", "solve",
          "enumerate", "claim" },
      question = "what is the problem; how is it solved, exactly, fully; is " ..
          "somebody's answer one?" },
    { wing = "model", knows = { "lcp" }, rooms = { "tape", "system", "step" },
      question = "what is a system; expressions, derivatives, tapes; the " ..
          "data of a step" },
    { wing = "cone", knows = { "model" },
      question = "what may contacts do together; is their cone pointed? " ..
          "(GAP08 section 3)" },
    { wing = "ap02", knows = { "model" },
      question = "springs, the stiff limit, projection, collisions (AP02)" },
    { wing = "proof", knows = { "cone" }, rooms = { "enclose", "certificate" },
      question = "enclosures, and the proof of a run" },
    { wing = "run", knows = { "proof" }, rooms = { "trace", "." },
      question = "an experiment, its table, its sums: for every scheme" },
    { wing = "gap08", knows = { "ap02", "run" },
      rooms = { "step", "run", "bounds" },
      question = "the (alpha, gamma) step, collisions, bounds (GAP08)" },
    { wing = "hp23", knows = { "run" },
      rooms = { "impact", "inclusion", "samples", "within", "run" },
      question = "impacts: laws, inclusions, samples, branches (HP23)" },
    { wing = "pks05", knows = { "run" },
      rooms = { "cone", "step", "run", "ends" },
      question = "compliant contact: cone, step, prescribed ends (PKS05)" },
    { wing = "p10", knows = { "run" },
      question = "positions, restitution, Moreau's step (P10)" },
    { wing = "scene", knows = { "gap08", "hp23", "pks05", "p10" },
      rooms = { "run", "values", "bind", "door" },
      question = "what a scene may write, and the run that it asks for; the " ..
          "only wing that includes Lua" },
    { wing = "judge", knows = { "gap08" },
      question = "which law does somebody else's motion break, where, by " ..
          "how much?" },
    { wing = "cli", knows = { "scene", "judge" }, rooms = { "report", "." },
      question = "one file a subcommand" },
}
