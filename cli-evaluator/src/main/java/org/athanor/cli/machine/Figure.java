// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.machine;

/**
 * A number, and where it is from.
 *
 * @param value in the unit of what it is a figure of
 * @param origin a few words, such as {@code --link}
 */
public record Figure(double value, String origin) {}
