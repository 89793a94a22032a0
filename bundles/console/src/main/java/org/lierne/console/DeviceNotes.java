package org.lierne.console;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.lierne.recompiler.program.HostDriver;

/** Words by plugin id that hold for one device and its driver: a file of the cache, which another device does not read. */
final class DeviceNotes {
    private static final String DEVICE = "device";

    private final Path file;
    private final String comment;
    private final HostDriverLookup host;

    DeviceNotes(Path file, String comment, HostDriverLookup host) {
        this.file = file;
        this.comment = comment;
        this.host = host;
    }

    /** Keeps them for the device at hand, in place of all that was kept before. */
    void keep(Map<String, String> notes) throws IOException {
        Properties properties = new Properties();
        properties.setProperty(DEVICE, device());
        properties.putAll(notes);
        StringWriter out = new StringWriter();
        properties.store(out, comment);
        HostFiles.replace(file, out.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Empty when nothing was kept for the device at hand. */
    Map<String, String> known() {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            properties.load(in);
        } catch (IOException | IllegalArgumentException _) {
            // nothing kept, or not readable: who asks goes without
            return Map.of();
        }
        return device().equals(properties.getProperty(DEVICE)) ? properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(id -> id, properties::getProperty)) : Map.of();
    }

    private String device() {
        return host.driver().map(HostDriver::toString).orElse("");
    }
}
