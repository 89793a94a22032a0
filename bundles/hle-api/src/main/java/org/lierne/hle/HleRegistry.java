package org.lierne.hle;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** Every export that is known, who serves it, and what was refused. Behind the console's {@code hle} verb. */
@ProviderType
public interface HleRegistry {
    /** How an export is served. */
    enum Status {
        /** By an annotated Java method. */
        IMPLEMENTED,
        /** By guest-native code of the platform. */
        NATIVE,
        /** By a Java method that answers without doing the work (a compatibility mode). */
        SILENT_STUB,
        /** By nobody: known by its name, or imported by a title; refused when called. */
        REFUSING
    }

    /** Sorted by library, then name. */
    List<Row> exports();

    /** Rows whose name or NID is this. */
    List<Row> find(String nameOrNid);

    /** What was refused since the last title started, oldest first. */
    List<Refusal> refusals();

    /** The name behind a NID, if known. */
    Optional<String> nameOf(String nid);

    /**
     * One export.
     *
     * @param name      empty if unknown
     * @param signature parameter types and names as written in the Java method; empty without one
     * @param plugin    plugin id of the owner, empty without one
     * @param bundle    symbolic name of the owner's bundle
     * @param calls     calls by the running or last title
     */
    record Row(String library, String name, String nid, Status status, String signature, String plugin, String bundle, long calls) {}

    /**
     * One refusal.
     *
     * @param importer module that imports it
     * @param called   false if it was only bound, true if a call ended in it
     */
    record Refusal(String library, String name, String nid, String importer, boolean called, String message) {}
}
