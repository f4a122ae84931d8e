/**
# Are two tapes the same, number by number?
*/
#pragma once

#include "model/tape/tape.h"

#include <string.h>

/* Do two tapes say the same? Scene lines do not count. */
static inline int tape_equal(const tape *s, const tape *t)
{
    if (s->inputs != t->inputs || s->consts != t->consts ||
        s->instrs != t->instrs || s->runs != t->runs ||
        s->outputs != t->outputs)
        return 0;
    for (uint32_t i = 0; i < s->consts; i++)
        if (!mpq_equal(s->exact[i], t->exact[i]))
            return 0;
    for (uint32_t r = 0; r < s->runs; r++)
        if (s->run[r].op != t->run[r].op || s->run[r].from != t->run[r].from ||
            s->run[r].to != t->run[r].to)
            return 0;
    return memcmp(s->arg, t->arg, s->instrs * sizeof *s->arg) == 0 &&
           memcmp(s->out, t->out, s->outputs * sizeof *s->out) == 0;
}
