/**
 * Measurements, each beside its floor in one run. Micro benchmarks are JMH; whole processes are started from the assembled distribution.
 * Called by {@code ./lierne bench}.
 */
@NullMarked
package org.lierne.bench;

import org.jspecify.annotations.NullMarked;
