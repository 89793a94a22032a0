/**
 * The translator service: decodes, lifts, runs the plan, emits, validates, optimises, and keeps variants in memory and on disk. Called
 * by the graphics driver and the corpus harness through {@link org.lierne.recompiler.program.ShaderTranslator}; promises equal modules
 * for equal keys, whatever thread asks, and that a damaged cache costs time only.
 */
@NullMarked
package org.lierne.recompiler.core.translate;

import org.jspecify.annotations.NullMarked;
