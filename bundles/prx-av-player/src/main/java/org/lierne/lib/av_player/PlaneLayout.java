package org.lierne.lib.av_player;

import org.lierne.host.media.MediaRefused;
import org.lierne.host.media.Picture;

/**
 * How a picture lies in the title's memory: luma, then the two colours in turn; whole blocks of 16 pixels, rows of a multiple of 128 bytes, the
 * picture's edges drawn on to the right and below. No picture is larger than ITU-T H.264 lets one be. Assumed: lib.av-player.
 */
record PlaneLayout(int width, int height) {
    private static final int BLOCK = 16;
    private static final int PITCH = 128;
    /** Documented: ITU-T H.264, A.3.1 and table A-1, level 6.2: blocks of a picture, and of one of its sides. */
    private static final int MOST_BLOCKS = 139_264;
    private static final int MOST_BLOCKS_OF_A_SIDE = 1055;

    static PlaneLayout of(int width, int height) throws MediaRefused {
        int most = MOST_BLOCKS_OF_A_SIDE * BLOCK;
        if (width < 1 || height < 1 || width > most || height > most || up(width, BLOCK) / BLOCK * (up(height, BLOCK) / BLOCK) > MOST_BLOCKS) {
            throw new MediaRefused("a picture of " + width + " x " + height);
        }
        return new PlaneLayout(up(width, BLOCK), up(height, BLOCK));
    }

    private static int up(int value, int step) {
        return (value + step - 1) / step * step;
    }

    int pitch() {
        return up(width, PITCH);
    }

    int bytes() {
        return pitch() * height * 3 / 2;
    }

    byte[] lay(Picture picture) {
        byte[] laid = new byte[bytes()];
        int pitch = pitch();
        for (int y = 0; y < height; y++) {
            int row = Math.min(y, picture.height() - 1) * picture.width();
            for (int x = 0; x < pitch; x++) {
                laid[y * pitch + x] = picture.luma()[row + Math.min(x, picture.width() - 1)];
            }
        }
        int colourWidth = (picture.width() + 1) / 2;
        int colourHeight = (picture.height() + 1) / 2;
        int colours = pitch * height;
        for (int y = 0; y < height / 2; y++) {
            int row = Math.min(y, colourHeight - 1) * colourWidth;
            for (int x = 0; x < pitch / 2; x++) {
                int from = row + Math.min(x, colourWidth - 1);
                laid[colours + y * pitch + 2 * x] = picture.blue()[from];
                laid[colours + y * pitch + 2 * x + 1] = picture.red()[from];
            }
        }
        return laid;
    }
}
