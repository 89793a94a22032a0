package org.lierne.agc.packet;

/** One packet as a line of text with stable field names, for dumps and refusals. */
public final class PacketText {
    private static final int MAX_WORDS = 12;

    private PacketText() {}

    /** @param words the packet, header first */
    public static String of(int[] words) {
        int header = words[0];
        StringBuilder text = new StringBuilder();
        switch (Header.type(header)) {
            case 0 -> text.append("TYPE0 register=0x%x count=%d".formatted(header & 0xFFFF, Header.count(header) + 1));
            case 2 -> text.append("TYPE2");
            case 3 -> {
                Packet packet = Pm4.byOpcode(Header.opcode(header));
                if (packet == null) {
                    text.append("opcode 0x%02x".formatted(Header.opcode(header)));
                } else {
                    text.append(packet.name());
                    for (Field field : packet.fields()) {
                        if (field.dword() + (field.high() > 31 ? 1 : 0) < words.length) {
                            text.append(' ').append(field.name()).append("=0x")
                                    .append(Long.toHexString(field.get(words)));
                        }
                    }
                }
            }
            default -> text.append("TYPE1");
        }
        text.append(" [");
        for (int i = 0; i < Math.min(words.length, MAX_WORDS); i++) {
            text.append(i == 0 ? "" : " ").append("%08x".formatted(words[i]));
        }
        return text.append(words.length > MAX_WORDS ? " …]" : "]").toString();
    }
}
