/**
 * The pass {@code pass.image.atomic-raw32}: image atomics on one dword (rule A-054). Found by the pass plan; works on the variant's own
 * descriptors.
 */
@NullMarked
package org.lierne.pass.image.atomic_raw32;

import org.jspecify.annotations.NullMarked;
