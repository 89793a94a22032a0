/**
 * The native execution backend ({@code kernel.cpu.native}): guest code runs in this process, on platform threads with a guest stack each.
 * The shim (src/main/native) switches stacks and catches faults; this package makes thunks and upcall stubs, threads, and turns every way
 * out of guest code into one exception. Native memory is touched by address only here and in
 * {@code shim}, {@code space} and {@code loader}.
 */
@NullMarked
package org.lierne.kernel.nativecpu;

import org.jspecify.annotations.NullMarked;
