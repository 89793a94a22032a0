package org.lierne.agc.driver;

import org.lierne.agc.VideoOutputs.BufferLayout;

/** What shows display buffers. Called on the display's thread, but for {@link #endFrame}. */
interface Screen {
    /** A flip was asked for: what was drawn until now is a whole frame. Called by whoever asked. */
    void endFrame();

    /** Shows the buffer as it is now. */
    void present(long address, BufferLayout layout);

    /** Shows nothing. */
    void blank();

    /** The buffer as it is now. */
    Picture read(long address, BufferLayout layout);
}
