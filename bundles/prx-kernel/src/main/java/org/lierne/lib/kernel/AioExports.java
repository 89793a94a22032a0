package org.lierne.lib.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.lierne.hle.At;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.hle.SizedBy;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.error.GuestErrno;
import org.lierne.kernel.file.GuestFiles;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Reads and writes of files beside the title. Documented: system calls, section 6. Assumed: kernel.aio. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.kernel", library = "libkernel")
public final class AioExports implements HleModule, TitleListener {
    private static final int WAIT_ALL = 1;
    private static final int WAIT_ANY = 2;

    /** One transfer as the guest asks for it. */
    @GuestStruct(size = 0x28)
    public record Request(@At(0x00) long offset, @At(0x08) long bytes, @At(0x10) long buffer, @At(0x18) long result,
            @At(0x20) int descriptor) {}

    /** What became of it. */
    @GuestStruct(size = 0x10)
    public record Result(@At(0x00) long value, @At(0x08) int state) {}

    private final Answers answers;
    private final GuestMemory memory;
    private final FileCalls calls;
    private final ExecutorService worker = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("file requests").factory());
    private final AioRequests requests = new AioRequests(worker);

    @Activate
    public AioExports(@Reference Answers answers, @Reference GuestFiles files, @Reference GuestMemory memory) {
        this.answers = answers;
        this.memory = memory;
        this.calls = new FileCalls(files, memory);
    }

    @Deactivate
    void close() {
        worker.shutdownNow();
    }

    @Override
    public void titleStopped(Title title) {
        requests.clear();
    }

    @HleExport(name = "sceKernelAioInitializeImpl", nid = "vYU8P9Td2Zo")
    @SilentStub("kernel.aio")
    public int initialize(long parameters, int bytes) {
        return Errno.OK.encoded();
    }

    @HleExport(name = "sceKernelAioInitializeParam", nid = "nu4a0-arQis")
    @SilentStub("kernel.aio")
    public void initializeParameters(long parameters) {}

    @HleExport(name = "sceKernelAioSubmitReadCommands", nid = "HgX7+AORI58")
    public int read(@SizedBy("count") GuestArray<Request> group, int count, int priority, @Out GuestPtr<Integer> id) {
        return answers.encoded(() -> submit(group, count, false, id, false));
    }

    @HleExport(name = "sceKernelAioSubmitReadCommandsMultiple", nid = "lXT0m3P-vs4")
    public int readEach(@SizedBy("count") GuestArray<Request> group, int count, int priority, @Out GuestPtr<Integer> ids) {
        return answers.encoded(() -> submit(group, count, false, ids, true));
    }

    @HleExport(name = "sceKernelAioSubmitWriteCommands", nid = "XQ8C8y+de+E")
    public int write(@SizedBy("count") GuestArray<Request> group, int count, int priority, @Out GuestPtr<Integer> id) {
        return answers.encoded(() -> submit(group, count, true, id, false));
    }

    private Errno submit(GuestArray<Request> group, int count, boolean writes, GuestPtr<Integer> ids, boolean oneIdEach) {
        if (group.isNull() || ids.isNull()) {
            return Errno.EFAULT;
        }
        if (count < 1) {
            return Errno.EINVAL;
        }
        List<AioRequests.Request> made = new ArrayList<>();
        for (Request r : group.read()) {
            made.add(new AioRequests.Request(() -> transfer(r, writes), (value, state) -> tell(r.result(), value, state)));
        }
        if (!oneIdEach) {
            ids.set(requests.submit(made));
            return Errno.OK;
        }
        for (int i = 0; i < count; i++) {
            ids.plus(i).set(requests.submit(List.of(made.get(i))));
        }
        return Errno.OK;
    }

    /** Bytes moved, or the encoded error in their place. */
    private long transfer(Request r, boolean writes) {
        try {
            return writes ? calls.write(r.descriptor(), r.buffer(), r.bytes(), r.offset())
                    : calls.read(r.descriptor(), r.buffer(), r.bytes(), r.offset());
        } catch (GuestErrno e) {
            return e.errno().encoded();
        }
    }

    private void tell(long result, long value, AioRequests.State state) {
        if (result != 0) {
            new GuestPtr<>(memory, result, Result.class).set(new Result(value, state.number()));
        }
    }

    @HleExport(name = "sceKernelAioPollRequest", nid = "2pOuoWoCxdk")
    public int poll(int id, @Out GuestPtr<Integer> state) {
        return answers.encoded(() -> write(state, requests.state(id)));
    }

    @HleExport(name = "sceKernelAioPollRequests", nid = "o7O4z3jwKzo")
    public int pollEach(@SizedBy("count") GuestArray<Integer> ids, int count, @Out GuestPtr<Integer> states) {
        return answers.encoded(() -> writeEach(ids, states));
    }

    private static Errno write(GuestPtr<Integer> out, AioRequests.@Nullable State state) {
        if (out.isNull()) {
            return Errno.EFAULT;
        }
        if (state == null) {
            return Errno.ESRCH;
        }
        out.set(state.number());
        return Errno.OK;
    }

    private Errno writeEach(GuestArray<Integer> ids, GuestPtr<Integer> states) {
        if (ids.isNull() || states.isNull()) {
            return Errno.EFAULT;
        }
        Errno first = Errno.OK;
        for (int i = 0; i < ids.count(); i++) {
            Errno one = write(states.plus(i), requests.state(ids.at(i).get()));
            first = first == Errno.OK ? one : first;
        }
        return first;
    }

    @HleExport(name = "sceKernelAioWaitRequest", nid = "KOF-oJbQVvc")
    public int await(int id, @Out GuestPtr<Integer> state, @OrNull GuestPtr<Integer> microseconds) {
        return answers.encoded(() -> {
            if (state.isNull()) {
                return Errno.EFAULT;
            }
            boolean isOver = requests.await(List.of(id), true, Microseconds.toNs(microseconds));
            Errno written = write(state, requests.state(id));
            return written == Errno.OK && !isOver ? Errno.ETIMEDOUT : written;
        });
    }

    @HleExport(name = "sceKernelAioWaitRequests", nid = "lgK+oIWkJyA")
    public int awaitEach(@SizedBy("count") GuestArray<Integer> ids, int count, @Out GuestPtr<Integer> states, int mode,
            @OrNull GuestPtr<Integer> microseconds) {
        return answers.encoded(() -> {
            if (ids.isNull() || states.isNull()) {
                return Errno.EFAULT;
            }
            if (mode != WAIT_ALL && mode != WAIT_ANY) {
                throw new HleRefusal("waiting for file requests in mode " + mode + " is not described");
            }
            boolean isMet = requests.await(ids.read(), mode == WAIT_ALL, Microseconds.toNs(microseconds));
            Errno written = writeEach(ids, states);
            return written == Errno.OK && !isMet ? Errno.ETIMEDOUT : written;
        });
    }

    @HleExport(name = "sceKernelAioCancelRequest", nid = "fR521KIGgb8")
    public int cancel(int id, @Out GuestPtr<Integer> state) {
        return answers.encoded(() -> state.isNull() ? Errno.EFAULT : write(state, requests.cancel(id, Errno.ECANCELED.encoded())));
    }

    @HleExport(name = "sceKernelAioDeleteRequest", nid = "5TgME6AYty4")
    public int delete(int id, @Out GuestPtr<Integer> result) {
        return answers.encoded(() -> {
            if (result.isNull()) {
                return Errno.EFAULT;
            }
            if (requests.state(id) == null) {
                return Errno.ESRCH;
            }
            Errno deleted = requests.delete(id) ? Errno.OK : Errno.EBUSY;
            result.set(deleted.encoded());
            return deleted;
        });
    }
}
