package org.lierne.web;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.imageio.ImageIO;
import org.lierne.agc.FrameWatcher;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

/** The next frame of the running title as a PNG. Frames are watched only while somebody waits for one. */
final class LivePicture {
    private static final long PATIENCE_MS = 2000;

    private final BundleContext context;

    LivePicture(BundleContext context) {
        this.context = context;
    }

    /** Empty if no frame is shown within two seconds. */
    Optional<byte[]> next() throws IOException, InterruptedException {
        CompletableFuture<BufferedImage> shown = new CompletableFuture<>();
        FrameWatcher watcher = (_, _, width, height, rgb) -> {
            if (!shown.isDone()) {
                shown.complete(image(width, height, rgb));
            }
        };
        ServiceRegistration<FrameWatcher> watching = context.registerService(FrameWatcher.class, watcher, null);
        try {
            ByteArrayOutputStream png = new ByteArrayOutputStream();
            ImageIO.write(shown.get(PATIENCE_MS, TimeUnit.MILLISECONDS), "png", png);
            return Optional.of(png.toByteArray());
        } catch (TimeoutException | ExecutionException e) {
            return Optional.empty();
        } finally {
            watching.unregister();
        }
    }

    private static BufferedImage image(int width, int height, byte[] rgb) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < width * height; i++) {
            image.setRGB(i % width, i / width, (rgb[3 * i] & 0xff) << 16 | (rgb[3 * i + 1] & 0xff) << 8 | rgb[3 * i + 2] & 0xff);
        }
        return image;
    }
}
