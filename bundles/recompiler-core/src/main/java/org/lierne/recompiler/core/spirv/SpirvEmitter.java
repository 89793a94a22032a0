package org.lierne.recompiler.core.spirv;

import static org.lierne.recompiler.core.spirv.Spv.Op.*;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AttributeLoad;
import org.lierne.recompiler.ir.Barrier;
import org.lierne.recompiler.ir.BufferAccess;
import org.lierne.recompiler.ir.Clock;
import org.lierne.recompiler.ir.Construct;
import org.lierne.recompiler.ir.Export;
import org.lierne.recompiler.ir.Extract;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.HostWord;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Interp;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.Merge;
import org.lierne.recompiler.ir.PatchAccess;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.Phi;
import org.lierne.recompiler.ir.ScalarLoad;
import org.lierne.recompiler.ir.Terminator;
import org.lierne.recompiler.ir.UserData;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.ir.Wave;
import org.lierne.recompiler.pass.CompatUse;
import org.lierne.recompiler.pass.Switches;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.DescriptorWords;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.ShaderProgram;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.TranslationOptions;
import org.lierne.recompiler.program.WordSource;

/** Turns a structured IR module into a SPIR-V module with one function. */
public final class SpirvEmitter {
    private final IrModule ir;
    private final Emission emission;
    private final Code code;
    private final ModuleBuilder module;
    private final AluEmitter alu;
    private final BufferEmitter buffers;
    private final ImageEmitter images;
    private final StageEmitter stage;
    private final WaveEmitter waves;
    private final int function;
    private final Map<Integer, Integer> labels = new HashMap<>();
    private final Map<Integer, Integer> exits = new HashMap<>();
    private Pc line = Pc.NONE;
    private @Nullable BarrierReach barriers;

    private SpirvEmitter(IrModule ir, ShaderProgram program, List<DescriptorWords> descriptors, TranslationOptions options,
                         Switches switches, @Nullable CompatUse use) {
        this.ir = ir;
        this.emission = new Emission(ir, program, descriptors, options, switches, use);
        this.code = emission.code;
        this.module = emission.module;
        this.function = module.id();
        WaveLayout layout = WaveLayout.of(program, options.host());
        this.alu = new AluEmitter(emission);
        this.stage = new StageEmitter(emission, function, layout);
        this.buffers = new BufferEmitter(emission, stage, layout);
        this.images = new ImageEmitter(emission);
        this.waves = new WaveEmitter(emission, stage, layout);
    }

    /**
     * Emits a module.
     *
     * @param ir structured, with resolved descriptors and interpolation
     * @param descriptors the words each resource has in this variant
     * @param switches what the title and this run switch
     * @param use counts modes that act, null for nobody
     * @throws org.lierne.recompiler.program.TranslationRefused when an instruction cannot be expressed right
     */
    public static EmittedModule emit(IrModule ir, ShaderProgram program, List<DescriptorWords> descriptors, TranslationOptions options,
                                     Switches switches, @Nullable CompatUse use) {
        return new SpirvEmitter(ir, program, descriptors, options, switches, use).emit();
    }

    private EmittedModule emit() {
        SpreadAccesses.require(emission);
        int voidType = module.typeVoid();
        code.effect(OpFunction, voidType, function, Spv.FunctionControl.None.code(), module.typeFunction(voidType));
        module.name(function, TranslatedShader.ENTRY_POINT);
        declareFloatModes();
        List<IrBlock> order = order();
        for (IrBlock block : order) {
            labels.put(block.id(), module.id());
            // A block whose instructions make blocks of their own ends under another label than it starts with.
            exits.put(block.id(), splits(block) ? module.id() : labels.get(block.id()));
        }
        for (IrBlock block : order) {
            emit(block, block == order.getFirst());
        }
        code.effect(OpFunctionEnd);
        emission.finishConstants();
        Spv.ExecutionModel model = switch (ir.stage()) {
            case COMPUTE -> stage.isMesh() ? Spv.ExecutionModel.MeshEXT : Spv.ExecutionModel.GLCompute;
            case VERTEX -> Spv.ExecutionModel.Vertex;
            case PIXEL -> Spv.ExecutionModel.Fragment;
            case HULL -> Spv.ExecutionModel.TessellationControl;
            case EVALUATION -> Spv.ExecutionModel.TessellationEvaluation;
            case GEOMETRY -> throw emission.refuse(Pc.NONE, "the " + ir.stage().tag() + " stage is not modelled yet");
        };
        boolean debug = emission.options.debug();
        int[] words = module.build(model, function, TranslatedShader.ENTRY_POINT, debug ? fileName() : "", debug ? listing() : "");
        return new EmittedModule(words, emission.bindings(), emission.constantWords(), stage.geometry());
    }

