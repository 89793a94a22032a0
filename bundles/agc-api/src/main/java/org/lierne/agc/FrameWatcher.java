package org.lierne.agc;

import org.osgi.annotation.versioning.ConsumerType;

/** Whiteboard: is shown each frame of a running title. While there is one, every frame is copied from the device. */
@ConsumerType
public interface FrameWatcher {
    /**
     * A frame is on the display; its title waits meanwhile.
     *
     * @param frame from 1
     * @param rgb   three bytes a pixel, rows from the top
     */
    void presented(String titleId, long frame, int width, int height, byte[] rgb);
}
