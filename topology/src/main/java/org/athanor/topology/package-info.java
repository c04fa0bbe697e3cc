// SPDX-License-Identifier: Apache-2.0
/**
 * The hardware topology of a machine, by libhwloc 2.x: packages, caches, cores, PUs, NUMA nodes and
 * devices as a tree of immutable objects, and the binding of threads, processes and memory to them.
 * Entry class: {@link org.athanor.topology.Topology}. Needs neither Hadoop nor any other module;
 * without libhwloc only {@link org.athanor.topology.CpuSet}, {@link org.athanor.topology.NodeSet}
 * and {@link org.athanor.topology.HwlocLibrary} work.
 */
package org.athanor.topology;
