package org.lierne.recompiler.program;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One guest program: machine code as little-endian dwords and the state it is entered with.
 *
 * <p>{@code words} may run past the last instruction (padding, embedded constants); {@code entryDword} is the index of the first
 * instruction. {@code codeAddress} is the guest address of word 0 (for {@code s_getpc_b64}), 0 when unknown.
 */
public final class ShaderProgram {
    private final ShaderStage stage;
    private final int waveSize;
    private final int[] words;
    private final int entryDword;
    private final long codeAddress;
    private final StageState state;
    private final List<LinkedCall> calls;
    private final String id;

    public ShaderProgram(ShaderStage stage, int waveSize, int[] words, int entryDword, long codeAddress, StageState state) {
        this(stage, waveSize, words, entryDword, codeAddress, state, List.of());
    }

    /** A program with copies of the code that it calls through tables. */
    public ShaderProgram(ShaderStage stage, int waveSize, int[] words, int entryDword, long codeAddress, StageState state,
            List<LinkedCall> calls) {
        if (waveSize != 32 && waveSize != 64) {
            throw new IllegalArgumentException("wave size is " + waveSize + ", a guest wave has 32 or 64 lanes");
        }
        if (entryDword < 0 || entryDword >= words.length) {
            throw new IllegalArgumentException("entry dword " + entryDword + " lies outside of " + words.length + " words");
        }
        this.stage = stage;
        this.waveSize = waveSize;
        this.words = words.clone();
        this.entryDword = entryDword;
        this.codeAddress = codeAddress;
        this.state = state;
        this.calls = List.copyOf(calls);
        this.id = hash(this.words);
    }

    public ShaderStage stage() {
        return stage;
    }

    /** Lanes of a guest wave: 32 or 64. */
    public int waveSize() {
        return waveSize;
    }

    public int wordCount() {
        return words.length;
    }

    public int word(int index) {
        return words[index];
    }

    /** A copy of the machine code. */
    public int[] words() {
        return words.clone();
    }

    public int entryDword() {
        return entryDword;
    }

    public long codeAddress() {
        return codeAddress;
    }

    public StageState state() {
        return state;
    }

    /** Calls through tables whose targets are known; empty for a program that stands by itself. */
    public List<LinkedCall> calls() {
        return calls;
    }

    /** The call through a table at a byte offset, null for none. */
    public @Nullable LinkedCall callAt(int pc) {
        return calls.stream().filter(call -> call.pc() == pc).findFirst().orElse(null);
    }

    /** First twelve hex digits of the SHA-256 of the machine code: the same id that program files carry after their stage. */
    public String id() {
        return id;
    }

    @Override
    public String toString() {
        return stage.tag() + " " + id;
    }

    private static String hash(int[] words) {
        ByteBuffer bytes = ByteBuffer.allocate(words.length * 4).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(words);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.array());
            return HexFormat.of().formatHex(Arrays.copyOf(digest, 6));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }
}
