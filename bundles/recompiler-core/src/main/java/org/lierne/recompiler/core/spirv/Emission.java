package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.OpCopyObject;
import static org.lierne.recompiler.core.spirv.Spv.Op.OpBitcast;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Type;
import org.lierne.recompiler.ir.Undef;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.CompatMode;
import org.lierne.recompiler.pass.CompatUse;
import org.lierne.recompiler.pass.DriverQuirk;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.HostFacts;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.TranslationRefused;

/** What the parts of the emitter share while one module is written: ids of values and types, constants block, bindings. */
final class Emission {
    final ModuleBuilder module = new ModuleBuilder();
    final Code code = new Code(module);
    final IrModule ir;
    final ShaderProgram program;
    final TranslationOptions options;

    private final Switches switches;
    private final @Nullable CompatUse use;
    private final List<DescriptorWords> descriptors;
    private final int[] ids;
    private final boolean[] promised;
    final LoopValues loops;
    private final Map<ConstantWord, Integer> constants = new HashMap<>();
    private final List<ConstantWord> constantWords = new ArrayList<>();
    private final int constantsVariable = module.id();
    private final List<HostBinding> bindings = new ArrayList<>();

    Emission(IrModule ir, ShaderProgram program, List<DescriptorWords> descriptors, TranslationOptions options,
             Switches switches, @Nullable CompatUse use) {
        this.switches = switches;
        this.use = use;
        this.ir = ir;
        this.program = program;
        this.descriptors = descriptors;
        this.options = options;
        this.ids = new int[ir.valueLimit()];
        this.promised = new boolean[ir.valueLimit()];
        this.loops = new LoopValues(this);
    }

    HostFacts host() {
        return options.host();
    }

    TranslationRefused refuse(Pc pc, String reason) {
        return refuse(pc, reason, null);
    }

    TranslationRefused refuse(Pc pc, String reason, @Nullable String pluginId) {
        return new TranslationRefused(program.stage(), program.id(), pc.byteOffset(), ir.assemblyAt(pc), reason, pluginId);
    }

    // Compatibility modes.

    boolean isOn(CompatMode mode) {
        return switches.isOn(mode);
    }

    /** Refuses where a mode is off that is needed; counts that it acted where it is on. */
    void require(CompatMode mode, Pc pc, String what) {
        if (!isOn(mode)) {
            throw refuse(pc, what + ", and " + mode.id() + " is off", mode.id());
        }
        count(mode, pc, what);
    }

    /** Whether the device at hand needs a workaround. */
    boolean needs(DriverQuirk quirk) {
        return quirk.acts(host().driver(), switches);
    }

    /** Whether the device at hand needs a workaround; counts that it acted where it does. */
    boolean acts(DriverQuirk quirk, Pc pc, String what) {
        boolean acts = needs(quirk);
        if (acts) {
            count(quirk, pc, what);
        }
        return acts;
    }

    void count(CompatMode mode, Pc pc, String what) {
        if (use != null) {
            use.acted(mode.id(), () -> program + " pc=" + pc + " " + ir.assemblyAt(pc) + ": " + what);
        }
    }

    // Types and values.

    int type(Type type) {
        int component = scalar(type.component());
        return module.typeVector(component, type.size());
    }

    private int scalar(ScalarType type) {
        return switch (type) {
            case B1 -> module.typeBool();
            case I8, I16, I32, I64 -> module.typeInt(type.bits());
            case F16, F32, F64 -> module.typeFloat(type.bits());
        };
    }

    /** The id of a value. One that is defined later gets its id here. */
    int value(Value value) {
        return switch (value) {
            case Const constant -> constant.type() == ScalarType.B1 ? module.constantBool(constant.bits() != 0)
                    : module.constant(scalar(constant.type()), constant.type().bits(), constant.bits());
            case Undef undef -> module.constantNull(type(undef.type()));
            case Ssa ssa -> loops.isBehind(ssa) ? loops.read(ssa) : id(ssa);
        };
    }

