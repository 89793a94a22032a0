package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.register.Register;
import org.lierne.agc.register.RegisterField;
import org.lierne.agc.register.Registers;
import org.lierne.gpu.CompareOp;
import org.lierne.gpu.DrawState;
import org.lierne.gpu.DrawState.BlendFactor;
import org.lierne.gpu.DrawState.BlendOp;
import org.lierne.gpu.DrawState.StencilOp;
import org.lierne.gpu.Rect;
import org.lierne.gpu.Topology;
import org.lierne.gpu.Viewport;

/**
 * The fixed-function state of a draw, decoded from registers. Everything that the host cannot do as the registers say
 * is refused by the register's name and value.
 */
record RasterState(DrawState state, List<Viewport> viewports, List<Rect> scissors) {
    private static final int MAX_VIEWPORTS = 16;
    private static final CompareOp[] COMPARE = {CompareOp.NEVER, CompareOp.LESS, CompareOp.EQUAL,
        CompareOp.LESS_OR_EQUAL, CompareOp.GREATER, CompareOp.NOT_EQUAL, CompareOp.GREATER_OR_EQUAL, CompareOp.ALWAYS};
    private static final @Nullable BlendFactor[] FACTORS = {BlendFactor.ZERO, BlendFactor.ONE, BlendFactor.SRC_COLOR,
        BlendFactor.ONE_MINUS_SRC_COLOR, BlendFactor.SRC_ALPHA, BlendFactor.ONE_MINUS_SRC_ALPHA, BlendFactor.DST_ALPHA,
        BlendFactor.ONE_MINUS_DST_ALPHA, BlendFactor.DST_COLOR, BlendFactor.ONE_MINUS_DST_COLOR,
        BlendFactor.SRC_ALPHA_SATURATE, null, null, BlendFactor.CONSTANT_COLOR, BlendFactor.ONE_MINUS_CONSTANT_COLOR,
        BlendFactor.SRC1_COLOR, BlendFactor.ONE_MINUS_SRC1_COLOR, BlendFactor.SRC1_ALPHA,
        BlendFactor.ONE_MINUS_SRC1_ALPHA, BlendFactor.CONSTANT_ALPHA, BlendFactor.ONE_MINUS_CONSTANT_ALPHA};
    private static final @Nullable BlendOp[] OPERATIONS = {BlendOp.ADD, BlendOp.SUBTRACT, BlendOp.MIN, BlendOp.MAX,
        BlendOp.REVERSE_SUBTRACT, null, null, null};
    private static final @Nullable StencilOp[] STENCIL = {StencilOp.KEEP, StencilOp.ZERO, null, StencilOp.REPLACE, null,
        StencilOp.INCREMENT_AND_CLAMP, StencilOp.DECREMENT_AND_CLAMP, StencilOp.INVERT, StencilOp.INCREMENT_AND_WRAP,
        StencilOp.DECREMENT_AND_WRAP, null, null, null, null, null, null};
    private static final int COPY = 0xCC;

    /** @param width size of the targets, which bounds the scissor */
    static RasterState of(RegisterFile r, TargetState targets, Topology topology, boolean isRestarting, int width,
            int height) {
        return new RasterState(new DrawState(topology, isRestarting, raster(r), depth(r), stencil(r),
                blend(r, targets), multisample(r)), viewports(r), scissors(r, width, height));
    }

    /** Whether nothing of any viewport is inside the scissors. */
    boolean isEmpty() {
        return scissors.stream().allMatch(scissor -> scissor.width() == 0 || scissor.height() == 0);
    }

    private static int viewportCount(RegisterFile r) {
        return isSet(r, Registers.PA_CL_VS_OUT_CNTL, "USE_VTX_VIEWPORT_INDX") ? MAX_VIEWPORTS : 1;
    }

    private static List<Viewport> viewports(RegisterFile r) {
        List<Viewport> all = new ArrayList<>();
        for (int i = 0; i < viewportCount(r); i++) {
            Viewport viewport = viewport(r, i);
            // One that was never set has no size, which a host viewport must have.
            all.add(viewport.width() == 0 && i > 0 ? all.getFirst() : viewport);
        }
        return all;
    }

    private static List<Rect> scissors(RegisterFile r, int width, int height) {
        List<Rect> all = new ArrayList<>();
        for (int i = 0; i < viewportCount(r); i++) {
            all.add(scissor(r, i, width, height));
        }
        return all;
    }

    private static int get(RegisterFile r, Register register, String name) {
        return register.field(name).get(r.get(register));
    }

    private static boolean isSet(RegisterFile r, Register register, String name) {
        return get(r, register, name) != 0;
    }

