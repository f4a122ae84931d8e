#include "base/text.h"
#include "scene/bind/bind.h"
#include "cli/report/cone_report.h"

#include <math.h>
#include <string.h>

/** ## The direction that opens

$u = \tilde\nu_\perp u_0$ of (3.9) is a velocity: it opens every active contact
and moves no joint. A body in the plane has coordinates `NAME.x`, `NAME.y` (or
plain `x`, `y`), with the velocities of the same names. So at the point
$(q_x, q_y)$ an arrow $(u_x, u_y)$ is drawn, all to one scale, and around it an
arc of the angle $u_\theta$ in that scale, when the body turns. */
typedef struct {
    int x, y, th; /* coordinates; th = -1: none */
    int name;     /* how much of the name of x is the body's */
} body;

/* Does `name` have the same stem as s->q_name[of], and end with `tail`? */
static int is_sibling(const perp_system *s, int of, int stem, const char *name,
                      const char *tail)
{
    return strncmp(s->q_name[of], name, (size_t)stem) == 0 &&
           strcmp(name + stem, tail) == 0;
}

static int body_of(const perp_system *s, int x, body *out)
{
    const char *name = s->q_name[x];
    size_t n = strlen(name);
    if (name[n - 1] != 'x' || (n > 1 && name[n - 2] != '.'))
        return 0;
    *out = (body){x, -1, -1, (int)n - 1};
    for (int i = 0; i < s->nq; i++) {
        if (strlen(s->q_name[i]) < n)
            continue;
        if (is_sibling(s, x, out->name, s->q_name[i], "y"))
            out->y = i;
        if (is_sibling(s, x, out->name, s->q_name[i], "th"))
            out->th = i;
        if (is_sibling(s, x, out->name, s->q_name[i], "z"))
            return 0;
    }
    return out->y >= 0;
}

/** ## Where a contact is, and its cone

A scene says gaps, not points. But the rows of a body in the plane do: with the
gradients $(n_x, n_y, n_\theta)$ and $(d_x, d_y, d_\theta)$ of gap and slip the
forces along both act at the same arm $r$ from the centre, and their moments are

$$r_x n_y - r_y n_x = n_\theta, \qquad r_x d_y - r_y d_x = d_\theta.$$

Two lines of action meet in one point. Without a slip any point of the normal's
line will do, and the one nearest to the centre is taken. There stands the wedge
between $n + \mu d$ and $n - \mu d$, on the line that it may not cross. */
static void arm_of(const double n[3], const double d[3], double r[2])
{
    double det = n[0] * d[1] - n[1] * d[0];
    double square = n[0] * n[0] + n[1] * n[1];
    if (det != 0) {
        r[0] = (n[0] * d[2] - d[0] * n[2]) / det;
        r[1] = (n[1] * d[2] - d[1] * n[2]) / det;
    } else {
        r[0] = n[2] * n[1] / square;
        r[1] = -n[2] * n[0] / square;
    }
}

/* Three entries of a row of the cone: those of the body. */
static void part_of(mpq_t *row, const body *b, double out[3])
{
    out[0] = mpq_get_d(row[b->x]);
    out[1] = mpq_get_d(row[b->y]);
    out[2] = b->th >= 0 ? mpq_get_d(row[b->th]) : 0;
}

/* The wedges of the contacts that push this body. */
static void wedges(growing_text *w, const cone *c, const body *b,
                   const double *q, double size)
{
    for (int j = 0; j < c->p; j++) {
        double n[3], d[3] = {0, 0, 0}, r[2];
        part_of(c->n + (size_t)j * (size_t)c->nv, b, n);
        if (c->slip_at[j] < c->slip_at[j + 1])
            part_of(c->d + (size_t)c->slip_at[j] * (size_t)c->nv, b, d);
        double length = sqrt(n[0] * n[0] + n[1] * n[1]);
        if (length == 0)
            continue;
        arm_of(n, d, r);
        double mu = mpq_get_d(c->mu[j]), to = 0.25 * size / length;
        text_add(w,
                 "wedge(%.17g, %.17g, %.17g, %.17g, %.17g, %.17g)\n",
                 q[b->x] + r[0], q[b->y] + r[1], to * n[0], to * n[1],
                 to * mu * d[0], to * mu * d[1]);
    }
}

/* The picture's size: the largest distance of two bodies in x or y, or 1. */
static double extent(const cone_report *r, const double *q)
{
    double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
    body b;
    for (int i = 0; i < r->sys->nq; i++) {
        if (!body_of(r->sys, i, &b))
            continue;
        const double at[2] = {q[b.x], q[b.y]};
        for (int k = 0; k < 2; k++) {
            low[k] = at[k] < low[k] ? at[k] : low[k];
            high[k] = at[k] > high[k] ? at[k] : high[k];
        }
    }
    double size = fmax(high[0] - low[0], high[1] - low[1]);
    return size > 0 ? size : 1;
}

