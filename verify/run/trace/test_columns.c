#include "check.h"
#include "run/trace/columns.h"

static const char *coords[2] = {"x", "y"};

static perp_system with_contacts(int n, const char **names, int *slips)
{
    perp_system s = {.nq = 2,
                     .nv = 2,
                     .contacts = n,
                     .q_name = coords,
                     .v_name = coords,
                     .contact_name = names,
                     .slips = slips};
    for (int j = 0; j < n; j++)
        s.total_slips += slips[j];
    return s;
}

/* The order that the README promises; a contact in space has two slips. */
static void names_in_order(void)
{
    const char *contact[3] = {"a", "b", "c"}, **name;
    const char *want[] = {"step", "t",    "q.x",  "q.y",     "v.x",
                          "v.y",  "va.x", "va.y", "kinetic", "cn.a",
                          "cn.b", "cn.c", "ft.a", "ft.b.1",  "ft.b.2"};
    int slips[3] = {1, 2, 0};
    arena a = {0};
    columns at;
    perp_system s = with_contacts(3, contact, slips);
    CHECK(columns_layout(&a, &s, &at).code == PERP_OK, "layout");
    CHECK(at.count == 15 && at.cn == 9 && at.ft == 12 && at.ft_at[2] == 3,
          "%d %d %d", at.count, at.cn, at.ft);
    CHECK(columns_names(&a, &s, &at, &name).code == PERP_OK, "names");
    for (int i = 0; i < at.count && i < 15; i++)
        CHECK(strcmp(name[i], want[i]) == 0, "%d: %s", i, name[i]);
    arena_free(&a);
}

/* Joints stand behind springs and before measures; without joints there is no
   such column. */
static void joints(void)
{
    static const char *joint[] = {"A.x", "A.y"}, *spring[] = {"s"},
                      *measure[] = {"m"};
    const char *want[] = {"elastic", "cs.s", "cj.A.x", "cj.A.y", "m"}, **name;
    arena a = {0};
    columns at;
    perp_system s = with_contacts(0, NULL, NULL);
    CHECK(columns_layout(&a, &s, &at).code == PERP_OK && at.cj == -1, "none");
    s.joints = 2;
    s.joint_name = joint;
    s.springs = 1;
    s.spring_name = spring;
    s.measures = 1;
    s.measure_name = measure;
    CHECK(columns_layout(&a, &s, &at).code == PERP_OK, "layout");
    CHECK(at.elastic == 9 && at.cs == 10 && at.cj == 11 && at.measure == 13 &&
              at.count == 14,
          "%d %d %d", at.cj, at.measure, at.count);
    CHECK(columns_names(&a, &s, &at, &name).code == PERP_OK, "names");
    for (int i = 9; i < at.count && i < 14; i++)
        CHECK(strcmp(name[i], want[i - 9]) == 0, "%d: %s", i, name[i]);
    arena_free(&a);
}

/* A table nobody can read has no contact columns. */
static void too_many(void)
{
    static const char *contact[300];
    static int slips[300];
    arena a = {0};
    columns at;
    for (int j = 0; j < 300; j++) {
        contact[j] = "c";
        slips[j] = 1;
    }
    perp_system s = with_contacts(300, contact, slips);
    CHECK(columns_layout(&a, &s, &at).code == PERP_OK, "layout");
    CHECK(at.count == 9 && at.cn == -1 && at.ft == -1, "%d", at.count);
    arena_free(&a);
}

int main(void)
{
    RUN(names_in_order);
    RUN(joints);
    RUN(too_many);
    DONE;
}
