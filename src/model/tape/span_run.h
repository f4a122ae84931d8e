/* Without #pragma once: included once for every width of registers, when ISA,
   the functions' attribute, and NAME are given. */

/** One loop per run and one over the lanes, like `lanes_run.h`, with two numbers for
one. `a` to `b` are the ends of the first operand, `c` to `d` of the second. */
#define EACH(low, high)                                                        \
    for (uint32_t i = 0; i < n; i++) {                                         \
        const size_t x = (size_t)arg[i].a * TAPE_LANES;                        \
        const size_t y = (size_t)arg[i].b * TAPE_LANES;                        \
        for (size_t l = 0; l < TAPE_LANES; l += 4) {                           \
            const four a = *(const four *)(lo + x + l);                        \
            const four b = *(const four *)(hi + x + l);                        \
            const four c = *(const four *)(lo + y + l);                        \
            const four d = *(const four *)(hi + y + l);                        \
            (void)b, (void)c, (void)d;                                         \
            const four least = (low), most = (high);                           \
            *(four *)(lo + (to + i) * TAPE_LANES + l) = least;                 \
            *(four *)(hi + (to + i) * TAPE_LANES + l) = most;                  \
        }                                                                      \
    }                                                                          \
    break
#define CHOSEN(where, yes, no)                                                 \
    ((four)(((where) & (four_bits)(yes)) | (~(where) & (four_bits)(no))))
#define LESS(p, q) CHOSEN((four_bits)((p) < (q)), p, q)
#define MORE(p, q) CHOSEN((four_bits)((p) > (q)), p, q)
#define LEAST(p, q, r, s) LESS(LESS(p, q), LESS(r, s))
#define MOST(p, q, r, s) MORE(MORE(p, q), MORE(r, s))
/* A divisor that may be zero leaves a NaN, which `known` sees. */
#define OVER(p, c, d)                                                          \
    CHOSEN((four_bits)((c) <= 0) & (four_bits)((d) >= 0), nothing, p)

/* A choice that is not decided has both. */
ISA static void NAME(choose)(const tape_arg *arg, uint32_t n, double *lo,
                             double *hi, size_t to)
{
    for (uint32_t i = 0; i < n; i++)
        for (size_t l = 0; l < TAPE_LANES; l += 4) {
            const size_t x = (size_t)arg[i].a * TAPE_LANES + l;
            const size_t y = (size_t)arg[i].b * TAPE_LANES + l;
            const size_t z = (size_t)arg[i].c * TAPE_LANES + l;
            const four a = *(const four *)(lo + x), b = *(const four *)(hi + x);
            const four c = *(const four *)(lo + y), d = *(const four *)(hi + y);
            const four_bits first = (four_bits)(*(const four *)(lo + z) >= 0);
            const four_bits second = (four_bits)(*(const four *)(hi + z) < 0);
            const four least = CHOSEN(second, c, LESS(a, c));
            const four most = CHOSEN(second, d, MORE(b, d));
            *(four *)(lo + (to + i) * TAPE_LANES + l) = CHOSEN(first, a, least);
            *(four *)(hi + (to + i) * TAPE_LANES + l) = CHOSEN(first, b, most);
        }
}

ISA static void NAME(run_span)(uint8_t op, const tape_arg *arg, uint32_t n,
                               double *lo, double *hi, size_t to)
{
    const four nothing = {NAN, NAN, NAN, NAN};
    switch (op) {
    case OP_ADD:
        EACH(a + c, b + d);
    case OP_SUB:
        EACH(a - d, b - c);
    case OP_MUL:
        EACH(LEAST(a * c, a * d, b * c, b * d),
             MOST(a * c, a * d, b * c, b * d));
    case OP_DIV:
        EACH(OVER(LEAST(a / c, a / d, b / c, b / d), c, d),
             OVER(MOST(a / c, a / d, b / c, b / d), c, d));
    case OP_NEG:
        EACH(-b, -a);
    case OP_SQRT:
        EACH(((four){sqrt(a[0]), sqrt(a[1]), sqrt(a[2]), sqrt(a[3])}),
             ((four){sqrt(b[0]), sqrt(b[1]), sqrt(b[2]), sqrt(b[3])}));
    case OP_SIN:
    case OP_COS:
        waves(op == OP_SIN, arg, n, lo, hi, to);
        break;
    case OP_MAX:
        EACH(MORE(a, c), MORE(b, d));
    case OP_SEL:
        NAME(choose)(arg, n, lo, hi, to);
    }
}

/* Per lane the sum of 0 x, which is 0 where every x is finite. */
ISA static void NAME(finite_lanes)(const double *x, size_t n, double *sum)
{
    four one = {0}, other = {0};
    for (size_t i = 0; i < n; i++) {
        one += 0 * *(const four *)(x + i * TAPE_LANES);
        other += 0 * *(const four *)(x + i * TAPE_LANES + 4);
    }
    *(four *)sum += one;
    *(four *)(sum + 4) += other;
}

#undef EACH
#undef CHOSEN
#undef LESS
#undef MORE
#undef LEAST
#undef MOST
#undef OVER
#undef ISA
#undef NAME
