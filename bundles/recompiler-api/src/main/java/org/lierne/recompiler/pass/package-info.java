/**
 * The contract of translation passes and compatibility modes.
 *
 * <p>A pass is a DS component of type {@link org.lierne.recompiler.pass.TranslationPass} declared by
 * {@link org.lierne.recompiler.pass.PassSpec}; where it does what is not proven to be the hardware's behaviour it also says
 * {@link org.lierne.recompiler.pass.Compat}. {@code recompiler-core} orders the installed passes by their declarations and runs
 * them with a {@link org.lierne.recompiler.pass.PassContext}; {@link org.lierne.recompiler.pass.CompatProfiles} says what a title
 * switches on or off.
 */
@Export
@Version("1.5.0")
@NullMarked
package org.lierne.recompiler.pass;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
