/**
 * Collects {@link org.lierne.hle.HleModule} services, reads their annotations once, and binds each export through a method handle of a
 * canonical shape. The loader asks it for imports that no guest module serves; what nobody serves becomes a refusing entry with a name.
 */
@NullMarked
package org.lierne.hle.binding;

import org.jspecify.annotations.NullMarked;
