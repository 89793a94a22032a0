/**
 * Exports of the font library: fonts opened and measured, glyphs drawn into surfaces of the title, by the host's
 * {@link org.lierne.host.font.FontReader}. Strings and lines of text are refused by name: their records are not described. Assumed: lib.font.
 */
@NullMarked
package org.lierne.lib.font;

import org.jspecify.annotations.NullMarked;
