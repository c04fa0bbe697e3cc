// SPDX-License-Identifier: Apache-2.0
/**
 * The daemon that moves files between tiers and changes their numbers of replicas, simulated: after
 * each period the planners of module {@code storage} decide about all files, and blocks are copied.
 */
package org.athanor.simulator.manage;
