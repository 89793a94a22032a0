package org.lierne.lib.ajm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import org.lierne.hle.At;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SizedBy;
import org.lierne.kernel.memory.GuestMemory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Batches of jobs: put together in the title's memory, done when they are started, so that there is nothing to wait for. Assumed: lib.ajm. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.ajm", library = "libSceAjm")
public final class BatchExports implements HleModule {
    private static final int CONTROL_BYTES = 48;
    private static final int RUN_BYTES = 64;
    private static final int SPLIT_BYTES = 32;
    private static final int BUFFER_BYTES = 16;
    private static final long RESET = 1L << 13;
    private static final long INITIALIZE = 1L << 14;
    private static final long STREAM_AND_FRAMES = Records.STREAM | Records.MANY_FRAMES;
    /** A batch in the making. */
    @GuestStruct(size = 0x28)
    public record Batch(@At(0x00) long buffer, @At(0x08) long used, @At(0x10) long bytes, @At(0x18) long last, @At(0x20) long lastCaller) {}

    /** Why a batch failed, and where. */
    @GuestStruct(size = 0x20)
    public record Failure(@At(0x00) int code, @At(0x08) long job, @At(0x10) int offset, @At(0x18) long caller) {}

    /** A piece of data. */
    @GuestStruct(size = 0x10)
    public record Piece(@At(0x00) long address, @At(0x08) long bytes) {}

    private final GuestMemory memory;
    private final AjmContexts contexts;
    private final AtomicInteger lastBatch = new AtomicInteger();

    @Activate
    public BatchExports(@Reference GuestMemory memory, @Reference AjmContexts contexts) {
        this.memory = memory;
        this.contexts = contexts;
    }

    // ---- batches

