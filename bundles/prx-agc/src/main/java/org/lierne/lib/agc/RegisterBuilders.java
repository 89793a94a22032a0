package org.lierne.lib.agc;

import static org.lierne.agc.packet.Pm4.*;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.packet.Packet;
import org.lierne.agc.packet.Words;
import org.lierne.hle.GuestArray;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;

import org.lierne.hle.SizedBy;
import org.lierne.kernel.thread.GuestThreads;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** Builders of register writes: single, ranges, lists in the stream, lists in memory. */
@Component(service = HleModule.class)
@HleLibrary(id = "lib.agc", library = "libSceAgc")
public final class RegisterBuilders extends Builder implements HleModule {
    /** More do not fit the count of a header. */
    private static final int MOST_VALUES = 0x3FFF;

    @Activate
    public RegisterBuilders(@Reference(cardinality = ReferenceCardinality.OPTIONAL,
            policyOption = ReferencePolicyOption.GREEDY) @Nullable GuestThreads threads) {
        super(threads);
    }

    @HleExport(name = "sceAgcDcbSetCxRegisterDirect", nid = "LHFXRrlTPD8")
    public long setContextRegister(GuestPtr<CommandBuffer> cb, long pair) {
        return one(cb, SET_CONTEXT_REG, pair);
    }

    @HleExport(name = "sceAgcDcbSetShRegisterDirect", nid = "pFLArOT53+w")
    public long setShaderRegister(GuestPtr<CommandBuffer> cb, long pair) {
        return one(cb, SET_SH_REG, pair);
    }

    @HleExport(name = "sceAgcDcbSetUcRegisterDirect", nid = "w4-d0n60hdo")
    public long setUserConfigRegister(GuestPtr<CommandBuffer> cb, long pair) {
        return one(cb, SET_UCONFIG_REG, pair);
    }

    @HleExport(name = "sceAgcDcbSetCfRegisterDirect", nid = "73ZZdojLIgs")
    public long setConfigRegister(GuestPtr<CommandBuffer> cb, long pair) {
        return one(cb, SET_CONFIG_REG, pair);
    }

    @HleExport(name = "sceAgcCbSetShRegisterRangeDirect", nid = "n2fD4A+pb+g")
    public long setShaderRegisterRange(GuestPtr<CommandBuffer> cb, int offset,
            @SizedBy("count") GuestArray<Integer> values, int count) {
        return range(cb, SET_SH_REG, offset, values, count);
    }

    @HleExport(name = "sceAgcCbSetUcRegisterRangeDirect", nid = "MDLD5Ly94Xk")
    public long setUserConfigRegisterRange(GuestPtr<CommandBuffer> cb, int offset,
            @SizedBy("count") GuestArray<Integer> values, int count) {
        return range(cb, SET_UCONFIG_REG, offset, values, count);
    }

    @HleExport(name = "sceAgcDcbSetCfRegisterRangeDirect", nid = "BVFg3CWU6Eo")
    public long setConfigRegisterRange(GuestPtr<CommandBuffer> cb, int offset,
            @SizedBy("count") GuestArray<Integer> values, int count) {
        return range(cb, SET_CONFIG_REG, offset, values, count);
    }

    /** One packet a run of rising neighbours; the list is read before anything is written. */
    @HleExport(name = "sceAgcCbSetShRegistersDirect", nid = "UZbQjYAwwXM")
    public long setShaderRegisters(GuestPtr<CommandBuffer> cb, @SizedBy("count") GuestArray<RegisterPair> pairs,
            int count) {
        List<RegisterPair> list = pairs.read();
        long first = 0;
        for (int at = 0; at < list.size();) {
            int run = run(list, at);
            Words words = registers(SET_SH_REG, list.get(at).offset(), run);
            for (int i = 0; i < run; i++) {
                words.word(2 + i, list.get(at + i).value());
            }
            long packet = emit(cb, words);
            if (packet == 0) {
                return 0;
            }
            first = first == 0 ? packet : first;
            at += run;
        }
        return first;
    }

    /**
     * As the shader form, but each run is read after the storage of the one before was taken: the callback may have
     * changed the list.
     */
    @HleExport(name = "sceAgcCbSetUcRegistersDirect", nid = "03RZmELWWzw")
    public long setUserConfigRegisters(GuestPtr<CommandBuffer> cb, @SizedBy("count") GuestArray<RegisterPair> pairs,
            int count) {
        long first = 0;
        for (int at = 0; at < pairs.count();) {
            List<RegisterPair> run = new ArrayList<>();
            do {
                run.add(pairs.at(at + run.size()).get());
            } while (at + run.size() < pairs.count()
                    && pairs.at(at + run.size()).get().offset() == run.getFirst().offset() + run.size());
            long packet = take(cb, run.size() + 2);
            if (packet == 0) {
                return 0;
            }
            Words words = registers(SET_UCONFIG_REG, run.getFirst().offset(), run.size());
            for (int i = 0; i < run.size(); i++) {
                words.word(2 + i, pairs.at(at + i).get().value());
            }
            write(cb.memory(), packet, words.array());
            first = first == 0 ? packet : first;
            at += run.size();
        }
        return first;
    }

    @HleExport(name = "sceAgcDcbSetCxRegistersIndirect", nid = "ZvwO9euwYzc")
    public long loadContextRegisters(GuestPtr<CommandBuffer> cb, long regs, int count) {
        return load(cb, SET_CONTEXT_REG_INDIRECT, regs, count);
    }

    @HleExport(name = "sceAgcDcbSetShRegistersIndirect", nid = "-HOOCn0JY48")
    public long loadShaderRegisters(GuestPtr<CommandBuffer> cb, long regs, int count) {
        return load(cb, SET_SH_REG_INDIRECT, regs, count);
    }

    @HleExport(name = "sceAgcDcbSetUcRegistersIndirect", nid = "hvUfkUIQcOE")
    public long loadUserConfigRegisters(GuestPtr<CommandBuffer> cb, long regs, int count) {
        return load(cb, SET_UCONFIG_REG_INDIRECT, regs, count);
    }

    private static int run(List<RegisterPair> list, int at) {
        int run = 1;
        while (at + run < list.size() && list.get(at + run).offset() == list.get(at).offset() + run) {
            run++;
        }
        return run;
    }

    private long one(GuestPtr<CommandBuffer> cb, Packet packet, long packed) {
        RegisterPair pair = RegisterPair.of(packed);
        return emit(cb, registers(packet, pair.offset(), 1).word(2, pair.value()));
    }

    /** With null values the words are taken and left as they are, to be filled through the payload address. */
    private long range(GuestPtr<CommandBuffer> cb, Packet packet, int offset, GuestArray<Integer> values, int count) {
        long start = Integer.compareUnsigned(count, MOST_VALUES) > 0 ? 0 : take(cb, count + 2);
        if (start == 0) {
            return 0;
        }
        int[] words = registers(packet, offset, count).array();
        cb.memory().putInt(start, words[0]);
        cb.memory().putInt(start + 4, words[1]);
        if (!values.isNull()) {
            cb.memory().putBytes(start + 8, values.memory().getBytes(values.address(), 4 * count));
        }
        return start;
    }

    /** The pairs are read when the packet executes, not now. */
    static Words load(Packet packet, long regs, int count) {
        return packet.words().with("address", regs & ~3L).with("pairs", 1).with("count", count);
    }

    private long load(GuestPtr<CommandBuffer> cb, Packet packet, long regs, int count) {
        return emit(cb, load(packet, regs, count));
    }
}
