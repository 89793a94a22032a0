/**
 * Exports of the film player: files opened by path or by functions of the title, pictures and sound given when they are due. The host's
 * {@link org.lierne.host.media.MediaReader} decodes ahead, on threads of its own. Assumed: lib.av-player.
 */
@NullMarked
package org.lierne.lib.av_player;

import org.jspecify.annotations.NullMarked;
