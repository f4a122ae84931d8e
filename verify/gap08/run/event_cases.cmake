# The planar cases of GAP08 section 4, run by the program and compared with
# motions that Python computes.
if(PYTHON3_PROGRAM)
  perp_add_test(event_cases unit ${PYTHON3_PROGRAM}
    ${PROJECT_SOURCE_DIR}/verify/gap08/run/event_cases.py)
endif()
