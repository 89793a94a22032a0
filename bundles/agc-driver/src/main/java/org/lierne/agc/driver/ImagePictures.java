package org.lierne.agc.driver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.lierne.gpu.Aspect;
import org.lierne.gpu.Filter;
import org.lierne.gpu.Format;
import org.lierne.gpu.FormatUse;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuImage;
import org.lierne.gpu.GpuImageView;
import org.lierne.gpu.ImagePart;
import org.lierne.gpu.ImageSpec;
import org.lierne.gpu.ImageUse;
import org.lierne.gpu.ViewSpec;

/** Images as pictures for people: colours are converted by the device and cut to 0..1, depth is shown as grey. */
final class ImagePictures {
    private final GpuDevice device;

    ImagePictures(GpuDevice device) {
        this.device = device;
    }

    /**
     * An image as a picture.
     *
     * @param what format and size
     * @param png  empty where it cannot be shown
     * @param why  the reason then
     */
    record Shown(String name, String what, Optional<byte[]> png, String why) {
        static Shown none(String name, String why) {
            return new Shown(name, "", Optional.empty(), why);
        }
    }

    /** The first level and layer that the view sees. */
    Shown show(String name, GpuImageView view) {
        ViewSpec seen = view.spec();
        GpuImage image = view.image();
        ImageSpec spec = image.spec();
        int layer = spec.depth() > 1 ? 0 : seen.baseLayer();
        ImagePart whole = ImagePart.of(spec, seen.baseMip(), layer, 1);
        ImagePart part = new ImagePart(whole.aspect(), whole.mip(), whole.baseLayer(), 1, 0, 0, 0, whole.width(),
                whole.height(), 1);
        String what = "%s %dx%d, level %d, layer %d".formatted(spec.format(), part.width(), part.height(), part.mip(),
                layer);
        if (spec.samples() > 1) {
            return new Shown(name, what, Optional.empty(), spec.samples() + " samples are not shown");
        }
        if (spec.format().hasDepth()) {
            return new Shown(name, what, Optional.of(png(depth(image, part))), "");
        }
        boolean canConvert = spec.format().mainAspect() == Aspect.COLOR && !spec.format().isInteger()
                && device.supports(spec.format(), FormatUse.BLIT_SOURCE);
        return canConvert ? new Shown(name, what, Optional.of(png(color(image, part))), "")
                : new Shown(name, what, Optional.empty(), "the device converts no " + spec.format());
    }

    private static byte[] png(Picture picture) {
        try {
            return picture.png();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Picture color(GpuImage image, ImagePart part) {
        ImageSpec spec = ImageSpec.of2d(Format.R8G8B8A8_UNORM, part.width(), part.height(), ImageUse.SAMPLED);
        try (GpuImage copy = device.image(spec, "picture")) {
            GpuCommands commands = device.commands("picture");
            commands.blit(image, part, copy, ImagePart.level(spec, 0), Filter.NEAREST);
            device.submit(commands);
            byte[] texels = device.read(copy, ImagePart.level(spec, 0));
            byte[] rgb = new byte[3 * part.width() * part.height()];
            for (int i = 0; i < part.width() * part.height(); i++) {
                System.arraycopy(texels, 4 * i, rgb, 3 * i, 3);
            }
            return new Picture(part.width(), part.height(), rgb);
        }
    }

    private Picture depth(GpuImage image, ImagePart part) {
        ByteBuffer texels = ByteBuffer.wrap(device.read(image, part)).order(ByteOrder.LITTLE_ENDIAN);
        boolean isShort = image.spec().format().copyBytes(Aspect.DEPTH) == 2;
        byte[] rgb = new byte[3 * part.width() * part.height()];
        for (int i = 0; i < part.width() * part.height(); i++) {
            float value = isShort ? (texels.getShort(2 * i) & 0xFFFF) / 65535f : texels.getFloat(4 * i);
            byte grey = (byte) Math.round(255 * Math.clamp(value, 0f, 1f));
            rgb[3 * i] = grey;
            rgb[3 * i + 1] = grey;
            rgb[3 * i + 2] = grey;
        }
        return new Picture(part.width(), part.height(), rgb);
    }
}
