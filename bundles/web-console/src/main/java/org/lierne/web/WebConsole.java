package org.lierne.web;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server. It listens if the property {@code lierne.web} is {@code true} ({@code console --web}) or the configuration
 * {@code etc/org.lierne.web.console.cfg} says {@code enabled = true}, on loopback at {@code port}, a free one without. The address with the
 * token is printed, and kept for scripts of the same user in {@code cache/web-console.url}.
 */
@Component(service = WebConsole.class, immediate = true, configurationPid = "org.lierne.web.console")
public final class WebConsole implements Pages.Platform {
    private static final Logger LOG = LoggerFactory.getLogger(WebConsole.class);
    private static final String ICON = "sce_sys/icon0.png";

    private final BundleContext context;
    private final Path address;
    private final @Nullable HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @Activate
    public WebConsole(BundleContext context, Map<String, Object> configuration) throws IOException {
        this.context = context;
        this.address = Path.of(String.valueOf(context.getProperty("lierne.user")), "cache", "web-console.url");
        boolean isWanted = "true".equals(context.getProperty("lierne.web")) || "true".equals(String.valueOf(configuration.get("enabled")));
        this.server = isWanted ? start(Integer.parseInt(String.valueOf(configuration.getOrDefault("port", "0")))) : null;
    }

    private HttpServer start(int port) throws IOException {
        HttpServer made = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        String token = Guard.newToken();
        made.createContext("/", new Pages(new Guard(token, made.getAddress().getPort()), new Verbs(this::tool), this));
        made.setExecutor(threads);
        made.start();
        String url = "http://127.0.0.1:%d/?token=%s".formatted(made.getAddress().getPort(), token);
        Files.createDirectories(address.getParent());
        Files.deleteIfExists(address);
        Files.createFile(address, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(address, url + "\n", StandardOpenOption.TRUNCATE_EXISTING);
        // The log is kept; the token is for whoever sits here.
        System.err.println("lierne: the console's pages are at " + url);
        LOG.info("pages on port {}", made.getAddress().getPort());
        return made;
    }

    @Deactivate
    void stop() throws IOException {
        if (server != null) {
            server.stop(0);
            Files.deleteIfExists(address);
        }
        threads.shutdownNow();
    }

    private Optional<ToolProvider> tool(String verb) {
        try {
            return context.getServiceReferences(ToolProvider.class, "(lierne.verb=" + verb + ")").stream()
                    .max(ServiceReference::compareTo).map(context::getService);
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Of the title's own folder, or what its last run was asked to leave. */
    @Override
    public Optional<Path> still(String titleId) {
        try {
            return new Verbs(this::tool).titles().stream().filter(title -> titleId.equals(title.get("id")))
                    .flatMap(title -> Stream.of(Path.of(String.valueOf(title.get("folder")), ICON), Path.of(String.valueOf(title.get("screenshot")))))
                    .filter(Files::isRegularFile).findFirst();
        } catch (IOException e) {
            LOG.debug("there is no picture of {}", titleId, e);
            return Optional.empty();
        }
    }
}
