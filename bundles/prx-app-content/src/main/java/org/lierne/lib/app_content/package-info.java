/**
 * Exports of the application content library. A title reads its own parameters, mounts temporary data and asks for add-ons, of which there
 * are none. Promises that a parameter comes from the title's own file, since a wrong one sends titles to places that never return.
 */
@NullMarked
package org.lierne.lib.app_content;

import org.jspecify.annotations.NullMarked;
