// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.athanor.workloads.usage.UsageException;

/** What can be asked of a mesh. */
public enum Query {
  /** The box that has all vertices. */
  BOUNDING_BOX("bounds"),
  /** The triangles of exactly one tetrahedron. */
  BOUNDARY("boundary triangles"),
  /** Ids and coordinates of all vertices. */
  VERTICES("vertices"),
  /** Ids that tetrahedra use, but no vertex has. */
  MISSING("missing vertices"),
  /** A mesh with fewer vertices. */
  SIMPLIFIED("tetrahedra in the simplified mesh");

  private final String results;

  Query(String results) {
    this.results = results;
  }

  /**
   * Returns the query of a name.
   *
   * @throws UsageException if there is none
   */
  public static Query named(String name) {
    return Arrays.stream(values())
        .filter(query -> query.word().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "--query "
                        + name
                        + ": must be "
                        + Arrays.stream(values())
                            .map(Query::word)
                            .collect(Collectors.joining(", "))));
  }

  /** Returns the word that users type. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the end of the name of a result. */
  String extension() {
    return this == SIMPLIFIED ? ".msh" : ".txt";
  }

  /** Returns what the lines of a result are. */
  String results() {
    return results;
  }
}
