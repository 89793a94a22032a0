package org.lierne.agc.driver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.lierne.agc.driver.module.ModuleWords;
import org.lierne.agc.driver.module.ModuleWords.Op;
import org.lierne.recompiler.program.StageState;

/**
 * A host geometry module that makes rectangles of the triangles that a rectangle list gives: the fourth corner lies
 * opposite to the one that faces the longest edge. Positions, parameters and clip distances of the fourth corner are those of the two
 * beside it minus the third's. A rectangle is culled where the three corners are that the title gives, so that all four have the largest
 * of their cull distances.
 */
final class RectangleModule {
    /** Numbers of the built-in outputs. */
    static final int CLIP_DISTANCE = 3;
    static final int CULL_DISTANCE = 4;

    private static final int BUILT_IN = 11;
    private static final int LOCATION = 30;
    private static final int POSITION = 0;
    private static final int INPUT = 1;
    private static final int OUTPUT = 3;
    private static final int GEOMETRY = 3;
    private static final int GEOMETRY_CAPABILITY = 2;
    private static final int CLIP_DISTANCE_CAPABILITY = 32;
    private static final int CULL_DISTANCE_CAPABILITY = 33;
    private static final int TRIANGLES = 22;
    private static final int INVOCATIONS = 0;
    private static final int OUTPUT_VERTICES = 26;
    private static final int OUTPUT_TRIANGLE_STRIP = 29;
    private static final int CORNERS = 3;
    /** Constants from 0 to the most distances that there are. */
    private static final int NUMBERS = StageState.Vertex.MAX_DISTANCES + 1;

    /** A variable that the corners have and the vertices that go out. */
    private record Passed(int in, int out) {}

    private final ModuleWords module = new ModuleWords();
    private final Passed position = passed();
    private final List<Passed> vectors = new ArrayList<>(List.of(position));
    private final Passed clip = passed();
    private final Passed cull = passed();
    private final int clips;
    private final int culls;
    private final int[] number = new int[NUMBERS];
    private int bool;
    private int real;
    private int pair;
    private int quad;
    private int word;
    private int quadIn;
    private int realIn;
    private int realOut;
    private int quadOut;

    private RectangleModule(int parameters, int clips, int culls) {
        for (int i = 0; i < parameters; i++) {
            vectors.add(passed());
        }
        this.clips = clips;
        this.culls = culls;
    }

    /**
     * @param parameters four-component parameters at locations 0 and on
     * @param clips      clip distances
     * @param culls      cull distances
     */
    static int[] spirv(int parameters, int clips, int culls) {
        return new RectangleModule(parameters, clips, culls).build();
    }

    private Passed passed() {
        return new Passed(module.id(), module.id());
    }

    private int[] build() {
        int main = module.id();
        declare(main);
        int none = module.type(Op.TypeVoid);
        int function = module.type(Op.TypeFunction, none);
        types();
        module.op(Op.Function, none, main, 0, function);
        module.op(Op.Label, module.id());
        int[] corner = corners();
        int[] largest = new int[culls];
        for (int i = 0; i < culls; i++) {
            largest[i] = larger(larger(distance(cull, number[0], i), distance(cull, number[1], i)), distance(cull, number[2], i));
        }
        int[][] loaded = new int[CORNERS][];
        for (int i = 0; i < CORNERS; i++) {
            loaded[i] = load(corner[i]);
            emit(loaded[i], largest);
        }
        int[] fourth = new int[loaded[0].length];
        Arrays.setAll(fourth, i -> {
            int type = i < vectors.size() ? quad : real;
            return module.value(Op.FSub, type, module.value(Op.FAdd, type, loaded[1][i], loaded[2][i]), loaded[0][i]);
        });
        emit(fourth, largest);
        module.op(Op.EndPrimitive);
        module.op(Op.Return);
        module.op(Op.FunctionEnd);
        return module.words();
    }

    private void declare(int main) {
        module.op(Op.Capability, GEOMETRY_CAPABILITY);
        List<Passed> all = new ArrayList<>(vectors);
        if (clips > 0) {
            module.op(Op.Capability, CLIP_DISTANCE_CAPABILITY);
            all.add(clip);
        }
        if (culls > 0) {
            module.op(Op.Capability, CULL_DISTANCE_CAPABILITY);
            all.add(cull);
        }
        module.op(Op.MemoryModel, 0, 1);
        module.entryPoint(GEOMETRY, main, all.stream().flatMapToInt(each -> IntStream.of(each.in, each.out)).toArray());
        module.op(Op.ExecutionMode, main, TRIANGLES);
        module.op(Op.ExecutionMode, main, INVOCATIONS, 1);
        module.op(Op.ExecutionMode, main, OUTPUT_TRIANGLE_STRIP);
        module.op(Op.ExecutionMode, main, OUTPUT_VERTICES, CORNERS + 1);
        decorate(position, BUILT_IN, POSITION);
        for (int i = 1; i < vectors.size(); i++) {
            decorate(vectors.get(i), LOCATION, i - 1);
        }
        if (clips > 0) {
            decorate(clip, BUILT_IN, CLIP_DISTANCE);
        }
        if (culls > 0) {
            decorate(cull, BUILT_IN, CULL_DISTANCE);
        }
    }