    private static WorkRefused refused(RegisterFile r, Register register, String reason) {
        return new WorkRefused("refused at draw: %s: %s".formatted(r.text(register.space(), register.offset()),
                reason));
    }

    private static DrawState.Raster raster(RegisterFile r) {
        Register mode = Registers.PA_SU_SC_MODE_CNTL;
        boolean isFrontCulled = isSet(r, mode, "CULL_FRONT");
        boolean isBackCulled = isSet(r, mode, "CULL_BACK");
        DrawState.Cull cull = isFrontCulled ? isBackCulled ? DrawState.Cull.FRONT_AND_BACK : DrawState.Cull.FRONT
                : isBackCulled ? DrawState.Cull.BACK : DrawState.Cull.NONE;
        DrawState.PolygonMode polygon = DrawState.PolygonMode.FILL;
        if (get(r, mode, "POLY_MODE") == 1) {
            int front = get(r, mode, "POLYMODE_FRONT_PTYPE");
            if (front != get(r, mode, "POLYMODE_BACK_PTYPE") && cull == DrawState.Cull.NONE) {
                throw refused(r, mode, "front and back are filled differently");
            }
            polygon = switch (isFrontCulled ? get(r, mode, "POLYMODE_BACK_PTYPE") : front) {
                case 0 -> DrawState.PolygonMode.POINT;
                case 1 -> DrawState.PolygonMode.LINE;
                default -> DrawState.PolygonMode.FILL;
            };
        }
        Register clip = Registers.PA_CL_CLIP_CNTL;
        boolean isClipped = !(isSet(r, clip, "ZCLIP_NEAR_DISABLE") && isSet(r, clip, "ZCLIP_FAR_DISABLE"));
        boolean hasBias = isSet(r, mode, "POLY_OFFSET_FRONT_ENABLE") || isSet(r, mode, "POLY_OFFSET_BACK_ENABLE");
        return new DrawState.Raster(cull, isSet(r, mode, "FACE") ? DrawState.FrontFace.CLOCKWISE
                : DrawState.FrontFace.COUNTER_CLOCKWISE, polygon, !isClipped, isClipped, false, false,
                isSet(r, clip, "DX_RASTERIZATION_KILL"), hasBias, hasBias
                ? r.getFloat(Registers.PA_SU_POLY_OFFSET_FRONT_OFFSET, 0) : 0,
                hasBias ? r.getFloat(Registers.PA_SU_POLY_OFFSET_CLAMP, 0) : 0,
                hasBias ? r.getFloat(Registers.PA_SU_POLY_OFFSET_FRONT_SCALE, 0) / 16 : 0, 1);
    }

    private static DrawState.Depth depth(RegisterFile r) {
        Register control = Registers.DB_DEPTH_CONTROL;
        boolean hasSurface = get(r, Registers.DB_Z_INFO, "FORMAT") != 0;
        if (hasSurface && isSet(r, Registers.DB_RENDER_CONTROL, "DEPTH_CLEAR")) {
            // What the draw covers gets DB_DEPTH_CLEAR, which the viewport's range makes of every depth.
            return DrawState.Depth.of(true, CompareOp.ALWAYS);
        }
        if (!hasSurface || !isSet(r, control, "Z_ENABLE") && !isSet(r, control, "DEPTH_BOUNDS_ENABLE")) {
            return DrawState.Depth.OFF;
        }
        boolean isReadOnly = isSet(r, Registers.DB_DEPTH_VIEW, "Z_READ_ONLY");
        return new DrawState.Depth(isSet(r, control, "Z_ENABLE"), isSet(r, control, "Z_WRITE_ENABLE") && !isReadOnly,
                COMPARE[get(r, control, "ZFUNC")], isSet(r, control, "DEPTH_BOUNDS_ENABLE"),
                r.getFloat(Registers.DB_DEPTH_BOUNDS, 0), r.getFloat(Registers.DB_DEPTH_BOUNDS, 1));
    }

    private static DrawState.Stencil stencil(RegisterFile r) {
        Register control = Registers.DB_DEPTH_CONTROL;
        if (isSet(r, Registers.DB_RENDER_CONTROL, "STENCIL_CLEAR") && get(r, Registers.DB_STENCIL_INFO, "FORMAT") != 0) {
            DrawState.StencilFace cleared = new DrawState.StencilFace(StencilOp.REPLACE, StencilOp.REPLACE, StencilOp.REPLACE,
                    CompareOp.ALWAYS, 0xFF, 0xFF, get(r, Registers.DB_STENCIL_CLEAR, "CLEAR"));
            return new DrawState.Stencil(true, cleared, cleared);
        }
        if (!isSet(r, control, "STENCIL_ENABLE") || get(r, Registers.DB_STENCIL_INFO, "FORMAT") == 0) {
            return DrawState.Stencil.OFF;
        }
        DrawState.StencilFace front = face(r, "FAIL", "ZPASS", "ZFAIL", "STENCILFUNC", Registers.DB_STENCILREFMASK);
        DrawState.StencilFace back = isSet(r, control, "BACKFACE_ENABLE")
                ? face(r, "FAIL_BF", "ZPASS_BF", "ZFAIL_BF", "STENCILFUNC_BF", Registers.DB_STENCILREFMASK_BF) : front;
        return new DrawState.Stencil(true, front, back);
    }

