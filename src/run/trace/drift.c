#include "run/trace/drift.h"
#include "run/trace/lines.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

void drift_warn(drift_found *d, const char *format, ...)
{
    va_list list;
    if (d->warnings == DRIFT_WARNINGS)
        return;
    va_start(list, format);
    vsnprintf(d->warning[d->warnings++], sizeof d->warning[0], format, list);
    va_end(list);
}

/** ## Joints

(4.4c) is $\nu^T v^{l+1,\alpha} = 0$: the joint's value $\Theta$ is in no equation
of a step. It moves by the curvature of the joint, $O(h^2)$ in a step and $O(h)$
in a fixed time, with a constant that grows with the time. */
void drift_joint(drift_found *d, const char *name, double theta, double most,
                 drift_peak at)
{
    at.x = fabs(theta);
    if (!d->joints || at.x > d->gap.x) {
        d->gap = at;
        snprintf(d->joint, sizeof d->joint, "%s", name);
    }
    d->joints = 1;
    if (at.x > most && !d->open) {
        d->open = 1;
        d->since_open = at;
    }
}

/** ## The part of the velocity that moves nothing

$v^{l+1} - v^{l+1,\alpha} = (1-\alpha)(v^{l+1} - v^l)$. In a smooth motion this
is $O(h)$, and after a start from rest its share of the kinetic energy is 1/4,
1/16, 1/36, ... for $\alpha = 1/2$. Across the joints it is something else: there
$v^{l+1,\alpha}$ vanishes, so $v^{l+1} = -\frac{1-\alpha}{\alpha}v^l$, which for
$\alpha = 1/2$ keeps its size and changes its sign for ever. Positions move with
$v^{l+1,\alpha}$ and never see it. What tells the two apart is time: a share that
stays above one hundredth for twenty rows. A contact that sticks does the same
to the tangential velocity, and means it; rows in which a contact pushes do not
count. Nor does what rounding leaves of a body at rest. */
void drift_part(drift_found *d, double part, double kinetic, double floor,
                int free, drift_peak at)
{
    d->kinetic = fmax(d->kinetic, kinetic);
    const int noise = part <= floor + 0x1p-80 * d->kinetic;
    const double share = noise ? 0 : part / kinetic;
    at.x = part;
    if (!d->parts || part > d->part.x)
        d->part = at;
    d->parts = 1;
    d->last = part;
    d->last_share = share;
    if (!free || share <= DRIFT_SHARE) {
        d->streak = 0;
        return;
    }
    at.x = share;
    if (d->streak++ == 0)
        d->began = at;
    if (d->streak < DRIFT_STREAK || d->lost)
        return;
    d->lost = 1;
    d->since_lost = d->began;
}

/** ## Between two rows

Warnings and shapes that never touch come behind the last row, and are not among it. */
static void freeze_peak(drift_peak *p, frozen *x)
{
    frozen_reals(x, 1, &p->x);
    frozen_reals(x, 1, &p->t);
    frozen_count(x, &p->row);
}

void drift_freeze(drift_found *d, frozen *x)
{
    int *flag[] = {&d->joints, &d->open, &d->parts, &d->lost};
    double *real[] = {&d->last, &d->last_share, &d->kinetic};
    drift_peak *peak[] = {&d->gap, &d->since_open, &d->part, &d->since_lost,
                          &d->began};
    for (int i = 0; i < 4; i++)
        frozen_flag(x, flag[i]);
    for (int i = 0; i < 3; i++)
        frozen_reals(x, 1, real[i]);
    for (int i = 0; i < 5; i++)
        freeze_peak(peak[i], x);
    frozen_name(x, d->joint, sizeof d->joint);
    frozen_count(x, &d->streak);
}

/** ## The verdict */
void drift_judge(drift_found *d, double alpha, double penetration)
{
    char joints[160] = "";
    if (d->open)
        drift_warn(d,
                   "the joint '%s' is off by %.3g at row %ld (t = %.6g s); "
                   "joints are off by more than penetration = %.3g since row "
                   "%ld (t = %.6g s): steps hold them in velocities only; "
                   "project = 'joints' holds positions, a smaller h drifts "
                   "less",
                   d->joint, d->gap.x, d->gap.row, d->gap.t, penetration,
                   d->since_open.row, d->since_open.t);
    if (!d->lost)
        return;
    if (d->joints)
        snprintf(joints, sizeof joints,
                 "; the largest joint gap is %.3g ('%s')", d->gap.x, d->joint);
    drift_warn(d,
               "the sign-alternating part of v, v - va, which moves nothing, "
               "has more than %g %% of the kinetic energy since row %ld (t = "
               "%.6g s), and %.3g J, %.3g %%, in the last row%s: alpha = %g "
               "%s; take an alpha above 1/2, or a smaller h",
               100 * DRIFT_SHARE, d->since_lost.row, d->since_lost.t, d->last,
               100 * d->last_share, joints, alpha,
               alpha > 0.5    ? "damps it too slowly"
               : alpha == 0.5 ? "does not damp it"
                              : "makes it grow");
}

/** ## Words */
static void put_peak(const char *key, const drift_peak *p, FILE *out)
{
    if (isfinite(p->x))
        fprintf(out, "\"%s\": %.17g", key, p->x);
    else
        fprintf(out, "\"%s\": null", key);
    fprintf(out, ", \"step\": %ld, \"t\": %.17g", p->row, p->t);
}

void drift_json(const drift_found *d, FILE *out)
{
    fputs(", \"joint_gap_max\": ", out);
    if (d->joints) {
        fputs("{", out);
        put_peak("value", &d->gap, out);
        fputs(", \"joint\": ", out);
        lines_text(out, d->joint);
        fputs("}", out);
    } else {
        fputs("null", out);
    }
    fputs(", \"parasitic\": ", out);
    if (d->parts) {
        fputs("{", out);
        put_peak("max", &d->part, out);
        fprintf(out, ", \"last\": %.17g, \"share_last\": %.17g, \"since\": ",
                d->last, d->last_share);
        if (d->lost) {
            fputs("{", out);
            put_peak("share", &d->since_lost, out);
            fputs("}}", out);
        } else {
            fputs("null}", out);
        }
    } else {
        fputs("null", out);
    }
    fputs(", \"never_touch\": [", out);
    for (int i = 0; i < d->nevers; i++) {
        fputs(i > 0 ? ", " : "", out);
        lines_text(out, d->never[i]);
    }
    fputs("], \"warnings\": [", out);
    for (int i = 0; i < d->warnings; i++) {
        fputs(i > 0 ? ", " : "", out);
        lines_text(out, d->warning[i]);
    }
    fputs("]", out);
}

void drift_tell(const drift_found *d, FILE *out)
{
    if (d->joints)
        fprintf(out,
                "  joints off by at most %.3g ('%s', row %ld, t = %.6g s)\n",
                d->gap.x, d->joint, d->gap.row, d->gap.t);
    if (d->parts)
        fprintf(out,
                "  sign-alternating part of v, |v - va|_M^2 / 2: at most %.3g "
                "J (row %ld, t = %.6g s), %.3g J at last, %.3g %% of the "
                "kinetic energy\n",
                d->part.x, d->part.row, d->part.t, d->last,
                100 * d->last_share);
}
