package org.lierne.testing;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lierne.hle.ExportSignature;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleObject;
import org.lierne.kernel.format.Nid;

/**
 * Checks the annotations of a library room's export classes: names hash to their NIDs, methods have guest types, structures are laid out
 * inside of their size, nothing is exported twice. Every {@code prx-} room calls it in one test.
 */
public final class ExportTable {
    private ExportTable() {}

    /** @throws AssertionError listing every finding, one a line */
    public static void check(Class<?>... classes) {
        List<String> findings = findings(classes);
        if (!findings.isEmpty()) {
            throw new AssertionError(String.join(System.lineSeparator(), findings));
        }
    }

    /** What is wrong, one line each; empty if nothing is. */
    public static List<String> findings(Class<?>... classes) {
        List<String> findings = new ArrayList<>();
        Map<String, String> owners = new HashMap<>();
        for (Class<?> type : classes) {
            HleLibrary library = type.getAnnotation(HleLibrary.class);
            if (library == null) {
                findings.add(type.getSimpleName() + " has no @HleLibrary");
                continue;
            }
            int count = 0;
            for (Method method : type.getDeclaredMethods()) {
                String place = type.getSimpleName() + "." + method.getName();
                for (HleExport export : method.getAnnotationsByType(HleExport.class)) {
                    count++;
                    name(findings, place, export.name(), export.nid(), export.unhashed());
                    once(findings, owners, place, export.nid(), export.library().isEmpty() ? library.library() : export.library());
                    signature(findings, method);
                }
                for (HleObject object : method.getAnnotationsByType(HleObject.class)) {
                    count++;
                    name(findings, place, object.name(), object.nid(), false);
                    once(findings, owners, place, object.nid(), object.library().isEmpty() ? library.library() : object.library());
                    if (method.getReturnType() != byte[].class || method.getParameterCount() != 0) {
                        findings.add(place + ": an object's method is byte[] name()");
                    }
                }
            }
            if (count == 0) {
                findings.add(type.getSimpleName() + " exports nothing");
            }
        }
        return findings;
    }

    private static void name(List<String> findings, String place, String name, String nid, boolean isUnhashed) {
        String hashed = Nid.of(name).text();
        if (hashed.equals(nid) == isUnhashed) {
            findings.add("%s: %s hashes to %s, the annotation says %s%s".formatted(place, name, hashed, nid, isUnhashed ? " unhashed" : ""));
        }
    }

    private static void once(List<String> findings, Map<String, String> owners, String place, String nid, String library) {
        String other = owners.putIfAbsent(nid + library, place);
        if (other != null) {
            findings.add("%s and %s both export %s of %s".formatted(other, place, nid, library));
        }
    }

    private static void signature(List<String> findings, Method method) {
        try {
            ExportSignature.of(method);
        } catch (IllegalArgumentException e) {
            findings.add(String.valueOf(e.getMessage()));
        }
    }
}
