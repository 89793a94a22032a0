package org.lierne.recompiler.core.translate;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.osgi.framework.Bundle;

/** A word that stands for a bundle's code, so that a changed class makes other cache keys even where the version stays. */
final class BundleCode {
    private BundleCode() {}

    /** Version and checksum of all classes. */
    static String of(Bundle bundle) {
        Enumeration<URL> found = bundle.findEntries("/", "*.class", true);
        List<URL> classes = found == null ? List.of() : Collections.list(found).stream()
                .sorted(java.util.Comparator.comparing(URL::getPath)).toList();
        CRC32C sum = new CRC32C();
        for (URL url : classes) {
            try (InputStream in = url.openStream()) {
                sum.update(in.readAllBytes());
            } catch (IOException e) {
                // A class that cannot be read now cannot have run; its absence changes the sum, which is all that is asked.
                sum.update(1);
            }
        }
        return bundle.getVersion() + "-" + String.format(Locale.ROOT, "%08x", sum.getValue());
    }
}
