/**
 * Fonts of the host: {@link org.lierne.host.fonts.OutlineFonts} opens files by FreeType for the font library. Glyphs are unhinted, so that their
 * measures grow evenly with the size. It promises that nothing of FreeType is loaded before the first file.
 */
@NullMarked
package org.lierne.host.fonts;

import org.jspecify.annotations.NullMarked;