    /** The id of what an instruction makes. */
    int id(Ssa ssa) {
        if (ids[ssa.id()] == 0) {
            ids[ssa.id()] = module.id();
            promised[ssa.id()] = true;
        }
        return ids[ssa.id()];
    }

    /** Says which id holds an instruction's result. */
    void bind(Ssa result, int id) {
        if (promised[result.id()]) {
            code.effect(OpCopyObject, type(result.type()), ids[result.id()], id);
        } else {
            ids[result.id()] = id;
        }
    }

    /** The id under which an instruction has to define its result itself. */
    int idFor(Ssa result) {
        if (ids[result.id()] == 0) {
            ids[result.id()] = module.id();
        }
        promised[result.id()] = false;
        return ids[result.id()];
    }

    /** A value's 32 bits as a word. */
    int word(Value value) {
        int id = value(value);
        return value.type() == ScalarType.I32 ? id : code.op(OpBitcast, code.word(), id);
    }

    /** A value's 32 bits as a float. */
    int float32(Value value) {
        int id = value(value);
        return value.type() == ScalarType.F32 ? id : code.asFloat(id);
    }

    /** The constant behind a value, null when it is none. */
    static @Nullable Integer constantWord(Value value) {
        return value instanceof Const constant ? (Integer) (int) constant.bits() : null;
    }

    // Constants block.

    /** Reads a word of the constants block. */
    int constant(ConstantWord word) {
        int index = constants.computeIfAbsent(word, added -> {
            constantWords.add(added);
            return constantWords.size() - 1;
        });
        int pointer = module.typePointer(Spv.StorageClass.Uniform, code.word());
        int chain = code.chain(pointer, constantsVariable, code.constant(0), code.constant(index / 4), code.constant(index % 4));
        return code.load(code.word(), chain);
    }

    List<ConstantWord> constantWords() {
        return constantWords;
    }

    /** Declares the constants block, whose size is known at the end. */
    void finishConstants() {
        if (constantWords.isEmpty()) {
            return;
        }
        int array = module.typeLaidOutArray(module.typeVector(code.word(), 4), (constantWords.size() + 3) / 4);
        module.decorate(array, Spv.Decoration.ArrayStride, 16);
        int block = module.typeStruct(array);
        module.decorate(block, Spv.Decoration.Block);
        module.memberDecorate(block, 0, Spv.Decoration.Offset, 0);
        module.variable(constantsVariable, Spv.StorageClass.Uniform, block);
        module.decorate(constantsVariable, Spv.Decoration.DescriptorSet, set());
        module.decorate(constantsVariable, Spv.Decoration.Binding, 0);
        module.name(constantsVariable, "constants");
        bindings.addFirst(new HostBinding(set(), 0, HostBinding.Kind.CONSTANTS, -1, false, null));
    }

    // Bindings.

    int set() {
        return program.stage().descriptorSet();
    }

    /** Decorates a variable as the next binding of the stage's set and lists it; gives its number. */
    int bindNext(int variable, java.util.function.IntFunction<HostBinding> binding, String name) {
        int number = bindings.size() + 1;
        bindAgain(variable, number, name);
        bindings.add(binding.apply(number));
        return number;
    }

    /** Decorates a further variable of a binding that is listed. */
    void bindAgain(int variable, int number, String name) {
        module.decorate(variable, Spv.Decoration.DescriptorSet, set());
        module.decorate(variable, Spv.Decoration.Binding, number);
        module.name(variable, name);
    }

    List<HostBinding> bindings() {
        return bindings;
    }

    // Resources.

    /** The resource an instruction works on. */
    ShaderResource resource(Place place, Pc pc) {
        return switch (place) {
            case Place.ResourceRef reference -> ir.resources().get(reference.index());
            case Place.DescriptorWords _ ->
                    throw refuse(pc, "the descriptor is computed by the shader, which no rule covers yet");
            case Place.Address _ -> throw refuse(pc, "no path from user data leads to this address, so nothing can be bound for it");
        };
    }

    /** The descriptor words this variant was made for. */
    DescriptorWords descriptor(ShaderResource resource) {
        return descriptors.get(resource.index());
    }
}
