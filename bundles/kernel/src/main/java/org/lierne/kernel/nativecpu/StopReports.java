package org.lierne.kernel.nativecpu;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.lierne.hle.HleRefusal;
import org.lierne.kernel.cpu.CallTarget;
import org.lierne.kernel.cpu.GuestStop;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.kernel.memory.GuestMemoryFault;
import org.lierne.kernel.shim.Shim;

/** Puts into words how guest code ended: one line with module+offset, registers, frames, and the calls before. */
final class StopReports {
    private static final int SIGILL = 4;
    private static final int SIGTRAP = 5;
    private static final int SIGSYS = 31;
    private static final int SIGFPE = 8;
    private static final int SIGSEGV = 11;
    private static final int SI_KERNEL = 128;
    private static final int ERROR_WRITE = 2;
    private static final int ERROR_FETCH = 16;
    private static final int MAX_FRAMES = 64;
    private static final int MAX_INSTRUCTION_BYTES = 8;

    private final GuestMemory memory;
    private final ModuleMap places;
    private final IntFunction<@Nullable CallTarget> targets;

    /** @param targets the target a slot is bound to, or null */
    StopReports(GuestMemory memory, ModuleMap places, IntFunction<@Nullable CallTarget> targets) {
        this.memory = memory;
        this.places = places;
        this.targets = targets;
    }

    /** The signal handler noted a fault of this thread. */
    GuestStop fault(NativeThread thread) {
        ThreadBlock.Fault fault = thread.block().fault();
        String what = describe(thread, fault);
        String place = places.place(fault.rip());
        String message = "stopped: %s at %s (thread %s)".formatted(what, place, thread.name());
        return new GuestStop(GuestStop.Reason.FAULT, message, place, fault.registers(), frames(thread, fault), tail(thread), null);
    }

    private String describe(NativeThread thread, ThreadBlock.Fault fault) {
        long address = fault.address();
        if (address < thread.stackLow() && address >= thread.stackLow() - NativeThreads.GUARD_BYTES) {
            return "guest stack overflow, 0x%x is below the stack 0x%x..0x%x".formatted(address, thread.stackLow(), thread.stackHigh());
        }
        Optional<String> unbound = places.unboundAt(address);
        if (fault.signal() == SIGSEGV && unbound.isPresent()) {
            return "access to " + unbound.get();
        }
        return switch (fault.signal()) {
            case SIGILL -> places.isSystemCall(fault.rip()) ? systemCall(fault) : "instruction that cannot be executed (%s)".formatted(bytesAt(fault.rip()));
            case SIGSYS -> systemCall(fault);
            case SIGTRAP -> "breakpoint instruction";
            case SIGFPE -> fault.code() == 1 || fault.code() == 0 ? "integer division by zero or overflow" : "arithmetic fault";
            case SIGSEGV -> fault.code() == SI_KERNEL ? "access to a non-canonical or misaligned address (%s)".formatted(bytesAt(fault.rip()))
                    : (fault.error() & ERROR_FETCH) != 0 ? jump(fault)
                    : "%s of 0x%x, which is not mapped for it".formatted((fault.error() & ERROR_WRITE) != 0 ? "write" : "read", address);
            default -> "signal %d with address 0x%x".formatted(fault.signal(), address);
        };
    }

    private static String systemCall(ThreadBlock.Fault fault) {
        return "direct system call %d, which titles do not make".formatted(fault.registers().getOrDefault("rax", 0L));
    }

    private String jump(ThreadBlock.Fault fault) {
        String from = memory.isMapped(fault.rsp(), 8, Access.READ) ? places.place(memory.getLong(fault.rsp())) : "an unknown place";
        return "jump to 0x%x, which holds no code (return address %s)".formatted(fault.rip(), from);
    }

