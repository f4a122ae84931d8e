# The step of Moreau and Jean, and both checkers on its proofs.
if(PYTHON3_PROGRAM)
  function(perp_jean_test name label file)
    perp_add_test(${name} ${label} ${PYTHON3_PROGRAM} -B ${VERIFY}/${file}.py
      ${ARGN})
    set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT
      "PERP_CHECK=$<TARGET_FILE:perp-check>" "PERP_JUDGE=$<TARGET_FILE:judge>")
  endfunction()
  foreach(file gap08/run/test_moreau_jean_run
      proof/certificate/test_certificate_jean)
    get_filename_component(name ${file} NAME)
    perp_jean_test(${name} unit ${file})
    perp_jean_test(${name}.whole long ${file} whole)
  endforeach()
endif()
