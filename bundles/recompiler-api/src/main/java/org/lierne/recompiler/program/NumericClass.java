package org.lierne.recompiler.program;

/** How the host types the texels of an image or attachment. Normalised and scaled formats are FLOAT. */
public enum NumericClass { FLOAT, UINT, SINT }
