package org.lierne.recompiler.ir;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.WordSource;

/** One instruction taken apart for its text form: name, result, labelled operand groups, attributes. */
final class TextInst {
    private final String name;
    private final @Nullable Ssa result;
    private final Pc pc;
    private final Map<String, List<Value>> groups = new LinkedHashMap<>();
    private final Map<String, String> attributes = new LinkedHashMap<>();
    private @Nullable WordSource source;

    private TextInst(String name, @Nullable Ssa result, Pc pc) {
        this.name = name;
        this.result = result;
        this.pc = pc;
    }

    // To text.

    static TextInst of(Inst inst) {
        TextInst text = new TextInst(name(inst), inst.result(), inst.pc());
        switch (inst) {
            case Alu alu -> text.group("", alu.operands());
            case Construct construct -> text.group("", construct.operands());
            case Extract extract -> text.group("", extract.operands()).number("index", extract.index());
            case Phi phi -> phi.incoming().forEach(edge -> text.group(IrBlock.word(edge.block()), List.of(edge.value())));
            case Input input -> text.word("of", input.input().name().toLowerCase(Locale.ROOT));
            case UserData data -> text.number("dword", data.dword());
            case HostWord word -> text.source = word.source();
            case Wave wave -> text.group("", wave.operands()).optional("immediate", wave.immediate());
            case ScalarLoad load -> text.place("place", load.place()).group("", List.of(load.offset()))
                    .optional("offset", load.offsetBytes());
            case BufferAccess access -> text.place("buffer", access.buffer()).group("index", access.index())
                    .group("offset", access.offset()).group("soffset", access.scalarOffset()).group("data", access.data())
                    .group("guard", access.guard()).optional("offset", access.offsetBytes())
                    .word("element", access.element().word()).optional("format", access.format())
                    .flag("d16", access.d16()).flag("coherent", access.coherent());
            case GlobalAccess access -> text.place("place", access.place()).group("offset", access.offset())
                    .group("data", access.data()).group("guard", access.guard())
                    .word("segment", access.segment().name().toLowerCase(Locale.ROOT))
                    .word("element", access.element().word()).flag("coherent", access.coherent());
            case LdsAccess access -> text.group("", List.of(access.address())).group("data", access.data())
                    .group("guard", access.guard()).optional("offset", access.offsetBytes())
                    .word("element", access.element().word());
            case ImageAccess access -> {
                ImageAddress address = access.address();
                text.place("image", access.image());
                if (access.sampler() != null) {
                    text.place("sampler", access.sampler());
                }
                text.group("coord", address.coordinates()).group("ddx", address.ddx()).group("ddy", address.ddy())
                        .group("lod", address.lod()).group("bias", address.bias()).group("lodclamp", address.lodClamp())
                        .group("compare", address.compare()).group("texeloffset", address.offset())
                        .group("data", access.data()).group("guard", access.guard())
                        .word("dim", access.dim().word()).word("dmask", "0x" + Integer.toHexString(access.dmask()))
                        .optional("format", access.format());
                for (ImageFlag flag : ImageFlag.values()) {
                    text.flag(flag.word(), access.has(flag));
                }
            }
            case Interp interp -> text.group("weight", interp.weight()).group("partial", interp.partial())
                    .number("attribute", interp.attribute()).number("channel", interp.channel()).flag("high", interp.high());
            case AttributeLoad load -> text.group("at", load.operands()).word("mode", load.mode().word()).number("attribute", load.attribute())
                    .number("channel", load.channel()).flag("half", load.half()).flag("high", load.high());
            case PatchAccess access -> text.group("point", access.point()).group("data", access.data()).group("guard", access.guard())
                    .word("of", access.storage().word()).number("location", access.location()).number("component", access.component());
            case Export export -> text.group("", export.values()).group("guard", export.guard())
                    .number("index", export.index()).word("enable", "0x" + Integer.toHexString(export.enable()))
                    .flag("compressed", export.compressed()).flag("done", export.done()).flag("vm", export.validMask());
            case Barrier barrier -> text.flag("workgroup", barrier.workgroup());
            case Clock clock -> text.flag("realtime", clock.realTime());
        }
        return text;
    }

