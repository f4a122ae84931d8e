/**
# No fault at all
*/
#pragma once

#include "pks05/cone/qvi_check.h"

static inline bool qvi_faultless(const qvi_faults *f)
{
    return f->force == 0 && f->gap == 0 && f->product == 0 && f->cone == 0 &&
           f->power == 0 && f->least == 0;
}
