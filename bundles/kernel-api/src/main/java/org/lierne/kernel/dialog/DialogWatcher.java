package org.lierne.kernel.dialog;

import org.osgi.annotation.versioning.ConsumerType;

/** Whiteboard: is told when a question begins to wait for the user. */
@ConsumerType
public interface DialogWatcher {
    void asked(UserDialogs dialogs, UserDialogs.Open question);
}