    private void declareFloatModes() {
        for (HostFeature control : ir.floatControls()) {
            switch (control) {
                case SIGNED_ZERO_INF_NAN_16, SIGNED_ZERO_INF_NAN_32, SIGNED_ZERO_INF_NAN_64 -> declare(control,
                        Spv.Capability.SignedZeroInfNanPreserve, Spv.ExecutionMode.SignedZeroInfNanPreserve);
                case DENORM_PRESERVE_16, DENORM_PRESERVE_32, DENORM_PRESERVE_64 ->
                        declare(control, Spv.Capability.DenormPreserve, Spv.ExecutionMode.DenormPreserve);
                case DENORM_FLUSH_16, DENORM_FLUSH_32, DENORM_FLUSH_64 ->
                        declare(control, Spv.Capability.DenormFlushToZero, Spv.ExecutionMode.DenormFlushToZero);
                case ROUND_EVEN_16, ROUND_EVEN_32, ROUND_EVEN_64 -> {
                    if (!isRoundedUnasked(control)) {
                        declare(control, Spv.Capability.RoundingModeRTE, Spv.ExecutionMode.RoundingModeRTE);
                    }
                }
                default -> throw new IllegalStateException(control + " is no float control that a module may ask for");
            }
        }
    }

    /** Only where denormals are flushed: asked for nothing, the driver flushes what would round to the least normal number. */
    private boolean isRoundedUnasked(HostFeature control) {
        return control == HostFeature.ROUND_EVEN_32 && ir.floatMode().denormals32() == 0
                && emission.acts(EmissionQuirks.ROUND_EVEN, Pc.NONE, "f32 are rounded as the driver does unasked");
    }

    /** The width is the number at the end of the control's name. */
    private void declare(HostFeature control, Spv.Capability capability, Spv.ExecutionMode mode) {
        module.capability(capability);
        module.executionMode(function, mode, Integer.parseInt(control.name().substring(control.name().lastIndexOf('_') + 1)));
    }

    // Blocks.

    /** Dominators before what they dominate, constructs before their merge: reverse post-order that visits merges first. */
    private List<IrBlock> order() {
        List<IrBlock> post = new ArrayList<>();
        visit(ir.entry(), new HashSet<>(), post);
        Collections.reverse(post);
        return post;
    }

    private void visit(IrBlock start, Set<Integer> seen, List<IrBlock> post) {
        // An explicit stack: programs have thousands of blocks.
        record Frame(IrBlock block, List<Integer> next, int[] at) {}
        ArrayDeque<Frame> stack = new ArrayDeque<>();
        seen.add(start.id());
        stack.push(new Frame(start, successors(start), new int[1]));
        while (!stack.isEmpty()) {
            Frame frame = stack.peek();
            if (frame.at[0] == frame.next.size()) {
                post.add(frame.block);
                stack.pop();
                continue;
            }
            int id = frame.next.get(frame.at[0]++);
            if (seen.add(id)) {
                IrBlock block = ir.block(id);
                stack.push(new Frame(block, successors(block), new int[1]));
            }
        }
    }

    private static List<Integer> successors(IrBlock block) {
        List<Integer> all = new ArrayList<>();
        switch (block.merge()) {
            case Merge.Loop loop -> {
                all.add(loop.merge());
                all.add(loop.continueTarget());
            }
            case Merge.Selection selection -> all.add(selection.merge());
            case Merge.None _ -> { }
        }
        List<Integer> targets = block.terminator().targets();
        for (int i = targets.size() - 1; i >= 0; i--) {
            all.add(targets.get(i));
        }
        return all;
    }

    /** Whether an instruction of the block is written with blocks of its own. */
    private boolean splits(IrBlock block) {
        for (Inst inst : block.instructions()) {
            boolean splits = switch (inst) {
                case BufferAccess _, GlobalAccess _, LdsAccess _ -> true;
                case ScalarLoad _ -> buffers.branchesAroundLoads();
                case ImageAccess access -> access.guard() != null;
                case Export export -> export.guard() != null;
                case PatchAccess access -> access.guard() != null;
                case Alu _, Construct _, Extract _, Phi _, Input _, UserData _, HostWord _, Wave _, Interp _, AttributeLoad _,
                        Barrier _, Clock _ -> false;
            };
            if (splits) {
                return true;
            }
        }
        return false;
    }

