package org.lierne.lib.user_service;

/** The user's settings; none of them can be changed yet. */
final class Settings {
    static final int AGE_LEVEL = 18;
    static final int FULL_STRENGTH = 1;
    static final int OFF = 0;

    private Settings() {}
}
