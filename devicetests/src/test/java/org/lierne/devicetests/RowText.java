package org.lierne.devicetests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.core.interpreter.InterpreterRows;
import org.lierne.recompiler.isa.Assembler;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRows;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.shader.harness.VulkanRows;

/** Measured-row files written as assembly, and run on both machines. */
final class RowText {
    private final int waveSize;
    private boolean ieee;
    private boolean clampsNans = true;
    private final List<String> lines = new ArrayList<>(List.of(MeasuredRow.HEADER));

    RowText(int waveSize) {
        this.waveSize = waveSize;
    }

    /** Sets IEEE mode and DX10_CLAMP for the rows that follow. */
    RowText with(boolean ieeeMode, boolean dx10Clamp) {
        ieee = ieeeMode;
        clampsNans = dx10Clamp;
        return this;
    }

    /**
     * Adds a row that all lanes of {@code exec} run.
     *
     * @param asm instructions with {@code ;} between
     * @param in  as the column of the file format
     * @param out as the column, compared exactly
     */
    RowText row(int floatMode, String asm, long exec, String in, String out) {
        Assembler assembler = new Assembler(waveSize);
        List<String> words = new ArrayList<>();
        for (String line : asm.split(" ; ")) {
            Arrays.stream(assembler.assemble(line)).forEach(word -> words.add("%08x".formatted(word)));
        }
        HexFormat hex = HexFormat.of();
        lines.add(String.join("\t", "row." + lines.size(), "gfx1013", "gfx1013", String.valueOf(waveSize), "%02x".formatted(floatMode), ieee ? "1" : "0",
                clampsNans ? "1" : "0", "0", asm, String.join(",", words), hex.toHexDigits(exec, waveSize / 4), in, out, "exact", "computed"));
        return this;
    }

    /** The same with every lane. */
    RowText row(int floatMode, String asm, String in, String out) {
        return row(floatMode, asm, waveSize == 64 ? -1 : 0xffffffffL, in, out);
    }

    /** What differs from what the rows say on the interpreter, and on the device unless it is null. */
    List<String> differencesOnBoth(@Nullable VulkanRows device) {
        List<String> findings = new ArrayList<>(differences(new InterpreterRows()));
        if (device != null) {
            findings.addAll(differences(device));
        }
        return findings;
    }

    private List<String> differences(RowExecutor machine) {
        List<String> findings = new ArrayList<>();
        try (BufferedReader text = new BufferedReader(new StringReader(String.join("\n", lines) + "\n"))) {
            MeasuredRows.run(text, machine, result -> {
                if (!result.passed()) {
                    findings.add(machine.getClass().getSimpleName() + " " + asm(result.id()) + ": " + result.line());
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return findings;
    }

    private String asm(String id) {
        return lines.get(Integer.parseInt(id.substring(id.indexOf('.') + 1))).split("\t")[8];
    }
}