    private void emit(IrBlock block, boolean first) {
        int label = label(block.id());
        int exit = exits.getOrDefault(block.id(), label);
        emission.loops.enter(block.id());
        boolean split = exit != label;
        code.label(label);
        if (module.body().count() > 0 && emission.options.debug()) {
            module.name(label, IrBlock.word(block.id()));
        }
        List<Inst> instructions = block.instructions();
        int at = 0;
        while (at < instructions.size() && instructions.get(at) instanceof Phi phi) {
            emit(phi);
            at++;
        }
        if (first) {
            stage.begin();
            buffers.begin();
        }
        if (split && block.merge() instanceof Merge.Loop loop) {
            // The merge has to stand in the block that the back edge reaches, which ends before the first split.
            int body = module.id();
            code.effect(OpLoopMerge, label(loop.merge()), label(loop.continueTarget()), Spv.LoopControl.None.code());
            code.branch(body);
            code.label(body);
        }
        for (; at < instructions.size(); at++) {
            place(instructions.get(at).pc());
            emit(instructions.get(at), block.id());
            emission.loops.keep(instructions.get(at));
        }
        if (split) {
            code.branch(exit);
            code.label(exit);
        }
        emission.loops.carry();
        place(block.terminator().pc());
        terminate(block, split);
    }

    private void terminate(IrBlock block, boolean split) {
        Value choice = block.terminator().condition();
        int condition = choice == null ? 0 : emission.value(choice);
        switch (block.merge()) {
            case Merge.Loop loop -> {
                if (!split) {
                    code.effect(OpLoopMerge, label(loop.merge()), label(loop.continueTarget()), Spv.LoopControl.None.code());
                } else if (block.terminator() instanceof Terminator.Branch branch && branch.whenTrue() != loop.merge()
                        && branch.whenFalse() != loop.merge() && branch.whenTrue() != loop.continueTarget()
                        && branch.whenFalse() != loop.continueTarget()) {
                    throw new IllegalStateException("the head " + IrBlock.word(block.id())
                            + " of a loop has guarded instructions and a branch into the loop, which needs a block between");
                }
            }
            case Merge.Selection selection ->
                    code.effect(OpSelectionMerge, label(selection.merge()), Spv.SelectionControl.None.code());
            case Merge.None _ -> { }
        }
        switch (block.terminator()) {
            case Terminator.Jump jump -> code.branch(label(jump.target()));
            case Terminator.Branch branch -> code.effect(OpBranchConditional, condition, label(branch.whenTrue()), label(branch.whenFalse()));
            case Terminator.Return _ -> {
                stage.end();
                code.effect(OpReturn);
            }
            case Terminator.Kill _ -> {
                stage.end();
                code.effect(ir.stage() == ShaderStage.PIXEL ? OpKill : OpReturn);
            }
            case Terminator.Unreachable _ -> code.effect(OpUnreachable);
        }
    }

    private int label(int block) {
        Integer label = labels.get(block);
        if (label == null) {
            throw new IllegalStateException("block " + IrBlock.word(block) + " is not reachable from the entry");
        }
        return label;
    }

    private void emit(Phi phi) {
        int[] words = new int[2 + 2 * phi.incoming().size()];
        words[0] = emission.type(phi.result().type());
        words[1] = emission.idFor(phi.result());
        int next = 2;
        for (Phi.Incoming incoming : phi.incoming()) {
            words[next++] = emission.loops.carried(incoming);
            words[next++] = exits.getOrDefault(incoming.block(), 0);
        }
        code.effect(OpPhi, words);
    }

    // Instructions.

