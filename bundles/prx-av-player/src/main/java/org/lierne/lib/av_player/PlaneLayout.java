package org.lierne.lib.av_player;

import org.lierne.host.media.Picture;

/**
 * How a picture lies in the title's memory: luma, then the two colours in turn; whole blocks of 16 pixels, rows of a multiple of 128 bytes, the
 * picture's edges drawn on to the right and below. Assumed: lib.av-player.
 */
record PlaneLayout(int width, int height) {
    private static final int BLOCK = 16;
    private static final int PITCH = 128;

    static PlaneLayout of(int width, int height) {
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
