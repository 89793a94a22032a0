package org.lierne.gpu.vulkan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import org.junit.jupiter.api.Test;
import org.lierne.gpu.CompareOp;
import org.lierne.gpu.DrawState.LogicOp;
import org.lierne.gpu.Format;
import org.lwjgl.vulkan.VK13;

class FormatsTest {
    /** Documented: the names of {@code VkFormat} and of the model are the same. */
    @Test
    void namesEveryFormatAsVulkanDoes() throws ReflectiveOperationException {
        for (Format format : Format.values()) {
            assertEquals(VK13.class.getField("VK_FORMAT_" + format.name()).getInt(null), Formats.of(format),
                    format.name());
        }
    }

    /** Comparisons and logic operations are passed by their ordinal. */
    @Test
    void ordersOperationsAsVulkanDoes() throws ReflectiveOperationException {
        for (CompareOp op : CompareOp.values()) {
            assertEquals(VK13.class.getField("VK_COMPARE_OP_" + op.name()).getInt(null), op.ordinal(), op.name());
        }
        for (LogicOp op : LogicOp.values()) {
            assertEquals(VK13.class.getField("VK_LOGIC_OP_" + op.name()).getInt(null), op.ordinal(), op.name());
        }
    }

    @Test
    void givesEveryFormatANumberOfItsOwn() {
        var seen = new HashMap<Integer, Format>();
        Arrays.stream(Format.values()).forEach(f -> assertEquals(null, seen.put(Formats.of(f), f)));
        assertTrue(seen.size() > 90);
    }
}
