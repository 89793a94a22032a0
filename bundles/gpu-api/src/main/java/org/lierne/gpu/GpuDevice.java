package org.lierne.gpu;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * An open device with one queue. Making objects and submitting is allowed from every thread. Each call throws
 * {@link GpuFailure} when the driver refuses, {@link GpuLost} when the device is gone.
 *
 * <p>Submissions are numbered from 1 on; a number is a <em>ticket</em> and is reached when that submission and all
 * before it are done.
 */
@ProviderType
public interface GpuDevice extends AutoCloseable {
    GpuFacts facts();

    /** Whether images (vertex attributes for {@link FormatUse#VERTEX}) of a format can have a role. */
    boolean supports(Format format, FormatUse use);

    GpuBuffer buffer(long sizeBytes, BufferMemory memory, String name);

    /**
     * Makes memory of this process usable by the device, in place. Address and size are multiples of
     * {@link GpuLimits#importAlignment}. The memory must stay mapped until the buffer is closed and all tickets are
     * reached.
     *
     * @throws GpuUnsupported without {@link GpuFeature#EXTERNAL_MEMORY_HOST}
     */
    GpuBuffer importHost(long hostAddress, long sizeBytes, String name);

    /** An image; its content is undefined. */
    GpuImage image(ImageSpec spec, String name);

    GpuSampler sampler(SamplerSpec spec);

    /** Places for that many counts. */
    GpuCounts counts(int size);

    /** A module; the words are taken as they are. */
    GpuShader shader(int[] spirv, String name);

    GpuPipeline compute(ComputeSpec spec);

    /**
     * A graphics pipeline. Compiled for the given state, so that the first draw with it need not wait; other states
     * may cost another compilation where the device cannot set them dynamically.
     */
    GpuPipeline graphics(GraphicsSpec spec, DrawState firstState);

    /** A new recording. */
    GpuCommands commands(String name);

    /** Ends a recording and hands it to the queue. Returns its ticket. */
    long submit(GpuCommands commands);

    /** The ticket of the newest submission. */
    long lastTicket();

    boolean isReached(long ticket);

    /**
     * Waits for a ticket.
     *
     * @return false when the time was over first
     */
    boolean await(long ticket, long timeoutNs);

    /**
     * Runs something on the device's own thread after a ticket is reached, in the order of tickets. It must not block.
     */
    void whenReached(long ticket, Runnable action);

    /** Bytes of a buffer after everything submitted so far. */
    byte[] read(GpuBuffer buffer, long offset, int bytes);

    /** Tightly packed texels of an image after everything submitted so far. */
    byte[] read(GpuImage image, ImagePart part);

    /**
     * A place to show pictures at: a window where the device was opened for presentation and the host has a display,
     * else one that only counts.
     */
    GpuDisplay display(String title, int width, int height);

    /** What the validation layer has found so far; 0 where it is off. */
    long validationFindings();

    /** Is told each finding of the validation layer, for tests and reports; null for none. */
    void onValidationFinding(@Nullable Consumer<String> listener);

    /** Somebody wants an end: waits for a device that ends nothing any more have a limit of some seconds, from any thread and from now on. */
    void hurry();

    /**
     * Whether the device was given up rather than lost by its driver: it ended nothing for longer than is waited. What it was given it may
     * still read and write, host memory too, so none of that may be freed.
     */
    boolean mayBeAtWork();

    /**
     * Is told that the device is gone, once, where nobody's call would tell: those who gave actions to {@link #whenReached} wait for ever. Null for
     * none.
     */
    void onLost(@Nullable Consumer<GpuLost> listener);

    /** Waits for the queue unless the device is gone, frees everything that was made unless it {@link #mayBeAtWork}, and writes the pipeline cache. */
    @Override
    void close();
}
