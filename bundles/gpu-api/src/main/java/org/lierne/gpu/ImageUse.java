package org.lierne.gpu;

/** What an image may be used for besides copies, which are always allowed. */
public enum ImageUse { SAMPLED, STORAGE, COLOR_TARGET, DEPTH_TARGET }
