package org.lierne.kernel.format;

/**
 * A library that the image imports from or exports.
 *
 * @param attributes the value of the matching attribute tag, usually 9 for imports and 1 for exports, 0 if there is
 *                   none
 */
public record LibraryEntry(int id, String name, int version, boolean isExported, long attributes) {}
