// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.Text;

/** Compares lines of vertex and value, in any order, with the expected value of each vertex. */
final class VertexCheck {
  private final Parts parts;
  private final LongIndex vertices;

  VertexCheck(Parts parts, LongIndex vertices) {
    this.parts = parts;
    this.vertices = vertices;
  }

  /** Compares a vertex's value. */
  interface Value {
    /** Returns the expected value if the value is wrong, null if it is right. */
    String wrong(int vertex, String value);
  }

  /** Reads the output. Throws an exception that names the first wrong line or a missing vertex. */
  void compare(Value value) throws IOException, WrongOutputException {
    BitSet seen = new BitSet(vertices.size());
    for (FileStatus part : parts.all()) {
      parts.lines(part, (line, number) -> compare(part, line, number, value, seen));
    }
    int missing = vertices.size() - seen.cardinality();
    if (missing == vertices.size() && missing > 0) {
      throw new WrongOutputException("the output is empty; must have " + missing + " vertices");
    }
    if (missing > 0) {
      throw new WrongOutputException(
          String.format(
              Locale.ROOT,
              "%d of %d vertices are missing, such as %d",
              missing,
              vertices.size(),
              vertices.id(seen.nextClearBit(0))));
    }
  }

  private void compare(FileStatus part, Text line, long number, Value value, BitSet seen)
      throws WrongOutputException {
    List<String> fields = List.of(line.toString().split("\t", -1));
    String name = Parts.name(part, number) + ": ";
    long id;
    try {
      id = Long.parseLong(fields.get(0));
    } catch (NumberFormatException notAnId) {
      throw malformed(name, line);
    }
    if (fields.size() != 2) {
      throw malformed(name, line);
    }
    int vertex = vertices.get(id);
    if (vertex < 0) {
      throw new WrongOutputException(name + "vertex " + id + " is not in the input");
    }
    if (seen.get(vertex)) {
      throw new WrongOutputException(name + "vertex " + id + " occurs a second time");
    }
    seen.set(vertex);
    String must = value.wrong(vertex, fields.get(1));
    if (must != null) {
      throw new WrongOutputException(
          name + "vertex " + id + " has " + fields.get(1) + "; must be " + must);
    }
  }

  private static WrongOutputException malformed(String name, Text line) {
    return new WrongOutputException(
        name
            + "\""
            + Records.shown(line.toString())
            + "\": must be vertex and value with a tab between them");
  }
}
