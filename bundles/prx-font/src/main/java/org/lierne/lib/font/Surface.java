package org.lierne.lib.font;

import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;
import org.lierne.host.font.GlyphImage;
import org.lierne.kernel.memory.GuestMemory;

/** A picture in the title's memory, into whose clipped part glyphs are drawn: every byte of a pixel takes the coverage. Assumed: lib.font. */
@GuestStruct(size = 0x80)
public record Surface(@At(0x00) long buffer, @At(0x08) int pitch, @At(0x0C) byte pixelBytes, @At(0x10) int width, @At(0x14) int height,
        @At(0x18) int left, @At(0x1C) int top, @At(0x20) int right, @At(0x24) int bottom) {
    /** A part of a picture; nothing if its width or height is 0. */
    record Part(int x, int y, int width, int height) {}

    boolean isDrawable() {
        return buffer != 0 && width > 0 && height > 0 && (pixelBytes == 1 || pixelBytes == 4) && pitch >= (long) width * pixelBytes;
    }

    /** @param x of the glyph's first column; @param y of its first row, from above */
    Part draw(GuestMemory memory, GlyphImage glyph, int x, int y) {
        int fromX = Math.max(x, Math.max(left, 0));
        int fromY = Math.max(y, Math.max(top, 0));
        int toX = Math.min(x + glyph.width(), Math.min(right, width));
        int toY = Math.min(y + glyph.height(), Math.min(bottom, height));
        if (fromX >= toX || fromY >= toY) {
            return new Part(Math.max(x, 0), Math.max(y, 0), 0, 0);
        }
        for (int row = fromY; row < toY; row++) {
            long address = buffer + (long) row * pitch + (long) fromX * pixelBytes;
            byte[] pixels = memory.getBytes(address, (toX - fromX) * pixelBytes);
            int from = (row - y) * glyph.width() + fromX - x;
            for (int i = 0; i < pixels.length; i++) {
                byte coverage = glyph.coverage()[from + i / pixelBytes];
                if (coverage != 0) {
                    pixels[i] = coverage;
                }
            }
            memory.putBytes(address, pixels);
        }
        return new Part(fromX, fromY, toX - fromX, toY - fromY);
    }
}
