package org.lierne.shader.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lierne.gpu.GpuDevices;
import org.lierne.recompiler.isa.DriverProbe;
import org.lierne.recompiler.isa.MeasuredRow;
import org.lierne.recompiler.isa.MeasuredRow.Cell;
import org.lierne.recompiler.isa.RowExecutor;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.ShaderTranslator;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;

/** Runs the instructions of {@code driver-probe.tsv} without the code that makes up for drivers. */
@Component(service = DriverProbe.class)
public final class NanProbe implements DriverProbe {
    /** What would hide a driver's own way. */
    private static final Map<String, Boolean> BARE = Map.of("pass.float.nan", false, "quirk.driver.amd-windows.ordered-compare", false);
    private static final int FIRST_OPERAND = 4;
    private static final int RESULT = 10;

    private final ShaderTranslator translator;
    private final @Nullable GpuDevices devices;

    @Activate
    public NanProbe(@Reference ShaderTranslator translator,
                    @Reference(cardinality = ReferenceCardinality.OPTIONAL) @Nullable GpuDevices devices) {
        this.translator = translator;
        this.devices = devices;
    }

    /** One line of the table. */
    public record Probe(String fact, String assembly, String operands, MeasuredRow row, String hardware, String faulty) {
        private static Probe parse(String line) {
            String[] columns = line.split("\t", -1);
            FloatMode mode = new FloatMode(Integer.parseInt(columns[1], 16), columns[2].equals("1"), false, false);
            List<Cell> in = new ArrayList<>();
            for (String operand : columns[3].split(" ")) {
                in.add(FloatFamily.cell(FIRST_OPERAND + 2 * in.size(), everywhere(Long.parseLong(operand, 16))));
            }
            MeasuredRow row = new MeasuredRow(columns[0], FloatFamily.LANES, mode.bits(), false, mode.dx10Clamp(), false,
                    FloatFamily.words(columns[4]), 0xffffffffL, in, List.of(), List.of(FloatFamily.cell(RESULT, everywhere(0))),
                    List.of(new MeasuredRow.CheckRule(MeasuredRow.Check.EXACT, 0)), "computed");
            return new Probe(columns[0], columns[4], columns[3], row, columns[5], columns[6]);
        }

        private static long[] everywhere(long value) {
            long[] lanes = new long[FloatFamily.LANES];
            Arrays.fill(lanes, value);
            return lanes;
        }

        /** What a machine makes of it. */
        public Finding on(RowExecutor machine) {
            return new Finding(fact, assembly + " of " + operands, hardware, faulty, "%08x".formatted(machine.run(row).vector(RESULT, 0)));
        }
    }

    /** All lines of the table. */
    public static List<Probe> probes() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(Objects.requireNonNull(
                NanProbe.class.getResourceAsStream("driver-probe.tsv")), StandardCharsets.UTF_8))) {
            return lines.lines().filter(line -> !line.startsWith("#")).skip(1).map(Probe::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<Finding> findings() {
        try (VulkanRows machine = new VulkanRows(translator, devices, BARE)) {
            return probes().stream().map(probe -> probe.on(machine)).toList();
        }
    }
}
