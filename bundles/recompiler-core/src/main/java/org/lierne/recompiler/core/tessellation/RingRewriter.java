package org.lierne.recompiler.core.tessellation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.Alu;
import org.lierne.recompiler.ir.AluOp;
import org.lierne.recompiler.ir.Const;
import org.lierne.recompiler.ir.Construct;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.PatchAccess;
import org.lierne.recompiler.ir.PatchAccess.Storage;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.ir.ScalarType;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.pass.PassContext;
import org.lierne.recompiler.program.PatchLayout;
import org.lierne.recompiler.program.PatchLayout.Field;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;

/** Puts host inputs and outputs in place of one program's ring accesses. */
final class RingRewriter {
    /** Location 0 between vertex and hull stage holds what the hull program's local part starts with. */
    private static final int FIRST_RECORD_LOCATION = 1;

    private final IrModule module;
    private final PassContext context;
    private final List<RingAccess> accesses;
    private final Map<Inst, RingAccess> byInst = new HashMap<>();
    private final StageState.@Nullable Tessellation fixed;
    private final int patches;
    private int inputPoints;
    private int outputPoints;
    private int recordBytes;
    private List<Field> offChip = List.of();
    private List<Field> shared = List.of();
    private @Nullable Field records;

    private RingRewriter(IrModule module, PassContext context, StageState.@Nullable Tessellation fixed, List<RingAccess> accesses) {
        this.module = module;
        this.context = context;
        this.fixed = fixed;
        this.accesses = new ArrayList<>(accesses);
        this.patches = fixed == null ? 0 : fixed.patches();
        this.inputPoints = fixed == null ? 0 : fixed.inputPoints();
        this.outputPoints = fixed == null ? 0 : fixed.outputPoints();
    }

    // What lies where.

    /** A local program stores its vertex's record. */
    static RingRewriter local(IrModule module, PassContext context, List<RingAccess> accesses) {
        RingRewriter rewriter = new RingRewriter(module, context, null, accesses);
        rewriter.recordBytes = rewriter.vertexBytes();
        rewriter.records = new Field(true, 0, 0, 0, rewriter.recordBytes, FIRST_RECORD_LOCATION);
        Tessellation.requireLocations(context, FIRST_RECORD_LOCATION + rewriter.records.locations());
        return rewriter;
    }

    static RingRewriter hull(IrModule module, PassContext context, StageState.Hull hull, List<RingAccess> accesses) {
        RingRewriter rewriter = new RingRewriter(module, context, hull.tessellation(), accesses);
        List<RingAccess> stored = accesses.stream().filter(access -> access.place().ring() == RingPlace.Ring.OFF_CHIP).toList();
        rewriter.offChip = Fields.stored(stored, rewriter.patches, 0);
        rewriter.findPoints(hull.merged());
        PatchLayout layout = new PatchLayout(rewriter.inputPoints, rewriter.outputPoints, rewriter.offChip);
        int next = Tessellation.locations(layout);
        if (hull.merged() && rewriter.recordBytes != 0) {
            rewriter.records = new Field(true, 0, 0, 0, rewriter.recordBytes, next);
            next += rewriter.records.locations();
        } else if (rewriter.recordBytes != 0) {
            rewriter.records = new Field(true, 0, 0, 0, rewriter.recordBytes, FIRST_RECORD_LOCATION);
        }
        rewriter.shared = Fields.stored(rewriter.takeShared(), rewriter.patches, next);
        int end = Tessellation.locations(new PatchLayout(0, 0, rewriter.shared));
        Tessellation.requireLocations(context, Math.max(next, end));
        module.setPatches(layout);
        return rewriter;
    }

    static RingRewriter evaluation(IrModule module, PassContext context, StageState.Evaluation evaluation, List<RingAccess> accesses) {
        RingRewriter rewriter = new RingRewriter(module, context, evaluation.tessellation(), accesses);
        PatchLayout hull = evaluation.hull();
        rewriter.offChip = hull.fields().isEmpty() ? Fields.slots(accesses, rewriter.patches) : hull.fields();
        if (rewriter.outputPoints == 0) {
            rewriter.outputPoints = hull.outputPoints() != 0 ? hull.outputPoints()
                    : rewriter.offChip.stream().mapToInt(field -> field.patchBytes() / field.pointBytes()).max().orElse(1);
        }
        module.setPatches(new PatchLayout(0, rewriter.outputPoints, rewriter.offChip));
        return rewriter;
    }

    /** Bytes of a vertex's record: what its number is multiplied with; 0 where nothing is stored. */
    private int vertexBytes() {
        int bytes = 0;
        for (RingAccess access : accesses) {
            int own = access.place().vertexBytes();
            if (own != 0 && bytes != 0 && own != bytes) {
                throw context.refuse(access.pc(), "the vertex's record is " + own + " bytes here and " + bytes + " elsewhere");
            }
            bytes = own == 0 ? bytes : own;
        }
        return bytes;
    }

