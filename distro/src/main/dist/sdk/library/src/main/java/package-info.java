/** The functions of {@code @id@}. Bound to the imports of titles by their NIDs; promises no state beyond a call. */
@NullMarked
package @package@;

import org.jspecify.annotations.NullMarked;
