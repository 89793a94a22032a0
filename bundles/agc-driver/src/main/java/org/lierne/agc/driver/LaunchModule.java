package org.lierne.agc.driver;

import org.lierne.agc.driver.module.ModuleWords;
import org.lierne.agc.driver.module.ModuleWords.Op;

/**
 * A host vertex module for merged hull programs: the guest's local part runs in the hull stage (rule C-054), and gets index and instance of
 * its vertex from here, as the first two words of location 0.
 */
final class LaunchModule {
    private static final int BUILT_IN = 11;
    private static final int LOCATION = 30;
    private static final int VERTEX_INDEX = 42;
    private static final int INSTANCE_INDEX = 43;
    private static final int INPUT = 1;
    private static final int OUTPUT = 3;
    private static final int VERTEX = 0;

    private LaunchModule() {}

    static int[] spirv() {
        ModuleWords module = new ModuleWords();
        int main = module.id();
        int index = module.id();
        int instance = module.id();
        int launch = module.id();
        module.op(Op.Capability, 1);
        module.op(Op.MemoryModel, 0, 1);
        module.entryPoint(VERTEX, main, new int[] {index, instance, launch});
        module.op(Op.Decorate, index, BUILT_IN, VERTEX_INDEX);
        module.op(Op.Decorate, instance, BUILT_IN, INSTANCE_INDEX);
        module.op(Op.Decorate, launch, LOCATION, 0);
        int none = module.type(Op.TypeVoid);
        int function = module.type(Op.TypeFunction, none);
        int word = module.type(Op.TypeInt, 32, 0);
        int quad = module.type(Op.TypeVector, word, 4);
        int zero = module.value(Op.Constant, word, 0);
        int wordIn = module.type(Op.TypePointer, INPUT, word);
        int quadOut = module.type(Op.TypePointer, OUTPUT, quad);
        module.op(Op.Variable, wordIn, index, INPUT);
        module.op(Op.Variable, wordIn, instance, INPUT);
        module.op(Op.Variable, quadOut, launch, OUTPUT);
        module.op(Op.Function, none, main, 0, function);
        module.op(Op.Label, module.id());
        module.op(Op.Store, launch, module.value(Op.CompositeConstruct, quad, module.value(Op.Load, word, index),
                module.value(Op.Load, word, instance), zero, zero));
        module.op(Op.Return);
        module.op(Op.FunctionEnd);
        return module.words();
    }
}
