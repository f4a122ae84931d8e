/**
# Outcomes as a table

What `perp impact --json` says of each outcome, a row each.
*/
#pragma once

#include "cli/report/listing.h"

/** The columns, contacts in the order of the scene:

| column | |
|---|---|
| `outcome`, `impacts` | its number, from 1; single impacts, or moves |
| `v.NAME`, `vn.C`, `vt.C` | $v^+$, $J_n v^+$, $J_t v^+$ |
| `Ln.C`, `Lt.C` | impulses, N s |
| `work_n.C`, `work_t.C` | works, J, `work_t` of all slips of a contact; empty where nobody knows |
| `energy_lost` | J |
| `mode.C` | `parts`, `sticks`, `slides forward`, ... |
| `order` | of a law in turn the order, of an interleaved one the path; words with spaces between, else empty |

A contact with several slips has `vt.C.1`, `vt.C.2`, ..., and `Lt` as many. Numbers have 17 digits, or are p/q
with `--rational`. */
/* Writes the table to `path`, or to standard output ("-"). IO. */
perp_status outcomes_table_write(const listing *l, const char *path);
