// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mesh;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.athanor.workloads.lines.LineSource;
import org.athanor.workloads.lines.MalformedRecordException;

/**
 * The vertices and tetrahedra of a part of a file in Gmsh's format MSH 2 (ASCII): those whose lines
 * begin in it. Marks, such as {@code $Nodes} and {@code $EndNodes}, enclose sections. Other
 * sections, and elements of lower dimension, are left out. Of tetrahedra with curved edges, only
 * the corners are read. Not thread-safe.
 */
final class MeshScanner implements Closeable {
  private static final String FORMAT = "MeshFormat";
  private static final String NODES = "Nodes";
  private static final String ELEMENTS = "Elements";
  private static final String PARAMETRIC = "ParametricNodes";
  private static final String BEGINNING = "must be $MeshFormat, with which files of Gmsh begin";

  /** Numbers of nodes of each type of tetrahedra; the first four are the corners. */
  private static final Map<Long, Integer> TETRAHEDRA = Map.of(4L, 4, 11L, 10, 29L, 20);

  /** Points, lines, triangles and quadrangles. */
  private static final Set<Long> OF_LOWER_DIMENSION =
      Set.of(1L, 2L, 3L, 8L, 9L, 10L, 15L, 16L, 20L, 21L, 22L, 23L, 24L, 25L, 26L, 27L, 28L);

  /** Values of {@link #announced} other than numbers. */
  private static final long NEXT_LINE = -1;

  private static final long PERHAPS_NEXT_LINE = -2;
  private static final long BEFORE = -3;

  private final Configuration configuration;
  private final Path file;
  private final long start;
  private final long length;
  private final boolean splittable;
  private final LineSource lines;
  private final Text line = new Text();
  private final Fields fields = new Fields();

  /** Name of the open section; empty outside of sections. */
  private String section;

  /** The number of records of the section, which its first line has. */
  private long announced;

  private long records;

  /** Announced lines less lines, in all sections of vertices and of elements. */
  private long verticesLacking;

  private long elementsLacking;

  /**
   * Opens a part of a file.
   *
   * @param start offset of its first byte; 0 if the file is compressed
   * @param length bytes of the part; for a compressed file those of the whole file as it is stored
   * @param section name of the section that is open at the start; empty if none is
   */
  MeshScanner(Configuration configuration, Path file, long start, long length, String section)
      throws IOException {
    this.configuration = configuration;
    this.file = file;
    this.start = start;
    this.length = length;
    this.section = section;
    announced = PERHAPS_NEXT_LINE;
    splittable = LineSource.splittable(configuration, file);
    lines = new LineSource(configuration, file, start == 0 ? 0 : firstLine());
  }

  /** From the byte before, so that a line that begins at the start is not taken for a rest. */
  private long firstLine() throws IOException {
    try (LineSource search = new LineSource(configuration, file, start - 1)) {
      return search.read(line) ? search.position() : start;
    }
  }

  /**
   * Reads the next vertex or tetrahedron; returns false if there is none.
   *
   * @throws MalformedRecordException if the file is not in the format
   */
  boolean next(MeshRecord record) throws IOException {
    while (!splittable || lines.position() < start + length) {
      boolean first = lines.position() == 0;
      if (!lines.read(line)) {
        checkEnd(first);
        return false;
      }
      fields.split(line);
      if (fields.count() == 0 && !first) {
        continue;
      }
      if (first && (fields.count() != 1 || !fields.text(0).equals("$" + FORMAT))) {
        throw lines.malformed(BEGINNING);
      }
      if (line.charAt(0) == '$') {
        mark(fields.text(0));
      } else if (read(record)) {
        return true;
      }
    }
    boolean first = lines.position() == 0;
    if ((first || !section.isEmpty()) && !lines.read(line)) {
      checkEnd(first);
    }
    return false;
  }

  private void checkEnd(boolean empty) throws IOException {
    if (empty) {
      throw new MalformedRecordException(file, 1, BEGINNING);
    }
    if (!section.isEmpty()) {
      throw lines.malformed(
          "the file ends in $" + section + "; must have $End" + section + " (is it complete?)");
    }
  }

  private void mark(String mark) throws IOException {
    boolean ours = section.equals(FORMAT) || section.equals(NODES) || section.equals(ELEMENTS);
    if (section.isEmpty()) {
      if (mark.startsWith("$End") || mark.equals("$" + PARAMETRIC)) {
        throw lines.malformed(
            mark
                + ": must be the beginning of a section such as $Nodes"
                + (mark.endsWith(PARAMETRIC) ? ", without parametric coordinates" : ""));
      }
      section = mark.substring(1);
      announced = NEXT_LINE;
      records = 0;
    } else if (mark.equals("$End" + section)) {
      if (ours && announced >= 0 && announced != records) {
        throw lines.malformed(
            mark + " after " + records + " lines; $" + section + " announces " + announced);
      }
      section = "";
    } else if (ours) {
      throw lines.malformed(mark + ": must be $End" + section + " before");
    }
  }

