// SPDX-License-Identifier: Apache-2.0
/**
 * The tiers and the regions of a cluster: groups of storage devices of similar speed, and groups of
 * racks. All types are immutable. Entry class: {@link org.athanor.storage.tier.Tiers}.
 */
package org.athanor.storage.tier;
