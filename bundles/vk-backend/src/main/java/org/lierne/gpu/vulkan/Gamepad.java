package org.lierne.gpu.vulkan;

import static org.lwjgl.glfw.GLFW.*;
import static org.lierne.host.ControllerButton.*;

import java.util.EnumSet;
import org.lierne.host.ControllerButton;
import org.lierne.host.ControllerSource;
import org.lierne.host.ControllerState;
import org.lwjgl.glfw.GLFWGamepadState;

/** One of the gamepads that GLFW has a mapping for. */
final class Gamepad implements ControllerSource {
    /** How many are looked at. */
    static final int SLOTS = 4;
    private static final float TRIGGER_PRESSED = 0.5f;
    private static final ControllerButton[] BUTTONS = new ControllerButton[GLFW_GAMEPAD_BUTTON_LAST + 1];

    static {
        BUTTONS[GLFW_GAMEPAD_BUTTON_A] = SOUTH;
        BUTTONS[GLFW_GAMEPAD_BUTTON_B] = EAST;
        BUTTONS[GLFW_GAMEPAD_BUTTON_X] = WEST;
        BUTTONS[GLFW_GAMEPAD_BUTTON_Y] = NORTH;
        BUTTONS[GLFW_GAMEPAD_BUTTON_LEFT_BUMPER] = LEFT_SHOULDER;
        BUTTONS[GLFW_GAMEPAD_BUTTON_RIGHT_BUMPER] = RIGHT_SHOULDER;
        BUTTONS[GLFW_GAMEPAD_BUTTON_BACK] = SHARE;
        BUTTONS[GLFW_GAMEPAD_BUTTON_START] = MENU;
        BUTTONS[GLFW_GAMEPAD_BUTTON_GUIDE] = TOUCH_PAD;
        BUTTONS[GLFW_GAMEPAD_BUTTON_LEFT_THUMB] = LEFT_STICK;
        BUTTONS[GLFW_GAMEPAD_BUTTON_RIGHT_THUMB] = RIGHT_STICK;
        BUTTONS[GLFW_GAMEPAD_BUTTON_DPAD_UP] = UP;
        BUTTONS[GLFW_GAMEPAD_BUTTON_DPAD_RIGHT] = RIGHT;
        BUTTONS[GLFW_GAMEPAD_BUTTON_DPAD_DOWN] = DOWN;
        BUTTONS[GLFW_GAMEPAD_BUTTON_DPAD_LEFT] = LEFT;
    }

    private final int slot;
    private volatile boolean isConnected;
    private volatile ControllerState state = ControllerState.RELEASED;

    Gamepad(int slot) {
        this.slot = slot;
    }

    @Override
    public String name() {
        return "gamepad " + (slot + 1);
    }

    @Override
    public boolean isConnected() {
        return isConnected;
    }

    @Override
    public ControllerState state() {
        return state;
    }

    /** Looks at the device, on the windows' thread. Returns whether it is there. */
    boolean poll(GLFWGamepadState raw) {
        boolean isThere = glfwJoystickIsGamepad(slot) && glfwGetGamepadState(slot, raw);
        state = isThere ? read(raw) : ControllerState.RELEASED;
        isConnected = isThere;
        return isThere;
    }

    /** The state in the model's words. */
    static ControllerState read(GLFWGamepadState raw) {
        var pressed = EnumSet.noneOf(ControllerButton.class);
        for (int i = 0; i < BUTTONS.length; i++) {
            if (raw.buttons(i) == GLFW_PRESS) {
                pressed.add(BUTTONS[i]);
            }
        }
        float left = (raw.axes(GLFW_GAMEPAD_AXIS_LEFT_TRIGGER) + 1) / 2;
        float right = (raw.axes(GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER) + 1) / 2;
        if (left >= TRIGGER_PRESSED) {
            pressed.add(LEFT_TRIGGER);
        }
        if (right >= TRIGGER_PRESSED) {
            pressed.add(RIGHT_TRIGGER);
        }
        return new ControllerState(pressed, raw.axes(GLFW_GAMEPAD_AXIS_LEFT_X), raw.axes(GLFW_GAMEPAD_AXIS_LEFT_Y),
                raw.axes(GLFW_GAMEPAD_AXIS_RIGHT_X), raw.axes(GLFW_GAMEPAD_AXIS_RIGHT_Y), left, right);
    }
}