    private static String name(Inst inst) {
        return switch (inst) {
            case Alu alu -> alu.op().word();
            case Construct _ -> "construct";
            case Extract _ -> "extract";
            case Phi _ -> "phi";
            case Input _ -> "input";
            case UserData _ -> "user_data";
            case HostWord _ -> "host_word";
            case Wave wave -> "wave." + wave.op().word();
            case ScalarLoad _ -> "scalar_load";
            case BufferAccess access -> "buffer." + access.op().word();
            case GlobalAccess access -> "global." + access.op().word();
            case LdsAccess access -> "lds." + access.op().word();
            case ImageAccess access -> "image." + access.op().word();
            case Interp interp -> "interp." + interp.op().word();
            case AttributeLoad _ -> "attribute";
            case PatchAccess _ -> "patch";
            case Export export -> "export." + export.target().word();
            case Barrier _ -> "barrier";
            case Clock _ -> "clock";
        };
    }

    String print() {
        StringBuilder out = new StringBuilder();
        if (result != null) {
            out.append(result.word()).append(": ").append(result.type().word()).append(" = ");
        }
        out.append(name);
        if (source != null) {
            out.append(' ').append(PathText.print(source));
        }
        groups.forEach((label, values) -> {
            String list = values.stream().map(Value::word).collect(Collectors.joining(", "));
            out.append(' ').append(label.isEmpty() ? list : label + "(" + list + ")");
        });
        attributes.forEach((key, word) -> out.append(' ').append(key).append(word.isEmpty() ? "" : "=" + word));
        return out.toString();
    }

    private TextInst group(String label, List<Value> values) {
        if (!values.isEmpty()) {
            groups.put(label, values);
        }
        return this;
    }

    private TextInst group(String label, @Nullable Value value) {
        if (value != null) {
            groups.put(label, List.of(value));
        }
        return this;
    }

    private TextInst place(String label, Place place) {
        switch (place) {
            case Place.DescriptorWords words -> groups.put(label, words.words());
            case Place.Address address -> groups.put(label + ".address", List.of(address.address()));
            case Place.ResourceRef resource -> number(label, resource.index()).group(label + ".element", resource.element());
        }
        return this;
    }

    private TextInst word(String key, String word) {
        attributes.put(key, word);
        return this;
    }

    private TextInst number(String key, int number) {
        return word(key, Integer.toString(number));
    }

    private TextInst optional(String key, int number) {
        return number == 0 ? this : number(key, number);
    }

    private TextInst flag(String key, boolean set) {
        return set ? word(key, "") : this;
    }

    // From text.

    static TextInst parse(TextScanner scanner, IrModule module) {
        Ssa result = null;
        if (scanner.peek().matches("v\\d+") && scanner.peekSecond().equals(":")) {
            int id = Integer.parseInt(scanner.next().substring(1));
            scanner.expect(":");
            result = new Ssa(id, Type.parse(scanner.next()));
            scanner.expect("=");
        }
        TextInst text = new TextInst(scanner.next(), result, Pc.NONE);
        if (text.name.equals("host_word")) {
            text.source = PathText.source(scanner);
        }
        List<Value> plain = new ArrayList<>();
        while (!scanner.atEnd() && !scanner.peek().equals(";")) {
            if (scanner.isValue()) {
                plain.add(scanner.value());
                continue;
            }
            String key = scanner.next();
            if (scanner.accept("(")) {
                List<Value> values = new ArrayList<>();
                while (!scanner.accept(")")) {
                    values.add(scanner.value());
                }
                text.groups.put(key, values);
            } else {
                text.attributes.put(key, scanner.accept("=") ? scanner.next() : "");
            }
        }
        text.group("", plain);
        TextInst placed = new TextInst(text.name, result, scanner.place());
        placed.groups.putAll(text.groups);
        placed.attributes.putAll(text.attributes);
        placed.source = text.source;
        module.reserveValues(result == null ? 0 : result.id() + 1);
        return placed;
    }

