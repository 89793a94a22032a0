package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lierne.recompiler.program.FloatMode;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;

/**
 * The one text form of a module. It prints everything, {@link #parse} reads it back to an equal print.
 *
 * <pre>
 * module pixel wave=32 float_mode=0xc0 dx10_clamp
 * resource 0 image read pc=0x0010 path(ud0, ud1, ud2, ud3, ud4, ud5, ud6, ud7)
 * block b0
 *   v0: i32 = user_data dword=4                         ; pc=entry
 *   merge selection b2
 *   branch v1 b1 b2                                     ; pc=0x0008
 * block b2 &lt;- b0, b1
 *   v14: i32x4 = image.load coord(v11, v12) image=0 dim=d2 dmask=0xf  ; pc=0x01a4
 *   return                                              ; pc=0x01b0
 * </pre>
 *
 * Operands without a label come first, then labelled groups, then {@code key=word} attributes; attributes at their usual value
 * are left out. Lines starting with {@code #} are comments.
 */
public final class IrText {
    private static final int COMMENT_COLUMN = 56;
    private static final Pattern RESULT = Pattern.compile("\\s*v(\\d+): (\\w+) = ");

    private IrText() {
    }

    /** The module as text, ended by a line feed. */
    public static String print(IrModule module) {
        StringBuilder out = new StringBuilder();
        FloatMode mode = module.floatMode();
        out.append("module ").append(module.stage().name().toLowerCase(Locale.ROOT)).append(" wave=").append(module.waveSize())
                .append(" float_mode=0x").append(Integer.toHexString(mode.bits()))
                .append(mode.dx10Clamp() ? " dx10_clamp" : "").append(mode.ieee() ? " ieee" : "")
                .append(mode.fp16Overflow() ? " fp16_overflow" : "");
        out.append(module.dropsCaches() ? " drops_caches" : "");
        module.floatControls().forEach(control -> out.append(' ').append(control.name().toLowerCase(Locale.ROOT)));
        out.append('\n');
        for (ShaderResource resource : module.resources()) {
            out.append("resource ").append(resource.index()).append(' ')
                    .append(resource.kind().name().toLowerCase(Locale.ROOT))
                    .append(resource.read() ? " read" : "").append(resource.written() ? " written" : "")
                    .append(resource.formatted() ? " formatted" : "").append(" pc=").append(new Pc(resource.pc()))
                    .append(" path").append(PathText.print(resource.path())).append('\n');
        }
        Map<Integer, List<Integer>> predecessors = module.predecessors();
        for (IrBlock block : module.blocks()) {
            out.append("block ").append(IrBlock.word(block.id()));
            List<Integer> before = predecessors.getOrDefault(block.id(), List.of());
            for (int i = 0; i < before.size(); i++) {
                out.append(i == 0 ? " <- " : ", ").append(IrBlock.word(before.get(i)));
            }
            out.append('\n');
            for (Inst inst : block.instructions()) {
                line(out, print(inst), inst.pc());
            }
            switch (block.merge()) {
                case Merge.None _ -> { }
                case Merge.Selection selection ->
                        out.append("  merge selection ").append(IrBlock.word(selection.merge())).append('\n');
                case Merge.Loop loop -> out.append("  merge loop ").append(IrBlock.word(loop.merge())).append(" continue ")
                        .append(IrBlock.word(loop.continueTarget())).append('\n');
            }
            line(out, print(block.terminator()), block.terminator().pc());
        }
        return out.toString();
    }

    /** One instruction without its place. */
    public static String print(Inst inst) {
        return TextInst.of(inst).print();
    }

    /** A block's ending without its place. */
    public static String print(Terminator terminator) {
        return switch (terminator) {
            case Terminator.Jump jump -> "jump " + IrBlock.word(jump.target());
            case Terminator.Branch branch -> "branch " + branch.condition().word() + " " + IrBlock.word(branch.whenTrue()) + " "
                    + IrBlock.word(branch.whenFalse());
            case Terminator.Return _ -> "return";
            case Terminator.Kill _ -> "kill";
            case Terminator.Unreachable _ -> "unreachable";
        };
    }

    private static void line(StringBuilder out, String text, Pc pc) {
        out.append("  ").append(text);
        out.repeat(' ', Math.max(1, COMMENT_COLUMN - 2 - text.length())).append("; pc=").append(pc).append('\n');
    }

