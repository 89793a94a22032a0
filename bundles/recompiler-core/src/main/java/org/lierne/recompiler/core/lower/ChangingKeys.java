package org.lierne.recompiler.core.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.recompiler.ir.BufferAccess;
import org.lierne.recompiler.ir.GlobalAccess;
import org.lierne.recompiler.ir.ImageAccess;
import org.lierne.recompiler.ir.ImageOp;
import org.lierne.recompiler.ir.Inst;
import org.lierne.recompiler.ir.IrBlock;
import org.lierne.recompiler.ir.IrModule;
import org.lierne.recompiler.ir.MemoryOp;
import org.lierne.recompiler.ir.Place;
import org.lierne.recompiler.ir.ScalarLoad;
import org.lierne.recompiler.ir.Ssa;
import org.lierne.recompiler.ir.Value;
import org.lierne.recompiler.program.WordSource;

/**
 * Words by which a program chooses records of tables and which it may itself change while it runs (rule A-029): it writes the buffer they
 * lie in, or writes anything where either the word or the write is reached through a pointer. Another descriptor over the same bytes is
 * not noticed.
 */
final class ChangingKeys {
    private final Sources sources;
    private final Set<List<WordSource>> writtenBuffers = new HashSet<>();
    private final Set<Ssa> readWhileRunning = new HashSet<>();
    private boolean isAnythingWritten;
    private boolean isWrittenAnywhere;

    /** @param isOn whether such words are looked for at all */
    ChangingKeys(IrModule module, Sources sources, boolean isOn) {
        this.sources = sources;
        if (isOn) {
            instructions(module).forEach(this::addWrites);
        }
        if (isAnythingWritten) {
            instructions(module).forEach(this::addKeys);
        }
    }

    private static List<Inst> instructions(IrModule module) {
        List<Inst> all = new ArrayList<>();
        for (IrBlock block : module.blocks()) {
            all.addAll(block.instructions());
        }
        return all;
    }

    private void addWrites(Inst inst) {
        switch (inst) {
            case BufferAccess access when access.op() != MemoryOp.LOAD -> {
                isAnythingWritten = true;
                List<WordSource> descriptor = access.buffer() instanceof Place.DescriptorWords words ? followed(words.words()) : null;
                isWrittenAnywhere |= descriptor == null;
                if (descriptor != null) {
                    writtenBuffers.add(descriptor);
                }
            }
            case GlobalAccess access when access.op() != MemoryOp.LOAD -> {
                isAnythingWritten = true;
                isWrittenAnywhere = true;
            }
            case ImageAccess access when access.op() == ImageOp.STORE || access.op().isAtomic() -> isAnythingWritten = true;
            default -> { }
        }
    }

    private @Nullable List<WordSource> followed(List<Value> words) {
        List<WordSource> followed = new ArrayList<>();
        for (Value word : words) {
            WordSource source = sources.of(word);
            if (source == null) {
                return null;
            }
            followed.add(source);
        }
        return followed;
    }

    /** Loads of keys on the way to descriptors of images and samplers. */
    private void addKeys(Inst inst) {
        if (inst instanceof ImageAccess access) {
            addKeys(access.image());
            if (access.sampler() != null) {
                addKeys(access.sampler());
            }
        }
    }

    private void addKeys(Place place) {
        for (Value word : place instanceof Place.DescriptorWords words ? words.words() : List.<Value>of()) {
            if (word instanceof Ssa ssa && sources.definition(ssa) instanceof ScalarLoad record) {
                addLoads(record.offset());
            }
        }
    }

    private void addLoads(Value value) {
        if (!(value instanceof Ssa ssa) || sources.of(ssa) == null) {
            return;
        }
        Inst definition = sources.definition(ssa);
        if (definition instanceof ScalarLoad load) {
            if (isChanging(sources.of(ssa))) {
                readWhileRunning.add(load.result());
            }
        } else if (definition != null) {
            definition.operands().forEach(this::addLoads);
        }
    }

    /** Whether a load has to be done by the program itself, as it reads such a word. */
    boolean isReadWhileRunning(Ssa load) {
        return readWhileRunning.contains(load);
    }

    /** Whether the offset of a record hangs on such a word. */
    boolean hangsOn(Value word) {
        return word instanceof Ssa ssa && sources.definition(ssa) instanceof ScalarLoad record && isChanging(sources.of(record.offset()));
    }

    /** Whether the program may change what a word is made of. */
    boolean isChanging(@Nullable WordSource source) {
        return isAnythingWritten && switch (source) {
            case WordSource.Loaded _ -> true;
            case WordSource.BufferLoaded buffer -> isWrittenAnywhere || writtenBuffers.contains(buffer.descriptor());
            case WordSource.Operation operation -> operation.arguments().stream().anyMatch(this::isChanging);
            case WordSource.UserData _, WordSource.Literal _, WordSource.Key _ -> false;
            case null -> false;
        };
    }
}
