// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** A key and its value, such as {@code CPUModel} of a package or {@code OSName} of a machine. */
public record Info(String name, String value) {}
