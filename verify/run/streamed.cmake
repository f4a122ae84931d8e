# A million steps instead of forty thousand (ctest -L long).
perp_add_test(test_streamed.long long ${run_test_streamed} long)
