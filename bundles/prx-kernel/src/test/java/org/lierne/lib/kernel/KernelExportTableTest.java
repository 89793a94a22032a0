package org.lierne.lib.kernel;

import org.junit.jupiter.api.Test;
import org.lierne.testing.ExportTable;
import org.lierne.testing.Rule;

class KernelExportTableTest {
    @Test
    @Rule({"L12", "L13"})
    void hashesEveryNameToItsNid() {
        ExportTable.check(
                AddressWaitExports.class,
                AdviceExports.class,
                AioExports.class,
                BarrierExports.class,
                BatchMapExports.class,
                CancelExports.class,
                ConditionExports.class,
                DescriptorControlExports.class,
                DescriptorEventExports.class,
                DescriptorExports.class,
                DirectMemoryExports.class,
                EventFlagExports.class,
                EventQueueExports.class,
                ExceptionExports.class,
                FileModeExports.class,
                MappingExports.class,
                MemoryPoolExports.class,
                ModuleExports.class,
                MutexExports.class,
                PathExports.class,
                PollExports.class,
                PosixMemoryExports.class,
                PosixSemaphoreExports.class,
                ProcessExports.class,
                RwLockExports.class,
                SemaphoreExports.class,
                SignalExports.class,
                SignalSetExports.class,
                SocketExports.class,
                SystemLimitExports.class,
                ThreadAttributeExports.class,
                ThreadExports.class,
                ThreadKeyExports.class,
                TimeExports.class);
    }
}
