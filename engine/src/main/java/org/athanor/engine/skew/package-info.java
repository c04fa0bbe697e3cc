// SPDX-License-Identifier: Apache-2.0
/**
 * Uneven reduces: which partitions are too large, which keys weigh most, and what a user is told
 * about them (thesis §4.3.3). Pure functions of numbers, but for {@link
 * org.athanor.engine.skew.HeavyKeys}, which one thread fills. Entry class: {@link
 * org.athanor.engine.skew.SkewReport}. Uses no other package of the engine.
 */
package org.athanor.engine.skew;
