// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

/** A line of a graph: two ids of vertices, as decimal numbers, with a TAB between them. */
public record Edge(long source, long target) {

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it is not an edge; the message quotes the line
   */
  public static Edge parse(String line) {
    int tab = line.indexOf('\t');
    try {
      return new Edge(
          Long.parseLong(line, 0, Math.max(tab, 0), 10),
          Long.parseLong(line, tab + 1, line.length(), 10));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "line \"" + line + "\": must be two whole numbers with a TAB between them", e);
    }
  }
}
