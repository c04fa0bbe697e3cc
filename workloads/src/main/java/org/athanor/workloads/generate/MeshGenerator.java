// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.nio.charset.StandardCharsets;

/**
 * A block of tetrahedra in Gmsh's format MSH 2.2: cubes in rows, columns and layers, six tetrahedra
 * in each (H. Freudenthal, 1942; H. Kuhn, 1960), whose vertices are moved by up to {@value #JITTER}
 * of an edge in each direction. A part has some layers, with all vertices of them: those between
 * two parts are in both, at the same place.
 */
final class MeshGenerator implements Generator {
  private static final double JITTER = 0.1;
  private static final int UNITS = 10_000;
  private static final int TETRAHEDRA_PER_CUBE = 6;

  /** Orders of the axes in which the six tetrahedra go from one corner of a cube to the other. */
  private static final int[][] PATHS = {
    {0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}
  };

  /** The last paths are turned round, so that all tetrahedra have positive volumes. */
  private static final int FIRST_TURNED = 3;

  private final long seed;

  /** Cubes in a row, and rows in a layer. */
  private final long width;

  /** Layers in a part. */
  private final long layers;

  private final int parts;

  MeshGenerator(Options options) {
    seed = options.seed();
    Quota asked = options.quota(bytesPerCube(1 << 20) / TETRAHEDRA_PER_CUBE);
    double cubes =
        asked.records() == Long.MAX_VALUE
            ? cubes((double) asked.bytes())
            : (double) asked.records() / TETRAHEDRA_PER_CUBE;
    parts = asked.parts();
    width = Math.max(1, Math.round(Math.cbrt(cubes)));
    layers = Math.max(1, Math.round(cubes / parts / width / width));
  }

  private static double cubes(double bytes) {
    double cubes = bytes / bytesPerCube(1);
    for (int i = 0; i < 4; i++) {
      cubes = bytes / bytesPerCube(cubes);
    }
    return Math.max(1, cubes);
  }

  /** Returns the mean length of the lines for a cube: of six tetrahedra and a vertex. */
  private static double bytesPerCube(double cubes) {
    double digits = Math.max(1, Math.log10(Math.max(1, cubes)) + 0.5);
    return TETRAHEDRA_PER_CUBE * (5 * digits + 14) + 2 * digits + 19;
  }

  @Override
  public String identity() {
    return "mesh width=" + width + " layers=" + layers * parts;
  }

  private long verticesOfPart() {
    return (width + 1) * (width + 1) * (layers + 1);
  }

  private long tetrahedraOfPart() {
    return TETRAHEDRA_PER_CUBE * width * width * layers;
  }

  /** Records are lines of vertices and tetrahedra, and the marks after each of both sections. */
  @Override
  public Quota quota() {
    return new Quota(
        Long.MAX_VALUE, parts * (verticesOfPart() + 1 + tetrahedraOfPart() + 1), parts);
  }

  @Override
  public RecordSource part(int part, long firstRecord) {
    return new Part(part);
  }

  private final class Part implements RecordSource {
    private final long firstLayer;
    private final long firstTetrahedron;
    private long record;

    Part(int part) {
      firstLayer = part * layers;
      firstTetrahedron = part * tetrahedraOfPart();
    }

    @Override
    public void begin(RecordBuffer out) {
      text(out, "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" + verticesOfPart() + "\n");
    }

    private static void text(RecordBuffer out, String text) {
      out.put(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void next(RecordBuffer out) {
      long tetrahedron = record - verticesOfPart() - 1;
      if (tetrahedron < -1) {
        vertex(out, record);
      } else if (tetrahedron == -1) {
        text(out, "$EndNodes\n$Elements\n" + tetrahedraOfPart() + "\n");
      } else if (tetrahedron < tetrahedraOfPart()) {
        tetrahedron(out, tetrahedron);
      } else {
        text(out, "$EndElements\n");
      }
      record++;
    }

    private long id(long x, long y, long z) {
      return (z * (width + 1) + y) * (width + 1) + x + 1;
    }

    private void vertex(RecordBuffer out, long number) {
      long x = number % (width + 1);
      long y = number / (width + 1) % (width + 1);
      long z = firstLayer + number / (width + 1) / (width + 1);
      long id = id(x, y, z);
      SplitMix random = new SplitMix(seed, id);
      out.putDecimal(id);
      for (long coordinate : new long[] {x, y, z}) {
        out.put((byte) ' ');
        out.putFixed(Math.round((coordinate + JITTER * (2 * random.unit() - 1)) * UNITS));
      }
      out.put((byte) '\n');
    }

    private void tetrahedron(RecordBuffer out, long number) {
      long cube = number / TETRAHEDRA_PER_CUBE;
      int path = (int) (number % TETRAHEDRA_PER_CUBE);
      long[] at = {cube % width, cube / width % width, firstLayer + cube / width / width};
      long[] corners = new long[4];
      corners[0] = id(at[0], at[1], at[2]);
      for (int i = 0; i < PATHS[path].length; i++) {
        at[PATHS[path][i]]++;
        corners[i + 1] = id(at[0], at[1], at[2]);
      }
      if (path >= FIRST_TURNED) {
        long corner = corners[2];
        corners[2] = corners[3];
        corners[3] = corner;
      }
      out.putDecimal(firstTetrahedron + number + 1);
      text(out, " 4 2 0 1");
      for (long corner : corners) {
        out.put((byte) ' ');
        out.putDecimal(corner);
      }
      out.put((byte) '\n');
    }
  }
}
