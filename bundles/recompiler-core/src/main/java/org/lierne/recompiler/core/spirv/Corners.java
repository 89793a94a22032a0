package org.lierne.recompiler.core.spirv;

import java.util.HashSet;
import java.util.Set;
import org.lierne.recompiler.core.lower.StageModes;
import org.lierne.recompiler.ir.AttributeLoad;
import org.lierne.recompiler.ir.Input;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;
import org.lierne.recompiler.program.TranslationRefused;

/** Where a pixel module has its weights, and attributes as the corners of its triangle have them (rule B-015). */
interface Corners {
    String ID = StageModes.CORNERS.id();

    /** One of a pair of weights, that of the second corner or of the third. */
    int weight(StageInput input, Pc pc);

    /** A dword of an attribute as a corner has it. */
    int corner(AttributeLoad load, int location);

    /** The geometry module that makes them; no words for none. */
    int[] geometry(StageState.Pixel pixel);

    static Corners of(Emission emission, StageState.Pixel pixel) {
        return emission.host().has(HostFeature.BARYCENTRICS) && canBeNative(emission, pixel) ? new NativeCorners(emission)
                : new CornerInputs(emission, pixel);
    }

    /**
     * The host has one variable for weights with perspective, one for those without, and one for a location: what is read at two points of a
     * pixel, or interpolated and from a corner too, needs the module in between.
     */
    private static boolean canBeNative(Emission emission, StageState.Pixel pixel) {
        Set<StageInput> weights = new HashSet<>();
        Set<Integer> ofCorners = new HashSet<>();
        Set<Integer> others = new HashSet<>();
        for (IrBlock block : emission.ir.blocks()) {
            for (Inst inst : block.instructions()) {
                if (inst instanceof Input input && isWeight(input.input())) {
                    weights.add(pair(input.input()));
                } else if (inst instanceof AttributeLoad load && load.attribute() < pixel.attributes().size()) {
                    (load.mode().compareTo(AttributeLoad.Mode.FLAT) > 0 ? ofCorners : others).add(pixel.attributes().get(load.attribute()).location());
                }
            }
        }
        others.retainAll(ofCorners);
        return others.isEmpty() && weights.stream().filter(Corners::isLinear).count() <= 1
                && weights.stream().filter(each -> !isLinear(each)).count() <= 1;
    }

    private static boolean isWeight(StageInput input) {
        return input.compareTo(StageInput.PERSP_SAMPLE_I) >= 0 && input.compareTo(StageInput.LINEAR_CENTROID_J) <= 0 && !isPull(input);
    }

    private static boolean isPull(StageInput input) {
        return input == StageInput.PERSP_PULL_IW || input == StageInput.PERSP_PULL_JW || input == StageInput.PERSP_PULL_W;
    }

    /** Whether it is the weight of the third corner. */
    static boolean isThird(StageInput input) {
        return switch (input) {
            case PERSP_SAMPLE_J, PERSP_CENTER_J, PERSP_CENTROID_J, LINEAR_SAMPLE_J, LINEAR_CENTER_J, LINEAR_CENTROID_J -> true;
            default -> false;
        };
    }

    /** The first of its pair. */
    static StageInput pair(StageInput input) {
        return isThird(input) ? StageInput.values()[input.ordinal() - 1] : input;
    }

    /** Whether it is without perspective. */
    static boolean isLinear(StageInput input) {
        return switch (pair(input)) {
            case LINEAR_SAMPLE_I, LINEAR_CENTER_I, LINEAR_CENTROID_I -> true;
            default -> false;
        };
    }

    /**
     * Decorates a variable that is read where the weights of a pair are. With one sample every point is the centre.
     *
     * @throws TranslationRefused for the first of several samples: a variable at the sample would have the program run for each
     */
    static void place(Emission emission, int variable, StageInput pair, Pc pc) {
        StageState.Pixel pixel = (StageState.Pixel) emission.program.state().details();
        switch (pair) {
            case PERSP_SAMPLE_I, LINEAR_SAMPLE_I -> {
                if (pixel.draw().perSample()) {
                    emission.module.capability(Spv.Capability.SampleRateShading);
                    emission.module.decorate(variable, Spv.Decoration.Sample);
                } else if (pixel.samples() > 1) {
                    throw emission.refuse(pc, "weights at the first of several samples are read as numbers", "stage.pixel.barycentrics");
                }
            }
            case PERSP_CENTROID_I, LINEAR_CENTROID_I -> emission.module.decorate(variable, Spv.Decoration.Centroid);
            default -> { }
        }
    }

    /** Weights of the centre stay there when the program runs for each sample (rule C-040). */
    static int load(Emission emission, int type, int variable, StageInput pair) {
        StageState.Pixel pixel = (StageState.Pixel) emission.program.state().details();
        boolean isCenter = pair == StageInput.PERSP_CENTER_I || pair == StageInput.LINEAR_CENTER_I;
        if (!isCenter || !pixel.draw().perSample()) {
            return emission.code.load(type, variable);
        }
        emission.module.capability(Spv.Capability.InterpolationFunction);
        return emission.code.glsl(Spv.Glsl.InterpolateAtOffset, type, variable,
                emission.module.constantNull(emission.module.typeVector(emission.code.float32(), 2)));
    }
}
