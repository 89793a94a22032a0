package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.program.DescriptorPath;
import org.lierne.recompiler.program.DescriptorWalker;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.MemoryReader;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.RecordedResources;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ViewShape;
import org.lierne.recompiler.program.WordSource;
import org.lierne.testing.Rule;

/** What each draw asks for that was asked for before takes nothing from the heap. */
final class HitPathsTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 20;
    private static final int CALLS = 100;

    private final int[] memory = new int[64];
    private final MemoryReader reader = (address, target, from, count) -> {
        boolean isThere = address >= 0x1000 && address + 4L * count <= 0x1000 + 4L * memory.length;
        if (isThere) {
            System.arraycopy(memory, (int) (address - 0x1000) / 4, target, from, count);
        }
        return isThere;
    };

    /** Bytes that calls take: the least of some rounds, as a class may be loaded in one of them. */
    static long allocated(Runnable call) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    private KeptWalks.Kept walk(int... userData) {
        DescriptorWalker walker = new DescriptorWalker(userData, reader);
        DescriptorPath path = DescriptorPath.loaded(WordSource.userData(0), WordSource.userData(1), 16, 8);
        List<DescriptorWords> words = List.of(walker.walk(path));
        return new KeptWalks.Kept(userData, walker, new RecordedResources(new ShaderLayout(List.of()), words, Map.of(), List.of()), words);
    }

    @Test
    void findsAWalkAgainUntilItsMemoryChanges() {
        KeptWalks walks = new KeptWalks();
        KeptWalks.Kept walk = walk(0x1000, 0);
        walks.keep(walk);
        walks.keep(walk(0x1020, 0));

        assertSame(walk, walks.find(new int[] {0x1000, 0}));
        assertNull(walks.find(new int[] {0x1000, 0, 0}));
        int[] userData = {0x1000, 0};
        assertEquals(0, allocated(() -> walks.find(userData)));
        memory[2] = 5;
        assertNotNull(walks.find(userData), "the word is not on the way");
        memory[11] = 5;
        assertNull(walks.find(userData));
    }

    /** Two dispatches with a null pointer walk twice. */
    @Test
    @Rule("A-068")
    void keepsNoWalkThroughMemoryThatIsNotThere() {
        KeptWalks walks = new KeptWalks();
        walks.keep(walk(0, 0));

        assertNull(walks.find(new int[] {0, 0}));
    }

    @Test
    void findsViewsByTheWholeDescriptor() {
        ViewCache views = new ViewCache();
        ViewShape shape = new ViewShape(ViewShape.Dimension.D2, false, false, NumericClass.FLOAT, 0, false, 0);
        DescriptorWords words = DescriptorWords.of(1, 2, 3, 4, 5, 6, 7, 8);
        ViewCache.Known view = new ViewCache.Known(shape, false, null);
        views.keep(words, view);
        DescriptorWords same = DescriptorWords.of(1, 2, 3, 4, 5, 6, 7, 8);

        assertSame(view, views.find(same, shape, false));
        assertNull(views.find(same, shape, true));
        assertNull(views.find(DescriptorWords.of(1, 2, 3, 4, 5, 6, 7, 9), shape, false));
        assertEquals(0, allocated(() -> views.find(same, shape, false)));
    }
}
