// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.util.List;
import java.util.Optional;
import org.athanor.workloads.usage.OptionTable;
import org.athanor.workloads.usage.UsageException;

/**
 * The arguments of the tool.
 *
 * @param input file or directory of the mesh; empty if it is in a table
 * @param table which mesh of a table; empty if it is in files
 * @param output file of the result; empty for a name from the input's
 * @param cells of the grid along an edge, for a simplified mesh
 * @param reduces number of reduce tasks
 * @param merge whether the parts become one file
 * @param work directory for intermediate data; empty for that of the output
 */
record MeshOptions(
    Optional<String> input,
    Optional<TableMesh> table,
    Query query,
    Optional<String> output,
    int cells,
    int reduces,
    boolean merge,
    Optional<String> work) {
  private static final int CELLS = 1024;

  private static final List<String> OF_TABLES = List.of("--model", "--analysis", "--step");

  private static final OptionTable TABLE =
      TableMesh.options(
              new OptionTable("athanor apps mesh", "Answers a query about a mesh of tetrahedra.")
                  .with(
                      "-i",
                      "--input",
                      "FILE",
                      "the mesh, in Gmsh's format MSH 2 (ASCII); a directory of files is one mesh,"
                          + " each tetrahedron in one of them"))
          .with(
              "-q",
              "--query",
              "QUERY",
              "bounding-box, boundary, vertices, missing or simplified (default: boundary)")
          .with(
              "-o",
              "--output",
              "FILE",
              "the result (default: beside the input, part.boundary.txt for part.msh.gz)")
          .with(
              "-g",
              "--grid",
              "N",
              "for a simplified mesh: cells along an edge of the cube whose vertices become one each,"
                  + " 1 to "
                  + Grid.FINEST
                  + " (default: "
                  + CELLS
                  + ")")
          .with("-nr", "--reducers", "N", "reduce tasks of each job (default: 1)")
          .withFlag("", "--no-merge", "leave the output as a directory with a file of each reduce")
          .with(
              "", "--work", "DIR", "directory for intermediate data (default: that of the output)")
          .withFlag("-h", "--help", "show this help");

  /** Returns the help. */
  static String help() {
    return TABLE.help(
        "",
        "Queries:",
        "  bounding-box   six lines: the least and the greatest coordinates of all vertices",
        "  boundary       the triangles of exactly one tetrahedron: ids of three vertices",
        "  vertices       each vertex once: id and coordinates",
        "  missing        vertices that tetrahedra use, but the mesh does not have: id and uses",
        "  simplified     a mesh in which the vertices of each cell of a grid are one; in Gmsh's format",
        "",
        "With import as the first argument, it writes a mesh to a table: see",
        "athanor apps mesh import --help.",
        "",
        "Files whose names end in .gz or .bz2 are compressed, the output too. Paths may be URIs such as",
        "hdfs://nn/part.msh. Options of every application: see athanor apps --help.",
        "",
        "Examples:",
        "  athanor apps mesh -i part.msh.gz",
        "      writes the boundary to part.boundary.txt",
        "  athanor apps mesh -i part.msh -q simplified -g 32",
        "      writes a coarse mesh to part.simplified.msh");
  }

  /**
   * Parses arguments; empty if they ask for help.
   *
   * @throws UsageException if they are wrong
   */
  static Optional<MeshOptions> parse(String... arguments) {
    if (OptionTable.asksForHelp(arguments)) {
      return Optional.empty();
    }
    OptionTable.Values values = TABLE.parse(arguments);
    if (values.has("--table")) {
      requireTable(values);
    } else {
      values.required("--input");
      OF_TABLES.stream()
          .filter(values::has)
          .findFirst()
          .ifPresent(
              option -> {
                throw new UsageException(option + ": is for --table");
              });
    }
    Query query = Query.named(values.text("--query").orElse(Query.BOUNDARY.word()));
    if (values.has("--grid") && query != Query.SIMPLIFIED) {
      throw new UsageException("--grid: is for --query simplified; the query is " + query.word());
    }
    if (values.has("--no-merge") && !values.has("--output")) {
      throw new UsageException("--no-merge: needs --output, a directory that does not exist yet");
    }
    return Optional.of(
        new MeshOptions(
            values.text("--input"),
            values.text("--table").map(name -> TableMesh.of(values)),
            query,
            values.text("--output"),
            values.number("--grid", 1, Grid.FINEST, CELLS),
            values.number("--reducers", 1, 10_000, 1),
            !values.has("--no-merge"),
            values.text("--work")));
  }

  private static void requireTable(OptionTable.Values values) {
    if (values.has("--input")) {
      throw new UsageException("--input and --table: the mesh must be in one of them");
    }
    if (!values.has("--output")) {
      throw new UsageException("--table: needs --output, the file of the result");
    }
  }
}
