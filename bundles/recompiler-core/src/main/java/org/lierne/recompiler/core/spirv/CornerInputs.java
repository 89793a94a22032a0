package org.lierne.recompiler.core.spirv;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.lierne.recompiler.ir.AttributeLoad;
import org.lierne.recompiler.ir.Pc;
import org.lierne.recompiler.program.HostFeature;
import org.lierne.recompiler.program.StageInput;
import org.lierne.recompiler.program.StageState;

/**
 * Inputs of a pixel module that a geometry module of its own makes from a triangle's corners (rule B-015): pairs of weights, each with its
 * interpolation, and attributes of each corner as they are. They have the locations behind those of all attributes.
 */
final class CornerInputs implements Corners {
    /** Rule B-015. */
    private static final int MOST_LOCATIONS = 32;
    private static final int CORNERS = 3;

    private final Emission emission;
    private final ModuleBuilder module;
    private final Code code;
    private final Map<StageInput, Integer> weights = new EnumMap<>(StageInput.class);
    private final Map<StageInput, Integer> weightLocations = new EnumMap<>(StageInput.class);
    private final Map<Integer, int[]> attributes = new LinkedHashMap<>();
    private final Map<Integer, Integer> attributeLocations = new LinkedHashMap<>();
    private int next;

    CornerInputs(Emission emission, StageState.Pixel pixel) {
        this.emission = emission;
        this.module = emission.module;
        this.code = emission.code;
        this.next = pixel.attributes().stream().filter(each -> each.source() == StageState.Attribute.Source.PARAMETER)
                .mapToInt(each -> each.location() + 1).max().orElse(0);
    }

    @Override
    public int weight(StageInput input, Pc pc) {
        StageInput pair = Corners.pair(input);
        int vector = module.typeVector(code.float32(), 2);
        int variable = weights.computeIfAbsent(pair, key -> {
            int location = locations(1, pc);
            weightLocations.put(key, location);
            int made = variable(vector, location, "weights" + location);
            if (Corners.isLinear(key)) {
                module.decorate(made, Spv.Decoration.NoPerspective);
            }
            Corners.place(emission, made, key, pc);
            return made;
        });
        return code.asWord(code.extract(code.float32(), Corners.load(emission, vector, variable, pair), Corners.isThird(input) ? 1 : 0));
    }

    @Override
    public int corner(AttributeLoad load, int location) {
        int vector = module.typeVector(code.float32(), 4);
        int[] corners = attributes.computeIfAbsent(location, key -> {
            int first = locations(CORNERS, load.pc());
            attributeLocations.put(key, first);
            int[] made = new int[CORNERS];
            for (int i = 0; i < CORNERS; i++) {
                made[i] = variable(vector, first + i, "corner" + i + "of" + key);
                module.decorate(made[i], Spv.Decoration.Flat);
            }
            return made;
        });
        int corner = load.mode().ordinal() - AttributeLoad.Mode.VERTEX_0.ordinal();
        return code.asWord(code.extract(code.float32(), code.load(vector, corners[corner]), load.channel()));
    }

    private int variable(int type, int location, String name) {
        int made = module.variable(Spv.StorageClass.Input, type);
        module.decorate(made, Spv.Decoration.Location, location);
        module.name(made, name);
        return made;
    }

    private int locations(int count, Pc pc) {
        if (!emission.host().has(HostFeature.GEOMETRY)) {
            throw emission.refuse(pc, "weights or corners are read as the host's own inputs do not give them, and the device has no geometry stage", ID);
        }
        int first = next;
        next += count;
        if (next > MOST_LOCATIONS) {
            throw emission.refuse(pc, "attributes and their corners take more than %d inputs".formatted(MOST_LOCATIONS), ID);
        }
        return first;
    }

    @Override
    public int[] geometry(StageState.Pixel pixel) {
        return weightLocations.isEmpty() && attributeLocations.isEmpty() ? new int[0]
                : CornerModule.spirv(pixel.attributes().stream().filter(each -> each.source() == StageState.Attribute.Source.PARAMETER)
                        .map(StageState.Attribute::location).distinct().toList(), weightLocations.values(), attributeLocations);
    }
}
