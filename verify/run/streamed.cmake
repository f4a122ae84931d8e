# A million steps instead of forty thousand (ctest -L long).
perp_add_test(test_streamed.long long $<TARGET_FILE:test_streamed> long)
