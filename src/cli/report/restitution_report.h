/**
# What is told of restitution
*/
#pragma once

#include "cli/report/listing.h"

/* Members of the object, each with a comma behind it: nothing where no
   restitution was asked for and no sequence has a limit. */
void restitution_json(const listing *l, FILE *out);

/* The same in sentences, a line each. */
void restitution_text(const listing *l, FILE *out);

/* The moves that led to o: "A", "+A" for what it gives back, "all", "+all". In
   JSON a member with a comma in front, in text behind ", by "; or nothing. */
void restitution_path(const listing *l, const outcome *o, int json, FILE *out);
