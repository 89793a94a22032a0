package org.lierne.host;

import java.util.Set;

/**
 * A controller at one moment.
 *
 * @param buttons      pressed buttons
 * @param leftX        left stick, -1 left to 1 right
 * @param leftY        left stick, -1 up to 1 down
 * @param rightX       right stick
 * @param rightY       right stick
 * @param leftTrigger  0 released to 1 pressed
 * @param rightTrigger 0 released to 1 pressed
 */
public record ControllerState(Set<ControllerButton> buttons, float leftX, float leftY, float rightX, float rightY,
        float leftTrigger, float rightTrigger) {
    /** Nothing touched. */
    public static final ControllerState RELEASED = new ControllerState(Set.of(), 0, 0, 0, 0, 0, 0);

    public ControllerState {
        buttons = Set.copyOf(buttons);
    }

    /** Whether a button is pressed. */
    public boolean isPressed(ControllerButton button) {
        return buttons.contains(button);
    }
}
