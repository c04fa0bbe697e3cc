// SPDX-License-Identifier: Apache-2.0
/**
 * What should become of each file: its tier, its number of replicas, its copy in an SSD cache, with
 * a reason. Pure: no clock, no I/O, no state but that of the arguments. Entry class: {@link
 * org.athanor.storage.decision.AptPlanner}; for DUX, {@link
 * org.athanor.storage.decision.PersistentRegion} and {@link
 * org.athanor.storage.decision.ConfigurationChooser}.
 */
package org.athanor.storage.decision;
