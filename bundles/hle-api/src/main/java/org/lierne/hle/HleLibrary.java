package org.lierne.hle;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The library whose exports a class holds. Several classes may serve one library. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface HleLibrary {
    /** Plugin id, {@code lib.random}. */
    String id();

    /** Library name as in import tables, {@code libSceRandom}. */
    String library();

    /** Other libraries that export every function of the class under the same NIDs, {@code libScePosix}. */
    String[] aliases() default {};

    int version() default 1;
}