    private static DrawState.StencilFace face(RegisterFile r, String fail, String pass, String depthFail,
            String function, Register mask) {
        return new DrawState.StencilFace(stencilOp(r, fail), stencilOp(r, pass), stencilOp(r, depthFail),
                COMPARE[get(r, Registers.DB_DEPTH_CONTROL, function)], get(r, mask, "MASK"), get(r, mask, "WRITEMASK"),
                get(r, mask, "REF"));
    }

    private static StencilOp stencilOp(RegisterFile r, String field) {
        StencilOp op = STENCIL[get(r, Registers.DB_STENCIL_CONTROL, field)];
        if (op == null) {
            throw refused(r, Registers.DB_STENCIL_CONTROL, "the operation of " + field + " is not one the host has");
        }
        return op;
    }

    private static DrawState.Blend blend(RegisterFile r, TargetState targets) {
        int rop = get(r, Registers.CB_COLOR_CONTROL, "ROP3");
        DrawState.LogicOp logic = null;
        if (rop != COPY) {
            if ((rop >>> 4) != (rop & 0xF)) {
                throw refused(r, Registers.CB_COLOR_CONTROL, "a raster operation with a pattern");
            }
            logic = LOGIC[rop & 0xF];
        }
        List<DrawState.TargetBlend> blends = new ArrayList<>();
        for (int i = 0; i < targets.colors().size(); i++) {
            TargetState.Color color = targets.colors().get(i);
            blends.add(color == null ? DrawState.TargetBlend.OFF : blend(r, i, color));
        }
        return new DrawState.Blend(blends, r.getFloat(Registers.CB_BLEND_RED, 0), r.getFloat(Registers.CB_BLEND_RED, 1),
                r.getFloat(Registers.CB_BLEND_RED, 2), r.getFloat(Registers.CB_BLEND_RED, 3), logic);
    }

    /**
     * By the low four bits of the operation: bit 3 source and destination, 2 source only, 1 destination only, 0
     * neither.
     */
    private static final DrawState.LogicOp[] LOGIC = {DrawState.LogicOp.CLEAR, DrawState.LogicOp.NOR,
        DrawState.LogicOp.AND_INVERTED, DrawState.LogicOp.COPY_INVERTED, DrawState.LogicOp.AND_REVERSE,
        DrawState.LogicOp.INVERT, DrawState.LogicOp.XOR, DrawState.LogicOp.NAND, DrawState.LogicOp.AND,
        DrawState.LogicOp.EQUIVALENT, DrawState.LogicOp.NO_OP, DrawState.LogicOp.OR_INVERTED, DrawState.LogicOp.COPY,
        DrawState.LogicOp.OR_REVERSE, DrawState.LogicOp.OR, DrawState.LogicOp.SET};

    private static DrawState.TargetBlend blend(RegisterFile r, int target, TargetState.Color color) {
        int mask = 0;
        for (int channel = 0; channel < 4; channel++) {
            mask |= (color.writeMask() >>> (color.channels() >>> 4 * channel & 0xF) & 1) << channel;
        }
        Register control = Registers.CB_BLEND_CONTROL;
        int value = r.get(control, target);
        if (!control.field("ENABLE").isSet(value) || color.format().isInteger()) {
            return new DrawState.TargetBlend(false, BlendFactor.ONE, BlendFactor.ZERO, BlendOp.ADD, BlendFactor.ONE,
                    BlendFactor.ZERO, BlendOp.ADD, mask);
        }
        BlendFactor source = factor(r, target, "COLOR_SRCBLEND");
        BlendFactor destination = factor(r, target, "COLOR_DESTBLEND");
        BlendOp op = operation(r, target, "COLOR_COMB_FCN");
        if (!control.field("SEPARATE_ALPHA_BLEND").isSet(value)) {
            return new DrawState.TargetBlend(true, source, destination, op, source, destination, op, mask);
        }
        return new DrawState.TargetBlend(true, source, destination, op, factor(r, target, "ALPHA_SRCBLEND"),
                factor(r, target, "ALPHA_DESTBLEND"), operation(r, target, "ALPHA_COMB_FCN"), mask);
    }

