/**
 * Program files and jobs as the shader corpus keeps them: reads them, describes each program to the translator as its ABI says,
 * builds the guest memory it expects, runs the result on a device and compares outputs by the job's rule. Called by the console's
 * {@code shader} verbs through {@link org.lierne.recompiler.program.ShaderCorpus}; promises one row a program or job, whatever
 * happens to it.
 */
@NullMarked
package org.lierne.shader.harness;

import org.jspecify.annotations.NullMarked;
