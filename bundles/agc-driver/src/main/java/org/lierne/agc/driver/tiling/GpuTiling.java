package org.lierne.agc.driver.tiling;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.lierne.agc.driver.tiling.TilingModule.Parameter;
import org.lierne.gpu.BindingKind;
import org.lierne.gpu.BindingLayout;
import org.lierne.gpu.BindingSlot;
import org.lierne.gpu.BufferMemory;
import org.lierne.gpu.ComputeSpec;
import org.lierne.gpu.GpuBinding;
import org.lierne.gpu.GpuBuffer;
import org.lierne.gpu.GpuCommands;
import org.lierne.gpu.GpuDevice;
import org.lierne.gpu.GpuShader;
import org.lierne.gpu.ShaderStage;
import org.lierne.gpu.StageSpec;

/**
 * Moves levels of surfaces of one sample out of their blocks and back on the device. A program looks up the offsets that {@link
 * BlockEquation} has for columns, rows and slices, so that processor and device follow from the same lines.
 */
public final class GpuTiling implements AutoCloseable {
    private static final Set<ShaderStage> STAGES = Set.of(ShaderStage.COMPUTE);
    private static final BindingLayout LAYOUT = new BindingLayout(List.of(
            new BindingSlot(0, TilingModule.CONSTANTS, BindingKind.UNIFORM_BUFFER, 1, STAGES),
            new BindingSlot(0, TilingModule.TABLES, BindingKind.STORAGE_BUFFER, 1, STAGES),
            new BindingSlot(0, TilingModule.SURFACE, BindingKind.STORAGE_BUFFER, 1, STAGES),
            new BindingSlot(0, TilingModule.PACKED, BindingKind.STORAGE_BUFFER, 1, STAGES)), 0);

    private final GpuDevice device;
    private final Map<BlockEquation, GpuBuffer> tables = new HashMap<>();
    private final Map<Boolean, GpuShader> modules = new HashMap<>();

    public GpuTiling(GpuDevice device) {
        this.device = device;
    }

    /**
     * Bytes of a buffer that hold a surface.
     *
     * @param offset byte of the buffer that is bound, as the device aligns storage buffers
     * @param bytes  bytes bound
     * @param base   byte behind the offset at which the surface begins, a multiple of 4
     */
    public record Place(GpuBuffer buffer, long offset, long bytes, long base) {}

    /** Whether a level can be moved: it lies in blocks, and the bytes of a dword belong to one row. */
    public static boolean moves(SurfaceLayout layout, int mip) {
        Tiling tiling = layout.levels().get(mip).tiling();
        BlockEquation block = tiling.block();
        return block != null && layout.shape().samples() == 1 && block.run(tiling.elementBytes()) * tiling.elementBytes() >= Integer.BYTES;
    }

    /** Elements from one packed row to the next: rows begin at dwords. */
    public static int rowElements(SurfaceLayout layout, int mip) {
        Tiling tiling = layout.levels().get(mip).tiling();
        return rowDwords(tiling) * Integer.BYTES / tiling.elementBytes();
    }

    /** Bytes of a level whose rows begin at dwords. */
    public static long packedBytes(SurfaceLayout layout, int mip) {
        Tiling tiling = layout.levels().get(mip).tiling();
        return (long) Integer.BYTES * rowDwords(tiling) * tiling.height() * layout.shape().slices(mip);
    }

    private static int rowDwords(Tiling tiling) {
        return (tiling.width() * tiling.elementBytes() + Integer.BYTES - 1) / Integer.BYTES;
    }

    /** Records the move of a level out of its blocks into packed rows, for what comes behind a barrier. */
    public void read(GpuCommands commands, SurfaceLayout layout, int mip, Place surface, GpuBuffer packed) {
        move(commands, layout, mip, surface, packed, false);
    }

    /** Records the move of packed rows into a level's blocks; bytes between elements stay as they are. */
    public void write(GpuCommands commands, SurfaceLayout layout, int mip, Place surface, GpuBuffer packed) {
        move(commands, layout, mip, surface, packed, true);
    }

    private void move(GpuCommands commands, SurfaceLayout layout, int mip, Place surface, GpuBuffer packed, boolean isWrite) {
        SurfaceLayout.Level level = layout.levels().get(mip);
        Tiling tiling = level.tiling();
        BlockEquation block = Objects.requireNonNull(tiling.block(), "a linear level");
        int[] words = new int[4 * Parameter.QUADS];
        words[Parameter.ROW_DWORDS.ordinal()] = rowDwords(tiling);
        words[Parameter.ROWS.ordinal()] = tiling.height();
        words[Parameter.ELEMENT_BITS.ordinal()] = Integer.numberOfTrailingZeros(tiling.elementBytes());
        words[Parameter.ORIGIN_X.ordinal()] = tiling.originX();
        words[Parameter.ORIGIN_Y.ordinal()] = tiling.originY();
        words[Parameter.X_BITS.ordinal()] = block.xBits();
        words[Parameter.Y_BITS.ordinal()] = block.yBits();
        words[Parameter.BLOCKS_OF_ROW.ordinal()] = tiling.paddedWidth() >>> block.xBits();
        words[Parameter.BLOCK_DWORD_BITS.ordinal()] = block.bits() - 2;
        words[Parameter.BASE_DWORD.ordinal()] = (int) (surface.base() + level.offset() >>> 2);
        words[Parameter.GROUP_DWORDS.ordinal()] = (int) (layout.groupBytes() >>> 2);
        words[Parameter.GROUP_BITS.ordinal()] = Integer.numberOfTrailingZeros(layout.groupSlices());
        words[Parameter.ROW_BYTES.ordinal()] = tiling.width() * tiling.elementBytes();
        GpuBuffer offsets = tables.computeIfAbsent(block, this::table);
        GpuShader module = modules.computeIfAbsent(isWrite, way -> device.shader(TilingModule.spirv(way), way ? "tile" : "detile"));
        commands.pipeline(device.compute(new ComputeSpec(StageSpec.of(ShaderStage.COMPUTE, module), LAYOUT)));
        commands.bindings(List.of(new GpuBinding.Constants(0, TilingModule.CONSTANTS, 0, words),
                new GpuBinding.Storage(0, TilingModule.TABLES, 0, offsets, 0, offsets.sizeBytes()),
                new GpuBinding.Storage(0, TilingModule.SURFACE, 0, surface.buffer(), surface.offset(), surface.bytes()),
                new GpuBinding.Storage(0, TilingModule.PACKED, 0, packed, 0, packed.sizeBytes())));
        commands.dispatch((rowDwords(tiling) + TilingModule.GROUP - 1) / TilingModule.GROUP, tiling.height(), layout.shape().slices(mip));
    }

    private GpuBuffer table(BlockEquation block) {
        int[] words = new int[TilingModule.SLICES_AT + TilingModule.SLICES];
        System.arraycopy(block.byX(), 0, words, 0, block.byX().length);
        System.arraycopy(block.byY(), 0, words, TilingModule.ROWS_AT, block.byY().length);
        System.arraycopy(block.byZ(), 0, words, TilingModule.SLICES_AT, block.byZ().length);
        GpuBuffer buffer = device.buffer(4L * words.length, BufferMemory.UPLOAD, "offsets of blocks");
        MemorySegment.copy(MemorySegment.ofArray(words), 0, buffer.mapped(), 0, 4L * words.length);
        return buffer;
    }

    @Override
    public void close() {
        tables.values().forEach(GpuBuffer::close);
        modules.values().forEach(GpuShader::close);
        tables.clear();
        modules.clear();
    }
}
