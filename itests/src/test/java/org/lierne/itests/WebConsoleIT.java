package org.lierne.itests;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.After;
import org.junit.Assume;
import org.junit.Before;
import org.junit.Test;

/** The console's pages as a user opens them: in the assembled distribution, by the address that it prints, and in a browser where there is one. */
public class WebConsoleIT {
    private static final long WAIT_S = 60;
    private static final String MODE = "pass.float.nan";

    private CommandLine lierne;
    private Process console;
    private String address;
    private HttpClient client;
    private String cookie;

    @Before
    public void openTheConsole() throws Exception {
        lierne = new CommandLine(Distribution.userFolder(WebConsoleIT.class));
        console = lierne.start(lierne.user().resolve("out.txt"), "console", "--web", "--serve");
        Path kept = lierne.user().resolve("cache/web-console.url");
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_S);
        while (System.nanoTime() < end && (!Files.exists(kept) || !Files.readString(kept).endsWith("\n"))) {
            assertTrue(Files.readString(lierne.user().resolve("err.txt")), console.isAlive());
            TimeUnit.MILLISECONDS.sleep(20);
        }
        address = Files.readString(kept).strip();
        client = HttpClient.newHttpClient();
        HttpResponse<String> welcome = get(URI.create(address), "");
        cookie = welcome.headers().firstValue("Set-Cookie").orElse("").split(";")[0];
        assertEquals(303, welcome.statusCode());
    }

    @After
    public void close() throws InterruptedException {
        console.destroy();
        console.waitFor();
    }

    private HttpResponse<String> get(URI from, String with) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(from).header("Cookie", with).build(), HttpResponse.BodyHandlers.ofString());
    }

    private URI at(String path) {
        return URI.create(address).resolve(path);
    }

    private String answer(String path) throws IOException, InterruptedException {
        HttpResponse<String> got = get(at(path), cookie);
        assertEquals(path + ": " + got.body(), 200, got.statusCode());
        return got.body();
    }

    @Test
    public void nobodyWithoutTheTokenSeesOrChangesAnything() throws Exception {
        for (String path : List.of("/", "/app.js", "/api/titles", "/api/log", "/?token=wrong")) {
            assertEquals(path, 403, get(at(path), "").statusCode());
        }
        HttpRequest forged = HttpRequest.newBuilder(at("/api/switch")).header("Cookie", cookie)
                .POST(HttpRequest.BodyPublishers.ofString("{\"id\":\"" + MODE + "\",\"state\":\"off\"}")).build();
        assertEquals(403, client.send(forged, HttpResponse.BodyHandlers.ofString()).statusCode());
        assertFalse(Files.exists(lierne.user().resolve("titles/default.cfg")));
        assertFalse("the token is in no log", logged().contains(address.substring(address.indexOf('=') + 1)));
        assertEquals(404, get(at("/../etc/passwd"), cookie).statusCode());
    }

    @Test
    public void thePagesShowAndChangeWhatTheVerbsDo() throws Exception {
        assertTrue(answer("/").contains("<title>Lierne</title>"));
        assertTrue(answer("/app.css").contains(".card"));
        assertTrue(answer("/api/titles").contains("\"LRNE00001\""));
        assertTrue(answer("/api/switches").contains(MODE));
        assertTrue(answer("/api/refusals").contains("\"status\":0"));
        assertTrue(answer("/api/debt").contains("measured"));
        assertTrue(answer("/api/running").replaceAll("\\s", "").contains("\"title\":\"\""));
        assertTrue(answer("/api/levels").contains("ROOT"));
        HttpRequest change = HttpRequest.newBuilder(at("/api/switch")).header("Cookie", cookie).header("X-Lierne", "1")
                .POST(HttpRequest.BodyPublishers.ofString("{\"id\":\"" + MODE + "\",\"title\":\"LRNE00001\",\"state\":\"off\",\"why\":\"a try\"}")).build();

        HttpResponse<String> said = client.send(change, HttpResponse.BodyHandlers.ofString());

        assertTrue(said.body(), said.body().startsWith("{\"status\":0"));
        assertEquals(List.of(MODE + " = off   # a try"), Files.readAllLines(lierne.user().resolve("titles/LRNE00001.cfg")));
    }

    @Test
    public void onlyTitlesThatAreShownAreRun() throws Exception {
        HttpRequest unknown = HttpRequest.newBuilder(at("/api/run")).header("Cookie", cookie).header("X-Lierne", "1")
                .POST(HttpRequest.BodyPublishers.ofString("{\"folder\":\"/etc\"}")).build();
        HttpRequest nothing = HttpRequest.newBuilder(at("/api/stop")).header("Cookie", cookie).header("X-Lierne", "1")
                .POST(HttpRequest.BodyPublishers.ofString("{}")).build();

        String run = client.send(unknown, HttpResponse.BodyHandlers.ofString()).body();
        String stop = client.send(nothing, HttpResponse.BodyHandlers.ofString()).body();

        assertTrue(run, run.contains("There is no title in that folder."));
        assertTrue(stop, stop.contains("live stop: no title is running"));
        assertTrue(answer("/api/stop").contains("Nothing is changed by looking."));
    }

    /** Each page's own code runs in a real browser; skipped, and counted so, where none is installed. */
    @Test
    public void aBrowserShowsThePages() throws Exception {
        String browser = Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
                .filter(b -> Files.isExecutable(Path.of(b))).findFirst().orElse("");
        Assume.assumeFalse("no chromium to open the pages in", browser.isEmpty());
        Path seen = lierne.user().resolve("page.html");

        Process open = new ProcessBuilder(browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=8000",
                "--user-data-dir=" + lierne.user().resolve("browser"), "--dump-dom", address).redirectOutput(seen.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        boolean hasEnded = open.waitFor(3, TimeUnit.MINUTES);
        open.destroyForcibly();

        assertTrue(hasEnded);
        String page = Files.readString(seen);
        assertTrue(page, page.contains("First Light"));
        assertTrue(page, page.contains("data-ready=\"titles\""));
    }

    private String logged() throws IOException {
        Path logs = lierne.user().resolve("logs");
        if (!Files.isDirectory(logs)) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.list(logs)) {
            for (Path file : files.toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }
}
