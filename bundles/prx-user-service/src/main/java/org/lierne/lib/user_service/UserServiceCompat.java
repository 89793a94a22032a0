package org.lierne.lib.user_service;

import org.lierne.kernel.title.CompatMode;

/** Where the user library is not proven to answer as the console does. */
public enum UserServiceCompat implements CompatMode {
    /** The user is an adult: level 18. */
    AGE_LEVEL("lib.user-service.age-level");

    private final String id;

    UserServiceCompat(String id) {
        this.id = id;
    }

    @Override
    public String id() {
        return id;
    }
}
