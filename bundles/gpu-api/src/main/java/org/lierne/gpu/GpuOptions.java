package org.lierne.gpu;

/**
 * How a device is chosen and opened.
 *
 * @param validation      check every call with the validation layer; its findings are counted and logged. Refused
 *                        where it is not installed
 * @param preferSoftware  take a software device before any other
 * @param deviceName      part of the name of the wanted device, in any case; empty: the first discrete, else
 *                        integrated, else any
 * @param presentation    open it so that a window can be attached; ignored where there is no display
 * @param cacheFolder     folder for the driver's compiled pipelines; empty: {@code shaders} of the process's
 *                        cache, or none without a framework
 * @param uploadQueue     where the first texels of new images move
 */
public record GpuOptions(boolean validation, boolean preferSoftware, String deviceName, boolean presentation,
        String cacheFolder, UploadQueue uploadQueue) {
    /** Where the first texels of new images move: before the work that uses them, or beside other work. */
    public enum UploadQueue {
        /** With the work that uses them. */
        NONE,
        /** On the device's queue that does nothing else, where it has one. */
        OWN,
        /** There, or where it has none on its only one, in submissions of their own. */
        ANY
    }

    /** No validation, any device, no window, no files. */
    public static GpuOptions headless() {
        return new GpuOptions(false, false, "", false, "", UploadQueue.OWN);
    }

    public GpuOptions withValidation(boolean on) {
        return new GpuOptions(on, preferSoftware, deviceName, presentation, cacheFolder, uploadQueue);
    }

    public GpuOptions withPreferSoftware(boolean on) {
        return new GpuOptions(validation, on, deviceName, presentation, cacheFolder, uploadQueue);
    }

    public GpuOptions withDeviceName(String name) {
        return new GpuOptions(validation, preferSoftware, name, presentation, cacheFolder, uploadQueue);
    }

    public GpuOptions withPresentation(boolean on) {
        return new GpuOptions(validation, preferSoftware, deviceName, on, cacheFolder, uploadQueue);
    }

    public GpuOptions withCacheFolder(String folder) {
        return new GpuOptions(validation, preferSoftware, deviceName, presentation, folder, uploadQueue);
    }

    public GpuOptions withUploadQueue(UploadQueue queue) {
        return new GpuOptions(validation, preferSoftware, deviceName, presentation, cacheFolder, queue);
    }
}
