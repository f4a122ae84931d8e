/**
# Springs in a row

What springs and dampers leave in a run's table: `elastic` has their energy beside that of the
surfaces, and `cs.NAME` their impulses. The step itself knows one force, of which they are a part
(`model/system/yield.c`), so what stands here is bookkeeping: nothing that the next step begins
from is made here, and a run whose table nobody reads could go without. `elastic` alone is energy
that the other schemes know, too; a run of theta beside one of `linear-implicit` can be compared
by `kinetic + elastic`, and by the impulses.
*/
#pragma once

#include "pks05/run/compliant.h"

/* The impulses of the step that ends in `row` along the rows a, N s; nothing
   without springs. Behind the step, before the next. INPUT, LIMIT (memory):
   of the tape. */
perp_status compliant_springs_put(loop *l, int row);

/* The energy of the springs at the position that was evaluated last, J. to: is
   initialised. */
double compliant_springs_energy(const compliant_state *r);
void compliant_springs_energy_exact(const compliant_state *r, mpq_t to);
