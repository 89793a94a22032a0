package org.lierne.lib.pad;

import java.util.Map;
import org.lierne.hle.At;
import org.lierne.hle.GuestStruct;
import org.lierne.host.ControllerButton;
import org.lierne.host.ControllerState;

/** One reading of a controller as the guest sees it, 0x78 bytes. Sticks 0 to 255 with 128 in the middle, y downwards. */
@GuestStruct(size = 0x78)
public record PadSample(@At(0x00) int buttons, @At(0x04) byte leftX, @At(0x05) byte leftY, @At(0x06) byte rightX, @At(0x07) byte rightY,
        @At(0x08) byte leftTrigger, @At(0x09) byte rightTrigger, @At(0x0C) float orientationX, @At(0x10) float orientationY,
        @At(0x14) float orientationZ, @At(0x18) float orientationW, @At(0x1C) float accelerationX, @At(0x20) float accelerationY,
        @At(0x24) float accelerationZ, @At(0x28) float angularX, @At(0x2C) float angularY, @At(0x30) float angularZ, @At(0x34) byte touches,
        @At(0x4C) byte connected, @At(0x50) long microseconds, @At(0x68) byte connectedCount) {
    private static final Map<ControllerButton, Integer> BITS = Map.ofEntries(
            Map.entry(ControllerButton.LEFT_STICK, 0x02),
            Map.entry(ControllerButton.RIGHT_STICK, 0x04),
            Map.entry(ControllerButton.MENU, 0x08),
            Map.entry(ControllerButton.UP, 0x10),
            Map.entry(ControllerButton.RIGHT, 0x20),
            Map.entry(ControllerButton.DOWN, 0x40),
            Map.entry(ControllerButton.LEFT, 0x80),
            Map.entry(ControllerButton.LEFT_TRIGGER, 0x100),
            Map.entry(ControllerButton.RIGHT_TRIGGER, 0x200),
            Map.entry(ControllerButton.LEFT_SHOULDER, 0x400),
            Map.entry(ControllerButton.RIGHT_SHOULDER, 0x800),
            Map.entry(ControllerButton.NORTH, 0x1000),
            Map.entry(ControllerButton.EAST, 0x2000),
            Map.entry(ControllerButton.SOUTH, 0x4000),
            Map.entry(ControllerButton.WEST, 0x8000),
            Map.entry(ControllerButton.TOUCH_PAD, 0x100000));

    /** A controller lying still: gravity along y, no rotation. */
    static PadSample of(ControllerState state, long microseconds) {
        int buttons = state.buttons().stream().mapToInt(b -> BITS.getOrDefault(b, 0)).reduce(0, (a, b) -> a | b);
        return new PadSample(buttons, stick(state.leftX()), stick(state.leftY()), stick(state.rightX()), stick(state.rightY()),
                trigger(state.leftTrigger()), trigger(state.rightTrigger()), 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, (byte) 0, (byte) 1, microseconds,
                (byte) 1);
    }

    private static byte stick(float value) {
        return (byte) Math.clamp(Math.round(127.5f + value * 127.5f), 0, 255);
    }

    private static byte trigger(float value) {
        return (byte) Math.clamp(Math.round(value * 255), 0, 255);
    }
}
