package org.lierne.recompiler.pass;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.service.component.annotations.ComponentPropertyType;

/** Marks a pass as a compatibility mode, with an entry in {@code docs/debt}. */
@ComponentPropertyType
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Compat {
    String PREFIX_ = "compat.";

    /** The rules that state the behaviour, such as {@code A-050}. */
    String[] rules() default {};

    /** What happens when the mode is off. */
    Off off() default Off.REFUSE;

    /** What happens when a mode is off. */
    enum Off {
        /** What it would have handled is refused. */
        REFUSE,
        /** The strict behaviour exists and is used. */
        PLAIN
    }
}
