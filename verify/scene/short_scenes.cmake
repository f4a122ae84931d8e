# Scenes of at most thirty lines: each with its own parameters, and, labelled long,
# with two sets more.
if(PYTHON3_PROGRAM)
  set(short_scenes ${PYTHON3_PROGRAM} -B
    ${PROJECT_SOURCE_DIR}/verify/scene/test_short_scenes.py)
  perp_add_test(test_short_scenes unit ${short_scenes})
  perp_add_test(test_short_scenes.all long ${short_scenes} all)
endif()
