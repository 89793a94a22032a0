package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lierne.kernel.memory.Access;
import org.lierne.kernel.memory.GuestMemory;
import org.lierne.recompiler.program.TableCall;

/**
 * Code that a program's tables of addresses hold now (rule A-019). Nothing tells how long a table is: it ends with the first entry that is no
 * address of code that comes back to its caller. A fetch program stands at the address itself, and has to (rule C-037).
 */
final class CodeTables {
    /** Entries of a table that are looked at. */
    private static final int MAX_ENTRIES = 64;
    private static final int ENTRY_BYTES = 8;

    private CodeTables() {}

    /** For each call the code it may go to, by guest address. */
    static List<Map<Long, GuestCode>> read(GuestMemory memory, List<TableCall> tables, int[] userData) {
        List<Map<Long, GuestCode>> all = new ArrayList<>();
        for (TableCall table : tables) {
            long entry = table.table(userData);
            if (table.fetches()) {
                all.add(Map.of(entry, fetch(memory, entry, table)));
                continue;
            }
            Map<Long, GuestCode> targets = new LinkedHashMap<>();
            for (int i = 0; i < MAX_ENTRIES && memory.isMapped(entry, ENTRY_BYTES, Access.READ); i++) {
                long address = memory.getLong(entry);
                GuestCode code = targets.containsKey(address) ? targets.get(address)
                        : GuestCode.readCalled(memory, address, table.pair());
                if (code == null) {
                    break;
                }
                targets.put(address, code);
                entry += ENTRY_BYTES;
            }
            all.add(targets);
        }
        return all;
    }

    private static GuestCode fetch(GuestMemory memory, long address, TableCall call) {
        GuestCode code = GuestCode.readCalled(memory, address, call.pair());
        if (code == null) {
            throw new WorkRefused(("refused at draw: pc=0x%04x calls a fetch program at 0x%x, where no code comes back through s[%d:%d] "
                    + "(stage.vertex.fetch-shader)").formatted(call.pc(), address, call.pair(), call.pair() + 1));
        }
        return code;
    }

    /** The code alone, as a translator wants it. */
    static List<Map<Long, int[]>> words(List<Map<Long, GuestCode>> targets) {
        List<Map<Long, int[]>> all = new ArrayList<>();
        for (Map<Long, GuestCode> each : targets) {
            Map<Long, int[]> words = new LinkedHashMap<>();
            each.forEach((address, code) -> words.put(address, code.words()));
            all.add(words);
        }
        return all;
    }
}
