package org.lierne.gpu;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A recording of commands for a device, used by one thread. It ends in {@link GpuDevice#submit} or in {@link #close}.
 *
 * <p>Order: a command sees what earlier <em>commands that move data here</em> ({@code upload}, {@code copy},
 * {@code fill}, {@code clear}, {@code blit}, {@code resolve}) wrote: these order themselves against
 * each other and against everything before and after them. Draws and dispatches are ordered against each other only by
 * {@link #barrier}; draws to the same targets keep their order by themselves. Everything in a submission is ordered
 * after everything in earlier submissions.
 *
 * <p>State (pipeline, bindings, draw state, viewports, scissors, index buffer, targets) stays until it is replaced.
 * Rendering begins with the first draw after {@link #targets}; a command that cannot stand in the middle of rendering
 * interrupts it, and the next draw goes on with what the targets hold.
 */
@ProviderType
public interface GpuCommands extends AutoCloseable {
    /** Opens a labelled group for debuggers and reports. */
    void beginGroup(String label);

    void endGroup();

    /** Sets the pipeline of the following draws or dispatches. */
    void pipeline(GpuPipeline pipeline);

    /**
     * Sets all bindings; they need to cover the slots of the pipeline that the shaders reach. The list is not kept
     * beyond the next draw or dispatch.
     */
    void bindings(List<GpuBinding> bindings);

    /** Sets push constants from a byte offset on. */
    void pushConstants(int offsetBytes, int[] words);

    /**
     * Sets the targets of the following draws. Loads that clear do so with the first draw, or at {@link #endTargets}
     * when there is none.
     */
    void targets(RenderTargets targets);

    /** Ends drawing to the targets. */
    void endTargets();

    void state(DrawState state);

    /** Sets viewports; without them the whole area of the targets is one. */
    void viewports(List<Viewport> viewports);

    /** Sets scissors, as many as viewports; without them the area of the targets is one. */
    void scissors(List<Rect> scissors);

    void indexBuffer(GpuBuffer buffer, long offset, IndexType type);

    void vertexBuffer(int binding, GpuBuffer buffer, long offset);

    void draw(int vertices, int instances, int firstVertex, int firstInstance);

    void drawIndexed(int indices, int instances, int firstIndex, int vertexOffset, int firstInstance);

    /** Draws with arguments of the form of {@code VkDrawIndirectCommand}. */
    void drawIndirect(GpuBuffer arguments, long offset, int draws, int strideBytes);

    /** Draws with arguments of the form of {@code VkDrawIndexedIndirectCommand}. */
    void drawIndexedIndirect(GpuBuffer arguments, long offset, int draws, int strideBytes);

    /**
     * Like {@link #drawIndirect}, or {@link #drawIndexedIndirect} when {@code indexed}, with the number of draws in a
     * buffer.
     */
    void drawIndirectCount(boolean indexed, GpuBuffer arguments, long offset, GpuBuffer count, long countOffset,
            int maxDraws, int strideBytes);

    void drawMesh(int groupsX, int groupsY, int groupsZ);

    void dispatch(int groupsX, int groupsY, int groupsZ);

    /** Dispatches with three group counts from a buffer. */
    void dispatchIndirect(GpuBuffer arguments, long offset);

    /** Orders all memory accesses of everything before against everything after. */
    void barrier();

    /** Orders the memory accesses of some kinds of work before against some kinds after. */
    void barrier(Set<GpuWork> before, Set<GpuWork> after);

    /** Writes host bytes into a buffer; they are taken now. Offset and size are multiples of 4. */
    void upload(GpuBuffer target, long offset, MemorySegment bytes);

    /** Writes tightly packed host texels into an image; they are taken now. */
    void upload(GpuImage target, ImagePart part, MemorySegment texels);

    void copy(GpuBuffer source, long sourceOffset, GpuBuffer target, long targetOffset, long bytes);

    void copy(GpuBuffer source, BufferRows rows, GpuImage target, ImagePart part);

    void copy(GpuImage source, ImagePart part, GpuBuffer target, BufferRows rows);

    /** Copies a box; formats need the same texel size. */
    void copy(GpuImage source, ImagePart from, GpuImage target, ImagePart to);

    /** Copies with scaling and conversion of format. */
    void blit(GpuImage source, ImagePart from, GpuImage target, ImagePart to, Filter filter);

    /** Averages samples. */
    void resolve(GpuImage source, ImagePart from, GpuImage target, ImagePart to);

    /** Fills with a 32-bit word. Offset and size are multiples of 4. */
    void fill(GpuBuffer target, long offset, long bytes, int word);

    /** Fills the levels and layers of a view with a colour. */
    void clear(GpuImageView target, ClearColor color);

    /** Fills the depth, or the stencil values, of the levels and layers of a view: its aspect says which. */
    void clear(GpuImageView target, float depth, int stencil);

    /** Makes levels 1 and on from level 0 by linear filtering, for all layers. */
    void makeMips(GpuImage image);

    /** Counts the samples of the next draw, of whatever kind, that pass all tests; 0 where none comes before the next count or the end. */
    void countNext(GpuCounts counts, int index);

    /** Writes the first counts, 64 bits each, once the draws counted are done. */
    void write(GpuCounts counts, int number, GpuBuffer target, long offset);

    /** Writes the time at this place of the queue, in ticks of {@link GpuLimits#timestampPeriodNs}, as 64 bits. */
    void timestamp(GpuBuffer target, long offset);

    /** Throws the recording away when it was not submitted; else does nothing. */
    @Override
    void close();
}
