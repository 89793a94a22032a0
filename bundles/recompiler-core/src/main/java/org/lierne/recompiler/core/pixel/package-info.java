/** What the pixel stage starts with, rule by rule: each pass computes one of its inputs from what the host gives. */
@NullMarked
package org.lierne.recompiler.core.pixel;

import org.jspecify.annotations.NullMarked;
