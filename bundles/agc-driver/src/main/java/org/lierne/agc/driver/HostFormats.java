package org.lierne.agc.driver;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.lierne.agc.descriptor.GuestFormat;
import org.lierne.gpu.Format;

/** Guest format numbers as host formats, and the colour target's own numbers as both. */
final class HostFormats {
    private static final Map<String, Format> BY_NAME = new HashMap<>();
    private static final Map<Integer, Optional<GuestFormat>> TARGETS = new ConcurrentHashMap<>();
    private static final Map<Integer, Optional<Format>> BY_NUMBER = new ConcurrentHashMap<>();

    static {
        String[][] layouts = {{"8", "R8"}, {"16", "R16"}, {"8_8", "R8G8"}, {"32", "R32"}, {"16_16", "R16G16"},
            {"8_8_8_8", "R8G8B8A8"}, {"32_32", "R32G32"}, {"16_16_16_16", "R16G16B16A16"},
            {"32_32_32_32", "R32G32B32A32"}};
        String[][] types = {{"UNORM", "UNORM"}, {"SNORM", "SNORM"}, {"UINT", "UINT"}, {"SINT", "SINT"},
                {"FLOAT", "SFLOAT"}, {"SRGB", "SRGB"}};
        for (String[] layout : layouts) {
            for (String[] type : types) {
                for (Format format : Format.values()) {
                    if (format.name().equals(layout[1] + "_" + type[1])) {
                        BY_NAME.put(layout[0] + "_" + type[0], format);
                    }
                }
            }
        }
        BY_NAME.put("10_11_11_FLOAT", Format.B10G11R11_UFLOAT_PACK32);
        BY_NAME.put("2_10_10_10_UNORM", Format.A2B10G10R10_UNORM_PACK32);
        BY_NAME.put("2_10_10_10_UINT", Format.A2B10G10R10_UINT_PACK32);
        BY_NAME.put("5_9_9_9_FLOAT", Format.E5B9G9R9_UFLOAT_PACK32);
        BY_NAME.put("5_6_5_UNORM", Format.B5G6R5_UNORM_PACK16);
        BY_NAME.put("4_4_4_4_UNORM", Format.A4B4G4R4_UNORM_PACK16);
        BY_NAME.put("BC1_UNORM", Format.BC1_RGBA_UNORM_BLOCK);
        BY_NAME.put("BC1_SRGB", Format.BC1_RGBA_SRGB_BLOCK);
        BY_NAME.put("BC2_UNORM", Format.BC2_UNORM_BLOCK);
        BY_NAME.put("BC2_SRGB", Format.BC2_SRGB_BLOCK);
        BY_NAME.put("BC3_UNORM", Format.BC3_UNORM_BLOCK);
        BY_NAME.put("BC3_SRGB", Format.BC3_SRGB_BLOCK);
        BY_NAME.put("BC4_UNORM", Format.BC4_UNORM_BLOCK);
        BY_NAME.put("BC4_SNORM", Format.BC4_SNORM_BLOCK);
        BY_NAME.put("BC5_UNORM", Format.BC5_UNORM_BLOCK);
        BY_NAME.put("BC5_SNORM", Format.BC5_SNORM_BLOCK);
        BY_NAME.put("BC6_FLOAT", Format.BC6H_UFLOAT_BLOCK);
        BY_NAME.put("BC6_SNORM", Format.BC6H_SFLOAT_BLOCK);
        BY_NAME.put("BC7_UNORM", Format.BC7_UNORM_BLOCK);
        BY_NAME.put("BC7_SRGB", Format.BC7_SRGB_BLOCK);
    }

    private HostFormats() {}

    /** The host format of a unified format number, null for none. */
    static @Nullable Format find(int number) {
        GuestFormat guest = GuestFormat.of(number);
        return guest == null ? null : BY_NUMBER.computeIfAbsent(number, n -> Optional.ofNullable(BY_NAME.get(guest.name()))).orElse(null);
    }

    /** The host format of a unified format number. @throws WorkRefused if there is none */
    static Format of(int number, String where) {
        GuestFormat guest = GuestFormat.of(number);
        if (guest == null) {
            throw new WorkRefused("refused at draw: %s: format %d is not in the table".formatted(where, number));
        }
        Format host = find(number);
        if (host == null) {
            throw new WorkRefused("refused at draw: %s: format %d (%s) has no host format yet".formatted(where, number,
                    guest.name()));
        }
        return host;
    }

    /** The unified format number of a colour target's format and number type, or null. */
    static @Nullable GuestFormat ofTarget(int format, int numberType) {
        return TARGETS.computeIfAbsent(format << 4 | numberType, k -> Optional.ofNullable(find(format, numberType)))
                .orElse(null);
    }

    private static @Nullable GuestFormat find(int format, int numberType) {
        String layout = switch (format) {
            case 0x1 -> "8";
            case 0x2 -> "16";
            case 0x3 -> "8_8";
            case 0x4 -> "32";
            case 0x5 -> "16_16";
            case 0x6 -> "10_11_11";
            case 0x7 -> "11_11_10";
            case 0x8 -> "10_10_10_2";
            case 0x9 -> "2_10_10_10";
            case 0xA -> "8_8_8_8";
            case 0xB -> "32_32";
            case 0xC -> "16_16_16_16";
            case 0xE -> "32_32_32_32";
            case 0x10 -> "5_6_5";
            case 0x11 -> "1_5_5_5";
            case 0x12 -> "5_5_5_1";
            case 0x13 -> "4_4_4_4";
            default -> "";
        };
        String type = switch (numberType) {
            case 0 -> "UNORM";
            case 1 -> "SNORM";
            case 4 -> "UINT";
            case 5 -> "SINT";
            case 6 -> "SRGB";
            case 7 -> "FLOAT";
            default -> "";
        };
        String name = layout + "_" + type;
        return GuestFormat.all().stream().filter(f -> f.name().equals(name)).findFirst().orElse(null);
    }

    /**
     * The format that an image of these texels is made with: linear, so that views may read it either way and shaders
     * may store to it.
     */
    static Format storageOf(Format format) {
        return switch (format) {
            case R8_SRGB -> Format.R8_UNORM;
            case R8G8_SRGB -> Format.R8G8_UNORM;
            case R8G8B8A8_SRGB -> Format.R8G8B8A8_UNORM;
            case B8G8R8A8_SRGB -> Format.B8G8R8A8_UNORM;
            default -> format;
        };
    }

    /** The same bytes with red and blue exchanged, where the host has such a format; null where it has not. */
    static @Nullable Format swapped(Format format) {
        return switch (format) {
            case R8G8B8A8_UNORM -> Format.B8G8R8A8_UNORM;
            case R8G8B8A8_SRGB -> Format.B8G8R8A8_SRGB;
            case R8G8B8A8_SNORM -> Format.B8G8R8A8_SNORM;
            case R8G8B8A8_UINT -> Format.B8G8R8A8_UINT;
            case R8G8B8A8_SINT -> Format.B8G8R8A8_SINT;
            case A2B10G10R10_UNORM_PACK32 -> Format.A2R10G10B10_UNORM_PACK32;
            case A2B10G10R10_UINT_PACK32 -> Format.A2R10G10B10_UINT_PACK32;
            case B5G6R5_UNORM_PACK16 -> Format.R5G6B5_UNORM_PACK16;
            default -> null;
        };
    }
}