    private void decorate(Passed passed, int decoration, int number) {
        module.op(Op.Decorate, passed.in, decoration, number);
        module.op(Op.Decorate, passed.out, decoration, number);
    }

    private void types() {
        bool = module.type(Op.TypeBool);
        real = module.type(Op.TypeFloat, 32);
        pair = module.type(Op.TypeVector, real, 2);
        quad = module.type(Op.TypeVector, real, 4);
        word = module.type(Op.TypeInt, 32, 0);
        for (int i = 0; i < number.length; i++) {
            number[i] = module.value(Op.Constant, word, i);
        }
        quadIn = module.type(Op.TypePointer, INPUT, quad);
        realIn = module.type(Op.TypePointer, INPUT, real);
        realOut = module.type(Op.TypePointer, OUTPUT, real);
        quadOut = module.type(Op.TypePointer, OUTPUT, quad);
        vectors.forEach(each -> variables(each, quad));
        if (clips > 0) {
            variables(clip, module.type(Op.TypeArray, real, number[clips]));
        }
        if (culls > 0) {
            variables(cull, module.type(Op.TypeArray, real, number[culls]));
        }
    }

    private void variables(Passed passed, int type) {
        int in = module.type(Op.TypePointer, INPUT, module.type(Op.TypeArray, type, number[CORNERS]));
        module.op(Op.Variable, in, passed.in, INPUT);
        module.op(Op.Variable, type == quad ? quadOut : module.type(Op.TypePointer, OUTPUT, type), passed.out, OUTPUT);
    }

    /** Numbers of the corner that faces the longest edge and of the two behind it. */
    private int[] corners() {
        int[] length = new int[CORNERS];
        for (int i = 0; i < CORNERS; i++) {
            int from = module.value(Op.Load, quad, module.value(Op.AccessChain, quadIn, position.in, number[(i + 1) % CORNERS]));
            int to = module.value(Op.Load, quad, module.value(Op.AccessChain, quadIn, position.in, number[(i + 2) % CORNERS]));
            int edge = module.value(Op.FSub, quad, to, from);
            int flat = module.value(Op.VectorShuffle, pair, edge, edge, 0, 1);
            length[i] = module.value(Op.Dot, real, flat, flat);
        }
        int isFirst = module.value(Op.LogicalAnd, bool, isNotLess(length[0], length[1]), isNotLess(length[0], length[2]));
        int facing = module.value(Op.Select, word, isFirst, number[0], module.value(Op.Select, word, isNotLess(length[1], length[2]),
                number[1], number[2]));
        return new int[] {facing, behind(facing, 1), behind(facing, 2)};
    }

    private int isNotLess(int one, int other) {
        return module.value(Op.FOrdGreaterThanEqual, bool, one, other);
    }

    private int behind(int corner, int steps) {
        return module.value(Op.UMod, word, module.value(Op.IAdd, word, corner, number[steps]), number[CORNERS]);
    }

    private int larger(int one, int other) {
        return module.value(Op.Select, real, isNotLess(one, other), one, other);
    }

    private int distance(Passed distances, int corner, int index) {
        return module.value(Op.Load, real, module.value(Op.AccessChain, realIn, distances.in, corner, number[index]));
    }

    /** Position, parameters and clip distances of a corner. */
    private int[] load(int corner) {
        int[] loaded = new int[vectors.size() + clips];
        for (int i = 0; i < vectors.size(); i++) {
            loaded[i] = module.value(Op.Load, quad, module.value(Op.AccessChain, quadIn, vectors.get(i).in, corner));
        }
        for (int i = 0; i < clips; i++) {
            loaded[vectors.size() + i] = distance(clip, corner, i);
        }
        return loaded;
    }

    private void emit(int[] values, int[] cullDistances) {
        for (int i = 0; i < vectors.size(); i++) {
            module.op(Op.Store, vectors.get(i).out, values[i]);
        }
        for (int i = 0; i < clips; i++) {
            store(clip, i, values[vectors.size() + i]);
        }
        for (int i = 0; i < culls; i++) {
            store(cull, i, cullDistances[i]);
        }
        module.op(Op.EmitVertex);
    }

    private void store(Passed distances, int index, int value) {
        module.op(Op.Store, module.value(Op.AccessChain, realOut, distances.out, number[index]), value);
    }
}
