// SPDX-License-Identifier: Apache-2.0
/**
 * Meshes in tables of HBase: access for {@link org.athanor.workloads.mesh.MeshTable}. Nothing else
 * needs classes of HBase. {@link org.athanor.workloads.meshtable.MeshRows} and {@link
 * org.athanor.workloads.meshtable.MeshCells} are the format, {@link
 * org.athanor.workloads.meshtable.MeshTableInputFormat} reads it, and all tasks of a process use
 * one {@link org.athanor.workloads.meshtable.HBaseConnections}.
 */
package org.athanor.workloads.meshtable;
