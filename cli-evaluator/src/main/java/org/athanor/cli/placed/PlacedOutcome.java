// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

import java.util.Optional;

/**
 * The end of one of several runs.
 *
 * @param run empty if the jobs cannot be run to their ends
 * @param failure why they cannot, one line; empty if there is a run
 */
public record PlacedOutcome(PlacedItem item, Optional<PlacedRun> run, String failure) {}
