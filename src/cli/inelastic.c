#include "cli/inelastic.h"

#include "number/literal.h"

#include <string.h>

/** The number is read before it is refused: `--restitution 2` and `--restitution -1`
mean nothing to any law, and `--restitution half` is a slip. What is left is the number's
own text in the command that has such laws, so that the line can be used as it stands. */
perp_status inelastic_asked(const option *o, const char *who)
{
    mpq_t e;
    if (o->count == 0)
        return PERP_SUCCESS;
    mpq_init(e);
    perp_status s = literal_ratio(o->value, strlen(o->value), e);
    const int fits = s.code == PERP_OK && mpq_sgn(e) >= 0 &&
                     mpq_cmp_ui(e, 1, 1) <= 0;
    const int zero = fits && mpq_sgn(e) == 0;
    mpq_clear(e);
    if (zero)
        return PERP_SUCCESS;
    if (!fits)
        return PERP_FAIL(PERP_USAGE,
                         "--restitution wants a number from 0 to 1, not "
                         "'%.40s'",
                         o->value);
    return PERP_FAIL(PERP_USAGE,
                     "--restitution %.40s: perp %s knows the inelastic law of "
                     "HP23 alone; ask perp impact --law interleaved "
                     "--restitution %.40s, or leave it at 0",
                     o->value, who, o->value);
}

/** Every scene has an `e`, 0 where it says none; of most schemes it belongs to the run, and
the impact at the scene's start is one of its collisions. */
perp_status inelastic_scene(const experiment *e, int told, const char *who)
{
    if (told || e->e == NULL || mpq_sgn(e->e) == 0)
        return PERP_SUCCESS;
    return PERP_FAIL(PERP_INPUT,
                     "the scene has e = %g, and perp %s knows the inelastic "
                     "law of HP23 alone; say --restitution 0 for that, or ask "
                     "perp impact",
                     mpq_get_d(e->e), who);
}
