package org.lierne.gpu.vulkan;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.lierne.gpu.GpuOptions;
import org.lierne.gpu.GpuUnavailable;

/**
 * What a user says about the device, over what a caller asks for: the words of the property {@code lierne.gpu} or,
 * without it, of the environment's {@code LIERNE_GPU}, separated by commas.
 */
final class GpuSwitches {
    /** A word. None of them affects what is drawn, so none is part of a cache key. */
    enum Switch {
        VALIDATE("validate", "check every call with the validation layer and log what it finds"),
        UPLOAD_QUEUE("upload-queue", "move the first texels of images in submissions of their own, even without a queue for that"),
        NO_UPLOAD_QUEUE("no-upload-queue", "move them with the work that uses them"),
        SOFTWARE("software", "take a software device before any other"),
        LOST("lost:N", "be lost behind the N-th submission, to see what is left then"),
        HANG("hang:N", "end nothing from the N-th submission on, to see what is left then"),
        PATIENCE("patience:N", "count a device as lost that ends nothing for N seconds, while it has work"),
        DEVICE("device:NAME", "take the first device whose name contains NAME");

        final String form;
        final String sentence;

        Switch(String form, String sentence) {
            this.form = form;
            this.sentence = sentence;
        }
    }

    private static final Pattern NUMBER = Pattern.compile("(lost|hang|patience):([1-9]\\d{0,8})");

    private GpuSwitches() {}

    /** The options with the user's words applied. */
    static GpuOptions apply(GpuOptions options) {
        return apply(options, words());
    }

    private static String words() {
        return System.getProperty("lierne.gpu", System.getenv().getOrDefault("LIERNE_GPU", ""));
    }

    /** The submission behind which devices are lost. */
    static long lastSubmission() {
        return number(words(), "lost", Long.MAX_VALUE);
    }

    /** The submission from which on devices end nothing. */
    static long firstHung() {
        return number(words(), "hang", Long.MAX_VALUE);
    }

    /** Seconds that devices may end nothing, 0 where the user leaves that to us. */
    static long patience() {
        return number(words(), "patience", 0);
    }

    static long number(String words, String name, long otherwise) {
        for (String word : words.split(",", -1)) {
            Matcher number = NUMBER.matcher(word.strip());
            if (number.matches() && number.group(1).equals(name)) {
                return Long.parseLong(number.group(2));
            }
        }
        return otherwise;
    }

    static GpuOptions apply(GpuOptions options, String words) {
        GpuOptions result = options;
        for (String raw : words.split(",", -1)) {
            String word = raw.strip();
            if (word.equals(Switch.VALIDATE.form)) {
                result = result.withValidation(true);
            } else if (word.equals(Switch.UPLOAD_QUEUE.form)) {
                result = result.withUploadQueue(GpuOptions.UploadQueue.ANY);
            } else if (word.equals(Switch.NO_UPLOAD_QUEUE.form)) {
                result = result.withUploadQueue(GpuOptions.UploadQueue.NONE);
            } else if (word.equals(Switch.SOFTWARE.form)) {
                result = result.withPreferSoftware(true);
            } else if (word.startsWith("device:")) {
                result = result.withDeviceName(word.substring("device:".length()));
            } else if (!word.isEmpty() && !NUMBER.matcher(word).matches()) {
                throw new GpuUnavailable("LIERNE_GPU: \"" + word + "\" is none of: " + Arrays.stream(Switch.values())
                        .map(s -> s.form + " (" + s.sentence + ")").collect(Collectors.joining(", ")));
            }
        }
        return result;
    }
}
