package org.lierne.kernel.title;

import java.nio.file.Path;

/**
 * A title as it lies on disk.
 *
 * @param id      of {@code param.json}, or the executable's file name
 * @param name    in the title's own language, or the id
 * @param version {@code contentVersion} of {@code param.json}; empty without one
 * @param root    the folder behind {@code /app0}
 */
public record TitleFacts(String id, String name, String version, Path root) {}
