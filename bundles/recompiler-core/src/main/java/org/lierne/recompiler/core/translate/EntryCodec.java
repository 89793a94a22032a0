package org.lierne.recompiler.core.translate;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.lierne.recompiler.program.ConstantWord;
import org.lierne.recompiler.program.DescriptorPath;
import org.lierne.recompiler.program.HostBinding;
import org.lierne.recompiler.program.NumericClass;
import org.lierne.recompiler.program.PatchLayout;
import org.lierne.recompiler.program.ShaderLayout;
import org.lierne.recompiler.program.ShaderResource;
import org.lierne.recompiler.program.ShaderStage;
import org.lierne.recompiler.program.TranslatedShader;
import org.lierne.recompiler.program.ViewShape;
import org.lierne.recompiler.program.WordSource;

/** Layouts and translated shaders as bytes. Reading throws {@link IOException} for bytes that no writing gave. */
final class EntryCodec {
    private EntryCodec() {}

    // Layouts.

    static byte[] write(ShaderLayout layout) {
        return bytes(out -> writeLayout(out, layout));
    }

    static ShaderLayout readLayout(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        return readLayout(in);
    }

    private static void writeLayout(DataOutputStream out, ShaderLayout layout) throws IOException {
        out.writeInt(layout.resources().size());
        for (ShaderResource resource : layout.resources()) {
            out.writeByte(resource.kind().ordinal());
            out.writeBoolean(resource.read());
            out.writeBoolean(resource.written());
            out.writeBoolean(resource.formatted());
            out.writeInt(resource.pc());
            writeSources(out, resource.path().words());
        }
        out.writeInt(layout.patches().inputPoints());
        out.writeInt(layout.patches().outputPoints());
        out.writeInt(layout.patches().fields().size());
        for (PatchLayout.Field field : layout.patches().fields()) {
            out.writeBoolean(field.perPoint());
            out.writeInt(field.patchBytes());
            out.writeInt(field.plane());
            out.writeInt(field.start());
            out.writeInt(field.pointBytes());
            out.writeInt(field.location());
        }
    }

