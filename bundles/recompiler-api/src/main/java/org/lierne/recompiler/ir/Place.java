package org.lierne.recompiler.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a memory or image instruction works on: descriptor words, a known resource, or a raw address. */
public sealed interface Place {
    /** The values it reads. */
    List<Value> operands();

    /** The same place reading {@code values} instead, which are as many as {@link #operands()}. */
    Place withOperands(List<Value> values);

    /**
     * A descriptor held in scalar registers: 4 or 8 {@code i32} words. Gone once {@link Invariant#DESCRIPTORS_RESOLVED} holds.
     */
    record DescriptorWords(List<Value> words) implements Place {
        public DescriptorWords {
            words = List.copyOf(words);
        }

        @Override
        public List<Value> operands() {
            return words;
        }

        @Override
        public Place withOperands(List<Value> values) {
            return new DescriptorWords(values);
        }
    }

    /**
     * An entry of {@link IrModule#resources()}.
     *
     * @param element which one of a {@linkplain org.lierne.recompiler.program.ShaderResource.Kind#IMAGE_SET set}, {@code i32}; else null
     */
    record ResourceRef(int index, @Nullable Value element) implements Place {
        public ResourceRef(int index) {
            this(index, null);
        }

        @Override
        public List<Value> operands() {
            return element == null ? List.of() : List.of(element);
        }

        @Override
        public Place withOperands(List<Value> values) {
            return element == null ? this : new ResourceRef(index, values.getFirst());
        }
    }

    /** A guest address, {@code i64}. */
    record Address(Value address) implements Place {
        @Override
        public List<Value> operands() {
            return List.of(address);
        }

        @Override
        public Place withOperands(List<Value> values) {
            return new Address(values.getFirst());
        }
    }
}
