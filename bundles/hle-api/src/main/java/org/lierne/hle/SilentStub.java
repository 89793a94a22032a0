package org.lierne.hle;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks an export that answers without doing the work: a compatibility mode with a {@code docs/debt} entry under its plugin id. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface SilentStub {
    /** Plugin id of the mode. */
    String value();
}
