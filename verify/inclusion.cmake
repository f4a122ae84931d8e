# perp inclusion: its numbers against another implementation.
find_program(PYTHON3_PROGRAM python3)
if(PYTHON3_PROGRAM)
  perp_add_test(test_inclusion_command unit ${PYTHON3_PROGRAM}
    ${PROJECT_SOURCE_DIR}/verify/test_inclusion_command.py)
endif()
