package org.lierne.gpu;

/**
 * Groups of subgroup operations, in the bit order of {@code VkSubgroupFeatureFlagBits}; the last is a later
 * extension's.
 */
public enum SubgroupOperation { BASIC, VOTE, ARITHMETIC, BALLOT, SHUFFLE, SHUFFLE_RELATIVE, CLUSTERED, QUAD, ROTATE }
