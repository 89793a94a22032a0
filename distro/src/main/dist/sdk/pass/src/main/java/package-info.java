/** The pass {@code @id@}. Found by the pass plan of the platform; promises to leave programs without colour outputs alone. */
@NullMarked
package @package@;

import org.jspecify.annotations.NullMarked;
