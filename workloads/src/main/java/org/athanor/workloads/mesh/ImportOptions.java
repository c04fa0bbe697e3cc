// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.util.Optional;
import org.athanor.workloads.usage.OptionTable;
import org.athanor.workloads.usage.UsageException;

/**
 * The arguments of an import.
 *
 * @param regions of a new table
 * @param replace whether a mesh that is there already is removed first
 * @param work directory for intermediate data; empty for Hadoop's temporary one
 */
record ImportOptions(
    String input, TableMesh mesh, int regions, boolean replace, Optional<String> work) {
  /** The word before these arguments. */
  static final String COMMAND = "import";

  private static final int REGIONS = 8;
  private static final int MOST_REGIONS = 4096;

  private static final OptionTable TABLE =
      TableMesh.options(
              new OptionTable(
                      "athanor apps mesh " + COMMAND, "Writes a mesh of tetrahedra to a table.")
                  .with(
                      "-i",
                      "--input",
                      "FILE",
                      "the mesh, in Gmsh's format MSH 2 (ASCII), or a directory of its files"))
          .with(
              "",
              "--regions",
              "N",
              "regions of a new table, 1 to " + MOST_REGIONS + " (default: " + REGIONS + ")")
          .withFlag("", "--replace", "remove the mesh first if the table has it already")
          .with("", "--work", "DIR", "directory for intermediate data (default: hadoop.tmp.dir)")
          .withFlag("-h", "--help", "show this help");

  /** Returns the help. */
  static String help() {
    return TABLE.help(
        "",
        "HBase is that of HBASE_HOME or ATHANOR_HBASE_CLASSPATH, with its hbase-site.xml.",
        "",
        "Example:",
        "  athanor apps mesh import -i part.msh.gz --table meshes",
        "  athanor apps mesh --table meshes -q boundary -o part.boundary.txt");
  }

  /**
   * Parses arguments; empty if they ask for help.
   *
   * @throws UsageException if they are wrong
   */
  static Optional<ImportOptions> parse(String... arguments) {
    if (OptionTable.asksForHelp(arguments)) {
      return Optional.empty();
    }
    OptionTable.Values values = TABLE.parse(arguments);
    return Optional.of(
        new ImportOptions(
            values.required("--input"),
            TableMesh.of(values),
            values.number("--regions", 1, MOST_REGIONS, REGIONS),
            values.has("--replace"),
            values.text("--work")));
  }
}
