/**
 * The executable format of the guest: name identifiers, the wrapping container, and ELF images with their dynamic
 * tables.
 *
 * <p>Called by the loader, by {@code elf inspect} and by the converter that makes our own test titles. {@link
 * org.lierne.kernel.format.ElfImage} promises that everything it hands out was checked: every table lies inside the
 * file, every name inside its string table, every relocation has a known type, an existing symbol and a target inside
 * the image. What does not hold is refused with {@link org.lierne.kernel.format.FormatRefused}, which names file,
 * table, offset and length. Nothing here decrypts or decompresses.
 */
@Export
@Version("1.0.0")
@NullMarked
package org.lierne.kernel.format;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
