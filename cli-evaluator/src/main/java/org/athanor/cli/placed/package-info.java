// SPDX-License-Identifier: Apache-2.0
/**
 * Simulated jobs on several unlike clusters, placed by the policies of the scheduler. Entry class:
 * {@link org.athanor.cli.placed.PlacedSweep}.
 */
package org.athanor.cli.placed;
