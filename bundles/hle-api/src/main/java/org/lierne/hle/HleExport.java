package org.lierne.hle;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** One guest function. Name and NID are both written; the binder and a test compute one from the other. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(HleExport.List.class)
public @interface HleExport {
    String name();

    String nid();

    /** The library, if it is not the class's. */
    String library() default "";

    /** True where the public name does not hash to the NID; says so in the listing and exempts it from the hash check. */
    boolean unhashed() default false;

    /**
     * A function of the platform's native part that is asked first, for calls that are made too often to reach Java: it makes the call, or
     * leaves it, untouched, to the method. At most four integer arguments and an integer result.
     */
    String front() default "";

    /** The repeated form. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface List {
        HleExport[] value();
    }
}