    private static BlendFactor factor(RegisterFile r, int target, String name) {
        RegisterField field = Registers.CB_BLEND_CONTROL.field(name);
        int number = field.get(r.get(Registers.CB_BLEND_CONTROL, target));
        BlendFactor factor = number < FACTORS.length ? FACTORS[number] : null;
        if (factor == null) {
            throw refused(r, Registers.CB_BLEND_CONTROL, "factor " + number + " of target " + target + " is none");
        }
        return factor;
    }

    private static BlendOp operation(RegisterFile r, int target, String name) {
        BlendOp op = OPERATIONS[Registers.CB_BLEND_CONTROL.field(name).get(r.get(Registers.CB_BLEND_CONTROL, target))];
        if (op == null) {
            throw refused(r, Registers.CB_BLEND_CONTROL, "the operation of target " + target + " is none");
        }
        return op;
    }

    private static DrawState.Multisample multisample(RegisterFile r) {
        return new DrawState.Multisample(r.get(Registers.PA_SC_AA_MASK) & 0xFFFF,
                isSet(r, Registers.DB_ALPHA_TO_MASK, "ALPHA_TO_MASK_ENABLE"),
                false, isSet(r, Registers.PA_SC_MODE_CNTL_1, "PS_ITER_SAMPLE"));
    }

    private static Viewport viewport(RegisterFile r, int index) {
        Register vte = Registers.PA_CL_VTE_CNTL;
        if ((r.get(vte) & 0x3F) != 0x3F) {
            throw refused(r, vte, "positions that do not pass the whole viewport transform are not done yet");
        }
        int at = Registers.PA_CL_VPORT_XSCALE.at(index);
        float[] v = new float[6];
        for (int i = 0; i < v.length; i++) {
            v[i] = Float.intBitsToFloat(r.get(Registers.PA_CL_VPORT_XSCALE.space(), at + i));
        }
        boolean isZeroToOne = isSet(r, Registers.PA_CL_CLIP_CNTL, "DX_CLIP_SPACE_DEF");
        float near = isZeroToOne ? v[5] : v[5] - v[4];
        float far = v[5] + v[4];
        if (isSet(r, Registers.DB_RENDER_CONTROL, "DEPTH_CLEAR")) {
            near = r.getFloat(Registers.DB_DEPTH_CLEAR, 0);
            far = near;
        }
        return new Viewport(v[1] - v[0], v[3] - v[2], 2 * v[0], 2 * v[2], clamp(near), clamp(far));
    }

    private static float clamp(float depth) {
        return Math.min(1, Math.max(0, depth));
    }

    /** The part inside all scissors and the targets. */
    private static Rect scissor(RegisterFile r, int index, int width, int height) {
        int offset = r.get(Registers.PA_SC_WINDOW_OFFSET);
        int[] box = {0, 0, width, height};
        cut(box, r.get(Registers.PA_SC_SCREEN_SCISSOR_TL), r.get(Registers.PA_SC_SCREEN_SCISSOR_BR), 0xFFFF, 0);
        cut(box, r.get(Registers.PA_SC_WINDOW_SCISSOR_TL), r.get(Registers.PA_SC_WINDOW_SCISSOR_BR), 0x7FFF, offset);
        cut(box, r.get(Registers.PA_SC_GENERIC_SCISSOR_TL), r.get(Registers.PA_SC_GENERIC_SCISSOR_BR), 0x7FFF, offset);
        if (isSet(r, Registers.PA_SC_MODE_CNTL_0, "VPORT_SCISSOR_ENABLE")) {
            cut(box, r.get(Registers.PA_SC_VPORT_SCISSOR_TL, index), r.get(Registers.PA_SC_VPORT_SCISSOR_BR, index), 0x7FFF, offset);
        }
        return new Rect(box[0], box[1], Math.max(0, box[2] - box[0]), Math.max(0, box[3] - box[1]));
    }

    /** Bit 31 of the upper left corner says that the window offset is not added. */
    private static void cut(int[] box, int topLeft, int bottomRight, int mask, int offset) {
        boolean isOffset = mask == 0x7FFF && topLeft >= 0;
        int dx = isOffset ? (short) offset : 0;
        int dy = isOffset ? offset >> 16 : 0;
        box[0] = Math.max(box[0], (topLeft & mask) + dx);
        box[1] = Math.max(box[1], (topLeft >>> 16 & mask) + dy);
        box[2] = Math.min(box[2], (bottomRight & mask) + dx);
        box[3] = Math.min(box[3], (bottomRight >>> 16 & mask) + dy);
    }
}
