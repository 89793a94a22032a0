package org.lierne.hle;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The parameter that holds the buffer's length in bytes (or elements, for arrays). Needs {@code -parameters}. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface SizedBy {
    String value();
}
