/**
 * What a guest shader is before and after translation: its words and stage state, the descriptors it reads and how they are
 * found, the host facts and switches of one translation, and the module with its bindings and constants.
 *
 * <p>The graphics driver describes programs, walks descriptors and binds what {@link org.lierne.recompiler.program.TranslatedShader}
 * lists; the recompiler core provides {@link org.lierne.recompiler.program.ShaderTranslator}; the corpus harness does for program
 * files what the driver does for titles. Everything here is an immutable value or a service; a translation that cannot be right
 * ends in {@link org.lierne.recompiler.program.TranslationRefused}.
 */
@Export
@Version("2.1.0")
@NullMarked
package org.lierne.recompiler.program;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
