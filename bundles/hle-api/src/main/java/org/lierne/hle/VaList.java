package org.lierne.hle;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** On a {@link VarArgs} parameter: the argument is a pointer to the guest's {@code va_list} (24 bytes), not the call's own arguments. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface VaList {}
