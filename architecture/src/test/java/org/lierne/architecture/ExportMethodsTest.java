package org.lierne.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.lierne.hle.HleExport;

/** What the methods of exports must not be called. */
final class ExportMethodsTest {
    /** Documented: OSGi Compendium, 112.5.8 and 112.5.15. A component's methods of these names are called at its start and end. */
    private static final Set<String> OF_COMPONENTS = Set.of("activate", "deactivate");

    private static Stream<String> findings(JavaClass type) {
        return type.getMethods().stream().filter(ExportMethodsTest::isExport).filter(m -> OF_COMPONENTS.contains(m.getName()))
                .map(m -> m.getFullName() + " would be called when its component starts or ends");
    }

    private static boolean isExport(JavaMethod method) {
        return method.getAnnotations().stream().anyMatch(a -> a.getRawType().getName().startsWith(HleExport.class.getName()));
    }

    @Test
    void noneIsTakenForTheComponentsOwn() {
        List<String> found = Rooms.all().stream().flatMap(room -> new ClassFileImporter().importPath(room.classes()).stream())
                .flatMap(ExportMethodsTest::findings).toList();

        assertEquals(List.of(), found);
    }

    /** A class that breaks the rule. */
    static final class Wrong {
        @HleExport(name = "sceRandomGetRandomNumber", nid = "PI7jIZj4pcE")
        public void activate() {}
    }

    @Test
    void seesOneThatIs() {
        assertEquals(1, findings(new ClassFileImporter().importClass(Wrong.class)).count());
    }
}
