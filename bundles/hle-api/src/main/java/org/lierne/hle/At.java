package org.lierne.hle;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Byte offset of a structure's component. Component types: {@code byte short int long float double}, {@code byte[]} with a length,
 * {@code String} with a length (UTF-8, zero filled).
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.METHOD, ElementType.FIELD})
public @interface At {
    int value();

    /** Bytes of an array or string component. */
    int length() default 0;
}
