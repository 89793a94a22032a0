package org.lierne.itests;

import static org.junit.Assert.assertEquals;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.Test;

/**
 * The pages of {@code titles/gallery} against pictures of the same scenes by plain Vulkan. Its first frame shows all pages, five in a row,
 * texel by texel.
 */
public class GalleryIT {
    private static final Path TITLE = CommandLine.TITLES.resolve("gallery");
    private static final int WIDTH = 320;
    private static final int HEIGHT = 180;
    private static final int COLUMNS = 5;
    /** Steps of 255 that rounding may make: programs of the two sides do their sums in different orders. */
    private static final int ROUNDING = 4;
    /** Pixels at edges, where devices decide differently: one in 200. */
    private static final int MOST_OTHERS = WIDTH * HEIGHT / 200;

    @Test
    public void everyPageIsLikeItsReference() throws Exception {
        CommandLine lierne = new CommandLine(Distribution.userFolder(GalleryIT.class)).with("LIERNE_GPU", "validate");
        Path sheet = lierne.user().resolve("sheet.png");

        Distribution.Run run = lierne.run("run", TITLE.toString(), "--headless", "--frames", "1", "--screenshot", sheet.toString());

        assertEquals(run.out() + run.err(), 0, run.status());
        assertEquals("what the validation layer finds", List.of(), run.err().lines().filter(line -> line.contains("GPU validation")).toList());
        List<String> pages = Pattern.compile("(?m)^gallery: page \\d+, (\\S+)$").matcher(run.out()).results().map(this::name).toList();
        assertEquals(references(), pages.stream().sorted().toList());
        BufferedImage all = ImageIO.read(sheet.toFile());
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < pages.size(); i++) {
            BufferedImage page = all.getSubimage(i % COLUMNS * WIDTH, i / COLUMNS * HEIGHT, WIDTH, HEIGHT);
            int others = others(ImageIO.read(TITLE.resolve("reference/" + pages.get(i) + ".png").toFile()), page);
            if (others > MOST_OTHERS) {
                wrong.add(pages.get(i) + ": " + others + " pixels differ");
            }
        }
        assertEquals(List.of(), wrong);
    }

    private String name(MatchResult line) {
        return line.group(1);
    }

    private static List<String> references() throws IOException {
        try (Stream<Path> files = Files.list(TITLE.resolve("reference"))) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".png"))
                    .map(name -> name.substring(0, name.length() - 4)).sorted().toList();
        }
    }

    /** Pixels that differ by more than rounding. */
    private static int others(BufferedImage expected, BufferedImage actual) {
        int others = 0;
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int a = expected.getRGB(x, y);
                int b = actual.getRGB(x, y);
                boolean isOther = false;
                for (int shift = 0; shift < 24; shift += 8) {
                    isOther |= Math.abs((a >> shift & 0xff) - (b >> shift & 0xff)) > ROUNDING;
                }
                others += isOther ? 1 : 0;
            }
        }
        return others;
    }
}
