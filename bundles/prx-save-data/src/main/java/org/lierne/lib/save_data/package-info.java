/**
 * Exports of the save data library. A title mounts a save, writes files in it and unmounts; the save lies in the user's folder. Promises
 * that a save is the old one or the new one after any end of the process: a mount for writing is a copy that becomes the save in one step.
 */
@NullMarked
package org.lierne.lib.save_data;

import org.jspecify.annotations.NullMarked;
