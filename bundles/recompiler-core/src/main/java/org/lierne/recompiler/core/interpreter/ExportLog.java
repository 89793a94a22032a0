package org.lierne.recompiler.core.interpreter;

import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.isa.Decoded;
import org.lierne.recompiler.isa.Effect;

/** Takes exports down and gives attributes that are zero: the outside of a wave that is stepped without a draw. */
final class ExportLog implements Outside {
    private final List<String> lines = new ArrayList<>();
    private final ImageUnit images;

    ExportLog(WaveMemory memory) {
        this.images = new ImageUnit(memory);
    }

    /** The exports so far. */
    List<String> lines() {
        return lines;
    }

    @Override
    public void image(Wave wave, Decoded d, Effect.Image access) {
        images.access(wave, d, access);
    }

    @Override
    public void export(Wave wave, Decoded d) {
        lines.add(String.format("0x%04x %s", d.pc(), d));
    }

    @Override
    public int parameter(Wave wave, Decoded d, int attribute, int channel, int which, int lane) {
        return 0;
    }

    @Override
    public void message(Wave wave, Decoded d, int message) {
        lines.add(String.format("0x%04x %s", d.pc(), d));
    }
}
