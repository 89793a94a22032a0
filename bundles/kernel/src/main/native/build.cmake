# cmake -DBUILD=<build folder> -DOUT=<folder for libguestshim.so> -P build.cmake : configures once, builds what is stale
if(NOT EXISTS ${BUILD}/CMakeCache.txt)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${BUILD} -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_LIBRARY_OUTPUT_DIRECTORY=${OUT} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} OUTPUT_VARIABLE log ERROR_VARIABLE log RESULT_VARIABLE rc)
if(rc)
  message(FATAL_ERROR "${log}")
endif()
