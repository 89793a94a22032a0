package org.lierne.lib.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.UUID;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.HleObject;
import org.lierne.hle.HleRefusal;
import org.lierne.hle.Out;
import org.lierne.hle.SilentStub;
import org.lierne.kernel.error.Errno;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.module.Modules;
import org.lierne.kernel.sync.GuestHeap;
import org.lierne.kernel.title.TitleExit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** What the process is and how it ends; the objects and tables that start-up code reads. Documented: system calls, sections 1, 8, 9. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.kernel", library = "libkernel", aliases = "libScePosix")
public final class ProcessExports implements HleModule {
    static final int PROCESS_ID = 1;
    private static final int USER_ID = 1;
    /** Slots of the sanitizer's tables: their first word is their size, all others are null. */
    private static final int MALLOC_WORDS = 14;
    private static final int NEW_WORDS = 13;
    /** Offset of the title's own word in the process parameters. */
    private static final long SDK_OFFSET = 0x14;

    private final GuestHeap heap;
    private final GuestMemory memory;
    private final TitleExit exit;
    private final Modules modules;
    private final SecureRandom random = new SecureRandom();

    @Activate
    public ProcessExports(@Reference GuestHeap heap, @Reference GuestMemory memory, @Reference TitleExit exit,
            @Reference Modules modules) {
        this.heap = heap;
        this.memory = memory;
        this.exit = exit;
        this.modules = modules;
    }

    /** Ends the process at once: no exit functions run. */
    @HleExport(name = "_exit", nid = "6Z83sYWFlA8")
    public void exit(int status) {
        throw exit.exit(status);
    }

    @HleExport(name = "getpid", nid = "HoLVWNanBBc")
    public int processId() {
        return PROCESS_ID;
    }

    @HleExport(name = "getuid", nid = "kg4x8Prhfxw")
    @HleExport(name = "geteuid", nid = "tvpHe5kBO4E")
    public int userId() {
        return USER_ID;
    }

    @HleExport(name = "sceKernelError", nid = "D4yla3vx4tY")
    public int encode(int errno) {
        for (Errno known : Errno.values()) {
            if (known.number() == errno) {
                return known.encoded();
            }
        }
        throw new HleRefusal("no error number " + errno + " is known");
    }

    @HleExport(name = "sceKernelIsNeoMode", nid = "WslcK1FQcGI")
    @HleExport(name = "sceKernelIsTrinityMode", nid = "tU5e3f9gSiU")
    @HleExport(name = "sceKernelIsAddressSanitizerEnabled", nid = "jh+8XiK4LeE")
    public int isOff() {
        return 0;
    }

    @HleExport(name = "sceKernelGetMainSocId", nid = "0vTn5IDMU9A")
    @HleExport(name = "sceKernelGetGPI", nid = "4oXYe9Xmk0Q")
    @SilentStub("kernel.hardware-words")
    public int hardwareWord() {
        return 0;
    }

    /** General purpose outputs are lamps of development machines. */
    @HleExport(name = "sceKernelSetGPO", nid = "ca7v6Cxulzs")
    @SilentStub("kernel.hardware-words")
    public void setLamps(int bits) {}

    @HleExport(name = "sceKernelGetSanitizerMallocReplaceExternal", nid = "py6L8jiVAN8")
    public long sanitizerMalloc() {
        return table(MALLOC_WORDS);
    }

    @HleExport(name = "sceKernelGetSanitizerNewReplaceExternal", nid = "bnZxYgAFeA0")
    public long sanitizerNew() {
        return table(NEW_WORDS);
    }

    private long table(int words) {
        long bytes = (long) words * Long.BYTES;
        long address = heap.allocate(bytes);
        memory.putLong(address, bytes);
        return address;
    }

    /** The C library's ten allocator functions; we never allocate what guest code frees, so nothing is kept. */
    @HleExport(name = "_sceKernelRtldSetApplicationHeapAPI", nid = "p5EcQeEeJAE")
    @SilentStub("kernel.application-heap")
    public int setApplicationHeap(long table) {
        return 0;
    }

    /** The version that the title was built with, from its process parameters. */
    @HleExport(name = "sceKernelGetCompiledSdkVersion", nid = "WB66evu8bsU")
    public int compiledSdkVersion(@Out GuestPtr<Integer> version) {
        if (version.isNull()) {
            return Errno.EINVAL.encoded();
        }
        long parameters = modules.processParameters();
        if (parameters == 0) {
            return Errno.ENOENT.encoded();
        }
        version.set(memory.getInt(parameters + SDK_OFFSET));
        return Errno.OK.encoded();
    }

    @HleExport(name = "sceKernelUuidCreate", nid = "Xjoosiw+XPI")
    public int createUuid(@Out GuestPtr<Long> uuid) {
        if (uuid.isNull()) {
            return Errno.EINVAL.encoded();
        }
        UUID made = UUID.randomUUID();
        ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt((int) (made.getMostSignificantBits() >>> 32)).putShort((short) (made.getMostSignificantBits() >>> 16))
                .putShort((short) made.getMostSignificantBits()).order(ByteOrder.BIG_ENDIAN).putLong(made.getLeastSignificantBits());
        memory.putBytes(uuid.address(), bytes.array());
        return Errno.OK.encoded();
    }

    /** Called by guest code whose stack was overwritten. */
    @HleExport(name = "__stack_chk_fail", nid = "Ou3iL1abvng")
    public void stackCheckFailed() {
        throw new HleRefusal("the title's own stack check failed: a local buffer was overrun");
    }

    @HleObject(name = "__stack_chk_guard", nid = "f7uOxY9mM1U")
    public byte[] stackGuard() {
        byte[] guard = new byte[Long.BYTES];
        random.nextBytes(guard);
        guard[0] = 0;
        return guard;
    }

    @HleObject(name = "__progname", nid = "djxxOmW6-aw")
    public byte[] programName() {
        byte[] text = "eboot.bin\0".getBytes(StandardCharsets.UTF_8);
        long address = heap.allocate(text.length);
        memory.putBytes(address, text);
        return pointer(address);
    }

    /** An environment without variables. */
    @HleObject(name = "environ", nid = "+2thxYZ4syk")
    public byte[] environment() {
        return pointer(heap.allocate(Long.BYTES));
    }

    private static byte[] pointer(long address) {
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(address).array();
    }

    /** The title says that it cannot go on. */
    @HleExport(name = "sceKernelDebugRaiseException", nid = "OMDRKKAZ8I4")
    @HleExport(name = "sceKernelDebugRaiseExceptionOnReleaseMode", nid = "zE-wXIZjLoM")
    public void raiseFatal(int first, int second) {
        throw new HleRefusal("the title reports a fatal condition: 0x%x, 0x%x".formatted(first, second));
    }

    /** The system knows none for any title. */
    @HleExport(name = "sceKernelTitleWorkaroundIsEnabled", nid = "1yca4VvfcNA")
    public int isWorkedAround(long workarounds, int bit, @Out GuestPtr<Integer> result) {
        if (result.isNull()) {
            return Errno.EFAULT.encoded();
        }
        result.set(0);
        return 0;
    }
}