    @HleExport(name = "sceAjmBatchInitialize", nid = "MmpF1XsQiHw")
    public GuestStatus begin(long buffer, long bytes, @Out GuestPtr<Batch> batch) {
        if (buffer == 0 || bytes < 0 || batch.isNull()) {
            return AjmError.PARAMETER;
        }
        contexts.batches().clear(buffer, bytes);
        batch.set(new Batch(buffer, 0, bytes, 0, 0));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceAjmBatchStart", nid = "5tOfnaClcqM")
    public GuestStatus start(int context, GuestPtr<Batch> batch, int priority, @OrNull @Out GuestPtr<Failure> failure, @Out GuestPtr<Integer> id) {
        if (!contexts.has(context)) {
            return AjmError.CONTEXT;
        }
        if (batch.isNull() || id.isNull()) {
            return AjmError.PARAMETER;
        }
        Batch started = batch.get();
        contexts.batches().take(started.buffer(), started.used()).forEach(Job::run);
        tellNone(failure);
        id.set(lastBatch.incrementAndGet());
        return GuestStatus.OK;
    }

    private static void tellNone(GuestPtr<Failure> failure) {
        if (!failure.isNull()) {
            failure.set(new Failure(0, 0, 0, 0));
        }
    }

    private GuestStatus check(int context, int batch) {
        if (!contexts.has(context)) {
            return AjmError.CONTEXT;
        }
        return batch < 1 || batch > lastBatch.get() ? AjmError.BATCH : GuestStatus.OK;
    }

    @HleExport(name = "sceAjmBatchWait", nid = "-qLsfDAywIY")
    public GuestStatus await(int context, int batch, int timeoutMs, @OrNull @Out GuestPtr<Failure> failure) {
        tellNone(failure);
        return check(context, batch);
    }

    @HleExport(name = "sceAjmBatchCancel", nid = "NVDXiUesSbA")
    public GuestStatus cancel(int context, int batch) {
        return check(context, batch);
    }

    private GuestStatus append(GuestPtr<Batch> batch, long bytes, Job job) {
        if (batch.isNull()) {
            return AjmError.PARAMETER;
        }
        Batch b = batch.get();
        if (b.used() < 0 || b.used() > b.bytes() || b.bytes() - b.used() < bytes) {
            return AjmError.JOB_CREATION;
        }
        long place = b.buffer() + b.used();
        contexts.batches().add(place, job);
        batch.set(new Batch(b.buffer(), b.used() + bytes, b.bytes(), place, 0));
        return GuestStatus.OK;
    }

    // ---- jobs

    @HleExport(name = "sceAjmBatchJobInitialize", nid = "ezM2OhNxzck")
    public GuestStatus addInitialize(@InOut GuestPtr<Batch> batch, int instance, long parameters, long bytes, long result) {
        return append(batch, CONTROL_BYTES, () -> control(instance, INITIALIZE, parameters, bytes, result, Records.RESULT_BYTES));
    }

    @HleExport(name = "sceAjmBatchJobClearContext", nid = "uJ3m8INuikg")
    public GuestStatus addReset(@InOut GuestPtr<Batch> batch, int instance, long result) {
        return append(batch, CONTROL_BYTES, () -> control(instance, RESET, 0, 0, result, Records.RESULT_BYTES));
    }

    @HleExport(name = "sceAjmBatchJobControl", nid = "7FZsbyVRM4U")
    public GuestStatus addControl(@InOut GuestPtr<Batch> batch, int instance, long flags, long input, long inputBytes, long output,
            long outputBytes) {
        return append(batch, CONTROL_BYTES, () -> control(instance, flags, input, inputBytes, output, outputBytes));
    }

    @HleExport(name = "sceAjmBatchJobSetGaplessDecode", nid = "SkEwpiu3tZg")
    public GuestStatus addGapless(@InOut GuestPtr<Batch> batch, int instance, long gapless, int reset, long result) {
        return append(batch, CONTROL_BYTES, () -> control(instance, Records.GAPLESS | (reset != 0 ? RESET : 0), gapless, Records.GAPLESS_BYTES, result, Records.RESULT_BYTES));
    }

    @HleExport(name = "sceAjmBatchJobDecode", nid = "39WxhR-ePew")
    public GuestStatus addDecode(@InOut GuestPtr<Batch> batch, int instance, long input, long inputBytes, long output, long outputBytes, long result) {
        return append(batch, RUN_BYTES, () -> run(instance, STREAM_AND_FRAMES, Pieces.of(input, inputBytes), Pieces.of(output, outputBytes),
                result, Records.RESULT_BYTES + Records.STREAM_BYTES + Records.FRAMES_BYTES));
    }

    @HleExport(name = "sceAjmBatchJobDecodeSingle", nid = "5LLWbpP5xi8")
    public GuestStatus addDecodeOne(@InOut GuestPtr<Batch> batch, int instance, long input, long inputBytes, long output, long outputBytes,
            long result) {
        return append(batch, RUN_BYTES, () -> run(instance, Records.STREAM, Pieces.of(input, inputBytes), Pieces.of(output, outputBytes), result,
                Records.RESULT_BYTES + Records.STREAM_BYTES));
    }

    @HleExport(name = "sceAjmBatchJobDecodeSplit", nid = "SJ3i0DXP8vg")
    public GuestStatus addDecodeSplit(@InOut GuestPtr<Batch> batch, int instance, @SizedBy("inputs") GuestArray<Piece> input, long inputs,
            @SizedBy("outputs") GuestArray<Piece> output, long outputs, long result) {
        return appendSplit(batch, instance, STREAM_AND_FRAMES, input, output, result,
                Records.RESULT_BYTES + Records.STREAM_BYTES + Records.FRAMES_BYTES);
    }

    @HleExport(name = "sceAjmBatchJobRun", nid = "jVCWcthifr8")
    public GuestStatus addRun(@InOut GuestPtr<Batch> batch, int instance, long flags, long input, long inputBytes, long output, long outputBytes,
            long result, long resultBytes) {
        return append(batch, RUN_BYTES, () -> run(instance, flags, Pieces.of(input, inputBytes), Pieces.of(output, outputBytes), result,
                resultBytes));
    }

    @HleExport(name = "sceAjmBatchJobRunSplit", nid = "Z9NVCesiP0Q")
    public GuestStatus addRunSplit(@InOut GuestPtr<Batch> batch, int instance, long flags, @SizedBy("inputs") GuestArray<Piece> input, long inputs,
            @SizedBy("outputs") GuestArray<Piece> output, long outputs, long result, long resultBytes) {
        return appendSplit(batch, instance, flags, input, output, result, resultBytes);
    }

    /** The title may use its arrays anew once the job is added. */
    private GuestStatus appendSplit(GuestPtr<Batch> batch, int instance, long flags, GuestArray<Piece> input, GuestArray<Piece> output, long result,
            long resultBytes) {
        if (input.count() < 0 || input.count() > Pieces.MOST_PARTS || output.count() < 0 || output.count() > Pieces.MOST_PARTS) {
            return AjmError.JOB_CREATION;
        }
        Pieces from = Pieces.of(input);
        Pieces to = Pieces.of(output);
        return append(batch, BUFFER_BYTES * (input.count() + output.count()) + SPLIT_BYTES, () -> run(instance, flags, from, to, result, resultBytes));
    }

    @HleExport(name = "sceAjmBatchJobGetInfo", nid = "TBWW4aPfWcA")
    public GuestStatus addFormat(@InOut GuestPtr<Batch> batch, int instance, long result) {
        return append(batch, RUN_BYTES, () -> tell(instance, Records.FORMAT, new Instance.Done(0, 0, 0, 0), result, Records.RESULT_BYTES + Records.FORMAT_BYTES));
    }

    @HleExport(name = "sceAjmBatchJobGetCodecInfo", nid = "uSrXaxT+oPQ")
    public GuestStatus addCodecFacts(@InOut GuestPtr<Batch> batch, int instance, long result, long resultBytes) {
        return append(batch, RUN_BYTES, () -> tell(instance, Records.CODEC_FACTS, new Instance.Done(0, 0, 0, 0), result, resultBytes));
    }

    @HleExport(name = "sceAjmBatchJobGetGaplessDecode", nid = "Esr9db8S1S0")
    public GuestStatus addGaplessFacts(@InOut GuestPtr<Batch> batch, int instance, long result) {
        return append(batch, RUN_BYTES, () -> tell(instance, Records.GAPLESS, new Instance.Done(0, 0, 0, 0), result, Records.RESULT_BYTES + Records.GAPLESS_BYTES));
    }

    // ---- what they do

    private void control(int id, long flags, long input, long inputBytes, long output, long outputBytes) {
        Pieces given = Pieces.of(input, inputBytes);
        int result = given.areSound()
                ? contexts.instance(id).map(instance -> control(instance, flags, given.read(memory))).orElse(Instance.INVALID_PARAMETER)
                : Instance.INVALID_PARAMETER;
        tell(id, flags & Records.GAPLESS, new Instance.Done(result, 0, 0, 0), output, outputBytes);
    }

    private static int control(Instance instance, long flags, byte[] given) {
        ByteBuffer rest = ByteBuffer.wrap(given).order(ByteOrder.LITTLE_ENDIAN);
        if ((flags & Records.GAPLESS) != 0) {
            if (rest.remaining() < Records.GAPLESS_BYTES) {
                return Instance.INVALID_PARAMETER;
            }
            instance.setGapless(rest.getInt(), Short.toUnsignedInt(rest.getShort()));
            rest.getShort();
        }
        if ((flags & INITIALIZE) != 0) {
            byte[] parameters = new byte[rest.remaining()];
            rest.get(parameters);
            return instance.initialize(parameters);
        }
        return (flags & RESET) != 0 ? instance.reset() : 0;
    }

    private void run(int id, long flags, Pieces input, Pieces output, long result, long resultBytes) {
        Instance instance = contexts.instance(id).orElse(null);
        Instance.Done done = new Instance.Done(Instance.INVALID_PARAMETER, 0, 0, 0);
        if (instance != null && input.areSound() && output.areSound()) {
            ByteBuffer made = output.room().order(ByteOrder.LITTLE_ENDIAN);
            done = instance.decode(input.read(memory), made, (flags & Records.MANY_FRAMES) != 0);
            output.write(memory, made.flip());
        }
        tell(id, flags, done, result, resultBytes);
    }

    /** The records that the flags ask for, in the order of their bits, as many as have room. */
    private void tell(int id, long flags, Instance.Done done, long address, long bytes) {
        if (address != 0 && bytes >= Records.RESULT_BYTES) {
            memory.putBytes(address, Records.of(contexts.instance(id).orElse(null), flags, done, bytes));
        }
    }
}
