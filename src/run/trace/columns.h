/**
# The columns of a trace

Which column holds what, and what it is called.
*/
#pragma once

#include "model/system/system.h"

/* The first column of each group; cn and ft are -1 when a system has too many
   contacts to list, elastic and cs when it has no springs, cj when it has no
   joints. */
typedef struct {
    int q, v, va, kinetic, cn, ft, elastic, cs, cj, measure, count;
    int *ft_at; /* contacts + 1: the first slip of each contact in ft */
} columns;

perp_status columns_layout(arena *a, const perp_system *s, columns *out);

/* count names: step, t, q.*, v.*, va.*, kinetic, cn.*, ft.*; the slips of a
   contact that has several are numbered, ft.NAME.1, ft.NAME.2. With springs:
   then elastic, their energy in J (of theta that of the surfaces, too), and
   cs.*, their impulses in N s; with joints cj.*, theirs. Last the measures.
   INPUT when a measure has the name of another column. */
perp_status columns_names(arena *a, const perp_system *s, const columns *at,
                          const char ***out);