    Inst toInst() {
        int dot = name.indexOf('.');
        String head = dot < 0 ? name : name.substring(0, dot);
        String tail = dot < 0 ? "" : name.substring(dot + 1).toUpperCase(Locale.ROOT);
        return switch (head) {
            case "construct" -> new Construct(defined(), list(""), pc);
            case "extract" -> new Extract(defined(), one(""), number("index"), pc);
            case "phi" -> phi();
            case "input" -> new Input(defined(), StageInput.valueOf(text("of").toUpperCase(Locale.ROOT)), pc);
            case "user_data" -> new UserData(defined(), number("dword"), pc);
            case "host_word" -> hostWord();
            case "wave" -> new Wave(defined(), WaveOp.valueOf(tail), list(""), number("immediate"), pc);
            case "scalar_load" -> new ScalarLoad(defined(), place("place"), one(""), number("offset"), pc);
            case "buffer" -> new BufferAccess(result, MemoryOp.valueOf(tail), place("buffer"), maybe("index"), maybe("offset"),
                    one("soffset"), number("offset"), Element.parse(text("element")), number("format"), flag("d16"),
                    flag("coherent"), list("data"), maybe("guard"), pc);
            case "global" -> new GlobalAccess(result, MemoryOp.valueOf(tail), place("place"), one("offset"),
                    GlobalAccess.Segment.valueOf(text("segment").toUpperCase(Locale.ROOT)), Element.parse(text("element")),
                    flag("coherent"), list("data"), maybe("guard"), pc);
            case "lds" -> new LdsAccess(result, MemoryOp.valueOf(tail), one(""), number("offset"), Element.parse(text("element")),
                    list("data"), maybe("guard"), pc);
            case "image" -> image(ImageOp.valueOf(tail));
            case "interp" -> new Interp(defined(), Interp.Op.valueOf(tail), number("attribute"), number("channel"), flag("high"),
                    maybe("weight"), maybe("partial"), pc);
            case "attribute" -> new AttributeLoad(defined(), number("attribute"), number("channel"),
                    AttributeLoad.Mode.valueOf(text("mode").toUpperCase(Locale.ROOT)), flag("half"), flag("high"), pc)
                    .withOperands(list("at"));
            case "patch" -> new PatchAccess(result, PatchAccess.Storage.valueOf(text("of").toUpperCase(Locale.ROOT)), maybe("point"),
                    number("location"), number("component"), maybe("data"), maybe("guard"), pc);
            case "export" -> new Export(Export.Target.valueOf(tail), number("index"), number("enable"), flag("compressed"),
                    flag("done"), flag("vm"), list(""), maybe("guard"), pc);
            case "barrier" -> new Barrier(flag("workgroup"), pc);
            case "clock" -> new Clock(defined(), flag("realtime"), pc);
            default -> new Alu(defined(), AluOp.valueOf(name.toUpperCase(Locale.ROOT)), list(""), pc);
        };
    }

    private HostWord hostWord() {
        if (source == null) {
            throw new IllegalArgumentException(name + " needs a source");
        }
        return new HostWord(defined(), source, pc);
    }

    private Phi phi() {
        List<Phi.Incoming> incoming = new ArrayList<>();
        groups.forEach((block, values) ->
                incoming.add(new Phi.Incoming(Integer.parseInt(block.substring(1)), values.getFirst())));
        return new Phi(defined(), incoming, pc);
    }

    private ImageAccess image(ImageOp op) {
        ImageAddress address = new ImageAddress(list("coord"), list("ddx"), list("ddy"), maybe("lod"), maybe("bias"),
                maybe("lodclamp"), maybe("compare"), maybe("texeloffset"));
        boolean sampled = groups.containsKey("sampler") || attributes.containsKey("sampler");
        return new ImageAccess(result, op, place("image"), sampled ? place("sampler") : null,
                ImageDim.valueOf(text("dim").toUpperCase(Locale.ROOT)), number("dmask"), imageFlags(), number("format"), address,
                list("data"), maybe("guard"), pc);
    }

    private Set<ImageFlag> imageFlags() {
        return Arrays.stream(ImageFlag.values()).filter(flag -> flag(flag.word())).collect(Collectors.toSet());
    }

    private Ssa defined() {
        if (result == null) {
            throw new IllegalArgumentException(name + " needs a result");
        }
        return result;
    }

    private List<Value> list(String label) {
        return groups.getOrDefault(label, List.of());
    }

    private @Nullable Value maybe(String label) {
        List<Value> values = groups.get(label);
        return values == null ? null : values.getFirst();
    }

    private Value one(String label) {
        Value value = maybe(label);
        if (value == null) {
            throw new IllegalArgumentException(name + " needs " + (label.isEmpty() ? "an operand" : label + "(…)"));
        }
        return value;
    }

    private Place place(String label) {
        if (attributes.containsKey(label)) {
            return new Place.ResourceRef(number(label), maybe(label + ".element"));
        }
        Value address = maybe(label + ".address");
        return address != null ? new Place.Address(address) : new Place.DescriptorWords(list(label));
    }

    private String text(String key) {
        String word = attributes.get(key);
        if (word == null) {
            throw new IllegalArgumentException(name + " needs " + key + "=…");
        }
        return word;
    }

    private int number(String key) {
        String word = attributes.get(key);
        return word == null ? 0 : TextScanner.number(word).intValue();
    }

    private boolean flag(String key) {
        return attributes.containsKey(key);
    }
}
