package org.lierne.hle;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The arguments after the named ones of a variadic function, or those behind a {@code va_list}; as the last parameter of an export it makes
 * the export variadic. A {@code va_list} parameter is declared {@code @VaList VarArgs}.
 */
@ProviderType
public interface VarArgs {
    long nextLong();

    default int nextInt() {
        return (int) nextLong();
    }

    double nextDouble();

    /** The 80-bit {@code long double}, rounded to double. */
    double nextLongDouble();
}