  /** Reads a line of a section. Returns whether it is a record. */
  private boolean read(MeshRecord record) throws IOException {
    switch (section) {
      case FORMAT -> format();
      case NODES, ELEMENTS -> {
        if (announced == NEXT_LINE || (announced == PERHAPS_NEXT_LINE && fields.count() == 1)) {
          announced = fields.count() == 1 ? fields.whole(0) : -1;
          if (announced < 0) {
            throw lines.malformed("must be the number of lines in $" + section);
          }
          lack(announced);
          return false;
        }
        if (announced == PERHAPS_NEXT_LINE) {
          announced = BEFORE;
        }
        records++;
        lack(-1);
        return section.equals(NODES) ? vertex(record) : element(record);
      }
      case "" -> throw lines.malformed("is outside of sections; must be a mark such as $Nodes");
      default -> {
        // A section that the queries do not need.
      }
    }
    return false;
  }

  private void lack(long more) {
    if (section.equals(NODES)) {
      verticesLacking += more;
    } else {
      elementsLacking += more;
    }
  }

  /**
   * Returns how many lines the sections of vertices announce, less those that have been read. The
   * sum of all parts of a file is 0 if it is complete.
   */
  long verticesLacking() {
    return verticesLacking;
  }

  /** The same for the sections of elements. */
  long elementsLacking() {
    return elementsLacking;
  }

  private void format() throws IOException {
    if (!fields.text(0).matches("2(\\.\\d+)?")) {
      throw lines.malformed(
          "version "
              + fields.text(0)
              + " of the format; must be 2 (gmsh -save -format msh2 converts files)");
    }
    if (fields.count() != 3 || !fields.text(1).equals("0")) {
      throw lines.malformed("must be 2.2 0 8: version, 0 for ASCII, bytes of a number");
    }
  }

  private boolean vertex(MeshRecord vertex) throws IOException {
    if (fields.count() != 4) {
      throw lines.malformed(fields.count() + " fields; must be a vertex: id, x, y and z");
    }
    vertex.setVertex(id(0), coordinate(1), coordinate(2), coordinate(3));
    return true;
  }

  private double coordinate(int field) throws IOException {
    double value = fields.decimal(field);
    if (Double.isNaN(value)) {
      throw lines.malformed("coordinate " + fields.text(field) + ": must be a decimal number");
    }
    // Not -0, which compares as another number.
    return value + 0.0;
  }

  private long id(int field) throws IOException {
    long id = fields.whole(field);
    if (id < 1) {
      throw lines.malformed("id " + fields.text(field) + ": must be a whole number from 1");
    }
    return id;
  }

  private boolean element(MeshRecord tetrahedron) throws IOException {
    long type = fields.count() < 3 ? -1 : fields.whole(1);
    long tags = fields.count() < 3 ? -1 : fields.whole(2);
    if (type < 0 || tags < 0) {
      throw lines.malformed("must be an element: id, type, number of tags, tags, nodes");
    }
    Integer nodes = TETRAHEDRA.get(type);
    if (nodes == null) {
      if (!OF_LOWER_DIMENSION.contains(type)) {
        throw lines.malformed(
            "element of type "
                + type
                + "; must be tetrahedra (4, 11, 29), besides points, lines, triangles and"
                + " quadrangles");
      }
      return false;
    }
    if (fields.count() != 3 + tags + nodes) {
      throw lines.malformed(
          fields.count()
              + " fields; must be "
              + (3 + tags + nodes)
              + ": id, type, number of tags, "
              + tags
              + " tags and "
              + nodes
              + " nodes");
    }
    tetrahedron.setTetrahedron(id(0));
    for (int i = 0; i < 4; i++) {
      long corner = id((int) (3 + tags + i));
      for (int j = 0; j < i; j++) {
        if (tetrahedron.corner(j) == corner) {
          throw lines.malformed("two corners are vertex " + corner + "; must be four vertices");
        }
      }
      tetrahedron.setCorner(i, corner);
    }
    return true;
  }

  /** Returns the share of the part that has been read, from 0 to 1. */
  float progress() throws IOException {
    long done = (splittable ? lines.position() : lines.stored()) - start;
    return length == 0 ? 1 : Math.max(0, Math.min(1, (float) done / length));
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
