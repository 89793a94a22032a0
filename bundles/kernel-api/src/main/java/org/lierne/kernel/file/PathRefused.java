package org.lierne.kernel.file;

/** A guest path that we cannot serve truly: two names match it, or the host's folder changed under the walk. Stops the title. */
public final class PathRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    public PathRefused(String message) {
        super(message);
    }
}
