package org.lierne.agc;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** The draws of the last presented frame, for the console. */
@ProviderType
public interface FrameFacts {
    /** Number of the last presented frame, from 1; 0 before the first. */
    long frame();

    List<DrawFacts> draws();

    /** A draw or dispatch with all that was bound; empty past the end. */
    Optional<List<String>> describe(int draw);

    /** The images that a draw or dispatch was bound to, with what they hold now. */
    List<BoundImage> images(int draw);

    /**
     * An image as a picture.
     *
     * @param name   where it is bound: {@code set-1-binding-2}, {@code target-0}, {@code depth}
     * @param what   format and size
     * @param png    a PNG file; empty where the image cannot be shown
     * @param reason why not, then
     */
    record BoundImage(String name, String what, Optional<byte[]> png, String reason) {}

    /**
     * One line of the list.
     *
     * @param what    {@code draw 36 indices}, {@code dispatch 8x8x1}
     * @param shaders ids of the programs
     * @param target  address and format of the first target
     */
    record DrawFacts(int index, String what, List<String> shaders, String target) {}
}
