package org.lierne.kernel.format;

/**
 * A module as the dynamic table names it: the image itself (id 0) or one it needs.
 *
 * @param attributes the value of the module attribute tag, 0 if there is none
 */
public record ModuleEntry(int id, String name, int major, int minor, long attributes) {}
