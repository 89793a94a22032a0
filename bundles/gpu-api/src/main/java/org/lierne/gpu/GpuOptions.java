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
 * @param cacheFolder     folder for the driver's compiled pipelines; empty: {@code cache/shaders} of the user's
 *                        folder, or none without a framework
 * @param uploadQueue     move the first texels of new images through a queue of their own: one of the device that does
 *                        nothing else, or where it has none its only one, in submissions of their own
 */
public record GpuOptions(boolean validation, boolean preferSoftware, String deviceName, boolean presentation,
        String cacheFolder, boolean uploadQueue) {
    /** No validation, any device, no window, no files, one queue. */
    public static GpuOptions headless() {
        return new GpuOptions(false, false, "", false, "", false);
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

    public GpuOptions withUploadQueue(boolean on) {
        return new GpuOptions(validation, preferSoftware, deviceName, presentation, cacheFolder, on);
    }
}
