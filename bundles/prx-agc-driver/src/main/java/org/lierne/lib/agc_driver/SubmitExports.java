package org.lierne.lib.agc_driver;

import org.lierne.agc.GraphicsQueues;
import org.lierne.hle.At;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Submission. Copies nothing and never waits: entries with address 0 or size 0 are skipped, the others queued in order.
 */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc-driver", library = "libSceAgcDriver")
public final class SubmitExports implements HleModule {
    /** A compute buffer that begins with address, dwords, 0 and this word refers to the real buffer. */
    private static final int REFERENCE_MARK = 0x5533CCAA;

    private final GraphicsQueues queues;

    /** What is submitted. */
    @GuestStruct(size = 16)
    record Submission(@At(0) long address, @At(8) int dwords, @At(12) byte flag) {}

    /** A submission context; only its queue is known. */
    @GuestStruct(size = 8)
    record Context(@At(4) int queue) {}

    @Activate
    public SubmitExports(@Reference GraphicsQueues queues) {
        this.queues = queues;
    }

    private GuestStatus submit(int queue, GuestMemory memory, long address, int dwords) {
        if (Integer.compareUnsigned(dwords, GraphicsQueues.MAX_DWORDS) > 0) {
            return AgcDriverError.TOO_MANY_DWORDS;
        }
        if (address == 0 || dwords == 0) {
            return GuestStatus.OK;
        }
        if (!GraphicsQueues.exists(queue)) {
            throw new HleRefusal("queue 0x%x: only 0 and 0x20..0x57 are known".formatted(queue));
        }
        if (!memory.isMapped(address, 4L * dwords, Access.READ)) {
            throw new HleRefusal("the buffer at 0x%x of %d dwords is not mapped".formatted(address, dwords));
        }
        if (queue != GraphicsQueues.GRAPHICS && dwords >= 5 && isReference(memory, address)) {
            queues.submit(queue, memory.getLong(address), memory.getInt(address + 8));
        } else {
            queues.submit(queue, address, dwords);
        }
        return GuestStatus.OK;
    }

    private static boolean isReference(GuestMemory memory, long address) {
        return memory.getInt(address + 12) == 0 && memory.getInt(address + 16) == REFERENCE_MARK;
    }

    private GuestStatus submit(int queue, GuestPtr<Submission> description) {
        Submission s = description.get();
        return submit(queue, description.memory(), s.address(), s.dwords());
    }

    private GuestStatus submit(int queue, GuestPtr<Long> buffers, GuestPtr<Integer> dwords, int count) {
        for (int i = 0; i < count; i++) {
            if (Integer.compareUnsigned(dwords.plus(i).get(), GraphicsQueues.MAX_DWORDS) > 0) {
                return AgcDriverError.TOO_MANY_DWORDS;
            }
        }
        for (int i = 0; i < count; i++) {
            submit(queue, buffers.memory(), buffers.plus(i).get(), dwords.plus(i).get());
        }
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAgcDriverSubmitDcb", nid = "UglJIZjGssM")
    public GuestStatus submitGraphics(GuestPtr<Submission> description) {
        return submit(GraphicsQueues.GRAPHICS, description);
    }

    @HleExport(name = "sceAgcDriverSubmitAcb", nid = "gSRnr79F8tQ")
    public GuestStatus submitCompute(int queue, GuestPtr<Submission> description) {
        return submit(queue, description);
    }

    @HleExport(name = "sceAgcDriverSubmitMultiDcbs", nid = "6UzEidRZwkg")
    public GuestStatus submitManyGraphics(GuestPtr<Long> buffers, GuestPtr<Integer> dwords, int count) {
        return submit(GraphicsQueues.GRAPHICS, buffers, dwords, count);
    }

    @HleExport(name = "sceAgcDriverSubmitMultiAcbs", nid = "HF3YllT3mXU")
    public GuestStatus submitManyCompute(int queue, GuestPtr<Long> buffers, GuestPtr<Integer> dwords, int count) {
        return submit(queue, buffers, dwords, count);
    }

    @HleExport(name = "sceAgcDriverSubmitCommandBuffer", nid = "b4fpgH5ZXxQ")
    public GuestStatus submitOnContext(GuestPtr<Context> context, GuestPtr<Submission> description) {
        return submit(context.get().queue(), description);
    }

    @HleExport(name = "sceAgcDriverSubmitMultiCommandBuffers", nid = "Fj7r9EHzF38")
    public GuestStatus submitManyOnContext(GuestPtr<Context> context, GuestPtr<Long> buffers, GuestPtr<Integer> dwords,
            int count) {
        return submit(context.get().queue(), buffers, dwords, count);
    }

    /** The async-graphics ring is never set up. */
    @HleExport(name = "sceAgcDriverAgrSubmitDcb", nid = "AhGvpITrf4M")
    public GuestStatus submitAsyncGraphics(GuestPtr<Submission> description) {
        return AgcDriverError.NO_ASYNC_RING;
    }

    @HleExport(name = "sceAgcDriverAgrSubmitMultiDcbs", nid = "+T8Xo6LtFJI")
    public GuestStatus submitManyAsyncGraphics(GuestPtr<Long> buffers, GuestPtr<Integer> dwords, int count) {
        return AgcDriverError.NO_ASYNC_RING;
    }
}
