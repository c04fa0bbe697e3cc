// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

/** The applications of the module workloads that are tools of their own, in the order of help. */
enum Application {
  CLOUDRS(
      "cloudrs",
      "org.athanor.workloads.cloudrs.CloudRs",
      "Corrects sequencing errors in DNA reads (FASTQ)."),
  MARDRE(
      "mardre",
      "org.athanor.workloads.mardre.MarDre",
      "Removes duplicate and near-duplicate DNA reads (FASTQ, FASTA)."),
  MESH(
      "mesh",
      "org.athanor.workloads.mesh.Mesh",
      "Answers queries about meshes of tetrahedra, such as the boundary (Gmsh).");

  private final String command;
  private final String mainClass;
  private final String description;

  Application(String command, String mainClass, String description) {
    this.command = command;
    this.mainClass = mainClass;
    this.description = description;
  }

  /** Returns the word that users type. */
  String command() {
    return command;
  }

  /** Returns the class of the driver. */
  String mainClass() {
    return mainClass;
  }

  /** Returns what the application does, in one line. */
  String description() {
    return description;
  }
}
