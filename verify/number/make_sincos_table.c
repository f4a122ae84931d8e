/**
# The generator of `src/number/sincos_table.h`

Prints the header to standard output; run it again when the table's shape
changes, and a test compares. All numbers are rounded by MPFR from 400 bits.
*/
#include <mpfr.h>
#include <stdio.h>

/* Prints the double nearest to x and takes it off x. */
static void print_part(mpfr_ptr x, const char *before)
{
    double d = mpfr_get_d(x, MPFR_RNDN);
    printf("%s%a", before, d);
    mpfr_sub_d(x, x, d, MPFR_RNDN);
}

static void print_pair(mpfr_ptr x, const char *before, const char *after)
{
    print_part(x, before);
    print_part(x, ", ");
    printf("%s", after);
}

/* pi/128 in five parts: the multiples of 2^-31, 2^-57, 2^-83 and 2^-109
   nearest to what is left, and the double nearest to the rest. */
static void print_step(mpfr_ptr x, mpfr_ptr part)
{
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_div_ui(x, x, 128, MPFR_RNDN);
    printf("static const double sincos_step[5] = {");
    for (unsigned long bits = 31; bits <= 109; bits += 26) {
        mpfr_mul_2ui(part, x, bits, MPFR_RNDN);
        mpfr_rint(part, part, MPFR_RNDN);
        mpfr_div_2ui(part, part, bits, MPFR_RNDN);
        mpfr_sub(x, x, part, MPFR_RNDN);
        print_part(part, bits == 31    ? "\n    "
                         : bits == 109 ? ",\n    "
                                       : ", ");
    }
    print_part(x, ", ");
    printf("};\n\n");
}

/* 1/d as a double-double. */
static void print_inverse(mpfr_ptr x, const char *name, long d)
{
    mpfr_set_si(x, d, MPFR_RNDN);
    mpfr_si_div(x, 1, x, MPFR_RNDN);
    printf("static const double_double %s =\n    {", name);
    print_pair(x, "", "};\n");
}

int main(void)
{
    mpfr_t x, part;
    mpfr_init2(x, 400);
    mpfr_init2(part, 400);
    printf("/* Written by verify/number/make_sincos_table.c: the numbers that "
           "sincos_dd.c needs. */\n/* clang-format off */\n#pragma once\n\n"
           "#include \"number/double_double.h\"\n\n"
           "/* pi/128 as a sum of five; 128/pi; Taylor's coefficients. */\n");
    print_step(x, part);
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_ui_div(x, 128, x, MPFR_RNDN);
    print_part(x, "static const double sincos_steps_per_unit = ");
    printf(";\n");
    print_inverse(x, "sincos_c3", -6);
    print_inverse(x, "sincos_c4", 24);
    print_inverse(x, "sincos_c5", 120);
    printf("\n/* sin(k pi/128), k = 0...64. */\n"
           "static const double_double sincos_table[65] = {\n");
    for (unsigned long k = 0; k <= 64; k++) {
        mpfr_const_pi(x, MPFR_RNDN);
        mpfr_mul_ui(x, x, k, MPFR_RNDN);
        mpfr_div_ui(x, x, 128, MPFR_RNDN);
        mpfr_sin(x, x, MPFR_RNDN);
        if (k == 64)
            mpfr_set_ui(x, 1, MPFR_RNDN);
        print_pair(x, "    {", "},\n");
    }
    printf("};\n");
    mpfr_clear(x);
    mpfr_clear(part);
    mpfr_free_cache();
    return 0;
}
