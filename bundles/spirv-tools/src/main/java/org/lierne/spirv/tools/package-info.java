/**
 * SPIRV-Tools behind the service {@link org.lierne.recompiler.program.SpirvTools}, by a small JNI shim over the system's static
 * library. The recompiler core validates and optimises with it, the console prints with it. The shim keeps no state between calls.
 */
@NullMarked
package org.lierne.spirv.tools;

import org.jspecify.annotations.NullMarked;
