package org.lierne.lib.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.lierne.kernel.error.Errno;

class ThreadAttributesTest {
    private final ThreadAttributes attributes = new ThreadAttributes();

    @Test
    void startsWithTheDocumentedDefaults() {
        assertEquals(700, attributes.value().priority());
        assertEquals(1 << 20, attributes.value().stackBytes());
        assertEquals(0x1FFF, attributes.value().affinity());
        assertFalse(attributes.value().detached());
    }

    @Test
    void answersEveryValueOutsideOfItsRange() {
        assertEquals(Errno.EINVAL, attributes.setStackBytes(0x3FFF));
        assertEquals(Errno.OK, attributes.setStackBytes(0x4000));
        assertEquals(Errno.EINVAL, attributes.setStack(0, 0x4000));
        assertEquals(Errno.EINVAL, attributes.setStack(0x1000, 0x3FFF));
        assertEquals(Errno.EINVAL, attributes.setDetached(2));
        assertEquals(Errno.ENOTSUP, attributes.setInherit(1));
        assertEquals(Errno.OK, attributes.setInherit(4));
        assertEquals(Errno.ENOTSUP, attributes.setPolicy(0));
        assertEquals(Errno.ENOTSUP, attributes.setPolicy(4));
        assertEquals(Errno.ENOTSUP, attributes.setPriority(255));
        assertEquals(Errno.ENOTSUP, attributes.setPriority(768));
        assertEquals(Errno.OK, attributes.setPriority(256));
        assertEquals(Errno.EINVAL, attributes.setAffinity(0));
        assertEquals(Errno.EINVAL, attributes.setAffinity(0x2000));
    }

    @Test
    void bringsAPolicysPriorityWithIt() {
        attributes.setPolicy(ThreadAttributes.OTHER);
        assertEquals(900, attributes.value().priority());
        assertEquals(Errno.OK, attributes.setPriority(959));
        attributes.setPolicy(ThreadAttributes.ROUND_ROBIN);
        assertEquals(700, attributes.value().priority());
    }
}
