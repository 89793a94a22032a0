package org.lierne.agc.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.Format;
import org.lierne.gpu.ImageKind;
import org.lierne.gpu.ImageSpec;

/** Room for images. */
final class SurfaceBudgetTest {
    private record Held(String name, long usedAt, long bytes) {}

    @Test
    void tellsWhatDoesNotFit() {
        SurfaceBudget budget = new SurfaceBudget(100);
        budget.add(90);

        assertEquals(0, budget.excess(10));
        assertEquals(5, budget.excess(15));
        budget.remove(50);
        assertEquals(-45, budget.excess(15));
    }

    @Test
    void letsTheOldestGoUntilThereIsRoom() {
        List<Held> all = List.of(new Held("new", 9, 10), new Held("old", 1, 10), new Held("middle", 5, 10));

        assertEquals(List.of("old"), names(all, 10));
        assertEquals(List.of("old", "middle"), names(all, 11));
        assertEquals(List.of("old", "middle", "new"), names(all, 1000));
    }

    private static List<String> names(List<Held> all, long wanted) {
        return SurfaceBudget.oldest(all, Held::usedAt, Held::bytes, wanted).stream().map(Held::name).toList();
    }

    @Test
    void countsLevelsLayersAndBlocks() {
        assertEquals((64 + 16 + 4 + 1) * 4 * 2, Surface.hostBytes(new ImageSpec(ImageKind.D2, Format.R8G8B8A8_UNORM, 8, 8, 1, 4, 2, 1,
                Set.of(), false, false)));
        assertEquals(8 * 8 / 16 * 8, Surface.hostBytes(ImageSpec.of2d(Format.BC1_RGBA_UNORM_BLOCK, 8, 8)));
    }
}
