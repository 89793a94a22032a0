package org.lierne.lib.app_content;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TitleParametersTest {
    private static final String JSON = "{ \"titleId\": \"TEST00001\", \"userDefinedParam1\" : 7, \"userDefinedParam3\":-2 }";

    @Test
    void readsTheTitlesOwnNumbers() {
        assertEquals(3, TitleParameters.value(0, JSON));
        assertEquals(7, TitleParameters.value(1, JSON));
        assertEquals(0, TitleParameters.value(2, JSON));
        assertEquals(-2, TitleParameters.value(3, JSON));
        assertTrue(TitleParameters.isId(4));
        assertFalse(TitleParameters.isId(5));
        assertFalse(TitleParameters.isId(-1));
    }
}
