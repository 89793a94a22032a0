package org.lierne.recompiler.pass;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.program.ShaderStage;
import org.osgi.service.component.annotations.ComponentPropertyType;

/** Declares a pass; becomes the service properties {@code pass.id}, {@code pass.needs} and so on. */
@ComponentPropertyType
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface PassSpec {
    String PREFIX_ = "pass.";

    /** The plugin id, without which {@code pass.} prefix nothing is a pass. */
    String id();

    /** What must hold before. */
    Invariant[] needs() default {};

    /** What holds after. */
    Invariant[] gives() default {};

    /** What no longer holds after. */
    Invariant[] breaks() default {};

    /** Ids of passes that have to run later; only where invariants cannot say it. */
    String[] before() default {};

    /** Ids of passes that have to run earlier. */
    String[] after() default {};

    /** The stages; none written means all. */
    ShaderStage[] appliesTo() default {};

    /** Whether it runs unless a title, a run or configuration says otherwise. */
    boolean on() default true;

    /** Switches below its own that it asks {@link PassContext#switches} for, with their defaults: {@code pass.some.part=on}. */
    String[] switches() default {};
}
