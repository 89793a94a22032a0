package org.lierne.gpu.vulkan;

import static org.lwjgl.glfw.GLFW.*;
import static org.lierne.host.ControllerButton.*;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lierne.host.ControllerButton;
import org.lierne.host.ControllerSource;
import org.lierne.host.ControllerState;

/**
 * The keyboard as a controller: arrows are the directional pad, W A S D the left stick, T F G H the right one, I J K L
 * the four face buttons in their places, Q and E the shoulders, 1 and 3 the triggers, Z and C the sticks' buttons,
 * Enter the menu, Backspace share, Space the touch pad.
 */
final class Keyboard implements ControllerSource {
    private static final Map<Integer, ControllerButton> BUTTONS = new HashMap<>();

    static {
        BUTTONS.put(GLFW_KEY_UP, UP);
        BUTTONS.put(GLFW_KEY_DOWN, DOWN);
        BUTTONS.put(GLFW_KEY_LEFT, LEFT);
        BUTTONS.put(GLFW_KEY_RIGHT, RIGHT);
        BUTTONS.put(GLFW_KEY_K, SOUTH);
        BUTTONS.put(GLFW_KEY_L, EAST);
        BUTTONS.put(GLFW_KEY_J, WEST);
        BUTTONS.put(GLFW_KEY_I, NORTH);
        BUTTONS.put(GLFW_KEY_Q, LEFT_SHOULDER);
        BUTTONS.put(GLFW_KEY_E, RIGHT_SHOULDER);
        BUTTONS.put(GLFW_KEY_1, LEFT_TRIGGER);
        BUTTONS.put(GLFW_KEY_3, RIGHT_TRIGGER);
        BUTTONS.put(GLFW_KEY_Z, LEFT_STICK);
        BUTTONS.put(GLFW_KEY_C, RIGHT_STICK);
        BUTTONS.put(GLFW_KEY_ENTER, MENU);
        BUTTONS.put(GLFW_KEY_BACKSPACE, SHARE);
        BUTTONS.put(GLFW_KEY_SPACE, TOUCH_PAD);
    }

    private final Set<Integer> pressed = new HashSet<>();
    private volatile ControllerState state = ControllerState.RELEASED;

    @Override
    public String name() {
        return "keyboard";
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public ControllerState state() {
        return state;
    }

    /** A key went down or up; on the windows' thread. */
    void key(int key, boolean isDown) {
        if (isDown ? pressed.add(key) : pressed.remove(key)) {
            state = read();
        }
    }

    /** The window lost the keyboard: no key is held any more. */
    void releaseAll() {
        pressed.clear();
        state = ControllerState.RELEASED;
    }

    private ControllerState read() {
        var buttons = EnumSet.noneOf(ControllerButton.class);
        for (int key : pressed) {
            @Nullable ControllerButton button = BUTTONS.get(key);
            if (button != null) {
                buttons.add(button);
            }
        }
        return new ControllerState(buttons, axis(GLFW_KEY_A, GLFW_KEY_D), axis(GLFW_KEY_W, GLFW_KEY_S),
                axis(GLFW_KEY_F, GLFW_KEY_H), axis(GLFW_KEY_T, GLFW_KEY_G), buttons.contains(LEFT_TRIGGER) ? 1 : 0,
                buttons.contains(RIGHT_TRIGGER) ? 1 : 0);
    }

    private float axis(int minus, int plus) {
        return (pressed.contains(plus) ? 1 : 0) - (pressed.contains(minus) ? 1 : 0);
    }
}
