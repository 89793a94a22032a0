package org.lierne.kernel.title;

/**
 * The one user of the console, signed in locally and to no network service. Ids are opaque positive numbers to a title.
 *
 * @param name at most 16 characters
 */
public record LocalUser(int id, String name) {
    /** Everyone who plays. Assumed: the id's value has no meaning. */
    public static final LocalUser PLAYER = new LocalUser(0x1000_0000, "Player");

    /** Number among the console's users, from 1. */
    public static final int NUMBER = 1;
    public static final int INVALID = -1;
    /** Stands for the system in calls that allow it. */
    public static final int SYSTEM = 0xFF;
}
