package org.lierne.lib.common_dialog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lierne.hle.GuestPtr;
import org.lierne.testing.ArrayGuestMemory;

class SignInDialogExportsTest {
    private final ArrayGuestMemory memory = new ArrayGuestMemory().map(0x1000, 0x1000);
    private final Dialogs dialogs = new Dialogs(new TitleDialogs(Map.of()));
    private final SignInDialogExports signIn = new SignInDialogExports(dialogs);

    @Test
    void goesThroughItsStates() {
        assertEquals(0x80B80001, signIn.initialize().code());
        dialogs.initialize();
        assertEquals(0, signIn.initialize().code());
        assertEquals(0x80B8000D, signIn.open(new GuestPtr<>(memory, 0, Integer.class)).code());
        assertEquals(0, signIn.open(new GuestPtr<>(memory, 0x1000, Integer.class)).code());
        assertEquals(2, signIn.status());
        assertEquals(3, signIn.update());
        assertEquals(0, signIn.terminate().code());
        assertEquals(0, signIn.status());
    }
}
