/**
 * Exports of the sound synthesizer. A title makes a system, in it racks of voices, patches voices to one another, and has a grain of sound
 * rendered into buffers of its own, which it then plays. Promises that a value of the title is checked before it is used, and that what is not
 * known is refused by name. Assumed: lib.ngs2, lib.ngs2.effects, lib.ngs2.atrac9.
 */
@NullMarked
package org.lierne.lib.ngs2;

import org.jspecify.annotations.NullMarked;
