#include "check.h"
#include "kelvin_voigt.h"

#include <stdlib.h>

/** # HP23's Figure 12

The points of both sweeps by the stiff reference of kelvin_voigt.h, and runs of
PKS05's scheme beside them. PERP_LONG=1: all 51 + 51 points, half the step. */
static const double g = 9.81;

typedef struct {
    double ratio, angle; /* log10 kA / kB; degrees */
} point;

typedef struct {
    double v[2], impulse[2], met;
    int steps;
} outcome;

static double fall(void)
{
    return sqrt(2 * g * 0.01);
}

static outcome reference(const point *p)
{
    outcome o;
    kv_block b = {
        {1e6 * pow(10, fmax(p->ratio, 0)), 1e6 * pow(10, fmax(-p->ratio, 0))},
        5,
        1,
        1e-10,
        g};
    double th = p->angle * acos(-1) / 180, gap[2];
    double y = cos(th) + 0.5 * fabs(sin(th));
    double z[KV_N] = {y, th, 0, -sqrt(fall() * fall() - 2 * g * (y - 1))};
    o.steps = kv_run(&b, z, fall(), &o.met);
    CHECK(o.steps > 0, "no end at ratio %g, angle %g", p->ratio, p->angle);
    kv_normal(z, gap, o.v);
    o.impulse[0] = z[5];
    o.impulse[1] = z[6];
    return o;
}

/* One corner alone under the centre would be an oscillator; so is this block
   without friction when both corners are alike: m y'' = -m g - 2 k y - 2 c y'. */
static void closed_form(void)
{
    kv_block b = {{1e6, 1e6}, 5, 0, 1e-10, 0};
    double z[KV_N] = {1, 0, 0, -fall()}, met;
    CHECK(kv_run(&b, z, fall(), &met) > 0, "no end");
    /* y = A (e^(pt) - e^(qt)), over when y' = -1e-9: v -> 0+, impulse m fall */
    CHECK(fabs(z[5] + z[6] - fall()) < 1e-8, "impulse %.12g", z[5] + z[6]);
    CHECK(fabs(z[3]) < 1e-7 && z[4] == 0, "%g %g", z[3], z[4]);
    double c = 2 * 5 * 1e3, p = -c + sqrt(c * c - 2e6);
    double q = -c - sqrt(c * c - 2e6), x[KV_N] = {1, 0, 0, -fall()}, y[KV_N];
    for (int i = 0; i < 100; i++) {
        CHECK(kv_radau(&b, 1e-6, x, y), "step %d", i);
        memcpy(x, y, sizeof x);
    }
    double t = 1e-4,
           want = -fall() * (p * exp(p * t) - q * exp(q * t)) / (p - q);
    CHECK(fabs(x[3] - want) < 1e-11, "%.15g, not %.15g", x[3], want);
}

/* What the case says of a point at step h; same criterion, at its rows. */
static int run_case(const point *p, double h, outcome *o)
{
    char command[600], line[2000], name[2000];
    int col[6] = {-1, -1, -1, -1, -1, -1}, found = 0;
    static const char *const want[6] = {"q.y",  "q.th",    "v.y",
                                        "v.th", "lam.A.n", "lam.B.n"};
    const char *source = getenv("PERP_SOURCE"), *binary = getenv("PERP_BINARY");
    snprintf(command, sizeof command,
             "%s run %s/cases/PKS05/kelvin_voigt_block.lua -q --csv - "
             "--set ratio=%.17g --set angle=%.17g --set h=%.17g",
             binary ? binary : "build/test/perp", source ? source : ".",
             p->ratio, p->angle, h);
    FILE *in = popen(command, "r");
    if (in == NULL || fgets(name, sizeof name, in) == NULL) {
        CHECK(0, "cannot run %s", command);
        return 0;
    }
    int c = 0;
    for (char *w = strtok(name, ",\n"); w != NULL; w = strtok(NULL, ",\n"), c++)
        for (int k = 0; k < 6; k++)
            if (strcmp(w, want[k]) == 0)
                col[k] = c;
    kv_block b = {{1e6, 1e6}, 5, 1, 0, g}; /* the softer one is always 1e6 */
    double z[KV_N] = {0}, gap[2], first = 1;
    while (fgets(line, sizeof line, in) != NULL) {
        double x[6] = {0};
        c = 0;
        for (char *w = strtok(line, ",\n"); w; w = strtok(NULL, ",\n"), c++)
            for (int k = 0; k < 6; k++)
                if (col[k] == c)
                    x[k] = strtod(w, NULL);
        z[0] = x[0];
        z[1] = x[1];
        z[3] = x[2];
        z[4] = x[3];
        z[5] += first ? 0 : h * x[4];
        z[6] += first ? 0 : h * x[5];
        first = 0;
        if (!found && kv_over(&b, z, fall())) {
            kv_normal(z, gap, o->v);
            found = 1;
        }
    }
    CHECK(pclose(in) == 0 && found, "%s: no end", command);
    return found;
}

