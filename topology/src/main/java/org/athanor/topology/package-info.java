// SPDX-License-Identifier: Apache-2.0
/**
 * Reads the hardware topology of a machine with libhwloc 2.x: packages, caches, cores, PUs, NUMA
 * nodes and devices as a tree of immutable objects. Binds threads, processes and memory to them.
 * Entry class: {@link org.athanor.topology.Topology}. Depends neither on Hadoop nor on other
 * modules. Without libhwloc, only {@link org.athanor.topology.CpuSet}, {@link
 * org.athanor.topology.NodeSet} and {@link org.athanor.topology.HwlocLibrary} work.
 *
 * <p>Stable: what is public here changes only with a line in the changelog.
 */
package org.athanor.topology;
