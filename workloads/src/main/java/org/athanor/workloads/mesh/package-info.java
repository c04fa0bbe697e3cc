// SPDX-License-Identifier: Apache-2.0
/**
 * Queries of a mesh of tetrahedra, those of the project VELaSSCo: bounding box, boundary, list of
 * vertices, missing vertices and a simplified mesh. The mesh is in files of Gmsh, or in a table of
 * a database ({@link org.athanor.workloads.mesh.MeshTable}). Entry class: {@link
 * org.athanor.workloads.mesh.Mesh}; files are read by {@link
 * org.athanor.workloads.mesh.MeshScanner}, the jobs are in {@link
 * org.athanor.workloads.mesh.MeshJobs}.
 */
package org.athanor.workloads.mesh;
