package org.lierne.recompiler.core.tessellation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.BufferAccess;
import org.lierne.recompiler.ir.Cleanup;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Element;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.Invariant;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.core.lower.StageModes;
import org.lierne.recompiler.ir.LdsAccess;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.pass.PassSpec;
import org.lierne.recompiler.pass.TranslationPass;
import org.lierne.recompiler.program.PatchLayout;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.StageState;
import org.osgi.service.component.annotations.Component;

/**
 * LDS and rings of tessellation become what the host's stages hand on (rules C-004, C-005, C-008, C-010, C-054). Each patch stands for
 * itself: its addresses are those of the threadgroup's first patch.
 */
@Component(service = TranslationPass.class)
@PassSpec(id = "stage.tessellation", needs = Invariant.SSA, after = "pass.opt.constant-folding",
        before = {"wave.one-lane", "recompiler.descriptors"}, appliesTo = {ShaderStage.VERTEX, ShaderStage.HULL, ShaderStage.EVALUATION})
@Compat(rules = {"C-004", "C-005", "C-007", "C-008", "C-010"})
public final class Tessellation implements TranslationPass {
    @Override
    public boolean run(IrModule module, PassContext context) {
        StageState.Details details = context.program().state().details();
        if (details instanceof StageState.Vertex) {
            return false;
        }
        if (details instanceof StageState.Hull hull && hull.merged()) {
            StageModes.MERGED_HULL.require(context, "the local and the hull program are one");
        }
        PackedInputs.unpack(module);
        Linear.Reader reader = new Linear.Reader(Cleanup.definitions(module));
        List<RingAccess> accesses = new ArrayList<>();
        for (IrBlock block : module.blocks()) {
            for (Inst inst : block.instructions()) {
                RingAccess access = access(inst, reader, context);
                if (access != null) {
                    accesses.add(access);
                }
            }
        }
        RingRewriter rewriter = switch (details) {
            case StageState.Local _ -> RingRewriter.local(module, context, accesses);
            case StageState.Hull hull -> RingRewriter.hull(module, context, hull, accesses);
            case StageState.Evaluation evaluation -> RingRewriter.evaluation(module, context, evaluation, accesses);
            default -> throw new IllegalStateException(details + " is no stage of tessellation");
        };
        rewriter.run();
        if (details instanceof StageState.Hull) {
            PatchBarriers.insert(module, context);
        }
        Cleanup.fold(module);
        Cleanup.removeDead(module);
        return true;
    }

    private static @Nullable RingAccess access(Inst inst, Linear.Reader reader, PassContext context) {
        return switch (inst) {
            case LdsAccess lds -> {
                Linear address = reader.of(lds.address(), lds.guard()).plus(lds.offsetBytes());
                RingPlace place = RingPlace.of(address, true, reader);
                yield place == null ? null : access(inst, lds.op(), lds.element(), place, lds.result(), lds.data(), lds.guard(), context);
            }
            case BufferAccess buffer -> {
                Linear address = reader.of(buffer.scalarOffset(), null).plus(buffer.offsetBytes());
                if (buffer.offset() != null) {
                    address = address.plus(reader.of(buffer.offset(), buffer.guard()));
                }
                RingPlace place = RingPlace.of(address, false, reader);
                if (place == null) {
                    yield null;
                }
                if (buffer.index() != null && !(buffer.index() instanceof Const zero && zero.bits() == 0)) {
                    throw context.refuse(inst.pc(), "reaches a ring of tessellation by a record's number, which says nothing of the patch");
                }
                yield access(inst, buffer.op(), buffer.element(), place, buffer.result(), buffer.data(), buffer.guard(), context);
            }
            default -> null;
        };
    }

    private static RingAccess access(Inst inst, MemoryOp op, Element element, RingPlace place, org.lierne.recompiler.ir.@Nullable Ssa result,
                                     List<org.lierne.recompiler.ir.Value> data, org.lierne.recompiler.ir.@Nullable Value guard,
                                     PassContext context) {
        if (op != MemoryOp.LOAD && op != MemoryOp.STORE || element.bits() != 32 || element.form() != Element.Form.RAW) {
            throw context.refuse(inst.pc(), "works on " + place.ring().word()
                    + " memory of tessellation other than by loading and storing dwords");
        }
        return new RingAccess(inst, place, element.count(), result, data, guard, inst.pc());
    }

    /** Locations that one interface of the host can have. */
    static void requireLocations(PassContext context, int locations) {
        if (locations > MAX_LOCATIONS) {
            throw context.refuse(org.lierne.recompiler.ir.Pc.NONE, "hands on " + locations + " blocks of 16 bytes, a host interface has "
                    + MAX_LOCATIONS);
        }
    }

    /** Documented: Vulkan 1.3, required limits, 128 components. */
    private static final int MAX_LOCATIONS = 32;

    static int locations(PatchLayout layout) {
        return layout.fields().stream().mapToInt(field -> field.location() + field.locations()).max().orElse(0);
    }
}