    /**
     * Reads a module.
     *
     * @throws IllegalArgumentException naming the line that is not IR text
     */
    public static IrModule parse(String text) {
        String[] lines = text.split("\n", -1);
        Map<Integer, Type> types = definedTypes(lines);
        IrModule module = null;
        IrBlock block = null;
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i].strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            try {
                TextScanner scanner = new TextScanner(line, types);
                String first = scanner.peek();
                if (module == null) {
                    scanner.expect("module");
                    module = header(scanner);
                } else if (first.equals("resource")) {
                    scanner.next();
                    module.addResource(resource(scanner));
                } else if (first.equals("block")) {
                    scanner.next();
                    block = module.newBlock(scanner.block());
                } else if (block == null) {
                    throw new IllegalArgumentException("a block has to begin first");
                } else {
                    body(scanner, module, block);
                }
            } catch (IllegalArgumentException | IndexOutOfBoundsException | java.util.NoSuchElementException e) {
                throw new IllegalArgumentException("IR text line " + (i + 1) + " \"" + line + "\": " + e.getMessage(), e);
            }
        }
        if (module == null) {
            throw new IllegalArgumentException("IR text has no module line");
        }
        module.reserveValues(types.keySet().stream().mapToInt(id -> id + 1).max().orElse(0));
        return module;
    }

    /** Types of all results, read ahead because a phi may name a value defined further down. */
    private static Map<Integer, Type> definedTypes(String[] lines) {
        Map<Integer, Type> types = new HashMap<>();
        for (String line : lines) {
            Matcher result = RESULT.matcher(line);
            if (result.lookingAt()) {
                types.put(Integer.parseInt(result.group(1)), Type.parse(result.group(2)));
            }
        }
        return types;
    }

    private static IrModule header(TextScanner scanner) {
        ShaderStage stage = ShaderStage.valueOf(scanner.next().toUpperCase(Locale.ROOT));
        int wave = 32;
        int mode = 0xc0;
        boolean dx10Clamp = false;
        boolean ieee = false;
        boolean overflow = false;
        boolean dropsCaches = false;
        List<HostFeature> controls = new ArrayList<>();
        while (!scanner.atEnd()) {
            String word = scanner.next();
            switch (word) {
                case "wave" -> {
                    scanner.expect("=");
                    wave = scanner.integer();
                }
                case "float_mode" -> {
                    scanner.expect("=");
                    mode = scanner.integer();
                }
                case "dx10_clamp" -> dx10Clamp = true;
                case "ieee" -> ieee = true;
                case "fp16_overflow" -> overflow = true;
                case "drops_caches" -> dropsCaches = true;
                default -> controls.add(control(word));
            }
        }
        IrModule module = new IrModule(stage, wave, new FloatMode(mode, dx10Clamp, ieee, overflow));
        controls.forEach(module::ask);
        if (dropsCaches) {
            module.noteDroppedCache();
        }
        return module;
    }

    private static HostFeature control(String word) {
        for (HostFeature feature : HostFeature.values()) {
            if (feature.name().toLowerCase(Locale.ROOT).equals(word)) {
                return feature;
            }
        }
        throw new IllegalArgumentException("unknown module attribute " + word);
    }

    private static ShaderResource resource(TextScanner scanner) {
        int index = scanner.integer();
        ShaderResource.Kind kind = ShaderResource.Kind.valueOf(scanner.next().toUpperCase(Locale.ROOT));
        boolean read = scanner.accept("read");
        boolean written = scanner.accept("written");
        boolean formatted = scanner.accept("formatted");
        scanner.expect("pc");
        scanner.expect("=");
        Pc pc = scanner.pc();
        scanner.expect("path");
        return new ShaderResource(index, kind, read, written, formatted, PathText.parse(scanner), pc.byteOffset());
    }

    private static void body(TextScanner scanner, IrModule module, IrBlock block) {
        switch (scanner.peek()) {
            case "merge" -> {
                scanner.next();
                if (scanner.next().equals("selection")) {
                    block.setMerge(new Merge.Selection(scanner.block()));
                } else {
                    int merge = scanner.block();
                    scanner.expect("continue");
                    block.setMerge(new Merge.Loop(merge, scanner.block()));
                }
            }
            case "jump" -> {
                scanner.next();
                int target = scanner.block();
                block.terminate(new Terminator.Jump(target, scanner.place()));
            }
            case "branch" -> {
                scanner.next();
                Value condition = scanner.value();
                int whenTrue = scanner.block();
                int whenFalse = scanner.block();
                block.terminate(new Terminator.Branch(condition, whenTrue, whenFalse, scanner.place()));
            }
            case "return" -> {
                scanner.next();
                block.terminate(new Terminator.Return(scanner.place()));
            }
            case "kill" -> {
                scanner.next();
                block.terminate(new Terminator.Kill(scanner.place()));
            }
            case "unreachable" -> {
                scanner.next();
                block.terminate(new Terminator.Unreachable(scanner.place()));
            }
            default -> block.add(TextInst.parse(scanner, module).toInst());
        }
    }
}
