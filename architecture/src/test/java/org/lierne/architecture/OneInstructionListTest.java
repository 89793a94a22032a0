package org.lierne.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.lierne.recompiler.isa.Form;
import org.lierne.recompiler.isa.Instruction;
import org.lierne.recompiler.isa.InstructionSet;
import org.lierne.recompiler.isa.InstructionTable;

/**
 * The instruction tables are the one list of instructions: nothing outside their package tells instructions apart by name or number.
 * Whoever needs to know something about an instruction asks its row for an effect, a trait or its semantics.
 */
final class OneInstructionListTest {
    private static final String TABLES = Instruction.class.getPackageName();
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
    /** The opcode fields of an encoding, by letter. */
    private static final Pattern OPCODE_FIELD = Pattern.compile("\\b(?:field|flag|has)\\(\\s*'[oO]'");
    private static final Set<String> IDENTITY = Set.of("name", "opcode", "mnemonic", "named");

    /** Every mnemonic in every form, and every beginning of one that ends with a word of it and says more than the unit. */
    private static Set<String> mnemonics() {
        Set<String> all = new HashSet<>();
        for (InstructionTable table : InstructionSet.tables()) {
            for (Instruction row : table.rows()) {
                for (Form form : row.forms()) {
                    all.add(row.mnemonic(form));
                }
                all.add(row.name());
                for (int end = row.name().indexOf('_', row.name().indexOf('_') + 1); end > 0; end = row.name().indexOf('_', end + 1)) {
                    all.add(row.name().substring(0, end));
                    all.add(row.name().substring(0, end + 1));
                }
            }
        }
        return all;
    }

    /** Literals of a source that spell an instruction, and looks at opcode fields. */
    private static List<String> findings(String source, Set<String> mnemonics) {
        List<String> found = new ArrayList<>();
        Matcher literal = LITERAL.matcher(source);
        while (literal.find()) {
            for (String word : literal.group(1).split("[^A-Za-z0-9_]+")) {
                if (mnemonics.contains(word)) {
                    found.add(literal.group());
                }
            }
        }
        Matcher field = OPCODE_FIELD.matcher(source);
        while (field.find()) {
            found.add(field.group());
        }
        return found;
    }

    /** Calls that ask a row for its name or number, or the set for a row by name. */
    private static List<String> findings(Iterable<JavaClass> types) {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : types) {
            if (!type.getPackageName().equals(TABLES)) {
                Stream.concat(type.getMethodCallsFromSelf().stream(), type.getMethodReferencesFromSelf().stream())
                        .filter(call -> call.getTargetOwner().getName().equals(Instruction.class.getName())
                                || call.getTargetOwner().getName().equals(InstructionSet.class.getName()))
                        .filter(call -> IDENTITY.contains(call.getName()))
                        .forEach(call -> found.add(call.getDescription()));
            }
        }
        return List.copyOf(found);
    }

    @Test
    void noSourceSpellsInstructions() throws IOException {
        Set<String> mnemonics = mnemonics();
        List<String> found = new ArrayList<>();
        int read = 0;
        for (Rooms.Room room : Rooms.all()) {
            try (Stream<Path> files = Files.walk(room.folder().resolve("src/main"))) {
                for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                    if (!file.getParent().endsWith(TABLES.replace('.', '/'))) {
                        findings(Files.readString(file), mnemonics).forEach(f -> found.add(file + ": " + f));
                        read++;
                    }
                }
            }
        }
        assertEquals(List.of(), found);
        assertEquals(true, read > 500, read + " sources");
    }

    @Test
    void nobodyTellsRowsApartByNameOrNumber() {
        List<String> found = new ArrayList<>();
        for (Rooms.Room room : Rooms.all()) {
            JavaClasses types = new ClassFileImporter().importPath(room.classes());
            found.addAll(findings(types));
        }
        assertEquals(List.of(), found);
    }

    /** A second list as one might write it, in each of its shapes. */
    private static final class Planted {
        static boolean isMove(Instruction row) {
            return row.name().length() > 3 || row.opcode() == 3;
        }

        static List<String> names(List<Instruction> rows) {
            return rows.stream().map(Instruction::name).toList();
        }
    }

    @Test
    void findsAListThatWasPlanted() {
        Set<String> mnemonics = mnemonics();
        assertEquals(List.of("\"s_mov_b32\"", "\"v_add_f32_e64\""), findings("Set.of(\"s_mov_b32\", \"v_add_f32_e64\")", mnemonics));
        assertEquals(List.of("\"s_wqm_\""), findings("name.startsWith(\"s_wqm_\")", mnemonics));
        assertEquals(List.of("\"s_and\""), findings("stems.contains(\"s_and\")", mnemonics));
        assertEquals(List.of("field('o'"), findings("switch (inst.field('o'))", mnemonics));
        assertEquals(List.of(), findings("\"scratch_offset\", \"flat_mask\", \"v\", \"s_\", field('i')", mnemonics));

        List<String> calls = findings(new ClassFileImporter().importClasses(Planted.class));
        assertEquals(3, calls.size(), calls::toString);
        assertEquals(true, Planted.isMove(InstructionSet.tables().getFirst().rows().getFirst()));
        assertEquals(1, Planted.names(InstructionSet.tables().getFirst().rows().subList(0, 1)).size());
    }
}
