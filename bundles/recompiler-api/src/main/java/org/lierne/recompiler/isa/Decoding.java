package org.lierne.recompiler.isa;

/** The decoder's answer to any dwords whatever: an instruction or a refusal. */
public sealed interface Decoding permits Decoded, DecodeRefusal {
}