/* The Lua functions that the bodies' lines call. */
static const char drawing[] =
    "local list = {}\n"
    "local function line(x, y, color, width, label)\n"
    "  list[#list+1] = { x = x, y = y, color = color, width = width, "
    "label = label }\n"
    "end\n"
    "local function head(x, y, dx, dy, color)\n"
    "  local a, b = 0.18 * dx, 0.18 * dy\n"
    "  line({ x - a - b / 2, x, x - a + b / 2 }, "
    "{ y - b + a / 2, y, y - b - a / 2 }, color, 1.8)\n"
    "end\n"
    "local named\n"
    "local function wedge(x, y, nx, ny, dx, dy)\n"
    "  line({ x, x + nx + dx, x + nx - dx, x }, "
    "{ y, y + ny + dy, y + ny - dy, y }, 8, 1, not named and "
    "\"friction cone\" or nil)\n"
    "  line({ x - ny / 2, x + ny / 2 }, { y + nx / 2, y - nx / 2 }, 8, 0.7)\n"
    "  named = true\n"
    "end\n"
    "local function body(name, color, x, y, dx, dy, turn, size)\n"
    "  list[#list+1] = { x = { x }, y = { y }, style = \"points\", "
    "color = color, label = name }\n"
    "  line({ x, x + dx }, { y, y + dy }, color, 1.8)\n"
    "  head(x + dx, y + dy, dx, dy, color)\n"
    "  if turn ~= 0 then\n"
    "    local a, b = {}, {}\n"
    "    for k = 0, 24 do\n"
    "      a[k + 1] = x + size * math.cos(turn * k / 24)\n"
    "      b[k + 1] = y + size * math.sin(turn * k / 24)\n"
    "    end\n"
    "    line(a, b, color, 1)\n"
    "    head(a[25], b[25], -turn * (b[25] - y), turn * (a[25] - x), color)\n"
    "  end\n"
    "end\n";

/* The longest arrow is 0.4 of the picture. */
static int describe(growing_text *w, const cone_report *r, const double *q)
{
    const double *u = r->side[REPORT_STEP].limit.u, size = extent(r, q);
    double longest = 0;
    int bodies = 0;
    body b;
    for (int i = 0; i < r->sys->nq; i++)
        if (body_of(r->sys, i, &b))
            longest = fmax(longest, sqrt(u[b.x] * u[b.x] + u[b.y] * u[b.y]));
    double scale = longest > 0 ? 0.4 * size / longest : 0;
    text_add(w, "%s", drawing);
    for (int i = 0; i < r->sys->nq; i++) {
        if (!body_of(r->sys, i, &b))
            continue;
        int stem = b.name > 0 ? b.name - 1 : 0;
        text_add(
            w, "body(\"%.*s\", %d, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g)\n",
            stem > 0 ? stem : 4, stem > 0 ? r->sys->q_name[i] : "body",
            bodies % 8 + 1, q[b.x], q[b.y], scale * u[b.x], scale * u[b.y],
            b.th >= 0 ? u[b.th] : 0.0, 0.12 * size);
        wedges(w, &r->c, &b, q, size);
        bodies++;
    }
    text_add(w,
             "return { name = \"cone\", title = \"opens %d contact%s, moves no "
             "joint, t = %.6g s\",\n  panels = { { equal = true, rows = 2, "
             "xlabel = \"x (m)\", ylabel = \"y (m)\", series = list } } }\n",
             r->c.p, r->c.p == 1 ? "" : "s", r->t);
    return bodies;
}

static const char *nothing(const cone_report *r)
{
    const report_side *s = &r->side[REPORT_STEP];
    if (!s->bounded)
        return "the cone is not pointed, no direction opens all contacts";
    if (r->c.p == 0)
        return "no contact is active";
    return r->sys->has_G ? "only systems in the plane are drawn" : NULL;
}

perp_status cone_draw(const cone_report *r, const double *q)
{
    char name[160];
    const char *why = nothing(r);
    growing_text w = {0};
    if (why == NULL && describe(&w, r, q) == 0)
        why = "no body has coordinates x and y alone";
    perp_status s = text_end(&w);
    snprintf(name, sizeof name, "%.150s_cone", r->run ? r->run : "run");
    if (why != NULL)
        fprintf(stderr, "note: no figure: %s\n", why);
    else if (s.code == PERP_OK)
        s = bind_draw(name, w.text);
    text_free(&w);
    return s;
}
