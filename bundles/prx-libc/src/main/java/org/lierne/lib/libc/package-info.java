/**
 * The part of the C library that needs the host: start and end of the program, streams and formatted text, environment, calendar. Memory,
 * strings, mathematics and the heap are guest code and not here. Called by the title through the binder; promises C's results byte for
 * byte, numbers included: a floating-point value is printed from its exact decimal form.
 */
@NullMarked
package org.lierne.lib.libc;

import org.jspecify.annotations.NullMarked;
