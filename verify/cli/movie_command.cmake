# Three scenes by default; traces of more schemes and shapes when asked (ctest -L long).
if(PYTHON3_PROGRAM)
  set(movie ${PYTHON3_PROGRAM} -B ${VERIFY}/cli/test_movie_command.py)
  perp_add_test(test_movie_command unit ${movie})
  perp_add_test(test_movie_command.long long ${movie} more)
endif()
