package org.lierne.agc.driver;

import java.util.List;
import org.lierne.recompiler.pass.Compat;
import org.lierne.recompiler.pass.DeclaredMode;

/** Compatibility modes of this room. */
enum GraphicsCompat implements DeclaredMode {
    /** Surfaces live in host images; see {@link HostImages}. */
    PRIVATE_SURFACES("host.private-surfaces", List.of()),
    /** MIN_LOD of an image becomes the smallest level of its view. */
    MIN_LOD("srt.image.min-lod", List.of("C-061")),
    /** A word behind a null pointer of user data is zero. */
    NULL_USER_POINTER("srt.flat.null-user-pointer", List.of("A-068")),
    /** Border colours that samplers name by number are read out of the title's table. */
    BORDER_TABLE("host.border-table", List.of()),
    /** Images of one or two sRGB channels are sampled from a copy of four. */
    SRGB8_COPY("host.texture.srgb8-copy", List.of("A-061")),
    /** Depth of 16 bits beside stencil is kept in 32 bits. */
    WIDE_DEPTH("agc.depth16-stencil", List.of()),
    /** Counts of samples are reported by one of sixteen depth blocks. */
    SAMPLE_COUNTS("agc.sample-counts", List.of()),
    /** The global data share is memory of the host that packets and programs reach. */
    GLOBAL_SHARE("agc.global-share", List.of()),
    /** Programs with primitives of their own run as workgroups, whose size and registers are assumed. */
    OWN_PRIMITIVES("stage.mesh.entry", List.of("B-010")),
    /** Programs with primitives of their own run as mesh programs where the device has them; else, as dispatches everywhere. */
    MESH_PROGRAMS(Declaration.plain("host.mesh-programs").onlyIfAsked()),
    /** Depth and stencil are written to guest memory at every label, not only for what reads them through the GPU. */
    DEPTH_AT_LABELS(Declaration.plain("host.depth-at-labels").onlyIfAsked()),
    /** A surface whose metadata say that it was cleared is cleared when it is drawn to. */
    FAST_CLEARS("host.fast-clears", List.of()),
    /** Surfaces are moved out of their blocks by the device; by one that is made of software only if asked. */
    DEVICE_TILING(Declaration.plain("host.texture.device-tiling")),
    /** A program that faults goes on: what it could not read is zero. */
    DEVICE_FAULTS("diag.fault.bda", List.of("A-026", "A-065", "A-066")),
    /** A program that calls what is not linked is told of, and others go on. */
    UNLINKED_CALLS("diag.fault.unlinked-call", List.of("A-019"));

    private final Declaration declaration;

    GraphicsCompat(String id, List<String> rules) {
        this(new Declaration(id, rules, Compat.Off.REFUSE, true));
    }

    GraphicsCompat(Declaration declaration) {
        this.declaration = declaration;
    }

    @Override
    public Declaration declaration() {
        return declaration;
    }
}
