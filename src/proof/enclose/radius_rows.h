/**
# Comparing data with formulas, contact by contact

What radius.c asks of every tape, and of the contacts: doubles that are stated
beside intervals that the formulas give. `most` becomes the largest distance so
far, infinite where another arithmetic might not decide the same.
*/
#pragma once

#include "proof/enclose/radius.h"

/* n outputs of the tape that was evaluated last, from one on, beside x. */
void radius_compare(const encloser *w, const tape *t, uint32_t from,
                    const double *x, int n, double *most);

/* in: as many inputs as the tape has, and behind them their radii. LIMIT. */
perp_status radius_evaluate(encloser *w, const tape *t, const double *in,
                            double *most);

/* The rows n of p's contacts, and d where p->d has slips. in: the inputs of the
   scene's tapes, with room for those of a kind, which are lost. LIMIT. */
perp_status radius_rows(encloser *w, const radius_of *p, double *in,
                        double *most);

/* The gaps of p's contacts; gap has those of all. What `in` held is lost.
   LIMIT. */
perp_status radius_gaps(encloser *w, const radius_of *p, const double *gap,
                        double *in, double *most);
