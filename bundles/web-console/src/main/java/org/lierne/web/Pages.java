package org.lierne.web;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers requests: the pages' files, and what they show as JSON. */
final class Pages implements HttpHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Pages.class);
    private static final int MOST_BODY_BYTES = 4096;
    private static final Map<String, String> TYPES = Map.of("html", "text/html; charset=utf-8", "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8");
    /** The pages' files; nothing else is handed out by name. */
    private static final Map<String, String> FILES = Map.of("/", "index.html", "/app.css", "app.css", "/app.js", "app.js");
    private static final String JSON_TYPE = "application/json; charset=utf-8";

    /** What is asked besides the verbs. */
    interface Platform {
        /** A still picture of a title that does not run. */
        Optional<Path> still(String titleId);
    }

    private final Guard guard;
    private final Verbs verbs;
    private final Platform platform;

    Pages(Guard guard, Verbs verbs, Platform platform) {
        this.guard = guard;
        this.verbs = verbs;
        this.platform = platform;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> query = query(exchange.getRequestURI());
            switch (guard.of(request(exchange, query))) {
                case REFUSE -> send(exchange, 403, "text/plain; charset=utf-8",
                        "This console is opened by the address that the platform printed when it started.\n".getBytes(StandardCharsets.UTF_8));
                case WELCOME -> {
                    exchange.getResponseHeaders().set("Set-Cookie", guard.cookie());
                    exchange.getResponseHeaders().set("Location", "/");
                    send(exchange, 303, "text/plain; charset=utf-8", new byte[0]);
                }
                case ALLOW -> answer(exchange, query);
            }
        }
    }

    private static Guard.Request request(HttpExchange exchange, Map<String, String> query) {
        return new Guard.Request(exchange.getRequestMethod(), header(exchange, "Host"), header(exchange, "Cookie"),
                query.getOrDefault("token", ""), !header(exchange, Guard.CHANGE_HEADER).isEmpty());
    }

    private static String header(HttpExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
    }

    private void answer(HttpExchange exchange, Map<String, String> query) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String file = FILES.get(path);
        if (file != null) {
            send(exchange, 200, String.valueOf(TYPES.get(file.substring(file.indexOf('.') + 1))), read(file));
            return;
        }
        try {
            switch (path) {
                case "/api/picture" -> picture(exchange, query.getOrDefault("title", ""));
                case "/api/switch" -> change(exchange);
                case "/api/level" -> level(exchange);
                case "/api/dialog" -> dialog(exchange);
                case "/api/run" -> begin(exchange);
                case "/api/stop" -> order(exchange, "stop", "The title is asked to end.");
                case "/api/cancel" -> order(exchange, "cancel", "Nothing more is prepared.");
                default -> {
                    Optional<String> document = document(path, query);
                    send(exchange, document.isPresent() ? 200 : 404, JSON_TYPE,
                            document.orElse("{\"said\":\"there is no such page\"}").getBytes(StandardCharsets.UTF_8));
                }
            }
        } catch (RuntimeException e) {
            // Our own mistake: the page is told, the log has the details.
            LOG.error("{} broke", path, e);
            send(exchange, 500, JSON_TYPE, JSON.std.asString(Map.of("status", 1, "said", "internal error: " + e)).getBytes(StandardCharsets.UTF_8));
        }
    }

    private Optional<String> document(String path, Map<String, String> query) throws IOException {
        return switch (path) {
            case "/api/running" -> Optional.of(verbs.document(List.of("live", "title")));
            case "/api/dialogs" -> Optional.of(verbs.ask(List.of("dialog", "list")));
            case "/api/timeline" -> Optional.of(verbs.document(List.of("live", "times")));
            case "/api/titles" -> Optional.of(verbs.ask(List.of("titles")));
            case "/api/switches" -> Optional.of(verbs.ask(List.of("compat", "list")));
            case "/api/debt" -> Optional.of(verbs.ask(List.of("compat", "debt")));
            case "/api/plugins" -> Optional.of(verbs.ask(List.of("plugin", "list")));
            case "/api/refusals" -> Optional.of(verbs.ask(List.of("hle", "refusals")));
            case "/api/draws" -> Optional.of(verbs.ask(List.of("frame", "draws")));
            case "/api/draw" -> Optional.of(verbs.ask(List.of("frame", "draw", query.getOrDefault("n", "0"))));
            case "/api/log" -> Optional.of(verbs.ask(Stream.of("log", "tail", "400", query.getOrDefault("of", "")).filter(w -> !w.isEmpty()).toList()));
            case "/api/levels" -> Optional.of(verbs.ask(List.of("log", "levels")));
            case "/api/report" -> Optional.of(verbs.ask(List.of("report", query.getOrDefault("title", ""))));
            case "/api/shaders" -> Optional.of(verbs.document(List.of("live", "programs")));
            case "/api/shader" -> Optional.of(verbs.document(List.of("live", "program", query.getOrDefault("variant", ""))));
            default -> Optional.empty();
        };
    }

    private void picture(HttpExchange exchange, String title) throws IOException {
        Object running = JSON.std.mapFrom(verbs.document(List.of("live", "title"))).get("title");
        Optional<byte[]> live = title.isEmpty() || title.equals(running) ? verbs.bytes(List.of("live", "picture", "--screenshot", "-")) : Optional.empty();
        Optional<Path> still = live.isPresent() ? Optional.empty() : platform.still(title);
        if (live.isEmpty() && still.isEmpty()) {
            send(exchange, 404, JSON_TYPE, "{\"said\":\"there is no picture\"}".getBytes(StandardCharsets.UTF_8));
        } else {
            send(exchange, 200, "image/png", live.isPresent() ? live.get() : Files.readAllBytes(still.orElseThrow()));
        }
    }

    /** {@code {"id":…, "title":…, "state":"on|off|unset", "why":…}}. */
    private void change(HttpExchange exchange) throws IOException {
        Map<String, Object> body = body(exchange);
        String state = text(body, "state");
        List<String> line = new ArrayList<>(List.of("compat", state.matches("on|off") ? state : "unset", text(body, "id")));
        if (!text(body, "title").isEmpty()) {
            line.addAll(List.of("--title", text(body, "title")));
        }
        if (!text(body, "why").isEmpty() && !state.equals("unset")) {
            line.addAll(List.of("--why", text(body, "why")));
        }
        send(exchange, 200, JSON_TYPE, verbs.ask(line).getBytes(StandardCharsets.UTF_8));
    }

    /** {@code {"logger":…, "level":…}}. */
    private void level(HttpExchange exchange) throws IOException {
        Map<String, Object> body = body(exchange);
        send(exchange, 200, JSON_TYPE, verbs.ask(List.of("log", "level", text(body, "logger"), text(body, "level"))).getBytes(StandardCharsets.UTF_8));
    }

    /** {@code {"id":…, "answer":…}}. */
    private void dialog(HttpExchange exchange) throws IOException {
        Map<String, Object> body = body(exchange);
        List<String> line = List.of("dialog", "answer", text(body, "id"), text(body, "answer"));
        send(exchange, 200, JSON_TYPE, verbs.ask(line).getBytes(StandardCharsets.UTF_8));
    }

    /** {@code {"folder":…}}: one of the titles that the first page shows is run. */
    private void begin(HttpExchange exchange) throws IOException {
        String folder = text(body(exchange), "folder");
        boolean isKnown = verbs.titles().stream().anyMatch(title -> folder.equals(title.get("folder")));
        if (isKnown) {
            verbs.start(List.of("run", folder));
        }
        answer(exchange, isKnown ? 0 : 3, isKnown ? "The title starts." : "There is no title in that folder.");
    }

    private void order(HttpExchange exchange, String form, String said) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            answer(exchange, 2, "Nothing is changed by looking.");
            return;
        }
        Verbs.Printed printed = verbs.run(List.of("live", form), Stream.empty());
        answer(exchange, printed.status(), printed.status() == 0 ? said : printed.err());
    }

    private static void answer(HttpExchange exchange, int status, String said) throws IOException {
        send(exchange, 200, JSON_TYPE, JSON.std.asString(Map.of("status", status, "said", said)).getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, Object> body(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            return Map.of();
        }
        try {
            return JSON.std.mapFrom(new String(exchange.getRequestBody().readNBytes(MOST_BODY_BYTES), StandardCharsets.UTF_8));
        } catch (com.fasterxml.jackson.jr.ob.JSONObjectException e) {
            return Map.of();
        }
    }

    private static String text(Map<String, Object> body, String key) {
        return body.get(key) instanceof String text ? text : "";
    }

    private static byte[] read(String file) throws IOException {
        try (InputStream in = Pages.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException("the bundle lacks " + file);
            }
            return in.readAllBytes();
        }
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] content) throws IOException {
        var headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type);
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
        exchange.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
        if (content.length > 0) {
            exchange.getResponseBody().write(content);
        }
    }

    private static Map<String, String> query(URI address) {
        Map<String, String> query = new LinkedHashMap<>();
        String raw = address.getRawQuery();
        for (String pair : raw == null ? new String[0] : raw.split("&")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                query.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            }
        }
        return query;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return "";
        }
    }
}
