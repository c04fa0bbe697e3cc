// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.athanor.workloads.mesh.TableMesh;

/**
 * The keys of a mesh's rows. They begin with the model (32 hexadecimal digits), the number of bytes
 * of the analysis' name (8), the name, and the step (16: the bits of the double, highest first).
 * HBase never divides a row, so the cells of a mesh are in many rows: the number of the part
 * follows (8). A row without it is read, too. Immutable.
 */
final class MeshRows {
  /** Rows of a mesh that is imported. A record is in that of its id modulo this number. */
  static final int PARTS = 4096;

  private final byte[] first;

  MeshRows(TableMesh mesh) {
    byte[] name = mesh.analysis().getBytes(StandardCharsets.UTF_8);
    first =
        (mesh.model()
                + HexFormat.of().toHexDigits(name.length)
                + mesh.analysis()
                + HexFormat.of().toHexDigits(Double.doubleToLongBits(mesh.step())))
            .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the row without a number of a part, which is before all others. */
  byte[] first() {
    return first.clone();
  }

  /** Returns the least key that is after all rows of the mesh. */
  byte[] after() {
    byte[] after = first.clone();
    after[after.length - 1]++;
    return after;
  }

  /** Returns the row of a record. */
  byte[] of(long id) {
    return part((int) Math.floorMod(id, (long) PARTS));
  }

  /** Returns the row of a part, from 0 to {@link #PARTS} - 1. */
  byte[] part(int part) {
    byte[] digits = HexFormat.of().toHexDigits(part).getBytes(StandardCharsets.US_ASCII);
    byte[] row = Arrays.copyOf(first, first.length + digits.length);
    System.arraycopy(digits, 0, row, first.length, digits.length);
    return row;
  }

  /**
   * Returns the keys between which a new table is divided.
   *
   * @param regions from 1 to {@link #PARTS}
   */
  byte[][] borders(int regions) {
    byte[][] borders = new byte[regions - 1][];
    for (int i = 1; i < regions; i++) {
      borders[i - 1] = part((int) ((long) i * PARTS / regions));
    }
    return borders;
  }
}
