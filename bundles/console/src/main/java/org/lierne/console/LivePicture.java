package org.lierne.console;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
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

    /** Writes it; false if no frame is shown within two seconds. */
    boolean next(OutputStream png) throws IOException {
        CompletableFuture<BufferedImage> shown = new CompletableFuture<>();
        FrameWatcher watcher = (_, _, width, height, rgb) -> {
            if (!shown.isDone()) {
                shown.complete(image(width, height, rgb));
            }
        };
        ServiceRegistration<FrameWatcher> watching = context.registerService(FrameWatcher.class, watcher, null);
        try {
            ImageIO.write(shown.get(PATIENCE_MS, TimeUnit.MILLISECONDS), "png", png);
            return true;
        } catch (TimeoutException | ExecutionException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
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
