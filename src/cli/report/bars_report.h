/**
# A verdict on bars of measurement

Proven, refuted or undecided: what `perp judge --error` says, in words and in JSON, and
the motion that it exhibits.
*/
#pragma once

#include "base/text.h"
#include "judge/judge.h"

/* The sentence; nothing where no bars were given. `of_data`: what a refutation
   is proven of. */
void bars_text(const judgement *j, const char *of_data, growing_text *out);

/* , "error": and its value, null where no bars were given. */
void bars_json(const judgement *j, growing_text *out);

/* The motion into a file, where there is one. IO. */
perp_status bars_write(const growing_text *kept, const char *path);
