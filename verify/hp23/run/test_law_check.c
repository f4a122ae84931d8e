/**
# What is claimed of an outcome, spoilt
*/
#include "law.h"

/** Every check of a proof sees what it is for: a velocity that is off by a
rounding error, an impulse that pulls, too much friction, an approach that is
left, energy from nowhere. */
static void spoilt_outcomes(void)
{
    for (int how = 0; how < 6; how++) {
        law_scene s;
        halm_posa g;
        halm_posa_path path;
        hp23_load(&s.m, "rocking_block");
        law_scene_of(&s);
        impact_law l = law_of_model(&s, LAW_HALM_POSA, 2);
        s.x.prove = 1;
        CHECK(halm_posa_new(&s.m.a, &s.m.d, &g).code == PERP_OK, "new");
        CHECK(law_sample(&l, &s.m.a, &s.x, &g, 0, &path).code == PERP_OK, "l");
        outcome *o = path.ended.first;
        mpq_t t;
        mpq_init(t);
        mpq_set_d(t, 0x1p-60);
        if (how == 1) /* and still ends, with less energy */
            mpq_add(o->v[1], o->v[1], t);
        if (how == 2)
            mpq_neg(o->L[0], o->L[0]);
        if (how == 3)
            mpq_add(o->L[2], o->L[0], t); /* mu = 1 */
        if (how == 4)
            mpq_sub(o->v[1], o->v[1], t);
        if (how == 5)
            mpq_set_ui(o->v[1], 2, 1);
        perp_status st = law_take(&l, &s.m.a, &s.x, o, &s.y);
        CHECK(st.code == (how == 0 ? PERP_OK : PERP_REFUTED), "%d: %d", how,
              (int)st.code);
        mpq_clear(t);
        outcomes_clear(&path.ended);
        law_scene_clear(&s);
    }
}

/** A bead of mass 2 on a wire, x = y by a joint, falls on a floor y >= 0: the
joint turns the impulse, which is not that of a free point. With M = 2 and the
wire at 45 degrees the normal speed answers n'W n = 1/4. */
static void held_by_a_joint(void)
{
    law_scene s;
    double *nu;
    hp23_new(&s.m, 2, 1);
    nu = arena_take(&s.m.a, 2, sizeof *nu);
    s.m.d.m = 1;
    s.m.d.nu = nu;
    nu[0] = 1;
    nu[1] = -1;
    s.m.d.M[0] = s.m.d.M[3] = 2;
    s.m.d.n[1] = 1;
    s.m.d.v[0] = s.m.d.v[1] = -3;
    hp23_exact(&s.m);
    s.m.x.m = 1;
    law_scene_of(&s);
    for (law_kind which = LAW_SIMULTANEOUS; which < LAWS; which++) {
        impact_law l = law_of_model(&s, which, 0);
        l.o.h = 5;
        s.x.prove = 1;
        perp_status st = law_collide(&l, &s.m.a, &s.x, &s.y);
        CHECK(st.code == PERP_OK, "%s: %s", law_name[which], st.message);
        CHECK(mpq_sgn(s.y.v[0]) == 0 && mpq_sgn(s.y.v[1]) == 0, "v+");
        CHECK(mpq_cmp_ui(s.y.cn[0], 12, 1) == 0, "%s: impulse %g",
              law_name[which], mpq_get_d(s.y.cn[0]));
    }
    law_scene_clear(&s);
}

int main(void)
{
    memory_adopt_gmp();
    RUN(spoilt_outcomes);
    RUN(held_by_a_joint);
    DONE;
}