static double off(const outcome *a, const outcome *b)
{
    return fmax(fabs(a->v[0] - b->v[0]), fabs(a->v[1] - b->v[1]));
}

/* The facts of the figure, at every point of a sweep. */
static double sweep(int count, int by_angle)
{
    double most = 0, least = HUGE_VAL;
    int steps = 0;
    for (int k = 0; k < count; k++) {
        double s = 2.0 * k / (count - 1) - 1;
        point p = {by_angle ? 0 : 5 * s, by_angle ? 0.01 * s : 0};
        outcome o = reference(&p);
        double low = fmin(o.v[0], o.v[1]), high = fmax(o.v[0], o.v[1]);
        CHECK(fabs(low) < 1e-7 || 2 * k == count - 1, "one corner rests: %g",
              low);
        CHECK(by_angle || high < 0.21 * fall(), "%g at 1e%g", high, p.ratio);
        if (by_angle && k == 0)
            printf("0.01 degrees: %.5f %% of the first impulse before the "
                   "second contact\n",
                   100 * o.met / fmax(o.impulse[0], o.impulse[1]));
        most = fmax(most, high);
        least = fmin(least, high);
        steps += o.steps;
    }
    printf("%s: from %.5f to %.5f m/s, the law of one after the other says "
           "%.5f; %d steps each\n",
           by_angle ? "angles" : "ratios", least, most, 0.21 * fall(),
           steps / count);
    return most;
}

/* Verifies HP23 (88), (89), (90). */
static void reference_sweeps(void)
{
    int count = getenv("PERP_LONG") != NULL ? 51 : 9;
    double by_ratio = sweep(count, 0), by_angle = sweep(count, 1);
    CHECK(by_ratio > 0.2 * fall(), "%g does not come near", by_ratio);
    CHECK(by_angle > 0.21 * fall(), "%g stays below", by_angle);
    VERIFIES("HP23 (88), (89), (90)");
}

static double beside_the_scheme(const point *p, int say)
{
    const double few = fabs(p->ratio) > 1 ? 2e-6 : 4e-6;
    const double h = getenv("PERP_LONG") != NULL ? 1e-6 : few;
    outcome want = reference(p), coarse, fine;
    if (!run_case(p, 2 * h, &coarse) || !run_case(p, h, &fine))
        return 0;
    double a = off(&want, &coarse), b = off(&want, &fine);
    if (say)
        printf("ratio 1e%g, angle %g: (%.5f, %.5f), missed by %.1e, %.1e\n",
               p->ratio, p->angle, want.v[0], want.v[1], a, b);
    CHECK(b < 3e-3 && (b < 0.7 * a || b < 1e-4),
          "ratio 1e%g, angle %g: missed by %g, then %g", p->ratio, p->angle, a,
          b);
    return b;
}

/* The scheme of PKS05 at decreasing h: order one. */
static void against_the_scheme(void)
{
    static const point some[] = {{0.5, 0}, {-2, 0}, {5, 0}, {0, 0.003}};
    double most = 0;
    for (int i = 0; i < 4; i++)
        beside_the_scheme(&some[i], 1);
    for (int k = 0; getenv("PERP_LONG") != NULL && k < 102; k++) {
        double s = 2.0 * (k % 51) / 50 - 1;
        point p = {k < 51 ? 5 * s : 0, k < 51 ? 0 : 0.01 * s};
        most = fmax(most, beside_the_scheme(&p, 0));
    }
    if (most > 0)
        printf("all 51 + 51 points, h = 1e-6: missed by at most %.1e\n", most);
}

int main(void)
{
    RUN(closed_form);
    RUN(reference_sweeps);
    RUN(against_the_scheme);
    DONE;
}
