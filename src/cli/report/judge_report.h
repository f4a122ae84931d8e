/**
# A verdict in words, in JSON, in strips
*/
#pragma once

#include "base/text.h"
#include "judge/judge.h"

/* What the command adds: names for the words, and what was required. */
typedef struct {
    const char *run;    /* whose scene */
    const char *scheme; /* the word of --scheme, or begin */
    const double *most; /* LAWS: what --require allows; NaN: anything */
} judge_words;

/* The verdict as text, at the end of `out`. */
void judge_text(const judgement *j, const judge_words *w, growing_text *out);
void judge_json(const judgement *j, const judge_words *w, growing_text *out);

/* Lua for bind_draw: a strip over time for each law that is not kept. */
void judge_strips(const judgement *j, const judge_words *w, growing_text *out);

/* The name of the law's worst place; null when it has none. */
const char *judge_place(const judgement *j, law_id id);

/* Does the worst number of a law stay below what is allowed? */
static inline int judge_met(const judgement *j, const judge_words *w, int id)
{
    return !(j->law[id].worst > w->most[id]);
}
