/**
# A scene, or the matrices of an impact

`perp impact` and `perp reach` ask about one impact. It is that of a scene, or with
`--data FILE` the one whose $M$, $J_n$, $J_t$, $\mu$ and $v$ stand in a file of JSON.
*/
#pragma once

#include "cli/options.h"
#include "scene/bind/bind.h"

#define IMPACT_DATA_OPTION                                                     \
    {                                                                          \
        "data", 0, OPTION_VALUE, "FILE",                                       \
            "no scene: M, Jn, Jt, mu and v as JSON (-: stdin)"                 \
    }

/* bind_run of b, whose script or text it fills in. USAGE: a scene and a file,
   or neither, or b's --set with a file. IO, LIMIT. */
perp_status impact_data_run(const options_table *t, const option *data,
                            bind_options *b);
