// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.skew;

/**
 * A key with many records.
 *
 * @param text a printable form of the key, of limited length
 * @param records of its group, or of the part of it that a reducer has seen
 */
public record HeavyKey(String text, long records) {}