    private static ShaderLayout readLayout(DataInputStream in) throws IOException {
        int count = count(in);
        List<ShaderResource> resources = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ShaderResource.Kind kind = one(ShaderResource.Kind.values(), in);
            boolean read = in.readBoolean();
            boolean written = in.readBoolean();
            boolean formatted = in.readBoolean();
            int pc = in.readInt();
            resources.add(new ShaderResource(i, kind, read, written, formatted, new DescriptorPath(readSources(in)), pc));
        }
        return new ShaderLayout(resources, readPatches(in));
    }

    private static PatchLayout readPatches(DataInputStream in) throws IOException {
        int inputPoints = in.readInt();
        int outputPoints = in.readInt();
        int count = count(in);
        List<PatchLayout.Field> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fields.add(new PatchLayout.Field(in.readBoolean(), in.readInt(), in.readInt(), in.readInt(), in.readInt(), in.readInt()));
        }
        return new PatchLayout(inputPoints, outputPoints, fields);
    }

    // Word sources.

    private static void writeSources(DataOutputStream out, List<WordSource> sources) throws IOException {
        out.writeInt(sources.size());
        for (WordSource source : sources) {
            writeSource(out, source);
        }
    }

    private static void writeSource(DataOutputStream out, WordSource source) throws IOException {
        switch (source) {
            case WordSource.UserData data -> {
                out.writeByte(0);
                out.writeInt(data.dword());
            }
            case WordSource.Literal literal -> {
                out.writeByte(1);
                out.writeInt(literal.word());
            }
            case WordSource.Loaded loaded -> {
                out.writeByte(2);
                writeSource(out, loaded.low());
                writeSource(out, loaded.high());
                writeSource(out, loaded.byteOffset());
            }
            case WordSource.BufferLoaded buffer -> {
                out.writeByte(3);
                writeSources(out, buffer.descriptor());
                writeSource(out, buffer.byteOffset());
            }
            case WordSource.Key key -> {
                out.writeByte(5);
                out.writeInt(key.mask());
            }
            case WordSource.Operation operation -> {
                out.writeByte(4);
                out.writeByte(operation.operator().ordinal());
                writeSources(out, operation.arguments());
            }
        }
    }

    private static List<WordSource> readSources(DataInputStream in) throws IOException {
        int count = count(in);
        List<WordSource> sources = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sources.add(readSource(in));
        }
        return sources;
    }

    private static WordSource readSource(DataInputStream in) throws IOException {
        return switch (in.readUnsignedByte()) {
            case 0 -> new WordSource.UserData(in.readInt());
            case 1 -> new WordSource.Literal(in.readInt());
            case 2 -> new WordSource.Loaded(readSource(in), readSource(in), readSource(in));
            case 3 -> new WordSource.BufferLoaded(readSources(in), readSource(in));
            case 4 -> {
                WordSource.Operator operator = one(WordSource.Operator.values(), in);
                List<WordSource> arguments = readSources(in);
                if (arguments.size() != operator.arguments()) {
                    throw new IOException(operator + " with " + arguments.size() + " arguments");
                }
                yield new WordSource.Operation(operator, arguments);
            }
            case 5 -> new WordSource.Key(in.readInt());
            default -> throw new IOException("no word source has this tag");
        };
    }

    // Shaders.

    static byte[] write(TranslatedShader shader) {
        return bytes(out -> {
            out.writeByte(shader.stage().ordinal());
            out.writeUTF(shader.variantKey());
            writeLayout(out, shader.layout());
            writeWords(out, shader.spirv());
            writeWords(out, shader.geometry());
            out.writeInt(shader.bindings().size());
            for (HostBinding binding : shader.bindings()) {
                writeBinding(out, binding);
            }
            out.writeInt(shader.constants().size());
            for (ConstantWord word : shader.constants()) {
                writeConstant(out, word);
            }
            out.writeInt(shader.plan().size());
            for (TranslatedShader.PassRun run : shader.plan()) {
                out.writeUTF(run.id());
                out.writeBoolean(run.changed());
            }
        });
    }

    static TranslatedShader readShader(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        ShaderStage stage = one(ShaderStage.values(), in);
        String key = in.readUTF();
        ShaderLayout layout = readLayout(in);
        int[] spirv = readWords(in);
        int[] geometry = readWords(in);
        List<HostBinding> bindings = new ArrayList<>();
        for (int i = count(in); i > 0; i--) {
            bindings.add(readBinding(in));
        }
        List<ConstantWord> constants = new ArrayList<>();
        for (int i = count(in); i > 0; i--) {
            constants.add(readConstant(in));
        }
        List<TranslatedShader.PassRun> plan = new ArrayList<>();
        for (int i = count(in); i > 0; i--) {
            plan.add(new TranslatedShader.PassRun(in.readUTF(), 0, in.readBoolean()));
        }
        return new TranslatedShader(stage, spirv, layout, bindings, constants, plan, key, geometry);
    }

    private static void writeWords(DataOutputStream out, int[] words) throws IOException {
        out.writeInt(words.length);
        for (int word : words) {
            out.writeInt(word);
        }
    }

    private static int[] readWords(DataInputStream in) throws IOException {
        int[] words = new int[count(in)];
        for (int i = 0; i < words.length; i++) {
            words[i] = in.readInt();
        }
        return words;
    }

    private static void writeBinding(DataOutputStream out, HostBinding binding) throws IOException {
        out.writeInt(binding.set());
        out.writeInt(binding.binding());
        out.writeByte(binding.kind().ordinal());
        out.writeInt(binding.resource());
        out.writeBoolean(binding.written());
        ViewShape view = binding.view();
        out.writeBoolean(view != null);
        if (view != null) {
            out.writeByte(view.dimension().ordinal());
            out.writeBoolean(view.arrayed());
            out.writeBoolean(view.multisampled());
            out.writeByte(view.numericClass().ordinal());
            out.writeInt(view.unifiedFormat());
            out.writeBoolean(view.depthCompare());
            out.writeInt(view.level());
        }
    }

    private static HostBinding readBinding(DataInputStream in) throws IOException {
        int set = in.readInt();
        int binding = in.readInt();
        HostBinding.Kind kind = one(HostBinding.Kind.values(), in);
        int resource = in.readInt();
        boolean written = in.readBoolean();
        ViewShape view = !in.readBoolean() ? null : new ViewShape(one(ViewShape.Dimension.values(), in), in.readBoolean(),
                in.readBoolean(), one(NumericClass.values(), in), in.readInt(), in.readBoolean(), in.readInt());
        return new HostBinding(set, binding, kind, resource, written, view);
    }

    private static void writeConstant(DataOutputStream out, ConstantWord word) throws IOException {
        switch (word) {
            case ConstantWord.Evaluated evaluated -> {
                out.writeByte(0);
                writeSource(out, evaluated.source());
            }
            case ConstantWord.BufferBias bias -> {
                out.writeByte(1);
                out.writeInt(bias.resource());
            }
            case ConstantWord.MemoryStart start -> {
                out.writeByte(2);
                out.writeInt(start.resource());
                out.writeBoolean(start.high());
            }
            case ConstantWord.Draw draw -> {
                out.writeByte(3);
                out.writeByte(draw.value().ordinal());
            }
            case ConstantWord.ClipPlane plane -> {
                out.writeByte(4);
                out.writeInt(plane.index());
            }
        }
    }

    private static ConstantWord readConstant(DataInputStream in) throws IOException {
        return switch (in.readUnsignedByte()) {
            case 0 -> new ConstantWord.Evaluated(readSource(in));
            case 1 -> new ConstantWord.BufferBias(in.readInt());
            case 2 -> new ConstantWord.MemoryStart(in.readInt(), in.readBoolean());
            case 3 -> new ConstantWord.Draw(one(ConstantWord.DrawValue.values(), in));
            case 4 -> new ConstantWord.ClipPlane(in.readInt());
            default -> throw new IOException("no constant word has this tag");
        };
    }

    // Pieces.

    private interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    private static byte[] bytes(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            writing.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static int count(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available()) {
            throw new IOException("a count of " + count + " with " + in.available() + " bytes left");
        }
        return count;
    }

    private static <E> E one(E[] values, DataInputStream in) throws IOException {
        int ordinal = in.readUnsignedByte();
        if (ordinal >= values.length) {
            throw new IOException("value " + ordinal + " of " + values.length);
        }
        return values[ordinal];
    }
}