    /** Numbers of control points and sizes of their records, as far as the draw's state leaves them open. */
    private void findPoints(boolean merged) {
        recordBytes = vertexBytes();
        if (outputPoints == 0) {
            outputPoints = offChip.stream().filter(field -> field.perPoint() && field.patchBytes() != 0)
                    .mapToInt(field -> field.patchBytes() / field.pointBytes()).max().orElse(1);
        }
        List<Integer> read = accesses.stream().filter(access -> access.place().ring() == RingPlace.Ring.LDS && !access.isStore())
                .map(access -> access.place().patchBytes()).distinct().filter(bytes -> bytes != 0 && !isStoredWith(bytes)).toList();
        if (recordBytes == 0 && !merged && !read.isEmpty() && inputPoints != 0) {
            recordBytes = read.getFirst() / inputPoints;
        }
        if (inputPoints == 0 && recordBytes != 0 && !read.isEmpty()) {
            inputPoints = read.getFirst() / recordBytes;
        }
    }

    private boolean isStoredWith(int patchBytes) {
        return accesses.stream().anyMatch(access -> access.place().ring() == RingPlace.Ring.LDS && access.isStore()
                && access.place().vertexBytes() == 0 && access.place().patchBytes() == patchBytes);
    }

    /** Whether an access of a hull program's LDS is to a vertex's record, and not to what the hull program keeps there itself. */
    private boolean isRecord(RingPlace place) {
        if (place.vertexBytes() != 0) {
            return true;
        }
        int bytes = recordBytes * inputPoints;
        boolean fits = recordBytes != 0 && (place.patchBytes() == bytes || place.patchBytes() == 0);
        return fits && (patches == 0 ? !isStoredWith(place.patchBytes()) : place.constant() < patches * bytes);
    }

    /** Sets what a hull program keeps in LDS for itself apart from the vertices' records, counted from where it starts. */
    private List<RingAccess> takeShared() {
        List<Integer> which = java.util.stream.IntStream.range(0, accesses.size()).boxed()
                .filter(i -> accesses.get(i).place().ring() == RingPlace.Ring.LDS && !isRecord(accesses.get(i).place())).toList();
        int base = which.stream().mapToInt(i -> accesses.get(i).place().constant()).min().orElse(0);
        List<RingAccess> taken = new ArrayList<>();
        for (int i : which) {
            accesses.set(i, accesses.get(i).at(accesses.get(i).place().shared(base)));
            taken.add(accesses.get(i));
        }
        return taken;
    }

    // Rewriting.

    void run() {
        accesses.forEach(access -> byInst.put(access.inst(), access));
        for (IrBlock block : module.blocks()) {
            List<Inst> rewritten = new ArrayList<>();
            for (Inst inst : block.instructions()) {
                RingAccess access = byInst.get(inst);
                if (access == null) {
                    rewritten.add(inst);
                } else {
                    rewrite(access, rewritten);
                }
            }
            block.setInstructions(rewritten);
        }
    }

    private void rewrite(RingAccess access, List<Inst> out) {
        List<Value> loaded = new ArrayList<>();
        for (int i = 0; i < access.dwords(); i++) {
            RingPlace place = access.place().plus(4 * i);
            if ((place.constant() & 3) != 0) {
                throw context.refuse(access.pc(), "the byte offset " + place.constant() + " lies inside of a dword");
            }
            if (access.isStore()) {
                out.add(store(access, place, access.data().get(i)));
            } else {
                Ssa result = access.dwords() == 1 && access.result() != null ? access.result() : module.fresh(ScalarType.I32);
                load(access, place, result, out);
                loaded.add(result);
            }
        }
        if (access.result() != null && loaded.size() > 1) {
            out.add(new Construct(access.result(), loaded, access.pc()));
        }
    }

    private PatchAccess store(RingAccess access, RingPlace place, Value data) {
        if (place.isComputed()) {
            throw context.refuse(access.pc(), "stores to a control point that the program computes");
        }
        if (place.ring() == RingPlace.Ring.FACTORS) {
            return factor(access, place, data);
        }
        Field field = field(place);
        if (field == null) {
            throw context.refuse(access.pc(), "stores to " + place.ring().word() + " memory that belongs to no control point");
        }
        int own = place.ring() == RingPlace.Ring.LDS && field == records ? place.vertexBytes() : place.pointBytes();
        int offset = place.offset() - field.start();
        if (field.perPoint() && (own != field.pointBytes() || offset >= field.pointBytes())) {
            throw context.refuse(access.pc(), "stores to another control point than the invocation's own");
        }
        return new PatchAccess(null, field.perPoint() ? Storage.OUTPUT : Storage.PATCH, null, field.location() + offset / 16,
                offset % 16 / 4, data, access.guard(), access.pc());
    }

