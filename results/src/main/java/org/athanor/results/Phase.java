// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

/**
 * A phase of a job, such as {@code map} or {@code stage 3}. Start and end are in seconds since the
 * trial's start. Phases may overlap.
 */
public record Phase(String name, double startSeconds, double endSeconds) {}
