package org.lierne.lib.user_service;

import java.nio.charset.StandardCharsets;
import org.lierne.hle.At;
import org.lierne.hle.GuestBytes;
import org.lierne.hle.GuestPtr;
import org.lierne.hle.GuestStatus;
import org.lierne.hle.GuestStruct;
import org.lierne.hle.HleExport;
import org.lierne.hle.HleLibrary;
import org.lierne.hle.HleModule;
import org.lierne.hle.InOut;
import org.lierne.hle.OrNull;
import org.lierne.hle.Out;
import org.lierne.hle.SizedBy;
import org.lierne.kernel.title.LocalUser;
import org.lierne.kernel.title.Title;
import org.lierne.kernel.title.TitleListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Who is signed in. Documented: system calls, section 12. */
@Component(service = {HleModule.class, TitleListener.class})
@HleLibrary(id = "lib.user-service", library = "libSceUserService")
public final class UserExports implements HleModule, TitleListener {
    private static final int LOGIN = 0;
    private static final LocalUser USER = LocalUser.PLAYER;

    /** Login or logout of a user. */
    @GuestStruct(size = 0x08)
    public record UserEvent(@At(0x00) int type, @At(0x04) int user) {}

    /** Four users, -1 for none. */
    @GuestStruct(size = 0x10)
    public record UserList(@At(0x00) int first, @At(0x04) int second, @At(0x08) int third, @At(0x0C) int fourth) {}

    private boolean isInitialized;
    private boolean loginTold;

    @Activate
    public UserExports() {}

    @Override
    public synchronized void titleStarting(Title title) {
        isInitialized = false;
        loginTold = false;
    }

    @HleExport(name = "sceUserServiceInitialize", nid = "j3YMu1MVNNo")
    public GuestStatus initialize(@OrNull GuestPtr<Integer> parameters) {
        return begin();
    }

    @HleExport(name = "sceUserServiceInitialize2", nid = "az-0R6eviZ0")
    public GuestStatus initialize(int threadPriority, long affinity) {
        return begin();
    }

    private synchronized GuestStatus begin() {
        if (isInitialized) {
            return UserServiceError.ALREADY_INITIALIZED;
        }
        isInitialized = true;
        return GuestStatus.OK;
    }

    @HleExport(name = "sceUserServiceTerminate", nid = "bwFjS+bX9mA")
    public synchronized GuestStatus terminate() {
        if (!isInitialized) {
            return UserServiceError.NOT_INITIALIZED;
        }
        isInitialized = false;
        return GuestStatus.OK;
    }

    private synchronized boolean isOff() {
        return !isInitialized;
    }

    @HleExport(name = "sceUserServiceGetInitialUser", nid = "CdWp0oHWGr0")
    @HleExport(name = "sceUserServiceGetForegroundUser", nid = "eNb53LQJmIM")
    public GuestStatus initialUser(@Out GuestPtr<Integer> user) {
        return isOff() ? UserServiceError.NOT_INITIALIZED : write(user, USER.id());
    }

    private static GuestStatus write(GuestPtr<Integer> out, int value) {
        if (out.isNull()) {
            return UserServiceError.ARGUMENT;
        }
        out.set(value);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceUserServiceGetLoginUserIdList", nid = "fPhymKNvK-A")
    public GuestStatus users(@Out GuestPtr<UserList> list) {
        if (isOff()) {
            return UserServiceError.NOT_INITIALIZED;
        }
        if (list.isNull()) {
            return UserServiceError.ARGUMENT;
        }
        list.set(new UserList(USER.id(), LocalUser.INVALID, LocalUser.INVALID, LocalUser.INVALID));
        return GuestStatus.OK;
    }

    @HleExport(name = "sceUserServiceGetUserName", nid = "1xxcMiGu2fo")
    public GuestStatus name(int user, @Out @SizedBy("size") GuestBytes name, long size) {
        if (isOff()) {
            return UserServiceError.NOT_INITIALIZED;
        }
        if (name.isNull()) {
            return UserServiceError.ARGUMENT;
        }
        if (user != USER.id()) {
            return UserServiceError.NOT_LOGGED_IN;
        }
        byte[] bytes = (USER.name() + "\0").getBytes(StandardCharsets.UTF_8);
        if (Long.compareUnsigned(size, bytes.length) < 0) {
            return UserServiceError.BUFFER_SHORT;
        }
        name.write(bytes);
        return GuestStatus.OK;
    }

    @HleExport(name = "sceUserServiceGetUserNumber", nid = "qbwy0Ub8b3M")
    public GuestStatus number(int user, @Out GuestPtr<Integer> number) {
        return ofUser(user, number, LocalUser.NUMBER);
    }

    /** An adult: no content is held back. */
    @HleExport(name = "sceUserServiceGetAgeLevel", nid = "woNpu+45RLk")
    public GuestStatus ageLevel(int user, @Out GuestPtr<Integer> level) {
        return ofUser(user, level, Settings.AGE_LEVEL);
    }

    /** A value of the user that has just one answer. */
    private GuestStatus ofUser(int user, GuestPtr<Integer> out, int value) {
        if (isOff()) {
            return UserServiceError.NOT_INITIALIZED;
        }
        if (out.isNull()) {
            return UserServiceError.ARGUMENT;
        }
        return user == USER.id() ? write(out, value) : UserServiceError.NOT_LOGGED_IN;
    }

    /** The login of the user once, then nothing. */
    @HleExport(name = "sceUserServiceGetEvent", nid = "yH17Q6NWtVg")
    public synchronized GuestStatus event(@Out GuestPtr<UserEvent> event) {
        if (!isInitialized) {
            return UserServiceError.NOT_INITIALIZED;
        }
        if (event.isNull()) {
            return UserServiceError.ARGUMENT;
        }
        if (loginTold) {
            return UserServiceError.NO_EVENT;
        }
        loginTold = true;
        event.set(new UserEvent(LOGIN, USER.id()));
        return GuestStatus.OK;
    }

    /** Vibration and trigger effects at full strength. */
    @HleExport(name = "sceUserServiceGetAccessibilityVibration", nid = "qWYHOFwqCxY")
    @HleExport(name = "sceUserServiceGetAccessibilityTriggerEffect", nid = "-3Y5GO+-i78")
    public GuestStatus fullStrength(int user, @Out GuestPtr<Integer> value) {
        return ofUser(user, value, Settings.FULL_STRENGTH);
    }

    @HleExport(name = "sceUserServiceGetAccessibilityZoomEnabled", nid = "hD-H81EN9Vg")
    @HleExport(name = "sceUserServiceGetAccessibilityZoomFollowFocus", nid = "O6IW1-Dwm-w")
    @HleExport(name = "sceUserServiceGetAccessibilityPressAndHoldDelay", nid = "ZKJtxdgvzwg")
    @HleExport(name = "sceUserServiceGetAccessibilityChatTranscription", nid = "rnEhHqG-4xo")
    public GuestStatus off(int user, @Out GuestPtr<Integer> value) {
        return ofUser(user, value, Settings.OFF);
    }

    /** Always succeeds: a failure makes one engine treat the controller as invalid. The caller has set the size. */
    @HleExport(name = "sceUserServiceGetGamePresets", nid = "-sD02mFDBh4")
    public GuestStatus presets(int user, @InOut GuestPtr<Presets> presets) {
        if (!presets.isNull()) {
            presets.set(Presets.none(presets.get().size()));
        }
        return GuestStatus.OK;
    }
}
