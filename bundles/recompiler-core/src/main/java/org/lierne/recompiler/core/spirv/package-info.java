/**
 * SPIR-V: its vocabulary as generated from the published grammar, a builder of modules, and the emitter that turns IR into one.
 * Called by the translator with structured IR; promises modules that declare only the capabilities they use and that pass the
 * validator for Vulkan 1.3.
 */
@NullMarked
package org.lierne.recompiler.core.spirv;

import org.jspecify.annotations.NullMarked;
