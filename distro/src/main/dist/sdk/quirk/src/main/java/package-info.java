/** The workaround {@code @id@}. Found by the pass plan of the platform; promises to do nothing on other drivers. */
@NullMarked
package @package@;

import org.jspecify.annotations.NullMarked;
