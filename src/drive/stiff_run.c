#include "drive/drive.h"

/** AP02's schemes are the family's step at $\alpha = \gamma = 1$: $x$ is $v^{l+1}$
itself and the position moves with it. What else differs (when the force is
taken, which side a spring stands on) the step reads from the scheme's name. The
numbers are lent to the copy and taken back here. */
perp_status stiff_run(const experiment *e, trace *out, summary *sum)
{
    experiment own = *e;
    mpq_t one;
    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    *own.alpha = *own.gamma = *one;
    perp_status s = experiment_run(&own, out, sum);
    mpq_clear(one);
    return s;
}
