/**
 * Exports of the system module library. A title loads the system's modules by number before it uses them; ours are there always, so only
 * the counts are kept. Promises to say "loaded" only of what this title loaded: some skip their own initialisation otherwise.
 */
@NullMarked
package org.lierne.lib.sysmodule;

import org.jspecify.annotations.NullMarked;
