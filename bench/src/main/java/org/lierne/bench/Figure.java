package org.lierne.bench;

/**
 * One measured figure.
 *
 * @param name   {@code start.console.aot}
 * @param value  median
 * @param unit   {@code ms}, {@code ns}, {@code MB}, {@code ratio}, {@code %}, {@code GB/s}, {@code Mdw/s} (million dwords), {@code Minst/s}
 *               (million instructions), {@code Mpkt/s} (million packets) or {@code Mop/s} (million lane operations) a second
 * @param spread lowest and highest of the runs, as text
 * @param goal   what it should be, empty without one
 */
record Figure(String name, double value, String unit, String spread, String goal) {}
