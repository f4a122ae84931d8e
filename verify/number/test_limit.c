#include "check.h"
#include "number/limit.h"

static void bits_and_time(void)
{
    exact_limit none = {0, 0}, some = {100, limit_now() + 1000};
    exact_limit over = {0, limit_now() - 1};
    double before = limit_now();
    CHECK(limit_bits(&none, 1u << 30).code == PERP_OK, "no limit");
    CHECK(limit_bits(&some, 100).code == PERP_OK, "the limit itself");
    CHECK(limit_bits(&some, 101).code == PERP_LIMIT, "one more");
    CHECK(limit_time(&none).code == PERP_OK, "no limit");
    CHECK(limit_time(&some).code == PERP_OK, "time is left");
    CHECK(limit_time(&over).code == PERP_LIMIT, "no time is left");
    CHECK(limit_now() >= before, "forward");
}

int main(void)
{
    RUN(bits_and_time);
    DONE;
}
