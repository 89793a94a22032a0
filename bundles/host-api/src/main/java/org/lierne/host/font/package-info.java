/**
 * Fonts as system libraries see them: a {@link org.lierne.host.font.FontReader} is a service of whoever can read outlines; the font library asks
 * it. It promises values, never guest types: no room here knows a guest address.
 */
@Export
@Version("1.1.0")
@NullMarked
package org.lierne.host.font;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
