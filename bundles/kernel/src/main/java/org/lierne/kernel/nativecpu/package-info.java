/**
 * The native execution backend ({@code kernel.cpu.native}): guest code runs in this process, on platform threads with a guest stack each.
 * The shim (src/main/native) switches stacks and catches faults; this package makes thunks and upcall stubs, threads, and turns every way
 * out of guest code into one exception. The only package besides {@code space} that touches native memory by address.
 */
@NullMarked
package org.lierne.kernel.nativecpu;

import org.jspecify.annotations.NullMarked;
