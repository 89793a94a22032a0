package org.lierne.kernel.file;

/** One name in a folder, {@code .} and {@code ..} included. */
public record DirectoryEntry(String name, boolean isDirectory, long inode) {}