    /** Rule C-008: outer factors first. Documented: Mesa, factor stores: isolines have them the other way round. */
    private PatchAccess factor(RingAccess access, RingPlace place, Value data) {
        int domain = fixed == null ? 2 : fixed.outputPoints() == 0 ? domain(place.patchBytes()) : fixed.domain();
        int outer = domain + 2;
        int bytes = 4 * (outer + domain);
        if (place.patchBytes() != 0 && place.patchBytes() != bytes || place.pointBytes() != 0) {
            throw context.refuse(access.pc(), "stores factors of patches " + place.patchBytes() + " bytes apart, those of the draw take "
                    + bytes);
        }
        int index = place.offset() / 4;
        if (index >= outer + domain) {
            throw context.refuse(access.pc(), "stores factor " + index + " of " + (outer + domain));
        }
        boolean isOuter = index < outer;
        int number = isOuter ? domain == 0 ? 1 - index : index : index - outer;
        return new PatchAccess(null, isOuter ? Storage.OUTER_FACTOR : Storage.INNER_FACTOR, null, number, 0, data, access.guard(),
                access.pc());
    }

    /** Isolines have two factors, triangles four, quads six. */
    private static int domain(int patchBytes) {
        return Math.max(0, Math.min(2, patchBytes / 8 - 1));
    }

    /** What lies at a place, null for what no program stores. */
    private @Nullable Field field(RingPlace place) {
        if (place.ring() == RingPlace.Ring.LDS) {
            return records;
        }
        List<Field> known = place.ring() == RingPlace.Ring.SHARED ? shared : offChip;
        return new PatchLayout(0, 0, known).find(place.patchBytes(), place.plane(patches), place.offset(), outputPoints);
    }

    private void load(RingAccess access, RingPlace place, Ssa result, List<Inst> out) {
        if (place.ring() == RingPlace.Ring.FACTORS) {
            throw context.refuse(access.pc(), "reads factors back, which are not in memory");
        }
        Field field = field(place);
        if (field == null) {
            // Rule C-010: a field that the hull program never writes holds nothing in particular.
            out.add(new Alu(result, AluOp.OR, List.of(Const.i32(0), Const.i32(0)), access.pc()));
            return;
        }
        int offset = Math.max(0, place.offset() - field.start());
        if (!field.perPoint()) {
            if (place.isComputed() || place.pointBytes() != 0) {
                throw context.refuse(access.pc(), "computes which patch constant it reads");
            }
            out.add(new PatchAccess(result, Storage.PATCH, null, field.location() + offset / 16, offset % 16 / 4, null, null, access.pc()));
            return;
        }
        boolean isRecord = field == records;
        boolean comesIn = fixed != null && (context.program().state().details() instanceof StageState.Evaluation
                || isRecord && context.program().state().details() instanceof StageState.Hull hull && !hull.merged());
        Value point = point(access, place, field, offset / field.pointBytes(), isRecord ? inputPoints : outputPoints, out);
        int inside = offset % field.pointBytes();
        out.add(new PatchAccess(result, comesIn ? Storage.INPUT : Storage.OUTPUT, point, field.location() + inside / 16, inside % 16 / 4,
                null, null, access.pc()));
    }

    /** Rule C-005: the control point an address names, no further than the patch's last one. */
    private Value point(RingAccess access, RingPlace place, Field field, int first, int points, List<Inst> out) {
        Value sum = Const.i32(first);
        Map<Ssa, Integer> terms = new HashMap<>(place.computed());
        if (place.pointBytes() != 0 || place.vertexBytes() != 0) {
            Ssa own = module.fresh(ScalarType.I32);
            out.add(new Input(own, place.pointBytes() != 0 ? StageInput.CONTROL_POINT : StageInput.LOCAL_VERTEX, access.pc()));
            terms.put(own, place.pointBytes() != 0 ? place.pointBytes() : place.vertexBytes());
        }
        for (Map.Entry<Ssa, Integer> term : terms.entrySet()) {
            if (term.getValue() % field.pointBytes() != 0) {
                throw context.refuse(access.pc(), "an offset in steps of " + term.getValue()
                        + " bytes does not go by whole control points of " + field.pointBytes());
            }
            Value scaled = scaled(term.getKey(), term.getValue() / field.pointBytes(), access.pc(), out);
            sum = sum instanceof Const zero && zero.bits() == 0 ? scaled : alu(AluOp.IADD, sum, scaled, access.pc(), out);
        }
        int last = Math.max(1, points) - 1;
        return sum instanceof Const known ? Const.i32(Math.min((int) known.bits(), last))
                : alu(AluOp.UMIN, sum, Const.i32(last), access.pc(), out);
    }

    private Value scaled(Ssa value, int factor, Pc pc, List<Inst> out) {
        return factor == 1 ? value : alu(AluOp.IMUL, value, Const.i32(factor), pc, out);
    }

    private Value alu(AluOp op, Value a, Value b, Pc pc, List<Inst> out) {
        Ssa result = module.fresh(ScalarType.I32);
        out.add(new Alu(result, op, List.of(a, b), pc));
        return result;
    }
}
