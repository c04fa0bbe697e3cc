// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import org.athanor.simulator.run.Scenario;

/**
 * A scenario of a file.
 *
 * @param name that of the file's scenario without a matrix; otherwise the values that it has of the
 *     matrix, such as {@code placement=hybrid,link=1Gbit/s}
 */
public record Variant(String name, Scenario scenario) {}
