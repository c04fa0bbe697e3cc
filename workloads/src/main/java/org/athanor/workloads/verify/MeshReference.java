// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * Answers of the queries about a mesh, which is in memory: 40 bytes per vertex, 16 per tetrahedron.
 * The boundary needs 32 bytes per tetrahedron more, a simplified mesh 150 per tetrahedron of it.
 * Not thread-safe.
 */
final class MeshReference {
  /** The corners opposite each corner; a positive volume has them counter-clockwise outside. */
  private static final int[][] FACES = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

  /** Types of elements; the first four nodes of each are its corners. */
  private static final Set<String> TETRAHEDRA = Set.of("4", "11", "29");

  private final LongIndex vertices = new LongIndex();
  private double[] coordinates = new double[3 << 10];
  private final BitSet placed = new BitSet();
  private int[] corners = new int[4 << 10];
  private int tetrahedra;

  /** Receives lines of an answer. */
  interface Lines {
    void line(String line);
  }

  /** Reads a file in Gmsh's format. */
  void read(Path file, BufferedReader lines) throws IOException {
    String section = "";
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] fields = line.strip().split("\\s+", -1);
      if (line.startsWith("$")) {
        String mark = line.strip();
        if (section.isEmpty()) {
          section = mark;
        } else if (mark.equals("$End" + section.substring(1))) {
          section = "";
        }
      } else if (fields.length > 1 && section.equals("$Nodes")) {
        vertex(fields);
      } else if (fields.length > 1
          && section.equals("$Elements")
          && TETRAHEDRA.contains(fields[1])) {
        tetrahedron(fields);
      }
    }
    if (!section.isEmpty()) {
      throw new IOException(file + ": ends in " + section);
    }
  }

  private int index(String id) {
    int vertex = vertices.add(Long.parseLong(id));
    if (3 * vertex >= coordinates.length) {
      coordinates = Arrays.copyOf(coordinates, 2 * coordinates.length);
    }
    return vertex;
  }

  private void vertex(String[] fields) {
    int vertex = index(fields[0]);
    placed.set(vertex);
    for (int i = 0; i < 3; i++) {
      coordinates[3 * vertex + i] = Double.parseDouble(fields[1 + i]) + 0.0;
    }
  }

  private void tetrahedron(String[] fields) {
    int first = 3 + Integer.parseInt(fields[2]);
    if (4 * tetrahedra == corners.length) {
      corners = Arrays.copyOf(corners, 2 * corners.length);
    }
    for (int i = 0; i < 4; i++) {
      corners[4 * tetrahedra + i] = index(fields[first + i]);
    }
    tetrahedra++;
  }

  private double bound(int axis, boolean greatest) {
    double bound = Double.NaN;
    for (int i = placed.nextSetBit(0); i >= 0; i = placed.nextSetBit(i + 1)) {
      double value = coordinates[3 * i + axis];
      bound = Double.isNaN(bound) || (greatest ? value > bound : value < bound) ? value : bound;
    }
    return bound;
  }

  void boundingBox(Lines out) {
    for (int axis = 0; axis < 3; axis++) {
      out.line("min_" + "xyz".charAt(axis) + "\t" + bound(axis, false));
      out.line("max_" + "xyz".charAt(axis) + "\t" + bound(axis, true));
    }
  }

  void vertices(Lines out) {
    for (int i = placed.nextSetBit(0); i >= 0; i = placed.nextSetBit(i + 1)) {
      out.line(
          String.format(
              Locale.ROOT,
              "%d\t%s\t%s\t%s",
              vertices.id(i),
              coordinates[3 * i],
              coordinates[3 * i + 1],
              coordinates[3 * i + 2]));
    }
  }

  void missing(Lines out) {
    int[] uses = new int[vertices.size()];
    for (int i = 0; i < 4 * tetrahedra; i++) {
      uses[corners[i]]++;
    }
    for (int i = placed.nextClearBit(0); i < uses.length; i = placed.nextClearBit(i + 1)) {
      out.line(vertices.id(i) + "\t" + uses[i]);
    }
  }

  /**
   * Sorts faces into those of each smallest vertex, where the same ones become neighbours.
   *
   * @throws IOException if a tetrahedron is there more than once
   */
  void boundary(Lines out) throws IOException {
    requireDifferent();
    int[] starts = new int[vertices.size() + 1];
    for (int i = 0; i < tetrahedra; i++) {
      for (int[] face : FACES) {
        starts[turned(i, face)[0] + 1]++;
      }
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    int[] ends = starts.clone();
    long[] others = new long[4 * tetrahedra];
    for (int i = 0; i < tetrahedra; i++) {
      for (int[] face : FACES) {
        int[] ids = turned(i, face);
        boolean odd = ids[1] > ids[2];
        long other = ((long) Math.min(ids[1], ids[2]) << 32) | (2L * Math.max(ids[1], ids[2]));
        others[ends[ids[0]]++] = odd ? other | 1 : other;
      }
    }
    for (int vertex = 0; vertex < vertices.size(); vertex++) {
      boundary(vertex, Arrays.copyOfRange(others, starts[vertex], ends[vertex]), out);
    }
  }

  /** Tetrahedra are compared by hashes first, which need less memory. */
  private void requireDifferent() throws IOException {
    long[] hashes = new long[tetrahedra];
    for (int i = 0; i < tetrahedra; i++) {
      hashes[i] = quad(i).hash();
    }
    Arrays.sort(hashes);
    Set<Long> common = new HashSet<>();
    for (int i = 1; i < tetrahedra; i++) {
      if (hashes[i - 1] == hashes[i]) {
        common.add(hashes[i]);
      }
    }
    Set<Quad> seen = new HashSet<>();
    for (int i = 0; i < tetrahedra && !common.isEmpty(); i++) {
      Quad quad = quad(i);
      if (common.contains(quad.hash()) && !seen.add(quad)) {
        throw new IOException("a tetrahedron is there more than once: " + quad);
      }
    }
  }

  private Quad quad(int tetrahedron) {
    long[] ids = new long[4];
    for (int i = 0; i < 4; i++) {
      ids[i] = vertices.id(corners[4 * tetrahedron + i]);
    }
    Arrays.sort(ids);
    return new Quad(ids[0], ids[1], ids[2], ids[3]);
  }

  /** Returns the vertices of a face, turned so that the smallest number is the first. */
  private int[] turned(int tetrahedron, int... face) {
    int[] ids = new int[3];
    int least = 0;
    for (int i = 0; i < 3; i++) {
      ids[i] = corners[4 * tetrahedron + face[i]];
      least = ids[i] < ids[least] ? i : least;
    }
    return new int[] {ids[least], ids[(least + 1) % 3], ids[(least + 2) % 3]};
  }

  private void boundary(int vertex, long[] faces, Lines out) {
    Arrays.sort(faces);
    for (int i = 0; i < faces.length; i++) {
      boolean alone =
          (i == 0 || faces[i - 1] >> 1 != faces[i] >> 1)
              && (i == faces.length - 1 || faces[i + 1] >> 1 != faces[i] >> 1);
      if (alone) {
        long low = vertices.id((int) (faces[i] >>> 32));
        long high = vertices.id((int) ((faces[i] & 0xFFFFFFFFL) >>> 1));
        boolean odd = (faces[i] & 1) == 1;
        out.line(fromSmallest(vertices.id(vertex), odd ? high : low, odd ? low : high));
      }
    }
  }

  /** Returns the line of a triangle, turned so that it begins with the smallest id. */
  private static String fromSmallest(long a, long b, long c) {
    if (a < b && a < c) {
      return a + "\t" + b + "\t" + c;
    }
    return b < c ? b + "\t" + c + "\t" + a : c + "\t" + a + "\t" + b;
  }

  /** A mesh of cells; the ids are those of cells. */
  record Simplified(Map<Long, double[]> means, Map<Quad, Boolean> allOdd) {
    void tetrahedra(Lines out) {
      allOdd.forEach(
          (ids, odd) ->
              out.line(
                  ids.a
                      + "\t"
                      + ids.b
                      + "\t"
                      + (odd ? ids.d + "\t" + ids.c : ids.c + "\t" + ids.d)));
    }
  }

  /** Four sorted ids. */
  record Quad(long a, long b, long c, long d) {
    long hash() {
      long hash = 0;
      for (long id : new long[] {a, b, c, d}) {
        hash = (hash ^ id) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 32;
      }
      return hash;
    }
  }

  /** Returns the longest edge of the bounding box. */
  double longest() {
    double longest = 0;
    for (int axis = 0; axis < 3; axis++) {
      longest = Math.max(longest, bound(axis, true) - bound(axis, false));
    }
    return longest;
  }

  Simplified simplified(int cells) {
    double longest = longest();
    double[] least = new double[3];
    for (int axis = 0; axis < 3; axis++) {
      least[axis] = (bound(axis, false) + bound(axis, true)) / 2 - longest / 2;
    }
    long[] cellOf = new long[vertices.size()];
    for (int i = 0; i < cellOf.length; i++) {
      for (int axis = 0; axis < 3; axis++) {
        double index = (coordinates[3 * i + axis] - least[axis]) / longest * cells;
        long bounded = longest == 0 ? 0 : (long) Math.max(0, Math.min(cells - 1, index));
        cellOf[i] = cellOf[i] * cells + bounded;
      }
      cellOf[i]++;
    }
    Simplified result = new Simplified(new HashMap<>(), new HashMap<>());
    BitSet used = new BitSet();
    for (int i = 0; i < tetrahedra; i++) {
      long[] ids = new long[4];
      for (int j = 0; j < 4; j++) {
        used.set(corners[4 * i + j]);
        ids[j] = cellOf[corners[4 * i + j]];
      }
      boolean odd = odd(ids);
      Arrays.sort(ids);
      if (ids[0] < ids[1] && ids[1] < ids[2] && ids[2] < ids[3]) {
        result.allOdd.merge(
            new Quad(ids[0], ids[1], ids[2], ids[3]), odd, (one, other) -> one && other);
      }
    }
    Map<Long, double[]> sums = result.means;
    for (int i = used.nextSetBit(0); i >= 0; i = used.nextSetBit(i + 1)) {
      double[] sum = sums.computeIfAbsent(cellOf[i], cell -> new double[4]);
      for (int axis = 0; axis < 3; axis++) {
        sum[axis] += coordinates[3 * i + axis];
      }
      sum[3]++;
    }
    sums.values()
        .forEach(
            sum -> {
              for (int axis = 0; axis < 3; axis++) {
                sum[axis] /= sum[3];
              }
            });
    return result;
  }

  /** Whether the number of pairs in the wrong order is odd. */
  private static boolean odd(long... ids) {
    boolean odd = false;
    for (int i = 0; i < ids.length; i++) {
      for (int j = i + 1; j < ids.length; j++) {
        odd ^= ids[i] > ids[j];
      }
    }
    return odd;
  }
}
