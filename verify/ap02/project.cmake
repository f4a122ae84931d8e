# The projection of positions in whole runs.
if(PYTHON3_PROGRAM)
  set(bars ${VERIFY}/ap02/two_bars.py)
  perp_add_test(two_bars unit ${PYTHON3_PROGRAM} -B ${bars})
  perp_long(two_bars ${bars} ${PYTHON3_PROGRAM} -B ${bars})
endif()
