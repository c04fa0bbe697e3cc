// SPDX-License-Identifier: Apache-2.0
/**
 * Figures of a node for a scenario file, and where each is from: this machine, or a kind of node of
 * the catalogue. Entry class: {@link org.athanor.cli.machine.NodeScenario}. Used by one thread.
 */
package org.athanor.cli.machine;
