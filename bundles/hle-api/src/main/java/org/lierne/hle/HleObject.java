package org.lierne.hle;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A data object that a library exports, on a method {@code byte[] name()} that gives its initial bytes; it lives in guest memory. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Repeatable(HleObject.List.class)
public @interface HleObject {
    String name();

    String nid();

    /** The library, if it is not the class's. */
    String library() default "";

    /** The repeated form. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface List {
        HleObject[] value();
    }
}
