/**
 * Exports of the controller library. A title opens the controller of the user and reads it each frame; the sample is made from the first
 * connected {@link org.lierne.host.ControllerSource}. Without one the guest sees a connected controller that nobody touches, so that a
 * title without a window goes on. Promises never to write past a record's size.
 */
@NullMarked
package org.lierne.lib.pad;

import org.jspecify.annotations.NullMarked;