    private String bytesAt(long address) {
        byte[] bytes = new byte[MAX_INSTRUCTION_BYTES];
        return Shim.safeCopy(MemorySegment.ofArray(bytes), MemorySegment.ofAddress(address), bytes.length)
                ? "bytes " + HexFormat.ofDelimiter(" ").formatHex(bytes)
                : "unreadable";
    }

    private List<String> frames(NativeThread thread, ThreadBlock.Fault fault) {
        List<String> frames = new ArrayList<>();
        frames.add(places.place(fault.rip()));
        long base = fault.registers().getOrDefault("rbp", 0L);
        walk(thread, base, frames);
        return frames;
    }

    private void walk(NativeThread thread, long framePointer, List<String> frames) {
        long base = framePointer;
        while (frames.size() < MAX_FRAMES && base >= thread.stackLow() && base <= thread.stackHigh() - 16
                && memory.isMapped(base, 16, Access.READ)) {
            long returnAddress = memory.getLong(base + 8);
            if (returnAddress == 0) {
                return;
            }
            frames.add(places.place(returnAddress));
            long next = memory.getLong(base);
            if (next <= base) {
                return;
            }
            base = next;
        }
    }

    private List<String> tail(NativeThread thread) {
        List<String> lines = new ArrayList<>();
        for (ThreadBlock.Call call : thread.block().tail()) {
            CallTarget target = targets.apply(CallSlots.slotOf(call.record()));
            String function = target == null ? "unbound import" : target.library() + " " + target.function();
            lines.add("%s(0x%x, 0x%x, …) from %s".formatted(function, call.rdi(), call.rsi(), places.place(call.returnAddress())));
        }
        return lines;
    }

    /** A stop in the call of an import that is in progress. */
    GuestStop stop(NativeThread thread, GuestStop.Reason reason, String what, @Nullable Throwable cause) {
        String place = thread.caller();
        List<String> frames = new ArrayList<>();
        frames.add(place);
        return new GuestStop(reason, what.startsWith("refused") || what.startsWith("failed") ? what
                : "stopped: %s at %s (thread %s)".formatted(what, place, thread.name()), place, Map.of(), frames, tail(thread), cause);
    }

    /** An export threw: names function, arguments and caller. */
    GuestStop thrown(NativeThread thread, CallTarget target, Object[] arguments, Throwable cause) {
        StringBuilder call = new StringBuilder(target.library()).append(' ').append(target.function()).append('(');
        for (int i = 0; i < arguments.length; i++) {
            String name = i < target.parameterNames().size() ? target.parameterNames().get(i) : "argument" + i;
            call.append(i == 0 ? "" : ", ").append(name).append('=').append(argument(arguments[i]));
        }
        call.append(") at ").append(thread.caller()).append(": ");
        boolean isRefusal = cause instanceof GuestMemoryFault || cause instanceof InternalError
                || cause instanceof HleRefusal;
        String message = (isRefusal ? "refused: " : "failed: ") + call + reason(target, arguments, cause);
        return stop(thread, GuestStop.Reason.EXPORT, message, cause);
    }

    private static String reason(CallTarget target, Object[] arguments, Throwable cause) {
        if (cause instanceof GuestMemoryFault fault) {
            String use = fault.access() == Access.READ ? "reading" : "writing";
            for (int i = 0; i < arguments.length && i < target.parameterNames().size(); i++) {
                if (arguments[i] instanceof Long value && value == fault.address()) {
                    return "%s is not mapped for %s".formatted(target.parameterNames().get(i), use);
                }
            }
            return String.valueOf(fault.getMessage());
        }
        if (cause instanceof InternalError) {
            return "a guest pointer is not mapped";
        }
        String message = cause.getMessage();
        return cause instanceof HleRefusal && message != null ? message : cause.toString();
    }

    private static String argument(Object value) {
        if (value instanceof Long number) {
            return number >= 0 && number < 10 ? Long.toString(number) : "0x" + Long.toHexString(number);
        }
        return String.valueOf(value);
    }
}