    private void emit(Inst inst, int block) {
        switch (inst) {
            case Alu operation -> alu.emit(operation);
            case Construct construct -> emission.bind(construct.result(), code.construct(emission.type(construct.result().type()),
                    construct.operands().stream().mapToInt(emission::value).toArray()));
            case Extract extract -> emission.bind(extract.result(),
                    code.extract(emission.type(extract.result().type()), emission.value(extract.vector()), extract.index()));
            case Phi _ -> throw new IllegalStateException("a phi stands behind other instructions");
            case Input input -> stage.input(input);
            case UserData data -> emission.bind(data.result(),
                    emission.constant(new ConstantWord.Evaluated(WordSource.userData(data.dword()))));
            case HostWord word -> emission.bind(word.result(), emission.constant(new ConstantWord.Evaluated(word.source())));
            case Wave wave -> waves.emit(wave);
            case ScalarLoad load -> buffers.scalarLoad(load);
            case BufferAccess access -> buffers.buffer(access);
            case GlobalAccess access -> buffers.global(access);
            case LdsAccess access -> buffers.lds(access, block);
            case ImageAccess access -> images.emit(access);
            case Interp interp -> throw emission.refuse(interp.pc(), "this step of interpolation has no host form");
            case AttributeLoad load -> stage.attribute(load);
            case Export export -> stage.export(export);
            case PatchAccess access -> stage.patch(access);
            case Barrier barrier -> barrier(barrier);
            case Clock clock -> clock(clock);
        }
    }

    private void barrier(Barrier barrier) {
        int semantics = Spv.MemorySemantics.AcquireRelease.code() | Spv.MemorySemantics.WorkgroupMemory.code()
                | Spv.MemorySemantics.UniformMemory.code() | Spv.MemorySemantics.ImageMemory.code();
        if (ir.stage() == ShaderStage.HULL) {
            code.effect(OpControlBarrier, code.constant(Spv.Scope.Workgroup.code()), code.constant(Spv.Scope.Invocation.code()),
                    code.constant(0));
        } else if (ir.stage() == ShaderStage.COMPUTE && barrier.workgroup()) {
            int workgroup = code.constant(Spv.Scope.Workgroup.code());
            int seen = barriers().isFence(barrier) ? semantics
                    : Spv.MemorySemantics.AcquireRelease.code() | Spv.MemorySemantics.WorkgroupMemory.code();
            code.effect(OpControlBarrier, workgroup, workgroup, code.constant(seen));
        } else if (!barrier.workgroup()) {
            int plain = ir.stage() == ShaderStage.COMPUTE ? semantics : semantics & ~Spv.MemorySemantics.WorkgroupMemory.code();
            code.effect(OpMemoryBarrier, code.constant(Spv.Scope.Device.code()), code.constant(plain));
        } else {
            throw emission.refuse(barrier.pc(), "a barrier in the " + ir.stage().tag() + " stage orders nothing the host could order",
                    "stage.vertex.barrier");
        }
    }

    private BarrierReach barriers() {
        BarrierReach known = barriers;
        if (known == null) {
            known = new BarrierReach(ir, buffers.isLdsInMemory());
            barriers = known;
        }
        return known;
    }

    /** The time counter is the subgroup's clock, the real-time counter the device's. */
    private void clock(Clock clock) {
        boolean device = clock.realTime() || emission.acts(EmissionQuirks.NARROW_CLOCK, clock.pc(), "the device's clock is read");
        if (!emission.host().has(device ? HostFeature.DEVICE_CLOCK : HostFeature.SUBGROUP_CLOCK)) {
            throw emission.refuse(clock.pc(), "the device lets no shader read the clock of its " + (device ? "device" : "subgroup")
                    + " (VK_KHR_shader_clock)");
        }
        module.capability(Spv.Capability.ShaderClockKHR);
        module.extension("SPV_KHR_shader_clock");
        int scope = code.constant((device ? Spv.Scope.Device : Spv.Scope.Subgroup).code());
        emission.bind(clock.result(), code.op(OpReadClockKHR, module.typeInt(64), scope));
    }

    // Places.

    private void place(Pc pc) {
        if (!emission.options.debug() || pc.byteOffset() < 0 || pc.equals(line)) {
            return;
        }
        line = pc;
        code.effect(OpLine, module.string(fileName()), pc.byteOffset() / 4 + 1, 0);
    }

    private String fileName() {
        return emission.program.stage().tag() + "-" + emission.program.id() + ".s";
    }

    /** One line a dword, so that a line's number is its place: assembly where an instruction starts, blank inside of one. */
    private String listing() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < emission.program.wordCount(); i++) {
            String assembly = ir.assemblyAt(new Pc(4 * i));
            text.append(assembly.isEmpty() ? "" : "%04x  %s".formatted(4 * i, assembly)).append('\n');
        }
        return text.toString().stripTrailing() + "\n";
    }
}
