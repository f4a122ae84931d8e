/* Without #pragma once: included once for every width of registers, when ISA,
   the functions' attribute, and NAME are given. Four lanes are one value; where
   registers are narrower the compiler takes two. */

/** One loop per run, and in it one over the lanes. Like in `tape_f64.c` a run may use
what it has just made, so that instructions go one after the other; lanes know nothing of
each other. A comparison is bits, all or none, so that a NaN chooses what it chooses in
`tape_f64`: the second. */
#define EACH(expression)                                                       \
    for (uint32_t i = 0; i < n; i++) {                                         \
        const double *from = x + (size_t)arg[i].a * TAPE_LANES;                \
        const double *other = x + (size_t)arg[i].b * TAPE_LANES;               \
        double *to = y + (size_t)i * TAPE_LANES;                               \
        for (int l = 0; l < TAPE_LANES; l += 4) {                              \
            const four a = *(const four *)(from + l);                          \
            const four b = *(const four *)(other + l);                         \
            (void)b;                                                           \
            *(four *)(to + l) = (expression);                                  \
        }                                                                      \
    }                                                                          \
    break
#define CHOSEN(where, yes, no)                                                 \
    ((four)(((where) & (four_bits)(yes)) | (~(where) & (four_bits)(no))))

ISA static void NAME(choose)(const tape_arg *arg, uint32_t n, const double *x,
                             double *y)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t l = 0; l < TAPE_LANES; l += 4) {
            const four a = *(const four *)(x + arg[i].a * TAPE_LANES + l);
            const four b = *(const four *)(x + arg[i].b * TAPE_LANES + l);
            const four c = *(const four *)(x + arg[i].c * TAPE_LANES + l);
            *(four *)(y + i * TAPE_LANES + l) =
                CHOSEN((four_bits)(c >= 0), a, b);
        }
}

ISA static void NAME(run_lanes)(uint8_t op, const tape_arg *arg, uint32_t n,
                                const double *x, double *y)
{
    switch (op) {
    case OP_ADD:
        EACH(a + b);
    case OP_SUB:
        EACH(a - b);
    case OP_MUL:
        EACH(a * b);
    case OP_DIV:
        EACH(a / b);
    case OP_NEG:
        EACH(-a);
    case OP_SQRT:
        EACH(((four){sqrt(a[0]), sqrt(a[1]), sqrt(a[2]), sqrt(a[3])}));
    case OP_SIN:
        EACH(((four){tape_sine(a[0]), tape_sine(a[1]), tape_sine(a[2]),
                     tape_sine(a[3])}));
    case OP_COS:
        EACH(((four){tape_cosine(a[0]), tape_cosine(a[1]), tape_cosine(a[2]),
                     tape_cosine(a[3])}));
    case OP_MAX:
        EACH(CHOSEN((four_bits)(a >= b), a, b));
    case OP_SEL:
        NAME(choose)(arg, n, x, y);
    }
}

/** $0 x$ is zero exactly when $x$ is finite, and a NaN stays one in a sum. Of eight sums
none waits for another. */
ISA static int NAME(all_finite)(const double *x, size_t n)
{
    four sum[8] = {{0}};
    const size_t all = n * TAPE_LANES, whole = all / 32 * 32;
    for (size_t i = 0; i < whole; i += 32)
        for (size_t k = 0; k < 8; k++)
            sum[k] += 0 * *(const four *)(x + i + 4 * k);
    for (size_t i = whole; i < all; i += 4)
        sum[0] += 0 * *(const four *)(x + i);
    for (size_t k = 1; k < 8; k++)
        sum[0] += sum[k];
    return sum[0][0] + sum[0][1] + sum[0][2] + sum[0][3] == 0;
}

#undef EACH
#undef CHOSEN
#undef ISA
#undef NAME
