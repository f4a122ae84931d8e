# A run cut at three places by default, all schemes at forty (ctest -L long).
if(PYTHON3_PROGRAM)
  set(resume ${PYTHON3_PROGRAM} -B ${PROJECT_SOURCE_DIR}/verify/run/test_resume.py)
  perp_add_test(test_resume unit ${resume})
  perp_add_test(test_resume.long long ${resume} all)
endif()
