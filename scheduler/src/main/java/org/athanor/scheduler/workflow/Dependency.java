// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.util.Optional;

/**
 * A job that must have succeeded before another one starts.
 *
 * @param job the later one
 * @param on the earlier one
 * @param path the input of the later one that the earlier one writes; empty if the file says {@code
 *     after}
 */
public record Dependency(String job, String on, Optional<String> path) {}
