# The planar cases of GAP08 section 4, run by the program and compared with
# motions that Python computes.
if(PYTHON3_PROGRAM)
  set(events ${VERIFY}/gap08/run/event_cases.py)
  perp_add_test(event_cases unit ${PYTHON3_PROGRAM} ${events})
  perp_long(event_cases ${events} ${PYTHON3_PROGRAM} ${events})
endif()
