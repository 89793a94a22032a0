package org.lierne.agc.driver;

import org.lierne.agc.VideoOutputs.BufferLayout;

/** What shows display buffers. Called on the display's thread. */
interface Screen {
    /** Shows the buffer as it is now. */
    void present(long address, BufferLayout layout);

    /** Shows nothing. */
    void blank();

    /** The buffer as it is now. */
    Picture read(long address, BufferLayout layout);
}
