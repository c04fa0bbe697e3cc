// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.manage;

import org.athanor.storage.tier.Tier;

/**
 * What the simulated daemon decides that a file should become.
 *
 * @param tier that counts as the file's from then on
 * @param replicas that it has, without a copy in a cache
 */
public record ReplayedDecision(String path, Tier tier, int replicas) {}
