#include "check.h"
#include "lcp/formats/hdf5.h"

/** Whole numbers of one to eight bytes, in either order, with a sign and without: the
bytes are made here by division, and the last of 64 bits are told as the largest. */
static void whole_numbers(void)
{
    check_random r = {check_seed(4)};
    for (int round = 0; round < 4000; round++) {
        unsigned char b[16] = {0};
        const int size = check_integer(&r, 1, 8), big = check_integer(&r, 0, 1);
        const int sign = check_integer(&r, 0, 1);
        hdf5_data d = {HDF5_WHOLE, b, 2, size, big, sign};
        int64_t v = (int64_t)(check_bits(&r) >> check_integer(&r, 1, 63));
        if (size < 8)
            v %= (int64_t)1 << (8 * size - sign);
        if (sign && check_integer(&r, 0, 1))
            v = -v - (size == 8 || v + 1 < (int64_t)1 << (8 * size - 1));
        /* v modulo 2^64 has the bytes of v modulo 2^(8 size) */
        uint64_t rest = v < 0 ? UINT64_MAX - (uint64_t)(-(v + 1)) : (uint64_t)v;
        for (int k = 0; k < size; k++, rest /= 256)
            b[size + (big ? size - 1 - k : k)] = (unsigned char)(rest % 256);
        CHECK(hdf5_whole(&d, 1) == v && hdf5_whole(&d, 0) == 0,
              "%lld of %d bytes, %d, %d: %lld", (long long)v, size, big, sign,
              (long long)hdf5_whole(&d, 1));
    }
    unsigned char all[8] = {255, 255, 255, 255, 255, 255, 255, 255};
    hdf5_data d = {HDF5_WHOLE, all, 1, 8, 0, 0};
    CHECK(hdf5_whole(&d, 0) == INT64_MAX, "beyond 63 bits");
    d.sign = 1;
    CHECK(hdf5_whole(&d, 0) == -1, "minus one");
}

/** 1, -2.5 and 2^-149, written down by hand. */
static void reals(void)
{
    static const unsigned char one[] = {0x3f, 0xf0, 0, 0, 0, 0, 0, 0},
                               half[] = {0, 0, 0x20, 0xc0},
                               least[] = {1, 0, 0, 0};
    CHECK(hdf5_real(&(hdf5_data){HDF5_REAL, one, 1, 8, 1, 0}, 0) == 1, "1");
    CHECK(hdf5_real(&(hdf5_data){HDF5_REAL, half, 1, 4, 0, 0}, 0) == -2.5,
          "-2.5");
    CHECK(hdf5_real(&(hdf5_data){HDF5_REAL, least, 1, 4, 0, 0}, 0) == 0x1p-149,
          "the least float");
}

int main(void)
{
    RUN(whole_numbers);
    RUN(reals);
    DONE;
}
